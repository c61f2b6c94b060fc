"""Lists for pairing programs: what is written is read again, what does not fit is told."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import read_file, recognise_file
from banzuke.model.errors import ResultsRefused, WrongUse
from banzuke.publishing.register_files import Listed, listed_players, register_text
from banzuke.workflows.outputs import Wanted, publish
from banzuke.workflows.reading import read_players

ENDINGS = {"fide-xml": "list.xml", "fide-text": "list.txt", "trf": "list.trf"}
every_kind = pytest.mark.parametrize("kind", list(ENDINGS))
one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

letters = st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="\ufffd")
words = st.text(letters, min_size=1, max_size=10)
names = st.builds("{}, {}".format, words, words).filter(lambda name: name.isprintable())
facts = st.fixed_dictionaries(
    {},
    optional={
        "nation": st.sampled_from(["SWE", "IND", "NOR"]),
        "sex": st.sampled_from(["m", "f"]),
        "title": st.sampled_from(["GM", "WGM", "FM"]),
        "born": st.integers(1900, 2020).map(str),
    },
)
listed = st.builds(
    Listed,
    player=st.just(""),
    name=names,
    number=st.integers(1, 2**31).map(str),
    ratings=st.fixed_dictionaries({"standard": st.integers(1, 9_999)}),
    facts=facts,
)
lists = st.lists(listed, min_size=1, max_size=6, unique_by=(lambda one: one.number))


@every_kind
@one_folder
@given(players=lists)
def test_what_is_written_is_read_again(kind, players, tmp_path):
    """Number, name, nation, sex, title, year of birth and rating come back as they were."""
    path = tmp_path / ENDINGS[kind]
    path.write_bytes(register_text(players, kind).encode())
    key = "trf" if kind == "trf" else "fide-list"
    assert recognise_file(path).key == key
    reading = read_file(path)
    frame = reading.players if kind == "trf" else reading.frame
    assert frame is not None
    columns = ("id", "name", "nation", "sex", "title", "born", "rating")
    found = [tuple(map(str, row)) for row in frame.select(columns).rows()]
    assert found == [
        (
            one.number,
            one.name,
            *(str(one.facts.get(fact)) for fact in ("nation", "sex", "title", "born")),
            f"{one.ratings['standard']}{'.0' if kind == 'trf' else ''}",
        )
        for one in players
    ]


RESULTS = [
    {"date": "2026-05-01", "player_1": "101", "player_2": "102", "result": "1-0"},
    {"date": "2026-05-02", "player_1": "102", "player_2": "103", "result": "1-0"},
]
PEOPLE = [
    {"player": "101", "name": "Ask, Ada", "nation": "SWE", "sex": "f", "born": "1990-05-06"},
    {"player": "102", "name": "Berg & Söhne, Bo", "nation": "Norway", "sex": "", "born": ""},
]


def ratings(rows=RESULTS, people=PEOPLE):
    """Ratings of three, two of whom have names."""
    return bz.rate(rows, "elo", pl.DataFrame(people))


@every_kind
def test_a_list_is_a_players_file(kind, tmp_path):
    """Who rates from what was written starts from the ratings that were shown."""
    path = tmp_path / ENDINGS[kind]
    assert publish(ratings(), Wanted(kind, path)) == ""
    players = read_players(path)
    start = dict(players.frame.select("player", "rating").cast(pl.String).iter_rows())
    shown = dict(ratings().to_frame().select("player", "shown").iter_rows())
    assert {player: float(rating) for player, rating in start.items()} == {
        player: float(rating) for player, rating in shown.items()
    }
    assert "1990-05-06" not in path.read_text("utf-8")
    assert "Norway" not in path.read_text("utf-8")


def test_a_list_is_printed_with_line_ends_of_a_terminal():
    """In a file they are those of the form."""
    assert "\r" not in publish(ratings(), Wanted("fide-text"))
    assert publish(ratings(), Wanted("trf")).startswith("062 3\n072 3\n001    1 w    Ask, Ada ")


def test_kinds_of_play_have_columns_of_their_own():
    """Pools of these names are one player's ratings; others are refused."""
    row = {"player": "7", "name": "Ask, Ada", "rating": 1500.4, "shown": "1500", "k": 20.0}
    rows = [{**row, "pool": "standard"}, {**row, "pool": "blitz", "rating": 1600.5, "shown": "A"}]
    (one,) = listed_players(rows, {})
    assert (one.ratings, one.k) == (
        {"standard": 1500, "blitz": 1601},
        {"standard": 20, "blitz": 20},
    )
    text = register_text([one], "fide-xml")
    assert "<blitz_rating>1601</blitz_rating>" in text
    with pytest.raises(WrongUse, match="'standard', 'chess960'"):
        listed_players([rows[0], {**row, "pool": "chess960"}], {})


