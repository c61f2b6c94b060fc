"""FIDE rating lists: XML and text, packed or not; what is read, told and refused, and how much."""

from __future__ import annotations

import contextlib
import gzip
import zipfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import read_file, recognise_file
from banzuke.importers.fide_list import IMPORTER
from banzuke.importers.steps import packed
from banzuke.model.errors import BanzukeError, PlayersRefused, ResultsRefused, UnknownName
from banzuke.model.importer import Reading, ReadOptions

ELEMENTS = (
    *("fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title"),
    *("rating", "games", "k", "rapid_rating", "rapid_games", "rapid_k"),
    *("blitz_rating", "blitz_games", "blitz_k", "birthday", "flag"),
)
ADA = ["101", "Ask, Ada", "SWE", "F", "WGM", "WGM", "IA", ""]
ADA += ["2400", "3", "10", "2350", "0", "20", "0", "0", "0", "1990", "w"]
BO = ["102", "O&apos;Berg, B&#246;", "NOR", "M", "g", "", "", ""]
BO += ["0", "0", "0", "0", "0", "0", "1900", "4", "20", "", "i"]


def element(values: list[str]) -> str:
    """A player of a list."""
    parts = [f"<{name}>{value}</{name}>" for name, value in zip(ELEMENTS, values, strict=True)]
    return "\n".join(["<player>", *parts, "</player>\n"])


def xml(*players: str) -> str:
    """A list of these players."""
    return '<?xml version="1.0"?>\n<playerslist>\n' + "".join(players) + "</playerslist>\n"


