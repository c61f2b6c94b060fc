"""``banzuke predict``: the chances of a game that is not played yet."""

from __future__ import annotations

import json

import pytest


def test_chances_of_teams(run, sample):
    """Each side has its players and its chance; the chances sum to 1."""
    sides = ["--sides", "Ania+Bartek v Celina + Darek", "--pool", "hearts"]
    done = run("predict", *sample("warlight").arguments, *sides, "-f", "json")
    document = json.loads(done.stdout)
    assert list(document) == ["rulebook", "as_of", "pool", "sides", "banzuke"]
    assert [side["players"] for side in document["sides"]] == [
        ["Ania", "Bartek"],
        ["Celina", "Darek"],
    ]
    assert sum(side["chance"] for side in document["sides"]) == pytest.approx(1.0, abs=1e-12)
    assert document["sides"][0]["chance"] > 0.5


def test_table(run, sample):
    """Chances are printed in percent with one decimal, and draws are mentioned."""
    done = run("predict", *sample("dash-baduk").arguments, "--sides", "Han vs Yun")
    lines = done.stdout.splitlines()
    assert lines[2].split() == ["side", "chance"]
    assert [line.split()[0] for line in lines[3:5]] == ["Han", "Yun"]
    assert all(line.endswith(" %") for line in lines[3:5])
    assert lines[-1] == "A draw counts half for each side."


def test_handicap_changes_the_chances(run, sample):
    """What a player receives helps."""

    def chance(*more: str) -> float:
        arguments = [*sample("dash-baduk").arguments, "--sides", "Han v Yun", "-f", "json", *more]
        return json.loads(run("predict", *arguments).stdout)["sides"][1]["chance"]

    assert chance("--handicap", "Yun=2") > chance()


@pytest.mark.parametrize(
    ("rules", "arguments", "message"),
    [
        ("othello-sweden", ["--sides", "Lotta v Kalle"], "does not forecast games"),
        ("dip-pouch", ["--sides", "Ada ROE v Bo LI"], "does not forecast games"),
        ("warlight", ["--sides", "Ania v Darek"], "say which, hearts or spades"),
        ("warlight", ["--sides", "Ania v Derek", "--pool", "hearts"], "did you mean Darek?"),
        ("warlight", ["--sides", "Ania", "--pool", "hearts"], "two sides or more"),
        ("warlight", ["--sides", "Ania v Ania", "--pool", "hearts"], "twice"),
        ("warlight", ["--sides", "Ania v ", "--pool", "hearts"], "two sides or more"),
        ("dash-baduk", ["--sides", "Han v Yun", "--handicap", "Bora=2"], "'Bora'"),
        ("dash-baduk", ["--sides", "Han v Yun", "--handicap", "Yun=two"], "no number"),
    ],
)
def test_wrong_use(run, sample, rules, arguments, message):
    """What cannot be forecast is refused with exit code 2."""
    done = run("predict", *sample(rules).arguments, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_an_assumed_rating_is_told(run, tmp_path):
    """Whose rating a forecast only assumes stands below it, and in JSON."""
    games = tmp_path / "games.csv"
    games.write_text("date,player_1,player_2,result\n2026-01-01,Ann,Bo,1-0\n", "utf-8")
    players = tmp_path / "players.csv"
    players.write_text("player,rating\nAnn,1700\n", "utf-8")
    asked = [
        "predict",
        str(games),
        "-r",
        "fide-standard",
        "-p",
        str(players),
        "--sides",
        "Ann v Bo",
    ]
    assert "Bo has no rating yet: the forecast assumes one." in run(*asked).stdout
    assert json.loads(run(*asked, "-f", "json").stdout)["assumed"] == ["Bo"]


@pytest.mark.parametrize(
    ("rules", "sides", "words"),
    [
        ("trueskill", "A v B", "A draw counts half for each side."),
        (
            "trueskill",
            "A v B v C",
            "The chance is to be first; sides that share the first place split it.",
        ),
        ("weng-lin", "A v B v C", "The chance is to be first."),
        ("plackett-luce", "A v B v C", "The chance is to be first."),
        ("elo", "A v B v C", "The chances of all sides sum to 1."),
    ],
)
def test_what_a_chance_is_of(run, tmp_path, rules, sides, words):
    """Of two sides a draw counts half; of more it is said what the chance is."""
    path = tmp_path / "games.csv"
    path.write_text("player_1,player_2,result\nA,B,1-0\nB,C,1-0\nC,A,1-0\n", "utf-8")
    done = run("predict", str(path), "--rules", rules, "--sides", sides)
    assert done.exit_code == 0
    assert words in done.stdout
