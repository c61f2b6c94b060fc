"""What a system says of single entries of a run, from the ratings before their periods."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from datetime import date
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.cell_places import CellPlaces
from banzuke.engine.explained import ExplainedGame, Met
from banzuke.engine.history import MOST_TOLD
from banzuke.engine.named_terms import with_names, without_braces
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, State, all_stretches
from banzuke.engine.walking import StatesBefore, Walk
from banzuke.model.days import day_of
from banzuke.model.log import holders
from banzuke.model.parameters import Parameters
from banzuke.model.results import Results
from banzuke.model.system import Explanation, Period
from banzuke.parts.one_period import Memory


class Told(NamedTuple):
    """An entry of the log, the position of its game there, and what the system says of it.

    ratings : of everybody in the game, entry by entry, before its period; None for none
    """

    position: int
    entry: int
    said: Explanation
    ratings: tuple[float | None, ...]


class Teller:
    """Asks a system about entries of one run; rules are made once for the periods they rule."""

    def __init__(self, rated: Rated, run: Run) -> None:
        self._rated, self._run = rated, run
        whole = all_stretches(run.pool, rated.rulebook)
        self._stretches = [one for one in whole if one.first < one.last]
        self._firsts = [one.first for one in self._stretches]
        self._categories = without_braces(run.pool.categories)
        self._rules: tuple[Parameters, Any] | None = None
        self._made_from: Parameters | None = None
        self._places: dict[int, CellPlaces] = {}
        self._memory = Memory()

    def tell(self, state: State, period: int, position: int, entry: int) -> Told:
        """What the system says of an entry; state : right before the game's period."""
        run, system = self._run, self._rated.rulebook.system
        parameters, rules = self._rules_of(period)
        with self._memory.used():
            said = system.explain(state, run.pool.log, rules, parameters, position, entry)
        named = with_names(said, self._rated.told_as)
        placed = self._places_of(period).placed(named)
        return Told(position, entry, placed, self._ratings(state, position))

    def _places_of(self, period: int) -> CellPlaces:
        """Where the values stand that hold in a period; of undated results the newest ones."""
        pool, stretch = self._run.pool, bisect_right(self._firsts, period) - 1
        if stretch not in self._places:
            time = pool.period_time
            day = date.max if time is None else day_of(int(time[period]))
            self._places[stretch] = CellPlaces(self._rated.rulebook, pool.pool, day)
        return self._places[stretch]

    def _rules_of(self, period: int) -> tuple[Parameters, Any]:
        """The parameters of a period, and as kernels read them."""
        found = self._stretches[bisect_right(self._firsts, period) - 1].parameters
        if self._rules is None or self._made_from is not found:
            plain = without_braces(found)
            rules = self._rated.rulebook.system.rules(plain, self._categories)
            self._made_from, self._rules = found, (plain, rules)
        return self._rules

    def _ratings(self, state: State, position: int) -> tuple[float | None, ...]:
        """Nobody has a rating before all results, where all are rated at once."""
        log = self._run.pool.log
        first, end = int(log.game[position]), int(log.game[position + 1])
        if self._rated.rulebook.period.kind is Period.ALL:
            return (None,) * (end - first)
        ratings = np.asarray(state[0])[log.player[first:end]]
        has = self._rated.rulebook.system.has_rating(ratings)
        found = zip(ratings.tolist(), has.tolist(), strict=True)
        return tuple(rating if there else None for rating, there in found)


def told(
    rated: Rated,
    run: Run,
    positions: NDArray[np.int64],
    entries: list[int],
    states: StatesBefore | None = None,
) -> Iterator[Told]:
    """What the system says of each entry, from the ratings before its period.

    positions : int64[k], of the games in the pool's log, going up; entries : one of each
    states : of the run, where some of them are kept
    """
    pool, teller = run.pool, Teller(rated, run)
    before = Walk(pool, rated.rulebook, run.start).to if states is None else states.before
    state, at = run.start, -1
    periods = holders(pool.log.period, positions).tolist()
    for period, position, entry in zip(periods, positions.tolist(), entries, strict=True):
        if period != at:
            state, at = before(period), period
        yield teller.tell(state, period, position, entry)


def explained_game(rated: Rated, run: Run, one: Told) -> ExplainedGame:
    """A game as its player sees it, with what the system says of it."""
    log, results = run.pool.log, rated.results
    game = int(run.pool.games[one.position])
    head, end = int(log.game[one.position]), int(log.game[one.position + 1])
    first = int(results.first[game])
    change = 0.0
    for term in one.said.terms:
        change += term.value
    met = []
    for at in range(head, end) if end - head <= MOST_TOLD else ():
        if at != one.entry:
            who, there = int(log.player[at]), first + at - head
            partner = bool(log.side[at] == log.side[one.entry])
            said = _place(results, there), _score(results, there)
            rating = one.ratings[at - head]
            met.append(Met(rated.names[who], rated.told_as[who], partner, rating, *said))
    own = first + one.entry - head
    codes = results.games.event
    return ExplainedGame(
        date=_date(results, game),
        event="" if codes is None or codes[game] < 0 else results.events[codes[game]],
        round=_text(results.games.round, game),
        game=_text(results.games.key, game),
        where=results.where(game),
        file=results.place(game)[0],
        row=entry_row(results, game, own),
        sides=int(log.side[end - 1]) + 1,
        players=end - head,
        met=tuple(met),
        place=_place(results, own),
        score=_score(results, own),
        rating=one.ratings[one.entry - head],
        terms=tuple(one.said.terms),
        inputs=tuple(one.said.inputs),
        change=change,
        rated=one.said.rated,
        why=one.said.why,
    )


def _date(results: Results, game: int) -> str:
    """When a game was, as ISO; "" if it is undated."""
    if results.games.time is None:
        return ""
    unit: Literal["s", "D"] = "s" if results.stamped else "D"
    return str(np.datetime64(int(results.games.time[game]), "us").astype(f"datetime64[{unit}]"))


def _text(column: Any, game: int) -> str:
    """A text of the results, "" where there is none."""
    return "" if column is None or column[game] is None else str(column[game])


def _place(results: Results, entry: int) -> int | None:
    place = int(results.entries.place[entry])
    return place if place > 0 else None


def _score(results: Results, entry: int) -> float | None:
    scores = results.entries.score
    return None if scores is None or np.isnan(scores[entry]) else float(scores[entry])


def entry_row(results: Results, game: int, entry: int) -> int:
    """The row of an entry of a game in its file."""
    rows = results.entries.row
    return int(results.games.row[game] if rows is None else rows[entry])


def entry_place(results: Results, code: int, game: int) -> tuple[str, int]:
    """File and row of a player's entry in a game."""
    first, end = int(results.first[game]), int(results.first[game + 1])
    entry = first + int(np.flatnonzero(results.entries.player[first:end] == code)[0])
    return results.place(game)[0], entry_row(results, game, entry)
