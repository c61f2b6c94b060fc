"""Every command on a ledger: what it prints, what it refuses, and with which exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from banzuke.workflows.ledger import Ledger

Run = Callable[..., Result]

GAMES = """\
event,date,round,player_1,player_2,result
Open,2024-03-01,1,Anna Berg,Bo Ek,1-0
Open,2024-03-01,2,Bo Ek,Cia Ahl,1-0
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger with two games and a list, meant by the environment."""
    place = tmp_path / "club.db"
    monkeypatch.setenv("BANZUKE_LEDGER", str(place))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.csv").write_text(GAMES, encoding="utf-8")
    with Ledger.create(place) as ledger:
        ledger.import_files([tmp_path / "open.csv"])
        ledger.set_list("main", "elo", {"title": "Main list"})
    return place


def revision(place: Path) -> int:
    """The newest revision of a ledger."""
    with Ledger(place) as ledger:
        return ledger.revision


CHANGES = [
    ["correct", "--game", "1", "--set", "winner=Bo Ek"],
    ["correct", "--event", "Open", "--set", "category=B"],
    ["correct", "--event", "Open", "--set", "award of Best Game=Bo Ek"],
    ["correct", "--player", "Bo Ek", "--set", "club=Lund"],
    ["withdraw", "--game", "1"],
    ["withdraw", "--event", "Open"],
    ["withdraw", "--file", "open.csv"],
    ["withdraw", "--player", "Cia Ahl"],
    ["merge", "Anna Berg", "Cia Ahl"],
    ["undo", "1"],
]


@pytest.mark.parametrize("change", CHANGES, ids=" ".join)
def test_a_change_is_shown_kept_and_made(run: Run, club: Path, change: list[str]):
    """Without a terminal --yes is needed; --preview keeps it; 'preview NUMBER --yes' makes it."""
    asked = run(*change)
    assert (asked.exit_code, "say --yes" in asked.stderr) == (2, True)
    assert "Main list:" in asked.stdout
    kept = run(*change, "--preview")
    assert (kept.exit_code, "kept as change 1" in kept.stdout) == (0, True)
    assert revision(club) == 2
    assert run("preview").stdout.startswith("1: ")
    made = run("preview", 1, "--yes", "--who", "Ann", "--why", "because")
    assert (made.exit_code, "revision 3: " in made.stdout) == (0, True)
    newest = json.loads(run("log", "--json", "--newest", 1).stdout)[0]
    assert (newest["who"], newest["why"], newest["kind"]) == ("Ann", "because", change[0])
    assert run("undo", 3, "--yes").exit_code == 0


@pytest.mark.parametrize("change", CHANGES, ids=" ".join)
def test_a_change_is_made_at_once(run: Run, club: Path, change: list[str]):
    """With --yes nobody is asked; a kept change that was shown before it is refused then."""
    assert run(*CHANGES[0], "--preview").exit_code == 0
    done = run(*change, "--yes")
    assert (done.exit_code, revision(club)) == (0, 3), done.stderr
    late = run("preview", 1, "--yes")
    assert (late.exit_code, "have its effect shown again" in late.stderr) == (1, True)
    assert revision(club) == 3


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (["correct", "--set", "result=1-0", "--yes"], 2, "one of --game, --event and --player"),
        (["correct", "--game", "9", "--set", "result=1-0", "--yes"], 2, "no game is called '9'"),
        (["correct", "--game", "1", "--set", "result=7", "--yes"], 1, "'7' is no result"),
        (["correct", "--game", "1", "--set", "score=1", "--yes"], 1, "score of PLAYER"),
        (["correct", "--game", "1", "--set", "colour=red", "--yes"], 1, "a game has no colour"),
        (
            ["correct", "--game", "1", "--set", "date=spring", "--yes"],
            1,
            "'spring' is not an ISO date",
        ),
        (
            ["correct", "--game", "1", "--set", "player of Anna Berg=Bo Ek", "--yes"],
            1,
            "part in this",
        ),
        (["correct", "--event", "Opem", "--set", "end=x", "--yes"], 2, "did you mean Open"),
        (["correct", "--event", "Open", "--set", "end=x", "--yes"], 1, "'x' is not an ISO date"),
        (["correct", "--event", "Open", "--set", "rounds=x", "--yes"], 1, "is not a finite number"),
        (["correct", "--event", "Open", "--set", "released=x", "--yes"], 1, "yes or no"),
        (["correct", "--event", "Open", "--set", "weather=x", "--yes"], 1, "has no weather"),
        (["correct", "--player", "Bo Ek", "--set", "hat=x", "--yes"], 1, "a person has no hat"),
        (["correct", "--player", "Nobody Here", "--set", "club=x", "--yes"], 2, "no player"),
        (["withdraw", "--yes"], 2, "say which games"),
        (["withdraw", "--file", "x.csv", "--yes"], 2, "no file is called"),
        (["merge", "Anna Berg", "Bo Ek", "--yes"], 1, "both took part in game 1"),
        (["merge", "Anna Berg", "Anna Berg", "--yes"], 1, "one person already"),
        (["unmerge", "Anna Berg", "--yes"], 1, "is not merged"),
        (["undo", "9", "--yes"], 2, "no revision is called '9'"),
        (["preview", "9", "--yes"], 2, "no pending change is called '9'"),
        (["lists", "show", "other"], 2, "no list is called 'other'"),
        (["lists", "set", "other"], 1, "a new list needs a rulebook"),
        (["lists", "set", "main", "--set", "colour=red"], 1, "a list has no colour"),
        (["lists", "set", "main", "--set", "since=soon"], 1, "since: 'soon' is no day"),
        (["lists", "show", "main", "--published", "9"], 2, "no published list is called '9'"),
        (["publish", "main"], 2, "say --yes"),
        (["publish", "other", "--yes"], 2, "no list is called 'other'"),
        (["diff", "other", "1"], 2, "no list is called 'other'"),
        (["anonymise", "Bo Ek"], 2, "say --yes"),
        (["restore", "open.csv", "--yes"], 2, "no ledger"),
        (["import", "--yes"], 2, "FILE, or --players FILE"),
        (["import", "nowhere.csv", "--yes"], 2, "nowhere.csv"),
        (["import", "open.csv", "--again", "perhaps", "--yes"], 2, "--again is one of"),
        (["init", "club.db"], 2, "there is a ledger at club.db already"),
        (["init", "new.db", "--zone", "Mars/Crater"], 2, "Mars/Crater"),
        (["log", "--ledger", "nowhere.db"], 2, "there is no ledger nowhere.db"),
        (["log", "--ledger", "open.csv"], 2, "no ledger"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_wrong_is_said_and_changes_nothing(
    run: Run, club: Path, command: list[str], code: int, said: str
):
    """1 for data that are refused, 2 for wrong use; the ledger is as it was."""
    done = run(*command)
    assert said in done.stderr, done.stderr
    assert done.exit_code == code
    assert revision(club) == 2


def test_the_ledger_must_be_named(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Neither the option nor the environment says which ledger is meant."""
    monkeypatch.delenv("BANZUKE_LEDGER", raising=False)
    done = run("lists")
    assert (done.exit_code, "say which ledger" in done.stderr) == (2, True)


