"""A site over a ledger: a page at a time for a server, or all of them as plain files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Self

from banzuke.ledger.database import Database
from banzuke.ledger.revisions import newest_revision
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.archive import Archive
from banzuke.publishing.site.forms import FORMS, HTML, Form, in_form
from banzuke.publishing.site.kinds import all_addresses, other_files, page_at, page_kinds
from banzuke.publishing.site.rendering import Sheets, place_of, static_files
from banzuke.publishing.site.settings import SiteSettings, read_settings
from banzuke.publishing.site.snapshot import Snapshot, take_snapshot
from banzuke.workflows.ledger.opening import cache_of
from banzuke.workflows.one_game import rated_game


@dataclass(frozen=True)
class Answer:
    """What is sent for an address; tag : the same for the same content."""

    content: bytes
    media_type: str
    tag: str


@dataclass(frozen=True)
class Built:
    """What a build of plain files did: how many were written, left as they were, and removed."""

    written: int
    unchanged: int
    removed: int


@dataclass(frozen=True)
class _Edition:
    """The pages as of one revision; answers : those that were made already, by path."""

    snapshot: Snapshot
    sheets: Sheets
    answers: dict[str, Answer] = field(default_factory=dict)


class Site:
    """The pages over a ledger.

    place : of the ledger; settings : a TOML file, or none
    live : whether a server answers questions
    """

    def __init__(
        self, place: str | Path, settings: str | Path | SiteSettings | None = None, *, live: bool
    ) -> None:
        self._database = Database(place)
        self.settings = settings if isinstance(settings, SiteSettings) else read_settings(settings)
        self._live = live
        self._edition: _Edition | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    @property
    def snapshot(self) -> Snapshot:
        """The ledger as it is now; read anew where it has moved."""
        return self._now().snapshot

    def _now(self) -> _Edition:
        with self._database.reading() as connection:
            newest = newest_revision(connection)
            if self._edition is None or self._edition.snapshot.revision != newest:
                snapshot = take_snapshot(
                    connection,
                    self.settings,
                    Archive(self._database.reading, cache_of(self._database)),
                    rated_game,
                )
                self._edition = _Edition(snapshot, Sheets(snapshot, live=self._live))
        return self._edition

    def answer(self, path: str, query: Mapping[str, str] = MappingProxyType({})) -> Answer:
        """What is at a path, as ``players/k3j8.html`` or ``sv/players/k3j8.json``.

        query : what is asked behind it, {name: text}; what the page does not know is nothing
        Raises NoSuchPage.
        """
        edition = self._now()
        if query:
            return self._made(edition, path, query)
        found = edition.answers.get(path)
        if found is None:
            found = edition.answers[path] = self._made(edition, path, query)
        return found

    def _made(self, edition: _Edition, path: str, query: Mapping[str, str]) -> Answer:
        address, form, language = self.parts_of(path)
        kind, page = page_at(edition.snapshot, address, query)
        content = in_form(
            form, kind, page, address=address, language=language, sheets=edition.sheets
        )
        return Answer(content, form.media_type, sha256(content).hexdigest()[:20])

    def parts_of(self, path: str) -> tuple[str, Form, str]:
        """The address, the form and the language that a path says; raises NoSuchPage."""
        whole, dot, ending = path.rpartition(".")
        if not dot or ending not in FORMS:
            raise NoSuchPage(f"there is no page {path!r}")
        first, _, rest = whole.partition("/")
        if first in self.settings.languages[1:] and ending == HTML.ending:
            return rest, FORMS[ending], first
        return whole, FORMS[ending], self.settings.languages[0]

    def build(
        self, folder: str | Path, progress: Callable[[int, int], None] | None = None
    ) -> Built:
        """Write every page as a file; what is there already and the same is left as it is."""
        edition, root = self._now(), Path(folder)
        languages = self.settings.languages
        total = len(all_addresses(edition.snapshot))
        pages = ((kind, *one) for kind in page_kinds() for one in kind.pages(edition.snapshot))
        written = unchanged = 0
        for at, (kind, address, page) in enumerate(pages):
            for language, form in product(languages, FORMS.values()):
                # What machines read is the same in every language, and stands with the first.
                if form is not HTML and language != languages[0]:
                    continue
                content = in_form(
                    form, kind, page, address=address, language=language, sheets=edition.sheets
                )
                place = place_of(address, language, languages)
                if _write(root / f"{place}.{form.ending}", content):
                    written += 1
                else:
                    unchanged += 1
            if progress is not None:
                progress(at + 1, total)
        for name, content in other_files(edition.snapshot).items():
            _write(root / name, content)
        for name, content in static_files().items():
            _write(root / "static" / name, content)
        return Built(written, unchanged, 0)


def _write(place: Path, content: bytes) -> bool:
    """Write a file where it is not there already with this content; whether it was written."""
    if place.is_file() and place.read_bytes() == content:
        return False
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return True
