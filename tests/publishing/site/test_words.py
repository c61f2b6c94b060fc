"""The languages of the site: every text of every page is translated, with the same places."""

from __future__ import annotations

import importlib.util
import io
import re
from pathlib import Path

import pytest

from banzuke.publishing.site.words import read_catalogue, translated_languages, translations

ROOT = Path(__file__).resolve().parents[3]
SPEC = importlib.util.spec_from_file_location("words", ROOT / "docs" / "words.py")
assert SPEC is not None
assert SPEC.loader is not None
words = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(words)

CATALOGUES = sorted((words.SITE / "locale").glob("*.po"))
PLACE = re.compile(r"%\(\w+\)s|\{\w+(?:![ars])?(?::[^}]*)?\}")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_is_translated(path: Path):
    """Nothing is missing, and nothing is there that no page says; ``docs/words.py`` mends it."""
    assert words.missing(path) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_translations_have_the_same_places(path: Path):
    """What is filled in is filled in whatever the language."""
    for message in words.catalogue(path):
        ids, texts = words._each(message.id), words._each(message.string)
        wanted = set(PLACE.findall(ids[-1]))
        for number, text in enumerate(texts):
            found = set(PLACE.findall(text))
            # Of one thing the number need not be said.
            one = {"{count}"} if len(texts) > 1 and number == 0 else set()
            assert wanted - one <= found <= wanted, text


def test_swedish_speaks_swedish():
    """The catalogue that is shipped is used, plurals included."""
    assert "sv" in translated_languages()
    swedish = translations("sv")
    assert swedish.gettext("Rating lists") == "Ratinglistor"
    assert swedish.ngettext("%(num)s event", "%(num)s events", 1) == "%(num)s tävling"
    assert swedish.ngettext("%(num)s event", "%(num)s events", 2) == "%(num)s tävlingar"


def test_what_a_language_does_not_translate_yet_is_english():
    """A catalogue may be begun: an empty translation, of one form or several, is none."""
    begun = """
msgid "Lists"
msgstr "Listen"

msgid "Events"
msgstr ""

msgid "%(num)s event"
msgid_plural "%(num)s events"
msgstr[0] ""
msgstr[1] ""
"""
    german = read_catalogue(io.BytesIO(begun.encode()), "de")
    assert [german.gettext(text) for text in ("Lists", "Events")] == ["Listen", "Events"]
    assert german.ngettext("%(num)s event", "%(num)s events", 2) == "%(num)s events"
