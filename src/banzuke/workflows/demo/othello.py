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
    entrants,
    part_of_year,
    round_robin,
    swiss,
    weekend,
)
from banzuke.workflows.demo.people import Crowd, Person, dice
from banzuke.workflows.demo.reports import report_of

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
    month: int
    size: int
    rounds: int
    category: str = ""
    nation: str = ""


SERIES = (
    _Series("Göteborg Open", "Göteborg", 2, 26, 7),
    _Series("Nordic Circuit Oslo", "Oslo", 3, 22, 7),
    _Series("Lund Spring Cup", "Lund", 4, 17, 6),
    _Series("Nordic Circuit Helsinki", "Helsinki", 5, 20, 7),
    _Series("Norwegian Championship", "Trondheim", 6, 9, 5, CHAMPIONSHIP, "NOR"),
    _Series("Swedish Championship", "Stockholm", 6, 32, 9, CHAMPIONSHIP, "SWE"),
    _Series("Nordic Circuit København", "København", 8, 22, 7),
    _Series("Uppsala Autumn Cup", "Uppsala", 9, 15, 6),
    _Series("Nordic Circuit Göteborg", "Göteborg", 10, 28, 8),
    _Series("Christmas Blitz", "Västerås", 12, 18, 9),
)
LEAGUE = "Elitserien"
LEAGUE_SIZE = 8


def season_of(people: Sequence[Person], seed: int, season: int, year: int) -> list[Event]:
    """The events of a season, in the order of their ends."""
    chance = dice(seed, POOL, year)
    found = [_tournament(series, people, season, year, chance) for series in SERIES]
    found.append(_league(people, season, year, chance))
    return sorted((one for one in found if one.end <= LAST_DAY), key=lambda one: one.end)


def _tournament(
    series: _Series, people: Sequence[Person], season: int, year: int, chance: Random
) -> Event:
    day = weekend(year, series.month, chance.randrange(4))
    name = f"{series.name} {year}"
    may = [one for one in people if series.nation in ("", one.nation)]
    field = entrants(may, season, series.size, chance)
    field.sort(key=lambda one: -one.strength(season, part_of_year(day)))
    end = day + timedelta(days=1)
    event: Row = {
        "event": name,
        "event_end": end,
        "event_players": len(field),
        "event_rounds": series.rounds,
        "event_category": series.category or None,
        "pool": POOL,
    }
    rows: list[Row] = []
    when = _Clock(day, series.rounds, len(field) // 2)

    def play(one: Person, other: Person) -> float:
        row, points = _game(one, other, season, day, chance)
        rows.append(event | when.next() | row)
        return points

    def rest(who: Person) -> None:
        rows.append(event | when.bye() | {"player_1": who.name, "status": "bye"})

    table = [(one.name, points) for one, points in swiss(field, series.rounds, play, rest)]
    director = chance.choice(may).name
    facts = {"place": series.place, "director": director}
    if chance.random() < 0.6 and len(table) > 2:
        facts["report"] = report_of(table, name, series.rounds, series.place, director, chance)
    return Event(name, f"{name}.csv", end, rows, facts=facts)


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


def _league(people: Sequence[Person], season: int, year: int, chance: Random) -> Event:
    """A league of Swedes, a round a fortnight from January on; everybody plays everybody twice."""
    day = weekend(year, 1, 1)
    there = [one for one in people if one.plays_in(season) and one.nation == "SWE"]
    there.sort(key=lambda one: -one.strength(season, 0.0))
    field = there[:LEAGUE_SIZE]
    name = f"{LEAGUE} {year}"
    once = round_robin(len(field))
    rounds = once + [[pair[::-1] for pair in pairs] for pairs in once]
    end = day + timedelta(weeks=2 * (len(rounds) - 1))
    event: Row = {
        "event": name,
        "event_end": end,
        "event_players": len(field),
        "event_rounds": len(rounds),
        "pool": POOL,
    }
    rows: list[Row] = []
    for number, pairs in enumerate(rounds):
        when = day + timedelta(weeks=2 * number)
        for board, (home, away) in enumerate(pairs):
            row, _ = _game(field[home], field[away], season, when, chance)
            rows.append(event | {"date": when, "round": number + 1, "board": board + 1} | row)
    director = chance.choice(there).name
    return Event(name, f"{name}.csv", end, rows, facts={"director": director})
