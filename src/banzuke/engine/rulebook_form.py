"""The shape of a rulebook's file: its sections, their settings, and what each of them accepts.

Whatever a rulebook may say is declared here once (and, for ``[parameters]``, by its system);
the check, the error texts, ``--set`` and ``rules show`` all read these declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

import polars as pl
from pydantic import Field, field_validator, model_validator

from banzuke.engine.age_weights import AgeWeight, wrong_ages
from banzuke.engine.linear_terms import linear_terms
from banzuke.engine.rulebook_examples import Example
from banzuke.model.errors import suggest
from banzuke.model.parameters import (
    Declared,
    Fault,
    ParameterFaults,
    parameter,
    raise_faults,
)
from banzuke.model.system import Period
from banzuke.model.written_rules import Table, Text, WrittenForm

Status = Literal["played", "forfeit", "walkover", "bye", "friendly", "void"]


@lru_cache(maxsize=32)
def is_zone(name: str) -> bool:
    """Whether a name is a zone of the time zone database, to Python and to Polars alike.

    A machine keeps more files beside the zones, such as ``localtime`` and ``right/UTC``.
    """
    try:
        ZoneInfo(name)
        pl.Series([datetime(2000, 1, 1, tzinfo=UTC)]).dt.convert_time_zone(name)
    except (ValueError, OSError, KeyError, pl.exceptions.ComputeError):
        return False
    return True


class PeriodRule(Declared):
    """What is rated together, and which day an event has."""

    kind: Period = parameter(
        Period.EVENT, "the stretch whose games are all rated from the ratings before it"
    )
    zone: str = parameter("UTC", "the time zone whose clock says the day, as Europe/Stockholm")
    day: Literal["last", "first"] = parameter("last", "which day of an event dates it")
    events: Literal["apart", "whole"] = parameter(
        "apart",
        "where the period is a day, week, month or year: whether each game belongs to its own, or "
        "the whole event to the one of the day that dates it",
    )

    @field_validator("zone")
    @classmethod
    def _zone_exists(cls, zone: str) -> str:
        if not is_zone(zone):
            near = suggest(zone, sorted(available_timezones()))
            right = near if near.startswith("did you") else "such as UTC or Europe/Stockholm"
            raise ParameterFaults([Fault((), f"{zone!r} is not a time zone", right)])
        return zone


class Counts(Declared):
    """Which results count: an empty list stands for all."""

    events: tuple[Text, ...] = parameter((), "only these events count; empty for all")
    except_events: tuple[Text, ...] = parameter((), "these events do not count")
    categories: tuple[Text, ...] = parameter(
        (), "only events of these categories (event_category) count; empty for all"
    )
    statuses: tuple[Status, ...] = parameter(
        ("played",), "games of these statuses count, unless their column rated says otherwise"
    )
    pools: tuple[Text, ...] = parameter((), "only these pools count; empty for all")
    board_sizes: tuple[int, ...] = parameter(
        (), "only games on boards of so many lines count, and those that tell none; empty for all"
    )
    team_sizes: Literal["warn", "allow", "refuse"] = parameter(
        "warn",
        "games whose sides differ in their number of players: rated with a warning, rated, "
        "or refused",
    )
    ages: tuple[AgeWeight, ...] = parameter(
        (),
        "what games weigh by their age at the list's date: windows of months, the newest games' "
        "first; a game in none weighs 0; empty: all ages alike",
    )
    from_: date | None = parameter(None, "the first day that counts", alias="from")
    until: date | None = parameter(None, "the last day that counts")

    @model_validator(mode="after")
    def _something_counts(self) -> Counts:
        faults = [
            Fault(("except_events", number), f"{event!r} is both counted and excepted")
            for number, event in enumerate(self.except_events)
            if event in self.events
        ]
        faults += [
            Fault(("board_sizes", number), f"{size} is no number of lines", "1 or more")
            for number, size in enumerate(self.board_sizes)
            if size < 1
        ]
        faults += wrong_ages(self.ages)
        if not self.statuses:
            faults.append(Fault(("statuses",), "no status counts", 'such as ["played"]'))
        if self.from_ is not None and self.until is not None and self.from_ > self.until:
            what = f"nothing counts: from {self.from_} is after until {self.until}"
            faults.append(Fault(("until",), what))
        raise_faults(faults)
        return self


class Adjustment(Declared):
    """A change of ratings by decree: something added, or a move toward a value."""

    on: date = Field(description="the day at whose beginning it is made")
    every: Literal["", "year"] = parameter("", "whether it is made again each year on that day")
    title: str = parameter("", "what lists and explanations call it")
    add: float = parameter(0.0, "points added")
    toward: float | None = parameter(None, "value that ratings move toward")
    share: float = parameter(0.0, "part of the way to toward", ge=0, le=1)
    below: float | None = parameter(None, "only ratings below this one")
    above: float | None = parameter(None, "only ratings above this one")
    players: tuple[Text, ...] = parameter((), "only these players; empty for all")

    @model_validator(mode="after")
    def _does_one_thing(self) -> Adjustment:
        faults = []
        if self.toward is None and self.share > 0:
            faults.append(Fault(("share",), "share without toward", "the value to move toward"))
        elif self.toward is not None and self.share == 0:
            faults.append(Fault(("toward",), "toward without share", "share above 0, at most 1"))
        elif self.toward is not None and self.add != 0:
            right = "two adjustments, one after the other"
            faults.append(Fault(("add",), "both add and toward", right))
        elif self.toward is None and self.add == 0:
            faults.append(Fault((), "the adjustment changes nothing", "add, or toward and share"))
        if self.below is not None and self.above is not None and self.above >= self.below:
            what = f"no rating is both above {self.above:g} and below {self.below:g}"
            faults.append(Fault(("above",), what))
        if self.every and (self.on.month, self.on.day) == (2, 29):
            right = "02-28 or 03-01"
            faults.append(Fault(("on",), "not every year has a 29 February", right))
        raise_faults(faults)
        return self


class Display(Declared):
    """How a rating is shown."""

    value: str = parameter(
        "rating", "what is shown: state columns, added up, as rating or rating - 3 * deviation"
    )
    decimals: int = parameter(0, "decimal places", ge=0, le=12)
    rounding: Literal["half_away", "half_even", "down"] = parameter(
        "half_away", "where halves go: away from zero, to the even digit; down drops all decimals"
    )
    signed_change: bool = parameter(False, "whether a gain is shown with a plus")
    rank_table: str = parameter(
        "", "parameter whose rows (name, from) turn a rating into a rank; empty for none"
    )
    regular_mark: str = parameter("", "put after the rank of who has regular_games; empty for none")
    regular_games: int = parameter(0, "games from which on regular_mark is shown", ge=0)

    @field_validator("value")
    @classmethod
    def _value_adds_up(cls, value: str) -> str:
        linear_terms(value)
        return value

    @property
    def terms(self) -> dict[str, float]:
        """``value`` as {state column: factor}, with what is added to all under ""."""
        return linear_terms(self.value)


class ListRule(Declared):
    """Who stands on the list, and in what order."""

    least_games: int = parameter(0, "counted games (events, where events are rated) needed", ge=0)
    why_least_games: str = parameter("", "what is said of who has fewer")
    active_days: int = parameter(
        0, "days before the list's date within which one must have played; 0 for ever", ge=0
    )
    provisional_games: int = parameter(0, "fewer counted games than this are marked", ge=0)
    provisional_deviation: float = parameter(
        0.0, "a deviation of this or more is marked; 0 for none", ge=0
    )
    provisional_mark: str = parameter(
        "?", "the mark of who has fewer than provisional_games, or such a deviation"
    )
    ranks: Literal["1224", "1223"] = parameter(
        "1224", "numbers after a shared rank: those shared are left out (1224), or not (1223)"
    )
    tie_order: tuple[Literal["sort_name", "player", "games"], ...] = parameter(
        ("sort_name", "player"), "in what order players of one rank stand"
    )


class AmendmentForm(Declared):
    """What changes from a day on."""

    from_: date = Field(alias="from", description="the first day that it holds")
    note: str = parameter("", "what changed and why")
    parameters: Table = parameter(dict, "parameters that change")
    pools: dict[str, Table] = parameter(dict, "parameters that change in one pool")


class RulebookForm(WrittenForm):
    """A rulebook's file, all of its sections."""

    system: Text = Field(description="key of the rating system")
    pooling: Literal["separate", "together"] = parameter(
        "separate", "whether a player has a rating in each pool, or one for all"
    )
    parameters: Table = parameter(dict, "settings of the system")
    period: PeriodRule = parameter(PeriodRule, "what is rated together")
    counts: Counts = parameter(Counts, "which results count")
    pools: dict[str, Table] = parameter(dict, "parameters that differ in one pool")
    start: dict[str, float] = parameter(
        dict, "starting values by state column, of whom the players file says nothing"
    )
    display: Display = parameter(Display, "how a rating is shown")
    list: ListRule = parameter(ListRule, "who is listed")
    adjustment: tuple[Adjustment, ...] = parameter((), "changes of ratings by decree")
    amendment: tuple[AmendmentForm, ...] = parameter((), "what changes from a day on")
    example: tuple[Example, ...] = parameter((), "worked examples")


#: The sections whose settings are called SECTION.NAME.
SECTIONS: Mapping[str, type[Declared]] = {
    "period": PeriodRule,
    "counts": Counts,
    "display": Display,
    "list": ListRule,
}
