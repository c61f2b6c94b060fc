"""rate, explain and predict over a ledger: its results, its people by name, its lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from banzuke.workflows.ledger import Ledger

Run = Callable[..., Result]


@pytest.fixture
def club(tmp_path: Path, sample, monkeypatch: pytest.MonkeyPatch) -> str:
    """A ledger with an Othello club's games, and a list of them."""
    monkeypatch.delenv("BANZUKE_LEDGER", raising=False)
    files = sample("othello-sweden")
    place = str(tmp_path / "club.db")
    with Ledger.create(place) as ledger:
        ledger.import_files([files.results], files.players)
        ledger.set_list("main", "othello-sweden")
    return place


def test_a_ledger_is_rated_as_its_files_are(run: Run, sample, club: str):
    """The list that is printed is the same, whether results come from files or from the ledger."""
    of_files = run("rate", *sample("othello-sweden").arguments)
    for asked in (["--rules", "othello-sweden"], ["--list", "main"]):
        of_ledger = run("rate", "--ledger", club, *asked)
        assert of_ledger.exit_code == 0, of_ledger.stderr
        assert of_ledger.stdout == of_files.stdout


def test_people_are_told_by_name_in_histories_and_forecasts(run: Run, sample, club: str):
    """Texts have names where the ledger has keys, the same as without a ledger."""
    history = ("--history", "--format", "table")
    wanted = run("rate", *sample("othello-sweden").arguments, *history).stdout
    told = run("rate", "--ledger", club, "--list", "main", *history).stdout
    assert sorted(told.splitlines()) == sorted(wanted.splitlines())
    sides = ("--sides", "Lotta v Kalle+Maja", "--rules", "elo")
    forecast = run("predict", "--ledger", club, *sides).stdout
    assert "Kalle + Maja" in forecast


def test_an_explanation_names_everybody(run: Run, club: str):
    """The player is asked for by name or key; the opponents are told by name."""
    asked = ("explain", "--ledger", club, "--list", "main")
    by_name = run(*asked, "--player", "lotta", "--event", "autumn cup", "--format", "json")
    told = json.loads(by_name.stdout)
    assert told["name"] == "Lotta"
    assert [term["name"] for term in told["terms"]] == ["lost to Kalle 29-35"]
    by_key = run(*asked, "--player", told["player"], "--event", "Autumn Cup", "--format", "json")
    assert by_key.stdout == by_name.stdout
    wrong = run(*asked, "--player", "Lotta", "--event", "Winter Cup")
    assert (wrong.exit_code, "'Winter Cup'" in wrong.stderr) == (2, True)


def test_namesakes_are_told_apart_by_their_keys(run: Run, tmp_path: Path):
    """Two people of one name have their keys behind it."""
    with Ledger.create(tmp_path / "two.db") as ledger:
        rows = [{"date": "2024-03-01", "player_1": "Bo", "player_2": "Bo Ek", "result": "1-0"}]
        ledger.record(rows)
        from banzuke.ledger.changes import Change

        ledger.make(Change("correct person", {"person": "Bo Ek", "values": {"name": "Bo"}}))
        keys = {person.key for person in ledger.people()}
    told = run("explain", "--ledger", tmp_path / "two.db", "-r", "elo", "--player", min(keys))
    assert told.exit_code == 0, told.stderr
    assert all(f"Bo ({key})" in told.stdout for key in keys)


def test_the_ledger_of_the_environment_is_meant_without_a_file(
    run: Run, sample, club: str, monkeypatch: pytest.MonkeyPatch
):
    """A file goes before it; with neither, the command says what to do."""
    nothing = run("rate", "--rules", "elo")
    assert (nothing.exit_code, "FILE, or --ledger" in nothing.stderr) == (2, True)
    monkeypatch.setenv("BANZUKE_LEDGER", club)
    assert "Lotta" in run("rate", "--rules", "othello-sweden").stdout
    assert "Ania" in run("rate", *sample("warlight").arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["games.csv", "--rules", "elo"], "FILE or --ledger, not both"),
        (["--rules", "elo", "--players", "p.csv"], "--players goes with files"),
        (["--rules", "elo", "--date-format", "%d"], "--date-format goes with files"),
        (["--rules", "elo", "--list", "main"], "--list has its own rulebook"),
        (["--list", "main", "--set", "k=3"], "leave out --rules and --set"),
        (["--set", "k=3"], "say by which rules"),
        (["--list", "second"], "no list is called 'second'"),
    ],
)
def test_what_does_not_go_with_a_ledger_is_wrong_use(
    run: Run, club: str, arguments: list[str], said: str
):
    """Nothing that is asked for is passed over in silence."""
    done = run("rate", "--ledger", club, *arguments)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


def test_a_list_needs_a_ledger(run: Run, sample):
    """Files have no lists."""
    done = run("rate", sample("warlight").results, "--list", "main")
    assert (done.exit_code, "--list goes with a ledger" in done.stderr) == (2, True)


def test_the_only_list_is_meant_where_none_is_said(run: Run, club: str):
    """Of several one must be said."""
    told = run("rate", "--ledger", club)
    assert told.exit_code == 0, told.stderr
    assert told.stdout == run("rate", "--ledger", club, "--list", "main").stdout
    explained = run("explain", "--ledger", club, "--player", "Lotta")
    assert (explained.exit_code, "Lotta" in explained.stdout) == (0, True)
    with Ledger(club) as ledger:
        ledger.set_list("second", "elo")
    several = run("explain", "--ledger", club, "--player", "Lotta")
    assert (several.exit_code, "say which list, as --list main" in several.stderr) == (2, True)
    with Ledger(club) as ledger:
        ledger.remove_list("second")
        ledger.remove_list("main")
    assert "say by which rules" in run("rate", "--ledger", club).stderr


def test_documents_have_names_beside_keys(run: Run, club: str):
    """A forecast and a certainty of a ledger; of files, whose players are names, they have none."""
    asked = ("--ledger", club, "--format", "json")
    told = json.loads(run("predict", *asked, "--sides", "Lotta v Kalle", "-r", "elo").stdout)
    assert [side["names"] for side in told["sides"]] == [["Lotta"], ["Kalle"]]
    assert "Lotta" not in told["sides"][0]["players"]
    sure = json.loads(run("certainty", *asked, "--rules", "bradley-terry").stdout)
    assert {row["player_name"] for row in sure["players"]} == {"Kalle", "Lotta"}
    first = sure["first_place"]
    assert first["first_name"] == sure["players"][0]["player_name"]
    assert all({"winner_name", "loser_name"} <= row.keys() for row in first["turned"])
