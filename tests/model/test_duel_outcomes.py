"""How duels ended: every way to say it alone, and every two of them against each other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from banzuke.model.errors import ResultsRefused
from builders import results


def placed(text: str) -> list[list[tuple[str, int]]]:
    """(player, place) of each entry of each game of a table."""
    came = results(text)
    first = came.first.tolist()
    return [
        [
            (came.players[came.entries.player[entry]], int(came.entries.place[entry]))
            for entry in range(begin, end)
        ]
        for begin, end in pairwise(first)
    ]


def refusals(text: str) -> list[str]:
    """What is wrong with a table."""
    with pytest.raises(ResultsRefused) as caught:
        results(text)
    return [str(problem) for problem in caught.value.problems]


WAYS = {
    "A": ("A", "B", "1-0", "3", "1"),
    "B": ("B", "A", "0-1", "1", "3"),
    "draw": ("draw", ".", "1/2-1/2", "2", "2"),
    "nothing": (".", ".", ".", ".", "."),
}
COLUMNS = {"winner": (0,), "loser": (1,), "result": (2,), "score_1 score_2": (3, 4)}


def row(said: dict[str, str]) -> str:
    """A table of one game of A and B in which each column says how it ended."""
    cells = [WAYS[ended][at] for column, ended in said.items() for at in COLUMNS[column]]
    return f"player_1 player_2 {' '.join(said)}\nA B {' '.join(cells)}"


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("ended", ["A", "B", "draw"])
def test_each_way_alone(column, ended):
    """A winner, a loser, a result or scores say it alone."""
    if column == "loser":
        # That somebody lost says who won, but nobody's loss does not say that it was a draw.
        if ended == "draw":
            return
        said = {"winner": "nothing", "loser": ended}
    else:
        said = {column: ended}
    first, second = (1, 1) if ended == "draw" else (1, 2)
    names = ["B", "A"] if ended == "B" else ["A", "B"]
    assert placed(row(said)) == [list(zip(names, (first, second), strict=True))]


@pytest.mark.parametrize("one", COLUMNS)
@pytest.mark.parametrize("other", COLUMNS)
def test_each_way_against_each_other(one, other):
    """Where two columns disagree the row is refused, with both of what they say."""
    if one == other:
        return
    for ended, against in (("A", "B"), ("B", "A"), ("draw", "A"), ("B", "draw")):
        if (one, ended) == ("loser", "draw") or (other, against) == ("loser", "draw"):
            continue
        said = {one: ended, other: against}
        if "loser" in said and "winner" not in said:
            said["winner"] = "nothing"
        (problem,) = refusals(row(said))
        assert ", but the " in problem, problem
        agreeing = {name: ended for name in said if name != "loser" or ended != "draw"}
        assert placed(row(agreeing))


def test_both_values_are_told():
    """The words of a refusal hold what each column says."""
    assert refusals("player_1 player_2 score_1 score_2 winner\nA B 1 0 B") == [
        (
            "row 0, column score_1: the scores are 1-0, but the winner is 'B' (one of them mended; "
            "or status forfeit, if the game was not decided by play)"
        )
    ]
    assert refusals("winner loser result\nA B 0-1")[0].startswith(
        "row 0, column winner: the winner is 'A', but the result is '0-1'"
    )
    assert refusals("winner loser score_1 score_2\nA B 0 1")[0].startswith(
        "row 0, column score_1: the scores are 0-1, but the winner is 'A'"
    )


def test_a_winner_who_did_not_play():
    """A winner is one of the two players; a misspelt one is no third."""
    found = refusals("player_1 player_2 winner\nA B C\nA B A")
    assert found == [
        (
            "row 0, column winner: 'C' is neither of the two players (the name of one of them, or "
            "player_1, player_2 or draw; of votes model_a, model_b, tie or both_bad)"
        )
    ]


@pytest.mark.parametrize("status", ["forfeit", "walkover", "void"])
def test_a_forfeit_explains_a_contradiction(status):
    """Who led may have given up: what was declared holds, unless the game is to be rated."""
    header = "player_1 player_2 score_1 score_2 winner status rated"
    assert placed(f"{header}\nA B 3 1 B {status} .") == [[("B", 1), ("A", 2)]]
    assert len(refusals(f"{header}\nA B 3 1 B {status} yes")) == 1
    assert len(refusals(f"{header}\nA B 3 1 B friendly .")) == 1


def test_unfinished_games_have_scores():
    """A game broken off is void whatever the scores were, but has no winner."""
    came = results("player_1 player_2 score_1 score_2 result\nA B 0 0 *\nA B 3 1 *")
    assert came.games.status.tolist() == [5, 5]
    assert came.entries.place.tolist() == [0, 0, 0, 0]
    assert "the winner is 'A', but the result is '*'" in refusals("winner loser result\nA B *")[0]


def test_one_of_two_players_beside_winner_and_loser():
    """A second name of one player only says nothing that could be trusted."""
    assert "player_2 missing" in refusals("player_1 winner loser\nA A B")[0]


@pytest.mark.parametrize("first", ["player_1", "model_a"])
def test_a_winner_by_side(first):
    """A vote names its winner by the column; both bad is a tie, like any tie."""
    second = {"player_1": "player_2", "model_a": "model_b"}[first]
    words = [first, second, "tie", "both_bad", "tie(bothbad)", "A"]
    table = "\n".join(f"A B {word}" for word in words)
    won, lost, tie = [("A", 1), ("B", 2)], [("B", 1), ("A", 2)], [("A", 1), ("B", 1)]
    found = placed(f"{first} {second} winner\n{table}")
    assert sorted(found) == sorted([won, lost, tie, tie, tie, won])


def test_a_loser_by_side():
    """A loser, too, may be named by the column."""
    table = "player_1 player_2 winner loser\nA B . player_2"
    assert placed(table) == [[("A", 1), ("B", 2)]]


def test_who_is_called_so_goes_before_the_word():
    """A player who is really called as a side or a tie is named is that player."""
    assert placed("player_1 player_2 winner\nA player1 player1") == [[("player1", 1), ("A", 2)]]
    assert placed("player_1 player_2 winner\nTie B Tie") == [[("Tie", 1), ("B", 2)]]


def test_an_unknown_vote_is_refused():
    """A word of which nobody said what it means is no tie and no win."""
    found = refusals("model_a model_b winner\nA B assistant\nA B model_a")
    assert "'assistant' is neither of the two players" in found[0]
