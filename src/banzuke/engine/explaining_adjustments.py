"""Why an adjustment of the rulebook moved a player's rating, or did not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.displaying import shown_change
from banzuke.engine.explained import Explained, ShownChange
from banzuke.engine.moved import moved_one
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, State, due_adjustments, rated_before, replay
from banzuke.engine.rulebook import Adjustment, Rulebook
from banzuke.model.days import start_of_day
from banzuke.model.errors import WrongUse
from banzuke.model.phrases import listed, phrase
from banzuke.model.system import Term
from banzuke.numeric.rounding import written


class _Due(NamedTuple):
    """An adjustment in a pool: its day, and its number among all that are due there, by day."""

    run: Run
    adjustment: Adjustment
    on: date
    number: int

    @property
    def period(self) -> int:
        """The period right before which it is made."""
        time = self.run.pool.period_time
        return 0 if time is None else int(np.searchsorted(time, start_of_day(self.on)))


class _Move(NamedTuple):
    """What an adjustment did to the player's rating."""

    due: _Due
    before: float
    change: float


def adjustment_names(rulebook: Rulebook, runs: Sequence[Run]) -> list[str]:
    """The titles of all adjustments, and title and day of each that is made in the runs."""
    names = [adjustment.title for adjustment in rulebook.adjustments]
    names += [_dated(due.adjustment, due.on) for run in runs for due in _all_due(rulebook, run)]
    return list(dict.fromkeys(names))


def names_of_moves(run: Run) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """Title and day of each adjustment that was made in a run, and the codes of whom it moved."""
    for made in run.adjusted:
        yield _dated(made.adjustment, made.on), made.players


def explain_adjustment(
    rated: Rated,
    runs: Sequence[Run],
    player: str,
    name: str,
    before: Callable[[Run, int], State] | None = None,
) -> Explained:
    """Explain what an adjustment did to a player's rating.

    runs : of the pools that are asked for; name : one of ``adjustment_names``
    before : (run, period) -> the state right before a period, where it need not be replayed
    ``rated`` is False, and ``why`` says why, where it did not move the player. Raises WrongUse
    where it is not made in these results, or moved several ratings of the player.
    """
    code = rated.names.index(player)
    of_pools = [dues for run in runs if (dues := _newest(rated.rulebook, run, name))]
    if not of_pools:
        raise WrongUse(_not_made(rated, runs, name))
    found = [(dues, moves) for dues in of_pools if (moves := _moves(dues, code))]
    if len(found) > 1:
        pools = " or ".join(dues[0].run.pool.pool or "the one without a name" for dues, _ in found)
        raise WrongUse(f"{player} has a rating in several pools there: say which, {pools}")
    if not found:
        dues = next((dues for dues in of_pools if _has_rating(dues[0], code)), of_pools[0])
        return _unmoved(rated, dues, code, name)
    dues, moves = found[0]
    change = 0.0
    for move in moves:
        change += move.change
    after = moves[-1].before + moves[-1].change
    return Explained(
        player=player,
        name=rated.told_as[code],
        pool=dues[0].run.pool.pool,
        kind="event",
        which=name,
        before=moves[0].before,
        terms=tuple(_term(rated, move) for move in moves),
        inputs=(),
        change=change,
        after=after,
        shown=_shown_change(rated, dues[0], code, (moves[0].before, after), before),
        rated=True,
        why=_others(rated.rulebook, dues[0], name),
        besides=_others(rated.rulebook, dues[0], name),
    )


def _dated(adjustment: Adjustment, on: date) -> str:
    return f"{adjustment.title} {on}".strip()


def _all_due(rulebook: Rulebook, run: Run) -> list[_Due]:
    """All adjustments that are made in a pool, in their order."""
    due = sorted(due_adjustments(run.pool, rulebook), key=lambda one: one[1])
    return [_Due(run, *one, number) for number, one in enumerate(due)]


def _called(rulebook: Rulebook, run: Run, name: str) -> list[_Due]:
    """Those that are called so, by their title or by title and day."""
    return [
        due
        for due in _all_due(rulebook, run)
        if name in (due.adjustment.title, _dated(due.adjustment, due.on))
    ]


def _newest(rulebook: Rulebook, run: Run, name: str) -> list[_Due]:
    """Those of the newest day that are called so: two, where one title stands for two limits."""
    called = _called(rulebook, run, name)
    return [due for due in called if due.on == called[-1].on]


def _moves(dues: Sequence[_Due], code: int) -> list[_Move]:
    """How they moved the player, in their order."""
    moves = []
    for due in dues:
        for made in due.run.adjusted:
            if made.on == due.on and made.adjustment is due.adjustment:
                at = made.players == code
                changes = zip(made.before[at].tolist(), made.change[at].tolist(), strict=True)
                moves += [_Move(due, before, change) for before, change in changes]
    return moves


def _has_rating(due: _Due, code: int) -> bool:
    n_players = len(due.run.state[0])
    return bool(rated_before(due.run.pool, due.period, n_players)[code])