@pytest.mark.parametrize(
    ("kind", "change", "what"),
    [
        ("fide-xml", {"number": ""}, "has no number in a register"),
        ("fide-text", {"number": ""}, "has no number in a register"),
        ("fide-text", {"name": "x" * 61}, "does not fit"),
        ("trf", {"name": "x" * 34}, "does not fit"),
        ("fide-xml", {"name": "a\x07"}, "does not fit"),
        ("fide-xml", {"number": "2"}, "has the number 2 of 'Bo'"),
    ],
)
def test_what_does_not_fit(kind, change, what):
    """Is refused by name, all of it at once."""
    one = {"player": "1", "name": "Ada", "number": "1", "ratings": {"standard": 1}, **change}
    other = Listed("2", "Bo", "2", {"standard": 1})
    with pytest.raises(ResultsRefused, match=what):
        register_text([other, Listed(**one)], kind)


@pytest.mark.parametrize("rating", [0.4, -12.0, 9_999.5])
def test_ratings_without_room(rating):
    """Neither below 1 nor above 9999."""
    row = {"player": "7", "name": "Ada", "pool": "", "rating": rating, "shown": "-"}
    with pytest.raises(ResultsRefused, match="for which there is room"):
        listed_players([row], {})


def test_a_history_is_no_list():
    """It is refused, not written as something else."""
    with pytest.raises(WrongUse, match="leave --history out"):
        publish(ratings(), Wanted("trf", history=True))


@pytest.mark.parametrize("ending", ["csv", "xlsx", "parquet", "json"])
@one_folder
@given(
    called=st.lists(words, min_size=2, max_size=4, unique_by=str.casefold),
    lead=st.sampled_from(["", "=", "@", "+", "-"]),
)
def test_own_lists_come_back(ending, called, lead, tmp_path):
    """Names, also those that a spreadsheet would run, ratings with all their digits, and games."""
    called = [f"{lead}{name}x" for name in called]
    rows = [
        {"date": f"2026-05-0{at}", "player_1": one, "player_2": two, "result": "1-0"}
        for at, (one, two) in enumerate(pairwise(called), 1)
    ]
    made = bz.rate(rows, "elo")
    path = tmp_path / f"list.{ending}"
    publish(made, Wanted(out=path))
    back = read_players(path).frame.select("player", "rating", pl.col("games").cast(pl.Float64))
    wanted = made.to_frame().select("player", "rating", pl.col("games").cast(pl.Float64))
    # A workbook keeps sixteen digits.
    digits = 15 if ending == "xlsx" else 17
    for one, other in zip(back.rows(), wanted.rows(), strict=True):
        assert (one[0], f"{one[1]:.{digits}g}", one[2]) == (
            other[0],
            f"{other[1]:.{digits}g}",
            other[2],
        )


def test_places_on_a_list_are_no_declared_ranks(tmp_path: Path):
    """A list of a system that reads ranks comes back, too."""
    made = bz.rate(
        [
            {
                "date": "2026-05-01",
                "player_1": "A",
                "player_2": "B",
                "result": "1-0",
                "entry_rank_1": "3d",
                "entry_rank_2": "2d",
                "event": "E",
            }
        ],
        "egf",
    )
    publish(made, Wanted(out=tmp_path / "list.csv"))
    players = read_players(tmp_path / "list.csv")
    assert "rank" not in players.frame.columns
    assert players.frame["rating"].to_list() == made.to_frame()["rating"].to_list()
