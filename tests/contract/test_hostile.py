"""Ten thousand games that want to break a system: every number stays a number."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

import numpy as np
import polars as pl
import pytest

from banzuke.engine.history import history
from banzuke.engine.lists import rating_list
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.replay import forecast, replay, scores
from banzuke.engine.rulebook import Rulebook
from banzuke.model.players import Players
from banzuke.model.system import Capability, Given, System
from banzuke.systems import shelf
from banzuke.workflows.reading import read, read_players
from strategies import TYPICAL_SCORES, rulebook_of

SYSTEMS = [pytest.param(system, id=key) for key, system in shelf().items()]
COUNT = 10_000
RATINGS = (-1e6, 0.0, 1e-9, 1.0, 40.0, 99.5, 100.0, 1500.0, 6750.0, 1e6)


def players_of(rulebook: Rulebook, names: list[str], rng: random.Random) -> Players:
    """Starting values as far apart as the system allows."""

    def taken(rating: float) -> bool:
        given = Given({"rating": np.array([rating])}, {})
        parameters, played = rulebook.parameters, np.array([True])
        return not rulebook.system.start(given, 1, parameters, played)[1]

    ratings = [rating for rating in RATINGS if taken(rating)]
    rows = [{"player": name, "rating": rng.choice(ratings)} for name in names]
    return read_players(pl.DataFrame(rows))


def hostile_games(system: System, rng: random.Random) -> pl.DataFrame:
    """Duels of one against all and of a few, games of 2 to 300 sides, and one of 5,000."""
    crowd = [f"P{number}" for number in range(5000)]
    line_ups: list[list[str]] = [["P0", f"P{number}"] for number in range(1, COUNT // 2)]
    line_ups += [rng.sample(crowd[:20], 2) for _ in range(COUNT // 2)]
    if Capability.MANY_SIDES in system.capabilities:
        line_ups += [rng.sample(crowd, rng.choice([3, 8, 30, 300])) for _ in range(200)]
        line_ups.append(crowd)
    rows: list[dict[str, Any]] = []
    for number, names in enumerate(line_ups):
        day = date(1999, 1, 1) + timedelta(days=number)
        tied = rng.random() < 0.2
        scores = rng.choice([pair for pair in TYPICAL_SCORES if sum(pair) == 64])
        facts: dict[str, Any] = {"event": f"E{number}", "date": day}
        if system.takes_standings:
            rounds = rng.choice([1, 3])
            facts |= {"event_players": len(names) + rng.choice([0, 9]), "event_rounds": rounds}
        else:
            facts["game"] = f"{number}"
        for place, name in enumerate(names):
            row = {**facts, "player": name}
            if "score" in system.reads:
                row["score"] = float(scores[place] if len(names) == 2 else len(names) - place)
            else:
                row["place"] = 1 if tied and Capability.DRAWS in system.capabilities else place + 1
            if Capability.HANDICAP in system.capabilities:
                row["handicap"] = float(rng.choice([0, 0, 9, 100])) if place == 0 else 0.0
            rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def rate_hostile(system: System) -> Rated:
    """Hostile games, rated by default rules."""
    rng = random.Random(system.key)
    rulebook = rulebook_of(system)
    frame = hostile_games(system, rng)
    names = frame["player"].unique(maintain_order=True).to_list()
    return rate_results(read(frame), rulebook, players_of(rulebook, names, rng))


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_numbers_stay_numbers(system: System, monkeypatch: pytest.MonkeyPatch):
    """Ratings, histories, lists and forecasts of hostile games are finite throughout."""
    # Games of thousands of sides are for compiled kernels, however few entries there are.
    monkeypatch.setitem(replay.__kwdefaults__, "compile_from", 0)
    monkeypatch.setattr(scores, "__defaults__", (0,))
    rated = rate_hostile(system)
    assert len(rated.runs[0].pool.games) >= COUNT - 1
    run = rated.runs[0]
    for values in (*run.state, run.record.change):
        assert np.isfinite(values).all()
    for frame in (history(rated), *rating_list(rated)):
        for column in frame.iter_columns():
            if column.dtype.is_float():
                assert column.drop_nulls().is_finite().all(), column.name
    if system.predict is not None:
        chance = forecast(run.pool, rated.rulebook, run.state, rated.parameters(""), 0)
        assert ((chance >= 0) & (chance <= 1)).all()
