"""Faults of reading files that users of other software met: none of them can happen here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz

HEADER = "player_1,player_2,score_1,score_2"


@pytest.fixture
def file(tmp_path: Path):
    """A function that writes a file and gives its path."""

    def write(content: str | bytes, name: str = "results.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return write


def test_a48_a_mark_at_the_beginning_and_half_a_point_with_a_comma(file):
    """A byte-order mark, semicolons and 0,5 are what spreadsheets write: one draw of P1 and P2."""
    path = file(b"\xef\xbb\xbfwhite;black;result\nP1;P2;0,5\n")
    results = bz.read(path, columns={"player_1": "white", "player_2": "black"})
    assert results.to_frame().select("player", "place").rows() == [("P1", 1), ("P2", 1)]
    rated = bz.rate(path, "warlight", columns={"player_1": "white", "player_2": "black"})
    assert rated.to_frame()["rating"].to_list() == [1200.0, 1200.0]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a48_delimiters_are_recognised(file, delimiter: str):
    """Commas, semicolons, tabs and bars all do, and a quoted one belongs to the name."""
    cells = ["player_1", "player_2", "score_1", "score_2"]
    row = [f'"Doe{delimiter} Jane"', "P2", "1", "0"]
    path = file("\n".join(delimiter.join(line) for line in (cells, row)) + "\n")
    # Within a name a tab is a space.
    name = f"Doe{delimiter} Jane".replace("\t", "")
    assert bz.rate(path, "warlight").to_frame()["player"].to_list() == [name, "P2"]


def test_a48_decimal_commas_in_scores(file):
    """In a file with semicolons 0,5 to 0,5 is half a point each, and 1,5 beats 0,5."""
    path = file("player_1;player_2;score_1;score_2\nA;B;0,5;0,5\nA;B;1,5;0,5\n")
    assert bz.read(path).to_frame()["score"].to_list() == [0.5, 0.5, 1.5, 0.5]


def test_a48_two_columns_of_one_name(file):
    """A header that stands there twice is an error that names both columns."""
    path = file("player_1,player_2,Score_1,score 1,score_2\nA,B,1,0,0\n")
    with pytest.raises(bz.ResultsRefused, match=r"columns 3 \('Score_1'\) and 4 \('score 1'\)"):
        bz.read(path)


def test_a48_blank_rows_are_counted(file):
    """Blank rows below and between are passed over, with their number."""
    path = file(f"{HEADER}\nA,B,1,0\n,,,\nB,A,1,0\n,,,\n\n")
    results = bz.read(path)
    assert len(results) == 2
    assert "blank rows were passed over" in results.warnings[0].what
    assert results.games.row.tolist() == [2, 4]


def test_a49_an_old_encoding_is_read_and_told(file):
    """Bytes 4D FC 6C 6C 65 72 are Müller: no row is lost, no sign replaced, the set is named."""
    path = file(HEADER.encode() + b"\nM\xfcller,Schr\xf6der,1,0\n")
    rated = bz.rate(path, "warlight")
    assert rated.to_frame()["player"].to_list() == ["Müller", "Schröder"]
    assert any("not UTF-8: read as" in warning.what for warning in rated.warnings)


def test_a49_a_declared_encoding(file):
    """The same bytes are read as the set that a person names."""
    path = file(HEADER.encode() + b"\nM\xfcller,P2,1,0\n")
    assert bz.read(path, encoding="cp1250").players == ["Müller", "P2"]


@given(
    names=st.lists(st.text("aeiouäöüéèñçßABC ", min_size=1, max_size=8), min_size=2, max_size=6),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"]),
)
def test_a49_no_row_is_lost_and_no_sign_replaced(tmp_path_factory, names, encoding):
    """Whatever the encoding, all rows arrive, and none with a sign of replacement."""
    names = [f"p{number}{name}" for number, name in enumerate(names)]
    lines = [HEADER, *(f"{name},other,1,0" for name in names)]
    path = tmp_path_factory.mktemp("sets") / "results.csv"
    path.write_bytes("\n".join(lines).encode(encoding))
    results = bz.read(path)
    assert len(results) == len(names)
    assert not any("\ufffd" in name for name in results.players)


def test_a49_a_name_that_was_encoded_twice_is_told(file):
    """MÃ¼ller is kept as it stands, and told with its row and the likely spelling."""
    path = file(f"{HEADER}\nMÃ¼ller,P2,1,0\n")
    results = bz.read(path)
    assert "MÃ¼ller" in results.players
    assert [str(warning) for warning in results.warnings] == [
        "results.csv, row 2, column player_1: 'MÃ¼ller' looks doubly encoded (it may be 'Müller')"
    ]


def dated(*dates: str) -> str:
    """A file of games on these dates."""
    return "\n".join([f"{HEADER},date", *(f"A,B,1,0,{day}" for day in dates)]) + "\n"


def test_a50_dates_of_another_form_are_read_and_told(file):
    """Three rows dated 07.01.2018 are read in the one form that fits, which is told."""
    path = file(dated("07.01.2018", "07.01.2018", "17.01.2018"))
    results = bz.read(path)
    assert [str(day) for day in results.to_frame()["date"].unique().sort()] == [
        "2018-01-07",
        "2018-01-17",
    ]
    assert "the dates are read as %d.%m.%Y" in " ".join(map(str, results.warnings))


def test_a50_one_form_of_dates(file):
    """A second form of dates in one column is an error in its row, not a guess."""
    path = file(dated("2018-01-07", "2018-01-08", "09.01.2018"))
    with pytest.raises(bz.ResultsRefused, match=r"row 4, column date: '09.01.2018' is not an ISO"):
        bz.read(path)


def test_a50_a_date_that_can_be_read_two_ways(file):
    """05/06/2024 needs a person to say which is the month."""
    path = file(dated("05/06/2024"))
    with pytest.raises(bz.ResultsRefused, match=r"can be read in 2 ways.*%d/%m/%Y or %m/%d/%Y"):
        bz.read(path)
    for form, day in (("%d/%m/%Y", "2024-06-05"), ("%m/%d/%Y", "2024-05-06")):
        assert str(bz.read(path, date_format=form).to_frame()["date"][0]) == day


def test_a50_read_rated_and_left_out_add_up(file):
    """Each row of a file is rated or left out with a reason, and none is both or neither."""
    lines = ["played", "friendly", "bye", "forfeit", "void", "", "walkover"]
    path = file(
        "\n".join([f"{HEADER},status,game", *(f"A,B,1,0,{s},{n}" for n, s in enumerate(lines))])
    )
    rated = bz.rate(path, "warlight")
    assert dict(rated.skipped) == {
        f"results.csv, row {number + 2}": f"{status}: not rated"
        for number, status in enumerate(lines)
        if status not in ("played", "")
    }
    assert sorted(set(rated.history_frame()["game"])) == ["0", "5"]


def test_a50_an_empty_file_is_no_success(file):
    """A file without a row below its header is refused."""
    with pytest.raises(bz.ResultsRefused, match="a header, and no row below it"):
        bz.read(file(HEADER + "\n"))
    with pytest.raises(bz.ResultsRefused, match="the file is empty"):
        bz.read(file(""))


def again(results: bz.Results, folder: Path) -> bz.Results:
    """Results, written as CSV and read again."""
    path = folder / "again.csv"
    results.to_frame().write_csv(path)
    return bz.read(path)


EXPORTS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "duels with all that may be said": (
        "warlight",
        [
            {
                "player_1": one,
                "player_2": two,
                "result": result,
                "advantage": advantage,
                "handicap_1": 0,
                "handicap_2": 2,
                "date": date,
                "event": event,
                "round": round_,
                "board": "2",
                "weight": 2,
                "pool": pool,
                "komi": 6.5,
                "board_size": 19,
                "time_class": "blitz",
                "status": status,
                "rated": rated,
            }
            for one, two, result, advantage, date, event, round_, pool, status, rated in [
                ("B", "A", "1-0", "1", "2020-01-02", "Cup", "9", "x", None, None),
                ("A", "B", "1/2-1/2", "2", "2020-01-02", "Cup", "10", "x", None, None),
                ("C", "B", "0-1", None, "2020-01-01", "Cup", "8", "y", None, "yes"),
                ("C", "A", "*", None, "2020-01-03", None, None, "x", None, None),
                ("C", "A", "+-", None, "2020-01-03", None, None, "x", None, None),
                ("C", "A", "1-0", None, "2020-01-03", None, None, "x", "friendly", None),
                ("C", None, None, None, "2020-01-03", None, None, "x", "bye", None),
            ]
        ],
    ),
    "duels whose names of games are not their own": (
        "warlight",
        [
            {"game": game, "player_1": one, "player_2": two, "result": "1-0"}
            for game, one, two in [
                ("10", "A", "B"),
                ("2", "B", "A"),
                ("2", "B", "C"),
                ("9", "C", "A"),
            ]
        ],
    ),
    "duels of which some have no name": (
        "warlight",
        [
            {"game": game, "player_1": "A", "player_2": two, "result": "1-0"}
            for game, two in [("2", "B"), (None, "C"), ("1", "D")]
        ],
    ),
    "games of teams with times": (
        "warlight",
        [
            {
                "game": "1",
                "date": "2010-05-01T10:00:00",
                "player": player,
                "side": side,
                "place": place,
                "play": 0.5,
                "role": "red",
                "advantage": "yes" if side == "x" else "no",
            }
            for player, side, place in [("A", "x", 1), ("B", "x", 1), ("C", "y", 2), ("D", "y", 2)]
        ],
    ),
    "games by points": (
        "warlight",
        [
            {"event": event, "game": "1", "player": player, "score": score}
            for event in ("E", "F")
            for player, score in [("A", 3.5), ("B", 10), ("C", 3.5)]
        ],
    ),
    "discs": (
        "othello-sweden",
        [
            {"event": "E", "player_1": "B", "player_2": "A", "score_1": 34, "score_2": 30},
            {"event": "E", "player_1": "B", "player_2": "A", "score_1": 32, "score_2": 32},
        ],
    ),
    "standings": (
        "dip-pouch",
        [
            {
                "event": event,
                "player": player,
                "sort_name": player[::-1],
                "place": place,
                "date": "2010-05-01",
                "event_end": end,
                "event_players": 30,
                "event_rounds": 3,
                "event_category": "World Championship" if event == "E" else None,
            }
            for event, end in (("E", "2010-05-03"), ("F", "2010-05-02"))
            for player, place in (("ab", 1), ("ba", 1), ("ca", None))
        ],
    ),
}


@pytest.mark.parametrize("what", EXPORTS)
def test_a50_what_is_exported_can_be_imported(tmp_path: Path, what: str):
    """Results written as a table and read again are the same results, with the same ratings."""
    book, rows = EXPORTS[what]
    results = bz.read(rows)
    back = again(results, tmp_path)
    assert back.to_frame().equals(results.to_frame())
    one, two = (
        bz.rate(each, book, parameters={"period.kind": "event"}) for each in (results, back)
    )
    assert one.to_frame().equals(two.to_frame())
    assert len(one) > 0
    shared = ["date", "event", "round", "side", "player", "pool", "before", "change", "after"]
    # Games of an event that nothing told apart are told apart by the export: their order may move.
    told = [name for name in shared if name not in ("before", "after")]
    one, two = (each.history_frame().select(told).sort(told) for each in (one, two))
    assert one.equals(two)
    if book != "dip-pouch":
        one, two = (
            bz.rate(each, book, parameters={"period.kind": "game"}) for each in (results, back)
        )
        assert one.history_frame().select(shared).equals(two.history_frame().select(shared))


@given(
    games=st.lists(
        st.tuples(
            st.sampled_from("ABCDE"),
            st.sampled_from("FGHIJ"),
            st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", "+-"]),
            st.one_of(st.none(), st.sampled_from(["1", "2", "10", "x"])),
            st.one_of(st.none(), st.sampled_from(["Cup", "League"])),
            st.sampled_from(["2020-01-01", "2020-01-02"]),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_a50_any_duels_survive_export_and_import(tmp_path_factory, games):
    """Whatever was said of duels, export and import give the same order and the same ratings."""
    columns = ["player_1", "player_2", "result", "game", "event", "date"]
    results = bz.read(pl.DataFrame(games, schema=columns, orient="row"))
    back = again(results, tmp_path_factory.mktemp("export"))
    one, two = (bz.rate(each, "warlight").history_frame() for each in (results, back))
    shared = ["date", "event", "side", "player", "before", "change", "after"]
    assert one.select(shared).equals(two.select(shared))


def test_a50_games_and_standings_do_not_mix(file):
    """A file of games and one of standings are not taken for one another."""
    games = file(f"{HEADER},date\nA,B,1,0,2010-01-01\n", "games.csv")
    table = file("event,player,place,date\nE,A,1,2010-01-01\nE,B,2,2010-01-01\n", "table.csv")
    with pytest.raises(bz.ResultsRefused, match=r"games\.csv: this file holds games, but another"):
        bz.rate([games, table], "warlight")
