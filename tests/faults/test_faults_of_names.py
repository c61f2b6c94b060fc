"""Reported faults of names: people joined by likeness, formulas run, rows lost."""

from __future__ import annotations

import pytest

import banzuke as bz
from banzuke.model.candidates import Known, candidates
from banzuke.publishing.files import csv_text


def test_a55_siblings_are_not_taken_for_each_other():
    """Given names that are alike propose nobody, however alike the whole names are."""
    known = [Known("1", ("Jan Kowalski",)), Known("2", ("Alexandra Berg",))]
    found = candidates({"Jana Kowalski": {}, "Alexander Berg": {}}, known)
    assert found == {"Jana Kowalski": [], "Alexander Berg": []}


def test_a55_one_name_and_two_years_of_birth():
    """Namesakes of different years are proposed with what speaks against it, so that one asks."""
    known = [Known("1", ("Jan Kowalski",), {"born": "1950"})]
    ((one,),) = candidates({"Jan Kowalski": {"born": "1990"}}, known).values()
    assert one.against == ("born 1950, not 1990",)
    assert one.likely < 100


@pytest.mark.parametrize("name", ["=1+1", "+49", "-Ace-", "@bot", '=HYPERLINK("x")'])
def test_a57_names_that_spreadsheets_would_run(tmp_path, name):
    """A list that is exported guards them, and gives them back as they were when it is read."""
    games = [{"player_1": name, "player_2": "Bo", "result": "1-0"}]
    ratings = bz.rate(games, "elo").to_frame()
    text = csv_text(ratings)
    assert f"'{name[:1]}" in text
    path = tmp_path / "players.csv"
    path.write_text(text, "utf-8")
    again = bz.rate(games, "elo", path)
    assert sorted(again.to_frame()["player"]) == sorted(["Bo", name])
    assert again.history(name)["before"].to_list() == [
        bz.rate(games, "elo").to_frame()["rating"][0]
    ]


def test_a50_what_is_read_and_left_out_adds_up(tmp_path):
    """Each row of a file is read or told, and none is both."""
    lines = ["player_1,player_2,result", "Ann,Bo,1-0", "Ann,Ann,1-0", "Bo,Cy,x", "Cy,Ann,0-1"]
    path = tmp_path / "games.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    results = bz.read(path, skip_refused=True)
    told = {warning.row for warning in results.warnings}
    read = set(results.games.row.tolist())
    assert (read, told) == ({2, 5}, {3, 4})
