"""Which games of the results are rated by a rulebook, in which order, as a log for kernels.

Every pool is a log of its own: a rating belongs to a player and a pool.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.age_weights import age_weights
from banzuke.engine.clock import as_text, last_moment, on_clock
from banzuke.engine.counting import (
    Skipped,
    count_games,
    ignored_columns,
    nobody_ahead,
    odd_teams,
    refuse_what_system_cannot,
)
from banzuke.engine.doubles import likely_several_events, refuse_games_given_twice
from banzuke.engine.near_names import near_names
from banzuke.engine.periods import group_of
from banzuke.engine.pool_log import PoolLog, log_of_pool
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.ties import decided_by_rows
from banzuke.engine.undated import without_days
from banzuke.model.errors import ResultsRefused
from banzuke.model.large_columns import same_value
from banzuke.model.ordering import Ordered, dates_of, total_order
from banzuke.model.phrases import phrase
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Period
from banzuke.model.wording import this_and

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Selection:
    """All pools' logs, what was left out, and what is odd.

    as_of : the list's date, ISO: as asked for, else that of the newest game; "" if undated
    late : bool[g], which games of the results are after it
    """

    logs: tuple[PoolLog, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[Problem, ...]
    as_of: str
    late: Mask

    @cached_property
    def reasons(self) -> dict[int, str]:
        """Why each game that was left out is not rated."""
        return {skipped.game: skipped.why for skipped in self.skipped}


def select(results: Results, rulebook: Rulebook, as_of: date | datetime | None) -> Selection:
    """Choose, order and code the games that the rulebook rates up to ``as_of`` (inclusive)."""
    group = group_of(rulebook)
    dated = dates_of(results, group, rulebook.period.day)
    times = None if dated is None else dated.time
    counted, skipped = count_games(results, rulebook, times)
    moment = None if as_of is None else on_clock(as_of, rulebook.period.zone)
    late = np.zeros(len(results), dtype=np.bool_)
    if moment is not None and len(results):
        if dated is None:
            what = phrase("the results have no dates, so they cannot be rated as of a date")
            raise ResultsRefused([Problem(what, phrase("a column date"), column="date")])
        late = dated.after(*last_moment(moment, rulebook.period.zone))
        counted &= ~late
    refuse_what_system_cannot(results, rulebook, counted)
    together = rulebook.period.kind is not Period.GAME
    ordered = total_order(results, group, rulebook.period.day, together=together)
    twice = refuse_games_given_twice(results, ordered, counted)
    order = ordered.order
    whole = order is None and bool(counted.all())
    date_of_list = _newest(results, times, None if whole else counted)
    if moment is not None:
        date_of_list = moment.isoformat()
    by_age = _by_age(rulebook, times, date_of_list)
    logs = []
    for code, pool in _pools(results, rulebook):
        chosen = None
        if not whole or code is not None:
            here = counted if code is None else counted & (_pool_codes(results) == code)
            chosen = np.flatnonzero(here) if order is None else order[here[order]]
        logs.append(log_of_pool(results, rulebook, pool, chosen, dated, by_age))
    warnings = [
        *results.warnings,
        *ignored_columns(results, rulebook),
        *nobody_ahead(results, rulebook),
        *odd_teams(results, rulebook, counted),
        *_untold(results, rulebook, ordered, None if whole else counted),
        *near_names(results, rulebook),
        *(without_days(rulebook) if times is None and counted.any() else []),
        *twice,
        *(likely_several_events(results, counted) if group else []),
    ]
    return Selection(tuple(logs), tuple(skipped), tuple(warnings), date_of_list, late)


def _newest(results: Results, times: Ints | None, counted: Mask | None) -> str:
    """The date of the newest game that counts, ISO; "" if there is none, or no date."""
    if times is None or not len(times) or (counted is not None and not counted.any()):
        return ""
    newest = times.max() if counted is None else times[counted].max()
    return as_text(newest, results.stamped)


def _by_age(rulebook: Rulebook, times: Ints | None, as_of: str) -> NDArray[np.float64] | None:
    """What each game of the results weighs by its age on the list's date; None for all alike."""
    ages = rulebook.counts.ages
    if not ages:
        return None
    if times is None:
        what = phrase(
            "{rulebook} weighs games by their age, but the results have no dates",
            rulebook=rulebook.key,
        )
        raise ResultsRefused([Problem(what, phrase("a column date"), column="date")])
    # Where no game counts there is no date of a list.
    return age_weights(ages, times, date.fromisoformat(as_of[:10])) if as_of else None


def _pool_codes(results: Results) -> NDArray[np.int32]:
    pools = results.games.pool
    return same_value(np.int32(-1), len(results)) if pools is None else pools


def games_of_pool(results: Results, pool: str) -> Mask:
    """Which games of the results, bool[g], are of a pool; "" for the one without a name."""
    code = -1 if not pool else results.pools.index(pool) if pool in results.pools else -2
    found: Mask = _pool_codes(results) == code
    return found


def _pools(results: Results, rulebook: Rulebook) -> list[tuple[int | None, str]]:
    """(code, name) of each pool to be rated; one of all games where pools do not matter."""
    if rulebook.pooling == "together" or results.games.pool is None:
        return [(None, "")]
    counted = {pool.casefold() for pool in rulebook.counts.pools}
    codes: list[int] = np.unique(results.games.pool).tolist()
    pools = [(code, results.pools[code] if code >= 0 else "") for code in codes]
    wanted = [(code, pool) for code, pool in pools if not counted or pool.casefold() in counted]
    return [*wanted] or [(-1, "")]


def _untold(
    results: Results, rulebook: Rulebook, ordered: Ordered, counted: Mask | None
) -> list[Problem]:
    """A word where only the rows say which of two periods comes first, or the day which event.

    counted : None if all games are counted, and lie in order
    """
    event = results.games.event
    if rulebook.period.kind is Period.EVENT and (counted is None or counted.any()):
        without = counted if event is None else event < 0
        if without is None:
            without = np.ones(len(results), dtype=np.bool_)
        elif counted is not None:
            without = without & counted
        games = np.flatnonzero(without)
        if len(games):
            what = f"{rulebook.key} rates by event: games without one are of one event if of a day"
            first = int(games[0])
            return [Problem(what, "a column event", *results.place(first), column="event")]
        return []
    if rulebook.period.kind is not Period.GAME:
        return []
    # Games that are not counted must not make others look as if the rows had decided.
    apart = rulebook.pooling == "separate"
    followers = decided_by_rows(results, ordered, counted, pools_apart=apart)
    if not followers.many:
        return []
    what = (
        f"{this_and(followers.many, 'game')} not told apart, by date, event, round, board or "
        "game, from another of the same player: what decides is the order of the rows"
    )
    right = "times, rounds or game numbers, if the order matters"
    return [Problem(what, right, *results.place(followers.first))]
