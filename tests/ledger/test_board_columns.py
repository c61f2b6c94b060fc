"""Columns of games that go on for years: kept, corrected, exported, part of what a game says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused, ResultsRefused
from banzuke.workflows.ledger import Ledger

COLUMNS = ["player", "eliminated", "ended", "in_draw", "earlier"]


def board(game: str = "1", **said: str) -> list[dict[str, Any]]:
    """A board of three; the second player is out, the first has earlier scores."""
    common = {"event": "Open", "date": "2024-05-01", "game": game, "ended": 1907}
    rows = [
        {**common, "player": "Ann Ek", "score": 18, "in_draw": "no", "earlier": "1906:12"},
        {**common, "player": "Bo Ek", "score": 0, "in_draw": "no", "eliminated": 1904},
        {**common, "player": "Cia Ahl", "score": 16},
    ]
    rows[0].update(said)
    return rows


def known(ledger: Ledger) -> list[tuple[Any, ...]]:
    """What the ledger says of its boards."""
    return sorted(ledger.games().select(COLUMNS).rows(), key=str)


WHOLE = [
    ("Ann Ek", None, 1907.0, "no", "1906:12"),
    ("Bo Ek", 1904.0, 1907.0, "no", None),
    ("Cia Ahl", None, 1907.0, None, None),
]


def test_they_are_kept_and_come_out_of_an_export(ledger: Ledger, tmp_path: Path):
    """Beside games that lack them, which are read as before."""
    ledger.record([{"player_1": "Ann Ek", "player_2": "Bo Ek", "result": "1-0",
                    "date": "2024-01-01"}])  # fmt: skip
    ledger.import_frame(board(), "boards.csv", decisions=Decisions(new_people="create"))
    wanted = known(ledger)
    assert [row for row in wanted if row[2]] == WHOLE
    ledger.export(tmp_path / "all.zip")
    with Ledger.create(tmp_path / "other.db") as other:
        other.import_export(tmp_path / "all.zip")
        assert known(other) == wanted


def test_they_can_be_corrected_and_that_undone(ledger: Ledger):
    """Of the game or of one player; what contradicts itself is refused."""
    ledger.import_frame(board(), "boards.csv")
    values = {"ended": "1908", "in_draw of Cia Ahl": "yes", "earlier of Ann Ek": "1907:13 1906:12"}
    done = ledger.make(Change("correct game", {"game": 1, "values": values}))
    assert known(ledger)[0] == ("Ann Ek", None, 1908.0, "no", "1907:13 1906:12")
    assert known(ledger)[2] == ("Cia Ahl", None, 1908.0, "yes", None)
    assert done.told["changed"]["ended"] == {"before": "1907", "after": "1908"}
    with pytest.raises(ChangeRefused, match="out in 1904, but the game ended in 1900"):
        ledger.make(Change("correct game", {"game": 1, "values": {"ended": "1900"}}))
    ledger.make(Change("undo", {"number": done.revision}))
    assert known(ledger) == WHOLE


@pytest.mark.parametrize(
    "said",
    [{"earlier": "1906:11"}, {"in_draw": ""}, {"eliminated": "1907", "score": "18"}],
    ids=str,
)
def test_a_report_that_differs_in_one_is_another_result(ledger: Ledger, said: dict[str, str]):
    """The same board with another word is asked about; with the same words it is skipped."""
    ledger.import_frame(board(), "boards.csv")
    report, _ = ledger.import_frame(board(date="2024-05-01"), "again.csv", preview=True)
    assert (report.stored, len(report.skipped)) == (0, 1)
    with pytest.raises(ChangeRefused, match="another result"):
        ledger.import_frame(board(**said), "again.csv")


def test_they_move_no_rating(ledger: Ledger):
    """A list is the same without them, to the last bit."""
    bare = [{k: v for k, v in row.items() if k not in COLUMNS[1:]} for row in board()]
    ledger.import_frame(bare, "bare.csv")
    before = ledger.rate("weng-lin").to_frame()
    ledger.make(Change("withdraw", {"games": [1]}))
    ledger.import_frame(board(), "boards.csv")
    assert ledger.rate("weng-lin").to_frame().equals(before)


def test_a_recorded_board_has_them(ledger: Ledger):
    """As one that came from a file, beside the facts of its event."""
    rows = [{**row, "event_scoring": "sum-of-squares"} for row in board()]
    ledger.set_list("main", "weng-lin")
    ledger.record(rows)
    assert known(ledger) == WHOLE
    standings = ledger.standings("Open")
    assert "row 1: the board has 3 powers" in standings.by_plain_points
    assert len(standings.rows) == 3
    with pytest.raises(ResultsRefused, match="row 1: the board has 3 powers"):
        ledger.standings("Open", "sum-of-squares")
