"""Phrases: English texts that can be told in any language."""

from __future__ import annotations

import copy
import json
from gettext import NullTranslations

import numpy as np
import pytest

from banzuke.model.phrases import (
    Phrase,
    as_kept,
    changed,
    from_kept,
    in_one_text,
    listed,
    name_of,
    phrase,
    phrases,
    recognised,
    told,
)

SWEDISH = {
    "won against {who}": "vann mot {who}",
    "{points:+g} for {what}": "för {what} {points:+g}",
    "{count} game": "{count} parti",
    "{count} games": "{count} partier",
    "rounding": "avrundning",
    "Ann": "Anders",
}


class Swedish(NullTranslations):
    """A few words of Swedish."""

    def gettext(self, message: str) -> str:
        """The message in Swedish."""
        return SWEDISH.get(message, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form that goes with a number."""
        return self.gettext(one if count == 1 else many)


@pytest.mark.parametrize(
    ("said", "english", "swedish"),
    [
        (phrase("won against {who}", who="Ann"), "won against Ann", "vann mot Ann"),
        (
            phrase("{points:+g} for {what}", points=2.0, what=phrase("rounding")),
            "+2 for rounding",
            "för avrundning +2",
        ),
        (phrases("{count} game", "{count} games", 1), "1 game", "1 parti"),
        (phrases("{count} game", "{count} games", 1.5), "1.5 games", "1.5 partier"),
        ("rounding", "rounding", "avrundning"),
        (
            listed([phrase("won against {who}", who="Ann"), "16 × 0.5"]),
            "won against Ann; 16 × 0.5",
            "vann mot Ann; 16 × 0.5",
        ),
        (phrase("of “{who}”", who=phrase("rounding")), "of “rounding”", "of “avrundning”"),
        ("", "", ""),
    ],
)
def test_a_phrase_in_two_languages(said: str, english: str, swedish: str):
    """A phrase is its English text; told, its message is translated, and no name among values."""
    assert said == english
    assert told(said, NullTranslations()) == english
    assert told(said, Swedish()) == swedish
    assert told(copy.deepcopy(said), Swedish()) == swedish


def test_values_change_and_the_phrase_stays_one():
    """Names come in place of codes, however deep, and are no templates themselves."""
    inner = phrase("won against {who}", who=name_of(3))
    said = changed(listed([inner, "{3}"]), lambda text: text.replace("{3}", "{0} {who}"))
    assert said == "won against {0} {who}; {0} {who}"
    assert isinstance(said, Phrase)
    assert told(said, Swedish()) == "vann mot {0} {who}; {0} {who}"


def test_nothing_and_one_thing_are_no_list():
    """A list of one text is that text; of none it is empty."""
    one = phrase("rounding")
    assert listed([]) == ""
    assert listed([one]) is one


def test_a_text_that_was_kept_is_recognised():
    """By its message; what fits none stays as it is."""
    messages = ["inactive since {day}", "won against {who}"]
    assert told(recognised("won against A (b) {c}", messages), Swedish()) == "vann mot A (b) {c}"
    assert recognised("lost to Ann", messages) == "lost to Ann"


def test_a_phrase_is_kept_as_json_and_comes_back():
    """Message, plural and values, phrases among them, survive being written and read."""
    inner = phrase("not rated: {why}", why=phrase("bye"))
    said = phrases("{count} game {how}", "{count} games {how}", np.int64(3), how=inner)
    kept = json.loads(json.dumps(as_kept(said)))
    again = from_kept(kept)
    assert again == said
    assert (again.message, again.many) == (said.message, said.many)
    assert isinstance(again.values["how"], Phrase)
    assert from_kept(json.loads(json.dumps(as_kept("plain")))) == "plain"


def test_texts_of_two_kinds_make_no_phrase():
    """What is told in another language is told in it whole, or not at all."""
    assert isinstance(in_one_text([phrase("one"), phrase("two")]), Phrase)
    assert type(in_one_text([phrase("one"), "two"])) is str
