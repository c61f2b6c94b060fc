"""Results into a ledger, and out again."""

from __future__ import annotations

from pathlib import Path

from banzuke.workflows.ledger import Ledger
from banzuke.workflows.rating import rate

DIPCON = Path(__file__).parents[2] / "examples" / "world-dipcon-1997.csv"


def numbers(ratings, columns=("rating", "games", "change")):
    """{name: the numbers of a list}."""
    frame = ratings.to_frame()
    name = "name" if "name" in frame.columns else "player"
    return {row[name]: tuple(row[c] for c in columns) for row in frame.to_dicts()}


def test_a_file_is_rated_from_the_ledger_as_without_it(ledger: Ledger):
    """The list of the ledger has the same bits as that of the file."""
    ledger.import_files([DIPCON])
    assert numbers(ledger.rate("dip-pouch")) == numbers(rate(DIPCON, "dip-pouch"))


def test_the_same_file_again_changes_nothing(ledger: Ledger):
    """A file that is stored makes no revision."""
    ledger.import_files([DIPCON])
    report, done = ledger.import_files([DIPCON])
    assert done.revision is None
    assert [problem.what for problem in report.skipped] == ["this file is stored already"]
    assert ledger.revision == 1