def read(folder: Path, content: str | bytes, name: str = "list.xml", **columns: str) -> Reading:
    """The reading of a list with this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return IMPORTER.read(path, ReadOptions(columns))


def refused(folder: Path, content: str | bytes, name: str = "list.xml") -> list[str]:
    """Where and why a list with this content is refused."""
    with pytest.raises(ResultsRefused) as caught:
        read(folder, content, name)
    return [f"{problem.where}: {problem.what}" for problem in caught.value.problems]


WANTED = [
    {
        "player": 101,
        "id": 101,
        "name": "Ask, Ada",
        "nation": "SWE",
        "sex": "f",
        "born": "1990",
        "flag": "w",
        "title": "WGM",
        "rating": 2400,
        "games_of_period": 3,
        "k": 10,
        "rapid_rating": 2350,
        "rapid_games_of_period": 0,
        "rapid_k": 20,
        "blitz_rating": None,
        "blitz_games_of_period": 0,
        "blitz_k": None,
    },
    {
        "player": 102,
        "id": 102,
        "name": "O'Berg, Bö",
        "nation": "NOR",
        "sex": "m",
        "born": None,
        "flag": "i",
        "title": "GM",
        "rating": None,
        "games_of_period": 0,
        "k": None,
        "rapid_rating": None,
        "rapid_games_of_period": 0,
        "rapid_k": None,
        "blitz_rating": 1900,
        "blitz_games_of_period": 4,
        "blitz_k": 20,
    },
]


def test_xml(tmp_path):
    """Every column of the XML, 0 as none, titles and references to letters as they are meant."""
    assert read(tmp_path, xml(element(ADA), element(BO))).frame.to_dicts() == WANTED


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("<flag>", "<new>x</new>\n<flag>", 1),
        lambda text: text.replace("<o_title></o_title>", "<o_title/>"),
        lambda text: text.replace("<player>", '<player kind="a">'),
        lambda text: text.replace("\n", ""),
        lambda text: text.replace("<", "\r\n  <").replace(">\n", ">"),
    ],
)
def test_other_xml(tmp_path, change):
    """Elements that are new, missing, empty or laid out otherwise change nothing."""
    text = xml(element(ADA), element(BO))
    text = text[:46] + change(text[46:-16]) + text[-16:]
    found = read(tmp_path, text).frame.to_dicts()
    for one, other in zip(found, WANTED, strict=True):
        assert {name: str(value).strip() for name, value in one.items()} == {
            name: str(value) for name, value in other.items()
        }


@pytest.mark.parametrize("size", [64, 700, 1000])
def test_pieces(tmp_path, monkeypatch, size):
    """Players are whole wherever a piece of the file ends."""
    monkeypatch.setattr(packed, "PIECE", size)
    people = [element([str(number), *ADA[1:]]) for number in range(1, 40)]
    assert read(tmp_path, xml(*people)).frame["player"].to_list() == list(range(1, 40))


def heading(rating: str = "SRtng SGm SK RRtng RGm Rk BRtng BGm BK") -> str:
    """The headings of the text form."""
    named = f"{'ID Number':<15}{'Name':<61}Fed Sex Tit  WTit OTit           FOA {rating} B-day Flag"
    return named + "\n"


def line(values: list[str], widths: tuple[int, ...]) -> str:
    """A line of the text form."""
    return "".join(value.ljust(width) for value, width in zip(values, widths, strict=True)) + "\n"


WIDTHS = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4)


def test_text(tmp_path):
    """The text form has the same columns."""
    bo = [*BO]
    bo[1] = "O'Berg, Bö"
    found = read(tmp_path, heading() + line(ADA, WIDTHS) + line(bo, WIDTHS), "list.txt")
    assert found.frame.to_dicts() == WANTED
    assert found.first_row == 2
    latin = (heading() + line(ADA, WIDTHS) + line(bo, WIDTHS)).replace("\n", "\r\n")
    assert read(tmp_path, latin.encode("latin-1"), "list.txt").frame.to_dicts() == WANTED


def test_text_of_one_kind(tmp_path):
    """Lists of one kind of play head the rating by the month; older ones glue headings."""
    widths = (*WIDTHS[:11], 6, 4)
    text = heading("FEB26 Gms K ") + line([*ADA[:11], "1990", "w"], widths)
    row = read(tmp_path, text, "list.txt").frame.row(0, named=True)
    assert (row["rating"], row["games_of_period"], row["k"], row["born"]) == (2400, 3, 10, "1990")
    old = (
        "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n"
        " 5080444  Ask, Ada                          wf  IND  1447    0  1995  wi\n"
    )
    row = read(tmp_path, old, "list.txt").frame.row(0, named=True)
    wanted = (5080444, "Ask, Ada", "WFM", "IND", 1447, "1995", "wi")
    names = ("player", "name", "title", "nation", "rating", "born", "flag")
    assert tuple(row[name] for name in names) == wanted


def test_titles_that_overflow(tmp_path):
    """A title too long for its column moves what follows by one, which is read all the same."""
    values = [*ADA]
    values[6] = "SI,FI,LSI,SLI,NA"
    text = heading() + line(values, (*WIDTHS[:6], 16, *WIDTHS[7:]))
    row = read(tmp_path, text, "list.txt").frame.row(0, named=True)
    assert (row["rating"], row["k"], row["rapid_rating"], row["born"]) == (2400, 10, 2350, "1990")


@pytest.mark.parametrize("ending", [".zip", ".gz", ".xml"])
def test_packed(tmp_path, ending):
    """A list is known and read as it is downloaded."""
    text = xml(element(ADA), element(BO)).encode()
    path = tmp_path / f"players{ending}"
    if ending == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("players_list_xml_foa.xml", text)
    else:
        path.write_bytes(gzip.compress(text) if ending == ".gz" else text)
    assert recognise_file(path).key == "fide-list"
    assert read_file(path).frame.height == 2


RESULTS = "date,player_1,player_2,result\n2026-05-01,101,102,1-0\n2026-05-01,Cy,101,0-1\n"


def test_it_is_a_register(tmp_path):
    """Of a list only those are taken who are in the results; who is not in it is told."""
    games, players = tmp_path / "games.csv", tmp_path / "list.xml"
    games.write_text(RESULTS, encoding="utf-8")
    others = [element([str(number), *ADA[1:]]) for number in range(1000, 1100)]
    players.write_text(xml(element(ADA), *others, element(BO)), encoding="utf-8")
    ratings = bz.rate(games, "fide-standard", players)
    assert sorted(ratings.rated.names) == ["101", "102", "Cy"]
    history = ratings.history_frame("Ask, Ada")
    assert (history["before"][0], history["k_before"][0]) == (2400.0, 10.0)
    said = [str(warning) for warning in ratings.warnings]
    assert any("column player: 1 player is not in this list: Cy (" in text for text in said)
    assert not any("left aside" in text for text in said)
    rapid = {"players.rating": "rapid_rating", "players.k": "rapid_k"}
    history = bz.rate(games, "fide-rapid", players, columns=rapid).history_frame("Ask, Ada")
    assert history["before"][0] == 2350.0
    with pytest.raises(UnknownName, match="rapid_elo"):
        bz.rate(games, "fide-rapid", players, columns={"players.rating": "rapid_elo"})
    twice = xml(element(ADA), element(ADA))
    players.write_text(twice, encoding="utf-8")
    with pytest.raises(PlayersRefused, match="101 is there twice, first in row 1"):
        bz.rate(games, "fide-standard", players)


def test_broken_values(tmp_path):
    """Numbers that are none are refused, all of them, each with its player and element."""
    ada, bo = [*ADA], [*BO]
    ada[8], ada[10], bo[0] = "24OO", "-10", "x1"
    again = element(["101", *ADA[1:]])
    assert refused(tmp_path, xml(element(ada), again, element(bo))) == [
        "list.xml, row 3, column fideid: 'x1' is no FIDE number",
        "list.xml, row 1, column rating: '24OO' is no number of a list",
        "list.xml, row 1, column k: '-10' is no number of a list",
        "list.xml, row 2, column fideid: 101 is there twice, first in row 1",
    ]


ENTITY = '<?xml version="1.0"?>\n<!DOCTYPE playerslist [<!ENTITY a "aaaa">]>\n<playerslist>\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTITY + element(ADA) + "</playerslist>", "declarations"),
        (xml(element(ADA), "<!ENTITY a 'b'>", element(BO)), "declarations"),
        (xml(element(ADA)).replace("Ask", "&ask;"), "is no XML behind player 0: undefined entity"),
        (xml(element(ADA)).replace("Ask", "&#xD800;"), "is no XML behind player 0: reference to"),
        (xml(element(ADA)).replace("Ask", "&#0;"), "is no XML behind player 0: reference to"),
        (
            xml(element(ADA)).replace('"1.0"', '"1.0" encoding="utf-7"'),
            "not valid in utf-7: no encoding is called 'utf-7'",
        ),
        (xml(element(ADA), element(BO))[:-30], "cut off after 1 players"),
        (xml(element(ADA).replace("</name>", "</nam>")), "is no XML behind player 0"),
        (xml(), "there is no player"),
        (xml("<player>" + "x" * 70_000), "no player ends within 65536"),
        ("<playerslist" + " " * 70_000, "no list of players begins"),
        (xml(element(ADA)).replace("Ask", "Åsk").encode("latin-1"), "not valid in utf-8"),
        (b'<?xml version="1.0" encoding="klingon"?><playerslist>', "not valid in klingon"),
        (heading() + "\n", "there is no player"),
        ("ID Number\n101\n", "the headings are not known"),
    ],
)
def test_hostile_lists(tmp_path, text, message):
    """Entities, cut, broken and endless lists are refused in words."""
    assert any(message in problem for problem in refused(tmp_path, text))


def zipped(path: Path, **files: bytes) -> Path:
    """An archive of these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_hostile_archives(tmp_path):
    """Archives of several files, of archives, or of far more than they are, are refused."""
    good = xml(element(ADA)).encode()
    bomb = xml(element(ADA)).encode() + b" " * 40_000_000
    inner = zipped(tmp_path / "inner.zip", a=good).read_bytes()
    for files, message in (
        ({"a": good, "b": good}, "packs 2 files: a, b"),
        ({}, "packs 0 files: none"),
        ({"a": inner}, "packs another one, a"),
        ({"a": bomb}, "unpacks to more than 100 times its size|no player ends"),
    ):
        path = zipped(tmp_path / "list.zip", **files)
        with pytest.raises(ResultsRefused, match=message):
            IMPORTER.read(path, ReadOptions())
    path = tmp_path / "list.zip"
    path.write_bytes(zipped(path, a=good).read_bytes()[:-30])
    with pytest.raises(ResultsRefused, match="cannot be unpacked"):
        IMPORTER.read(path, ReadOptions())
    path.write_bytes(gzip.compress(bomb))
    with pytest.raises(ResultsRefused, match=r"unpacks to more than|no player ends"):
        IMPORTER.read(path, ReadOptions())


damages = st.lists(
    st.tuples(st.integers(0, 1200), st.sampled_from(list(" <>/&;#x0123456789aé!\n\x00"))),
    max_size=5,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damages, st.booleans())
def test_nearly_right(tmp_path, found, as_text):
    """A list with a few wrong characters is read or refused in words, its players all there."""
    whole = heading() + line(ADA, WIDTHS) + line(ADA, WIDTHS).replace("101", "103")
    letters = list(whole if as_text else xml(element(ADA), element(BO)))
    for at, letter in found:
        if at < len(letters):
            letters[at] = letter
    with contextlib.suppress(BanzukeError):
        frame = read(tmp_path, "".join(letters), "list.txt" if as_text else "list.xml").frame
        assert frame.height >= 1
        assert frame["player"].null_count() == 0
        assert frame.schema["rating"] == pl.UInt16
