"""Invented people of the sample ledger: who they are, how strong, when they come and go."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from banzuke.workflows.demo.nations import NATIONS

#: From this strength on a player is a master, in spreads of strength.
MASTERLY = 1.9
#: The number of the first of all people.
FIRST_NUMBER = 1001
#: So many of the new people of a game play another one already.
OF_OTHERS = 0.15


@dataclass(frozen=True)
class Identity:
    """Who an invented person is, whatever they play; number : in the office's own register."""

    name: str
    sort_name: str
    nation: str
    town: str
    sex: str
    born: int
    number: int


@dataclass(frozen=True)
class Person:
    """An invented player of a game.

    path : strength at the beginning of each season since ``arrives``, one more than seasons
        played; in units of the spread of all players
    arrives : index of the first season; keen : in [0, 1], how likely a tournament is entered
    """

    identity: Identity
    arrives: int
    path: tuple[float, ...]
    keen: float

    @property
    def name(self) -> str:
        """What this player is called."""
        return self.identity.name

    @property
    def nation(self) -> str:
        """For which nation this player is listed."""
        return self.identity.nation

    @property
    def is_master(self) -> bool:
        """Whether this player is among the strongest at some time."""
        return max(self.path) > MASTERLY

    @property
    def leaves(self) -> int:
        """Index of the first season without this player."""
        return self.arrives + len(self.path) - 1

    def plays_in(self, season: int) -> bool:
        """Whether this player has come, and not left."""
        return self.arrives <= season < self.leaves

    def strength(self, season: int, part: float) -> float:
        """How strong this player is after a part, in [0, 1], of a season."""
        at = season - self.arrives
        return self.path[at] + part * (self.path[at + 1] - self.path[at])


@dataclass(frozen=True)
class Crowd:
    """Who plays a game: how many at a time, from where, how long they stay.

    nations : {code: share}; stay : mean number of seasons
    """

    game: str
    size: int
    nations: Mapping[str, float]
    stay: float = 5.0


def dice(seed: int, *words: object) -> Random:
    """Random numbers of their own for a purpose, the same for the same seed on every machine."""
    return Random(" ".join(map(str, (seed, *words))))  # noqa: S311  # for games, not for secrets


class Census:
    """All people of a sample ledger, who have one name each; some play several games."""

    def __init__(self, seed: int, first_year: int) -> None:
        self._seed, self._first_year = seed, first_year
        self._taken: set[str] = set()
        self._known: list[Identity] = []

    def people_of(self, crowd: Crowd, seasons: int) -> list[Person]:
        """All who play a game in some season, in the order of their coming."""
        found: list[Person] = []
        others = list(self._known)
        for season in range(seasons):
            year = self._first_year + season
            chance = dice(self._seed, crowd.game, "people", year)
            still = sum(person.plays_in(season) for person in found)
            for _ in range(max(crowd.size - still, 0)):
                identity = self._somebody(crowd, others, year, chance)
                age = year - identity.born
                mean = -0.4 if season else 0.0
                path = _path(chance.gauss(mean, 1.0), age, crowd.stay, chance)
                found.append(Person(identity, season, path, 0.15 + 0.75 * chance.random()))
        return found

    def _somebody(
        self, crowd: Crowd, others: list[Identity], year: int, chance: Random
    ) -> Identity:
        """Somebody new, or one of the others, who plays another game already."""
        nation = chance.choices(list(crowd.nations), list(crowd.nations.values()))[0]
        born = year - 12 - int(chance.random() ** 1.5 * 50)
        if chance.random() < OF_OTHERS:
            fit = [one for one in others if one.nation == nation and one.born <= year - 10]
            if fit:
                others.remove(fit[0])
                return fit[0]
        sex = "f" if chance.random() < 0.35 else "m"
        name, sort_name = self._free_name(nation, sex, chance)
        town = chance.choice(NATIONS[nation].towns)
        number = FIRST_NUMBER + len(self._known)
        identity = Identity(name, sort_name, nation, town, sex, born, number)
        self._known.append(identity)
        return identity

    def _free_name(self, nation: str, sex: str, chance: Random) -> tuple[str, str]:
        """A name that nobody has, as shown and as sorted; with an initial where all are taken."""
        of, initial = NATIONS[nation], ""
        while True:
            given = chance.choice(of.women if sex == "f" else of.men) + initial
            family = of.family(chance.choice(of.families), sex)
            name = f"{family}{given}" if of.family_first else f"{given} {family}"
            if name not in self._taken:
                self._taken.add(name)
                return name, f"{family} {given}"
            initial = f" {chance.choice('ABDEFGHJKLMNPRSTV')}."


def _path(strength: float, age: int, stay: float, chance: Random) -> tuple[float, ...]:
    """Strength by season: the young and the new get better, the old a little worse."""
    path = [strength]
    for _ in range(1 + min(int(chance.expovariate(1 / stay)), 40)):
        gain = 0.25 * math.exp(-(age - 12) / 12) + 0.12 * math.exp(-len(path) / 2) - 0.02
        path.append(path[-1] + chance.gauss(gain, 0.16))
        age += 1
    return tuple(path)


def said_of(people: Sequence[Person]) -> list[dict[str, str]]:
    """Rows of a players file, one each, also of those who play several games."""
    rows: dict[str, dict[str, str]] = {}
    for one in people:
        who = one.identity
        row = rows.setdefault(
            who.name,
            {
                "player": who.name,
                "sort_name": who.sort_name,
                "nation": who.nation,
                "club": who.town,
                "sex": who.sex,
                "born": str(who.born),
                "id": str(who.number),
                "title": "",
            },
        )
        row["title"] = "Master" if one.is_master else row["title"]
    return list(rows.values())
