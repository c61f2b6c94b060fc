"""The shelf of file formats: every importer, one file each, found by looking into this folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from banzuke.importers.steps.file_kinds import first_bytes, seems_to_be
from banzuke.model.errors import FileProblem, ResultsRefused, UnknownName
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem

# Below this an importer does not claim the file, it only would not mind.
LEAST_CERTAINTY = 0.1


@cache
def shelf() -> dict[str, Importer]:
    """All importers by key, in order of their keys."""
    found = {}
    for module in iter_modules(__path__):
        if not module.ispkg:
            importer: Importer = import_module(f"{__name__}.{module.name}").IMPORTER
            found[importer.key] = importer
    return dict(sorted(found.items()))


def recognise_file(path: Path) -> Importer:
    """The importer that is surest of this file, by its first 64 KB.

    Raises FileProblem if the file cannot be read, and ResultsRefused, with what the file seems
    to be and what can be read, if no importer knows it.
    """
    sample = first_bytes(path)
    if not sample:
        raise ResultsRefused([Problem("the file is empty", _what_can_be_read(), path.name)])
    certainty = {key: importer.recognise(sample, path) for key, importer in shelf().items()}
    surest = max(certainty, key=lambda key: certainty[key])
    if certainty[surest] < LEAST_CERTAINTY:
        kind = seems_to_be(sample)
        what = (
            f"this seems to be {kind}, not results" if kind else "this does not look like results"
        )
        raise ResultsRefused([Problem(what, _what_can_be_read(), path.name)])
    return shelf()[surest]


def read_file(
    path: str | Path, options: ReadOptions | None = None, importer_key: str = ""
) -> Reading:
    """Read a file of results or players with the importer that knows it, or a named one.

    Raises FileProblem if the file cannot be read, ResultsRefused with every problem of a file
    that is not what it should be, and UnknownName for an importer that does not exist.
    """
    path = Path(path)
    if importer_key and importer_key not in shelf():
        raise UnknownName("file format", importer_key, list(shelf()))
    importer = shelf()[importer_key] if importer_key else recognise_file(path)
    if not first_bytes(path):
        raise ResultsRefused([Problem("the file is empty", importer.title, path.name)])
    try:
        return importer.read(path, options or ReadOptions())
    except FileProblem:
        raise
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error


def _what_can_be_read() -> str:
    """The formats of the shelf, as half a sentence."""
    return "can be read: " + ", ".join(importer.title for importer in shelf().values())
