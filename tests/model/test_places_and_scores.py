"""Places against scores: refused where one column must be wrong, told where less is better."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ResultsRefused
from builders import results

HEADER = "game player place score"


def refusals(text: str) -> list[str]:
    """What is wrong with a table."""
    with pytest.raises(ResultsRefused) as caught:
        results(text)
    return [str(problem) for problem in caught.value.problems]


def test_one_game_against_another():
    """Where one game follows its scores and another does not, the other is refused."""
    assert refusals(f"{HEADER}\n1 A 1 9\n1 B 2 3\n2 A 1 10\n2 B 2 20") == [
        (
            "row 3, column place: place 2 with score 20, but place 1 with score 10 (places that "
            "follow the scores; a score that decides no place under another name)"
        )
    ]


def test_most_games_decide_which_is_wrong():
    """Among games in which less is better the one in which more is better is refused."""
    text = f"{HEADER}\n1 A 1 68\n1 B 2 70\n2 A 2 73\n2 B 1 71\n3 A 1 80\n3 B 2 70"
    (problem,) = refusals(text)
    assert problem.startswith("row 5, column place: place 2 with score 70, but place 1 with")


def test_one_game_against_itself():
    """Scores that rise and fall from place to place fit neither way."""
    assert len(refusals(f"{HEADER}\n1 A 1 10\n1 B 2 20\n1 C 3 15")) == 1


def test_less_is_better():
    """Where the lower score is the better in all games, it is read and told."""
    came = results(f"{HEADER}\n1 A 1 68\n1 B 2 70\n2 A 2 73\n2 B 1 71")
    assert [str(warning) for warning in came.warnings] == [
        "column score: the lower score has the better place in every game: the places are taken"
    ]
    assert came.entries.place.tolist() == [1, 2, 1, 2]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}\n1 A 1 20\n1 B 2 20\n1 C 3 10",
        f"{HEADER}\n1 A 1 20\n1 B . .\n2 A 1 2\n2 B 2 1",
        f"{HEADER} status\n1 A 1 1 forfeit\n1 B 2 3 forfeit\n2 A 1 3 .\n2 B 2 1 .",
        f"{HEADER} side\n1 A 1 10 x\n1 B 1 1 x\n1 C 2 5 y\n1 D 2 50 y\n2 A 1 2 x\n2 B 2 1 y",
        "event player place score\nE A 1 20\nE B 2 10\nE C . 50",
    ],
)
def test_what_is_no_contradiction(text):
    """Ties broken, nobody's score, forfeits, members with scores of their own, the unplaced."""
    if "B . ." in text:
        assert all("place is missing" in problem for problem in refusals(text))
    else:
        assert results(text).warnings == ()


def test_standings_are_held_to_their_scores():
    """Points of a tournament decide its places, in every event of a file or in none."""
    header = "event player place score"
    assert len(refusals(f"{header}\nE A 1 20\nE B 2 10\nF A 1 10\nF B 2 20")) == 1


@given(
    games=st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=5), min_size=1, max_size=4),
    lower=st.booleans(),
)
def test_places_made_of_scores_never_contradict(games, lower):
    """Whichever way a table ranks its scores, if it always does so it is read."""
    lines = [
        f"{game} P{number} {1 + sum(other < mine if lower else other > mine for other in scores)} "
        f"{mine}"
        for game, scores in enumerate(games)
        for number, mine in enumerate(scores)
    ]
    told = results("\n".join([HEADER, *lines])).warnings
    differ = any(len(set(scores)) > 1 for scores in games)
    assert len(told) == (lower and differ)


def test_a_system_that_reads_scores_refuses_other_places():
    """Where scores are rated, places may not say that somebody else won, or that nobody did."""
    for places, scores, fits in (
        ((1, 2), (40, 24), True),
        ((1, 2), (24, 40), False),
        ((1, 2), (32, 32), False),
        ((1, 1), (32, 32), True),
        ((1, 1), (34, 30), False),
    ):
        rows = [
            {"game": "1", "event": "E", "player": name, "place": place, "score": score}
            for name, place, score in zip("AB", places, scores, strict=True)
        ]
        if fits:
            assert len(bz.rate(rows, "othello-sweden")) == 2
        else:
            with pytest.raises(ResultsRefused, match="the places say something else"):
                bz.rate(rows, "othello-sweden")
