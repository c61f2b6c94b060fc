"""Tables of Go tournaments as results: their games, and the players in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_lines import Lines, count_rounds, halves_of, numbers_of
from banzuke.importers.steps.pairing import (
    BLACK,
    RESULTS,
    WHITE,
    PairedGames,
    Table,
    paired,
)
from banzuke.importers.steps.tournament_reading import Games, indices, reading_of
from banzuke.model.importer import Reading
from banzuke.model.ranks import rank_number
from banzuke.model.wording import counted

Ints = NDArray[np.int64]

MOST_STONES = 9
KOMI = re.compile(r"-?\d{1,3}(?:[.,]\d{1,3})?", re.ASCII)
#: What such tables always say.
USUAL = frozenset({"advantage", "komi"})


@dataclass
class Tournament:
    """What the comments of a file say; None and "" are what they do not.

    reduction : grades that an untold handicap is less than the difference of the grades
    """

    event: str = ""
    place: str = ""
    category: str | None = None
    begin: date | None = None
    end: date | None = None
    komi: float | None = None
    board_size: int | None = None
    reduction: int | None = None

    def take_komi(self, text: str, column: str, row: int, found: Findings) -> None:
        """The komi of even games; what is no number is left aside and told."""
        if KOMI.fullmatch(text):
            self.komi = float(text.replace(",", "."))
        else:
            found.odd.add(f"{text!r} is no komi: left aside", "a number, as 6.5", column, row)


class Who(NamedTuple):
    """Number, nation and club of each line's player, None where it says nothing."""

    id: Sequence[str | None]
    nation: Sequence[str | None]
    club: Sequence[str | None]


def table_reading(
    tournament: Tournament, lines: Lines, who: Who, path: Path, found: Findings
) -> Reading:
    """The games of a table as duels, and its players.

    Raises ResultsRefused with everything that is wrong.
    """
    if not len(lines.rows) and not found.wrong.found:
        found.wrong.add("no line of a player is in this file", "a table with a player a line")
    if not tournament.event:
        tournament.event = found.named_as(path, "its name in the comments on top")
    names = _names(lines, who.id, found)
    rounds, enough = count_rounds(lines, found)
    numbers = numbers_of(lines, found)
    table = Table(lines.rows, numbers, names, enough, lines.whole)
    games = paired(table, halves_of(lines, rounds, enough), found)
    facts = {
        "date": pl.Series([tournament.begin], dtype=pl.Date),
        "event_end": pl.Series([tournament.end], dtype=pl.Date),
        "event": pl.Series([tournament.event], dtype=pl.String),
        "event_category": pl.Series([tournament.category], dtype=pl.String),
        "event_players": pl.Series([len(lines.rows)], dtype=pl.Int64),
        "event_rounds": pl.Series([rounds], dtype=pl.Int64),
        "event_place": pl.Series([tournament.place or None], dtype=pl.String),
        "board_size": pl.Series([tournament.board_size], dtype=pl.Int64),
    }
    frame = pl.DataFrame(
        [
            *_columns(tournament, lines, names, games, found),
            *(fact.new_from_index(0, len(games.one)).alias(name) for name, fact in facts.items()),
        ]
    )
    columns = {"player": names, "id": who.id, "sort_name": lines.families}
    columns |= {"nation": who.nation, "club": who.club}
    players = pl.DataFrame([pl.Series(name, texts, pl.String) for name, texts in columns.items()])
    return reading_of(Games(frame, lines.rows[games.one], players, lines.rows), found, USUAL)


