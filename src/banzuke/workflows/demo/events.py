"""Invented events of the sample ledger: their facts, their rows of results, who meets whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

from banzuke.workflows.demo.people import Person

Row = dict[str, Any]

#: The day after which nothing happens in the sample ledger.
LAST_DAY = date(2026, 10, 31)


@dataclass(frozen=True, kw_only=True)
class Event:
    """An event as columns of results tell of it."""

    name: str
    end: date
    players: int
    rounds: int
    place: str
    country: str
    director: str
    kind: str = "tournament"
    category: str | None = None
    scoring: str | None = None

    def columns(self) -> Row:
        """What stands in each row of its results."""
        return {"event": self.name} | {
            f"event_{fact}": value for fact, value in vars(self).items() if fact != "name"
        }


@dataclass(frozen=True)
class Told:
    """What the office was told at once: a file of games, and what goes with it.

    game : what is played; day : the last one that it tells of
    rows, standings : of games, and of final places
    said : {event: {fact: value}}, what no column tells: its report, its awards
    """

    game: str
    name: str
    day: date
    rows: Sequence[Row]
    standings: Sequence[Row] = ()
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def month(self) -> int:
        """The month of its last day, counted through the years."""
        return 12 * self.day.year + self.day.month - 1


def of_a_year(told: Sequence[Told], name: str) -> Told:
    """All that was told of a game in a year, as one file."""
    return Told(
        told[0].game,
        name,
        max(one.day for one in told),
        [row for one in told for row in one.rows],
        [row for one in told for row in one.standings],
        {event: facts for one in told for event, facts in one.said.items()},
    )


def part_of_year(day: date) -> float:
    """How much of a year had passed on a day, in [0, 1]."""
    return (day.timetuple().tm_yday - 1) / 366


def last_day(month: int) -> date:
    """The last day of a month, counted through the years."""
    year, of_year = divmod(month + 1, 12)
    return date(year, of_year + 1, 1) - timedelta(days=1)


def weekend(year: int, month: int, which: int) -> date:
    """The Saturday of a weekend of a month, from 0."""
    first = date(year, month, 1)
    return first + timedelta(days=(5 - first.weekday()) % 7 + 7 * which)


def entrants(people: Sequence[Person], season: int, at_most: int, chance: Random) -> list[Person]:
    """Who enters: the keen are likelier to; at least four, where so many play at all."""
    there = [one for one in people if one.plays_in(season)]
    willing = sorted(there, key=lambda one: chance.random() / one.keen)
    count = max(4, round(at_most * chance.uniform(0.75, 1.0)))
    return willing[:count]


def swiss(
    field: Sequence[Person],
    rounds: int,
    play: Callable[[Person, Person], float],
    rest: Callable[[Person], None],
) -> list[tuple[Person, float]]:
    """Play a Swiss tournament; returns the final table, the best first, with points.

    play(one, other) -> points of ``one``, in [0, 1]; rest(who) is told of a bye, which is a point.
    """
    points = dict.fromkeys(range(len(field)), 0.0)
    met: set[tuple[int, int]] = set()
    rested: set[int] = set()
    for _ in range(rounds):
        waiting = sorted(points, key=lambda at: (-points[at], at))
        if len(waiting) % 2:
            out = next((at for at in reversed(waiting) if at not in rested), waiting[-1])
            rested.add(out)
            waiting.remove(out)
            points[out] += 1.0
            rest(field[out])
        while waiting:
            one = waiting.pop(0)
            other = next((at for at in waiting if (one, at) not in met), waiting[0])
            waiting.remove(other)
            met |= {(one, other), (other, one)}
            won = play(field[one], field[other])
            points[one] += won
            points[other] += 1.0 - won
    table = sorted(points, key=lambda at: (-points[at], at))
    return [(field[at], points[at]) for at in table]


def round_robin(count: int) -> list[list[tuple[int, int]]]:
    """Who meets whom in each round, everybody everybody once; ``count`` is even."""
    circle = list(range(count))
    rounds = []
    for turn in range(count - 1):
        pairs = [(circle[at], circle[-1 - at]) for at in range(count // 2)]
        rounds.append([pair if turn % 2 else pair[::-1] for pair in pairs])
        circle.insert(1, circle.pop())
    return rounds
