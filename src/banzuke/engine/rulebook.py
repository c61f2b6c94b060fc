"""Rulebooks: a federation's use of a system, read from TOML, checked, and ready to rate by.

``load_rulebook`` gives a ``Rulebook`` or raises with everything that is wrong;
``check_rulebook`` tells the same without raising.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from banzuke.engine.rulebook_check import Amendment, Parts, resolve
from banzuke.engine.rulebook_examples import Example, Run, example_differences
from banzuke.engine.rulebook_form import (
    Adjustment,
    Counts,
    Display,
    ListRule,
    PeriodRule,
)
from banzuke.engine.rulebook_hash import content_hash
from banzuke.engine.rulebook_settings import Setting, apply_settings, list_settings
from banzuke.engine.rulebook_template import template
from banzuke.model.errors import BanzukeError, ParameterRefused, RulebookRefused, WrongUse
from banzuke.model.parameters import Fault, Parameters
from banzuke.model.problems import Problem
from banzuke.model.system import StateColumn, System
from banzuke.model.toml_library import EXAMPLE_HOLDS, Library
from banzuke.model.toml_sources import Chain, Content
from banzuke.model.written_rules import WORDS, WrittenRules

__all__ = [
    "Adjustment",
    "Amendment",
    "Counts",
    "Display",
    "Example",
    "ListRule",
    "PeriodRule",
    "Rulebook",
    "Setting",
    "check_rulebook",
    "load_rulebook",
    "new_rulebook",
    "rulebook_keys",
]

Settings = list[Setting]


@dataclass(frozen=True, kw_only=True)
class Rulebook(WrittenRules):
    """A rulebook: which system, with what parameters, what counts, what is shown.

    pools : the parameters of each pool that differs; other pools have ``parameters``
    amendments : by date; each holds the complete parameters from its day on
    start : starting values by state column, of players of whom the players file says nothing
    hash : sha256 of what it says, whatever its layout and comments. A setting left at its
        default counts like one that is not written, so that new settings change no hash
    needed : the state columns and optional columns of the log that its parameters need
    text_of_file : the text of its file; ``content`` is what that says with all that was set
    """

    examples: tuple[Example, ...]
    system: System
    parameters: Parameters
    pools: dict[str, Parameters]
    amendments: tuple[Amendment, ...]
    period: PeriodRule
    counts: Counts
    pooling: Literal["separate", "together"]
    start: dict[str, float]
    adjustments: tuple[Adjustment, ...]
    display: Display
    list: ListRule
    hash: str
    needed: frozenset[str]
    text_of_file: str = field(repr=False)

    def __hash__(self) -> int:
        return hash((self.key, self.hash))

    @cached_property
    def columns(self) -> tuple[StateColumn, ...]:
        """The state columns that are kept, the rating first."""
        return tuple(column for column in self.system.columns if column.name in self.needed)

    @cached_property
    def told_columns(self) -> tuple[StateColumn, ...]:
        """Those of them that lists and histories have."""
        return tuple(column for column in self.columns if not column.inner)

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """The optional columns of the log that are read."""
        return tuple(name for name in self.system.reads if name in self.needed)

    @property
    def covariates(self) -> tuple[str, ...]:
        """The columns of numbers, beside ours, by which contests are shifted."""
        system = self.system
        return () if system.covariates is None else system.covariates(self.parameters)

    def parameters_at(self, day: date, pool: str = "") -> Parameters:
        """The parameters that hold for games of a pool on a day."""
        parameters, pools = self.parameters, self.pools
        for amendment in self.amendments:
            if amendment.from_ <= day:
                parameters, pools = amendment.parameters, amendment.pools
        return pools.get(pool, parameters)

    def settings(self) -> Settings:
        """Every setting: its value, default, unit and meaning, and whether it was set."""
        parts, _ = resolve(dict(self.content))
        return list_settings(parts, self.content)


def load_rulebook(
    rules: str | Path | Rulebook, settings: Mapping[str, object] = MappingProxyType({})
) -> Rulebook:
    """The rulebook of a key, a path or a rulebook, with settings as ``--set`` gives them.

    rules : a path if it has a separator or ends in ``.toml``, else a key of ``rulebook_keys``,
        of which ``-draft`` may be left out
    settings : {name: value}; a text is read as a TOML value where that fits

    Raises UnknownName for an unknown key or setting, FileProblem for a file that cannot be
    read, RulebookRefused with everything that is wrong in the file, and ParameterRefused for
    a value that a setting does not take.
    """
    if not isinstance(settings, Mapping):
        raise WrongUse(f"settings are a dict such as {{'k': 24}}, not {settings!r}")
    if not isinstance(rules, (str, Path, Rulebook)):
        raise WrongUse(f"rules are the key of a rulebook, its path or a Rulebook, not {rules!r}")
    rulebook = rules if isinstance(rules, Rulebook) else RULEBOOKS.load(rules)
    return with_settings(rulebook, settings) if settings else rulebook


def with_settings(rulebook: Rulebook, settings: Mapping[str, object]) -> Rulebook:
    """The rulebook in which settings hold; raises as ``load_rulebook``."""
    content = apply_settings(dict(rulebook.content), settings, rulebook.system)
    parts, faults = resolve(content)
    if faults:
        raise ParameterRefused("; ".join(fault.told("parameters") for fault in faults))
    changed = from_parts(parts, content, (rulebook.key, rulebook.path, rulebook.text_of_file))
    return replace(changed, extends=rulebook.extends, inherited=rulebook.inherited)


def rulebook_keys() -> list[str]:
    """The keys of the rulebooks that come with banzuke, sorted."""
    return RULEBOOKS.keys


def check_rulebook(rules: str | Path, run: Run | None = None) -> list[Problem]:
    """Everything that is wrong with a rulebook, each with its line; none if it is sound.

    run : (rulebook, example) -> values after the example, in the shape of its ``sides``;
        given, the worked examples are checked as well

    Raises UnknownName for an unknown key and FileProblem for a file that cannot be read.
    """
    return RULEBOOKS.check(rules, None if run is None else partial(example_faults, run))


def example_faults(run: Run, rulebook: Rulebook, example: Example) -> list[Fault]:
    """Where a worked example does not hold."""
    right = EXAMPLE_HOLDS
    try:
        differences = example_differences(example, run(rulebook, example))
    except BanzukeError as error:
        differences, right = [str(error)], ""
    return [Fault(("after",), what, right) for what in differences]


def new_rulebook(key: str, extends: str) -> str:
    """The text of a commented rulebook ``key`` to start from, which extends another.

    Every setting of the other stands in it as a comment. Raises as ``load_rulebook`` does, and
    ParameterRefused for a key that makes no file name.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        right = "small letters, digits and hyphens, as oslo-chess"
        raise ParameterRefused(f"{key!r} is no key of a rulebook ({right})")
    base = load_rulebook(extends)
    return template(key, extends, base.title, base.settings())


