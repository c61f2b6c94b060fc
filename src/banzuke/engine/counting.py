"""Which games of the results a rulebook counts, why not the others, and which it refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.reasons import OTHER_CATEGORIES, OTHER_EVENTS, OTHER_POOLS, by_status
from banzuke.engine.rulebook import Rulebook
from banzuke.model.columns import STATUSES
from banzuke.model.days import MICROSECONDS_A_DAY, start_of_day
from banzuke.model.errors import ResultsRefused
from banzuke.model.log import holders
from banzuke.model.phrases import Phrase, phrase
from banzuke.model.problems import Problem
from banzuke.model.raw_table import BYE, is_rated
from banzuke.model.results import Results
from banzuke.model.system import Capability

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_PROBLEMS_OF_A_KIND = 50


class Skipped(NamedTuple):
    """A game that is not rated, and why; ``game`` is an index into the results."""

    game: int
    why: str


class _Sieve:
    """Takes games out, and keeps the first reason for each."""

    def __init__(self, counted: Mask) -> None:
        self.counted = counted.copy()
        self.why = np.full(len(counted), -1, dtype=np.int8)
        self.reasons: list[str] = []

    def leave_out(self, games: Mask, reason: str) -> None:
        """Leave out the games of a mask."""
        if not games.any():
            return
        new = games & (self.why < 0)
        if new.any():
            self.why[new] = len(self.reasons)
            self.reasons.append(reason)
        self.counted &= ~games

    def skipped(self) -> list[Skipped]:
        """All games that were left out."""
        if not self.reasons:
            return []
        return [
            Skipped(game, self.reasons[self.why[game]])
            for game in np.flatnonzero(self.why >= 0).tolist()
        ]


def count_games(
    results: Results, rulebook: Rulebook, times: Ints | None
) -> tuple[Mask, list[Skipped]]:
    """Which games count by their status and the rulebook's [counts], and why the others do not.

    times : what dates each game, None where nothing is dated
    """
    games, counts = results.games, rulebook.counts
    sieve = _Sieve(is_rated(games.status, games.rated, counts.statuses))
    left = ~sieve.counted
    if left.any():
        for code, status in enumerate(STATUSES):
            unsaid = left & (games.status == code) & (games.rated != 0)
            sieve.leave_out(unsaid, by_status(status))
        sieve.leave_out(left, phrase("marked as not rated"))
    alone = results.sides < 2
    if Capability.STANDINGS in rulebook.system.capabilities:
        alone &= games.status == BYE
    sieve.leave_out(alone, phrase("one side only"))
    of_other = (
        (counts.events, games.event, results.events, OTHER_EVENTS),
        (counts.categories, games.category, results.categories, OTHER_CATEGORIES),
        (counts.pools, games.pool, results.pools, OTHER_POOLS),
    )
    for wanted, codes, names, reason in of_other:
        if wanted:
            sieve.leave_out(~_named(codes, names, wanted, len(results)), reason)
    if counts.except_events:
        excepted = _named(games.event, results.events, counts.except_events, len(results))
        sieve.leave_out(excepted, phrase("the rulebook leaves this event out"))
    if counts.board_sizes and games.board_size is not None:
        for size in np.unique(games.board_size[~np.isnan(games.board_size)]).tolist():
            if size not in counts.board_sizes:
                other = phrase(
                    "a board of {size:g} lines: the rulebook counts other boards", size=size
                )
                sieve.leave_out(games.board_size == size, other)
    if times is not None and counts.from_ is not None:
        early = times < start_of_day(counts.from_)
        sieve.leave_out(early, phrase("before {day}, from when results count", day=counts.from_))
    if times is not None and counts.until is not None:
        late = times >= start_of_day(counts.until) + MICROSECONDS_A_DAY
        sieve.leave_out(late, phrase("after {day}, until when results count", day=counts.until))
    return sieve.counted, sieve.skipped()


def _named(
    codes: NDArray[np.int32] | None, names: Sequence[str], wanted: Sequence[str], count: int
) -> Mask:
    """Which games have one of the wanted names, in any case."""
    if codes is None:
        return np.zeros(count, dtype=np.bool_)
    folded = {text.casefold() for text in wanted}
    return np.isin(codes, [code for code, text in enumerate(names) if text.casefold() in folded])


def refuse_what_system_cannot(results: Results, rulebook: Rulebook, counted: Mask) -> None:
    """Raise ResultsRefused for teams, many sides, standings and missing places not claimed."""
    system = rulebook.system
    can = system.capabilities
    problems: list[Problem] = []
    sides = results.sides
    name = phrase("{key} ({system})", key=rulebook.key, system=phrase(system.title))

    def refuse(games: Mask, what: Phrase, right: Phrase) -> None:
        for game in np.flatnonzero(games & counted)[:MOST_PROBLEMS_OF_A_KIND].tolist():
            source = results.sources[results.games.source[game]]
            problems.append(Problem(what, right, source, int(results.games.row[game])))

    if results.shape != "standings" and not system.takes_games:
        first = np.zeros(len(counted), dtype=np.bool_)
        first[np.flatnonzero(counted)[:1]] = True
        what = phrase("{name} rates final standings, not games", name=name)
        right = phrase("a row a player and event, with event, player and place, and no column game")
        refuse(first, what, right)
    elif results.shape == "standings" and Capability.STANDINGS not in can:
        what = phrase("{name} rates games, not standings", name=name)
        refuse(counted, what, phrase("a table of games"))
    elif Capability.MANY_SIDES not in can:
        what = phrase("{name} rates games of two sides", name=name)
        refuse(sides > 2, what, phrase("one duel a game"))
    if Capability.TEAMS not in can:
        what = phrase("{name} rates single players, not teams", name=name)
        refuse(np.diff(results.first) > sides, what, phrase("a side of one player"))
    elif rulebook.counts.team_sizes == "refuse":
        what = phrase("the sides differ in their number of players")
        refuse(unlike_teams(results), what, phrase("teams of one size, or team_sizes = allow"))
    if Capability.MARGINS in can and "score" in rulebook.reads:
        what = phrase("{name} rates by the scores, but the places say something else", name=name)
        refuse(_against_scores(results), what, phrase("places that follow the scores, or none"))
    if Capability.UNPLACED not in can:
        what, right = phrase("the result is missing"), phrase("a result or places, or status void")
        refuse(_unplaced(results), what, right)
    if problems:
        raise ResultsRefused(problems)


def _against_scores(results: Results) -> Mask:
    """Games whose places do not follow from the scores; in duels all do."""
    against = np.zeros(len(results), dtype=np.bool_)
    score, place = results.entries.score, results.entries.place
    if results.shape == "duels" or score is None or len(score) < 2:
        return against
    with np.errstate(invalid="ignore"):
        follows = np.sign(score[:-1] - score[1:]) == np.sign(place[1:] - place[:-1])
    known = ~(np.isnan(score[:-1]) | np.isnan(score[1:])) & (place[1:] > 0)
    wrong = np.flatnonzero(known & ~follows)
    games = holders(results.first, wrong)
    # Neighbours of two games say nothing of each other.
    within = wrong + 1 < results.first[games + 1]
    against[games[within]] = True
    return against


def _unplaced(results: Results) -> Mask:
    """Games in which somebody has no place."""
    missing = np.zeros(len(results), dtype=np.bool_)
    missing[holders(results.first, np.flatnonzero(results.entries.place == 0))] = True
    return missing


def unlike_teams(results: Results) -> Mask:
    """Games whose sides differ in their number of players."""
    unlike = np.zeros(len(results), dtype=np.bool_)
    sides = results.sides
    if results.shape == "duels" or sides.sum() == len(results.entries.side):
        return unlike
    filled = sides > 0
    begins = np.zeros(len(results.entries.side), dtype=np.bool_)
    begins[1:] = results.entries.side[1:] != results.entries.side[:-1]
    begins[results.first[:-1][filled]] = True
    sizes = np.diff(np.append(np.flatnonzero(begins), len(begins)))
    heads = np.concatenate([[0], np.cumsum(sides[filled])])[:-1]
    unlike[filled] = np.minimum.reduceat(sizes, heads) != np.maximum.reduceat(sizes, heads)
    return unlike


def odd_teams(results: Results, rulebook: Rulebook, counted: Mask) -> list[Problem]:
    """That sides of unlike sizes are rated, where the rulebook does not say that they may be."""
    if rulebook.counts.team_sizes != "warn":
        return []
    if Capability.TEAMS not in rulebook.system.capabilities:
        return []
    games = np.flatnonzero(unlike_teams(results) & counted)
    if not len(games):
        return []
    first = int(games[0])
    many = f"{len(games)} games have" if len(games) > 1 else "this game has"
    what = f"{many} sides that differ in their number of players"
    source = results.sources[results.games.source[first]]
    right = "--set counts.team_sizes=allow (or refuse)"
    return [Problem(what, right, source, int(results.games.row[first]))]


def ignored_columns(results: Results, rulebook: Rulebook) -> list[Problem]:
    """Columns with content that the system does not read, told so that nobody is misled.

    Not those that files of a format always have, such as the colours: nobody chose to say them.
    """
    read = set(rulebook.reads)
    found = []
    for name, idle in (("handicap", 0.0), ("advantage", 0.0), ("play", 1.0), ("weight", 1.0)):
        values = results.games.weight if name == "weight" else getattr(results.entries, name)
        if values is None or name in read:
            continue
        said = np.flatnonzero(np.nan_to_num(values, nan=idle) != idle)
        if len(said):
            games = said if name == "weight" else holders(results.first, said)
            said = said[_chose(results, name)[games]]
        if len(said):
            game = int(said[0]) if name == "weight" else results.game_of(int(said[0]))
            source, row = results.place(game)
            row = row if name == "weight" else results.entry_row(int(said[0]))
            found.append(Problem(f"{rulebook.key} does not use the column", "", source, row, name))
    return found + _told_apart_in_vain(results, rulebook)


def _chose(results: Results, column: str) -> Mask:
    """The games of files whose makers chose to have this column, bool[g]."""
    usual = [column in names for names in results.usual]
    if not any(usual):
        return np.ones(len(results), dtype=np.bool_)
    chosen: Mask = ~np.array(usual)[results.games.source]
    return chosen


def nobody_ahead(results: Results, rulebook: Rulebook) -> list[Problem]:
    """That no column says who moved first or was at home, though the rules reckon with it.

    A table of home and away teams would else be rated as if all grounds were neutral.
    """
    if results.entries.advantage is not None or "advantage" not in rulebook.reads:
        return []
    what = (
        f"{rulebook.key} reckons with who was at home or moved first, which no column says: "
        "nobody is taken to be ahead"
    )
    right = (
        "a column advantage of 1, 2 or empty; or neutral, with no where player_1 was at home and "
        "yes elsewhere"
    )
    return [Problem(what, right, results.sources[0] if results.sources else "")]


def _told_apart_in_vain(results: Results, rulebook: Rulebook) -> list[Problem]:
    """Columns by which games differ in kind, where the system rates all kinds alike."""
    found = []
    # Where boards of one size count, no two that count differ.
    used = {*rulebook.reads, "board_size" if len(rulebook.counts.board_sizes) == 1 else ""}
    for name in ("komi", "board_size", "time_class"):
        values = getattr(results.games, name)
        if values is None or name in used or not (chose := _chose(results, name)).any():
            continue
        column = pl.Series(values, nan_to_null=True) if isinstance(values, np.ndarray) else values
        first = column[int(chose.argmax())]
        other = (column.ne_missing(first) & pl.Series(chose)).arg_max()
        if other:
            what = (
                f"{rulebook.key} does not use the column: games that differ in it are rated alike"
            )
            right = "a column pool, if each kind has ratings of its own"
            found.append(Problem(what, right, *results.place(other), name))
    return found