def test_import_asks_only_where_something_is_stored(run: Run, club: Path):
    """--preview stores nothing; without a terminal --yes is needed; names are answered."""
    Path("two.csv").write_text(
        "date,player_1,player_2,result\n2024-04-01,Ek Bo,Dan Öst,1-0\n", encoding="utf-8"
    )
    asked = run("import", "two.csv", "--yes")
    assert asked.exit_code == 1
    assert "--same 'Ek Bo=" in asked.stderr
    answers = ("--same", "Ek Bo=Bo Ek")
    assert run("import", "two.csv", *answers, "--preview").exit_code == 0
    refused = run("import", "two.csv", *answers)
    assert (refused.exit_code, "say --yes" in refused.stderr) == (2, True)
    assert revision(club) == 2
    done = run("import", "two.csv", *answers, "--yes")
    assert (done.exit_code, "new people: Dan Öst" in done.stdout) == (0, True)
    assert run("import", "two.csv", "--yes").stdout.startswith("1 game, 0 stored, 1 skipped")


def test_names_are_reviewed_and_kept_apart(run: Run, club: Path):
    """Without a terminal the commands are printed that would decide."""
    Path("two.csv").write_text("player_1,player_2,result,date\nAhl Cia,Dan,1-0,2024-04-01\n")
    assert run("import", "two.csv", "--new-people", "create", "--yes").exit_code == 0
    lines = run("names", "review").stdout.splitlines()
    assert lines[0].startswith("1 of 1: Cia Ahl (")
    assert lines[2] == "  the same words in another order"
    assert [line.split()[1] for line in lines[3:]] == ["merge", "names"]
    apart = run(*lines[4].split()[1:])
    assert (apart.exit_code, apart.stdout) == (0, "revision 4\n")
    assert run("names", "review").stdout == "nobody is likely to be there twice\n"
    assert "Cia Ahl" in run("names", "list", "ahl").stdout


