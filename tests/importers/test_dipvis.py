"""Tournaments of dipvis: seats, points, centres, unfinished games, and what is refused."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.dipvis import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

Json = dict[str, Any]

POWERS = ("Austria-Hungary", "England", "France", "Germany", "Italy", "Russia", "Turkey")
NAMES = ("Ada Berg", "Bo Cole", "Cy Dee", "Di Eng", "Ed Falk", "Fia Gran", "Gus Holm")


def game(centres: list[int], points: list[float] | None, started: str | None) -> Json:
    """A game of seven, the first named with the first power; without points it has not ended."""
    players: Json = {}
    for at, (power, name) in enumerate(zip(POWERS, NAMES, strict=True)):
        players[power] = {"name": name, "location": "Malmö", "wdr_id": 100 + at if at else None}
        if points is not None:
            players[power] |= {"score": points[at], "final_scs": centres[at]}
    return {"sandbox": "", "started": started, "players": players}


FIRST = game(
    [10, 8, 6, 6, 4, 0, 0], [60.0, 45.0, 30.5, 30.5, 20.0, 0.0, 0.0], "2026-05-02T09:00:00Z"
)


def tournament(**more: Any) -> Json:
    """A tournament with a game that has ended and one that has not."""
    rounds = {
        "1": {"scoring_system": "Sum of Squares", "games": {"R1G1": FIRST}},
        "2": {"scoring_system": "Sum of Squares", "games": {"R2G1": game([], None, None)}},
    }
    head = {"name": "Harbour Cup", "year": 2026, "url": "https://x/1/", "wdr_id": 7, "wdd_id": None}
    return {**head, "dbn_coverage": [], "rounds": rounds, **more}


def read(folder: Path, document: object) -> Reading:
    """The reading of a document."""
    path = folder / "cup.json"
    text = document if isinstance(document, str) else json.dumps(document)
    path.write_text(text, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions())


def refused(folder: Path, document: object) -> list[str]:
    """Where and why a document is refused."""
    with pytest.raises(ResultsRefused) as caught:
        read(folder, document)
    return [f"{one.where}: {one.what}" for one in caught.value.problems]


def test_a_tournament(tmp_path):
    """Centres are scores, places follow the points and are shared; what has not ended is told."""
    reading = read(tmp_path, tournament())
    assert recognise_file(tmp_path / "cup.json").key == "dipvis"
    columns = ("event", "round", "game", "role", "player", "place", "score")
    assert reading.frame.select(columns).rows()[1:4] == [
        ("Harbour Cup 2026", "1", "R1G1", "England", "Bo Cole", 2, 8),
        ("Harbour Cup 2026", "1", "R1G1", "France", "Cy Dee", 3, 6),
        ("Harbour Cup 2026", "1", "R1G1", "Germany", "Di Eng", 3, 6),
    ]
    assert set(reading.frame["event_scoring"]) == {"Sum of Squares"}
    assert reading.players.rows()[:2] == [("Ada Berg", None), ("Bo Cole", "101")]
    assert [one.what for one in reading.warnings] == ["1 game has no final scores: left out"]


def test_it_is_rated_and_scored(tmp_path):
    """Places and centres go where results go."""
    read(tmp_path, tournament())
    ratings = bz.rate(tmp_path / "cup.json", "elo").to_frame()
    assert ratings["player"][0] == "Ada Berg"
    table = bz.read(tmp_path / "cup.json").to_frame()
    assert table["score"].sum() == 34


def test_a_year_in_the_name_is_not_told_twice(tmp_path):
    """As in ``World DipCon 2026``; without a name the file's is taken."""
    assert read(tmp_path, tournament(name="Cup 2026")).frame["event"][0] == "Cup 2026"
    reading = read(tmp_path, tournament(name="", year=None))
    assert reading.frame["event"][0] == "cup"
    assert "names no tournament" in reading.warnings[0].what


