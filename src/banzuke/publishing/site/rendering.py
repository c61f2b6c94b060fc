"""Pages drawn as sheets of paper: templates, links between pages, words of a language."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from functools import cache, cached_property, partial
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

from banzuke.engine.reasons import bare
from banzuke.ledger.people import REMOVED
from banzuke.model.errors import ExtraMissing
from banzuke.model.phrases import Phrase, told
from banzuke.publishing.site import addresses
from banzuke.publishing.site.page import Page, PageKind
from banzuke.publishing.site.pictures import can_draw
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.texts import Texts
from banzuke.publishing.site.words import WRITTEN_IN, is_marked, mark, translations

#: What may not be in a page at all, wherever it came from.
NO_LETTER = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


class Section(NamedTuple):
    """An entry at the head of every page; title : as it is written, before it is translated."""

    key: str
    title: str
    address: str


SECTIONS = (
    Section("lists", mark("Lists"), "lists/index"),
    Section("events", mark("Events"), "events/index"),
    Section("players", mark("Players"), "players/index"),
    Section("circuits", mark("Circuits"), "circuits/index"),
    Section("systems", mark("Systems"), "systems/index"),
    Section("statistics", mark("Statistics"), "statistics"),
)


class Sheets:
    """Draws pages.

    live : whether there is a server that answers questions, such as a calculator's
    """

    def __init__(self, snapshot: Snapshot, *, live: bool) -> None:
        self._snapshot, self._settings, self._live = snapshot, snapshot.settings, live
        self._texts = {language: Texts(language) for language in self._settings.languages}

    @cached_property
    def _environments(self) -> dict[str, Any]:
        return {language: self._environment(language) for language in self._settings.languages}

    def _environment(self, language: str) -> Any:
        try:
            import jinja2
        except ImportError as error:
            raise ExtraMissing("jinja2", "web") from error
        environment = jinja2.Environment(
            loader=jinja2.PackageLoader("banzuke.publishing.site"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        )
        words: Any = environment  # its extension for words gives it a method
        catalogue, texts = translations(language), self._texts[language]
        words.install_gettext_translations(catalogue, newstyle=True)
        spoken: Any = environment.globals["ngettext"]

        @jinja2.pass_context
        def counted(context: Any, one: str, many: str, number: int, **said: object) -> Any:
            """The text for a number, in which the number is grouped as all numbers are."""
            return spoken(context, one, many, number, **{"num": texts.count(number), **said})

        environment.globals["ngettext"] = counted
        environment.tests["marked"] = is_marked
        environment.filters.update(
            number=texts.number,
            aligned=texts.aligned,
            written=texts.written,
            count=texts.count,
            day=texts.day,
            term=lambda text: texts.written(told(text, catalogue)),
            phrase=lambda text: told(text, catalogue) if _is_phrase(text) else text,
            english=partial(_english, language, texts, catalogue),
            bare=bare,
        )
        environment.filters["typed"] = shlex.quote  # as it is typed into a command
        environment.filters["capitalize_first"] = lambda text: text[:1].upper() + text[1:]
        environment.globals.update(
            addresses=addresses,
            can_draw=can_draw,
            decimal=texts.decimal,
            percent=texts.percent,
            settings=self._settings,
            site_title=self._snapshot.title,
            snapshot=self._snapshot,
            sections=SECTIONS,
            live=self._live,
            language=language,
            languages={code: other.name for code, other in self._texts.items()},
            static=static_names(),
        )
        return environment

    def drawn(self, kind: PageKind, page: Page, *, address: str, language: str) -> str:
        """A page as HTML; links are relative, so that it may lie anywhere."""
        here = self.place(address, language)

        def link(target: str, code: str = language) -> str:
            return f"{addresses.relative(self.place(target, code), here)}.html"

        template = self._environments[language].get_template(kind.template)
        drawn = template.render(
            page=page,
            said=page.document,
            **page.shown,
            address=address,
            link=link,
            in_language=partial(link, address),
            twin=lambda ending: f"{addresses.relative(address, here)}.{ending}",
            file=lambda name: addresses.relative(f"static/{static_names()[name]}", here),
            root=lambda name: addresses.relative(name, here),
        )
        return NO_LETTER.sub("\ufffd", drawn)

    def place(self, address: str, language: str) -> str:
        """Where a page lies in a language: the first language has the short addresses."""
        return place_of(address, language, self._settings.languages)


def _is_phrase(text: object) -> bool:
    """Whether a text is no name: what stands for the name of who was removed is none either."""
    return isinstance(text, Phrase) or text == REMOVED


def _english(language: str, texts: Texts, catalogue: Any, text: object) -> Any:
    """A text in the language if it is a phrase; else it is English, and the page says that it is.

    A phrase that a ledger kept may have a message that no catalogue has any more.
    """
    from markupsafe import Markup

    said = texts.written(told(text, catalogue)) if isinstance(text, Phrase) else str(text)
    is_told = language == WRITTEN_IN or (isinstance(text, Phrase) and said != texts.written(text))
    if is_told or not any(letter.isalpha() for letter in said):
        return said
    return Markup('<span lang="{}">{}</span>').format(WRITTEN_IN, text)


def place_of(address: str, language: str, languages: tuple[str, ...]) -> str:
    """Where a page lies in a language: the first language has the short addresses."""
    return address if language == languages[0] else f"{language}/{address}"


@cache
def static_files() -> Mapping[str, bytes]:
    """Style sheet, scripts and the like: content by the name that pages ask for.

    The name says the content, so that browsers may keep a file for good.
    """
    folder = files(__package__).joinpath("static")
    names = static_names()
    return {names[one.name]: one.read_bytes() for one in folder.iterdir() if one.is_file()}


@cache
def static_names() -> Mapping[str, str]:
    """The name under which each file of ``static/`` is asked for."""
    folder = files(__package__).joinpath("static")
    found = {}
    for one in folder.iterdir():
        if one.is_file():
            stem, _, ending = one.name.rpartition(".")
            found[one.name] = f"{stem}-{sha256(one.read_bytes()).hexdigest()[:10]}.{ending}"
    return found
