"""Large files piece by piece, as they are or packed by gzip or zip, with bounds against traps."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from banzuke.importers.steps.file_kinds import GZIP, ZIP, first_bytes, seems_to_be
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

PIECE = 1 << 20
#: A packed file may unpack to so many times its size, and to so many bytes; beyond is a trap.
MOST_UNPACKED = 100
MOST_BYTES = 1 << 32

#: With what every zip archive begins, whatever it packs.
ZIPPED = b"PK"

Unreadable = (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError)


def start_of_packed(sample: bytes) -> bytes:
    """What a file begins with by its first bytes, unpacked; the sample itself if it is plain."""
    kind = seems_to_be(sample)
    try:
        if kind == GZIP:
            return zlib.decompressobj(wbits=31).decompress(sample, 1 << 16)
        if sample.startswith(ZIPPED) and sample[8:10] == b"\x08\x00":
            begin = 30 + int.from_bytes(sample[26:28], "little")
            begin += int.from_bytes(sample[28:30], "little")
            return zlib.decompressobj(wbits=-15).decompress(sample[begin:], 1 << 16)
    except zlib.error:
        return b""
    return sample


def pieces(path: Path, right: str) -> Iterator[bytes]:
    """The content of a file, in pieces; raises ResultsRefused for a broken archive or a trap.

    right : what the file should be, as half a sentence
    """
    source = path.name
    start = first_bytes(path)[:4096]
    kind = ZIP if start.startswith(ZIPPED) else seems_to_be(start)
    most = min(MOST_BYTES, MOST_UNPACKED * path.stat().st_size + PIECE)
    size = 0
    try:
        if kind == ZIP:
            with zipfile.ZipFile(path) as archive, archive.open(_only_file(archive, path)) as file:
                for piece in _read(file):
                    size += len(piece)
                    _refuse_trap(size, most, right, source)
                    yield piece
        elif kind == GZIP:
            with gzip.open(path) as packed:
                for piece in _read(packed):
                    size += len(piece)
                    _refuse_trap(size, most, right, source)
                    yield piece
        else:
            with path.open("rb") as plain:
                yield from _read(plain)
    except ResultsRefused:
        raise
    except Unreadable as error:
        if kind not in (ZIP, GZIP):
            raise
        what = f"{kind} that cannot be unpacked: {error}"
        raise ResultsRefused([Problem(what, right, source)]) from error


def _read(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def _only_file(archive: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    """The one file that an archive packs; raises ResultsRefused for another number of them."""
    files = [entry for entry in archive.infolist() if not entry.is_dir()]
    right = "an archive of one file, or the file itself"
    if len(files) != 1:
        names = ", ".join(entry.filename for entry in files[:5]) or "none"
        what = f"the archive packs {len(files)} files: {names}" + (", …" if len(files) > 5 else "")
        raise ResultsRefused([Problem(what, right, path.name)])
    with archive.open(files[0]) as file:
        start = file.read(4096)
    if start.startswith(ZIPPED) or seems_to_be(start) == GZIP:
        what = f"the archive packs another one, {files[0].filename}"
        raise ResultsRefused([Problem(what, right, path.name)])
    return files[0]


def _refuse_trap(size: int, most: int, right: str, source: str) -> None:
    if size > most:
        what = f"unpacks to more than {MOST_UNPACKED} times its size"
        raise ResultsRefused([Problem(what, right, source)])