def test_who_is_said_to_be_new_is_not_asked_about_again(run: Run, club: Path):
    """--new says that the two are two; taken back with the import, they are asked about."""
    Path("two.csv").write_text("player_1,player_2,result,date\nAhl Cia,Dan,1-0,2024-04-01\n")
    assert run("import", "two.csv", "--new", "Ahl Cia", "--yes").exit_code == 0
    assert run("names", "review").stdout == "nobody is likely to be there twice\n"
    assert run("undo", "3", "--yes").exit_code == 0
    assert run("import", "two.csv", "--new-people", "create", "--yes").exit_code == 0
    assert "Ahl Cia" in run("names", "review").stdout


LIKE = """\
date,player_1,player_2,result
2024-04-01,Ahl Cia,Dan Dahl,1-0
2024-04-02,Ek Bo,Dan Dahl,1-0
2024-04-03,Berg Anna,Anna Berg,1-0
2024-04-04,Dahl Dan,Ek Bo,1-0
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits at a terminal."""
    for module in ("people", "ledger_asking"):
        monkeypatch.setattr(f"banzuke.cli.{module}.can_be_asked", lambda: True)


def test_people_are_reviewed_at_a_terminal(run: Run, club: Path, asked: None):
    """Each pair is asked about; who met is two; a merger is shown first and may be thought over."""
    Path("like.csv").write_text(LIKE)
    assert run("import", "like.csv", "--new-people", "create", "--yes").exit_code == 0
    done = run("names", "review", typed="what\nsecond\ny\ntwo\nfirst\nn\n")
    assert (done.exit_code, "3 of 3: " in done.stdout) == (0, True)
    assert "they are two people: do not ask again" in done.stdout
    assert "Berg Anna (" not in done.stdout
    with Ledger(club) as ledger:
        names = {one.name for one in ledger.people()}
        (left,) = ledger.likely_one_person()
    assert "Bo Ek" not in names
    assert {left[0].name, left[1].name} == {"Dan Dahl", "Dahl Dan"}
    assert run("names", "review", typed="stop\n").exit_code == 0


def test_a_merger_that_is_refused_does_not_end_the_review(run: Run, club: Path, asked: None):
    """Of three spellings the last pair are one person already, which is told."""
    Path("like.csv").write_text(
        "date,player_1,player_2,result\n"
        "2024-05-01,Ahl Cia,Dan,1-0\n2024-05-02,CIA AHL,Dan,1-0\n2024-05-03,Ek Bo,Dan,1-0\n"
    )
    assert run("import", "like.csv", "--new-people", "create", "--yes").exit_code == 0
    done = run("names", "review", typed="later\n" + "first\ny\n" * 3)
    assert (done.exit_code, "are one person already" in done.stderr) == (0, True)
    assert " of 4: " in done.stdout
    with Ledger(club) as ledger:
        assert len(ledger.likely_one_person()) == 1


