"""``banzuke standings``: tables, CSV and JSON, by every rule that can be typed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import polars as pl
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
CLUB, CON = str(EXAMPLES / "othello-club.csv"), str(EXAMPLES / "harbour-con.csv")
REPORT = str(EXAMPLES / "harbour-open.trf")


def test_table(run):
    """The table has a column a round, totals, tie-breaks; below it, why equal players are apart."""
    done = run("standings", REPORT, "-t", "buchholz:cut=1", "--why")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["place", "player", "1", "2", "3", "total", "Buchholz,", "cut", "1"]
    assert lines[2].split()[-3:] == ["bye", "1.5", "4"]
    assert "- Falk, Fia: before Cid, Cy by Buchholz, cut 1, 4 to 3.5" in lines


def test_dropped_rounds_stand_in_brackets(run):
    """A scoring system scores the boards, and what does not count is in brackets."""
    options = ["--scoring", "c-diplo-100", "-s", "combine=best", "-s", "best=2"]
    lines = run("standings", CON, *options).stdout.splitlines()
    assert lines[1].split() == ["1", "Ann", "48", "(1)", "25", "73"]


def test_json_and_csv(run):
    """JSON has every game of every round, CSV a row a player."""
    told = json.loads(run("standings", CON, "--scoring", "carnage", "-f", "json").stdout)
    games = [row["results"][0]["games"][0] for row in told["standings"]]
    assert "Austria" in {game["role"] for game in games}
    done = run("standings", CLUB, "--event", "Spring Cup", "-f", "csv", "-t", "wins", "-t", "wins")
    table = pl.read_csv(io.StringIO(done.stdout))
    rounds = ["round 1", "round 2", "round 3"]
    wanted = ["place", "player", "name", *rounds, "total", "wins", "wins_2", "why"]
    assert table.columns == wanted
    assert table["total"].to_list() == [2.5, 2.0, 1.5, 0.0]


def test_settings(run):
    """Three points for a win, McMahon scores, rules of 2026: whatever a rule can say."""
    options = ["--event", "Spring Cup", "-s", "win=3", "-s", "draw=1", "-f", "json"]
    told = json.loads(run("standings", CLUB, *options).stdout)
    assert [row["total"] for row in told["standings"]] == [7, 6, 4, 0]
    options = ["-s", "start=rank", "-s", "bar=1d", "-t", "sos", "-f", "json"]
    told = json.loads(run("standings", str(EXAMPLES / "quay-cup.h9"), *options).stdout)
    assert told["standings"][0]["start"] == 30


def test_ratings_from_a_players_file(run, tmp_path):
    """Ratings for tie-breaks come from --players, else from the results."""
    players = tmp_path / "players.csv"
    players.write_text(
        "player,rating\nLotta,1500\nKalle,1400\nMaja,1300\nNils,1200\n", encoding="utf-8"
    )
    options = ["--event", "Spring Cup", "-t", "average-rating", "-p", str(players), "-f", "json"]
    told = json.loads(run("standings", CLUB, *options).stdout)
    assert told["standings"][0]["tie_breaks"] == [1300]


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ([CLUB], 2, "there are 2"),
        ([CLUB, "--event", "Sprung Cup"], 2, "did you mean Spring Cup"),
        ([REPORT, "-t", "bucholz"], 2, "did you mean buchholz"),
        ([REPORT, "-t", "buchholz:cuts=1"], 2, "cuts is not known here"),
        ([REPORT, "-s", "combine=best"], 2, "how many rounds count"),
        ([REPORT, "-s", "points=board"], 1, "needs a scoring system of boards"),
        ([REPORT, "--teams"], 1, "nothing says who plays for which team"),
        ([CON, "--scoring", "c-diplo"], 2, "did you mean"),
    ],
)
def test_what_cannot_be_done_is_said(run, options, code, words):
    """Every wrong use has its exit code and says what would be right."""
    done = run("standings", *options)
    assert done.exit_code == code
    assert words in done.stderr


def test_best_of_roles(run):
    """Who played each country best, by points, by centres, or by how the game ended."""
    options = [CON, "--scoring", "c-diplo-100", "--roles"]
    lines = run("standings", *options, "points").stdout.splitlines()
    assert lines[1].split() == ["Austria", "Gil", "2", "53", "14"]
    assert [line.split()[0] for line in lines[1:]] == [
        "Austria",
        "England",
        "France",
        "Germany",
        "Italy",
        "Russia",
        "Turkey",
        "Turkey",
        "Turkey",
    ]
    told = json.loads(run("standings", *options, "ending", "-f", "json").stdout)
    assert told["roles"][0]["player"] == "Gil"
    table = run("standings", *options, "score", "-f", "csv").stdout
    assert table.splitlines()[0] == "role,place,player,name,round,board,points,score"
    none = run("standings", REPORT, "--roles", "points")
    assert none.stdout == "the results tell no roles\n"


def test_teams(run, tmp_path):
    """With --teams the games of players make the standings of their teams."""
    path = tmp_path / "teams.csv"
    rows = ["event,round,board,player_1,player_2,result"]
    rows += ["E,1,1,A1,B1,1-0", "E,1,2,A2,B2,1/2-1/2"]
    path.write_text("\n".join(rows), encoding="utf-8")
    players = tmp_path / "players.csv"
    players.write_text("player,club\nA1,A\nA2,A\nB1,B\nB2,B\n", encoding="utf-8")
    options = ["--teams", "-p", str(players), "-t", "other-team-score", "-f", "json"]
    told = json.loads(run("standings", str(path), *options).stdout)
    assert [(row["player"], row["total"], row["tie_breaks"]) for row in told["standings"]] == [
        ("A", 2, [1.5]),
        ("B", 0, [0.5]),
    ]
    games = run("standings", str(path), "--teams", "-p", str(players), "-s", "points=scores")
    assert games.stdout.splitlines()[1].split() == ["1", "A", "1.5", "1.5"]
