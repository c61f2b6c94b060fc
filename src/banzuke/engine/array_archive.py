"""Archives of named arrays (.npz) as NumPy writes them, read without trusting what they say.

Nothing is unpacked and no room is made for an array before the bytes that it consists of are
there: a file of a kilobyte that declares a petabyte is a damaged file.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.whole_files import write_whole
from banzuke.model.errors import FileProblem, StateRefused
from banzuke.model.plain_files import refuse_no_file
from banzuke.model.problems import Problem

Arrays = dict[str, NDArray[Any]]

ENDING = ".npy"

# What NumPy writes before the numbers of one row of them: its version, the length of what
# follows, and that. (NumPy's own reader takes far more, and fails in as many ways.)
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(..)"
    rb"\{'descr': '([<>|][bfiu][1248])', 'fortran_order': False, 'shape': \((\d{1,15}),\), \} *\n",
    re.DOTALL,
)

#: What reading a file that is no archive, or only a part of one, may raise.
_DAMAGE = (
    *(ValueError, LookupError, TypeError, EOFError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, OverflowError),
)


def save_arrays(path: Path, arrays: Arrays) -> None:
    """Write an archive, whole or not at all; raises FileProblem."""

    def write(place: Path) -> None:
        with place.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)

    write_whole(path, write)


def load_arrays(path: Path) -> Arrays:
    """The arrays of an archive by name; raises FileProblem, StateRefused."""
    refuse_no_file(path)
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            arrays = {part.filename.removesuffix(ENDING): _array(archive, part) for part in parts}
    except OSError as error:
        raise FileProblem(f"{path} cannot be read: {error.strerror or error}") from error
    except _DAMAGE as error:
        what = "this is no saved state"
        raise StateRefused([Problem(what, "a file that save wrote", path.name)]) from error
    if len(arrays) < len(parts):
        raise StateRefused([Problem("an array is there twice", "each once", path.name)])
    return arrays


def _array(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> NDArray[Any]:
    """One array; NumPy writes them unpacked, so that each is as large as it is in the file."""
    if part.compress_type != zipfile.ZIP_STORED or part.file_size != part.compress_size:
        raise ValueError(f"{part.filename} is packed")
    if not part.filename.endswith(ENDING):
        raise ValueError(f"{part.filename} is no array")
    content = archive.read(part)
    found = _HEADER.match(content)
    if found is None or not len(found[0]) == 10 + int.from_bytes(found[1], "little"):
        raise ValueError(f"{part.filename} is no array of numbers in a row")
    values, kind = content[found.end() :], np.dtype(found[2].decode())
    if len(values) != int(found[3]) * kind.itemsize:
        raise ValueError(f"{part.filename} is not of the size that it says")
    return np.frombuffer(values, dtype=kind).copy()
