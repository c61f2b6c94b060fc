"""Which bytes are UTF-8, and what is seen in them on the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.importers.steps.utf8 import PIECE, Marks, is_utf8, marks_of


@given(st.binary(max_size=60))
def test_utf_8_is_what_the_decoder_takes(data: bytes) -> None:
    """The fast check agrees with Python's decoder."""
    try:
        data.decode()
    except UnicodeDecodeError:
        assert not is_utf8(data)
    else:
        assert is_utf8(data)


@pytest.mark.parametrize("letter", ["é", "漢", "🂡"])
@pytest.mark.parametrize("shift", range(4))
def test_letters_across_pieces_are_valid(letter: str, shift: int) -> None:
    """A long line is cut between letters; a broken byte in it is found."""
    data = ("x" * shift + letter * 700_000).encode()
    assert is_utf8(data)
    assert not is_utf8(data + b"\xff")


@given(st.text(alphabet='ab\n\r"\x00é', max_size=8), st.integers(0, 2))
def test_what_a_text_holds_is_seen_wherever_it_stands(text: str, before: int) -> None:
    """In the first piece or in a later one."""
    data = b"x" * (before * PIECE - 3) + text.encode()
    holds = Marks("é" in text, "\x00" in text, "\r" in text, '"' in text)
    assert marks_of(data) == holds
