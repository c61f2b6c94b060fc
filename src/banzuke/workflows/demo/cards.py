"""A card site in the sample ledger: duels, games of four and pairs, in two pools."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime, time
from random import Random

from banzuke.workflows.demo.events import LAST_DAY, Event, Row, Told, last_day
from banzuke.workflows.demo.people import Crowd, Person, dice

HEARTS, SPADES = "hearts", "spades"
CROWD = Crowd(
    "cards", 48, {"POL": 6, "SWE": 3, "GER": 2, "UKR": 2, "GRE": 2, "FRA": 1, "GBR": 1}, stay=3.0
)

#: Of each month, how many games: in pool, of how many players, sides of how many.
_A_MONTH = ((HEARTS, 4, 1, 16), (HEARTS, 2, 1, 8), (SPADES, 4, 2, 16), (SPADES, 2, 1, 8))
#: How much luck there is in a game, in spreads of strength.
_LUCK = 1.2
CUP, CUP_PLAYERS, CUP_ROUNDS = "Hearts Evening", 16, 3


def season_of(people: Sequence[Person], seed: int, season: int, year: int) -> list[Told]:
    """The games of each month of a season, and the cup of its spring."""
    chance = dice(seed, CROWD.game, year)
    there = [one for one in people if one.plays_in(season)]
    found = []
    for month in range(1, 13):
        rows = _month(there, season, year, month, chance)
        name = f"Cards {year}-{month:02}"
        found.append(Told(CROWD.game, name, last_day(12 * year + month - 1), rows))
        if month == 4:
            found.append(_cup(there, season, year, chance))
    return [one for one in found if one.day <= LAST_DAY]


def _month(
    there: Sequence[Person], season: int, year: int, month: int, chance: Random
) -> list[Row]:
    days = last_day(12 * year + month - 1).day
    times = sorted(
        datetime.combine(
            date(year, month, 1 + chance.randrange(days)),
            time(chance.randrange(17, 24), chance.randrange(60)),
        )
        for _ in range(sum(many for *_, many in _A_MONTH))
    )
    kinds = [kind for kind in _A_MONTH for _ in range(kind[-1])]
    chance.shuffle(kinds)
    rows: list[Row] = []
    for number, (when, (pool, players, members, _)) in enumerate(zip(times, kinds, strict=True)):
        facts: Row = {
            "game": 1000 * (12 * year + month) + number,
            "date": when,
            "pool": pool,
            "status": _status(chance),
        }
        table = _at_table(there, players, chance)
        rows += [facts | row for row in _game(table, members, season, chance)]
    return rows


def _status(chance: Random) -> str:
    """Few games are left unfinished, or played for fun."""
    return chance.choices(("played", "friendly", "void"), (0.96, 0.03, 0.01))[0]


def _at_table(there: Sequence[Person], count: int, chance: Random) -> list[Person]:
    """So many people, the keen likelier."""
    found: dict[str, Person] = {}
    while len(found) < count:
        one = chance.choices(there, [who.keen**2 for who in there])[0]
        found[one.name] = one
    return list(found.values())


def _game(table: Sequence[Person], members: int, season: int, chance: Random) -> list[Row]:
    """A game as a row a player: sides of so many, each as strong as its mean; the lucky win."""
    sides = [table[at : at + members] for at in range(0, len(table), members)]
    points = [
        sum(one.strength(season, 0.5) for one in side) / members + chance.gauss(0.0, _LUCK)
        for side in sides
    ]
    # Points of a card game are few, so that places are shared now and then.
    rounded = [math.floor(4 * point) for point in points]
    names = ("north", "east", "south", "west")
    return [
        {
            "player": one.name,
            "side": names[at] if members > 1 else None,
            "place": 1 + sum(other > rounded[at] for other in rounded),
        }
        for at, side in enumerate(sides)
        for one in side
    ]


def _cup(there: Sequence[Person], season: int, year: int, chance: Random) -> Told:
    """A cup of an evening: tables of four at hearts."""
    day = date(year, 4, 1 + chance.randrange(28))
    field = _at_table(there, CUP_PLAYERS, chance)
    event = Event(
        name=f"{CUP} {year}",
        end=day,
        players=len(field),
        rounds=CUP_ROUNDS,
        place="online",
        country="POL",
        director=chance.choice(field).name,
    )
    columns = event.columns() | {"pool": HEARTS, "status": "played"}
    rows: list[Row] = []
    for number in range(1, CUP_ROUNDS + 1):
        chance.shuffle(field)
        when = datetime.combine(day, time(17 + number, 0))
        for board in range(1, len(field) // 4 + 1):
            table = field[4 * (board - 1) : 4 * board]
            game = 1000 * 12 * year + 100 * number + board
            at: Row = {"game": game, "date": when, "round": number, "board": board}
            rows += [columns | at | row for row in _game(table, 1, season, chance)]
    return Told(CROWD.game, event.name, event.end, rows)


def last_duels(people: Sequence[Person], first_year: int) -> list[Row]:
    """The duels of the last evening, as the site reports them one by one."""
    season = LAST_DAY.year - first_year
    there = [one for one in people if one.plays_in(season)]
    there.sort(key=lambda one: (-one.keen, one.name))
    return [
        {
            "game": 1000 * (12 * LAST_DAY.year + LAST_DAY.month) + 900 + number,
            "date": datetime.combine(LAST_DAY, time(22, 50 + number)),
            "pool": HEARTS,
            "player_1": there[2 * number].name,
            "player_2": there[2 * number + 1].name,
            "result": ("1-0", "0-1", "1/2-1/2")[number % 3],
        }
        for number in range(3)
    ]
