"""What standings are made from: the games of one event, each with its seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any

import numpy as np

from banzuke.model.board_columns import earlier_scores
from banzuke.model.columns import STATUSES
from banzuke.model.days import known_day
from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.ordering import natural_key
from banzuke.model.results import Entries, Results
from banzuke.scoring.exact import NOTHING, exact


class RoundKind(StrEnum):
    """What a round was to a player."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    ABSENT = "absent"


#: Without an opponent.
BYES = frozenset(
    {RoundKind.BYE, RoundKind.FULL_BYE, RoundKind.HALF_BYE, RoundKind.ZERO_BYE, RoundKind.ABSENT}
)

#: Byes that were asked for: who took one was free to play.
ASKED_FOR = frozenset({RoundKind.HALF_BYE, RoundKind.ZERO_BYE, RoundKind.ABSENT})

#: What ``Results`` call a game, and what it is here; the others are left out of standings.
KINDS = {
    "played": RoundKind.PLAYED,
    "forfeit": RoundKind.FORFEIT,
    "walkover": RoundKind.FORFEIT,
    "bye": RoundKind.BYE,
}


#: Of a game of which no earlier year is known.
NO_YEARS: Mapping[int, Fraction] = MappingProxyType({})


# Events have many seats: without a dict each they are made in half the time.
@dataclass(frozen=True, slots=True)
class Seat:
    """One player in one game.

    place : 1 is best, equal places are shared, 0 for none
    score : what the game produced: discs, centres, goals; None if it is not known
    first : whether the player moved first (had White, was at home); None if it is not known
    handicap : stones or points that the player received
    side : players of one side play together; by default everybody for himself
    points : what the game gives, where the organiser said so; None if the rule says it
    eliminated : the year in which the player was out, None for who was not, or if it is not known
    in_draw : whether the player shares the draw; None if it is not said
    earlier : {earlier year: score}, as far as known
    rank : that the player entered with, as ``ranks.rank_number`` numbers it; None if not said
    boards : of a team, what each board scored, the first board first
    """

    player: str
    place: int = 0
    score: Fraction | None = None
    role: str = ""
    first: bool | None = None
    handicap: Fraction = NOTHING
    side: int | None = None
    points: Fraction | None = None
    eliminated: int | None = None
    in_draw: bool | None = None
    earlier: Mapping[int, Fraction] = field(default_factory=lambda: NO_YEARS)
    rank: float | None = None
    boards: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game of an event; a bye has one seat.

    ended : the year in which it ended, None if it is not known
    where : how a message names it, as file and row
    day : when it was played, None if that is not known
    """

    seats: tuple[Seat, ...]
    round: str = ""
    board: str = ""
    kind: RoundKind = RoundKind.PLAYED
    key: str = ""
    where: str = ""
    ended: int | None = None
    day: date | None = None

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return len({self.side_of(seat) for seat in self.seats})

    @property
    def is_duel(self) -> bool:
        """Whether two sides met."""
        return self.sides == 2

    def side_of(self, seat: Seat) -> tuple[str, object]:
        """What is the same for players who play together."""
        return ("player", seat.player) if seat.side is None else ("side", seat.side)


def in_order(games: Sequence[Game]) -> list[Game]:
    """Games by round, board, key and who played, each compared naturally; seats by name."""
    found: list[Game] = []
    for _, alike in groupby(sorted(map(_tidy, games), key=_who), key=_who):
        # Few games have one round, board and key, and the same players: only they are compared
        # by all that is told of them.
        some = list(alike)
        found += sorted(some, key=_what) if len(some) > 1 else some
    return found


def _tidy(game: Game) -> Game:
    """A game whose seats are in the order of their players."""
    seats = game.seats
    if all(one.player < other.player for one, other in pairwise(seats)):
        return game
    return replace(game, seats=tuple(sorted(seats, key=lambda seat: (seat.player, _content(seat)))))


def _who(game: Game) -> tuple[object, ...]:
    texts = (_natural(text) for text in (game.round, game.board, game.key))
    return (*texts, [seat.player for seat in game.seats])


def _what(game: Game) -> tuple[object, ...]:
    return [_content(seat) for seat in game.seats], game.kind, game.ended or 0


def _content(seat: Seat) -> tuple[object, ...]:
    """What tells two seats of a player apart, in the order in which games are put by it."""
    told = (seat.score, seat.points, seat.eliminated, seat.in_draw, seat.rank, seat.first)
    known = tuple((value is not None, value or 0) for value in told)
    return (seat.place, seat.role, seat.handicap, known, sorted(seat.earlier.items()), seat.boards)


@lru_cache(maxsize=4096)  # rounds and boards have few different names
def _natural(text: str) -> tuple[object, ...]:
    return natural_key(text)


def games_of(results: Results, event: str | None = None) -> list[Game]:
    """The games of one event of validated results that count for its standings.

    Friendly games and void ones do not; a bye that scored ½ is a half-point bye, one that scored
    0 a zero-point bye. Raises WrongUse if ``event`` is not said and there are several, UnknownName
    if there is none of this name.
    """
    games = results.games
    found = []
    for number in _of_event(results, event):
        kind = KINDS.get(STATUSES[games.status[number]])
        if kind is None:
            continue
        first, last = int(results.first[number]), int(results.first[number + 1])
        known = _knows_first(results, first, last)
        seats = tuple(_seat(results, entry, knows_first=known) for entry in range(first, last))
        if kind is RoundKind.BYE and seats:
            kind = _bye(seats[0])
        if kind is RoundKind.PLAYED and results.shape != "standings" and _is_open(seats):
            continue
        place, board, key = (
            "" if column is None else column[number] or ""
            for column in (games.round, games.board, games.key)
        )
        ended = None if games.ended is None else _year(games.ended[number])
        where = results.where(number)
        day = known_day(games.time, number)
        found.append(Game(seats, place, board, kind, key, where, ended, day))
    return in_order(found)


def _of_event(results: Results, event: str | None) -> Sequence[int]:
    """The numbers of the games of one event."""
    codes = results.games.event
    if event is None:
        several = 0 if codes is None else len(np.unique(codes))
        if several > 1:
            raise WrongUse(
                f"standings are of one event, and there are {several}; say which: "
                + ", ".join(results.events[:5])
            )
        return range(len(results))
    if codes is None or event not in results.events:
        raise UnknownName("event", event, results.events)
    chosen: list[int] = np.flatnonzero(codes == results.events.index(event)).tolist()
    return chosen


def _knows_first(results: Results, first: int, last: int) -> bool:
    """Whether it is said who moved first in the game of these entries."""
    advantage = results.entries.advantage
    return advantage is not None and 1 in advantage[first:last]


def _seat(results: Results, entry: int, *, knows_first: bool) -> Seat:
    """One entry as a seat; knows_first : whether it is said of its game who moved first."""
    entries = results.entries
    score = np.nan if entries.score is None else float(entries.score[entry])
    handicap = np.nan if entries.handicap is None else float(entries.handicap[entry])
    role = None if entries.role is None else entries.role[entry]
    return Seat(
        player=results.players[entries.player[entry]],
        place=int(entries.place[entry]),
        score=None if np.isnan(score) else exact(score),
        role=role or "",
        first=bool(entries.advantage[entry] == 1) if knows_first else None,  # type: ignore[index]  # it is there
        handicap=NOTHING if np.isnan(handicap) else exact(handicap),
        side=int(entries.side[entry]),
        **_facts(entries, entry),
    )


def _facts(entries: Entries, entry: int) -> dict[str, Any]:
    """What else is known of a player: the rank, and how a game that goes on for years ended."""
    found: dict[str, Any] = {}
    if entries.entry_rank is not None and not np.isnan(entries.entry_rank[entry]):
        found["rank"] = float(entries.entry_rank[entry])
    if entries.eliminated is not None:
        found["eliminated"] = _year(entries.eliminated[entry])
    if entries.in_draw is not None and not np.isnan(entries.in_draw[entry]):
        found["in_draw"] = bool(entries.in_draw[entry] == 1)
    text = None if entries.earlier is None else entries.earlier[entry]
    if text:
        found["earlier"] = {year: exact(score) for year, score in earlier_scores(text).items()}
    return found


def _year(value: float) -> int | None:
    """A year, None where it is not said."""
    return None if np.isnan(value) else int(value)


def _bye(seat: Seat) -> RoundKind:
    """Which bye it is, by what it scored."""
    if seat.score == 0:
        return RoundKind.ZERO_BYE
    return RoundKind.HALF_BYE if seat.score == Fraction(1, 2) else RoundKind.BYE


def _is_open(seats: Sequence[Seat]) -> bool:
    """Whether a game has no result."""
    return all(seat.place == 0 for seat in seats)
