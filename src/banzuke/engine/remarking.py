"""What a system remarks about ratings, with the players' names: warnings, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.engine.named_terms import with_names, without_braces
from banzuke.engine.replay import Run, newest_parameters
from banzuke.engine.rulebook import Rulebook
from banzuke.model.phrases import listed
from banzuke.model.problems import Problem
from banzuke.model.system import Complaint, Explanation


def remarks_of(run: Run, rulebook: Rulebook, names: Sequence[str]) -> list[str]:
    """What the rulebook's system remarks about a pool as it stands, each a phrase.

    names : what each player is called, by code
    """
    system, pool = rulebook.system, run.pool
    if system.remarks is None:
        return []
    parameters = without_braces(newest_parameters(rulebook, pool.pool))
    rules = system.rules(parameters, pool.categories)
    played = pool.counts(len(names)) > 0
    said = system.remarks(run.state, rules, parameters, played)
    return [
        of_pool(pool.pool, with_names(Explanation((), (), True, text), names).why) for text in said
    ]


def of_pool(pool: str, text: str) -> str:
    """A text that is about a pool; the only one has no name."""
    return listed([pool, text] if pool else [text], ": ")


def unsound(run: Run, rulebook: Rulebook, names: Sequence[str]) -> list[Problem]:
    """A problem for each complaint of the rulebook's system about the ratings that came out."""
    system, pool = rulebook.system, run.pool
    if system.unsound is None:
        return []
    parameters = newest_parameters(rulebook, pool.pool)
    rules = system.rules(parameters, pool.categories)
    return [
        Problem(of_pool(pool.pool, of_player(names[one.index], one)), one.right, column=one.column)
        for one in system.unsound(run.state, rules, parameters)
    ]


def of_player(name: str, complaint: Complaint) -> str:
    """What is wrong with a player, with the name before it."""
    return listed([repr(name), complaint.what], ": ")
