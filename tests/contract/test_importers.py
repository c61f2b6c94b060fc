"""What every importer keeps to, whatever bytes it is given."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banzuke.importers import read_file, recognise_file, shelf
from banzuke.model.errors import BanzukeError, FileProblem, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

IMPORTERS = [pytest.param(importer, id=key) for key, importer in shelf().items()]
every_importer = pytest.mark.parametrize("importer", IMPORTERS)
one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

#: Beginnings that look like something, before whatever follows.
STARTS = (
    b"",
    b"player_1,player_2,result\n",
    b'{"player_1": "A"',
    b"\xef\xbb\xbfevent;player;place\r\n",
    b"PAR1",
    b"PK\x03\x04",
    b"%PDF-1.4",
    b"\x1f\x8b",
    b"\xff\xfep\x00",
)
files = st.builds(bytes.__add__, st.sampled_from(STARTS), st.binary(max_size=300))
texts = st.builds(bytes.__add__, st.sampled_from(STARTS), st.text(max_size=200).map(str.encode))


@every_importer
def test_card(importer):
    """A key to name it by, and a title that a person understands."""
    assert importer.key == importer.key.strip().lower()
    assert " " not in importer.key
    assert importer.title


@every_importer
@given(data=st.one_of(files, texts), ending=st.sampled_from(["", ".csv", ".txt", ".xlsx", ".html"]))
def test_recognise(importer, data, ending):
    """A certainty from 0 to the most that is declared for any bytes, and the same one again."""
    certainty = importer.recognise(data, Path(f"results{ending}"))
    assert 0.0 <= certainty <= importer.surest <= 1.0
    assert importer.recognise(data, Path(f"results{ending}")) == certainty


@every_importer
@one_folder
@given(data=st.one_of(files, texts))
def test_any_bytes_are_read_or_refused(importer, data, tmp_path):
    """Any bytes give a reading, or an error of ours that names the file."""
    path = tmp_path / "results.bin"
    path.write_bytes(data)
    answer = answer_of(path, importer.key)
    if isinstance(answer, Reading):
        assert isinstance(answer.frame, pl.DataFrame)
        assert answer.rows is None or len(answer.rows) == len(answer.frame)
        assert len(set(answer.frame.columns)) == len(answer.frame.columns)
    elif isinstance(answer, ResultsRefused):
        assert answer.problems
        assert all(problem.what for problem in answer.problems)
    assert str(answer)


def answer_of(path: Path, key: str) -> Reading | BanzukeError:
    """What an importer reads, or how it refuses."""
    try:
        return read_file(path, ReadOptions(), key)
    except BanzukeError as error:
        return error


@every_importer
def test_files_that_cannot_be_read(importer, tmp_path):
    """A missing file and a folder are problems of the file, with its name."""
    for path in (tmp_path / "missing.csv", tmp_path):
        with pytest.raises((FileProblem, ResultsRefused), match=path.name):
            read_file(path, ReadOptions(), importer.key)


@every_importer
def test_empty_files(importer, tmp_path):
    """An empty file is refused with its name."""
    path = tmp_path / "empty.csv"
    path.write_bytes(b"")
    with pytest.raises(ResultsRefused, match=r"empty\.csv"):
        read_file(path, ReadOptions(), importer.key)
    with pytest.raises(ResultsRefused, match=r"empty\.csv"):
        recognise_file(path)


@every_importer
def test_reading_is_pure(importer, tmp_path):
    """Reading leaves the file as it is, and gives the same again."""
    path = tmp_path / "results.csv"
    path.write_bytes(b"player_1,player_2,result\nA,B,1-0\n")
    before = path.read_bytes()
    found = []
    for _ in range(2):
        try:
            found.append(importer.read(path, ReadOptions()).frame.to_dicts())
        except BanzukeError as error:
            found.append(str(error))
    assert found[0] == found[1]
    assert path.read_bytes() == before
