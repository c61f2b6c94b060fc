"""Files of every format, spoilt in every way: read or refused by us, soon, and in little memory."""

from __future__ import annotations

import contextlib
import gzip
import io
import random
import re
import resource
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banzuke.importers import read_file, recognise_file
from banzuke.model.errors import BanzukeError
from banzuke.model.importer import ReadOptions
from banzuke.workflows.reading import read, read_players
from fuzzing.mutating import good_files, spoilt

GOOD = good_files()
every_format = pytest.mark.parametrize("key", list(GOOD))
one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

#: Nobody waits longer for a file of a few pages, even on a machine that does other work.
MOST_SECONDS = 5


def taken(path: Path, key: str) -> None:
    """Read a file as the format that it was, and as whatever it looks like now."""
    with contextlib.suppress(BanzukeError):
        read_file(path, ReadOptions(), key)
    for way in (read, read_players):
        with contextlib.suppress(BanzukeError):
            way(path)


@every_format
def test_there_is_a_good_file(key):
    """Of every format there is one in the folder ``files``, which is recognised and read."""
    assert GOOD[key], f"put a small file {key}.… into tests/fuzzing/files"
    for path in GOOD[key]:
        assert recognise_file(path).key == key
        assert len(read_file(path).frame)


@every_format
def test_numbers_may_be_endless(key, tmp_path):
    """A number of five thousand digits is refused or is a name: nothing reckons with it."""
    for good in GOOD[key]:
        content = good.read_bytes()
        numbers = [*re.finditer(rb"\d+", content)][:400]
        for number in random.Random(1).sample(numbers, min(len(numbers), 12)):
            path = tmp_path / good.name
            path.write_bytes(content[: number.start()] + b"9" * 5000 + content[number.end() :])
            taken(path, key)


@every_format
@one_folder
@given(rng=st.randoms(use_true_random=False), which=st.integers(0, 9))
def test_spoilt_files_are_read_or_refused(key, rng, which, tmp_path):
    """Whatever is done to a good file, nothing but our own errors comes out, and soon."""
    good = GOOD[key][which % len(GOOD[key])]
    path = tmp_path / good.name
    path.write_bytes(spoilt(good.read_bytes(), rng))
    begin = time.perf_counter()
    taken(path, key)
    assert time.perf_counter() - begin < MOST_SECONDS


BILLION = (
    '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>"
)
ENTITY = '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


def sheet_of(rows: bytes) -> bytes:
    """A sheet of a workbook with these rows."""
    return b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>"


def zipped(name: str, members: dict[str, tuple[bytes, int]]) -> tuple[str, bytes]:
    """A zip archive, under a name, of members that begin so and have so many megabytes of zeros."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, (begins, zeros) in members.items():
            with archive.open(member, "w") as file:
                file.write(begins)
                for _ in range(zeros):
                    file.write(MEGABYTE)
    return name, packed.getvalue()


def gzipped(begins: bytes, filler: bytes) -> tuple[str, bytes]:
    """A packed table that begins so, and goes on with many megabytes of one byte."""
    packed = io.BytesIO()
    with gzip.open(packed, "wb") as file:
        file.write(begins)
        for _ in range(MANY):
            file.write(filler * len(MEGABYTE))
    return "t.csv.gz", packed.getvalue()


def workbook(sheet: bytes, zeros: int = 0) -> tuple[str, bytes]:
    """The good workbook with another sheet in it."""
    with zipfile.ZipFile(GOOD["xlsx"][0]) as archive:
        inside = {name: (archive.read(name), 0) for name in archive.namelist()}
    return zipped("bomb.xlsx", {**inside, "xl/worksheets/sheet1.xml": (sheet, zeros)})


def list_of(content: str) -> tuple[str, bytes]:
    """A rating list that begins so."""
    return "list.xml", f"{content}<playerslist><player><name>&a;</name>".encode()


CELLS = b"<row r='1'><c r='A1' t='inlineStr'><is><t>&h;</t></is></c></row>"
FAR = b"<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"
GOTHA = f'{BILLION}<Tournament gothaVersion="1"><Player name="&h;"/></Tournament>'
MEGABYTE, MANY = bytes(1 << 20), 100

#: Small files that want to be large, or to be something that they are not, by what they are.
BOMBS: dict[str, Callable[[], tuple[str, bytes]]] = {
    "entities in a rating list": lambda: list_of(BILLION),
    "a file of this machine": lambda: list_of(ENTITY),
    "entities in a tournament": lambda: ("cup.xml", GOTHA.encode()),
    "entities in a workbook": lambda: workbook(BILLION.encode() + sheet_of(CELLS)),
    "a packed list of zeros": lambda: zipped("list.zip", {"players.xml": (b"", MANY)}),
    "a packed list that begins well": lambda: zipped(
        "list.zip", {"players.xml": (b"<?xml version='1.0'?><playerslist>", MANY)}
    ),
    "a workbook of zeros": lambda: workbook(b"", MANY),
    "a workbook with one far cell": lambda: workbook(sheet_of(FAR)),
    "a table of zeros": lambda: gzipped(b"", b"\0"),
    "a table of commas": lambda: gzipped(b"player_1,player_2,result\n", b","),
}


@pytest.mark.parametrize("what", list(BOMBS))
def test_bombs_are_refused_in_little_memory(what, tmp_path):
    """A few kilobytes that unpack to hundreds of megabytes, and entities that grow, are refused."""
    name, content = BOMBS[what]()
    path = tmp_path / name
    path.write_bytes(content)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    with pytest.raises(BanzukeError):
        read(path)
    with contextlib.suppress(BanzukeError):
        read_players(path)
    assert time.perf_counter() - begin < MOST_SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000


def test_spoiling_can_be_done_again():
    """The same numbers spoil a file in the same way, so that what was found is found again."""
    content = GOOD["csv"][0].read_bytes()
    assert spoilt(content, random.Random(7)) == spoilt(content, random.Random(7)) != content