def test_merged_people_are_parted(run: Run, club: Path):
    """Merged, one is on no list; parted, both are."""
    assert run("merge", "Anna Berg", "Cia Ahl", "--yes").exit_code == 0
    assert "Anna" not in run("lists", "show", "main").stdout
    done = run("unmerge", "Anna Berg", "--yes")
    assert done.exit_code == 0, done.stderr
    assert "Anna Berg" in run("lists", "show", "main").stdout


def test_lists_are_published_compared_and_verified(run: Run, club: Path):
    """What was published stays; that it was corrected is told; a day is published once."""
    assert run("publish", "main", "--yes").stdout.startswith("revision 3: publication 1")
    again = run("publish", "main", "--yes")
    assert (again.exit_code, "was published as of 2024-03-01 already" in again.stderr) == (1, True)
    assert run("correct", "--game", 1, "--set", "winner=Bo Ek", "--yes").exit_code == 0
    assert "since corrected" in run("lists", "show", "main", "--published", 1).stdout
    told = json.loads(run("diff", "main", 3, "--format", "json").stdout)
    assert {one["name"] for one in told} == {"Anna Berg", "Bo Ek", "Cia Ahl"}
    lines = run("diff", "main", 3).stdout.splitlines()
    (line,) = [line for line in lines if line.startswith("Anna Berg: ")]
    assert "rating 1516 → 1484, change 16 → -16" in line
    assert len(lines) == len(set(lines)) < len(told)
    shown = json.loads(run("lists", "show", "main", "--peaks", "--format", "json").stdout)
    anna = next(row for row in shown["players"] if row["name"] == "Anna Berg")
    assert (anna["since_published"], anna["peak"], anna["peak_on"], anna["twelve_months"]) == (
        -32.0,
        1484.0,
        "2024-03-01",
        1484.0,
    )
    assert run("verify").stdout == "1 published list reckoned again, to the last digit\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("UPDATE publications SET content = "
         "CAST(replace(CAST(content AS TEXT), '1516.0', '1517.0') AS BLOB)"),
         "the content is not what was published"),
        ("UPDATE starts SET value = value", ""),
    ],
)  # fmt: skip
def test_verify_says_what_is_another_one(run: Run, club: Path, change: str, said: str):
    """A published list that somebody has changed is found, with exit code 1."""
    from sqlalchemy import text

    run("publish", "main", "--yes")
    with Ledger(club) as ledger, ledger.database.engine.begin() as connection:
        connection.execute(text(change))
    done = run("verify")
    assert (done.exit_code, said in done.stderr) == (1 if said else 0, True)


def test_verify_tells_a_change_of_version_from_one_of_data(
    run: Run, club: Path, monkeypatch: pytest.MonkeyPatch
):
    """Games that changed under it are the data; another version of the system is the version."""
    from dataclasses import replace

    from sqlalchemy import text

    from banzuke.publishing import verifying

    run("publish", "main", "--yes")
    with Ledger(club) as ledger, ledger.database.engine.begin() as connection:
        connection.execute(text("INSERT INTO closings (game, since, until) VALUES (1, 1, 1)"))
    data = run("verify")
    assert (data.exit_code, "made by the data" in data.stderr) == (1, True)
    original = verifying.rulebook_of

    def newer(*asked: object) -> object:
        rulebook = original(*asked)  # type: ignore[arg-type]  # whatever it takes
        return replace(rulebook, system=replace(rulebook.system, version=99))

    monkeypatch.setattr(verifying, "rulebook_of", newer)
    version = run("verify")
    assert (version.exit_code, "and 99 now" in version.stderr) == (1, True)