def _columns(
    tournament: Tournament,
    lines: Lines,
    names: Sequence[str],
    games: PairedGames,
    found: Findings,
) -> list[pl.Series]:
    """The games; Black moves first, but not after handicap stones."""
    bye = games.two < 0
    # Nobody, who has no rank either, stands behind the last player.
    one, two = indices(games.one), indices(np.where(bye, len(lines.rows), games.two))
    players, ranks = (pl.Series([*each, None], dtype=pl.String) for each in (names, lines.ranks))
    stones = _stones(tournament, lines, games, found)
    given = stones.max(axis=1)
    open_ = games.result == RESULTS.index("*")
    status = np.where(open_, 2, 3)
    status[games.unplayed] = 1
    status[bye] = 0
    first = np.where(bye | (given >= 2), 0, games.colour)
    received = np.where(bye[:, None], np.nan, stones)
    komi = np.nan if tournament.komi is None else tournament.komi
    rounds = pl.Series([str(number) for number in range(int(games.round.max(initial=0)) + 1)])
    results = pl.Series([*RESULTS, None], dtype=pl.String)
    columns = {
        "player_1": players[one],
        "player_2": players[two],
        "result": results[indices(np.where(bye, len(RESULTS), games.result))],
        "status": pl.Series(["bye", "forfeit", "void", "played"])[indices(status)],
        "advantage": pl.Series([None, "1", "2"], dtype=pl.String)[indices(first)],
        "handicap_1": pl.Series(received[:, 0], nan_to_null=True),
        "handicap_2": pl.Series(received[:, 1], nan_to_null=True),
        "entry_rank_1": ranks[one],
        "entry_rank_2": ranks[two],
        "round": rounds[indices(games.round)],
        "komi": pl.Series(np.where(bye | (given > 0), np.nan, komi), nan_to_null=True),
    }
    return [series.alias(name) for name, series in columns.items()]


def _names(lines: Lines, ids: Sequence[str | None], found: Findings) -> list[str]:
    """The players' names, each once: namesakes are told apart by their numbers."""
    names = lines.names
    if len(set(names)) == len(names):
        return names
    times = Counter(names)
    called = list(names)
    first: dict[str, int] = {}
    for line in (line for line, name in enumerate(names) if times[name] > 1):
        name, row, number = called[line], int(lines.rows[line]), ids[line]
        if number is not None:
            called[line] = f"{name} ({number})"
            what = f"several players are called {name!r}: this one is read as {called[line]!r}"
            found.odd.add(what, "", "player", row)
        if called[line] in first:
            whom, earlier = repr(called[line]), first[called[line]]
            found.tell_twice(whom, earlier, "a number of each (|12345678)", row)
        first.setdefault(called[line], row)
    return called


def _stones(tournament: Tournament, lines: Lines, games: PairedGames, found: Findings) -> Ints:
    """What the two players of each game received, [g, 2]; where it is not told, by the grades."""
    told = np.maximum(games.stones, 0)
    given = np.stack([told * (games.colour == BLACK), told * (games.colour == WHITE)], axis=1)
    untold = (games.stones < 0) & (games.two >= 0)
    reckoned = int((untold & ~games.unplayed).sum())
    if tournament.reduction is not None and untold.any():
        by_grades = _by_grades(tournament.reduction, lines.ranks, games)
        given = np.where(untold[:, None], by_grades, given)
    if reckoned:
        how = counted(reckoned, "game tells", "games tell")
        if tournament.reduction is None:
            what = f"{how} neither colours nor handicap: read as even"
        else:
            less = f", less {tournament.reduction}" if tournament.reduction else ""
            what = f"{how} no handicap: reckoned from the difference of the ranks{less}"
        found.odd.add(what, "12+/b2 tells both", "", int(lines.rows[0]))
    return given


def _by_grades(reduction: int, ranks: Sequence[str], games: PairedGames) -> Ints:
    """The handicaps that follow from the ranks, [g, 2]: the weaker player has the stones."""
    grades = np.array([_grade(rank) for rank in ranks])
    lead = grades[games.one] - grades[games.two]
    stones = np.clip(np.abs(lead) - reduction, 0, MOST_STONES)
    return np.stack([stones * (lead < 0), stones * (lead > 0)], axis=1)


def _grade(rank: str) -> int:
    """A rank as a number without a gap between 1 kyu and 1 dan; professionals as 9 dan."""
    number = int(rank_number(rank) or 0)
    return number + 1 if number < 0 else min(number, 9)
