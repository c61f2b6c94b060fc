"""The shelf of file formats: every importer, one file each, found by looking into this folder."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from banzuke.importers.steps.encodings import known_encoding
from banzuke.importers.steps.file_kinds import ADVICE, first_bytes, known_ending, seems_to_be
from banzuke.model.errors import FileProblem, ResultsRefused, UnknownName
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem

# Below this an importer does not claim the file, it only would not mind.
LEAST_CERTAINTY = 0.1

#: The importer that is asked first. Most files are such tables: where it is certain, the others
#: need not even be loaded, so that however many formats there are, nobody waits for them.
ASKED_FIRST = "delimited"


@cache
def shelf() -> dict[str, Importer]:
    """All importers by key, in order of their keys."""
    modules = [module.name for module in iter_modules(__path__) if not module.ispkg]
    return {known.key: known for known in sorted(map(_importer, modules), key=lambda one: one.key)}


@cache
def _importer(module: str) -> Importer:
    importer: Importer = import_module(f"{__name__}.{module}").IMPORTER
    return importer


def _in_order() -> list[Importer]:
    """All importers, those first that may be surest of a file."""
    return sorted(shelf().values(), key=lambda known: -known.surest)


def recognise_file(path: Path, encoding: str = "") -> Importer:
    """The importer that is surest of this file, by its first 64 KB.

    ``encoding`` is what a person says of it, "" for nothing. Raises FileProblem if the file
    cannot be read, ResultsRefused, with what the file seems to be and what can be read, if no
    importer knows it, and UnknownName for an unknown encoding.
    """
    sample = first_bytes(path)
    if not sample:
        raise ResultsRefused([Problem("the file is empty", _what_can_be_read(), path.name)])
    if encoding := known_encoding(encoding):
        sample = sample.decode(encoding, errors="ignore").encode(errors="ignore")
    if _is_surely(_importer(ASKED_FIRST), sample, path):
        return _importer(ASKED_FIRST)
    for known in _in_order():
        if _is_surely(known, sample, path):
            return known
    certainty: dict[str, float] = {}
    for known in _in_order():
        if known.surest >= max(certainty.values(), default=0.0):
            certainty[known.key] = known.recognise(sample, path)
    surest = max(sorted(certainty), key=lambda key: certainty[key])
    if certainty[surest] < LEAST_CERTAINTY:
        kind = known_ending(path) or seems_to_be(sample)
        what = f"this seems to be {kind}" if kind else "this does not look like results"
        raise ResultsRefused([Problem(what, ADVICE.get(kind, _what_can_be_read()), path.name)])
    return shelf()[surest]


def _is_surely(known: Importer, sample: bytes, path: Path) -> bool:
    """Whether no other importer need be asked about a file."""
    if known.begins is None or known.begins.match(sample) is None:
        return False
    return known.recognise(sample, path) == known.surest


def _what_can_be_read() -> str:
    return "can be read: " + ", ".join(known.title for known in shelf().values())


def read_file(
    path: str | Path, options: ReadOptions | None = None, importer_key: str = ""
) -> Reading:
    """Read a file of results or players with the importer that knows it, or a named one.

    Raises FileProblem if the file cannot be read, ResultsRefused with every problem of a file
    that is not what it should be, UnknownName for an importer, encoding or column that does not
    exist, and ParameterRefused for an impossible delimiter.
    """
    path, options = Path(path), options or ReadOptions()
    options = replace(options, encoding=known_encoding(options.encoding))
    if importer_key and importer_key not in shelf():
        raise UnknownName("file format", importer_key, list(shelf()))
    try:
        if importer_key and not first_bytes(path):
            raise ResultsRefused([Problem("the file is empty", source=path.name)])
        importer = shelf()[importer_key] if importer_key else recognise_file(path, options.encoding)
        if options.sheet and not importer.has_sheets:
            what = f"{importer.title} has no sheets, but sheet {options.sheet!r} is wanted"
            raise ResultsRefused([Problem(what, "a workbook, or no --sheet", path.name)])
        return replace(importer.read(path, options), numbers_of=importer.numbers_of)
    except FileProblem:
        raise
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error
