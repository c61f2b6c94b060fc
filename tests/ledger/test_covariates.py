"""Columns of numbers that a list's rulebook reckons with, in a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.errors import ResultsRefused
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.rating import rate

BOOK = load_rulebook("bradley-terry", {"covariates": ["length"]})


def votes(seed: int, count: int) -> pl.DataFrame:
    """Votes on answers of several lengths, the longer being liked."""
    rng = np.random.default_rng(seed)
    one = rng.integers(0, 5, count)
    two = (one + rng.integers(1, 5, count)) % 5
    length = rng.integers(50, 900, (2, count))
    gap = 0.2 * (two - one) + 0.001 * (length[0] - length[1])
    won = rng.random(count) < 1 / (1 + np.exp(-gap))
    return pl.DataFrame(
        {
            "game": [f"{seed}-{number}" for number in range(count)],
            "model_a": [f"Model {at}" for at in one],
            "model_b": [f"Model {at}" for at in two],
            "winner": np.where(won, "model_a", "model_b"),
            "length_a": length[0],
            "length_b": length[1],
        }
    )


def said(ratings: Any) -> Any:
    """What a list says: who has which number, and what was estimated."""
    frame = ratings.to_frame()
    name = "name" if "name" in frame.columns else "player"
    numbers = sorted(frame.select(name, "rating", "deviation").rows())
    return numbers, ratings.estimates().rows()


def test_columns_of_lists_are_kept(ledger: Ledger, tmp_path: Path):
    """What a list reckons with is kept of files and of reports, and gives the same numbers."""
    ledger.set_list("models", BOOK)
    files = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for seed, file in enumerate(files):
        votes(seed, 60).write_csv(file)
    ledger.import_files(files)
    assert said(ledger.rate(BOOK)) == said(rate(files, BOOK))
    more = votes(7, 4)
    rows = more.rename({"model_a": "player_1", "model_b": "player_2"}).to_dicts()
    ledger.record(rows)
    more.write_csv(tmp_path / "more.csv")
    whole = rate([*files, tmp_path / "more.csv"], BOOK)
    assert [row[1] for row in said(ledger.rate(BOOK))[1]] == pytest.approx(
        [row[1] for row in whole.estimates().rows()]
    )


def test_without_the_column_it_is_said(ledger: Ledger, tmp_path: Path):
    """Results that were brought in before anything reckoned with the column do not have it."""
    votes(0, 60).write_csv(tmp_path / "votes.csv")
    ledger.import_files([tmp_path / "votes.csv"])
    ledger.set_list("models", BOOK)
    with pytest.raises(ResultsRefused, match="in a ledger, files that are brought in after"):
        ledger.rate(BOOK)
