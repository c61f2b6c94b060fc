"""Good files of every format, and how they are spoilt: for readers that must stand anything."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

from banzuke.importers import shelf

FILES = Path(__file__).with_name("files")

#: What programs, spreadsheets and people with bad intentions write.
PIECES = (
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\t", b"\x1a", "\u202e".encode()),
    *(b'"', b"'", b";", b",", b"|", b"<", b">", b"&", b"&#0;", b"&#xD800;", b"]]>", b"--"),
    *(b"0", b"-1", b"1e309", b"nan", b"9" * 25, b"0.5", b"1-0", b"1:1", b"=1+1", b"#REF!"),
    *(b"0000-00-00", b"9999-12-31", b"31.12.2026", b"02/30/2026", b"24:60:60", b"12:00+99:00"),
    *(b"{", b"}", b"[" * 200, b"null", b"true", b'"a":', b"\\u0000", b"\\ud800", b"e\xcc\x81"),
    *("½".encode(), "Müller".encode("cp1252"), "١٢".encode(), "²".encode(), b"a" * 3000),
)
SEPARATORS = (b",", b";", b"\t", b"|", b" ")


def good_files() -> dict[str, list[Path]]:
    """The good files of each format, by its key, which a file's name begins with."""
    found: dict[str, list[Path]] = {key: [] for key in shelf()}
    for path in sorted(FILES.iterdir()):
        keys = [key for key in found if path.name.startswith((f"{key}.", f"{key}-"))]
        found[max(keys, key=len)].append(path)
    return found


def spoilt(content: bytes, rng: random.Random) -> bytes:
    """A good file with a few things done to it, that people and disks do."""
    for _ in range(rng.randint(1, 4)):
        content = rng.choice(WAYS)(content, rng)
    return content[:200_000]


def _flipped(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 8) if changed else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _span(content: bytes, rng: random.Random) -> tuple[int, int]:
    begin = rng.randint(0, len(content))
    return begin, min(len(content), begin + rng.choice((1, 3, 10, 100, 1000)))


def _cut(content: bytes, rng: random.Random) -> bytes:
    begin, end = _span(content, rng)
    return content[:begin] + content[end:]


def _ended(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randint(0, len(content))]


def _doubled(content: bytes, rng: random.Random) -> bytes:
    begin, end = _span(content, rng)
    return content[:end] + content[begin:end] * rng.choice((1, 1, 50)) + content[end:]


def _with_piece(content: bytes, rng: random.Random) -> bytes:
    begin, end = _span(content, rng)
    return content[:begin] + rng.choice(PIECES) + content[rng.choice((begin, end)) :]


def _lines_moved(content: bytes, rng: random.Random) -> bytes:
    lines = content.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.5:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines.insert(one, lines[two])
    return b"\n".join(lines)


def _columns_swapped(content: bytes, rng: random.Random) -> bytes:
    """Two cells swapped in one line or in all of them, however the cells are kept apart."""
    separator = rng.choice(SEPARATORS)
    one, two, only = rng.randrange(8), rng.randrange(8), rng.choice((None, rng.randrange(40)))
    lines = content.split(b"\n")
    for at, line in enumerate(lines):
        cells = line.split(separator)
        if max(one, two) < len(cells) and only in (None, at):
            cells[one], cells[two] = cells[two], cells[one]
            lines[at] = separator.join(cells)
    return b"\n".join(lines)


def _number_changed(content: bytes, rng: random.Random) -> bytes:
    digits = [at for at, byte in enumerate(content) if 48 <= byte < 58]
    if not digits:
        return content
    at = rng.choice(digits)
    return (
        content[:at]
        + rng.choice((b"", b"0", b"7", b"-", b".", b"99999999999", b"9" * 5000))
        + content[at + 1 :]
    )


def _written_otherwise(content: bytes, rng: random.Random) -> bytes:
    text = content.decode("utf-8", errors="replace")
    encoding = rng.choice(
        ("utf-16", "utf-16-le", "utf-32", "cp1252", "cp437", "shift_jis", "utf-7")
    )
    return text.encode(encoding, errors="replace")


def _packed(content: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return gzip.compress(content, mtime=0)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(rng.randint(1, 2)):
            archive.writestr(f"{number}.xml", content)
    return packed.getvalue()


def _spoilt_inside(content: bytes, rng: random.Random) -> bytes:
    """A file that is packed, as a workbook, with one of the files in it spoilt."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = {name: archive.read(name) for name in archive.namelist()}
    except Exception:  # noqa: BLE001  # an archive that is spoilt already breaks in many ways
        return content
    if not inside:
        return content
    name = rng.choice(sorted(inside))
    plain = (_flipped, _cut, _ended, _doubled, _with_piece, _number_changed)
    inside[name] = rng.choice(plain)(inside[name], rng)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, data in inside.items():
            archive.writestr(zipfile.ZipInfo(one), data)
    return packed.getvalue()


Way = Callable[[bytes, random.Random], bytes]
WAYS: tuple[Way, ...] = (
    *(_flipped, _cut, _ended, _doubled, _with_piece, _with_piece, _lines_moved, _columns_swapped),
    *(_number_changed, _number_changed, _written_otherwise, _packed),
    *(_spoilt_inside, _spoilt_inside),
)
