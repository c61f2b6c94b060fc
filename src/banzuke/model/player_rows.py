"""Entries and standings: results of one player a row, from a raw table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.board_columns import board_columns, ended_column
from banzuke.model.cells import Floats, texts
from banzuke.model.columns import SHAPES_IN_WORDS
from banzuke.model.covariates import of_entries
from banzuke.model.errors import ResultsRefused
from banzuke.model.large_columns import Scalar
from banzuke.model.line_ups import LineUp
from banzuke.model.places_and_scores import tell_places_against_scores
from banzuke.model.problems import Problem
from banzuke.model.raw_table import RawTable, is_rated
from banzuke.model.results import Entries, Games, Results


def read_standings(table: RawTable) -> Results:
    """Results of one player and event a row: each event is one game of many sides."""
    event = table.coded("event")
    if event is None:
        table.problems.add("the column event is empty", SHAPES_IN_WORDS, "event")
        raise ResultsRefused(table.problems.found)
    table.problems.add_lines(event.codes < 0, "event", lambda i: "the event is missing")
    return _grouped(table, event.codes.astype(np.int64), standings=True)


def read_entries(table: RawTable) -> Results:
    """Results of one player and game a row; a game is told by event, round and game."""
    game = table.coded("game")
    if game is None:
        table.problems.add("the column game is empty", SHAPES_IN_WORDS, "game")
        raise ResultsRefused(table.problems.found)
    table.problems.add_lines(game.codes < 0, "game", lambda i: "the game is missing")
    key = game.codes.astype(np.int64)
    for name in ("event", "round"):
        more = table.coded(name)
        if more is not None:
            key = key * (len(more.names) + 1) + more.codes
    return _grouped(table, key, standings=False)


def _grouped(table: RawTable, key: NDArray[np.int64], standings: bool) -> Results:
    """Rows with one key are one game; they need not be neighbours."""
    problems = table.problems
    players = table.coded("player")
    codes = players.codes if players is not None else np.full(len(table), -1, dtype=np.int32)
    problems.add_lines(codes < 0, "player", lambda i: "the player is missing")
    if problems.found and (codes < 0).all():
        raise ResultsRefused(problems.found)
    order, first = _gather(key)
    place_said, score = _places(table, standings)
    side = _sides(table, key, codes)
    status = table.status(np.zeros(len(table), dtype=np.int32))
    said = table.rated()
    rated = is_rated(status, said)
    by_row, vocabularies = table.games(status, said)
    if not standings:
        by_row = replace(by_row, ended=ended_column(table))
    _agree_within_games(table, by_row, order, first)
    game = np.empty(len(table), dtype=np.int64)
    game[order] = np.repeat(np.arange(len(first) - 1), np.diff(first))
    place = place_said
    if place is None and not standings:
        place = _places_of_scores(table, game, side, score, rated)
    if place is None:
        place = np.full(len(table), np.nan)
    if standings:
        _tell_without_finisher(table, np.isnan(place), rated, order, first)
    lineup = _lined_up(table, game, first, (codes, side, place))
    lineup.check(standings, by_row.players, rated)
    if place_said is not None and score is not None:
        where = np.where(rated, place, np.nan)
        tell_places_against_scores(table, lineup.rows, lineup.game, lineup.side, where, score)
    entries = _entries(
        table, lineup, score, {} if standings else board_columns(table, by_row.ended)
    )
    games = _take(by_row, order[first[:-1]])
    names = [] if players is None else players.names
    return Results(
        "", (), names, **vocabularies, first=first.astype(np.uint32), games=games, entries=entries
    )


def _lined_up(
    table: RawTable,
    game: NDArray[np.int64],
    first: NDArray[np.int64],
    said: tuple[NDArray[np.int32], NDArray[np.int64], Floats],
) -> LineUp:
    """The rows of each game by place, then by the side's first name, then by name.

    game : of each row; first : where each game begins
    said : of each row the player, the code of the side's first name, the place, NaN for none
    """
    codes, side, place = said
    rank = np.where(np.isnan(place), np.inf, place)
    rows = np.lexsort((codes, side, rank, game))
    side_of = side[rows]
    begins = np.zeros(len(table), dtype=np.bool_)
    begins[first[:-1]] = True
    new_side = begins | np.concatenate([[True], side_of[1:] != side_of[:-1]])
    counter = np.cumsum(new_side)
    number = counter - np.repeat(counter[first[:-1]], np.diff(first))
    place_of = np.where(np.isnan(place), 0, place).astype(np.int32)[rows]
    return LineUp(table, rows, first, codes, place_of, new_side, number)


def _entries(
    table: RawTable, lineup: LineUp, score: Floats | None, of_boards: Mapping[str, Any]
) -> Entries:
    """The rows in the order of the line-up, with all that is said of them."""
    rows = lineup.rows

    def sort(values: NDArray[Scalar] | None) -> NDArray[Scalar] | None:
        return None if values is None else values[rows]

    def choose(values: Any) -> Any:
        return values.gather(rows) if isinstance(values, pl.Series) else sort(values)

    return Entries(
        player=lineup.player.astype(np.uint32),
        side=lineup.side.astype(np.int32),
        place=lineup.place,
        score=sort(score),
        handicap=sort(_no_nan(table.number("handicap"))),
        advantage=sort(_advantage(table)),
        play=sort(table.share("play")),
        entry_rank=sort(table.rank("entry_rank")),
        role=choose(table.text("role")),
        **{name: choose(values) for name, values in of_boards.items()},
        covariates=choose(of_entries(table, table.covariates)),
        row=table.rows[rows],
    )


def _tell_without_finisher(
    table: RawTable,
    unplaced: NDArray[np.bool_],
    rated: NDArray[np.bool_],
    order: NDArray[np.int64],
    first: NDArray[np.int64],
) -> None:
    """A warning for each event that counts, but in which nobody has a place."""
    events = texts(table.frame["event"]) if "event" in table else None
    nobody = np.logical_and.reduceat((unplaced & rated)[order], first[:-1])
    for row in order[first[:-1]][nobody].tolist():
        name = None if events is None else events[row]
        what = f"nobody has a place in event {name!r}, so it rates nobody"
        right = "places, or status void if there was no result"
        source = table.problems.source
        table.warnings.append(Problem(what, right, source, table.problems.row_of(row), "place"))


def _advantage(table: RawTable) -> Floats | None:
    """1 for who moved first or was at home, 0 for the others."""
    said = table.yes_or_no("advantage")
    return None if said is None else (said == 1).astype(np.float64)


def _no_nan(values: Floats | None) -> Floats | None:
    return None if values is None else np.nan_to_num(values)


def _take(games: Games, at: NDArray[np.int64]) -> Games:
    columns: dict[str, Any] = {}
    for name in Games.__dataclass_fields__:
        values = getattr(games, name)
        if values is not None:
            columns[name] = values.gather(at) if isinstance(values, pl.Series) else values[at]
    return Games(**columns)


def _gather(key: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows game by game, games in order of their first rows, and where each begins."""
    starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    if pl.Series(key[starts]).n_unique() == len(starts):
        return np.arange(len(key)), np.append(starts, len(key))
    _, head, group = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(head[group], kind="stable")
    sizes = np.bincount(group)[np.argsort(head)]
    return order, np.concatenate([[0], np.cumsum(sizes)])


