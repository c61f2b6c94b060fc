"""Reading a rulebook's TOML, and those that it extends, into one content whose lines are known.

Nothing is checked here but that the files can be read, have the right format, and that
``extends`` leads somewhere.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from banzuke.engine.rulebook_form import FORMAT
from banzuke.engine.toml_lines import line_numbers
from banzuke.engine.toml_reading import read_toml
from banzuke.engine.whole_files import refuse_no_file
from banzuke.model.declarations import Location
from banzuke.model.errors import FileProblem, RulebookRefused, UnknownName, suggest
from banzuke.model.parameters import Fault, shown_value
from banzuke.model.problems import Problem

Content = dict[str, Any]

#: More than any rulebook needs; a larger file is something else.
MOST_BYTES = 4_000_000


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
    """A rulebook and those that it extends, itself first, and what they say together.

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

    @property
    def extends(self) -> tuple[str, ...]:
        """The keys of the rulebooks that it extends, the next one first."""
        return tuple(source.name.removesuffix(".toml") for source in self.sources[1:])

    def inherited(self, names: Sequence[str]) -> dict[str, str]:
        """{name: the extended rulebook that says it} of keys that its own file does not say."""
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


def packaged() -> Traversable:
    """The folder of the rulebooks that come with banzuke."""
    return files("banzuke") / "rulebooks"


def packaged_keys() -> list[str]:
    """The keys of the rulebooks that come with banzuke, sorted."""
    return list(_packaged_names())


@cache
def _packaged_names() -> tuple[str, ...]:
    names = [entry.name for entry in packaged().iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def is_path(rules: str | Path) -> bool:
    """Whether a rulebook is named by its path; else it is a key."""
    if isinstance(rules, Path):
        return True
    separators = {"/", os.sep, os.altsep or os.sep}
    return rules.endswith(".toml") or any(separator in rules for separator in separators)


def read_chain(rules: str | Path) -> Chain:
    """Read a rulebook and all that it extends.

    Raises UnknownName for an unknown key, FileProblem for a file that cannot be read, and
    RulebookRefused for one that is no TOML text at all; anything else wrong is in
    ``problems`` of the chain.
    """
    path = Path(rules) if is_path(rules) else None
    key = packaged_key(str(rules)) if path is None else path.stem
    source = read_packaged(key) if path is None else read_file(path)
    sources, problems = [source], list(source.problems)
    seen = [(source.name if path else key, identity(rules, None))]
    while "extends" in source.content:
        base = source.content["extends"]
        if not isinstance(base, str) or not base:
            what = f"extends: {shown_value(base)} is not allowed"
            problems.append(source.problem(("extends",), what, "the key or path of a rulebook"))
            break
        place = identity(base, source.folder)
        if place in [met for _, met in seen]:
            ring = " → ".join([*(name for name, _ in seen), base])
            right = "one of them must not extend another"
            problems.append(source.problem(("extends",), f"extends goes round: {ring}", right))
            break
        seen.append((base, place))
        try:
            following = read_file(Path(place)) if is_path(base) else read_packaged(base)
        except RulebookRefused as error:
            problems += error.problems
            break
        except (UnknownName, FileProblem) as error:
            right = suggest(base, packaged_keys()) if isinstance(error, UnknownName) else ""
            what = f"there is no rulebook {base!r} to extend" if right else str(error)
            problems.append(source.problem(("extends",), what, right))
            break
        source = following
        sources.append(source)
        problems += source.problems
    content: Content = {}
    for each in reversed(sources):
        # Worked examples belong to the numbers of their own file; others would have other results.
        content.pop("example", None)
        content = merged(content, each.content)
    content.pop("format", None)
    content.pop("extends", None)
    lost = frozenset().union(*(each.lost for each in sources))
    if "extends" in source.content:
        lost |= {"title", "game", "system"}
    return Chain(key, path, tuple(sources), content, tuple(problems), lost)


def identity(rules: str | Path, folder: Path | None) -> str:
    """What makes it the same rulebook when met again: its key, or its whole path."""
    if is_path(rules):
        return str(((folder or Path()) / rules).resolve())
    return packaged_key(str(rules))


def packaged_key(name: str) -> str:
    """The key that a name means: ``dwz`` is ``dwz-draft`` as long as there is no other ``dwz``."""
    draft = f"{name}-draft"
    return draft if name not in packaged_keys() and draft in packaged_keys() else name


def read_packaged(key: str) -> Source:
    """A rulebook that comes with banzuke; raises UnknownName with the nearest keys."""
    key = packaged_key(key)
    if key not in packaged_keys():
        raise UnknownName("rulebook", key, packaged_keys())
    return _parsed(f"{key}.toml")


@cache
def _parsed(name: str) -> Source:
    """A packaged file, read once: a server that rates each game alone asks for it each time."""
    return parse((packaged() / name).read_text(encoding="utf-8"), name)


def read_file(path: Path) -> Source:
    """A rulebook's file; raises FileProblem, or RulebookRefused if it is no text."""
    refuse_no_file(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RulebookRefused(
                [Problem("too large for a rulebook", f"at most {MOST_BYTES} bytes", path.name)]
            )
        raw = path.read_bytes()
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{raw[error.start]:02X} is not UTF-8"
        right = "save the file as UTF-8 text"
        raise RulebookRefused([Problem(what, right, path.name, line)]) from error
    return parse(text, path.name, path.parent)


def parse(text: str, name: str, folder: Path | None = None) -> Source:
    """TOML text as a Source; lines that are not TOML become its problems, see ``read_toml``."""
    toml = read_toml(text, name)
    source = Source(name, folder, text, toml.content, line_numbers(toml.readable), (), toml.lost)
    return replace(source, problems=(*toml.problems, *format_problems(source)))


def format_problems(source: Source) -> list[Problem]:
    """What is wrong with the format number of a file."""
    right = f"format = {FORMAT}"
    if "format" not in source.content:
        missing = source.problem((), "format is missing", right)
        return [] if "format" in source.lost else [missing]
    given = source.content["format"]
    if isinstance(given, bool) or given != FORMAT:
        what = f"format: {shown_value(given)} cannot be read"
        return [source.problem(("format",), what, right)]
    return []


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


def dotted(where: Location) -> str:
    """A place as a person reads it: ``parameters.rows[3].gains``, elements counted from 1."""
    text = ""
    for step in where:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{step}" if text else step
    return text
