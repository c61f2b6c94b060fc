"""Tables of Go tournaments: a player a line, with the games at its end as ``12+/b2`` or ``12+b2``.

The European and the French tournament files are such tables; what stands before the games and
in the comments above differs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeVar

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.half_games import (
    JIGO,
    LOST,
    NOT_TOLD,
    WON,
    Half,
    PairedGame,
    Table,
    paired,
)
from banzuke.model.coded_names import clean_name
from banzuke.model.ranks import rank_number
from banzuke.model.wording import counted

T = TypeVar("T")

#: A game: the opponent's number, how it ended, the colour with the stones that Black received.
CELL = re.compile(r"(\d{1,5})([+\-=?])(?:([/!]?)([wbWB])(\d{0,2}))?(!?)")
SCORED = {"+": WON, "=": JIGO, "-": LOST, "?": NOT_TOLD}
RIGHT_CELL = "one a round, such as 12+/b or 7-/w3, and 0- where nothing was played"
MOST_STONES = 9
#: What such tables always say.
USUAL = frozenset({"advantage", "komi"})


class Entrant(NamedTuple):
    """A line of the table: who, and the games, as they are written.

    number : by which games name this player, from 1
    cells : the last words of the line that may be games; the first of them may be a score
    before : the word before them
    """

    row: int
    number: int
    name: str
    rank: str
    nation: str
    club: str
    id: str
    cells: list[str]
    before: str = ""


@dataclass
class Tournament:
    """What the comments of a file say; None and "" are what they do not.

    reduction : grades that an untold handicap is less than the difference of the grades
    whole : whether every line of the table could be read
    """

    event: str = ""
    place: str = ""
    category: str | None = None
    begin: date | None = None
    end: date | None = None
    komi: float | None = None
    board_size: int | None = None
    reduction: int | None = None
    entrants: list[Entrant] = field(default_factory=list)
    whole: bool = True
    printed: int = 0

    def number(self, place: int, row: int, found: Findings) -> int:
        """By which number games name the player of the next line.

        place : as printed, 0 for none; who shares one has that of the first, or none
        """
        last = self.entrants[-1].number if self.entrants else 0
        follows = place in (0, last + 1, self.printed) or (place > last and not self.whole)
        if not follows:
            what = f"place {place} after {last} lines" if last else f"the first place is {place}"
            right = "places from 1 in order, since games name the opponent's"
            found.wrong.add(what, right, "place", row)
        self.printed = place or self.printed
        return place if follows and place > last else last + 1


def is_cell(word: str) -> bool:
    """Whether a word may be a game; a score such as ``39?``, half a point lost, is none."""
    match = CELL.fullmatch(word)
    return match is not None and (match[2] != "?" or match[4] is not None)


def last_cells(words: Sequence[str]) -> list[str]:
    """Those words at the end of a line that may be games."""
    begin = len(words)
    while begin > 0 and is_cell(words[begin - 1]):
        begin -= 1
    return list(words[begin:])


def frame_of(
    tournament: Tournament, found: Findings
) -> tuple[pl.DataFrame, list[int], pl.DataFrame]:
    """The games as duels, the file's row of each, and the players; see ``columns.md``.

    Whatever is wrong is told in ``found``.
    """
    entrants = tournament.entrants
    names = _names(entrants, found)
    rounds = _rounds(entrants, found)
    table = _table(tournament, names, rounds)
    games = paired(table, found)
    ranks = _by_number(tournament, [entrant.rank for entrant in entrants], "")
    stones = _stones(tournament, ranks, games, found)
    rows = [
        _game_row(tournament, table.names, ranks, game, given)
        for game, given in zip(games, stones, strict=True)
    ]
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row").with_columns(
        date=pl.lit(tournament.begin, pl.Date),
        event_end=pl.lit(tournament.end, pl.Date),
        event=pl.lit(tournament.event, pl.String),
        event_category=pl.lit(tournament.category, pl.String),
        event_players=pl.lit(len(entrants), pl.Int64),
        event_rounds=pl.lit(rounds, pl.Int64),
        event_place=pl.lit(tournament.place or None, pl.String),
        board_size=pl.lit(tournament.board_size, pl.Int64),
    )
    players = pl.DataFrame(
        {
            "player": names,
            "id": [entrant.id or None for entrant in entrants],
            "sort_name": [spaced(entrant.name.split()[0]) for entrant in entrants],
            "nation": [entrant.nation or None for entrant in entrants],
            "club": [entrant.club or None for entrant in entrants],
        },
        schema=dict.fromkeys(("player", "id", "sort_name", "nation", "club"), pl.String),
    )
    return frame, [table.rows[game.one] for game in games], players


SCHEMA: dict[str, pl.DataType] = {
    "player_1": pl.String(),
    "player_2": pl.String(),
    "result": pl.String(),
    "status": pl.String(),
    "advantage": pl.String(),
    "handicap_1": pl.Float64(),
    "handicap_2": pl.Float64(),
    "entry_rank_1": pl.String(),
    "entry_rank_2": pl.String(),
    "komi": pl.Float64(),
    "round": pl.String(),
}


def spaced(name: str) -> str:
    """A name of several words, which the tables join by underscores."""
    return clean_name(name.replace("_", " "))


def _by_number(tournament: Tournament, values: Sequence[T], missing: T) -> list[T]:
    """Values of the entrants, in the order of all numbers up to the last one."""
    entrants = tournament.entrants
    found = [missing] * (entrants[-1].number if entrants else 0)
    for entrant, value in zip(entrants, values, strict=True):
        found[entrant.number - 1] = value
    return found


def _table(tournament: Tournament, names: Sequence[str], rounds: int) -> Table:
    """The lines by the numbers of the players."""
    entrants = tournament.entrants
    known: dict[str, Half] = {}
    halves = [_halves(entrant, rounds, known) for entrant in entrants]
    return Table(
        _by_number(tournament, [entrant.row for entrant in entrants], 0),
        _by_number(tournament, names, ""),
        _by_number(tournament, halves, None),
        tournament.whole,
    )


def _game_row(
    tournament: Tournament,
    names: Sequence[str],
    ranks: Sequence[str],
    game: PairedGame,
    stones: tuple[int, int],
) -> tuple[object, ...]:
    """A game as a row of ``SCHEMA``; Black moves first, but not after handicap stones."""
    rank_1 = ranks[game.one]
    if game.two < 0:
        bye = (names[game.one], None, None, "bye", None, None, None, rank_1, None, None)
        return (*bye, str(game.round))
    status = "forfeit" if game.unplayed else "void" if game.result == "*" else "played"
    even = max(stones) == 0
    first = {"b": "1", "w": "2", "": None}[game.colour] if max(stones) < 2 else None
    return (
        names[game.one],
        names[game.two],
        game.result,
        status,
        first,
        float(stones[0]),
        float(stones[1]),
        rank_1,
        ranks[game.two],
        tournament.komi if even else None,
        str(game.round),
    )


def _names(entrants: Sequence[Entrant], found: Findings) -> list[str]:
    """The players' names, each once: namesakes are told apart by their numbers."""
    plain = [spaced(entrant.name) for entrant in entrants]
    times = Counter(plain)
    names = []
    first: dict[str, int] = {}
    for entrant, name in zip(entrants, plain, strict=True):
        called = f"{name} ({entrant.id})" if times[name] > 1 and entrant.id else name
        if called in first:
            what = f"{called!r} is there twice, first in row {first[called]}"
            found.wrong.add(what, "a number of each (|12345678)", "player", entrant.row)
        elif called != name:
            what = f"{times[name]} players are called {name!r}: this one is read as {called!r}"
            found.odd.add(what, "", "player", entrant.row)
        first.setdefault(called, entrant.row)
        names.append(called)
    return names


