"""Forecasts of a frame of games that are not played yet, as columns beside theirs."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.naming import players_meant
from banzuke.engine.predicting import predict_log
from banzuke.engine.rated import Rated
from banzuke.model.cells import numbers, texts
from banzuke.model.covariates import columns_named, tell_doubles
from banzuke.model.errors import ResultsRefused, WrongUse
from banzuke.model.row_problems import Problems
from banzuke.workflows.frames import take_frame, with_numbers


def forecast_frame(rated: Rated, games: Any, pool: str = "") -> Any:
    """The frame, of any kind, with what is expected of each of its games; a draw counts half.

    games : has player_1 and player_2, and comes back with chance_1 and chance_2; or game and
        player (and side), and comes back with chance, that of the player's side. Columns of
        numbers with which the rulebook reckons are read of duels; without them both are equal
    """
    frame, kind, _ = take_frame(games, "games")
    have = set(frame.columns)
    if {"player_1", "player_2"} <= have:
        columns = _duels(rated, frame, pool)
    elif {"game", "player"} <= have:
        columns = _entries(rated, frame, pool)
    else:
        raise WrongUse("games to predict have player_1 and player_2, or game and player")
    return with_numbers(games, kind, columns)


def _duels(rated: Rated, frame: pl.DataFrame, pool: str) -> dict[str, NDArray[np.float64]]:
    player = np.stack([_players(rated, frame[f"player_{side}"]) for side in (1, 2)], axis=1).ravel()
    handicap = np.stack([_handicaps(frame, f"handicap_{side}") for side in (1, 2)], axis=1).ravel()
    side = np.tile(np.array([0, 1], dtype=np.int32), len(frame))
    first = np.arange(0, 2 * len(frame) + 1, 2, dtype=np.uint32)
    chance = predict_log(rated, player, side, first, pool, handicap, _covariates(rated, frame))
    return {"chance_1": chance[::2], "chance_2": chance[1::2]}


def _entries(rated: Rated, frame: pl.DataFrame, pool: str) -> dict[str, NDArray[np.float64]]:
    player, handicap = _players(rated, frame["player"]), _handicaps(frame, "handicap")
    game = texts(frame["game"]).fill_null("").rank("dense").to_numpy().astype(np.int64)
    side = player.astype(np.int64)
    if "side" in frame.columns:
        # Who has no side is one; who has is with the others of the same label.
        label = texts(frame["side"])
        of_label = label.rank("dense").fill_null(0).to_numpy().astype(np.int64)
        side = np.where(label.is_null().to_numpy(), len(frame) + 1 + side, of_label)
    order = np.lexsort((side, game))
    game, side = game[order], side[order]
    new_game = np.concatenate([[True], game[1:] != game[:-1]])[: len(game)]
    new_side = new_game | np.concatenate([[True], side[1:] != side[:-1]])[: len(game)]
    first = np.append(np.flatnonzero(new_game), len(game)).astype(np.uint32)
    counter = np.cumsum(new_side)
    starts = np.maximum.accumulate(np.where(new_game, counter, 0))
    number = (counter - starts).astype(np.int32)
    if len(first) > 1 and (number[first[1:].astype(np.int64) - 1] == 0).any():
        raise WrongUse("a game has two sides or more, each of a player or more")
    chance = np.empty(len(order))
    chance[order] = predict_log(rated, player[order], number, first, pool, handicap[order])
    return {"chance": chance}


def _players(rated: Rated, column: pl.Series) -> NDArray[np.uint32]:
    """The codes of the players; raises UnknownName for the first who has no rating here."""
    names = texts(column).fill_null("").to_list()
    return np.array(players_meant(rated, names), dtype=np.uint32)


def _covariates(rated: Rated, frame: pl.DataFrame) -> NDArray[np.float64] | None:
    """How much more of each covariate the first player has, as in ``Log``; 0 without a column."""
    names, problems = rated.rulebook.covariates, Problems("", lambda line: line)
    if not names:
        return None
    found = []
    for name in names:
        columns = columns_named(frame.columns, name)
        tell_doubles(frame.columns, name, problems)
        own = [numbers(frame[column], problems) for column in columns]
        for column, values in zip(columns, own, strict=True):
            missing = np.isnan(values) & ~problems.told(column, len(frame))
            problems.add_lines(missing, column, lambda i: "the number is missing", "a number")
        more = own[0] if own else np.zeros(len(frame))
        found.append(more - own[1] if len(own) > 1 else more)
    if problems.found:
        raise ResultsRefused(problems.found)
    return np.stack(found, axis=1).ravel()


def _handicaps(frame: pl.DataFrame, column: str) -> NDArray[np.float64]:
    """What each player receives, 0 where nothing is said."""
    if column not in frame.columns:
        return np.zeros(len(frame))
    problems = Problems("", lambda line: line)
    values = numbers(frame[column], problems)
    if problems.found:
        raise ResultsRefused(problems.found)
    return np.nan_to_num(values)
