"""The columns that all shapes of results share, read from a raw table and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cell_words import STATUS_MEANT, YES_NO
from banzuke.model.cells import (
    Floats,
    choices,
    numbers,
    refuse_control_signs,
    texts,
    whole_numbers,
)
from banzuke.model.coded_names import Coded, code_names
from banzuke.model.column_names import meaning
from banzuke.model.columns import STATUSES
from banzuke.model.dates import times
from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME
from banzuke.model.event_texts import event_texts
from banzuke.model.hidden_letters import hidden_letters
from banzuke.model.large_columns import is_same_value, same_value
from banzuke.model.problems import Problem
from banzuke.model.ranks import RIGHT, rank_number
from banzuke.model.results import Games
from banzuke.model.row_problems import Problems
from banzuke.model.wording import counted

PLAYED, FORFEIT, WALKOVER, BYE, FRIENDLY, VOID = (
    STATUSES.index(s) for s in ("played", "forfeit", "walkover", "bye", "friendly", "void")
)


def is_rated(
    status: NDArray[np.int32], said: NDArray[np.int32], statuses: Sequence[str] = ("played",)
) -> NDArray[np.bool_]:
    """Whether each game is rated: as the file says, else if its status is one of ``statuses``."""
    if is_same_value(status) and is_same_value(said):
        return same_value(is_rated(status[:1].copy(), said[:1].copy(), statuses)[0], len(status))
    follows = np.isin(status, [STATUSES.index(name) for name in statuses])
    rated: NDArray[np.bool_] = np.where(said < 0, follows, said == 1)
    return rated


class RawTable:
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
        #: Of the dates, where that is not what they show; see ``zone_clock``.
        self.reached: NDArray[np.int64] | None = None
        self.keeps_scores = True
        #: The names of the caller's own columns of numbers that are kept.
        self.covariates: tuple[str, ...] = ()
        self.warnings: list[Problem] = []
        self._told_hidden: set[tuple[str, ...]] = set()

    def __len__(self) -> int:
        return len(self.frame)

    def __contains__(self, column: str) -> bool:
        return column in self.frame.columns and self.frame[column].null_count() < len(self.frame)

    def text(self, column: str) -> pl.Series | None:
        """A column as text, null where empty; None if there is no such column."""
        if column not in self:
            return None
        found = texts(self.frame[column])
        refuse_control_signs(found, column, self.problems)
        return found

    def blank(self, column: str) -> NDArray[np.bool_]:
        """Where a column has nothing in it."""
        series = self.frame[column]
        return (texts(series) if series.dtype == pl.String else series).is_null().to_numpy()

    def coded(self, column: str) -> Coded | None:
        """A text column, coded."""
        if column not in self:
            return None
        coded = code_names(self.frame[column])
        self.tell_hidden(coded, column)
        return coded

    def tell_hidden(self, coded: Coded, *columns: str) -> None:
        """A warning if something invisible was left out of the texts of some columns."""
        if coded.hidden and columns not in self._told_hidden:
            self._told_hidden.add(columns)
            self.warnings += hidden_letters(coded, self.frame, columns, self.problems)

    def number(self, column: str) -> Floats | None:
        """A column of finite numbers, NaN where empty."""
        return numbers(self.frame[column], self.problems) if column in self else None

    def whole(self, column: str, lowest: int, right: str) -> Floats | None:
        """A column of whole numbers from ``lowest`` up, NaN where empty."""
        if column not in self:
            return None
        return whole_numbers(self.frame[column], self.problems, lowest, right)

    def rank(self, column: str) -> Floats | None:
        """A column of ranks as ``rank_number`` numbers them, NaN where empty."""
        coded = self.coded(column)
        if coded is None:
            return None
        known = [rank_number(name) for name in coded.names]
        values = np.array([np.nan if n is None else n for n in known] + [np.nan])[coded.codes]
        bad = (coded.codes >= 0) & np.isnan(values)
        self.problems.add_lines(
            bad, column, lambda i: f"{coded.names[coded.codes[i]]!r} is no rank", RIGHT
        )
        return values

    def share(self, column: str) -> Floats | None:
        """A column of numbers from 0 to 1."""
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
        if found.form:
            what = f"the dates are read as {found.form}, the only form that fits all of them"
            right = "say --date-format, if it is another"
            self.warnings.append(Problem(what, right, self.problems.source, column=column))
        if found.partial is not None:
            self._tell_partial(column, found.partial)
        if column == "date":
            # What is no date is told as such already.
            missing = found.missing & ~self.problems.told(column, len(self))
            self.problems.add_lines(
                missing, column, lambda i: "the date is missing, but other rows have one"
            )
            self.reached = found.reached
            return found.micros
        # An event's end may stand in one of its rows; the smallest number stands for "not here".
        unknown = found.missing | self.problems.told(column, len(self))
        return np.where(unknown, NO_TIME, found.micros)

    def _tell_partial(self, column: str, partial: NDArray[np.bool_]) -> None:
        """A warning of dates that say no day, at the first of them."""
        lines = np.flatnonzero(partial)
        have = counted(len(lines), "date says", "dates say")
        what = f"{have} no day: taken as the first that it can be"
        row, right = self.problems.row_of(int(lines[0])), "whole dates, so that games are in order"
        self.warnings.append(Problem(what, right, self.problems.source, row, column))

    def status(self, default: NDArray[np.int32]) -> NDArray[np.int32]:
        """The status of each line, ``default`` where the cell is empty."""
        if "status" not in self:
            return default
        called = code_names(self.frame["status"]).names
        others = {
            name: STATUS_MEANT[meaning(name)] for name in called if meaning(name) in STATUS_MEANT
        }
        if others:
            shown = ", ".join(f"{name} as {status}" for name, status in sorted(others.items()))
            what = f"statuses are read by what they mean: {shown}"
            self.warnings.append(Problem(what, "", self.problems.source, column="status"))
        known = {word: code for code, word in enumerate(STATUSES)}
        known |= {name.casefold(): known[status] for name, status in others.items()}
        said = choices(self.frame["status"], known, self.problems, ", ".join(STATUSES))
        return np.where(said < 0, default, said)

    def yes_or_no(self, column: str) -> NDArray[np.int32] | None:
        """1 yes, 0 no, -1 where empty; None if there is no such column."""
        if column not in self:
            return None
        return choices(self.frame[column], YES_NO, self.problems, "yes, no or empty", meaning)

    def rated(self) -> NDArray[np.int32]:
        """What the file says: 1 yes, 0 no, -1 nothing."""
        said = self.yes_or_no("rated")
        return same_value(np.int32(-1), len(self)) if said is None else said

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
        time = self.time("date")
        games = Games(
            status=status,
            rated=rated,
            row=self.rows,
            source=same_value(np.int32(0), len(self)),
            time=time,
            reached=self.reached,
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
            **event_texts(self.frame, event, self.problems),
        )
        names = {
            "events": [] if event is None else event.names,
            "pools": [] if pool is None else pool.names,
            "categories": [] if category is None else category.names,
        }
        games = self._same_in_event(games, names["events"])
        return self._all_dated(games), names

    def _all_dated(self, games: Games) -> Games:
        """Where only ends of events date the games, an event without one has no place in time."""
        if games.time is not None or games.end is None:
            return games
        undated = games.end == NO_TIME
        self.problems.add_lines(
            undated,
            "event_end",
            lambda i: "there is no date, but other events have one",
            "a date or an event_end of every event",
        )
        # Whoever looks for more that is wrong must not meet a moment that is none.
        return replace(games, end=None) if undated.any() else games

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
            floor = NO_TIME if name == "end" else -1.0
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
        if "end" in spread and games.time is not None:
            self._end_after_date(spread["end"], games.time)
        return replace(games, **spread)

    def _end_after_date(self, end: NDArray[np.int64], time: NDArray[np.int64]) -> None:
        """No game of an event can be later than the day on which the event ended."""
        known = (end != NO_TIME) & ~self.problems.told("date", len(self))
        early = known & (end // MICROSECONDS_A_DAY < time // MICROSECONDS_A_DAY)
        self.problems.add_lines(
            early, "event_end", lambda i: "the event ends before the date of this row"
        )