def test_a_ledger_is_exported_backed_up_and_restored(run: Run, club: Path):
    """What was exported is imported elsewhere; what was backed up comes back."""
    assert run("export", "all.zip").exit_code == 0
    assert run("init", "other.db").exit_code == 0
    assert run("import", "all.zip", "--ledger", "other.db").exit_code == 0
    shown = run("rate", "--ledger", "other.db", "--rules", "elo").stdout
    assert shown == run("rate", "--ledger", club, "--rules", "elo").stdout
    assert run("backup", "copy.db").stdout.startswith("copy.db: revision 2, ")
    assert run("backup", "copy.db").exit_code == 2
    assert run("withdraw", "--event", "Open", "--yes").exit_code == 0
    refused = run("restore", "copy.db")
    assert (refused.exit_code, revision(club)) == (2, 3)
    assert run("restore", "copy.db", "--yes").stdout.startswith("restored; what was there is in")
    assert revision(club) == 2


def test_a_person_is_removed(run: Run, club: Path):
    """The name is gone from every answer; the list keeps the place."""
    done = run("anonymise", "Bo Ek", "--yes", "--why", "asked")
    assert (done.exit_code, "has no name any more" in done.stdout) == (0, True)
    assert "(removed)" in run("lists", "show", "main").stdout
    assert "Bo Ek" not in run("log", "--json").stdout
    again = run("undo", 3, "--yes")
    assert (again.exit_code, "cannot be undone" in again.stderr) == (1, True)


def test_the_only_list_and_circuit_need_not_be_named(run: Run, club: Path):
    """Of several it is said which there are; where there is none, how one is set up."""
    assert run("lists", "show").stdout == run("lists", "show", "main").stdout
    none = run("circuits", "show")
    assert (none.exit_code, "banzuke circuits set KEY" in none.stderr) == (2, True)
    run("circuits", "set", "gp", "--rule", "othello-european-gp", "--add-event", "Open")
    assert run("circuits", "show").stdout == run("circuits", "show", "gp").stdout
    run("lists", "set", "other", "--rules", "elo")
    several = run("lists", "show")
    assert (several.exit_code, "say which list: main, other" in several.stderr) == (2, True)


def test_lists_choose_people_and_days(run: Run, club: Path):
    """By nation, club, sex, year of birth and the first day that counts."""
    for name, nation, born in (("Anna Berg", "SE", "1990"), ("Bo Ek", "NO", "2010")):
        values = ("--set", f"nation={nation}", "--set", f"born={born}")
        assert run("correct", "--player", name, *values, "--yes").exit_code == 0

    def on(**settings: str) -> list[str]:
        said = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        done = run("lists", "set", "some", "--rules", "elo", *said)
        assert done.exit_code == 0, done.stderr
        shown = json.loads(run("lists", "show", "some", "--format", "json").stdout)
        run("lists", "remove", "some")
        return sorted(row["name"] for row in shown["players"])

    assert on(nation="se") == ["Anna Berg"]
    assert on(born_from="2008") == ["Bo Ek"]
    assert on(born_until="1999") == ["Anna Berg"]
    assert on(since="2024-03-02") == []
    assert on() == ["Anna Berg", "Bo Ek", "Cia Ahl"]
    assert "main" in run("lists").stdout


def test_people_are_named_where_a_change_is_shown(run: Run, club: Path):
    """A person is told by name, with what was known before; and found by number and key."""
    values = ("--set", "rating=1600", "--set", "id=77")
    assert run("correct", "--player", "Bo Ek", *values, "--yes").exit_code == 0
    again = run("correct", "--player", "Bo Ek", "--set", "rating=1700", "--set", "id=78", "--yes")
    assert "person Bo Ek, rating 1600 → 1700, id 77 → 78" in again.stdout
    listed = run("names", "list", "id:78").stdout
    assert "Bo Ek" in listed
    assert run("names", "list", listed.splitlines()[1].split()[0]).stdout == listed
    merged = run("merge", "Anna Berg", "Cia Ahl", "--yes")
    assert "person Anna Berg, into Cia Ahl" in merged.stdout


