"""What holds for every scoring system: names and order do not matter, and lines add up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.errors import BoardRefused
from banzuke.scoring.board import Board, board
from banzuke.scoring.scoring import Scoring, load_scoring, scoring_keys

#: What all powers together have on a board without a solo, where all 34 centres are owned.
SUMS = {
    "c-diplo-100": 100,
    "c-diplo-73": 100,
    "c-diplo-80": 80,
    "carnage": 28034,
    "carnage-dead-equal": 28034,
    "carnage-centre-count": 45028,
    "dixie": 590,
    "draw-size": 100,
    "half-tribute": 100,
    "janus": 100,
    "sum-of-squares": 100,
    "tribute": 100,
}


@st.composite
def boards(draw, owned=True, solo=None) -> Board:
    """Boards of seven powers; ``owned``: with all 34 centres, ``solo``: with or without one."""
    cuts = draw(st.lists(st.integers(0, 34), min_size=6, max_size=6))
    marks = [0, *sorted(cuts), 34]
    centres = [after - before for before, after in pairwise(marks)]
    if solo is False and max(centres) > 17:
        centres = [min(held, 17) for held in centres]
        centres[centres.index(min(centres))] += 34 - sum(centres)
    if solo is True and max(centres) < 18:
        # Who holds most takes what it needs from the others, one after another.
        top = centres.index(max(centres))
        for at in range(7):
            taken = min(centres[at], 18 - centres[top]) if at != top else 0
            centres[at], centres[top] = centres[at] - taken, centres[top] + taken
    if not owned:
        centres[draw(st.integers(0, 6))] = draw(st.integers(1, 3))
        centres = [held if sum(centres) <= 34 else held * 34 // sum(centres) for held in centres]
    ended = draw(st.integers(1901, 1915))
    out = [0 if held else draw(st.integers(1901, ended)) for held in centres]
    years = draw(st.lists(st.integers(1895, ended - 1), max_size=3, unique=True))
    earlier = {year: draw(st.lists(st.integers(0, 9), min_size=7, max_size=7)) for year in years}
    others = [board(draw(st.permutations([9, 8, 7, 6, 4, 0, 0])))]
    return board(centres, out=out, ended=ended, earlier=earlier, others=others)


def shuffled(played: Board, order: list[int]) -> Board:
    """The same board with its powers in another order."""
    return replace(
        played,
        powers=tuple(played.powers[at] for at in order),
        centres=tuple(played.centres[at] for at in order),
        out=tuple(played.out[at] for at in order),
        earlier=tuple((year, tuple(row[at] for at in order)) for year, row in played.earlier),
    )


def states_a_solo(scoring: Scoring, played: Board) -> bool:
    """Whether the system says what this board gives."""
    return scoring.solo is not None or scoring.winner(played) is None


@pytest.mark.parametrize("key", scoring_keys())
@given(played=boards(), order=st.permutations(range(7)))
def test_the_order_of_powers_does_not_matter(key, played, order):
    """Powers in another order have the same points, exactly."""
    scoring = load_scoring(key)
    if states_a_solo(scoring, played):
        points = scoring.points(played)
        assert scoring.points(shuffled(played, order)) == tuple(points[at] for at in order)


@pytest.mark.parametrize("key", scoring_keys())
@given(played=boards())
def test_lines_add_up(key, played):
    """The lines of a power add up to its points, and every line says something."""
    scoring = load_scoring(key)
    if not states_a_solo(scoring, played):
        with pytest.raises(BoardRefused, match="do not say what a solo gives"):
            scoring.explain(played)
        return
    for score in scoring.explain(played):
        assert sum((line.points for line in score.lines), Fraction(0)) == score.points
        assert all(line.name and line.points for line in score.lines)
        assert isinstance(score.points, Fraction)


@pytest.mark.parametrize("key", [key for key in scoring_keys() if key != "origins-1977"])
@given(played=boards())
def test_equal_powers_have_equal_points(key, played):
    """Powers that held the same in every year and went out together have the same points."""
    scoring = load_scoring(key)
    if not states_a_solo(scoring, played):
        return
    points = scoring.points(played)
    alike: dict[tuple, set[Fraction]] = {}
    for at, held in enumerate(played.centres):
        history = tuple(row[at] for _, row in played.earlier)
        alike.setdefault((held, played.out[at], history), set()).add(points[at])
    assert all(len(values) == 1 for values in alike.values())


@pytest.mark.parametrize("key", SUMS)
@given(played=boards(solo=False))
def test_sums_of_boards(key, played):
    """Systems that share a fixed sum share it whole, wherever all centres are owned."""
    scoring = load_scoring(key)
    assert sum(scoring.points(played)) == SUMS[key]


@pytest.mark.parametrize(
    ("key", "total"),
    [("carnage-centre-count", 45028), ("tribute", 100), ("janus", 100), ("draw-size", 100)],
)
@given(played=boards(solo=True))
def test_sums_of_solos(key, total, played):
    """After a solo these have the same sum as ever."""
    assert sum(load_scoring(key).points(played)) == total


@pytest.mark.parametrize("key", ["manorcon", "detour-09"])
def test_a_dead_power_moves_the_sum(key):
    """ManorCon and Detour09 come to 100 only while everybody lives."""
    scoring = load_scoring(key)
    living = board([5, 5, 5, 5, 5, 5, 4])
    dead = board([6, 6, 6, 6, 5, 5, 0], out={7: 1904}, ended=1907)
    assert sum(scoring.points(living)) == 100
    assert sum(scoring.points(dead)) != 100


@given(played=boards(solo=False))
def test_a_lone_leader_of_opentribute_has_ten_a_centre(played):
    """The published short forms hold: 10 a centre, and 34 + 4c less the top for survivors."""
    top = max(played.centres)
    if played.centres.count(top) > 1:
        return
    for held, points in zip(
        played.centres, load_scoring("opentribute").points(played), strict=True
    ):
        assert points == (10 * held if held == top else 34 + 4 * held - top if held else 0)


@pytest.mark.parametrize("key", scoring_keys())
@given(played=boards(owned=False))
def test_boards_with_neutrals_are_scored(key, played):
    """A board on which some centres belong to nobody has finite points as well."""
    scoring = load_scoring(key)
    if states_a_solo(scoring, played):
        assert all(abs(points) < 10**6 for points in scoring.points(played))
