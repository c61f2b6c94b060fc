"""What a system remarks about ratings: warnings, with the players' names."""

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
    rules = system.rules(newest_parameters(rulebook, pool.pool), pool.categories)
    played = pool.counts(len(names)) > 0
    head = f"{pool.pool}: " if pool.pool else ""
    return [
        Problem(head + with_names(Explanation((), (), True, text), names).why)
        for text in system.remarks(run.state, rules, played)
    ]
