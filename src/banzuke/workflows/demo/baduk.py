"""Baduk in the sample ledger: the lounge of a server, and a cup a year; handicaps by rank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from random import Random

from banzuke.workflows.demo.events import (
    LAST_DAY,
    Event,
    Row,
    Told,
    entrants,
    last_day,
    part_of_year,
    swiss,
    weekend,
)
from banzuke.workflows.demo.people import Crowd, Person, dice
from banzuke.workflows.demo.reports import reports_of

POOL = "baduk"
CROWD = Crowd(POOL, 32, {"KOR": 5, "JPN": 3, "SWE": 3, "FIN": 1, "GER": 1, "FRA": 1, "UKR": 1})

#: Of one spread of strength in ranks; 0 stands for this rank, counted from 18 Kup as 0.
RANKS_A_SPREAD, MIDDLE = 4.0, 12.0
HIGHEST = 22
#: By how much the chance of winning moves with each rank, as a logit.
_A_RANK = 0.45
_GAMES_A_MONTH = 35
CUP, CUP_SIZE, CUP_ROUNDS, CUP_MONTH = "Dash & Dot Cup", 16, 5, 9


def rank_of(person: Person) -> str:
    """The rank that a player declares at first, such as 3K."""
    number = min(max(math.floor(_ranks(person, person.arrives, 0.0)), 0), HIGHEST)
    return f"{18 - number}K" if number < 18 else f"{number - 17}D"


def season_of(people: Sequence[Person], seed: int, season: int, year: int) -> list[Told]:
    """The lounge of each month of a season, and the cup, in the order of their ends."""
    chance = dice(seed, POOL, year)
    found = [_lounge(people, season, year, month, chance) for month in range(1, 13)]
    found.append(_cup(people, season, year, chance))
    return sorted((one for one in found if one.day <= LAST_DAY), key=lambda one: one.day)


def _ranks(person: Person, season: int, part: float) -> float:
    """How strong somebody is, in ranks above 18 Kup."""
    return MIDDLE + RANKS_A_SPREAD * person.strength(season, part)


def _lounge(people: Sequence[Person], season: int, year: int, month: int, chance: Random) -> Told:
    """A month of the lounge: whoever is there plays whoever is about as strong."""
    end = last_day(12 * year + month - 1)
    there = [one for one in people if one.plays_in(season)]
    rows: list[Row] = []
    for _ in range(_GAMES_A_MONTH):
        day = date(year, month, 1) + timedelta(days=chance.randrange(end.day))
        one = chance.choices(there, [who.keen for who in there])[0]
        part = part_of_year(day)
        near = [
            math.exp(-abs(_ranks(who, season, part) - _ranks(one, season, part)) / 3)
            for who in there
        ]
        other = chance.choices(there, near)[0]
        if one is other:
            continue
        clock = datetime.combine(day, time(chance.randrange(8, 23), chance.randrange(60)))
        row, _ = _game(one, other, season, day, chance)
        rows.append({"date": clock, "pool": POOL} | row | _lounge_facts(chance))
    name = f"Dash & Dot lounge {year}-{month:02}"
    return Told(POOL, name, end, sorted(rows, key=lambda row: row["date"]))


def _lounge_facts(chance: Random) -> Row:
    """Of few games, that they are friendly, or on a small board."""
    if chance.random() < 0.05:
        return {"status": "friendly"}
    return {"board_size": 13} if chance.random() < 0.03 else {"board_size": 19}


def _game(
    one: Person, other: Person, season: int, day: date, chance: Random, *, even: bool = False
) -> tuple[Row, float]:
    """A game as a row, and the points of the first: the weaker receives a stone a rank."""
    part = part_of_year(day)
    lead = _ranks(one, season, part) - _ranks(other, season, part)
    stones = 0 if even else min(max(round(abs(lead) + chance.gauss(0.0, 0.4)), 0), 9)
    fair = stones if lead > 0 else -stones
    won = chance.random() < 1 / (1 + math.exp(-_A_RANK * (lead - fair)))
    weaker = 2 if lead > 0 else 1
    row: Row = {
        "player_1": one.name,
        "player_2": other.name,
        "result": "1-0" if won else "0-1",
        "handicap_1": stones if weaker == 1 else 0,
        "handicap_2": stones if weaker == 2 else 0,
        "advantage": weaker if stones else 1 + int(chance.random() < 0.5),
        "komi": 0.5 if stones else 6.5,
    }
    return row, float(won)


def _cup(people: Sequence[Person], season: int, year: int, chance: Random) -> Told:
    """The cup: even games, a weekend."""
    day = weekend(year, CUP_MONTH, chance.randrange(4))
    field = entrants(people, season, CUP_SIZE, chance)
    field.sort(key=lambda one: -one.strength(season, part_of_year(day)))
    event = Event(
        name=f"{CUP} {year}",
        end=day + timedelta(days=1),
        players=len(field),
        rounds=CUP_ROUNDS,
        place="Seoul",
        country="KOR",
        director=chance.choice(people).name,
    )
    columns = event.columns() | {"pool": POOL, "board_size": 19}
    rows: list[Row] = []
    boards = len(field) // 2

    def now() -> Row:
        """When the next game is: at ten, and two hours later for each round of the day."""
        number = sum("result" in row for row in rows) // boards
        second, of_day = divmod(number, (CUP_ROUNDS + 1) // 2)
        clock = datetime.combine(day + timedelta(days=second), time(10 + 2 * of_day))
        return {"date": clock, "round": number + 1}

    def play(one: Person, other: Person) -> float:
        row, points = _game(one, other, season, day, chance, even=True)
        board = sum("result" in row for row in rows) % boards + 1
        rows.append(columns | now() | {"board": board} | row)
        return points

    def rest(who: Person) -> None:
        rows.append(columns | now() | {"player_1": who.name, "status": "bye"})

    table = [(one.name, points) for one, points in swiss(field, CUP_ROUNDS, play, rest)]
    said = {event.name: reports_of(table, event, chance)}
    return Told(POOL, event.name, event.end, rows, said=said)
