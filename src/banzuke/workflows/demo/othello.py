"""Othello in the sample ledger: opens, national championships, a circuit and a league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from banzuke.workflows.demo.events import (
    LAST_DAY,
    Event,
    Row,
    Told,
    entrants,
    part_of_year,
    round_robin,
    swiss,
    weekend,
)
from banzuke.workflows.demo.people import Crowd, Person, dice
from banzuke.workflows.demo.reports import reports_of

POOL = "othello"
CROWD = Crowd(
    POOL, 64, {"SWE": 9, "NOR": 2, "FIN": 2, "DEN": 2, "GBR": 1, "FRA": 1, "POL": 1, "JPN": 1}
)
CHAMPIONSHIP = "national championship"

#: Discs by which one spread of strength is better, and by which results scatter.
DISCS, SCATTER = 9.0, 17.0


@dataclass(frozen=True)
class _Series:
    """A tournament that is held each year.

    nation : whose people alone may enter, "" for all
    """

    name: str
    place: str
    country: str
    month: int
    size: int
    rounds: int
    category: str = ""
    nation: str = ""


SERIES = (
    _Series("Göteborg Open", "Göteborg", "SWE", 2, 26, 7),
    _Series("Nordic Circuit Oslo", "Oslo", "NOR", 3, 22, 7),
    _Series("Lund Spring Cup", "Lund", "SWE", 4, 17, 6),
    _Series("Nordic Circuit Helsinki", "Helsinki", "FIN", 5, 20, 7),
    _Series("Norwegian Championship", "Trondheim", "NOR", 6, 9, 5, CHAMPIONSHIP, "NOR"),
    _Series("Swedish Championship", "Stockholm", "SWE", 6, 32, 9, CHAMPIONSHIP, "SWE"),
    _Series("Nordic Circuit København", "København", "DEN", 8, 22, 7),
    _Series("Uppsala Autumn Cup", "Uppsala", "SWE", 9, 15, 6),
    _Series("Nordic Circuit Göteborg", "Göteborg", "SWE", 10, 28, 8),
    _Series("Christmas Blitz", "Västerås", "SWE", 12, 18, 9),
)
LEAGUE = "Elitserien"
LEAGUE_SIZE = 8


def season_of(people: Sequence[Person], seed: int, season: int, year: int) -> list[Told]:
    """The events of a season, in the order of their ends."""
    chance = dice(seed, POOL, year)
    found = [_tournament(series, people, season, year, chance) for series in SERIES]
    found.append(_league(people, season, year, chance))
    return sorted((one for one in found if one.day <= LAST_DAY), key=lambda one: one.day)


def _tournament(
    series: _Series, people: Sequence[Person], season: int, year: int, chance: Random
) -> Told:
    day = weekend(year, series.month, chance.randrange(4))
    may = [one for one in people if series.nation in ("", one.nation)]
    field = entrants(may, season, series.size, chance)
    field.sort(key=lambda one: -one.strength(season, part_of_year(day)))
    event = Event(
        name=f"{series.name} {year}",
        end=day + timedelta(days=1),
        players=len(field),
        rounds=series.rounds,
        place=series.place,
        country=series.country,
        director=chance.choice(may).name,
        category=series.category or None,
    )
    columns = event.columns() | {"pool": POOL}
    rows: list[Row] = []
    when = _Clock(day, series.rounds, len(field) // 2)

    def play(one: Person, other: Person) -> float:
        row, points = _game(one, other, season, day, chance)
        rows.append(columns | when.next() | row)
        return points

    def rest(who: Person) -> None:
        rows.append(columns | when.bye() | {"player_1": who.name, "status": "bye"})

    table = [(one.name, points) for one, points in swiss(field, series.rounds, play, rest)]
    said = reports_of(table, event, chance)
    if series.category:
        said |= {f"award of {series.name.removesuffix('ship')}": table[0][0]}
    return Told(POOL, event.name, event.end, rows, said={event.name: said})


class _Clock:
    """Rounds and boards of a tournament of two days, as its games come."""

    def __init__(self, day: date, rounds: int, boards: int) -> None:
        self._day, self._rounds, self._boards, self._played = day, rounds, boards, 0

    def _now(self, games: int) -> Row:
        at = games // self._boards
        second = at >= (self._rounds + 1) // 2
        return {"date": self._day + timedelta(days=int(second)), "round": at + 1}

    def next(self) -> Row:
        """When and where the next game is."""
        now = self._now(self._played) | {"board": self._played % self._boards + 1}
        self._played += 1
        return now

    def bye(self) -> Row:
        """When somebody rests: in the round that begins."""
        return self._now(self._played)


def _game(one: Person, other: Person, season: int, day: date, chance: Random) -> tuple[Row, float]:
    """A game as a row, and the points of the first."""
    part = part_of_year(day)
    lead = one.strength(season, part) - other.strength(season, part)
    margin = 2 * round(chance.gauss(DISCS * lead, SCATTER) / 2)
    margin = max(-64, min(64, margin))
    row: Row = {"player_1": one.name, "player_2": other.name}
    points = 0.5 if not margin else float(margin > 0)
    if chance.random() < 0.006:
        return row | {"result": "1-0" if points else "0-1", "status": "forfeit"}, float(points > 0)
    return row | {"score_1": 32 + margin // 2, "score_2": 32 - margin // 2}, points


def _league(people: Sequence[Person], season: int, year: int, chance: Random) -> Told:
    """A league of Swedes, a round a fortnight from January on; everybody plays everybody twice."""
    day = weekend(year, 1, 1)
    there = [one for one in people if one.plays_in(season) and one.nation == "SWE"]
    there.sort(key=lambda one: -one.strength(season, 0.0))
    field = there[:LEAGUE_SIZE]
    once = round_robin(len(field))
    rounds = once + [[pair[::-1] for pair in pairs] for pairs in once]
    event = Event(
        name=f"{LEAGUE} {year}",
        end=day + timedelta(weeks=2 * (len(rounds) - 1)),
        players=len(field),
        rounds=len(rounds),
        place="online",
        country="SWE",
        director=chance.choice(there).name,
        kind="league",
    )
    rows: list[Row] = []
    for number, pairs in enumerate(rounds):
        when = day + timedelta(weeks=2 * number)
        for board, (home, away) in enumerate(pairs):
            row, _ = _game(field[home], field[away], season, when, chance)
            at: Row = {"pool": POOL, "date": when, "round": number + 1, "board": board + 1}
            rows.append(event.columns() | at | row)
    return Told(POOL, event.name, event.end, rows)
