"""The text of a file as UTF-8."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from banzuke.importers.steps.encodings import (
    Text,
    has_doubtful_letters,
    known_encoding,
    load_text,
    start_of_text,
)
from banzuke.model.errors import ResultsRefused, UnknownName


def load(folder: Path, content: bytes, encoding: str = "") -> Text:
    """The text of a file with this content."""
    path = folder / "t.csv"
    path.write_bytes(content)
    return load_text(path, encoding)


def refusal(folder: Path, content: bytes, encoding: str = "") -> str:
    """The first problem of a refused file."""
    with pytest.raises(ResultsRefused) as refused:
        load(folder, content, encoding)
    return str(refused.value.problems[0])


def test_utf_8_is_not_copied(tmp_path: Path) -> None:
    """A reader may take the file itself."""
    text = load(tmp_path, "Müller\n".encode())
    assert text.path == tmp_path / "t.csv"
    assert bytes(text.data).decode() == "Müller\n"
    assert text.warnings == ()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_mark_at_the_beginning_is_followed(tmp_path: Path, encoding: str) -> None:
    """Byte order marks name the encoding."""
    text = load(tmp_path, "Müller\n".encode(encoding))
    assert bytes(text.data).decode().removeprefix("\ufeff") == "Müller\n"


def test_a_mark_is_followed_even_if_a_person_says_utf_8(tmp_path: Path) -> None:
    """Many say UTF-8 of everything; the mark is proof."""
    assert load(tmp_path, "Müller\n".encode("utf-16"), "utf-8").data == "Müller\n".encode()


@pytest.mark.parametrize(
    ("content", "encoding", "shown"),
    [
        (b"A\nM\xfcller\n", "utf-8", "t.csv, row 2: byte FC is not UTF-8"),
        (b"A\nM\x81ller\n", "cp1252", "t.csv, row 2: byte 81 is not valid in cp1252"),
        (b"\xff\xfeA", "", "t.csv, row 1: byte 41 is not valid in utf-16"),
        (b"A\nB\n" * 5000 + b"\x00", "", "t.csv, row 10001: a NUL byte"),
        ("Ä\nÖ\nÜ\nß\n".encode() + b"\xfc\n", "", "t.csv, row 5: byte FC is not UTF-8"),
    ],
)
def test_what_cannot_be_decoded_is_told_with_its_line(
    tmp_path: Path, content: bytes, encoding: str, shown: str
) -> None:
    """Nothing is dropped or replaced."""
    assert refusal(tmp_path, content, encoding).startswith(shown)


@pytest.mark.parametrize("name", ["klingon", "hex", "rot13", "a\0b", "undefined"])
def test_unknown_encodings_are_wrong_use(name: str) -> None:
    """What decodes no text is no encoding of text."""
    with pytest.raises(UnknownName, match="no encoding is called"):
        known_encoding(name)
    assert known_encoding("UTF8") == known_encoding("utf-8-sig") == "utf-8"


def test_archives_are_unpacked_within_reason(tmp_path: Path) -> None:
    """A trap of zeros, a cut archive and an empty one are refused."""
    assert load(tmp_path, gzip.compress(b"A\n")).data == b"A\n"
    assert "more than 400 times" in refusal(tmp_path, gzip.compress(b"\0" * 20_000_000))
    assert "cannot be unpacked" in refusal(tmp_path, gzip.compress(b"A\n" * 100)[:-4])
    assert "an empty file" in refusal(tmp_path, gzip.compress(b""))
    assert "a PNG picture" in refusal(tmp_path, gzip.compress(b"\x89PNG\r\n"))


def test_the_start_of_a_text_is_shown_whatever_its_encoding() -> None:
    """For recognising only: a letter that is cut or broken is replaced."""
    assert start_of_text("é".encode("utf-16")) == "é"
    assert start_of_text("é".encode()) == "é"
    assert start_of_text(b"M\xfcller") == "Müller"
    assert start_of_text(gzip.compress(b"player")) == "player"
    assert start_of_text(b"\x1f\x8bxx") == ""


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [("Müller", False), ("JOÃO", False), ("MÃ¼ller", True), ("Ð˜Ð²", True), ("\ufffd", True)],
)
def test_doubtful_letters_are_seen_in_the_bytes(text: str, doubtful: bool) -> None:
    """Most texts need no second look."""
    assert has_doubtful_letters(text.encode()) == doubtful
