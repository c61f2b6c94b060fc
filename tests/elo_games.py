"""Random games and settings of the Elo system, which several tests of it try."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from elo_reckoning import BANDS, CATEGORIES, NAMES, Game, Settings


@st.composite
def settings_of(draw: st.DrawFn, others: dict[str, list[Any]]) -> Settings:
    """Some settings changed, any of them together."""
    names = draw(st.lists(st.sampled_from(sorted(others)), unique=True, max_size=6))
    settings = {name: draw(st.sampled_from(others[name])) for name in names}
    if settings.get("expectation") == "table":
        settings["bands"] = BANDS
    if settings.get("team_rating") == "sum":
        settings.pop("k_steps", None)
    return settings


@st.composite
def lists_of_games(draw: st.DrawFn, *, duels: bool = False) -> list[Game]:
    """Games over two years, in the order of their days."""
    games = []
    day = 0
    for _ in range(draw(st.integers(1, 6))):
        day += draw(st.sampled_from([0, 1, 150]))
        names = draw(st.permutations(NAMES))
        count = 2 if duels else draw(st.integers(2, 4))
        size = 1 if duels else draw(st.sampled_from([1, 1, 2]))
        sides = tuple(tuple(names[i * size : (i + 1) * size]) for i in range(count))
        games.append(
            Game(
                day,
                sides,
                tuple(draw(st.lists(st.integers(0, 6), min_size=count, max_size=count))),
                draw(st.sampled_from(CATEGORIES)),
                draw(st.integers(-1, count - 1)),
                draw(st.sampled_from([0.0, 1.0, 5.0, 7.0])),
                tuple(draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=3, max_size=3))),
            )
        )
    return games


starts = st.fixed_dictionaries(
    dict.fromkeys(NAMES, st.sampled_from([1000.0, 1490.0, 1500.0, 1600.5, 1710.0, 2600.0]))
)
