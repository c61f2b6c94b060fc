"""Games of which files tell twice: left, stored once more, or told anew by the newer edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions, Report
from banzuke.model.errors import ChangeRefused
from banzuke.publishing.ledger_text import report_text
from banzuke.workflows.ledger import Done, Ledger

HEAD = "date,round,player_1,player_2,result\n"
FIRST = ("2024-03-01,1,Anna,Bo,1-0", "2024-03-01,2,Anna,Cia,1-0", "2024-03-02,1,Bo,Cia,0-1")
# A game more, another result, and a game less.
SECOND = ("2024-03-01,1,Bo,Dan,1-0", "2024-03-01,1,Anna,Bo,0-1", "2024-03-02,1,Bo,Cia,0-1")
# The same games, but not the same bytes.
COPY = (*FIRST[:2], f"{FIRST[2]} ")
ALIKE = "these players, this result, on this occasion"
REPLACE = Decisions(again="replace")
NEWER = Decisions(again="replace", withdraw_missing=True)


def store(ledger: Ledger, folder: Path, lines: tuple[str, ...], **how: Any) -> tuple[Report, Done]:
    """Import an edition of the file."""
    file = folder / how.pop("name", "club.csv")
    file.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    return ledger.import_files([file], **how)


def ratings(ledger: Ledger) -> list[tuple[str, float, int]]:
    """Names, ratings and games of the list."""
    frame = ledger.rate("elo").to_frame()
    return frame.select("name", "rating", "games").sort("name").rows()


def test_the_newer_edition_of_a_file_replaces_games(ledger: Ledger, tmp_path: Path):
    """With what is gone withdrawn, the list is that of a ledger that has the new edition only."""
    store(ledger, tmp_path, FIRST)
    before = ratings(ledger)
    report, done = store(ledger, tmp_path, SECOND, decisions=NEWER)
    assert (report.stored, report.replaced, report.withdrawn) == (1, 1, 1)
    (retold,) = report.retold
    assert retold.what == "game 1 is told anew"
    assert f"replaced: {retold}" in report_text(report)
    with Ledger.create(tmp_path / "fresh.db") as fresh:
        store(fresh, tmp_path, SECOND)
        assert ratings(ledger) == ratings(fresh)
    assert done.revision is not None
    ledger.make(Change("undo", {"number": done.revision}))
    assert ratings(ledger) == before


def test_games_that_a_newer_edition_lacks_are_told(ledger: Ledger, tmp_path: Path):
    """They stay until somebody says that they are withdrawn."""
    store(ledger, tmp_path, FIRST)
    report, _ = store(ledger, tmp_path, SECOND, decisions=REPLACE)
    assert [(w.what, w.right) for w in report.warnings] == [
        ("game 2, which was in row 3, is not in this file any more",
         "--withdraw-missing withdraws it"),
    ]  # fmt: skip
    assert [games for _, _, games in ratings(ledger)] == [2, 3, 2, 1]


def test_another_result_of_a_known_game_is_asked_about(ledger: Ledger, tmp_path: Path):
    """Nothing is stored until somebody says which file is right."""
    store(ledger, tmp_path, FIRST)
    with pytest.raises(ChangeRefused, match="game 1 has these players on this occasion") as asked:
        store(ledger, tmp_path, SECOND)
    assert "--again replace" in str(asked.value)
    assert ledger.revision == 1


@pytest.mark.parametrize(
    ("again", "stored", "games"), [("skip", 0, 6), ("store", 3, 12), ("replace", 0, 6)]
)
def test_the_same_games_from_another_file(
    ledger: Ledger, tmp_path: Path, again: Any, stored: int, games: int
):
    """They are one game or two as a person says; by itself nothing is decided."""
    store(ledger, tmp_path, FIRST)
    with pytest.raises(ChangeRefused, match="is the same: these players"):
        store(ledger, tmp_path, COPY, name="web.csv")
    decided = Decisions(again=again)
    report, _ = store(ledger, tmp_path, COPY, name="web.csv", decisions=decided)
    assert report.stored == stored
    assert sum(count for _, _, count in ratings(ledger)) == games


def test_the_lines_of_a_refusal_add_up(ledger: Ledger, tmp_path: Path):
    """Of many games that are stored already one is told, and how many more there are."""
    store(ledger, tmp_path, FIRST)
    with pytest.raises(ChangeRefused) as asked:
        store(ledger, tmp_path, COPY, name="web.csv")
    head, first, rest = str(asked.value).splitlines()
    assert head == "change refused: 3 problems"
    assert first.startswith(f"  web.csv, row 2: game 1 is the same: {ALIKE} (say")
    assert rest == "  web.csv: … and 2 more games of this file are stored already in the same way"


def test_two_games_of_a_day_are_two(ledger: Ledger, tmp_path: Path):
    """Who plays twice a day, in a file that has no rounds, is not told that it is one game."""
    file = tmp_path / "club.csv"
    line = "2024-03-01,Anna,Bo,1-0\n"
    file.write_text("date,player_1,player_2,result\n" + line * 2, encoding="utf-8")
    ledger.import_files([file])
    file.write_text("date,player_1,player_2,result\n" + line * 3, encoding="utf-8")
    report, _ = ledger.import_files([file])
    assert (report.stored, len(report.skipped)) == (1, 2)


def test_a_corrected_edition_differs_where_it_differs(ledger: Ledger, tmp_path: Path):
    """After any correction, a file of another name that tells one game anew is asked about that."""
    store(ledger, tmp_path, FIRST)
    scores = {"score of Anna": "1", "score of Bo": "3"}
    done = ledger.make(Change("correct game", {"game": 1, "values": scores}))
    ledger.make(Change("undo", {"number": done.revision}))
    newer = ("2024-03-01,1,Anna,Bo,0-1", *FIRST[1:])
    with pytest.raises(ChangeRefused) as asked:
        store(ledger, tmp_path, newer, name="corrected.csv")
    assert [(one.row, one.what, one.times) for one in asked.value.problems] == [
        (2, "game 1 has these players on this occasion, with another result or other facts", 1),
        (3, f"game 2 is the same: {ALIKE}", 1),
        (4, f"game 3 is the same: {ALIKE}", 1),
    ]
    report, _ = store(ledger, tmp_path, newer, name="corrected.csv", decisions=REPLACE)
    assert (report.stored, report.replaced) == (0, 1)


def test_a_file_that_says_what_was_corrected_says_the_same(ledger: Ledger, tmp_path: Path):
    """A result that was corrected is that of the file that has it right from the beginning."""
    store(ledger, tmp_path, FIRST)
    done = ledger.make(Change("correct game", {"game": 1, "values": {"winner": "Bo"}}))
    said = done.told["changed"]["result"]
    assert (said["before"], said["after"]) == ("0-1", "1-0")
    report, _ = store(ledger, tmp_path, ("2024-03-01,1,Anna,Bo,0-1", *FIRST[1:]))
    assert (report.stored, len(report.skipped)) == (0, 3)


def test_another_entry_rank_or_pool_of_a_known_game_is_asked_about(ledger: Ledger):
    """Ratings can depend on both: the second report is not the first one again."""
    game = {"game": "1", "date": "2024-03-01", "pool": "blitz"}
    first = [{**game, "player": "Anna", "place": 1, "entry_rank": "3k"}]
    first.append({**game, "player": "Bo", "place": 2, "entry_rank": "4k"})
    ledger.import_frame(first, "club.csv")
    for other in ({"pool": "rapid"}, {"entry_rank": "1d"}):
        with pytest.raises(ChangeRefused, match="or other facts"):
            ledger.import_frame([{**row, **other} for row in first], "club.csv")
