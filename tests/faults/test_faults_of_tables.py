"""Faults of tables and boards that users of other rating software met."""

from __future__ import annotations

import pytest

import banzuke as bz


@pytest.mark.parametrize(("scores", "change"), [((35, 29), 1.0), ((33, 31), -1.0)])
def test_a31_a_winner_may_lose_points(scores: tuple[int, int], change: float):
    """By the Danish table a lead of 225 and a win by 6 is +1, by 2 it is -1, and it says why."""
    row = {"player_1": "Per", "player_2": "Poul", "score_1": scores[0], "score_2": scores[1]}
    ratings = bz.rate([row], "othello-denmark", {"Per": 1150.0, "Poul": 925.0})
    winner, loser = ratings.explain("Per"), ratings.explain("Poul")
    assert (winner.change, loser.change) == (change, -change)
    for told in (winner, loser):
        assert told.terms[0].source.startswith("row 201..250, column ")
        said = {term.name: term for term in told.inputs}
        assert ("what the winner gets" in said) == (change < 0)
        if change < 0:
            assert said["what the winner gets"].value == change
            assert "costs points" in said["what the winner gets"].source


def test_a33_a_game_with_nobody_left_moves_nobody():
    """Where no centre is left, nothing is divided by zero: nobody moves, and it is said why."""
    rows = [
        {"game": game, "date": day, "player": player, "score": centres}
        for game, day, centres in (("1", "2024-01-01", 0), ("2", "2024-01-02", 12))
        for player in ("A", "B", "C")
    ]
    rows[3]["score"] = 20
    for scoring in ("winner takes all", "sum of squares"):
        ratings = bz.rate(rows, "ghost-ratings", parameters={"scoring": scoring})
        for player in ("A", "B", "C"):
            told = ratings.explain(player, game="1")
            assert (told.rated, told.change, told.after) == (False, 0.0, 100.0)
            assert told.why == "nobody has a centre left"
        assert ratings.explain("A", game="2").change > 0
