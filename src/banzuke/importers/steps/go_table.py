"""Tables of Go tournaments as results: their games, and the players in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import polars as pl

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_lines import (
    RIGHT_CELL,
    Entrant,
    Tournament,
    half_of,
    spaced,
)
from banzuke.importers.steps.half_games import Half, PairedGame, Table, paired
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Reading
from banzuke.model.ranks import rank_number
from banzuke.model.wording import counted

T = TypeVar("T")

MOST_STONES = 9
#: What such tables always say.
USUAL = frozenset({"advantage", "komi"})


def table_reading(tournament: Tournament, path: Path, right: str, found: Findings) -> Reading:
    """The games of a table as duels, and its players.

    right : what a line of such a table has
    Raises ResultsRefused with everything that is wrong.
    """
    entrants = tournament.entrants
    if not entrants and not found.wrong.found:
        found.wrong.add("no line of a player is in this file", right)
    if not tournament.event:
        tournament.event = clean_name(path.stem)
        what = f"the file names no tournament: called {tournament.event!r}, as the file is"
        found.odd.add(what, "its name in the comments on top")
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
    rows_of_games = [table.rows[game.one] for game in games]
    found_games = Games(frame, rows_of_games, _players(entrants, names), [e.row for e in entrants])
    return reading_of(found_games, found, USUAL)


def _players(entrants: Sequence[Entrant], names: Sequence[str]) -> pl.DataFrame:
    """What the lines say of their players, whose surname is the first word of the name."""
    rows = [
        (
            name,
            e.who.id or None,
            spaced(e.name.split()[0]),
            e.who.nation or None,
            e.who.club or None,
        )
        for name, e in zip(names, entrants, strict=True)
    ]
    columns = ("player", "id", "sort_name", "nation", "club")
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


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
        called = f"{name} ({entrant.who.id})" if times[name] > 1 and entrant.who.id else name
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
            known[cell] = half_of(cell)
    return [known[cell] for cell in entrant.cells[begin:]]


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
