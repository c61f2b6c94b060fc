"""A site over a ledger: what is at an address, and all of it as plain files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

from banzuke.ledger.database import Database
from banzuke.model.errors import NoSuchPage, PageMoved
from banzuke.publishing.site.forms import ALL_FORMS, HTML, Form, in_form
from banzuke.publishing.site.kinds import moved_address, page_at
from banzuke.publishing.site.settings import SiteSettings, read_settings
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.workflows.site.answers import Answer
from banzuke.workflows.site.editions import Edition, Editions
from banzuke.workflows.site.files import Built, build_files


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
        self._editions = Editions(self._database, self.settings, live=live)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._editions.close()
        self._database.close()

    @property
    def snapshot(self) -> Snapshot:
        """The ledger as it is now; read anew where it has moved."""
        return self._editions.now().snapshot

    @property
    def edition(self) -> Edition:
        """The pages as they are at hand; only who asks first waits. Raises LedgerProblem."""
        return self._editions.at_hand() or self._editions.now()

    def answer(self, path: str, query: Mapping[str, str] = MappingProxyType({})) -> Answer:
        """What is at a path, as ``players/k3j8.html`` or ``sv/players/k3j8.html``.

        query : what is asked behind it, {name: text}; what the page does not know is nothing
        Raises NoSuchPage, PageMoved.
        """
        edition = self.edition
        kept = edition.questions if query else edition.pages
        asked = (path, *sorted(query.items()))
        return kept.get(asked, lambda: self._made(edition, path, query))

    def at_hand(self, path: str) -> Answer | None:
        """What is at a path, if it was asked for before; nobody waits for anything."""
        edition = self._editions.at_hand()
        return None if edition is None else edition.pages.at_hand((path,))

    def _made(self, edition: Edition, path: str, query: Mapping[str, str]) -> Answer:
        address, form, language = self.parts_of(path)
        moved = moved_address(edition.snapshot, address)
        if moved and self._live:
            raise PageMoved(moved)
        kind, page = page_at(edition.snapshot, address, query)
        content = in_form(
            form, kind, page, address=address, language=language, sheets=edition.sheets
        )
        return Answer(content, form.media_type, language if form is HTML else "")

    def parts_of(self, path: str) -> tuple[str, Form, str]:
        """The address, the form and the language that a path says; raises NoSuchPage."""
        whole, dot, ending = path.rpartition(".")
        if not dot or ending not in ALL_FORMS:
            raise NoSuchPage(f"there is no page {path!r}")
        first, _, rest = whole.partition("/")
        if first in self.settings.languages[1:] and ending == HTML.ending:
            return rest, ALL_FORMS[ending], first
        return whole, ALL_FORMS[ending], self.settings.languages[0]

    def build(
        self, folder: str | Path, progress: Callable[[int, int], None] | None = None
    ) -> Built:
        """Write every page as a file; what is there already and the same is left as it is.

        progress : told how many pages are done, and of how many
        Raises FileProblem where files that are not the site's are in the folder.
        """
        edition = self._editions.now()
        return build_files(edition.snapshot, edition.sheets, Path(folder), progress)
