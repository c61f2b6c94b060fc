"""Pools and categories of results that are nearly, but not quite, those that a rulebook names.

A pool or a category without rules of its own is rated by the rules for all, which is right for
most; one that is nearly spelt like one that has them is a slip of the pen, and must be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from pydantic import BaseModel

from banzuke.engine.rulebook import Rulebook
from banzuke.model.errors import ResultsRefused
from banzuke.model.parameters import Parameters
from banzuke.model.phrases import phrase
from banzuke.model.problems import Problem
from banzuke.model.results import Results

#: How alike two names must be, 0 to 1, for one to be taken as a slip of the pen for the other.
ALIKE = 0.75

#: The column that a declaration names if its texts are categories of events.
CATEGORY = "event_category"


def near_names(results: Results, rulebook: Rulebook) -> list[Problem]:
    """A warning for each pool and category that is nearly one of the rulebook's.

    Raises ResultsRefused for pools that differ from one of the rulebook's by case only.
    """
    warnings = []
    if rulebook.pooling == "separate":
        pools = dict.fromkeys([*rulebook.pools, *_amended_pools(rulebook)])
        refused = [_other_case(name, pools) for name in _unknown(results.pools, pools)]
        if any(refused):
            raise ResultsRefused([problem for problem in refused if problem])
        warnings += _near(results.pools, pools, "pool", f"{rulebook.key} has no rules of its own")
    named = dict.fromkeys(name.casefold() for name in _categories(rulebook))
    # A system may take several categories of one event, with commas between.
    told = [part.strip().casefold() for name in results.categories for part in name.split(",")]
    warnings += _near(told, named, CATEGORY, f"{rulebook.key} does not know the category")
    return warnings


def _amended_pools(rulebook: Rulebook) -> Iterator[str]:
    for amendment in rulebook.amendments:
        yield from amendment.pools


def _unknown(names: Iterable[str], known: Iterable[str]) -> list[str]:
    known = set(known)
    return [name for name in names if name and name not in known]


def _other_case(pool: str, known: Iterable[str]) -> Problem | None:
    """That a pool is one of the rulebook's but for its case, which would make it another one."""
    same = [name for name in known if name.casefold() == pool.casefold()]
    if not same:
        return None
    what = phrase("the rulebook spells pool {pool!r} otherwise", pool=pool)
    return Problem(what, phrase("{pool}", pool=same[0]), column="pool")


def _near(names: Sequence[str], known: Iterable[str], column: str, what: str) -> list[Problem]:
    """A warning for each name that is nearly a known one."""
    known = list(known)
    found = []
    for name in dict.fromkeys(_unknown(names, known)):
        # Of a sentence that holds a known name it is not the spelling that differs.
        near = get_close_matches(name, known, n=3, cutoff=ALIKE)
        if near and not any(set(one.split()) <= set(name.split()) for one in near):
            right = f"did you mean {' or '.join(near)}?"
            found.append(Problem(f"{what}: {name!r}", right, column=column))
    return found


def _categories(rulebook: Rulebook) -> Iterator[str]:
    """Every category that the rulebook names, in its counts or in its parameters."""
    yield from rulebook.counts.categories
    sets: list[Parameters] = [rulebook.parameters, *rulebook.pools.values()]
    for amendment in rulebook.amendments:
        sets += [amendment.parameters, *amendment.pools.values()]
    for parameters in sets:
        yield from _texts_of(parameters)


def _texts_of(declared: BaseModel) -> Iterator[str]:
    """The texts of a declaration that are categories of events, as its fields say."""
    for name, field in type(declared).model_fields.items():
        value = getattr(declared, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, BaseModel):
                yield from _texts_of(one)
            elif isinstance(one, str) and CATEGORY in (field.description or ""):
                yield one
