"""Declarations in TOML files: one file with its lines, and a chain of files that extend others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banzuke.model.declarations import Location, dotted
from banzuke.model.parameters import Fault
from banzuke.model.problems import Problem

Content = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """One TOML file.

    name : as problems show it; folder : what ``extends`` paths count from, None if packaged
    lost : keys whose value could not be read, so that they are not called missing as well
    """

    name: str
    folder: Path | None
    text: str
    content: Content
    lines: dict[Location, int]
    problems: tuple[Problem, ...] = ()
    lost: frozenset[str] = frozenset()

    def problem(self, where: Location, what: str, right: str = "") -> Problem:
        """A problem at the line of ``where``, or of the nearest thing around it."""
        while where not in self.lines:
            where = where[:-1]
        return Problem(what, right, self.name, self.lines[where])


@dataclass(frozen=True)
class Chain:
    """A declaration and those that it extends, itself first, and what they say together.

    lost : names of keys that are not in ``content`` because a value, or a whole file that is
        extended, could not be read
    """

    key: str
    path: Path | None
    sources: tuple[Source, ...]
    content: Content = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    lost: frozenset[str] = frozenset()

    def problem(self, fault: Fault) -> Problem:
        """A fault in ``content`` as a problem of the file and line that it comes from."""
        where = fault.where
        what = f"{dotted(where)}: {fault.what}" if where else fault.what
        return self.source_of(where).problem(where, what, fault.right)

    def problems_with(self, faults: Iterable[Fault]) -> list[Problem]:
        """All that is wrong with the files, and these faults in ``content``, as the lines stand.

        Nothing is called missing that only could not be read.
        """
        missing = {f"{name.rpartition('.')[2]} is missing" for name in self.lost}
        told = [self.problem(fault) for fault in faults if fault.what not in missing]
        order = {source.name: number for number, source in reversed([*enumerate(self.sources)])}
        return sorted(
            dict.fromkeys([*self.problems, *told]),
            key=lambda problem: (order.get(problem.source, len(order)), problem.row or 0),
        )

    @property
    def extends(self) -> tuple[str, ...]:
        """The keys of those that it extends, the next one first."""
        return tuple(source.name.removesuffix(".toml") for source in self.sources[1:])

    def inherited(self, names: Sequence[str]) -> dict[str, str]:
        """{name: the extended one that says it} of keys that its own file does not say."""
        found = {}
        for name in names:
            says = next((each for each in self.sources if name in each.content), self.sources[0])
            if says is not self.sources[0]:
                found[name] = says.name.removesuffix(".toml")
        return found

    def source_of(self, where: Location) -> Source:
        """The file that gives what stands at ``where``: a list comes whole from one file."""
        number = next((i for i, step in enumerate(where) if isinstance(step, int)), None)
        place = where if number is None else where[:number]
        while place:
            for source in self.sources:
                if place in source.lines:
                    return source
            place = place[:-1]
        return self.sources[0]


def is_path(name: str | Path) -> bool:
    """Whether something is named by its path; else it is a key."""
    if isinstance(name, Path):
        return True
    separators = {"/", os.sep, os.altsep or os.sep}
    return name.endswith(".toml") or any(separator in name for separator in separators)


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> Content:
    """A content over another: tables are merged, lists and single values replaced."""
    result: Content = {name: deepcopy(value) for name, value in base.items()}
    for name, value in over.items():
        under = result.get(name)
        if isinstance(value, Mapping) and isinstance(under, Mapping):
            result[name] = merged(under, value)
        else:
            result[name] = deepcopy(value)
    return result
