"""What a system remarks about ratings, with the players' names: warnings, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.engine.named_terms import with_names
from banzuke.engine.replay import Run, newest_parameters
from banzuke.engine.rulebook import Rulebook
from banzuke.model.problems import Problem
from banzuke.model.system import Explanation


def remarks_of(run: Run, rulebook: Rulebook, names: Sequence[str]) -> list[Problem]:
    """A warning for each remark of the rulebook's system about a pool as it stands."""
    system, pool = rulebook.system, run.pool
    if system.remarks is None:
        return []
    parameters = newest_parameters(rulebook, pool.pool)
    rules = system.rules(parameters, pool.categories)
    played = pool.counts(len(names)) > 0
    head = f"{pool.pool}: " if pool.pool else ""
    return [
        Problem(head + with_names(Explanation((), (), True, text), names).why)
        for text in system.remarks(run.state, rules, parameters, played)
    ]


def unsound(run: Run, rulebook: Rulebook, names: Sequence[str]) -> list[Problem]:
    """A problem for each complaint of the rulebook's system about the ratings that came out."""
    system, pool = rulebook.system, run.pool
    if system.unsound is None:
        return []
    parameters = newest_parameters(rulebook, pool.pool)
    rules = system.rules(parameters, pool.categories)
    head = f"{pool.pool}: " if pool.pool else ""
    return [
        Problem(f"{head}{names[one.index]!r}: {one.what}", one.right, column=one.column)
        for one in system.unsound(run.state, rules, parameters)
    ]
