"""Diplomacy in the sample ledger: the World DipCon of 1997 as it was, and a circuit of boards."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from banzuke.workflows.demo.events import LAST_DAY, Event, Row, entrants, weekend
from banzuke.workflows.demo.people import Crowd, Person, dice
from banzuke.workflows.demo.reports import report_of

POOL = "diplomacy"
CROWD = Crowd(POOL, 42, {"SWE": 4, "GBR": 3, "FRA": 3, "NOR": 2, "DEN": 2, "GER": 2, "POL": 1})

#: What its file does not tell of the World DipCon of 1997.
WORLD_DIPCON = "World DipCon VII"
WORLD_DIPCON_FACTS = {"place": "Göteborg"}

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
#: How much better or worse each power does, in spreads of strength.
_LUCK = (-0.25, 0.0, 0.15, 0.05, -0.25, 0.05, 0.1)
_CENTRES, _ALONE = 34, 18
FIRST_YEAR = 1901


@dataclass(frozen=True)
class _Stop:
    """A tournament that is held each year."""

    name: str
    place: str
    month: int
    size: int
    rounds: int


STOPS = (
    _Stop("Stockholm Weasel", "Stockholm", 3, 21, 3),
    _Stop("Oslo Stab", "Oslo", 5, 21, 3),
    _Stop("Lille Conseil", "Lille", 7, 28, 4),
    _Stop("Leeds Alliance", "Leeds", 10, 28, 3),
)


def season_of(people: Sequence[Person], seed: int, season: int, year: int) -> list[Event]:
    """The events of a season, in the order of their ends."""
    chance = dice(seed, POOL, year)
    found = [_tournament(stop, people, season, year, chance) for stop in STOPS]
    return [one for one in found if one.end <= LAST_DAY]


def _tournament(
    stop: _Stop, people: Sequence[Person], season: int, year: int, chance: Random
) -> Event:
    """A tournament: who sits out a round, as boards are of seven, plays the next."""
    day = weekend(year, stop.month, chance.randrange(3))
    end = day + timedelta(days=1)
    name = f"{stop.name} {year}"
    field = entrants(people, season, stop.size, chance)
    event: Row = {
        "event": name,
        "event_end": end,
        "event_players": len(field),
        "event_rounds": stop.rounds,
    }
    rows: list[Row] = []
    points: dict[str, float] = defaultdict(float)
    played = {one.name: 0 for one in field}
    boards = len(field) // len(POWERS)
    for number in range(1, stop.rounds + 1):
        chance.shuffle(field)
        seated = sorted(field, key=lambda one: played[one.name])[: boards * len(POWERS)]
        chance.shuffle(seated)
        when = day + timedelta(days=int(number > (stop.rounds + 1) // 2))
        for board in range(1, boards + 1):
            table = seated[(board - 1) * len(POWERS) : board * len(POWERS)]
            game = f"{name} {number}.{board}"
            facts: Row = event | {
                "pool": POOL,
                "date": when,
                "round": number,
                "board": board,
                "game": game,
            }
            for row, won in _board(table, season, chance):
                rows.append(facts | row)
                points[str(row["player"])] += won
                played[str(row["player"])] += 1
    places = sorted(((one.name, points[one.name]) for one in field), key=lambda of: -of[1])
    standings = [
        event | {"date": end, "player": who, "place": 1 + sum(more > won for _, more in places)}
        for who, won in places
    ]
    director = chance.choice(people).name
    facts_of = {"place": stop.place, "director": director}
    if chance.random() < 0.7:
        rounded = [(who, round(won, 1)) for who, won in places]
        whole = 100 * stop.rounds
        facts_of["report"] = report_of(rounded, name, whole, stop.place, director, chance)
    return Event(name, f"{name} boards.csv", end, rows, standings, facts_of)


def _board(table: Sequence[Person], season: int, chance: Random) -> list[tuple[Row, float]]:
    """A board as rows a player, each with its points: the share of the sum of squares, of 100."""
    powers = list(range(len(POWERS)))
    chance.shuffle(powers)
    weights = [
        math.exp(0.4 * one.strength(season, 0.5) + _LUCK[power] + chance.gauss(0.0, 1.1))
        for one, power in zip(table, powers, strict=True)
    ]
    centres = _shared_out([0.0 if w < 0.06 * sum(weights) else w for w in weights])
    squares = sum(count**2 for count in centres)
    alone = max(centres) >= _ALONE
    found = []
    for who, power, count in zip(table, powers, centres, strict=True):
        row: Row = {"player": who.name, "role": POWERS[power], "score": count}
        share = float(count >= _ALONE) if alone else count**2 / squares
        found.append((row, 100 * share))
    return found


def _shared_out(weights: Sequence[float]) -> list[int]:
    """The centres of the board by weights, what is left over to the largest remainders."""
    shares = [_CENTRES * weight / sum(weights) for weight in weights]
    whole = [int(share) for share in shares]
    by_rest = sorted(range(len(shares)), key=lambda at: (whole[at] - shares[at], at))
    for at in by_rest[: _CENTRES - sum(whole)]:
        whole[at] += 1
    return whole