def test_circuits_are_set_up_and_shown(run: Run, club: Path):
    """Events with their classes, one dropped again; a class of no event is wrong use."""
    assert "no circuit is set up yet" in run("circuits").stdout
    made = run("circuits", "set", "gp", "--title", "Grand Prix", "--rule", "nadf-2003",
               "--add-event", "Open", "--class", "WDC")  # fmt: skip
    assert (made.exit_code, made.stdout) == (0, "revision 3\n")
    shown = run("circuits").stdout
    assert shown == "gp: Grand Prix, by the rule nadf-2003\nevent  class\nOpen   WDC\n"
    assert run("circuits", "set", "gp", "--class", "B").exit_code == 2
    assert run("circuits", "set", "gp", "--rule", "nadf-2003").stdout == "nothing changed\n"
    assert "did you mean nadf-" in run("circuits", "set", "gp", "--rule", "nadf-2004").stderr
    run("circuits", "set", "gp", "--drop-event", "Open")
    assert "no event belongs to it" in run("circuits").stdout
    assert run("circuits", "remove", "gp").exit_code == 0
    assert "no circuit" in run("circuits").stdout
    with Ledger(club) as ledger:
        assert [one.kind for one in ledger.log(3)] == ["circuits"] * 3


def test_the_table_of_a_circuit_says_what_does_not_count(run: Run, club: Path):
    """As text with names; as JSON with keys beside them, and the reasons for every number."""
    asked = ("circuits", "show", "gp")
    run("circuits", "set", "gp", "--rule", "nadf-2002", "--add-event", "Open")
    told = run(*asked).stdout
    assert told.startswith("gp, NADF Grand Prix 2002\n")
    assert "Open does not count: 2 boards, 4 are asked for." in told
    run("circuits", "set", "gp", "--rule", "othello-european-gp")
    lines = run(*asked).stdout.splitlines()
    assert lines[2:4] == ["place  player     Open  total", "    1  Anna Berg   170    170"]
    told = json.loads(run(*asked, "--format", "json").stdout)
    with Ledger(club) as ledger:
        keys = {one.key: one.name for one in ledger.people()}
    assert {row["player"]: row["name"] for row in told["standings"]} == keys
    assert told["rule"]["key"] == "othello-european-gp"
    assert {row["event"] for row in told["why"]} == {"Open"}
    run("circuits", "set", "none", "--add-event", "Open")
    assert "has no rule" in run("circuits", "show", "none").stderr


def test_lists_that_are_due_are_told_and_published(run: Run, club: Path):
    """By the calendar of a list and the newest result; then none is."""
    assert "due" not in run("lists").stdout
    assert run("publish", "--due").stdout == "no list is due\n"
    run("lists", "set", "main", "--set", "calendar=monthly")
    told = run("lists").stdout
    assert "monthly" in told
    assert "2024-02-29, overdue" in told
    refused = run("publish", "--due")
    assert (refused.exit_code, "say --yes" in refused.stderr) == (2, True)
    assert "main: nobody is on the list" in refused.stderr
    done = run("publish", "--due", "--yes")
    assert "as_of 2024-02-29" in done.stdout
    assert "main: nobody is on the list" in done.stderr
    assert "2024-03-31\n" in run("lists").stdout
    assert run("publish", "main", "--due").exit_code == 2
    assert run("publish").exit_code == 2


def test_a_backup_says_what_was_copied(run: Run, club: Path, tmp_path: Path):
    """Its revision, games and bytes, as a line or as JSON."""
    line = run("backup", tmp_path / "copy.db").stdout
    size = (tmp_path / "copy.db").stat().st_size
    assert line == f"{tmp_path / 'copy.db'}: revision 2, games 2, bytes {size}\n"
    told = json.loads(run("backup", tmp_path / "other.db", "--format", "json").stdout)
    assert told == {
        "path": str(tmp_path / "other.db"), "revision": 2, "games": 2, "bytes": told["bytes"]
    }  # fmt: skip
    assert sorted(path.name for path in tmp_path.glob("copy.db*")) == ["copy.db"]


def test_a_blank_table_comes_from_either_command(run: Run, club: Path, tmp_path: Path):
    """'export --template' writes what 'template' writes, and needs no ledger."""
    one = run("export", tmp_path / "a.csv", "--template", "entries")
    other = run("template", tmp_path / "b.csv", "--shape", "entries")
    assert (one.exit_code, other.exit_code) == (0, 0)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert one.stdout.replace("a.csv", "b.csv") == other.stdout


