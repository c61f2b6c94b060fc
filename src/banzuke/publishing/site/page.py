"""What a page is: what it says for machines and for people, and where it lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from banzuke.publishing.site.snapshot import Snapshot

Document = dict[str, Any]
Row = dict[str, Any]
Arguments = Mapping[str, str]


@dataclass(frozen=True)
class Page:
    """What a page says.

    title : as a heading and in the window
    document : the page as JSON has it; only plain values
    rows : the page as a table, for CSV; each with the same keys
    shown : what only the sheet of paper needs besides the document
    section : which of the site's sections it belongs to, "" for none
    whole : gives the document and the rows where the sheet of paper shows only a part of them
    others : the page in forms that only some have, {ending, as ``svg``: what makes it}
    """

    title: str
    document: Document
    rows: Sequence[Row] = ()
    shown: Mapping[str, Any] = field(default_factory=dict)
    section: str = ""
    whole: Callable[[], tuple[Document, Sequence[Row]]] | None = None
    others: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)


@dataclass(frozen=True)
class PageKind:
    """A kind of pages, one file each in ``kinds/``.

    pattern : its addresses, as ``players/{player}``; a part in braces is an argument
    build : (snapshot, arguments) → the page; raises NoSuchPage
    every_address : every address of the kind, for a site of plain files; None where the pattern is
        the only one
    template : the file under ``templates/`` that draws it
    queries : what may be asked behind the address, as ``q``, or ``*`` for whatever is asked; it
        comes among the arguments
    files : other files that pages of the kind ask for, {name: content}
    endings : other forms that its pages may have among plain files, too; those that a page has and
        that are not named here only a server gives
    every_page : all addresses with their pages, where that costs less than building one by one
    """

    pattern: str
    template: str
    build: Callable[[Snapshot, Arguments], Page]
    every_address: Callable[[Snapshot], Iterable[str]] | None = None
    queries: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    every_page: Callable[[Snapshot], Iterator[tuple[str, Page]]] | None = None
    files: Callable[[Snapshot], Mapping[str, bytes]] | None = None

    @cached_property
    def _fits(self) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", self.pattern)
        text = "".join(
            f"(?P<{part}>[^/]+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)
        )
        return re.compile(text)

    def arguments(self, address: str) -> Arguments | None:
        """The arguments in an address, None where it is another kind's."""
        found = self._fits.fullmatch(address)
        return None if found is None else found.groupdict()

    def addresses(self, snapshot: Snapshot) -> Iterable[str]:
        """Every address of the kind, for a site of plain files."""
        return [self.pattern] if self.every_address is None else self.every_address(snapshot)

    def pages(self, snapshot: Snapshot) -> Iterator[tuple[str, Page]]:
        """Every address of the kind with its page, for a site of plain files."""
        if self.every_page is not None:
            yield from self.every_page(snapshot)
            return
        for address in self.addresses(snapshot):
            arguments = self.arguments(address)
            if arguments is not None:
                yield address, self.build(snapshot, arguments)
