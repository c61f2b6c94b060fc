"""Headers in German and Swedish are read as ours, with a note, where nothing speaks against it."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz
from banzuke.model.columns import ALSO_CALLED, KINDS, SYNONYMS


def read(folder: Path, header: str, *rows: str, **options: dict[str, str]) -> bz.Results:
    """A file of results with this header."""
    path = folder / "results.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return bz.read(path, **options)


def notes(results: bz.Results) -> list[str]:
    """What is told beside results."""
    return [str(warning) for warning in results.warnings]


def test_each_name_is_of_one_column():
    """No name means two columns, and none is one of ours."""
    every = [name for others in ALSO_CALLED.values() for name in others]
    assert len(every) == len(set(every)) == len(SYNONYMS)
    assert not set(SYNONYMS) & set(KINDS)
    assert set(ALSO_CALLED) <= set(KINDS)
    assert all(name == name.casefold().replace(" ", "_") for name in SYNONYMS)


def test_german_duels(tmp_path):
    """A table of a German club is read as it is, and what was taken for what is told once."""
    results = read(
        tmp_path,
        "Spieler 1;Spieler 2;Ergebnis;Datum;Runde;Turnier",
        "Anna;Bo;1-0;2024-05-01;1;Maicup",
    )
    assert notes(results) == [
        (
            "results.csv, row 1: columns are read by what they mean: Spieler 1 as player_1, "
            "Spieler 2 as player_2, Ergebnis as result, Datum as date, Runde as round, "
            "Turnier as event"
        )
    ]
    row = results.to_frame().row(0, named=True)
    assert (row["event"], row["round"], str(row["date"])) == ("Maicup", "1", "2024-05-01")


def test_swedish_standings(tmp_path):
    """A Swedish table of final places; composed letters or not."""
    for header in ("Tävling\tSpelare\tPlats\tPoäng", "Ta\u0308vling\tSpelare\tPlats\tPoa\u0308ng"):
        results = read(tmp_path, header, "SM\tAnna\t1\t30", "SM\tBo\t2\t20")
        assert results.shape == "standings"
        assert results.entries.score.tolist() == [30.0, 20.0]


def test_our_names_go_before(tmp_path):
    """Where a column has our name, or is mapped, another of that meaning is only a note."""
    results = read(tmp_path, "player_1,player_2,result,date,Datum", "A,B,1-0,2024-05-01,Mittwoch")
    assert notes(results) == []
    mapped = read(
        tmp_path,
        "player_1,player_2,result,Tag,Datum",
        "A,B,1-0,2024-05-01,Mittwoch",
        columns={"date": "Tag"},
    )
    assert notes(mapped) == []
    other = read(
        tmp_path, "player_1,player_2,result,Partie", "A,B,1-0,x", columns={"round": "Partie"}
    )
    assert other.to_frame()["round"].to_list() == ["x", "x"]


@pytest.mark.parametrize("kind", ["frame", "dicts"])
def test_frames_too(kind):
    """A frame is read as the file would be, and a players frame is."""
    table = pl.DataFrame({"Spelare 1": ["A"], "Spelare 2": ["B"], "Resultat": ["1-0"]})
    results = table if kind == "frame" else table.to_dicts()
    rated = bz.rate(results, "warlight", [{"Spelare": "A", "rating": 1500.0, "Klubb": "X"}])
    assert rated.to_frame()["rating"].max() > 1500
    assert ["Spelare" in str(warning) for warning in rated.warnings] == [True, True]
