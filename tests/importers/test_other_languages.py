"""Headers in eight languages are read as ours, with a note, where nothing speaks against it."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz
from banzuke.importers.steps.headers import name_columns
from banzuke.model.column_names import ALSO_CALLED, SYNONYMS, meaning, of_sides
from banzuke.model.columns import KINDS
from banzuke.model.importer import ReadOptions


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
    for column, others in ALSO_CALLED.items():
        assert column in KINDS
        assert {SYNONYMS[meaning(other)] for other in others} == {column}
    assert not set(SYNONYMS) & set(KINDS)
    assert not [name for name in SYNONYMS if of_sides(name)]


@pytest.mark.parametrize(
    ("header", "read_as"),
    [
        ("Blancs;Noirs;Résultat;Date;Tournoi", "player_1 player_2 result date event"),
        ("Blancas;Negras;Resultado;Fecha;Ronda", "player_1 player_2 result date round"),
        ("Wit;Zwart;Uitslag;Datum;Ronde", "player_1 player_2 result date round"),
        ("Hvid;Sort;Resultat;Dato;Runde", "player_1 player_2 result date round"),
        ("Bianco;Nero;Risultato;Data;Turno", "player_1 player_2 result date round"),
        ("Vit;Svart;Resultat;Datum;Rond", "player_1 player_2 result date round"),
        ("Weiß;Schwarz;Ergebnis;Datum;Brett", "player_1 player_2 result date board"),
        ("Hemmalag;Bortalag;Mål hemma;Mål borta", "player_1 player_2 score_1 score_2"),
        ("Home Team;Away Team;Home Goals;Away Goals", "player_1 player_2 score_1 score_2"),
        ("home;away;HomeScore;AwayScore;country", "player_1 player_2 score_1 score_2 country"),
        (
            "player_1_name;player_2_name;player_1_score;player_2_score",
            "player_1 player_2 score_1 score_2",
        ),
        ("tourney_name;tourney_date;winner_name;loser_name;score", "event date winner loser score"),
        ("P1;P2;Score A;Score B", "player_1 player_2 score_1 score_2"),
        ("Domicile;Extérieur;Buts domicile;Buts extérieur", "player_1 player_2 score_1 score_2"),
        ("player1;player_2;points1;points2", "player_1 player_2 score_1 score_2"),
        ("Joueur;Classement;Tournoi;Pts.;Fédération", "player place event score Fédération"),
        ("player_1;player_2;result;data;RD", "player_1 player_2 result data RD"),
        ("Player;RD;Elo", "player deviation rating"),
        ("game_id;player_id;place", "game player place"),
        ("Jugador;Elo;País;Año de nacimiento", "player rating nation born"),
    ],
)
def test_headers_by_what_they_mean(header, read_as):
    """Tables of eight languages, and pairs of sides in any of their words."""
    own = header.split(";")
    assert name_columns(own, ReadOptions(), "t.csv", 1).names == [
        *read_as.split(" "),
        *own[len(read_as.split(" ")) :],
    ]


def test_two_pairs_of_sides_are_asked_for(tmp_path):
    """Where two pairs may be the players, none is taken, and how to say which is told."""
    with pytest.raises(bz.ResultsRefused, match=r"say which is which, as --map player_1=Team1 "):
        read(tmp_path, "Team1,Team2,White,Black,Result", "A,B,C,D,1-0")


def test_an_advantage_is_not_made_up(tmp_path):
    """Who stands first in a table of home and away is told to have no advantage unasked."""
    assert "no side has an advantage" in notes(read(tmp_path, "Home,Away,Result", "A,B,1-0"))[0]
    told = notes(read(tmp_path, "Home,Away,Result,Neutral", "A,B,1-0,no"))[0]
    assert "no side has an advantage" not in told
    assert "advantage" not in notes(read(tmp_path, "Team1,Team2,Result", "A,B,1-0"))[0]


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


def test_boards_of_diplomacy(tmp_path):
    """A power is a role, and centres are what it scored, as organisers call them."""
    rows = ("1,A1,France,Ada,10", "1,A1,Italy,Bo,8", "1,A1,Turkey,Cy,0")
    results = read(tmp_path, "Round,Game,Power,Player,Centres", *rows)
    table = results.to_frame().select("round", "game", "role", "player", "score", "place")
    assert table.rows()[0] == ("1", "A1", "France", "Ada", 10.0, 1)
    assert "Power as role, Centres as score" in notes(results)[0]


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
