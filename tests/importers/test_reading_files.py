"""Files of every kind: which importer takes them, and how the wrong ones are refused."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from banzuke.importers import read_file, recognise_file, shelf
from banzuke.importers.steps.file_kinds import BEGINNINGS
from banzuke.model.errors import BanzukeError, FileProblem, ResultsRefused, UnknownName
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.validation import validate

FOLDER_OUTLIVES_EXAMPLES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
DUELS = b"player_1,player_2,score_1,score_2\nA,B,1,0\n"
GOOD_FILES = Path(__file__).parents[1] / "fuzzing" / "files"


def write(folder: Path, name: str, content: bytes) -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content)
    return path


def refusal(path: Path, options: ReadOptions | None = None) -> str:
    """The one problem of a refused file, as it is shown."""
    with pytest.raises(ResultsRefused) as refused:
        read_file(path, options)
    (problem,) = refused.value.problems
    return str(problem)


def test_the_shelf_is_derived_from_the_folder() -> None:
    """Every importer is found under its key; steps are none."""
    assert {"csv", "json", "parquet", "xlsx"} <= set(shelf())
    assert list(shelf()) == sorted(shelf())
    assert all(isinstance(known, Importer) and known.key == key for key, known in shelf().items())


@pytest.mark.parametrize("importer", shelf().values(), ids=list(shelf()))
def test_no_importer_claims_what_is_none_of_its_own(importer: Importer) -> None:
    """Empty, binary and plain text without a table leave all in doubt."""
    for sample in (b"\x00\x01" * 500, b"\x89PNG\r\n\x1a\n", b"Dear officer,\nall is well.\n"):
        assert importer.recognise(sample, Path("x")) < 0.1


def test_a_plain_table_waits_for_no_other_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the columns have our names, no other importer is loaded, however many there are."""

    def never() -> dict[str, Importer]:
        raise RuntimeError

    path, other = write(tmp_path, "t.csv", DUELS), write(tmp_path, "t.txt", b"White,Black\nA,B\n")
    monkeypatch.setattr("banzuke.importers.shelf", never)
    assert recognise_file(path).key == "csv"
    with pytest.raises(RuntimeError):
        recognise_file(other)


