"""What a file seems to be by its first bytes, so that a wrong file is refused by its name."""

from __future__ import annotations

import re
import stat
from functools import lru_cache
from pathlib import Path

from banzuke.model.errors import FileProblem

#: So many bytes of a file are looked at to recognise it.
SAMPLE_BYTES = 65_536

BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}

EXCEL_WORKBOOK = "an Excel workbook"
OLD_OFFICE_FILE = "an old Office file (.xls, .doc …)"
OPEN_DOCUMENT = "an OpenDocument file"
ZIP = "a zip archive"
#: What seems to be packed by zip, and may be a workbook even if its first bytes do not tell.
ZIP_KINDS = (EXCEL_WORKBOOK, "an Office document", ZIP)
GZIP = "a gzip archive"
PARQUET = "a Parquet file"
HTML_PAGE = "an HTML page"
UTF_16 = "UTF-16 text without a byte order mark"
BINARY = "binary data"
SWISS_MANAGER = "a tournament of the pairing program Swiss-Manager"
#: What a person may do with a file of some kinds, so that it can be read.
ADVICE = {
    HTML_PAGE: "open it in a spreadsheet program and save it as .xlsx or CSV",
    UTF_16: "say --encoding utf-16-le or utf-16-be, or save it as UTF-8",
    SWISS_MANAGER: "in Swiss-Manager, write the report for FIDE (TRF), or the crosstable as Excel",
}
#: Files whose own form nobody has described, by how their names end.
ENDINGS = {re.compile(r"\.tu[nmrt]x?", re.IGNORECASE): SWISS_MANAGER}

BEGINNINGS = (
    (b"\x1f\x8b", GZIP),
    (b"PAR1", PARQUET),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLD_OFFICE_FILE),
    (b"PK\x03\x04", ZIP),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM\x00", "a BMP picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"ARROW1", "an Arrow file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a Windows program"),
    (b"{\\rtf", "a rich text document (RTF)"),
    (b"<?xml", "an XML document"),
    (b"(;", "a game record (SGF)"),
)

HTML = re.compile(rb"<!doctype html|<html|<head|<body|<table|<meta ", re.IGNORECASE)
# What text never holds: everything below the space but tab, line ends, form feed and escape.
CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\r\f\x1b\x1a")


def first_bytes(path: Path) -> bytes:
    """The first 64 KB of a file, b"" if it is empty; raises FileProblem if it cannot be read."""
    try:
        mode = path.stat().st_mode
        sample = b""
        if stat.S_ISREG(mode):
            with path.open("rb") as file:
                sample = file.read(SAMPLE_BYTES)
    except FileNotFoundError as error:
        raise FileProblem(f"{path} does not exist") from error
    except PermissionError as error:
        raise FileProblem(f"{path} may not be read: no permission") from error
    except (OSError, ValueError) as error:
        raise FileProblem(f"{path} cannot be read: {error}") from error
    if stat.S_ISDIR(mode):
        raise FileProblem(f"{path} is a folder: name the files in it")
    if not stat.S_ISREG(mode):
        raise FileProblem(f"{path} is not a plain file: write it to one first")
    return sample


# Every importer looks at the start of the same file.
@lru_cache(maxsize=4)
def seems_to_be(sample: bytes) -> str:
    """What a file that begins so seems to be, as ``a PNG picture``; "" if it is plain text."""
    for beginning, kind in BEGINNINGS:
        if sample.startswith(beginning):
            return _kind_of_zip(sample) if kind == ZIP else kind
    start = sample[:2048].removeprefix(b"\xef\xbb\xbf").lstrip()
    if HTML.match(start) or (start.startswith((b"<", b"MIME")) and HTML.search(start)):
        return HTML_PAGE
    if start.startswith(b"<?xml"):
        return "an XML document"
    if byte_order_mark(sample):
        return ""
    if b"\x00" in sample:
        if _every_other_is_zero(sample):
            return UTF_16
        return BINARY
    strange = len(sample) - len(sample.translate(None, CONTROLS))
    return BINARY if strange > len(sample) // 50 else ""


def too_long(most: int) -> str:
    """What is wrong with a file of more than so many bytes."""
    return f"the file has more than {most:,} bytes".replace(",", " ")


def known_ending(path: Path) -> str:
    """What a file of a program seems to be by its name, which nobody reads; "" for others."""
    found = (kind for ending, kind in ENDINGS.items() if ending.fullmatch(path.suffix))
    return next(found, "")


def byte_order_mark(sample: bytes) -> str:
    """The encoding that the file's byte order mark names, "" if it has none."""
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if sample.startswith(mark):
            return encoding
    return ""


def _kind_of_zip(sample: bytes) -> str:
    """Office files are zip archives; the names inside tell which."""
    if b"mimetypeapplication/vnd.oasis.opendocument" in sample[:128]:
        return OPEN_DOCUMENT
    for folder, kind in ((b"xl/", EXCEL_WORKBOOK), (b"word/", "a Word document")):
        if folder in sample:
            return kind
    return "an Office document" if b"[Content_Types].xml" in sample else ZIP


def _every_other_is_zero(sample: bytes) -> bool:
    """Whether ASCII text of two bytes a letter would look like this."""
    even, odd = sample[0::2], sample[1::2]
    return max(even.count(0) / len(even), odd.count(0) / max(len(odd), 1)) > 0.5
