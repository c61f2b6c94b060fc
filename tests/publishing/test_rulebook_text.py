"""Rulebooks as text: amendments, adjustments, and values in a word."""

from __future__ import annotations

from datetime import date

import pytest

import banzuke
from banzuke.model.system import Period
from banzuke.publishing.rulebook_text import (
    rulebook_document,
    rulebook_text,
    rulebooks_text,
    value_text,
)

CLUB = """\
format = 1
extends = "warlight"
title = "Club"

[[amendment]]
from = 2025-01-01
note = "smaller steps"
parameters = { k = 24 }
pools = { first = { k = 16 } }

[[adjustment]]
on = 2026-01-01
every = "year"
title = "season"
toward = 1200
share = 0.5
above = 1500

[[adjustment]]
on = 2026-06-01
add = -10.0
"""


@pytest.fixture
def club(tmp_path):
    """A rulebook with amendments and adjustments."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return banzuke.load_rulebook(path)


def test_amendments_and_adjustments_are_told(club):
    """What changes from which day on, and what is done by decree."""
    text = rulebook_text(club, 200)
    assert "- From 2025-01-01: smaller steps (k = 24, k = 16 in pool first)" in text
    assert (
        "- On 2026-01-01, and each year: season: 50% of the way to 1200, ratings above 1500" in text
    )
    assert "- On 2026-06-01: -10" in text


@pytest.mark.parametrize("width", [50, 80, 100, 120])
def test_keys_stay_whole_on_a_narrow_terminal(width):
    """Columns are dropped and titles wrapped before a key is broken."""
    keys = banzuke.rulebook_keys()
    lines = rulebooks_text([banzuke.load_rulebook(key) for key in keys], width).splitlines()
    assert lines[0].split()[:2] == ["key", "title"]
    assert max(map(len, lines)) <= width
    assert {line.split()[0] for line in lines[1:] if line[:1].strip()} >= set(keys)


def test_amended_tables_are_tables(tmp_path):
    """A table that an amendment brings is printed as one, and amendments stand by their dates."""
    path = tmp_path / "club.toml"
    path.write_text(
        """
format = 1
extends = "dip-pouch"
title = "Club"

[[amendment]]
from = 2026-01-01
parameters = { base_value = 3.0 }

[[amendment]]
from = 2025-01-01
parameters = { category_values = [{ category = "Worlds", value = 20.0 }] }
""",
        encoding="utf-8",
    )
    text = rulebook_text(banzuke.load_rulebook(path), 200)
    assert "{" not in text
    older = text.index("- From 2025-01-01 (category_values = 1 row, below)")
    assert older < text.index("- From 2026-01-01 (base_value = 3)")
    assert "fixed value, from 2025-01-01" in text
    assert "Worlds" in text


def test_words_of_an_extended_rulebook_say_whose_they_are(club):
    """Author, source, text and assumptions that its file does not say are not passed off as its."""
    text = rulebook_text(club, 300)
    assert "extends  warlight" in text
    assert "Assumptions, where the source is silent (as warlight says)" in text
    assert "the Polish text it was made from (as warlight says)" in " ".join(text.split())
    assert "As warlight says, but for what is set below:" in text
    told = rulebook_document(club)
    assert told["extends"] == ["warlight", "elo"]
    assert told["inherited"]["assumptions"] == "warlight"
    assert banzuke.load_rulebook(club, {"k": 5}).inherited == club.inherited
    assert "(as " not in rulebook_text(banzuke.load_rulebook("warlight"), 300)


def test_document_holds_them_too(club):
    """The same in the document."""
    told = rulebook_document(club)
    assert told["amendments"][0]["from"] == date(2025, 1, 1)
    assert [one["title"] for one in told["adjustments"]] == ["season", ""]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_it_fits_a_terminal(width):
    """No line is wider than the terminal."""
    for key in banzuke.rulebook_keys():
        lines = rulebook_text(banzuke.load_rulebook(key), width).splitlines()
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        ("", "–"),
        ((), "–"),
        (True, "true"),
        (Period.EVENT, "event"),
        (0.1, "0.1"),
        (32.0, "32"),
        (date(2024, 1, 1), "2024-01-01"),
        (("played", "forfeit"), "played, forfeit"),
        (((0, 0), (2, 4)), "0, 2..4"),
    ],
)
def test_value_text(value, text):
    """A setting's value in a word or two."""
    assert value_text(value) == text