def test_who_cannot_be_surer_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report is known by its first line; nobody looks for a crosstable in it, or for a page."""
    report = f"012 Open\n001    1      {'Ask, Ada':<33} 2000\n"
    path = write(tmp_path, "t.txt", report.encode())
    asked = []

    def spying(known: Importer) -> Importer:
        def recognise(sample: bytes, where: Path) -> float:
            asked.append(known.key)
            return known.recognise(sample, where)

        return replace(known, recognise=recognise)

    spies = {key: spying(known) for key, known in shelf().items()}
    monkeypatch.setattr("banzuke.importers.shelf", lambda: spies)
    assert recognise_file(path).key == "trf"
    assert "trf" in asked
    assert not {"text", "html", "aga-members"} & set(asked)


@pytest.mark.parametrize("path", sorted(GOOD_FILES.iterdir()), ids=lambda path: path.name)
def test_a_beginning_settles_only_what_asking_all_would_settle_alike(path: Path) -> None:
    """At most one format begins so, and if it is taken for that, nobody else is surer."""
    sample = path.read_bytes()[:65_536]
    begun = [known for known in shelf().values() if known.begins and known.begins.match(sample)]
    assert len(begun) <= 1
    surest = max(shelf().values(), key=lambda known: known.recognise(sample, path))
    assert recognise_file(path) is surest


def test_each_file_goes_to_the_importer_of_its_content(tmp_path: Path) -> None:
    """The ending of a name may be wrong."""
    parquet = io.BytesIO()
    pl.DataFrame({"player": ["A"]}).write_parquet(parquet)
    assert recognise_file(write(tmp_path, "a.xlsx", DUELS)).key == "csv"
    assert recognise_file(write(tmp_path, "b.csv", parquet.getvalue())).key == "parquet"
    assert recognise_file(write(tmp_path, "c.csv", b'{"player": "A"}\n')).key == "json"


def test_duels_of_every_format_are_the_same_results(tmp_path: Path) -> None:
    """A table means the same whatever it is written in."""
    frame = pl.read_csv(DUELS)
    frame.write_parquet(tmp_path / "t.parquet")
    frame.write_ndjson(tmp_path / "t.ndjson")
    frame.write_json(tmp_path / "t.json")
    frame.write_excel(tmp_path / "t.xlsx")
    frame.write_csv(tmp_path / "t.tsv", separator="\t")
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 5
    for path in paths:
        results = validate(read_file(path))
        assert results.players == ["A", "B"]
        assert results.entries.score.tolist() == [1.0, 0.0]


def test_an_importer_can_be_named(tmp_path: Path) -> None:
    """What nobody recognises is read if a person says what it is; keys are checked."""
    path = write(tmp_path, "x", b"who\nA\n")
    assert "does not look like results" in refusal(path)
    options = ReadOptions(columns={"player": "who"})
    assert read_file(str(path), options, "csv").frame["player"].to_list() == ["A"]
    with pytest.raises(UnknownName, match="did you mean csv"):
        read_file(path, importer_key="cvs")


@pytest.mark.parametrize(("beginning", "kind"), BEGINNINGS)
def test_wrong_files_are_called_what_they_seem_to_be(
    tmp_path: Path, beginning: bytes, kind: str
) -> None:
    """Each known kind is refused by its name, whatever its ending claims."""
    path = write(tmp_path, "results.csv", beginning + bytes(range(256)) * 8)
    with pytest.raises(ResultsRefused) as refused:
        read_file(path, importer_key="csv")
    shown = str(refused.value)
    assert (kind in shown) or ("gzip" in kind and "cannot be unpacked" in shown)
    with pytest.raises(ResultsRefused):
        read_file(path)


def test_pages_and_documents_are_called_what_they_are(tmp_path: Path) -> None:
    """A page without a table is told how to become one."""
    page = write(tmp_path, "t.xls", b"\xef\xbb\xbf \n<HTML><p>player</p>")
    assert refusal(page).startswith("t.xls: this seems to be an HTML page (open it in a spread")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("[Content_Types].xml", "")
        archive.writestr("word/document.xml", "")
    assert "a Word document" in refusal(write(tmp_path, "t.docx", content.getvalue()))


@pytest.mark.parametrize("name", ["open.TUNX", "teams.tumx", "old.tun"])
def test_files_of_swiss_manager_are_refused_by_name(tmp_path: Path, name: str) -> None:
    """Their form is nobody's but the program's: what to write there instead is told."""
    said = refusal(write(tmp_path, name, b"\x07\x00\x01Open\x00\x10" * 40))
    assert "a tournament of the pairing program Swiss-Manager" in said
    assert "the report for FIDE (TRF)" in said
    assert recognise_file(write(tmp_path, name, DUELS)).key == "csv"


def test_utf_16_without_a_mark_is_read_if_a_person_says_so(tmp_path: Path) -> None:
    """It is refused with what to say, and read if it is said."""
    path = write(tmp_path, "t.csv", DUELS.decode().encode("utf-16-le"))
    assert "say --encoding utf-16-le" in refusal(path)
    assert read_file(path, ReadOptions(encoding="utf-16-le")).frame.shape == (1, 4)


def test_an_unknown_encoding_is_wrong_use(tmp_path: Path) -> None:
    """The known ones are offered; no file is in what can hold half a letter, or is no text."""
    path = write(tmp_path, "t.csv", DUELS)
    for encoding in ("utf-9", "utf-7", "base64"):
        for key in ("", *shelf()):
            with pytest.raises(UnknownName, match=r"utf-8|big5"):
                read_file(path, ReadOptions(encoding=encoding), key)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """With and without a named importer."""
    path = write(tmp_path, "t.csv", b"")
    assert refusal(path).startswith("t.csv: the file is empty (can be read: ")
    for key in shelf():
        with pytest.raises(ResultsRefused, match="the file is empty"):
            read_file(path, importer_key=key)


def test_paths_that_are_no_files_are_file_problems(tmp_path: Path) -> None:
    """A missing file, a folder, a pipe and an impossible name."""
    os.mkfifo(tmp_path / "pipe")
    for name, what in (
        ("none.csv", "does not exist"),
        ("", "is a folder"),
        ("pipe", "is not a plain file"),
        ("a\0b", "cannot be read"),
        ("x" * 5000, "cannot be read"),
    ):
        with pytest.raises(FileProblem, match=what):
            read_file(tmp_path / name)


def test_a_file_without_permission_is_a_file_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the first look at it fails or a later one."""
    path = write(tmp_path, "t.csv", DUELS)

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(FileProblem, match="no permission"):
        read_file(path)