def _term(rated: Rated, move: _Move) -> Term:
    """The one line: what the adjustment says, with this player's rating."""
    due, before, change = move
    system, adjustment = rated.rulebook.system, due.adjustment
    exact = adjustment.add
    if adjustment.toward is None:
        points = adjustment.add
        done = [phrase("{points:+.10g} for {whom}", points=points, whom=_whom(adjustment))]
    else:
        exact = adjustment.share * (adjustment.toward - before)
        way = phrase(
            "{share:.10g} % of the way from {start} to {goal:.10g}",
            share=100 * adjustment.share,
            start=_shown(rated, before),
            goal=adjustment.toward,
        )
        some = adjustment.players or _limits(adjustment)
        done = [way, *([phrase("for {whom}", whom=_whom(adjustment))] if some else [])]
    if system.whole_numbers and change != exact:
        done.append(phrase("rounded to a whole rating"))
    lowest = system.lowest and system.lowest(rated.parameters(due.run.pool.pool))
    if lowest is not None and before + change == lowest > before + exact:
        done.append(phrase("but not below the lowest rating, {lowest:g}", lowest=lowest))
    key = rated.rulebook.key
    source = phrase("adjustment of the rulebook {key}, made on {day}", key=key, day=due.on)
    if adjustment.title:
        source = phrase(
            "adjustment “{title}” of the rulebook {key}, made on {day}",
            title=adjustment.title,
            key=key,
            day=due.on,
        )
    return Term(listed(done, ", "), change, system.columns[0].unit, source)


def _whom(adjustment: Adjustment) -> str:
    """Whom it moves."""
    who = ", ".join(adjustment.players) or phrase("everybody")
    limits = _limits(adjustment)
    return phrase("{who} {limits}", who=who, limits=limits) if limits else who


def _limits(adjustment: Adjustment) -> str:
    """Which ratings it moves, "" for all."""
    below, above = adjustment.below, adjustment.above
    if below is not None and above is not None:
        return phrase("below {below:.10g} and above {above:.10g}", below=below, above=above)
    if below is not None:
        return phrase("below {below:.10g}", below=below)
    return "" if above is None else phrase("above {above:.10g}", above=above)


def _shown(rated: Rated, rating: float) -> str:
    """A rating with as many decimals as the rulebook shows, at least one unless all are whole."""
    decimals = max(1, rated.rulebook.display.decimals)
    if rated.rulebook.system.whole_numbers:
        decimals = 0
    return written(np.array([rating]), decimals, "half_away")[0]


def _shown_change(
    rated: Rated,
    due: _Due,
    code: int,
    ratings: tuple[float, float],
    before: Callable[[Run, int], State] | None = None,
) -> ShownChange:
    """What is shown with the rating before and after; an adjustment moves no other column."""
    if before is None:
        state = replay(due.run.pool, rated.rulebook, due.run.start, until=due.period).state
    else:
        state = before(due.run, due.period)
    values = {name: float(column[code]) for name, column in rated.kept(state).items()}
    first, last = ({**values, "rating": rating} for rating in ratings)
    return shown_change(rated.rulebook, first, last)


def _unmoved(rated: Rated, dues: Sequence[_Due], code: int, name: str) -> Explained:
    """That the player was not moved, and why."""
    due = dues[0]
    rating = _rating_at(rated, due, code)
    told, _ = moved_one(rated.rulebook.system, rating, rating)
    why = phrase("{who} had no rating yet on {day}", who=rated.told_as[code], day=due.on)
    named = [name for one in dues for name in one.adjustment.players]
    if named and rated.names[code] not in named:
        why = phrase("it is about {whom} only", whom=", ".join(named))
    elif _has_rating(due, code) and told is not None:
        why = phrase(
            "only ratings {limits} are adjusted, and this was {rating:.10g} on {day}",
            limits=reduce(_either, (_limits(one.adjustment) for one in dues)),
            rating=rating,
            day=due.on,
        )
    return Explained(
        player=rated.names[code],
        name=rated.told_as[code],
        pool=due.run.pool.pool,
        kind="event",
        which=name,
        before=told,
        terms=(),
        inputs=(),
        change=0.0,
        after=told,
        shown=_shown_change(rated, due, code, (rating, rating)),
        rated=False,
        why=listed(filter(None, [why, _others(rated.rulebook, due, name)])),
    )


def _either(one: str, other: str) -> str:
    return phrase("{one} or {other}", one=one, other=other)


def _rating_at(rated: Rated, due: _Due, code: int) -> float:
    """The player's rating right before an adjustment that did not move it."""
    numbers = {
        (id(one.adjustment), one.on): one.number for one in _all_due(rated.rulebook, due.run)
    }
    for made in due.run.adjusted:
        later = numbers[id(made.adjustment), made.on] > due.number
        if made.period == due.period and later and (made.players == code).any():
            return float(made.before[made.players == code][0])
    state = replay(due.run.pool, rated.rulebook, due.run.start, until=due.period).state
    return float(state[0][code])


def _others(rulebook: Rulebook, due: _Due, name: str) -> str:
    """On which other days it was made, if the name says none."""
    names = [_dated(one.adjustment, one.on) for one in _called(rulebook, due.run, name)]
    others = [other for other in names if other != _dated(due.adjustment, due.on)]
    return phrase("also made as {names}", names=", ".join(others)) if others else ""


def _not_made(rated: Rated, runs: Sequence[Run], name: str) -> str:
    """Why an adjustment is not made in these results."""
    name = name or "the adjustment without a title"
    if all(run.pool.period_time is None for run in runs):
        return f"{name} is not made: the results have no dates"
    afters = [run.pool.span.after for run in runs if run.pool.span.after is not None]
    since = f"after {min(afters)}" if afters else "from the first rated game"
    return f"{name} is not made in these results, which are adjusted {since} to {rated.as_of[:10]}"
