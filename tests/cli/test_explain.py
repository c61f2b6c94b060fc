"""``banzuke explain``: a change, term by term."""

from __future__ import annotations

import json

import pytest

import banzuke

KEYS = [
    "player",
    "name",
    "pool",
    "event",
    "before",
    "terms",
    "inputs",
    "change",
    "after",
    "shown_before",
    "shown_after",
    "shown_parts",
    "rated",
    "why",
    "games",
]
ASKED = {
    "othello-sweden": ["--player", "Lotta"],
    "dash-baduk": ["--player", "Han", "--game", "1"],
    "warlight": ["--player", "Ania", "--pool", "spades"],
    "dip-pouch": ["--player", "Ada ROE", "--event", "Open"],
}


@pytest.mark.parametrize("rules", ASKED)
def test_json_adds_up(run, sample, rules):
    """The terms add up to the change, and the change leads from before to after."""
    done = run("explain", *sample(rules).arguments, *ASKED[rules], "--format", "json")
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    kind = "event" if "event" in told else "game"
    keys = [kind if key == "event" else key for key in KEYS]
    assert list(told) == [*keys, "rulebook", "as_of", "banzuke"]
    assert told["rulebook"]["hash"] == banzuke.load_rulebook(rules).hash
    for term in told["terms"] + told["inputs"]:
        assert list(term) == ["name", "value", "unit", "source", "cell"]
    total = 0.0
    for term in told["terms"]:
        total += term["value"]
    assert told["terms"]
    assert total == told["change"]
    assert told["after"] == pytest.approx(told["before"] + told["change"], abs=1e-9)


@pytest.mark.parametrize("rules", ASKED)
def test_table_adds_up(run, sample, rules):
    """The printed terms add up to the printed change, to the digit."""
    done = run("explain", *sample(rules).arguments, *ASKED[rules])
    lines = done.stdout.split("\n\n")[1].splitlines()
    before = float(lines[1].split()[-1])
    numbers = [[part for part in line.split("  ") if part.strip()] for line in lines[2:]]
    change = next(row for row in numbers if row[0] == "change")
    terms = numbers[: numbers.index(change)]
    assert sum(float(row[1]) for row in terms) == pytest.approx(float(change[1]), abs=1e-9)
    assert float(numbers[-1][1]) == pytest.approx(before + float(change[1]), abs=1e-9)


def test_what_was_not_rated_says_why(run, sample):
    """A game that is not rated changes nothing, and the reason is given."""
    done = run("explain", *sample("dash-baduk").arguments, "--player", "Han", "--game", "4")
    assert "Not rated: friendly" in done.stdout
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "Lota"], "did you mean Lotta?"),
        (["--player", "Lotta", "--event", "Spring Cap"], "did you mean Spring Cup?"),
        (["--player", "Lotta", "--game", "7"], "no game is called '7'"),
        (["--player", "Lotta", "--pool", "blitz"], "no pool is called 'blitz'"),
        ([], "--player"),
    ],
)
def test_unknown_names(run, sample, arguments, message):
    """A name that is not there is wrong use, and near ones are offered."""
    done = run("explain", *sample("othello-sweden").arguments, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_several_ratings_have_to_be_told_apart(run, sample):
    """A player with a rating in several pools is explained in one of them."""
    one = sample("warlight")
    header, *rows = one.results.read_text(encoding="utf-8").splitlines()
    lines = [f"{header},event", *(f"{row},Evening" for row in rows)]
    one.results.write_text("\n".join(lines), encoding="utf-8")
    asked = ["explain", *one.arguments, "--player", "Ania", "--event", "Evening"]
    done = run(*asked)
    assert done.exit_code == 2
    assert "hearts or spades" in done.stderr
    told = json.loads(run(*asked, "--pool", "hearts", "-f", "json").stdout)
    assert (told["pool"], told["rated"], told["why"]) == ("hearts", True, "")


@pytest.mark.parametrize(("pool", "game"), [("hearts", "1"), ("spades", "2")])
def test_newest_of_a_pool(run, sample, pool, game):
    """With a pool, its newest game is explained, whatever was played in another one since."""
    asked = ["explain", *sample("warlight").arguments, "--player", "Ania", "--pool", pool]
    told = json.loads(run(*asked, "-f", "json").stdout)
    assert (told["pool"], told["game"], told["rated"]) == (pool, game, True)