@pytest.mark.parametrize(
    ("power", "change", "what"),
    [
        ("England", {"name": "Ada Berg"}, "'Ada Berg' has two powers"),
        ("England", {"name": " "}, "England has no player"),
        ("England", {"score": "many"}, "points that are no numbers"),
        ("England", {"final_scs": "8"}, "'8' is no count"),
    ],
)
def test_what_is_wrong_has_its_game(tmp_path, power, change, what):
    """The number of the game is the row."""
    document = json.loads(json.dumps(tournament()))
    document["rounds"]["1"]["games"]["R1G1"]["players"][power] |= change
    (told,) = refused(tmp_path, document)
    assert told.startswith("cup.json, row 1")
    assert told.endswith(what)


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ("{", "is no JSON"),
        ("[]", "this is no tournament of dipvis"),
        ({"rounds": {}}, "no game of this tournament has ended"),
        ({"rounds": {"1": {"games": {"G": {"players": [1]}}}}}, "a game without players"),
        ({"rounds": {"1": {"games": {"G": {"players": {}}}}}}, "no game of this tournament"),
    ],
)
def test_what_is_no_tournament(tmp_path, document, what):
    """Is refused, with what it should be."""
    assert what in refused(tmp_path, document)[0]


values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10**20) | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
places = st.lists(
    st.sampled_from(["name", "year", "rounds", "1", "games", "R1G1", "players", "France", "score"]),
    max_size=7,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=places, value=values)
def test_any_value_anywhere(tmp_path, where, value):
    """Whatever stands where something else is expected is read or refused."""
    document: Json = json.loads(json.dumps(tournament()))
    inner: Any = document
    for step in where[:-1]:
        inner = (
            inner[step] if isinstance(inner, dict) and isinstance(inner.get(step), dict) else inner
        )
    inner[where[-1] if where else "rounds"] = value
    with contextlib.suppress(BanzukeError):
        read(tmp_path, document)


def test_what_would_be_lost_or_garbled_in_silence_is_refused(tmp_path: Path):
    """A game given twice under one name, half letters, names and numbers that are none."""
    text = json.dumps(tournament())
    twice = text.replace('"R1G1":', '"R1G1": {}, "R1G1":')
    assert "'R1G1' is there twice in one object" in refused(tmp_path, twice)[0]
    assert "half of a letter" in refused(tmp_path, text.replace("Bo Cole", r"Bo \ud83d"))[0]
    (problem,) = refused(tmp_path, text.replace('"Bo Cole"', '{"name": "Bo"}', 1))
    assert problem.endswith("England has no player")
    other = json.loads(text)
    again = json.loads(json.dumps(FIRST).replace('"wdr_id": 101', '"wdr_id": 900'))
    other["rounds"]["2"]["games"]["R2G1"] = again
    (problem,) = refused(tmp_path, other)
    assert problem.endswith("'Bo Cole' has the number 900, but 101 in another game")


def test_points_against_the_centres_are_told(tmp_path):
    """Places follow the points; the game is kept without its centres, the others with theirs."""
    odd = game([10, 8, 6, 6, 4, 0, 0], [20.0, 45.0, 30.5, 30.5, 60.0, 0.0, 0.0], None)
    document = tournament()
    document["rounds"]["2"]["games"]["R2G2"] = odd
    reading = read(tmp_path, document)
    rows = reading.frame.filter(game="R2G2").select("place", "score").rows()
    assert [place for place, _ in rows] == [5, 2, 3, 3, 1, 6, 6]
    assert {centres for _, centres in rows} == {None}
    assert reading.frame.filter(game="R1G1")["score"].to_list() == [10, 8, 6, 6, 4, 0, 0]
    assert [one.row for one in reading.warnings if "order of the points" in one.what] == [3]
    assert len(bz.rate(tmp_path / "cup.json", "elo").to_frame()) == 7


def test_a_defect_of_one_game_leaves_the_others(tmp_path):
    """Where refused rows are left out, a game with a defect goes whole, and no other game."""
    document = tournament()
    twice = game([18, 16, 0, 0, 0, 0, 0], [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0], None)
    twice["players"]["Turkey"]["name"] = "Ada Berg"
    odd = {"R2G2": twice, "R2G3": {"players": []}}
    document["rounds"]["2"]["games"] = odd
    told = refused(tmp_path, document)
    assert len(told) == 2
    ratings = bz.rate(tmp_path / "cup.json", "elo", skip_refused=True)
    assert ratings.to_frame()["games"].to_list() == [1] * 7
    assert sum("left out: " in str(one) for one in ratings.warnings) == 2
