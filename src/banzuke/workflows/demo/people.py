"""Invented people of the sample ledger: who they are, how strong, when they come and go."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from banzuke.workflows.demo.nations import NATIONS


@dataclass(frozen=True)
class Person:
    """An invented player.

    path : strength at the beginning of each season since ``arrives``, one more than seasons
        played; in units of the spread of all players
    arrives : index of the first season; keen : in [0, 1], how likely a tournament is entered
    """

    name: str
    sort_name: str
    nation: str
    town: str
    sex: str
    born: int
    title: str
    arrives: int
    path: tuple[float, ...]
    keen: float

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


def people_of(
    crowd: Crowd, seed: int, seasons: int, first_year: int, taken: set[str]
) -> list[Person]:
    """All who play a game in some season, in the order of their coming.

    taken : names that somebody has already; those of the new people are added
    """
    found: list[Person] = []
    for season in range(seasons):
        chance = dice(seed, crowd.game, "people", first_year + season)
        still = sum(person.plays_in(season) for person in found)
        for _ in range(max(crowd.size - still, 0)):
            found.append(_person(crowd, chance, season, first_year, taken, is_first=not season))
    return found


def _person(
    crowd: Crowd,
    chance: Random,
    season: int,
    first_year: int,
    taken: set[str],
    *,
    is_first: bool,
) -> Person:
    nation = chance.choices(list(crowd.nations), list(crowd.nations.values()))[0]
    sex = "f" if chance.random() < 0.35 else "m"
    name, sort_name = _free_name(nation, sex, chance, taken)
    age = 12 + chance.random() ** 1.5 * 50
    strength = chance.gauss(0.0 if is_first else -0.4, 1.0)
    stay = 1 + min(int(chance.expovariate(1 / crowd.stay)), 40)
    path = [strength]
    for _ in range(stay):
        # The young and the new get better, the old a little worse; everybody has better years.
        gain = 0.25 * math.exp(-(age - 12) / 12) + 0.12 * math.exp(-len(path) / 2) - 0.02
        path.append(path[-1] + chance.gauss(gain, 0.16))
        age += 1
    title = "Master" if max(path) > 1.9 else ""
    return Person(
        name=name,
        sort_name=sort_name,
        nation=nation,
        town=chance.choice(NATIONS[nation].towns),
        sex=sex,
        born=first_year + season - round(age - stay),
        title=title,
        arrives=season,
        path=tuple(path),
        keen=0.15 + 0.75 * chance.random(),
    )


def _free_name(nation: str, sex: str, chance: Random, taken: set[str]) -> tuple[str, str]:
    """A name that nobody has, as shown and as sorted; with an initial where all are taken."""
    of, initial = NATIONS[nation], ""
    while True:
        given = chance.choice(of.women if sex == "f" else of.men) + initial
        family = of.family(chance.choice(of.families), sex)
        name = f"{family}{given}" if of.family_first else f"{given} {family}"
        if name not in taken:
            taken.add(name)
            return name, f"{family} {given}"
        initial = f" {chance.choice('ABDEFGHJKLMNPRSTV')}."


def said_of(people: list[Person]) -> list[dict[str, str]]:
    """Rows of a players file."""
    return [
        {
            "player": one.name,
            "sort_name": one.sort_name,
            "nation": one.nation,
            "club": one.town,
            "sex": one.sex,
            "born": str(one.born),
            "title": one.title,
        }
        for one in people
    ]
