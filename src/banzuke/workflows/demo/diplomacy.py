"""Diplomacy in the sample ledger: the World DipCon of 1997 as it was, and a circuit of boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from random import Random

from banzuke.scoring.scoring import load_scoring
from banzuke.workflows.demo.boards import POWERS, play_board
from banzuke.workflows.demo.events import LAST_DAY, Event, Row, Told, entrants, weekend
from banzuke.workflows.demo.people import Crowd, Person, dice
from banzuke.workflows.demo.reports import reports_of

POOL = "diplomacy"
CROWD = Crowd(POOL, 42, {"SWE": 4, "GBR": 3, "FRA": 3, "NOR": 2, "DEN": 2, "GER": 2, "POL": 1})

#: What its file does not tell of the World DipCon of 1997.
WORLD_DIPCON = "World DipCon VII"
WORLD_DIPCON_FACTS = {"kind": "tournament", "place": "GothCon XXI, Göteborg", "country": "SWE"}


@dataclass(frozen=True)
class _Stop:
    """A tournament that is held each year."""

    name: str
    place: str
    country: str
    scoring: str
    month: int
    size: int
    rounds: int


STOPS = (
    _Stop("Stockholm Weasel", "Stockholm", "SWE", "sum-of-squares", 3, 21, 3),
    _Stop("Oslo Stab", "Oslo", "NOR", "draw-size", 5, 21, 3),
    _Stop("Lille Conseil", "Lille", "FRA", "c-diplo-100", 7, 28, 4),
    _Stop("Leeds Alliance", "Leeds", "GBR", "sum-of-squares", 10, 28, 3),
)


def season_of(people: Sequence[Person], seed: int, season: int, year: int) -> list[Told]:
    """The events of a season, in the order of their ends."""
    chance = dice(seed, POOL, year)
    found = [_tournament(stop, people, season, year, chance) for stop in STOPS]
    return [one for one in found if one.day <= LAST_DAY]


def _tournament(
    stop: _Stop, people: Sequence[Person], season: int, year: int, chance: Random
) -> Told:
    """A tournament: who sits out a round, as boards are of seven, plays the next."""
    day = weekend(year, stop.month, chance.randrange(3))
    field = entrants(people, season, stop.size, chance)
    event = Event(
        name=f"{stop.name} {year}",
        end=day + timedelta(days=1),
        players=len(field),
        rounds=stop.rounds,
        place=stop.place,
        country=stop.country,
        director=chance.choice(people).name,
        scoring=stop.scoring,
    )
    scoring = load_scoring(stop.scoring)
    rows: list[Row] = []
    points = dict.fromkeys((one.name for one in field), Fraction(0))
    for number, board, table in _seats(field, stop.rounds, chance):
        when = day + timedelta(days=int(number > (stop.rounds + 1) // 2))
        game = 1000 * (12 * year + stop.month) + 10 * number + board
        at: Row = {"pool": POOL, "date": when, "round": number, "board": board, "game": game}
        seats, played = play_board(table, season, chance)
        rows += [event.columns() | at | seat for seat in seats]
        for seat, won in zip(seats, scoring.points(played), strict=True):
            points[seat["player"]] += won
    standings = _places(event, points)
    best = sorted(points.items(), key=lambda of: -of[1])
    said = reports_of([(who, round(float(won), 1)) for who, won in best], event, chance)
    said |= _awards(rows)
    return Told(POOL, event.name, event.end, rows, standings, {event.name: said})


def _seats(
    field: Sequence[Person], rounds: int, chance: Random
) -> Iterator[tuple[int, int, list[Person]]]:
    """Round, board and who sits there; who has played least sits first."""
    seats = len(POWERS)
    boards = len(field) // seats
    played = {one.name: 0 for one in field}
    for number in range(1, rounds + 1):
        waiting = chance.sample(list(field), len(field))
        waiting.sort(key=lambda one: played[one.name])
        seated = chance.sample(waiting[: boards * seats], boards * seats)
        for one in seated:
            played[one.name] += 1
        for board in range(boards):
            yield number, board + 1, seated[board * seats : (board + 1) * seats]


def _places(event: Event, points: Mapping[str, Fraction]) -> list[Row]:
    """The final places; who has as many points as others shares theirs."""
    return [
        event.columns()
        | {"date": event.end, "player": who, "place": 1 + sum(p > won for p in points.values())}
        for who, won in sorted(points.items(), key=lambda of: -of[1])
    ]


def _awards(rows: Sequence[Row]) -> dict[str, str]:
    """Who did best with each power, as facts of the event: one or several, and how well."""
    said = {}
    for power in POWERS:
        centres = {row["player"]: row["score"] for row in rows if row["role"] == power}
        most = max(centres.values())
        best = sorted(name for name, count in centres.items() if count == most)
        said[f"award of Best {power}"] = "; ".join(best)
        said[f"note of Best {power}"] = f"{most} centres"
    return said
