"""Pages of the site's own words: contact, privacy, licence, from its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.page import Arguments, Page, PageKind
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.texts import paragraphs
from banzuke.publishing.site.words import mark

#: The pages, and how each is headed.
TITLES = {"contact": mark("Contact"), "privacy": mark("Privacy"), "licence": mark("Licence")}


def _text(snapshot: Snapshot, name: str) -> str:
    return str(getattr(snapshot.settings, name))


def _builder(name: str) -> Callable[[Snapshot, Arguments], Page]:
    def build(snapshot: Snapshot, arguments: Arguments) -> Page:
        text = _text(snapshot, name)
        if not text:
            raise NoSuchPage(f"this site says nothing of {name}")
        return Page(TITLES[name], {"text": text}, (), {"paragraphs": paragraphs(text)})

    return build


def _address(name: str) -> Callable[[Snapshot], Iterable[str]]:
    return lambda snapshot: [name] if _text(snapshot, name) else []


KINDS = tuple(PageKind(name, "words.html", _builder(name), _address(name)) for name in TITLES)
