"""A library of rules in TOML files: those that come with banzuke, and files that extend them.

Of the files themselves nothing is checked here but that they can be read, have the right format,
and that ``extends`` leads somewhere; each library says how the rest is checked and loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, TypeVar

from banzuke.model.declarations import Location
from banzuke.model.errors import DataRefused, FileProblem, UnknownName, WrongUse, suggest
from banzuke.model.parameters import Fault, shown_value
from banzuke.model.plain_files import refuse_no_file
from banzuke.model.problems import Problem
from banzuke.model.toml_lines import line_numbers
from banzuke.model.toml_reading import read_toml
from banzuke.model.toml_sources import Chain, Content, Source, is_path, merged
from banzuke.model.written_rules import WrittenRules

#: The form of the files of every library.
FORMAT = 1
#: More than any declaration needs; a larger file is something else.
MOST_BYTES = 4_000_000

#: What would be right of a worked example that does not hold.
EXAMPLE_HOLDS = "the example as written, or the rules, must change"

Loaded = TypeVar("Loaded", bound=WrittenRules)


@dataclass(frozen=True)
class Library(Generic[Loaded]):
    """The rules of one kind, one TOML file each.

    noun : what one is called, such as ``rulebook``; folder : where in the package they lie
    refusal : the error that says all that is wrong in a file
    needed : the keys that what is extended says as well, so that they are not called missing
        where it cannot be read
    built(chain) -> what a file and those that it extends say together, None if that is not
        sound, and all faults in it
    """

    noun: str
    folder: str
    refusal: type[DataRefused]
    needed: tuple[str, ...]
    built: Callable[[Chain], tuple[Loaded | None, Iterable[Fault]]]

    @property
    def packaged(self) -> Traversable:
        """The folder of those that come with banzuke."""
        return files("banzuke") / self.folder

    @property
    def keys(self) -> list[str]:
        """The keys of those that come with banzuke, sorted."""
        return list(_names(self))

    def packaged_key(self, name: str) -> str:
        """The key that a name means: ``dwz`` is ``dwz-draft`` as long as there is no other."""
        draft = f"{name}-draft"
        return draft if name not in self.keys and draft in self.keys else name

    def load(self, name: str | Path) -> Loaded:
        """The one that a key or path names.

        Raises as ``read``, and ``refusal`` with everything that is wrong in it.
        """
        chain = self.read(name)
        loaded, faults = self.built(chain)
        problems = chain.problems_with(faults)
        if problems or loaded is None:
            raise self.refusal(problems)
        return loaded

    def load_once(self, name: str | Path) -> Loaded:
        """``load``, but each packaged one only once: all who ask share it, and must not change it.

        Who scores an event asks with each game.
        """
        named_by_key = isinstance(name, str) and not is_path(name)
        return _loaded(self, name) if named_by_key else self.load(name)

    def check(
        self, name: str | Path, failing: Callable[[Loaded, Any], Iterable[Fault]] | None
    ) -> list[Problem]:
        """Everything that is wrong with the one that a key or path names, each with its line.

        failing(loaded, example) -> where a worked example does not hold; None: none is worked

        Raises UnknownName for an unknown key and FileProblem for a file that cannot be read.
        """
        try:
            chain = self.read(name)
        except self.refusal as refused:
            return list(refused.problems)
        loaded, faults = self.built(chain)
        problems = chain.problems_with(faults)
        if problems or loaded is None or failing is None:
            return problems
        return [
            chain.problem(fault._replace(where=("example", number, *fault.where)))
            for number, example in enumerate(loaded.examples)
            for fault in failing(loaded, example)
        ]

    def read(self, name: str | Path) -> Chain:
        """Read the one that a key or path names, and all that it extends.

        Raises WrongUse for what is neither, UnknownName for an unknown key, FileProblem for a
        file that cannot be read, and ``refusal`` for one that is no TOML text at all; anything
        else wrong is in ``problems`` of the chain.
        """
        if not isinstance(name, (str, Path)):
            raise WrongUse(f"a {self.noun} is named by its key or path, not by {name!r}")
        path = Path(name) if is_path(name) else None
        key = self.packaged_key(str(name)) if path is None else path.stem
        first = self._packaged(key) if path is None else self._file(path)
        sources, problems = self._extended(first, first.name if path else key, name)
        content: Content = {}
        for each in reversed(sources):
            # Worked examples belong to the numbers of their own file.
            content.pop("example", None)
            content = merged(content, each.content)
        content.pop("format", None)
        content.pop("extends", None)
        lost = frozenset().union(*(each.lost for each in sources))
        if "extends" in sources[-1].content:
            lost |= set(self.needed)
        return Chain(key, path, tuple(sources), content, tuple(problems), lost)

    def _extended(
        self, first: Source, shown: str, name: str | Path
    ) -> tuple[list[Source], list[Problem]]:
        """A file and those that it extends, as far as they can be found, and what is wrong."""
        source, sources, problems = first, [first], list(first.problems)
        seen = [(shown, self._identity(name, None))]
        while "extends" in source.content:
            base = source.content["extends"]
            problem = self._wrong_base(source, base, seen)
            if problem is not None:
                return sources, [*problems, problem]
            place = self._identity(base, source.folder)
            seen.append((base, place))
            try:
                following = self._file(Path(place)) if is_path(base) else self._packaged(base)
            except self.refusal as error:
                return sources, [*problems, *error.problems]
            except (UnknownName, FileProblem) as error:
                right = suggest(base, self.keys) if isinstance(error, UnknownName) else ""
                what = f"there is no {self.noun} {base!r} to extend" if right else str(error)
                return sources, [*problems, source.problem(("extends",), what, right)]
            source = following
            sources.append(source)
            problems += source.problems
        return sources, problems

    def _wrong_base(
        self, source: Source, base: object, seen: Sequence[tuple[str, str]]
    ) -> Problem | None:
        """What is wrong with the word after ``extends`` itself."""
        where: Location = ("extends",)
        if not isinstance(base, str) or not base:
            what = f"extends: {shown_value(base)} is not allowed"
            return source.problem(where, what, f"the key or path of a {self.noun}")
        if self._identity(base, source.folder) in [met for _, met in seen]:
            ring = " → ".join([*(name for name, _ in seen), base])
            right = "one of them must not extend another"
            return source.problem(where, f"extends goes round: {ring}", right)
        return None

    def _identity(self, name: str | Path, folder: Path | None) -> str:
        """What makes it the same one when met again: its key, or its whole path."""
        if is_path(name):
            return str(((folder or Path()) / name).resolve())
        return self.packaged_key(str(name))

    def _packaged(self, key: str) -> Source:
        """One that comes with banzuke; raises UnknownName with the nearest keys."""
        key = self.packaged_key(key)
        if key not in self.keys:
            raise UnknownName(self.noun, key, self.keys)
        return _parsed(self, f"{key}.toml")

    def _file(self, path: Path) -> Source:
        """One from a file; raises FileProblem, or ``refusal`` if it is no text."""
        refuse_no_file(path)
        try:
            if path.stat().st_size > MOST_BYTES:
                what = f"too large for a {self.noun}"
                raise self.refusal([Problem(what, f"at most {MOST_BYTES} bytes", path.name)])
            raw = path.read_bytes()
        except OSError as error:
            raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            what = f"byte 0x{raw[error.start]:02X} is not UTF-8"
            right = "save the file as UTF-8 text"
            raise self.refusal([Problem(what, right, path.name, line)]) from error
        return self.parse(text, path.name, path.parent)

    def parse(self, text: str, name: str, folder: Path | None = None) -> Source:
        """TOML text as a Source; lines that are not TOML become its problems."""
        toml = read_toml(text, name, self.refusal)
        lines = line_numbers(toml.readable)
        source = Source(name, folder, text, toml.content, lines, (), toml.lost)
        return replace(source, problems=(*toml.problems, *format_problems(source)))


@cache
def _loaded(library: Library[Loaded], key: str) -> Loaded:
    return library.load(key)


@cache
def _names(library: Library[Any]) -> tuple[str, ...]:
    names = [entry.name for entry in library.packaged.iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def _parsed(library: Library[Any], name: str) -> Source:
    """A packaged file, read once: a server that rates each game alone asks for it each time."""
    text = (library.packaged / name).read_text(encoding="utf-8")
    return library.parse(text, name)


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