def _rounds(entrants: Sequence[Entrant], found: Findings) -> int:
    """How many rounds there were: as many cells as most lines have; others are told.

    A score with half a point, as ``39=``, may stand before a line's games and look like one.
    """
    counts = Counter(len(entrant.cells) for entrant in entrants)
    rounds = max(counts, key=lambda count: (counts[count], -count), default=0)
    for entrant in entrants:
        more = entrant.cells[: max(len(entrant.cells) - rounds, 0)]
        if len(entrant.cells) < rounds or not all(_may_be_score(cell) for cell in more):
            has = counted(len(entrant.cells), "game")
            what = f"{has} after {entrant.before!r} in this line, but {rounds} in most others"
            found.wrong.add(what, RIGHT_CELL, "", entrant.row)
    return rounds


def _may_be_score(cell: str) -> bool:
    return cell.endswith("=")


def _halves(entrant: Entrant, rounds: int, known: dict[str, Half]) -> list[Half] | None:
    """The games of a line; None if there are too few. ``known`` keeps what cells mean."""
    begin = len(entrant.cells) - rounds
    if begin < 0:
        return None
    for cell in entrant.cells[begin:]:
        if cell not in known:
            known[cell] = _half(cell)
    return [known[cell] for cell in entrant.cells[begin:]]


def _half(cell: str) -> Half:
    match = CELL.fullmatch(cell)
    if match is None:
        return Half(0, NOT_TOLD)
    opponent, scored, mark, colour, stones, default = match.groups()
    told = colour is not None
    return Half(
        int(opponent),
        SCORED[scored],
        (colour or "").lower(),
        # Where nothing follows the result, the stones are to be reckoned from the grades.
        int(stones or 0) if told else -1,
        mark == "!" or default == "!",
    )


def _stones(
    tournament: Tournament, ranks: Sequence[str], games: Sequence[PairedGame], found: Findings
) -> list[tuple[int, int]]:
    """What the players of each game received; where it is not told, by the grades."""
    given = []
    reckoned = 0
    for game in games:
        if game.two < 0:
            given.append((0, 0))
        elif game.stones >= 0:
            black_is_one = game.colour == "b"
            given.append((game.stones, 0) if black_is_one else (0, game.stones))
        else:
            reckoned += not game.unplayed
            given.append(_by_grades(tournament.reduction, ranks, game))
    if reckoned and tournament.entrants:
        how = counted(reckoned, "game tells", "games tell")
        if tournament.reduction is None:
            what = f"{how} neither colours nor handicap: read as even"
        else:
            less = f", less {tournament.reduction}" if tournament.reduction else ""
            what = f"{how} no handicap: reckoned from the difference of the ranks{less}"
        found.odd.add(what, "12+/b2 tells both", "", tournament.entrants[0].row)
    return given


def _by_grades(reduction: int | None, ranks: Sequence[str], game: PairedGame) -> tuple[int, int]:
    """The handicap that follows from the ranks, where the file says that it does."""
    if reduction is None:
        return 0, 0
    one, two = (_grade(ranks[place]) for place in (game.one, game.two))
    stones = min(max(abs(one - two) - reduction, 0), MOST_STONES)
    return (stones, 0) if one < two else (0, stones)


def _grade(rank: str) -> int:
    """A rank as a number without a gap between 1 kyu and 1 dan; professionals as 9 dan."""
    number = int(rank_number(rank) or 0)
    return number + 1 if number < 0 else min(number, 9)
