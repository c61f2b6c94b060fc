"""A site as plain files in a folder: only what changed is written, what is gone is removed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Self

from banzuke.engine.whole_files import write_whole
from banzuke.model.errors import FileProblem
from banzuke.publishing.site.forms import FORMS, HTML, Form, in_form
from banzuke.publishing.site.kinds import other_files, page_kinds
from banzuke.publishing.site.page import Page, PageKind
from banzuke.publishing.site.rendering import Sheets, place_of, static_files
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.site.turns import in_turn

#: The file that tells which files of a folder are the site's.
MANIFEST = ".banzuke-site.json"

#: So many names are told of files that are in the way.
MOST_TOLD = 3


@dataclass(frozen=True)
class Built:
    """What a build of plain files did: how many were written, left as they were, and removed."""

    written: int
    unchanged: int
    removed: int


def build_files(
    snapshot: Snapshot,
    sheets: Sheets,
    folder: Path,
    progress: Callable[[int, int], None] | None = None,
) -> Built:
    """Write every page as a file; see ``Site.build``."""
    planned = [(kind, one) for kind in page_kinds() for one in kind.addresses(snapshot)]
    with in_turn(folder), _Folder(folder) as kept:
        kept.plan(name for one in planned for name in _names_of(*one, snapshot))
        pages = ((kind, *one) for kind in page_kinds() for one in kind.pages(snapshot))
        for at, (kind, address, page) in enumerate(pages, 1):
            for name, content in _drawn(kind, address, page, snapshot=snapshot, sheets=sheets):
                kept.write(name, content)
            if progress is not None:
                progress(at, len(planned))
        for name, content in other_files(snapshot).items():
            kept.write(name, content)
        for name, content in static_files().items():
            kept.write(f"static/{name}", content)
        return kept.finished()


def _names_of(kind: PageKind, address: str, snapshot: Snapshot) -> Iterator[str]:
    """The names of all files of a page, also of those that it may turn out not to have."""
    yield from (name for name, *_ in _files_of(address, snapshot))
    yield from (f"{address}.{ending}" for ending in kind.endings)


def _files_of(address: str, snapshot: Snapshot) -> Iterator[tuple[str, Form, str]]:
    """(name, form, language) of a page's files."""
    languages = snapshot.settings.languages
    for form in FORMS.values():
        # What machines read is the same in every language, and stands with the first.
        for language in languages if form is HTML else languages[:1]:
            yield f"{place_of(address, language, languages)}.{form.ending}", form, language


def _drawn(
    kind: PageKind, address: str, page: Page, *, snapshot: Snapshot, sheets: Sheets
) -> Iterator[tuple[str, bytes]]:
    """(name, content) of a page's files."""
    for name, form, language in _files_of(address, snapshot):
        yield (
            name,
            in_form(form, kind, page, address=address, language=language, sheets=sheets),
        )
    for ending in kind.endings:
        if ending in page.others:
            yield f"{address}.{ending}", page.others[ending]()


class _Folder:
    """A folder in which some files are the site's; others are never touched."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._planned: set[str] = set()
        self._names: set[str] = set()
        self._folders: set[Path] = set()
        self._written = self._unchanged = 0
        self._before, self._is_whole = self._manifest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, fault: object, *_: object) -> None:
        if fault is not None:
            self._keep(self._before | self._planned, is_whole=False)

    def plan(self, names: Iterable[str]) -> None:
        """Say which files will be written, before the first is.

        Until the build is done whatever lies there may be of a build that was killed, and the
        next one knows whose it is.
        """
        self._planned = set(names)
        self._keep(self._before | self._planned, is_whole=False)

    def _manifest(self) -> tuple[set[str], bool]:
        """The files that are the site's already, and whether the last build was done."""
        place = self._root / MANIFEST
        try:
            if place.is_file():
                said = json.loads(place.read_text(encoding="utf-8"))
                return _inside(said["files"]), bool(said["whole"])
            others = sorted(one.name for one in self._root.iterdir())
        except OSError as fault:
            raise FileProblem(f"{self._root}: {fault.strerror or fault}") from fault
        except (ValueError, KeyError, TypeError) as fault:
            raise FileProblem(f"{place} is damaged: remove the folder, and build anew") from fault
        if others:
            shown = ", ".join(others[:MOST_TOLD]) + (", …" if len(others) > MOST_TOLD else "")
            what = f"{self._root} holds files that are not a site's ({shown})"
            raise FileProblem(f"{what}: name a folder that is empty or not there yet")
        return set(), True

    def write(self, name: str, content: bytes) -> None:
        """Write a file where it is not there already with this content; raises FileProblem."""
        place = self._root / name
        self._names.add(name)
        try:
            before = place.read_bytes() if place.is_file() else None
            if place.parent not in self._folders:
                place.parent.mkdir(parents=True, exist_ok=True)
                self._folders.add(place.parent)
        except OSError as fault:
            raise FileProblem(f"{place} cannot be written: {fault.strerror or fault}") from fault
        if before == content:
            self._unchanged += 1
            return
        if before is not None and self._is_whole and name not in self._before:
            raise FileProblem(f"{place} is in the way, and is not the site's")
        write_whole(place, lambda beside: beside.write_bytes(content))
        self._written += 1

    def finished(self) -> Built:
        """Remove what is no longer of the site; what was done."""
        gone = sorted(self._before - self._names)
        removed = sum(self._remove(self._root / name) for name in gone)
        self._keep(self._names, is_whole=True)
        return Built(self._written, self._unchanged, removed)

    def _remove(self, place: Path) -> bool:
        """Remove a file, and the folders that are empty then; whether it was there."""
        if not place.is_file():
            return False
        try:
            place.unlink()
            for folder in place.parents:
                if folder == self._root or any(folder.iterdir()):
                    break
                folder.rmdir()
        except OSError as fault:
            raise FileProblem(f"{place} cannot be removed: {fault.strerror or fault}") from fault
        return True

    def _keep(self, names: set[str], *, is_whole: bool) -> None:
        text = json.dumps({"whole": is_whole, "files": sorted(names)}, indent=0)
        write_whole(self._root / MANIFEST, lambda beside: beside.write_text(f"{text}\n", "utf-8"))


def _inside(names: Iterable[str]) -> set[str]:
    """Names of files below a folder; raises ValueError for one that leads out of it."""
    found = set(names)
    if any(PurePath(one).is_absolute() or ".." in PurePath(one).parts for one in found):
        raise ValueError("a file outside the folder")
    return found