def built(chain: Chain) -> tuple[Rulebook | None, list[Fault]]:
    """The rulebook that a chain of files makes, and all that is wrong with it."""
    parts, faults = resolve(chain.content)
    if faults or chain.problems:
        return None, faults
    rulebook = from_parts(parts, chain.content, (chain.key, chain.path, chain.sources[0].text))
    inherited = chain.inherited(WORDS)
    return replace(rulebook, extends=chain.extends, inherited=inherited), faults


def from_parts(parts: Parts, content: Content, file: tuple[str, Path | None, str]) -> Rulebook:
    """The rulebook of sound parts; ``file`` is (key, path, text)."""
    form, system, parameters = parts.form, parts.system, parts.parameters
    if system is None or parameters is None:
        raise RulebookRefused([Problem("it has no system", source=file[0])])
    return Rulebook(
        **form.told(),
        key=file[0],
        examples=form.example,
        system=system,
        parameters=parameters,
        pools=parts.pools,
        amendments=parts.amendments,
        period=form.period,
        counts=form.counts,
        pooling=form.pooling,
        start=form.start,
        adjustments=tuple(sorted(form.adjustment, key=lambda adjustment: adjustment.on)),
        display=form.display,
        list=form.list,
        hash=content_hash(parts),
        needed=parts.needed,
        path=file[1],
        text_of_file=file[2],
        content=content,
    )


RULEBOOKS = Library("rulebook", "rulebooks", RulebookRefused, ("title", "game", "system"), built)
