"""Elo has fast ways for common settings: whichever way is taken, all bits are the same."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.engine.rated import rate_results
from banzuke.engine.replay import Run, copy_state
from banzuke.model.log import new_record
from banzuke.systems import shelf
from banzuke.systems.elo.updating import update
from banzuke.workflows.reading import read, read_players
from elo_games import lists_of_games, settings_of, starts
from elo_reckoning import FIRST_GAMES, OTHERS, STEPS, Game, Settings, table
from strategies import rows_frame, rulebook_of

#: Settings whose duels have a fast way, and values of them that do not need anything else.
USUAL: dict[str, list[Any]] = {
    **{
        name: OTHERS[name]
        for name in (
            "k",
            "newcomer_factor",
            "newcomer_games",
            "expectation",
            "scale",
            "lead_cap",
            "advantage",
            "margin",
            "margin_factors",
            "margin_ease",
            "floor",
            "rounding",
        )
    },
    "k_steps": [STEPS[:1], STEPS[1:2], STEPS[2:3], STEPS[:3]],
}

any_settings = st.one_of(
    settings_of({"k": [15.0], "advantage": [100.0, -40.0], "base": [2.0]}),
    settings_of(USUAL),
    settings_of({**OTHERS, **FIRST_GAMES}),
)


def rated(games: list[Game], start: dict[str, float], settings: Settings, kind: str) -> Run:
    """Games rated by the engine, with what it rated them from."""
    book = rulebook_of(shelf()["elo"], settings, period={"kind": kind})
    floor = settings.get("floor", -1e9)
    known = [{"player": name, "rating": max(rating, floor)} for name, rating in start.items()]
    results = read(rows_frame(table(games)))
    return rate_results(results, book, read_players(rows_frame(known))).runs[0]


def bits(run: Run, settings: Settings, cuts: list[int], **ways: int) -> list[bytes]:
    """State and history of the games, rated in parts; ``ways`` closes ways that are 0."""
    card = shelf()["elo"]
    book = rulebook_of(card, settings)
    rules = card.rules(book.parameters, run.pool.categories)._replace(**ways)
    state = copy_state(run.start)
    record = new_record(len(run.pool.log.player), len(card.told_columns) - 1, history=True)
    scratch = card.work(run.pool.log, len(state[0])) if card.work else ()
    for first, last in pairwise(cuts):
        update(state, run.pool.log, rules, record, scratch, first, last)
    return [column.tobytes() for column in (*state, *record)]


@given(
    games=st.one_of(lists_of_games(duels=True), lists_of_games()),
    start=starts,
    settings=any_settings,
    kind=st.sampled_from(["game", "day"]),
    data=st.data(),
)
def test_every_way_gives_the_same_bits(
    games: list[Game], start: dict[str, float], settings: Settings, kind: str, data: st.DataObject
):
    """The fast ways, the one without them, and all of them in turn between any two cuts."""
    if len(games[0].sides) > 2 or settings.get("duels") == "in turn":
        games = [game for game in games if len(set(game.scores)) == len(game.scores)] or [
            Game(0, (("P1",), ("P2",)), (1, 0))
        ]
    if any(name in settings for name in FIRST_GAMES):
        games = [game for game in games if sum(map(len, game.sides)) == 2] or [
            Game(0, (("P1",), ("P2",)), (1, 0))
        ]
    run = rated(games, start, settings, kind)
    periods = len(run.pool.log.period) - 1
    whole = [0, periods]
    slow = bits(run, settings, whole, plain=0, usual=0)
    assert bits(run, settings, whole) == slow
    assert bits(run, settings, whole, plain=0) == slow
    inner = data.draw(st.sets(st.integers(0, periods)))
    assert bits(run, settings, sorted({*whole, *inner})) == slow


@pytest.mark.parametrize(
    ("settings", "ways"),
    [
        ({}, (1, 1)),
        ({"advantage": 65.0}, (1, 1)),
        ({"k_steps": STEPS[:3], "advantage": 65.0, "margin": "logarithm"}, (0, 1)),
        ({"floor": 100.0, "rounding": "whole", "lead_cap": 400.0}, (0, 1)),
        ({"k_steps": STEPS}, (0, 0)),
        ({"team_change": "by play"}, (0, 0)),
        ({"smoothing": OTHERS["smoothing"][0]}, (0, 0)),
    ],
)
def test_common_settings_have_a_fast_way(settings: Settings, ways: tuple[int, int]):
    """What most rulebooks set is rated fast, what takes more is not rated so."""
    card = shelf()["elo"]
    rules = card.rules(rulebook_of(card, settings).parameters, [])
    assert (rules.plain, rules.usual) == ways


def test_play_counts_in_duels():
    """Who played half of a duel gets half of the change, also where nothing else is set."""
    games = [Game(0, (("P1",), ("P2",)), (1, 0), play=(0.5, 1.0, 1.0))]
    start = {"P1": 1500.0, "P2": 1500.0}
    run = rated(games, start, {"team_change": "by play"}, "game")
    assert np.array_equal(run.record.change, [8.0, -8.0])
