"""The report of an event of a ledger: people by their FIDE numbers, with what is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import banzuke as bz
from banzuke.workflows.ledger import Ledger

GAMES = """\
event,date,round,player_1,player_2,result
Cup,2026-03-01,1,Anna Berg,Bo Ek,1-0
Cup,2026-03-01,1,Cia Ahl,Dan Ek,1-0
Open,2026-05-02,1,Anna Berg,Bo Ek,0-1
Open,2026-05-03,2,Bo Ek,Cia Ahl,=
"""
PLAYERS = """\
player,id,born,nation,title,sex
Anna Berg,1700001,1990-02-28,SWE,WIM,f
Bo Ek,,2001,NOR,,m
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger with two events and facts of people."""
    monkeypatch.chdir(tmp_path)
    Path("games.csv").write_text(GAMES, "utf-8")
    Path("players.csv").write_text(PLAYERS, "utf-8")
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.import_files(["games.csv"], "players.csv")
        ledger.set_list("main", "elo", {})
    return tmp_path / "club.db"


def people_of(path: str) -> list[str]:
    """The lines of players, without those about the event."""
    return [line for line in Path(path).read_text("utf-8").splitlines() if line[:3] == "001"]


def test_an_event_is_reported(run, club):
    """Who played at the event alone, with numbers, years of birth, nations, titles."""
    done = run("report", "Open", "--ledger", club, "--out", "open.trf")
    assert done.exit_code == 0
    assert "the number 1700001 of 'Anna Berg' is taken as FIDE's" in done.stderr
    assert Path("open.trf").read_text("utf-8").splitlines()[:4] == [
        "012 Open",
        "042 2026/05/02",
        "052 2026/05/03",
        "062 3",
    ]
    anna, bo, cia = people_of("open.trf")
    assert anna.startswith(f"001    1 wWIM {'Anna Berg':<38} SWE     1700001 1990/00/00  0.0    3")
    assert bo.startswith(f"001    2 m    {'Bo Ek':<38} NOR {'':>11} 2001/00/00  1.5    1     1 - 1")
    assert "Cia Ahl" in cia
    again = bz.read("open.trf")
    assert sorted(again.players) == ["1700001", "Bo Ek", "Cia Ahl"]
    assert len(again) == 2


def test_ratings_are_of_the_list_before_the_event(run, club):
    """With --list the ratings are those published last before it began, as whole numbers."""
    early = run("report", "Open", "--ledger", club, "--out", "open.trf", "--list", "main")
    assert (early.exit_code, Path("open.trf").exists()) == (2, False)
    assert "never published as of a day before 2026-05-02" in early.stderr
    with Ledger(club) as ledger:
        for day in ("2026-04-01", "2026-05-02"):
            ledger.publish("main", as_of=day)
        shown = {row["name"]: row["shown"] for row in ledger.show(1)["players"]}
    assert (
        run(
            "report", "--event", "Open", "--ledger", club, "-o", "open.trf", "--list", "main"
        ).exit_code
        == 0
    )
    told = {line[14:47].strip(): line[48:52].strip() for line in people_of("open.trf")}
    assert told == {name: shown[name] for name in ("Anna Berg", "Bo Ek", "Cia Ahl")}
    assert told["Anna Berg"] == "1516"


def test_who_is_not_on_the_first_list_has_the_rating_of_the_next(run, club):
    """Lists in order: the national one, then the international one for all others."""
    with Ledger(club) as ledger:
        ledger.set_list("norway", "elo", {"nation": "NOR", "title": "Norway"})
        ledger.set_list("quick", "glicko2", {"title": "Quick"})
        for key in ("norway", "quick"):
            ledger.publish(key, as_of="2026-04-01")
        of_nation, of_all = (
            {row["name"]: row["shown"] for row in ledger.show(number)["players"]}
            for number in (1, 2)
        )
    lists = ("--list", "norway", "--list", "quick")
    assert run("report", "Open", "--ledger", club, "-o", "open.trf", *lists).exit_code == 0
    told = {line[14:47].strip(): line[48:52].strip() for line in people_of("open.trf")}
    assert told == {**{name: of_all[name] for name in told}, "Bo Ek": of_nation["Bo Ek"]}
    assert of_nation["Bo Ek"] != of_all["Bo Ek"]


def test_ratings_that_the_file_of_the_event_tells(run, club):
    """A report that was imported comes out with its ratings and numbers, without a warning."""
    run("report", "Open", "--ledger", club, "--out", "open.trf")
    text = Path("open.trf").read_text("utf-8").replace("Open", "Easter Open")
    lines = text.replace("2026/05", "2026/06").replace("26/05", "26/06").splitlines()
    lines = [line[:48] + "2100" + line[52:] if "Anna" in line else line for line in lines]
    Path("easter.trf").write_text("\n".join(lines), "utf-8")
    with Ledger(club) as ledger:
        ledger.import_files(["easter.trf"])
    done = run("report", "Easter Open", "--ledger", club, "--out", "again.trf")
    assert (done.exit_code, done.stderr) == (0, "")
    assert people_of("again.trf") == lines[-3:]


def test_namesakes_without_a_number_are_refused(run, club):
    """Two people whom a report could not tell apart are named by their keys, and what to do."""
    with Ledger(club) as ledger:
        keys = {one.name: one.key for one in ledger.people()}
        ledger.import_facts([{"player": "Cia Ahl", "name": "Bo Ek"}])
    done = run("report", "Open", "--ledger", club, "--out", "open.trf")
    assert (done.exit_code, Path("open.trf").exists()) == (1, False)
    assert "are both 'Bo Ek' in a report" in done.stderr
    number = ["correct", "--player", keys["Cia Ahl"], "--set", "id=1700002", "--yes"]
    assert run(*number, "--ledger", club).exit_code == 0
    assert run("report", "Open", "--ledger", club, "--out", "open.trf").exit_code == 0


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (["Opne"], "did you mean Open"),
        ([], "say which event of the ledger"),
        (["Open", "--map", "date=day"], "--map goes with files"),
    ],
)
def test_wrong_use(run, club, said, words):
    """What goes with files only, and an event that is none."""
    done = run("report", *said, "--ledger", club, "--out", "open.trf")
    assert done.exit_code == 2
    assert words in done.stderr


def test_files_have_no_lists(run, club):
    """Without a ledger there is no list, and something has to be named."""
    assert (
        "--list goes with a ledger"
        in run("report", "games.csv", "-o", "a.trf", "--list", "main").stderr
    )
    assert "FILE, or --ledger PATH EVENT" in run("report", "-o", "a.trf").stderr
