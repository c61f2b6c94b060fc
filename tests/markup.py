"""What the tests ask of a page as it is sent: strict HTML, its links, its headings, its texts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

import html5lib


@dataclass(frozen=True)
class Markup:
    """A page in HTML; address : where it lies, as ``players/k3j8.html``."""

    address: str
    content: bytes

    @cached_property
    def root(self) -> Element:
        """The page as a tree; raises ParseError where a browser would have to guess."""
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        return parser.parse(self.content, transport_encoding="utf-8")

    @cached_property
    def ids(self) -> list[str]:
        """The marks that links may lead to."""
        return [one.attrib["id"] for one in self.root.iter() if "id" in one.attrib]

    @cached_property
    def text(self) -> str:
        """All texts, with single spaces between."""
        return " ".join(" ".join(self.root.itertext()).split())

    def said_in(self, language: str) -> Iterator[str]:
        """The texts that are marked as of a language, labels and titles of controls included."""
        yield from _said_in(self.root, "", language)

    def links(self) -> Iterator[tuple[str, str]]:
        """(address, mark) of every link inside the site, from the root on."""
        for one in self.root.iter():
            for name in ("href", "src", "action"):
                target = urlsplit(one.attrib.get(name, ""))
                if name not in one.attrib or target.scheme in ("http", "https", "mailto"):
                    continue
                path = posixpath.join(posixpath.dirname(self.address), unquote(target.path))
                whole = posixpath.normpath(path) if target.path else self.address
                yield whole, unquote(target.fragment)

    def faults(self) -> list[str]:
        """What is wrong with the page by itself."""
        found = [*self._headings(), *self._tables(), *self._controls()]
        found += [f"id {one} twice" for one in set(self.ids) if self.ids.count(one) > 1]
        for one in self.root.iter():
            found += [f"{one.tag} with {name}" for name in one.attrib if name.startswith("on")]
            if "style" in one.attrib or one.tag == "style":
                found.append(f"a style in {one.tag}")
            if one.tag == "script" and ("src" not in one.attrib or (one.text or "").strip()):
                found.append("a script in the page")
        return found

    def _headings(self) -> Iterator[str]:
        levels = [int(one.tag[1]) for one in self.root.iter() if one.tag in HEADINGS]
        if levels.count(1) != 1 or levels[0] != 1:
            yield f"headings begin {levels[:3]}"
        for one, next_one in pairwise(levels):
            if next_one > one + 1:
                yield f"a heading {next_one} below a heading {one}"

    def _tables(self) -> Iterator[str]:
        for one in self.root.iter("th"):
            if one.attrib.get("scope") not in ("col", "row", "colgroup", "rowgroup"):
                yield f"a heading of a table without scope: {one.text}"

    def _controls(self) -> Iterator[str]:
        named = {one.attrib.get("for") for one in self.root.iter("label")}
        inside = {id(part) for one in self.root.iter("label") for part in one.iter()}
        for tag in ("input", "select", "textarea"):
            for one in self.root.iter(tag):
                told = "aria-label" in one.attrib or one.attrib.get("id") in named
                if not told and id(one) not in inside and one.attrib.get("type") != "hidden":
                    yield f"{tag} {one.attrib.get('name')} without a label"


HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def _said_in(part: Element, within: str, language: str) -> Iterator[str]:
    """The texts of a part of a page that are of a language; within : the language around it."""
    own = part.attrib.get("lang", within)
    if own == language:
        names = ("title", "aria-label", "placeholder")
        texts = [part.text or "", *(part.attrib.get(name, "") for name in names)]
        yield from (text for text in map(str.strip, texts) if text)
    for child in part:
        yield from _said_in(child, own, language)
        if own == language and (child.tail or "").strip():
            yield (child.tail or "").strip()