def _places(table: RawTable, standings: bool) -> tuple[Floats | None, Floats | None]:
    """Places and scores as the file says them; places are None where scores decide."""
    right = "a whole number from 1" + (", or empty for who took part unplaced" if standings else "")
    return table.whole("place", 1, right), table.number("score")


def _sides(table: RawTable, key: NDArray[np.int64], codes: NDArray[np.int32]) -> NDArray[np.int64]:
    """A number for the side of each row: the code of its first name, so labels do not matter."""
    side = table.coded("side")
    if side is None:
        return codes.astype(np.int64)
    alone = side.codes < 0
    label = np.where(alone, len(side.names) + np.arange(len(codes)), side.codes)
    _, group = np.unique(np.stack([key, label]), axis=1, return_inverse=True)
    lowest = np.full(int(group.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(lowest, group, codes)
    return lowest[group]


def _places_of_scores(
    table: RawTable,
    game: NDArray[np.int64],
    side: NDArray[np.int64],
    score: Floats | None,
    rated: NDArray[np.bool_],
) -> Floats:
    """Places by score, the higher first; equal scores tie; members of a side count once."""
    if score is None:
        score = np.full(len(table), np.nan)
    table.problems.add_lines(
        np.isnan(score) & rated, "score", lambda i: "neither a place nor a score"
    )
    sides = pl.DataFrame({"game": game, "side": side, "score": score}).with_row_index("line")
    best = sides.group_by("game", "side").agg(
        pl.col("score").min().alias("low"),
        pl.col("score").max().alias("high"),
        pl.col("line").min(),
    )
    for line in best.filter(pl.col("low") != pl.col("high"))["line"].sort().to_list():
        table.problems.add(
            "members of one side have different scores", "the score of the side", "score", line
        )
    ranked = best.with_columns(
        pl.col("high").rank("min", descending=True).over("game").alias("place")
    )
    joined = sides.join(ranked.select("game", "side", "place"), on=["game", "side"], how="left")
    return joined.sort("line")["place"].cast(pl.Float64).fill_null(np.nan).to_numpy()


def _agree_within_games(
    table: RawTable, games: Games, order: NDArray[np.int64], first: NDArray[np.int64]
) -> None:
    """Rows of one game must not differ in what belongs to the game."""
    head = np.empty(len(order), dtype=np.int64)
    head[order] = np.repeat(order[first[:-1]], np.diff(first))
    columns = (
        ("date", "time"),
        ("date", "reached"),
        ("pool", "pool"),
        ("status", "status"),
        ("rated", "rated"),
        ("weight", "weight"),
        ("event_category", "category"),
        ("board", "board"),
        ("ended", "ended"),
    )
    for column, name in columns:
        values = getattr(games, name)
        if values is None:
            continue
        if isinstance(values, pl.Series):
            differs = values.ne_missing(values.gather(head)).to_numpy()
        else:
            mine, theirs = values, values[head]
            differs = mine != theirs
            if mine.dtype == np.float64:
                differs &= ~(np.isnan(mine) & np.isnan(theirs))
        told = table.problems.told(column, len(table))
        table.problems.add_lines(
            differs & ~told & ~told[head],
            column,
            lambda i: f"differs from row {table.rows[head[i]]}, which is of the same game or event",
        )