def test_a_disk_that_fails_while_reading_is_a_file_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the system in the middle of an importer keeps its reason."""
    path = write(tmp_path, "t.csv", DUELS)

    def broken(*_: object) -> Reading:
        raise OSError(5, "Input/output error")

    failing = Importer("csv", "CSV", lambda *_: 1.0, broken)
    monkeypatch.setitem(shelf(), "csv", failing)
    with pytest.raises(FileProblem, match="Input/output error"):
        read_file(path, importer_key="csv")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("line.csv", b"x"),
        ("line.json", b"x"),
        ("names.csv", b"player,"),
        ("zeros.csv", b"\x00"),
        ("noise.csv", bytes(range(256))),
        ("page.csv", b"<html>"),
        ("brackets.json", b"["),
    ],
)
def test_huge_wrong_files_are_refused_at_once(tmp_path: Path, name: str, unit: bytes) -> None:
    """200 MB of something else cost neither seconds nor memory."""
    path = tmp_path / name
    with path.open("wb") as file:
        piece = unit * (1_000_000 // len(unit))
        for _ in range(200):
            file.write(piece)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    refusal(path)
    assert time.perf_counter() - begin < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    path.unlink()


ANY_START = st.sampled_from(
    [
        b"",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xfe\xff",
        b"sep=;\n",
        b"player,place\n",
        b'{"player": "A"}\n',
        b"[",
        b"\x1f\x8b",
        b"PK\x03\x04xl/",
        b"PAR1",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ]
)


@FOLDER_OUTLIVES_EXAMPLES
@given(ANY_START, st.binary(max_size=300), st.sampled_from(["", *shelf()]))
@example(b"", b"\x0b\n", "csv")
@example(b"PAR1", b"\xff\xff\xff\x7fPAR1", "parquet")
def test_any_bytes_are_read_or_refused(
    tmp_path: Path, start: bytes, content: bytes, key: str
) -> None:
    """Nothing but our own errors comes out, and what is read has a row for each line."""
    path = write(tmp_path, "t.csv", start + content)
    with contextlib.suppress(BanzukeError):
        check_reading(read_file(path, importer_key=key))


@FOLDER_OUTLIVES_EXAMPLES
@given(
    st.sampled_from(["player,place\n", "player_1;score_1;date\n", "\n", '[{"player": 1}', ""]),
    st.text(max_size=120),
    st.sampled_from(["utf-8", "utf-16", "cp1252", "cp437", "shift_jis"]),
    st.sampled_from(["", "csv", "json"]),
)
def test_any_text_is_read_or_refused(
    tmp_path: Path, start: str, text: str, encoding: str, key: str
) -> None:
    """In any encoding, with any letters."""
    path = write(tmp_path, "t.csv", (start + text).encode(encoding, errors="replace"))
    with contextlib.suppress(BanzukeError):
        check_reading(read_file(path, importer_key=key))


@FOLDER_OUTLIVES_EXAMPLES
@given(st.integers(0, 400), st.binary(min_size=1, max_size=8), st.sampled_from(["xlsx", "parquet"]))
def test_damaged_tables_are_read_or_refused(
    tmp_path: Path, position: int, damage: bytes, key: str
) -> None:
    """A few changed bytes anywhere are no more than a refusal."""
    content = bytearray(WHOLE[key])
    position = position * len(content) // 400
    content[position : position + len(damage)] = damage
    with contextlib.suppress(BanzukeError):
        check_reading(read_file(write(tmp_path, "t", bytes(content)), importer_key=key))


def check_reading(reading: Reading) -> None:
    """A reading holds what it promises."""
    assert len(set(reading.frame.columns)) == reading.frame.width
    if reading.rows is not None:
        assert len(reading.rows) == len(reading.frame)
        assert reading.rows.dtype == pl.UInt32
        assert reading.rows.is_sorted()
    for column in reading.frame.select(pl.col(pl.String)):
        assert not column.str.contains("\ufffd").any()
        assert (column == "").sum() == 0


def _whole_tables() -> dict[str, bytes]:
    frame = pl.DataFrame({"player": ["A", "B"] * 20, "place": list(range(40))})
    found = {"xlsx": io.BytesIO(), "parquet": io.BytesIO()}
    frame.write_excel(found["xlsx"])
    frame.write_parquet(found["parquet"])
    return {key: content.getvalue() for key, content in found.items()}


WHOLE = _whole_tables()
