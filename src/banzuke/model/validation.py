"""A table of raw columns becomes Results, or is refused with everything that is wrong with it.

The three shapes of results are told apart by their columns: duels (a game a row), entries (a
player and game a row) and standings (a player and event a row).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cells import (
    Coded,
    Floats,
    Problems,
    choices,
    code_names,
    numbers,
    texts,
    times,
    whole_numbers,
)
from banzuke.model.columns import STATUSES, columns_of
from banzuke.model.errors import ResultsRefused, suggest
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.results import Entries, Games, Results

Scalar = TypeVar("Scalar", bound=np.generic)

SHAPES_IN_WORDS = (
    "results have player_1, player_2 and scores or a result; or winner and loser; or game, "
    "player and place or score; or event, player and place"
)

# How a duel may have ended, as the score of the first player in halves; -1 for no result.
RESULT_WORDS = {
    **dict.fromkeys(("1-0", "1:0", "1", "1.0", "+-", "+:-", "+/-", "1-0f"), 2),
    **dict.fromkeys(("0-1", "0:1", "0", "0.0", "-+", "-:+", "-/+"), 0),
    **dict.fromkeys(
        ("1/2-1/2", "½-½", "1/2", "½", "0.5", "0,5", "0.5-0.5", "0,5-0,5", "=", "draw"), 1
    ),
    "*": -1,
}
FORFEITS = {"+-", "+:-", "+/-", "-+", "-:+", "-/+", "1-0f"}
YES_NO = {
    **dict.fromkeys(("yes", "y", "true", "1"), 1),
    **dict.fromkeys(("no", "n", "false", "0"), 0),
}
PLAYED, BYE = STATUSES.index("played"), STATUSES.index("bye")


def is_rated(
    status: NDArray[np.int32], said: NDArray[np.int32], statuses: Sequence[str] = ("played",)
) -> NDArray[np.bool_]:
    """Whether each game is rated: as the file says, else if its status is one of ``statuses``."""
    follows = np.isin(status, [STATUSES.index(name) for name in statuses])
    rated: NDArray[np.bool_] = np.where(said < 0, follows, said == 1)
    return rated


def shape_of(columns: Sequence[str]) -> str:
    """The shape of results with these columns, "" if they are none."""
    have = set(columns)
    if {"player_1", "player_2"} <= have or {"winner", "loser"} <= have:
        return "duels"
    if {"player", "game"} <= have:
        return "entries"
    if {"player", "event"} <= have:
        return "standings"
    return ""


def validate(reading: Reading, date_format: str = "", zone: str = "UTC") -> Results:
    """Check and code what an importer read; raises ResultsRefused with every problem found."""
    frame = reading.frame
    rows = reading.rows
    line_rows = (
        np.arange(reading.first_row, reading.first_row + len(frame), dtype=np.uint32)
        if rows is None
        else rows.to_numpy().astype(np.uint32)
    )
    problems = Problems(reading.source, lambda line: int(line_rows[line]))
    shape = shape_of(frame.columns)
    missing = _missing_columns(frame.columns, shape)
    if missing is not None:
        problems.add(*missing)
        raise ResultsRefused(problems.found)
    if len(frame) == 0:
        problems.add("there are no results: a header, and no row below it")
        raise ResultsRefused(problems.found)
    table = _Table(frame, problems, line_rows, date_format, zone)
    results = {"duels": _duels, "entries": _entries, "standings": _standings}[shape](table)
    if problems.found:
        raise ResultsRefused(problems.found)
    warnings = [
        *reading.warnings,
        *table.warnings,
        *_misspelt(frame.columns, shape, reading.source),
    ]
    if reading.blank_rows:
        what = f"{reading.blank_rows} blank rows were passed over"
        warnings.append(Problem(what, source=reading.source))
    return replace(
        results,
        shape=shape,
        sources=(reading.source,),
        stamped=table.stamped,
        warnings=tuple(warnings),
        facts=reading.players,
    )


def _missing_columns(have: Sequence[str], shape: str) -> tuple[str, str, str] | None:
    """What to say of columns that make no shape, or lack what the shape needs."""
    if shape == "":
        near = {"player_1", "player_2", "winner", "loser", "game", "player", "event"} - set(have)
        hints = [
            f"{name}: {suggest(name, have)}"
            for name in sorted(near)
            if "mean" in suggest(name, have)
        ]
        hint = "; ".join(hints) + "; use --map NAME=COLUMN" if hints else SHAPES_IN_WORDS
        return f"these columns are not results: {', '.join(have)}", hint, ""
    ways: dict[str, list[tuple[str, ...]]] = {
        "duels": [("score_1", "score_2"), ("result",), ("winner", "loser")],
        "entries": [("place",), ("score",)],
        "standings": [("place",)],
    }
    wanted = ways[shape]
    if any(set(names) <= set(have) for names in wanted):
        return None
    first = [name for name in wanted[0] if name not in have]
    options = " or ".join(" and ".join(names) for names in wanted)
    hints = [
        suggest(name, [c for c in have if c not in columns_of(shape)] or have) for name in first
    ]
    nearest = next((hint for hint in hints if hint.startswith("did you mean")), "")
    return f"{' and '.join(first)} missing: {shape} need {options}", nearest, first[0]


def _misspelt(columns: Sequence[str], shape: str, source: str) -> list[Problem]:
    """Unknown columns that look like a known one that is not there."""
    known = [name for name in columns_of(shape) if name not in columns]
    found = []
    for name in columns:
        if name not in columns_of(shape) and (hint := suggest(name, known)).startswith(
            "did you mean"
        ):
            found.append(
                Problem(f"column {name} is not known and was left aside", hint, source, column=name)
            )
    return found


class _Table:
    """The columns of one file, and what was read of each; shared by the three shapes."""

    def __init__(
        self,
        frame: pl.DataFrame,
        problems: Problems,
        rows: NDArray[np.uint32],
        date_format: str,
        zone: str,
    ) -> None:
        self.frame, self.problems, self.rows = frame, problems, rows
        self.date_format, self.zone = date_format, zone
        self.stamped = False
        self.warnings: list[Problem] = []

    def __len__(self) -> int:
        return len(self.frame)

    def __contains__(self, column: str) -> bool:
        return column in self.frame.columns and self.frame[column].null_count() < len(self.frame)

    def text(self, column: str) -> pl.Series | None:
        """A column as text, null where empty; None if there is no such column."""
        return texts(self.frame[column]) if column in self else None

    def coded(self, column: str) -> Coded | None:
        return code_names([texts(self.frame[column])]) if column in self else None

    def number(self, column: str) -> Floats | None:
        return numbers(self.frame[column], self.problems) if column in self else None

    def whole(self, column: str, lowest: int, right: str) -> Floats | None:
        if column not in self:
            return None
        return whole_numbers(self.frame[column], self.problems, lowest, right)

    def share(self, column: str) -> Floats | None:
        values = self.number(column)
        if values is not None:
            with np.errstate(invalid="ignore"):
                bad = (values < 0) | (values > 1)
            self.problems.add_lines(bad, column, lambda i: f"{values[i]:g} is no share", "0 to 1")
        return values

    def time(self, column: str) -> NDArray[np.int64] | None:
        """A column of dates: all of it filled, or none."""
        if column not in self:
            return None
        found = times(self.frame[column], self.date_format, self.zone, self.problems)
        self.stamped = self.stamped or found.stamped
        if column == "date":
            self.problems.add_lines(
                found.missing, column, lambda i: "the date is missing, but other rows have one"
            )
            return found.micros
        # An event's end may stand in one of its rows; the smallest number stands for "not here".
        return np.where(found.missing, np.iinfo(np.int64).min, found.micros)

    def status(self, default: NDArray[np.int32]) -> NDArray[np.int32]:
        if "status" not in self:
            return default
        known = {word: code for code, word in enumerate(STATUSES)}
        said = choices(self.frame["status"], known, self.problems, ", ".join(STATUSES))
        return np.where(said < 0, default, said)

    def rated(self) -> NDArray[np.int32]:
        """What the file says: 1 yes, 0 no, -1 nothing."""
        if "rated" not in self:
            return np.full(len(self), -1, dtype=np.int32)
        return choices(self.frame["rated"], YES_NO, self.problems, "yes, no or empty")

    def games(
        self, status: NDArray[np.int32], rated: NDArray[np.int32]
    ) -> tuple[Games, dict[str, Any]]:
        """The columns that every shape may have, a line each, and their vocabularies."""
        coded = {name: self.coded(name) for name in ("event", "pool", "event_category")}
        weight = self.number("weight")
        if weight is not None:
            with np.errstate(invalid="ignore"):
                bad = weight < 0
            self.problems.add_lines(
                bad, "weight", lambda i: f"{weight[i]:g} is below 0", "0 or more"
            )
        event, pool, category = coded.values()
        games = Games(
            status=status,
            rated=rated,
            row=self.rows,
            source=np.zeros(len(self), dtype=np.int32),
            time=self.time("date"),
            end=self.time("event_end"),
            event=None if event is None else event.codes,
            pool=None if pool is None else pool.codes,
            category=None if category is None else category.codes,
            round=self.text("round"),
            board=self.text("board"),
            key=self.text("game"),
            time_class=self.text("time_class"),
            weight=weight,
            komi=self.number("komi"),
            board_size=self.whole("board_size", 1, "a whole number from 1"),
            players=self.whole("event_players", 1, "a whole number from 1"),
            rounds=self.whole("event_rounds", 1, "a whole number from 1"),
        )
        names = {
            "events": [] if event is None else event.names,
            "pools": [] if pool is None else pool.names,
            "categories": [] if category is None else category.names,
        }
        return self._same_in_event(games, names["events"]), names

    def _same_in_event(self, games: Games, events: list[str]) -> Games:
        """Facts of an event said in one row hold in all its rows; two different ones are told."""
        codes = games.event
        if codes is None:
            return games
        spread: dict[str, Any] = {}
        for name, column in (
            ("players", "event_players"),
            ("rounds", "event_rounds"),
            ("end", "event_end"),
        ):
            values = getattr(games, name)
            if values is None:
                continue
            floor = np.iinfo(np.int64).min if name == "end" else -1.0
            said = values if name == "end" else np.where(np.isnan(values), floor, values)
            highest = np.full(len(events) + 1, floor, dtype=said.dtype)
            np.maximum.at(highest, codes, said)
            of_event = highest[codes]
            lines = (said != floor) & (said != of_event)
            self.problems.add_lines(
                lines,
                column,
                lambda i: f"event {events[codes[i]]!r} has two different values",
            )
            filled = np.where(said == floor, np.where(codes < 0, floor, of_event), said)
            spread[name] = filled if name == "end" else np.where(filled == floor, np.nan, filled)
        return replace(games, **spread)


def _duels(table: _Table) -> Results:
    """Results of one game a row."""
    problems = table.problems
    by_winner = "player_1" not in table.frame.columns
    one_name, two_name = ("winner", "loser") if by_winner else ("player_1", "player_2")
    names = code_names([table.frame[one_name], table.frame[two_name]])
    one, two = names.codes[: len(table)], names.codes[len(table) :]
    problems.add_lines(one < 0, one_name, lambda i: "the player is missing")
    problems.add_lines(
        (one == two) & (one >= 0), two_name, lambda i: f"both sides are {names.names[one[i]]!r}"
    )
    outcome, scores, forfeited = _outcomes(table, by_winner)
    default = np.where(two < 0, BYE, PLAYED).astype(np.int32)
    default[forfeited] = STATUSES.index("forfeit")
    status = table.status(default)
    said = table.rated()
    rated = is_rated(status, said)
    problems.add_lines(
        (two < 0) & (status != BYE),
        two_name,
        lambda i: "the player is missing",
        "only a bye leaves it empty; its status is bye",
    )
    problems.add_lines(
        (two < 0) & rated, "rated", lambda i: "a bye cannot be rated", "no, or empty"
    )
    problems.add_lines(
        rated & (outcome < -1) & (two >= 0),
        "result" if "result" in table.frame.columns else "score_1",
        lambda i: "the result is missing",
        "scores or a result; or status void, if there was none",
    )
    unfinished = (outcome == -1) & (status == PLAYED)
    status = np.where(unfinished, STATUSES.index("void"), status).astype(np.int32)
    games, vocabularies = table.games(status, said)
    # The winner's entry comes first, of a draw the first name's: then it does not matter who
    # was written as player_1.
    swap = (outcome == 0) | ((outcome == 1) & (two < one))
    swap &= two >= 0
    best = (outcome >= 0).astype(np.int32)
    place = _pairs(best, np.where(outcome == 1, best, 2 * best))
    entries = Entries(
        player=_pairs(np.where(swap, two, one), np.where(swap, one, two)).astype(np.uint32),
        side=_pairs(np.zeros(len(table), dtype=np.int32), np.ones(len(table), dtype=np.int32)),
        place=place,
        score=None if scores is None else _swapped(*scores, swap),
        handicap=_two_columns(table, "handicap", swap),
        advantage=_advantage(table, swap),
    )
    first = np.arange(0, 2 * len(table) + 1, 2, dtype=np.uint32)
    if (two < 0).any():
        first, entries = _without_empty(
            first, entries, np.repeat(two < 0, 2) & (np.arange(2 * len(table)) % 2 == 1)
        )
    return Results("", (), names.names, **vocabularies, first=first, games=games, entries=entries)


def _pairs(one: NDArray[Scalar], two: NDArray[Scalar]) -> NDArray[Scalar]:
    both = np.empty(2 * len(one), dtype=one.dtype)
    both[0::2], both[1::2] = one, two
    return both


def _swapped(one: Floats, two: Floats, swap: NDArray[np.bool_]) -> Floats:
    return _pairs(np.where(swap, two, one), np.where(swap, one, two))


def _without_empty(
    first: NDArray[np.uint32], entries: Entries, gone: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], Entries]:
    """Drop entries without a player; a bye keeps one entry."""
    kept = np.concatenate([[0], np.cumsum(~gone)]).astype(np.uint32)
    columns = {
        name: getattr(entries, name)[~gone]
        for name in ("player", "side", "place", "score", "handicap", "advantage")
        if getattr(entries, name) is not None
    }
    return kept[first], replace(entries, **columns)


def _outcomes(
    table: _Table, by_winner: bool
) -> tuple[NDArray[np.int32], tuple[Floats, Floats] | None, NDArray[np.bool_]]:
    """What the first player got, in halves (-1 unfinished, -2 unknown), the scores, forfeits."""
    count = len(table)
    outcome = np.full(count, -2, dtype=np.int32)
    forfeited = np.zeros(count, dtype=np.bool_)
    if by_winner:
        outcome[:] = 2
    if "result" in table:
        coded = code_names([texts(table.frame["result"])])
        words = [
            name.replace(" ", "").replace("–", "-").replace("−", "-").lower()
            for name in coded.names
        ]
        lookup = np.array([*(RESULT_WORDS.get(word, -3) for word in words), -2], dtype=np.int32)
        outcome = lookup[coded.codes]
        forfeited = np.array([*(word in FORFEITS for word in words), False])[coded.codes]
        table.problems.add_lines(
            outcome == -3,
            "result",
            lambda i: f"{coded.names[coded.codes[i]]!r} is not a result",
            "1-0, 0-1, 1/2-1/2, or 1, 0, 0.5 of the first player",
        )
    one, two = table.number("score_1"), table.number("score_2")
    if one is None or two is None:
        return outcome, None, forfeited
    known = ~(np.isnan(one) | np.isnan(two))
    by_score = np.where(one > two, 2, np.where(one < two, 0, 1)).astype(np.int32)
    disagree = known & (outcome >= 0) & (outcome != by_score)
    table.problems.add_lines(
        disagree, "score_1", lambda i: f"{one[i]:g}-{two[i]:g} is not the result that the row says"
    )
    half_known = np.isnan(one) != np.isnan(two)
    table.problems.add_lines(half_known, "score_1", lambda i: "one score of two is missing")
    outcome = np.where(known, by_score, outcome).astype(np.int32)
    return np.where(half_known, 1, outcome).astype(np.int32), (one, two), forfeited


def _two_columns(table: _Table, name: str, swap: NDArray[np.bool_]) -> Floats | None:
    one, two = table.number(f"{name}_1"), table.number(f"{name}_2")
    if one is None and two is None:
        return None
    empty = np.zeros(len(table))
    return _swapped(
        empty if one is None else np.nan_to_num(one),
        empty if two is None else np.nan_to_num(two),
        swap,
    )


def _advantage(table: _Table, swap: NDArray[np.bool_]) -> Floats | None:
    if "advantage" not in table:
        return None
    known = {"1": 1, "2": 2, "1.0": 1, "2.0": 2}
    said = choices(table.frame["advantage"], known, table.problems, "1, 2 or empty")
    return _swapped((said == 1).astype(np.float64), (said == 2).astype(np.float64), swap)


def _standings(table: _Table) -> Results:
    """Results of one player and event a row: each event is one game of many sides."""
    event = table.coded("event")
    if event is None:
        table.problems.add("the column event is empty", SHAPES_IN_WORDS, "event")
        raise ResultsRefused(table.problems.found)
    table.problems.add_lines(event.codes < 0, "event", lambda i: "the event is missing")
    return _grouped(table, event.codes.astype(np.int64), standings=True)


def _entries(table: _Table) -> Results:
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


def _grouped(table: _Table, key: NDArray[np.int64], standings: bool) -> Results:
    """Rows with one key are one game; they need not be neighbours."""
    problems = table.problems
    players = table.coded("player")
    codes = players.codes if players is not None else np.full(len(table), -1, dtype=np.int32)
    problems.add_lines(codes < 0, "player", lambda i: "the player is missing")
    if problems.found and (codes < 0).all():
        raise ResultsRefused(problems.found)
    order, first = _gather(key)
    place, score = _places(table, standings)
    side = _sides(table, key, codes)
    status = table.status(np.zeros(len(table), dtype=np.int32))
    said = table.rated()
    rated = is_rated(status, said)
    by_row, vocabularies = table.games(status, said)
    head = order[first[:-1]]
    _agree_within_games(table, by_row, order, first)
    game_of_row = np.empty(len(table), dtype=np.int64)
    game_of_row[order] = np.repeat(np.arange(len(first) - 1), np.diff(first))
    if place is None:
        place = _places_of_scores(table, game_of_row, side, score, rated)
    unplaced = np.isnan(place)
    # Within a game: by place, then by the side's first name, then by name.
    rank = np.where(unplaced, np.inf, place)
    sorted_rows = np.lexsort((codes, side, rank, game_of_row))
    place_of = np.where(unplaced, 0, place).astype(np.int32)[sorted_rows]
    side_of = side[sorted_rows]
    begins = np.zeros(len(table), dtype=np.bool_)
    begins[first[:-1]] = True
    new_side = begins | np.concatenate([[True], side_of[1:] != side_of[:-1]])
    counter = np.cumsum(new_side)
    number = counter - np.repeat(counter[first[:-1]], np.diff(first))
    lineup = _Lineup(table, sorted_rows, first, codes, place_of, new_side, number)
    lineup.check(standings, by_row.players, rated)

    def sort(values: NDArray[Scalar] | None) -> NDArray[Scalar] | None:
        return None if values is None else values[sorted_rows]

    role = table.text("role")
    entries = Entries(
        player=codes[sorted_rows].astype(np.uint32),
        side=number.astype(np.int32),
        place=place_of,
        score=sort(score),
        handicap=sort(_no_nan(table.number("handicap"))),
        advantage=None,
        play=sort(table.share("play")),
        role=None if role is None else role.gather(sorted_rows),
        row=table.rows[sorted_rows],
    )
    games = _take(by_row, head)
    names = [] if players is None else players.names
    return Results(
        "", (), names, **vocabularies, first=first.astype(np.uint32), games=games, entries=entries
    )


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


def _places(table: _Table, standings: bool) -> tuple[Floats | None, Floats | None]:
    """Places and scores as the file says them; places are None where scores decide."""
    right = "a whole number from 1" + (", or empty for who took part unplaced" if standings else "")
    return table.whole("place", 1, right), table.number("score")


def _sides(table: _Table, key: NDArray[np.int64], codes: NDArray[np.int32]) -> NDArray[np.int64]:
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
    table: _Table,
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
    table: _Table, games: Games, order: NDArray[np.int64], first: NDArray[np.int64]
) -> None:
    """Rows of one game must not differ in what belongs to the game."""
    head = np.empty(len(order), dtype=np.int64)
    head[order] = np.repeat(order[first[:-1]], np.diff(first))
    columns = {
        "date": "time",
        "pool": "pool",
        "status": "status",
        "weight": "weight",
        "event_category": "category",
        "board": "board",
    }
    for column, name in columns.items():
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
        table.problems.add_lines(
            differs,
            column,
            lambda i: f"differs from row {table.rows[head[i]]}, which is of the same game or event",
        )


class _Lineup:
    """Who is in each game, sorted: checks that sides and places are possible."""

    def __init__(
        self,
        table: _Table,
        rows: NDArray[np.int64],
        first: NDArray[np.int64],
        codes: NDArray[np.int32],
        place: NDArray[np.int32],
        new_side: NDArray[np.bool_],
        side: NDArray[np.int64],
    ) -> None:
        self.table, self.rows, self.first = table, rows, first
        self.player, self.place, self.new_side, self.side = codes[rows], place, new_side, side
        self.game = np.repeat(np.arange(len(first) - 1), np.diff(first))

    def check(self, standings: bool, declared: Floats | None, rated: NDArray[np.bool_]) -> None:
        """Everything that is impossible in the line-ups."""
        self._nobody_twice()
        if standings:
            size = None if declared is None else np.nan_to_num(declared[self.rows])
            self._declared_size(size)
            self._possible_places(size)
            return
        self._at_least_two_sides(rated)
        self._members_share_a_place()
        self._possible_places(None)
        counts = np.diff(self.first)[self.game]
        self._lines(
            self.place > counts,
            "place",
            lambda e: f"place {self.place[e]} in a game of {counts[e]}",
        )
        self._lines(
            (self.place == 0) & rated[self.rows],
            "place",
            lambda e: "the place is missing",
            "only in standings may it be empty",
        )

    def _lines(
        self, mask: NDArray[np.bool_], column: str, what: Callable[[int], str], right: str = ""
    ) -> None:
        entries = np.flatnonzero(mask)
        entry_of = dict(zip(self.rows[entries].tolist(), entries.tolist(), strict=True))
        self.table.problems.add_lines(
            np.sort(self.rows[entries]), column, lambda line: what(entry_of[line]), right
        )

    def _nobody_twice(self) -> None:
        order = np.lexsort((self.rows, self.player, self.game))
        game, player = self.game[order], self.player[order]
        again = np.zeros(len(order), dtype=np.bool_)
        again[order[1:]] = (game[1:] == game[:-1]) & (player[1:] == player[:-1]) & (player[1:] >= 0)
        coded = self.table.coded("player")
        names = [] if coded is None else coded.names
        self._lines(
            again,
            "player",
            lambda e: f"{names[self.player[e]]!r} is there twice in one game or event",
        )

    def _declared_size(self, size: Floats | None) -> None:
        if size is None:
            return
        counts = np.diff(self.first)[self.game]
        first_of_game = np.concatenate([[True], self.game[1:] != self.game[:-1]])
        self._lines(
            first_of_game & (size > 0) & (counts > size),
            "event_players",
            lambda e: f"{counts[e]} players are listed, but {size[e]:g} declared",
        )
        self._lines(
            (size > 0) & (self.place > size),
            "place",
            lambda e: f"place {self.place[e]} in an event of {size[e]:g} players",
            "no place is higher than the number of players",
        )

    def _at_least_two_sides(self, rated: NDArray[np.bool_]) -> None:
        last = self.first[1:] - 1
        single = np.zeros(len(self.rows), dtype=np.bool_)
        single[last] = self.side[last] == 0
        self._lines(
            single & rated[self.rows],
            "game",
            lambda e: "the game has one side only",
            "two sides or more; or status bye",
        )

    def _members_share_a_place(self) -> None:
        """A side split by its places shows as the same side number of two runs."""
        differs = ~self.new_side & (self.place != np.roll(self.place, 1))
        split = np.zeros(len(self.rows), dtype=np.bool_)
        side = self.table.coded("side")
        if side is not None:
            label = side.codes[self.rows]
            order = np.lexsort((self.place, label, self.game))
            same = (
                (np.diff(self.game[order]) == 0)
                & (np.diff(label[order]) == 0)
                & (label[order][1:] >= 0)
            )
            split[order[1:]] = same & (np.diff(self.place[order]) != 0)
        self._lines(differs | split, "place", lambda e: "members of one side have different places")

    def _possible_places(self, size: Floats | None) -> None:
        """After k sides at place r the next is at r + k; more only where somebody is missing."""
        heads = np.flatnonzero(self.new_side & (self.place > 0))
        game, place = self.game[heads], self.place[heads]
        new_game = np.concatenate([[True], game[1:] != game[:-1]])
        start = np.maximum.accumulate(np.where(new_game, np.arange(len(heads)), 0))
        above = np.arange(len(heads)) - start
        new_group = new_game | np.concatenate([[True], place[1:] != place[:-1]])
        bad = np.zeros(len(self.rows), dtype=np.bool_)
        bad[heads[new_group & (place < above + 1)]] = True
        expected = np.zeros(len(self.rows), dtype=np.int64)
        expected[heads] = above + 1
        self._lines(
            bad,
            "place",
            lambda e: (
                f"place {self.place[e]} comes after {expected[e] - 1} better or equal players"
            ),
            "after two at place 1 the next is 3",
        )
        if size is None:
            return
        placed = np.bincount(game, minlength=len(self.first) - 1)[game]
        room = size[heads] - placed
        gap = new_group & (size[heads] > 0) & (place - (above + 1) > room)
        bad[:] = False
        bad[heads[gap]] = True
        self._lines(
            bad,
            "place",
            lambda e: f"place {self.place[e]} leaves out more places than players are missing",
            "the next place here would be no higher than the players above allow",
        )
