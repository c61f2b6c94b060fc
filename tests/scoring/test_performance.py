"""Performances: by the tables of the federation, and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.scoring.performance import expected, perfect_performance, performance
from crosstables import column, table

EVENT = """
1 2w1 3w= 4b1
2 1b0 4w1 3b1
3 4b= 1b= 2w0
4 3w= 2b0 1w0
"""
RATINGS = {"1": 2400, "2": 2300, "3": 2201, "4": 2100}


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (100, 64), (392, 92), (735, 99), (736, 100), (-800, 0)],
)
def test_expected_score(difference, hundredths):
    """The rows of the table begin and end where it says."""
    assert expected(difference) == hundredths


def test_performance_adds_the_table():
    """2½ of 3 against 2200 on average is 83 hundredths: 273 above."""
    assert performance(Fraction(5, 2), [2300, 2200, 2100]) == 2473
    assert performance(Fraction(1, 2), [2300, 2200, 2100]) == 1927
    assert performance(Fraction(3), [2300, 2200, 2100]) == 3000


def test_perfect_performance_is_the_lowest_rating():
    """One point of two against 2000 twice: 2000 - 3 is expected a point already."""
    assert perfect_performance(Fraction(1), [2000, 2000]) == 1997
    assert perfect_performance(Fraction(0), [2000, 2100]) == 1200
    assert perfect_performance(Fraction(2), [2000, 2000]) == 2736


@given(
    st.lists(st.integers(1000, 2800), min_size=1, max_size=9).flatmap(
        lambda ratings: st.tuples(st.just(ratings), st.integers(1, 2 * len(ratings)))
    )
)
def test_perfect_performance_expects_the_score(case):
    """At the perfect performance the score is expected, a point lower it is not."""
    ratings, halves = case
    score = Fraction(halves, 2)
    found = perfect_performance(score, ratings)
    assert sum(expected(found - rating) for rating in ratings) >= score * 100
    assert sum(expected(found - 1 - rating) for rating in ratings) < score * 100


@pytest.mark.parametrize(
    ("tie_break", "expected_values"),
    [
        ("average-rating", [2200, 2234, 2267, 2300]),
        ({"key": "average-rating", "cut": 1}, [2251, 2301, 2350, 2350]),
        ({"key": "average-rating", "median": 1}, [2201, 2201, 2300, 2300]),
        ("performance", [2473, 2359, 2142, 2027]),
        ("opponents-performance", [2176, 2214, 2286, 2325]),
    ],
)
def test_ratings_of_opponents(tie_break, expected_values):
    """Averages and performances of four players, by hand."""
    assert column(table(EVENT, tie_break, ratings=RATINGS)) == expected_values


def test_averages_of_performances_agree():
    """The mean perfect performance of opponents is that of the single ones."""
    alone = column(table(EVENT, "perfect-performance", ratings=RATINGS))
    of_opponents = column(table(EVENT, "opponents-perfect-performance", ratings=RATINGS))
    assert abs(of_opponents[0] - sum(alone[1:]) / 3) <= Fraction(1, 2)


def test_nobody_has_a_rating_average_if_one_has_none():
    """One missing rating takes the tie-break away, unless something stands for it."""
    known = {name: rating for name, rating in RATINGS.items() if name != "4"}
    for key in ("average-rating", "performance", "opponents-performance"):
        assert column(table(EVENT, key, ratings=known)) == [None] * 4
        instead = {"key": key, "unrated": 2100}
        assert column(table(EVENT, instead, ratings=known)) == column(
            table(EVENT, key, ratings=RATINGS)
        )
