"""The line of each key and element of a TOML text."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from banzuke.engine.rulebook_template import toml_key, toml_value
from banzuke.model.toml_lines import line_numbers

TEXT = '''\
# a comment = 1
title = "a # b = [c]"  # = ]
dotted . key = 'x'

rows = [
  { from = 1, gains = [1, 2] },  # first
  # between
  { from = 2, gains = [
      3,
      4] },
]
text = """
looks = "like"
[a.table]
"""
literal = \'\'\'
also = [
\'\'\'
quoted = "it says \\"]\\" here"
[display]
value = "rating"
[[amendment]]
from = 2020-01-01 07:00:00
[amendment.parameters]
k = 3
[amendment.pools."of chess"]
k = 4
[[amendment]]
pools = { chess = { k = 5 }, 'go'.k = 6 }
'''


def test_keys_and_elements_have_their_lines():
    """Keys, dotted keys, rows of lists, tables and elements of table lists are found."""
    lines = line_numbers(TEXT)
    expected = {
        (): 1,
        ("title",): 2,
        ("dotted",): 3,
        ("dotted", "key"): 3,
        ("rows",): 5,
        ("rows", 0): 6,
        ("rows", 0, "gains", 1): 6,
        ("rows", 1): 8,
        ("rows", 1, "gains"): 8,
        ("rows", 1, "gains", 0): 9,
        ("rows", 1, "gains", 1): 10,
        ("text",): 12,
        ("literal",): 16,
        ("quoted",): 19,
        ("display",): 20,
        ("display", "value"): 21,
        ("amendment",): 22,
        ("amendment", 0): 22,
        ("amendment", 0, "from"): 23,
        ("amendment", 0, "parameters"): 24,
        ("amendment", 0, "parameters", "k"): 25,
        ("amendment", 0, "pools"): 26,
        ("amendment", 0, "pools", "of chess"): 26,
        ("amendment", 0, "pools", "of chess", "k"): 27,
        ("amendment", 1): 28,
        ("amendment", 1, "pools", "chess", "k"): 29,
        ("amendment", 1, "pools", "go", "k"): 29,
    }
    assert {place: lines.get(place) for place in expected} == expected


def test_nothing_is_found_that_is_not_there():
    """What only looks like keys, in comments and long texts, has no line."""
    lines = line_numbers(TEXT)
    assert not {("a comment",), ("looks",), ("a",), ("also",)} & set(lines)


def test_windows_line_ends():
    """Lines end with a line feed, with or without a carriage return before it."""
    assert line_numbers(TEXT.replace("\n", "\r\n")) == line_numbers(TEXT)


def places_of(value: object, place: tuple[int | str, ...] = ()) -> set[tuple[int | str, ...]]:
    """All places in a value as tomllib gives it."""
    found = {place}
    if isinstance(value, dict):
        for name, item in value.items():
            found |= places_of(item, (*place, name))
    if isinstance(value, list):
        for number, item in enumerate(value):
            found |= places_of(item, (*place, number))
    return found


VALUES = st.recursive(
    st.integers() | st.booleans() | st.text(st.characters(exclude_categories=["Cs"])) | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("ab-. é]\"'", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc_ .[#=\"'", max_size=4), VALUES, max_size=4))
def test_every_place_is_found(content):
    """Whatever a text holds, the places found are those that tomllib finds."""
    text = "\n".join(f"{toml_key(name)} = {toml_value(value)}" for name, value in content.items())
    assert set(line_numbers(text)) == places_of(tomllib.loads(text))


@given(st.text("[]{}=,.\"'#\n\\ ab1"))
def test_any_text_comes_to_an_end(text):
    """A text that is no TOML is walked over without error, too."""
    assert line_numbers(text)[()] == 1
