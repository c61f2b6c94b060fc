"""What an import does to the lists is told with it, and keeps nothing that is not so later."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from banzuke.cli import ledger as commands
from banzuke.ledger.import_reports import Decisions
from banzuke.publishing import checkpoints
from banzuke.publishing.effect_text import effects_in_short
from banzuke.workflows.ledger import Ledger
from builders import table

FIRST = table(
    """
    date        player_1  player_2  result
    2024-03-01  Anna      Bo        1-0
    2024-03-02  Bo        Cia       1-0
    """
)
SECOND = table(
    """
    date        player_1  player_2  result
    2024-03-03  Anna      Dan       1-0
    2024-02-01  Eva       Bo        0-1
    """
)
CREATE = Decisions(new_people="create")


def up_to(games: int) -> Decisions:
    """People are made, and effects told up to so many games."""
    return replace(CREATE, effects_up_to=games)


@pytest.fixture
def club(tmp_path: Path) -> Ledger:
    """A ledger of two games with a list, beside a file of two more."""
    SECOND.write_csv(tmp_path / "second.csv")
    ledger = Ledger.create(tmp_path / "club.db")
    ledger.import_frame(FIRST, "first.csv", decisions=CREATE)
    ledger.set_list("main", "elo", {"title": "Main"})
    return ledger


def test_it_says_who_is_new_and_who_moved_most(club: Ledger, tmp_path: Path):
    """In a line a list; what is told before is what happens, and the list after it is whole."""
    file = tmp_path / "second.csv"
    _, shown = club.import_files([file], decisions=up_to(4), preview=True)
    assert (shown.revision, club.revision) == (None, 2)
    before = {row["name"]: row["shown"] for row in club.current("main")["players"]}
    _, done = club.import_files([file], decisions=up_to(4))
    assert effects_in_short(done.effects) == effects_in_short(shown.effects)
    after = {row["name"]: row["shown"] for row in club.current("main")["players"]}
    said = effects_in_short(done.effects)
    assert said.startswith("Main: 5 players moved, new: ")
    assert ", new: Dan; Eva, " in said
    assert f"most: Anna {before['Anna']} → {after['Anna']}" in said
    with Ledger(club.database.place) as other:
        assert other.current("main") == club.current("main")


def test_nothing_is_told_of_more_games_than_are_asked_for(club: Ledger, tmp_path: Path):
    """Neither by default: a server would wait for it."""
    _, done = club.import_files([tmp_path / "second.csv"], decisions=up_to(3))
    assert done.effects == ()
    club.undo(done.revision or 0)
    assert club.import_files([tmp_path / "second.csv"])[1].effects == ()


def test_what_is_remembered_is_not_of_the_middle(
    club: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """States and lists that are kept from before the import are not taken for those after it."""
    monkeypatch.setattr(checkpoints, "FEWEST_GAMES", 2)
    club.import_files([tmp_path / "second.csv"], decisions=up_to(4))
    kept = club.current("main")
    club._checkpoints.clear()
    assert club.current("main") == kept
    more = [{"date": "2024-03-09", "player_1": "Cia", "player_2": "Eva", "result": "1-0"}]
    club.import_frame(more, "more.csv")
    with Ledger(club.database.place) as other:
        other._checkpoints.clear()
        assert other.current("main") == club.current("main")


def test_a_list_that_can_no_longer_be_rated_is_told(club: Ledger, tmp_path: Path):
    """Before the file is stored."""
    (tmp_path / "undated.csv").write_text("player_1,player_2,result\nAnna,Bo,1-0\n")
    _, shown = club.import_files([tmp_path / "undated.csv"], decisions=up_to(9), preview=True)
    assert "Main: cannot be rated then: 1 game has no date" in effects_in_short(shown.effects)


def test_the_command_tells_it_of_small_ledgers_and_on_asking(
    run, club: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """After the figures, with --preview as without."""
    words = ["import", tmp_path / "second.csv", "--ledger", club.database.place, "--new-people"]
    assert "\n\nMain: 5 players moved" in run(*words, "create", "--preview").stdout
    assert "Main:" not in run(*words, "create", "--preview", "--no-effects").stdout
    monkeypatch.setattr(commands, "QUICK", 3)
    assert "Main:" not in run(*words, "create", "--preview").stdout
    done = run(*words, "create", "--yes", "--effects")
    assert "Main: 5 players moved" in done.stdout
    assert done.stdout.endswith("\nrevision 3\n")
