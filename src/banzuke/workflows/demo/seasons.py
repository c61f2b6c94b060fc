"""All that happens in the sample ledger: who comes, what is played, when the office is told."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from banzuke.workflows.demo import baduk, cards, diplomacy, othello
from banzuke.workflows.demo.events import LAST_DAY, Row, Told, of_a_year
from banzuke.workflows.demo.people import Census, Crowd, Person, said_of

#: So many of the last seasons are told event by event; of earlier ones there is a file a year.
DETAILED = 1

#: Events that the office heard of late, and after how many months.
LATE = {"Nordic Circuit Oslo 2026": 3}

#: Events whose files have a name without its accents, so that somebody seems to be new: it is a
#: slip in the first, somebody else in the second, and nobody has looked at the third.
MISSPELT, NAMESAKE, UNDECIDED = (
    "Nordic Circuit Helsinki 2026",
    "Göteborg Open 2026",
    "Uppsala Autumn Cup 2026",
)


class Game(NamedTuple):
    """A game that is played in the sample ledger: by whom, its seasons, the ranks that it needs."""

    crowd: Crowd
    season_of: Callable[[Sequence[Person], int, int, int], list[Told]]
    rank_of: Callable[[Person], str] | None = None


GAMES = (
    Game(othello.CROWD, othello.season_of),
    Game(diplomacy.CROWD, diplomacy.season_of),
    Game(baduk.CROWD, baduk.season_of, baduk.rank_of),
    Game(cards.CROWD, cards.season_of),
)


class Seasons:
    """So many seasons of all games, the last of which ends on ``LAST_DAY``.

    first : the year of the first one
    people : who plays each game
    told : what the office is told of, by month, counted through the years
    """

    def __init__(self, seed: int, seasons: int) -> None:
        self.first = LAST_DAY.year - seasons + 1
        census = Census(seed, self.first)
        self.people: dict[str, list[Person]] = {}
        self.told: dict[int, list[Told]] = defaultdict(list)
        self._rank: dict[str, str] = {}
        self._plain: set[str] = set()
        for game in GAMES:
            people = census.people_of(game.crowd, seasons)
            self.people[game.crowd.game] = people
            if game.rank_of is not None:
                self._rank |= {one.name: game.rank_of(one) for one in people}
            for season in range(seasons):
                year = self.first + season
                told = game.season_of(people, seed, season, year)
                if season < seasons - DETAILED:
                    told = [of_a_year(told, f"{game.crowd.game} {year}")]
                for one in told:
                    self._tell(one)
        for of_month in self.told.values():
            of_month.sort(key=lambda one: one.day)

    def new_people(self, year: int) -> list[Row]:
        """A players file of those who come to some game in a year."""
        season = year - self.first
        new = [one for of in self.people.values() for one in of if one.arrives == season]
        return [row | {"rank": self._rank.get(row["player"], "")} for row in said_of(new)]

    def _tell(self, told: Told) -> None:
        month = told.month + LATE.get(told.name, 0)
        is_plain = told.name in (MISSPELT, NAMESAKE, UNDECIDED)
        self.told[month].append(self._without_one_accent(told) if is_plain else told)

    def _without_one_accent(self, told: Told) -> Told:
        """The same, with the name of one player who has accents written without them."""
        names = sorted({row["player_1"] for row in told.rows} - self._plain)
        whose = next(name for name in names if without_accents(name) != name)
        self._plain.add(whose)
        written = {whose: without_accents(whose)}
        sides = ("player_1", "player_2")
        rows = [
            row | {side: written.get(row[side], row[side]) for side in sides if side in row}
            for row in told.rows
        ]
        return replace(told, rows=rows)


def without_accents(name: str) -> str:
    """A name as somebody types it who has no accents."""
    apart = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
