"""Addresses of pages: plain words, the same for the same text, and links between pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.publishing.site.addresses import plain_word, relative


def test_words_are_readable():
    """Accents fall away, spaces become hyphens, and a text that is plain already stays."""
    assert plain_word("othello-sweden") == "othello-sweden"
    assert plain_word("Västerås").startswith("vasteras-")
    assert plain_word("Café de l'Est").startswith("cafe-de-l-est-")


def test_texts_that_are_alike_have_words_of_their_own():
    """What differs in a text differs in its address."""
    texts = ["A B", "a b", "a-b", "ä b", "A  B", "한국", "日本", "", " ", "…"]
    assert len({plain_word(text) for text in texts}) == len(texts)


@pytest.mark.parametrize("text", ["index", "con", "nul", "lpt1"])
def test_words_that_mean_something_else_are_no_addresses(text):
    """A list called index is not at the address of the index of lists, nor one at a device's."""
    assert plain_word(text).startswith(f"{text}-")


@given(st.text(max_size=200))
def test_any_text_is_a_word_of_plain_letters(text):
    """Whatever is written, the address has letters, digits and hyphens only, and is short."""
    word = plain_word(text)
    assert word == "" or (word.isascii() and word.replace("-", "a").isalnum())
    assert word == word.lower()
    assert len(word) <= 67


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("players/a", "index", "players/a"),
        ("index", "players/a", "../index"),
        ("players/b", "players/a", "b"),
        ("lists/main", "lists/main/sheet-2", "../main"),
        ("players/a", "sv/lists/main", "../../players/a"),
        ("sv/players/a", "sv/lists/main", "../players/a"),
    ],
)
def test_links_are_relative(target, page, link):
    """A site may lie in any folder: links lead from page to page."""
    assert relative(target, page) == link
