"""Rulebooks: a federation's use of a system, read from TOML, checked, and ready to rate by.

``load_rulebook`` gives a ``Rulebook`` or raises with everything that is wrong;
``check_rulebook`` tells the same without raising.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from banzuke.engine.rulebook_check import Amendment, Parts, resolve
from banzuke.engine.rulebook_examples import Run, example_differences
from banzuke.engine.rulebook_form import (
    Adjustment,
    Counts,
    Display,
    Example,
    ListRule,
    PeriodRule,
)
from banzuke.engine.rulebook_hash import content_hash
from banzuke.engine.rulebook_settings import Setting, apply_settings, list_settings
from banzuke.engine.rulebook_source import RULEBOOKS
from banzuke.engine.rulebook_template import template
from banzuke.model.errors import BanzukeError, ParameterRefused, RulebookRefused, WrongUse
from banzuke.model.parameters import Fault, Parameters
from banzuke.model.problems import Problem
from banzuke.model.system import StateColumn, System
from banzuke.model.toml_sources import Chain, Content, dotted

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

#: What a rulebook says in words, which may no longer hold where another extends it.
WORDS = ("author", "updated", "source", "summary", "text", "assumptions")


@dataclass(frozen=True)
class Rulebook:
    """A rulebook: which system, with what parameters, what counts, what is shown.

    key : name of its file without ``.toml``
    pools : the parameters of each pool that differs; other pools have ``parameters``
    amendments : by date; each holds the complete parameters from its day on
    start : starting values by state column, of players of whom the players file says nothing
    hash : sha256 of what it says, whatever its layout and comments. A setting left at its
        default counts like one that is not written, so that new settings change no hash
    needed : the state columns and optional columns of the log that its parameters need
    path : its file, None if it came with banzuke; text_of_file : that file's text
    content : what it says, as TOML, with all that it extends and all that was set
    extends : the keys of the rulebooks that it extends, the next one first
    inherited : {word: the extended rulebook that says it}, of words that its file does not say
    """

    key: str
    title: str
    game: str
    author: str
    updated: date | None
    source: str
    summary: str
    text: str
    assumptions: tuple[str, ...]
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
    path: Path | None
    text_of_file: str = field(repr=False)
    content: Mapping[str, Any] = field(repr=False)
    extends: tuple[str, ...] = ()
    inherited: Mapping[str, str] = field(repr=False, default_factory=dict)

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
    if isinstance(rules, Rulebook):
        if not settings:
            return rules
        file = rules.key, rules.path, rules.text_of_file
        parts, content = resolve(dict(rules.content))[0], dict(rules.content)
        extends, inherited = rules.extends, rules.inherited
    else:
        chain = RULEBOOKS.read(rules)
        parts, problems = check_chain(chain)
        if problems:
            raise RulebookRefused(problems)
        file = chain.key, chain.path, chain.sources[0].text
        content, extends, inherited = chain.content, chain.extends, chain.inherited(WORDS)
    if settings and parts.system is not None:
        content = apply_settings(content, settings, parts.system)
        parts, faults = resolve(content)
        if faults:
            raise ParameterRefused("; ".join(fault_text(fault) for fault in faults))
    return replace(from_parts(parts, content, file), extends=extends, inherited=inherited)


def rulebook_keys() -> list[str]:
    """The keys of the rulebooks that come with banzuke, sorted."""
    return RULEBOOKS.keys


def check_rulebook(rules: str | Path, run: Run | None = None) -> list[Problem]:
    """Everything that is wrong with a rulebook, each with its line; none if it is sound.

    run : (rulebook, example) -> values after the example, in the shape of its ``sides``;
        given, the worked examples are checked as well

    Raises UnknownName for an unknown key and FileProblem for a file that cannot be read.
    """
    try:
        chain = RULEBOOKS.read(rules)
    except RulebookRefused as refused:
        return list(refused.problems)
    parts, problems = check_chain(chain)
    if problems or run is None:
        return problems
    rulebook = from_parts(parts, chain.content, (chain.key, chain.path, chain.sources[0].text))
    faults = []
    for number, example in enumerate(rulebook.examples):
        place = ("example", number)
        right = "the example as written, or the rules, must change"
        try:
            differences = example_differences(example, run(rulebook, example))
        except BanzukeError as error:
            differences, right = [str(error)], ""
        faults += [Fault((*place, "after"), what, right) for what in differences]
    return [chain.problem(fault) for fault in faults]


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


def check_chain(chain: Chain) -> tuple[Parts, list[Problem]]:
    """The parts of a chain of files, and all problems in the order of their lines."""
    parts, faults = resolve(chain.content, chain.lost)
    found = [*chain.problems, *(chain.problem(fault) for fault in faults)]
    order = {source.name: number for number, source in reversed([*enumerate(chain.sources)])}
    found.sort(key=lambda problem: (order.get(problem.source, len(order)), problem.row or 0))
    return parts, list(dict.fromkeys(found))


def from_parts(parts: Parts, content: Content, file: tuple[str, Path | None, str]) -> Rulebook:
    """The rulebook of sound parts; ``file`` is (key, path, text)."""
    form, system, parameters = parts.form, parts.system, parts.parameters
    if system is None or parameters is None:
        raise RulebookRefused([Problem("it has no system", source=file[0])])
    return Rulebook(
        key=file[0],
        title=form.title,
        game=form.game,
        author=form.author,
        updated=form.updated,
        source=form.source,
        summary=form.summary,
        text=form.text,
        assumptions=form.assumptions,
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


def fault_text(fault: Fault) -> str:
    """A fault as one says it to who gave a setting."""
    place = dotted(fault.where).removeprefix("parameters.")
    text = f"{place}: {fault.what}" if place else fault.what
    return f"{text} ({fault.right})" if fault.right else text
