"""What files seem to be by their first bytes."""

from __future__ import annotations

import pytest

from banzuke.importers.steps.file_kinds import BEGINNINGS, byte_order_mark, seems_to_be


@pytest.mark.parametrize(("beginning", "kind"), BEGINNINGS)
def test_each_beginning_names_its_kind(beginning: bytes, kind: str) -> None:
    """The table is used as it stands."""
    assert seems_to_be(beginning + b"rest") == kind


@pytest.mark.parametrize(
    ("sample", "kind"),
    [
        (b"", ""),
        (b"player,place\nA,1\n", ""),
        ("Müller\n".encode("cp1252"), ""),
        ("player\n".encode("utf-16"), ""),
        ("player\n".encode("utf-16-be"), "UTF-16 text without a byte order mark"),
        (b"\n <!DOCTYPE HTML>", "an HTML page"),
        (b"\xef\xbb\xbf<TABLE border=1>", "an HTML page"),
        (b"MIME-Version: 1.0\n\n<html>", "an HTML page"),
        (b"<?xml version='1.0'?><html>", "an XML document"),
        (b" <?xml version='1.0'?>", "an XML document"),
        (b"a\x00\x01\x02\x03bcd", "binary data"),
        (b"\x01\x02\x03" * 9, "binary data"),
        (b"player\x0b," * 5 + b"A" * 500, ""),
        (b"PK\x03\x04" + b"[Content_Types].xml", "an Office document"),
        (b"PK\x03\x04" + b"[Content_Types].xml xl/workbook.xml", "an Excel workbook"),
        (b"PK\x03\x04" + b"[Content_Types].xml word/document.xml", "a Word document"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument file"),
    ],
)
def test_kinds_are_told_apart(sample: bytes, kind: str) -> None:
    """Text is no kind of its own."""
    assert seems_to_be(sample) == kind


def test_marks_are_told_apart() -> None:
    """UTF-32 begins like UTF-16."""
    assert byte_order_mark("a".encode("utf-32")) == "utf-32"
    assert byte_order_mark("a".encode("utf-16")) == "utf-16"
    assert byte_order_mark("a".encode("utf-8-sig")) == "utf-8-sig"
    assert byte_order_mark(b"a") == ""