def test_a_result_is_said_of_a_player(run: Run, club: Path):
    """Whoever is named has the first points, whichever side the ledger has that player on."""
    (club.parent / "lost.csv").write_text(
        "event,date,player_1,player_2,result\nCup,2024-04-01,Cia Ahl,Anna Berg,0-1\n",
        encoding="utf-8",
    )
    assert run("import", "lost.csv", "--yes").exit_code == 0
    made = run("correct", "--game", 3, "--set", "result of Cia Ahl=1-0", "--yes")
    assert "revision 4: game 3, result Cia Ahl 1-0 Anna Berg (was 0-1)" in made.stdout
    assert "Cia Ahl 1-0 Anna Berg" in run("games", "--event", "Cup").stdout
    turned = run("correct", "--game", 3, "--set", "result of Anna Berg=1-0", "--yes")
    assert "result Anna Berg 1-0 Cia Ahl (was 0-1)" in turned.stdout
    assert "Anna Berg 1-0 Cia Ahl" in run("games", "--event", "Cup").stdout
    won = run("correct", "--game", 3, "--set", "winner=Cia Ahl", "--yes")
    assert "result Cia Ahl 1-0 Anna Berg (was 0-1)" in won.stdout
    unnamed = run("correct", "--game", 3, "--set", "result=0-1", "--yes")
    assert unnamed.exit_code == 1
    assert "0-1 does not say whose points stand first" in unnamed.stderr
    assert "winner=PLAYER" in unnamed.stderr
    run("correct", "--game", 3, "--set", "result of Cia Ahl=0-1", "--preview")
    confirmed = run("preview", 1, "--yes")
    assert "revision 7: game 3, result Cia Ahl 0-1 Anna Berg (was 1-0)" in confirmed.stdout
    logged = run("log").stdout
    assert "Cia Ahl 0-1 Anna Berg (was 1-0)" in " ".join(logged.split())


def test_a_result_that_changes_nothing_is_no_revision(run: Run, club: Path):
    """It says who is first, as it may be meant the other way round; who was not there has none."""
    for said in ("result of Anna Berg=1-0", "winner=Anna Berg", "result of Bo Ek=0:1"):
        asked = run("correct", "--game", 1, "--set", said)
        names = "Bo Ek 0-1 Anna Berg" if "Bo" in said else "Anna Berg 1-0 Bo Ek"
        assert asked.stdout == f"nothing to change: game 1, result {names}\n"
        assert asked.exit_code == 0
    twice = run("correct", "--game", 1, "--set", "winner=Bo Ek", "--set", "result=1-0", "--yes")
    assert (twice.exit_code, "the result is said several times" in twice.stderr) == (1, True)
    absent = run("correct", "--game", 1, "--set", "result of Cia Ahl=1-0", "--yes")
    assert (absent.exit_code, "is not in this game" in absent.stderr) == (1, True)
    assert revision(club) == 2


def test_diff_of_what_was_published_last(run: Run, club: Path):
    """Where only the list is said, what was frozen last is held against now."""
    never = run("diff", "main")
    assert (never.exit_code, "main was never published" in never.stderr) == (2, True)
    # As of a day before the newest result: the revision alone would not tell what was frozen.
    with Ledger(club) as ledger:
        ledger.record([{"date": "2024-05-01", "player_1": "Bo Ek", "player_2": "Cia Ahl"}
                       | {"result": "1-0"}])  # fmt: skip
        ledger.publish("main", as_of="2024-03-15")
        revision = ledger.revision
    lines = run("diff", "main").stdout.splitlines()
    games = {line.split(":")[0]: line.split("games ")[1] for line in lines if "games " in line}
    assert {name: text.split(",")[0] for name, text in games.items()} == {
        "Bo Ek": "2 → 3",
        "Cia Ahl": "1 → 2",
    }
    assert run("diff", "main", revision).stdout == "no number differs\n"
    run("publish", "main", "--yes")
    assert run("diff", "main").stdout == "no number differs\n"
