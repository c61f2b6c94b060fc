"""What a card claims is rated; what it does not claim is refused by name, never misread."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.engine.predicting import predict_game
from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import Rulebook, resolve
from banzuke.model.errors import CannotDo, ResultsRefused
from banzuke.model.log import OPTIONAL_COLUMNS
from banzuke.model.system import Capability, System
from banzuke.systems import shelf
from banzuke.workflows.reading import read, read_players
from strategies import World, rulebook_of, taken_ratings, worlds

SYSTEMS = [pytest.param(system, id=key) for key, system in shelf().items()]
every_system = pytest.mark.parametrize("system", SYSTEMS)
DAY = date(2024, 5, 1)


def rows_of(*sides: tuple[str, ...], score: float | None = None) -> list[dict[str, Any]]:
    """A game in which the first side is best, as rows of entries."""
    outcome = "place" if score is None else "score"
    return [
        {"event": "Open", "date": DAY, "game": "1", "player": name, "side": f"{number}"}
        | {outcome: number + 1 if score is None else 34.0 - 4 * number}
        for number, side in enumerate(sides)
        for name in side
    ]


def rate(rulebook: Rulebook, rows: list[dict[str, Any]]) -> Any:
    """Rate rows with players who are known to every system."""
    names = sorted({row["player"] for row in rows})
    rating = taken_ratings(rulebook)[-1]
    players = read_players(pl.DataFrame([{"player": name, "rating": rating} for name in names]))
    return rate_results(read(rows), rulebook, players)


LINE_UPS = {
    Capability.TEAMS: [("A", "B"), ("C", "D")],
    Capability.MANY_SIDES: [("A",), ("B",), ("C",)],
}


@every_system
@pytest.mark.parametrize("capability", LINE_UPS)
def test_line_ups(system: System, capability: Capability):
    """Teams and many sides are rated where claimed, else refused with the system's title."""
    if system.takes_standings:
        pytest.skip("rates standings, not games")
    rulebook = rulebook_of(system)
    score = 1.0 if "score" in system.reads else None
    if capability in system.capabilities:
        rated = rate(rulebook, rows_of(*LINE_UPS[capability], score=score))
        assert len(rated.runs[0].pool.games) == 1
    else:
        with pytest.raises(ResultsRefused) as caught:
            rate(rulebook, rows_of(*LINE_UPS[capability], score=score))
        assert system.title in str(caught.value)
        assert "row 0" in str(caught.value)


@every_system
@pytest.mark.parametrize("capability", LINE_UPS)
def test_line_ups_to_forecast(system: System, capability: Capability):
    """Games that are not rated are not forecast either."""
    if system.takes_standings or system.predict is None:
        pytest.skip("does not forecast games")
    score = 1.0 if "score" in system.reads else None
    rows = rows_of(("A",), ("B",), score=score)
    more = [{**row, "game": "2", "player": other} for row, other in zip(rows, "CD", strict=True)]
    rated = rate(rulebook_of(system), rows + more)
    sides = [list(side) for side in LINE_UPS[capability]]
    if capability in system.capabilities:
        assert len(predict_game(rated, sides)) == len(sides)
    else:
        with pytest.raises(CannotDo, match="rates"):
            predict_game(rated, sides)


@every_system
def test_standings(system: System):
    """Standings are rated where claimed, else refused with the system's title."""
    facts = {"event_players": 2, "event_rounds": 3}
    rows = [
        {"event": "Open", "date": DAY, "player": name, "place": place, **facts}
        for place, name in ((1, "A"), (2, "B"))
    ]
    rulebook = rulebook_of(system)
    if system.takes_standings:
        assert len(rate(rulebook, rows).runs[0].pool.games) == 1
    else:
        with pytest.raises(ResultsRefused, match="standings") as caught:
            rate(rulebook, rows)
        assert system.title in str(caught.value)


@every_system
def test_unplaced(system: System):
    """Who took part without a place is only taken where claimed."""
    facts = {"event_players": 3, "event_rounds": 3}
    rows = [
        {"event": "Open", "date": DAY, "player": name, "place": place, **facts}
        for place, name in ((1, "A"), (2, "B"), (None, "C"))
    ]
    if not system.takes_standings:
        pytest.skip("rates games, whose places validation demands")
    if Capability.UNPLACED in system.capabilities:
        assert len(rate(rulebook_of(system), rows).names) == 3
    else:
        with pytest.raises(ResultsRefused, match="missing"):
            rate(rulebook_of(system), rows)


@every_system
def test_forecasts_that_are_not_claimed(system: System):
    """A system without forecasts says so by name."""
    if system.predict is not None:
        pytest.skip("forecasts")
    rated = rate_results(read(known_game(system)), rulebook_of(system), known_players(system))
    with pytest.raises(CannotDo, match=r"does not forecast") as caught:
        predict_game(rated, [["A"], ["B"]])
    assert system.title in str(caught.value)


def known_game(system: System) -> list[dict[str, Any]]:
    """A game, or an event, that the system rates."""
    if not system.takes_standings:
        return rows_of(("A",), ("B",), score=1.0 if "score" in system.reads else None)
    facts = {"event_players": 2, "event_rounds": 3}
    return [
        {"event": "Open", "date": DAY, "player": name, "place": place, **facts}
        for place, name in ((1, "A"), (2, "B"))
    ]


def known_players(system: System) -> Any:
    """Starting values for two players."""
    rating = taken_ratings(rulebook_of(system))[-1]
    return read_players({"A": rating, "B": rating})


@every_system
@given(data=st.data())
def test_periods_that_are_claimed(system: System, data: st.DataObject):
    """Each period of the card is rated by."""
    period = data.draw(st.sampled_from(system.periods))
    world: World = data.draw(worlds(system, period=period, most=4))
    assert world.rulebook.period.kind is period
    assert sum(run.pool.n_periods for run in world.rate().runs) > 0


@every_system
def test_card(system: System):
    """A card is whole: words where words are due, and columns that exist."""
    assert all([system.title, system.source, system.summary.endswith(".")])
    assert system.version >= 1
    assert 1900 < system.year < 2100
    assert system.columns[0].name == "rating"
    assert system.columns[0].unit
    assert len({column.name for column in system.columns}) == len(system.columns)
    assert tuple(column.name for column in system.columns) == system.state._fields
    assert set(system.reads) <= set(OPTIONAL_COLUMNS)
    assert len(set(system.periods)) == len(system.periods) > 0
    assert resolve({"title": "T", "game": "G", "system": system.key})[1] == []
