"""The words of the site in the languages that it is told in, by gettext."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import IO, Any

#: The language that the pages are written in.
WRITTEN_IN = "en"


class Marked(str):
    """A text of the site's own, as it is written, that is translated where it is drawn."""

    __slots__ = ()


def mark(text: str) -> Marked:
    """Mark a text of the site's own, so that it comes into the catalogues."""
    return Marked(text)


def is_marked(text: object) -> bool:
    """Whether a text is the site's own, and not a name."""
    return isinstance(text, Marked)


@cache
def translations(language: str) -> Any:
    """A language's catalogue, or one that leaves every text as it is written.

    The catalogues lie in ``locale/LANGUAGE.po``, as translators edit them.
    """
    from babel.support import NullTranslations

    if language == WRITTEN_IN:
        return NullTranslations()
    found = files(__package__).joinpath("locale", f"{language}.po")
    if not found.is_file():
        return NullTranslations()
    with found.open("rb") as text:
        return read_catalogue(text, language)


def read_catalogue(text: IO[bytes], language: str) -> Any:
    """A catalogue as translators edit it; what it does not translate stays as it is written."""
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po
    from babel.support import Translations

    catalogue = read_po(text, locale=language)
    for message in catalogue:
        if not isinstance(message.string, str) and not all(message.string or ()):
            message.string = ""
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


@cache
def translated_languages() -> tuple[str, ...]:
    """The languages that there are catalogues of, and the one that pages are written in."""
    folder = files(__package__).joinpath("locale")
    found = [one.name.removesuffix(".po") for one in folder.iterdir() if one.name.endswith(".po")]
    return tuple(sorted([WRITTEN_IN, *found]))
