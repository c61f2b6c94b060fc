"""Each kind of term, and every parameter and word that it takes, moves a known number."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest

from banzuke.model.parameters import checked
from banzuke.scoring.board import board
from banzuke.scoring.checking import Term
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.kind import Need
from banzuke.scoring.kinds import kinds
from banzuke.scoring.scoring import scored

#: Two on top, one dead; a lone leader and two dead in different years; a solo.
SHARED = board([9, 9, 8, 5, 3, 0], out={6: 1904}, ended=1907, draw=[1, 2])
LONE = board(
    [14, 9, 7, 4, 0, 0], out={5: 1906, 6: 1904}, ended=1908, earlier={1907: [13, 9, 8, 3, 1, 0]}
)
SOLO = board([18, 9, 7, 0, 0, 0], out=[0, 0, 0, 1907, 1905, 1905], ended=1908)
CROWD = board([6, 6, 6, 4, 4, 3])
TIED = board([8, 8, 7, 7, 4, 0], earlier={1906: [7, 8, 7, 7, 4, 1], 1905: [5, 4, 6, 7, 8, 4]})
NAMED = board(
    {"Austria": 9, "Italy": 5},
    others=[board({"Italy": 4, "Austria": 9}), board({"Italy": 3, "Russia": 5})],
)

#: kind, what is set, board, what is given; where there are two rows, the second differs in one.
GIVEN = [
    ("times-ahead", {}, LONE, [84, 45, 28, 12, 0, 0]),
    ("times-ahead", {"each": 0.5}, LONE, [42, 22.5, 14, 6, 0, 0]),
    ("times-ahead", {"counts": "highest"}, LONE, [84, 45, 32, 12, 2, 0]),
    ("ahead", {}, LONE, [50, 25, 17, 8, 0, 0]),
    ("ahead", {"each": 0.5}, LONE, [25, 12.5, 8.5, 4, 0, 0]),
    ("behind-top", {"points": [4, 2]}, LONE, [6, 0, 0, 0, 0, 0]),
    ("behind-top", {"points": [4, 2]}, SHARED, [0, 0, 4, 0, 0, 0]),
    ("by-number", {"points": [6, 4, 2]}, LONE, [6, 0, 0, 0, 0, 0]),
    ("by-number", {"points": [6, 4, 2]}, SHARED, [4, 4, 0, 0, 0, 0]),
    ("by-number", {"points": [6, 4, 2], "over": 3}, SHARED, ["4/3", "4/3", 0, 0, 0, 0]),
    ("by-number", {"points": [6, 4, 2], "who": "dead"}, LONE, [0, 0, 0, 0, 4, 4]),
    ("by-number", {"points": [6]}, SHARED, [0, 0, 0, 0, 0, 0]),
    ("centres", {"each": 2}, LONE, [28, 18, 14, 8, 0, 0]),
    ("centres", {"each": 2, "who": "leader"}, LONE, [28, 0, 0, 0, 0, 0]),
    ("centres", {"each": 1, "above": 8}, LONE, [6, 1, 0, 0, 0, 0]),
    ("centres", {"each": 1, "up_to": 8}, LONE, [8, 8, 7, 4, 0, 0]),
    ("centres", {"table": [5, 6, 7, 9]}, SHARED, [9, 9, 9, 9, 7, 0]),
    ("centres", {"each": 1, "table": [5, 6, 7, 9]}, SHARED, [18, 18, 17, 14, 10, 0]),
    ("centres", {"each": 3, "in_draw": True}, SHARED, [12, 12, 12, 6, 3, 0]),
    ("fixed", {"points": 2}, LONE, [2, 2, 2, 2, 2, 2]),
    ("fixed", {"points": 2, "who": "draw"}, SHARED, [2, 2, 0, 0, 0, 0]),
    ("for-dead", {"each": 2}, LONE, [4, 4, 4, 4, 0, 0]),
    ("for-dead", {"each": 2, "who": "top"}, LONE, [4, 0, 0, 0, 0, 0]),
    ("lasted", {}, LONE, [1, 1, 1, 1, 1, 0]),
    ("lasted", {"year": 1906}, LONE, [1, 1, 1, 1, 0, 0]),
    ("lasted", {"points": 3, "who": "dead"}, LONE, [0, 0, 0, 0, 3, 0]),
    ("lead", {}, LONE, [5, 0, 0, 0, 0, 0]),
    ("lead", {"each": 300}, LONE, [1500, 0, 0, 0, 0, 0]),
    ("lead", {}, SHARED, [0, 0, 0, 0, 0, 0]),
    ("limits", {"least": 1}, LONE, [1, 1, 1, 1, 1, 1]),
    ("limits", {"most": -1}, LONE, [-1, -1, -1, -1, -1, -1]),
    ("limits", {"least": 1, "who": "dead"}, LONE, [0, 0, 0, 0, 1, 1]),
    ("limits", {"least_a_year": 1}, LONE, [8, 8, 8, 8, 6, 4]),
    ("limits", {"least_a_year": 1, "counting": "excl"}, LONE, [7, 7, 7, 7, 5, 3]),
    ("near-top", {"points": 10}, SHARED, [5, 5, 0, 0, 0, 0]),
    ("near-top", {"points": 10, "shares": [2, 1]}, SHARED, [4, 4, 2, 0, 0, 0]),
    ("place", {"points": [30, 20, 10]}, LONE, [30, 20, 10, 0, 0, 0]),
    ("place", {"points": [30, 20, 10]}, SHARED, [25, 25, 10, 0, 0, 0]),
    ("place", {"points": [30, 20, 10], "ties": "low"}, SHARED, [20, 20, 10, 0, 0, 0]),
    ("place", {"points": [30, 20, 10], "ties": "low"}, CROWD, [10, 10, 10, 0, 0, 0]),
    ("place", {"points": [6, 5, 4, 3, 2, 1]}, LONE, [6, 5, 4, 3, 1.5, 1.5]),
    ("place", {"points": [6, 5, 4, 3, 2, 1], "dead": "by year"}, LONE, [6, 5, 4, 3, 2, 1]),
    ("place", {"points": [6, 5, 4, 3, 2, 1], "dead": "none"}, LONE, [6, 5, 4, 3, 0, 0]),
    ("place", {"points": [6, 5, 4, 3, 2, 1], "ties": "history"}, LONE, [6, 5, 4, 3, 2, 1]),
    ("place", {"points": [6, 5, 4, 3, 2, 1], "ties": "history"}, TIED, [5, 6, 3, 4, 2, 1]),
    (
        "place",
        {"points": [9, 8, 7, 6, 5, 4], "ties": "pairs", "pairs": [3, 2, 1]},
        CROWD,
        [7, 7, 7, 0, 0, 4],
    ),
    (
        "place",
        {"points": [9, 8, 7, 6, 5, 4], "ties": "pairs", "pairs": [3, 2, 1], "crowds": "pairs"},
        CROWD,
        [2, 2, 2, 0, 0, 4],
    ),
    ("place", {"points": [12, 6, 3], "draw_first": True}, SHARED, [9, 9, 3, 0, 0, 0]),
    ("place", {"points": [12, 6, 3], "draw_first": True}, SOLO, [12, 6, 3, 0, 0, 0]),
    (
        "proportional",
        {},
        CROWD,
        ["3600/149", "3600/149", "3600/149", "1600/149", "1600/149", "900/149"],
    ),
    ("proportional", {"points": 34, "square": 0, "each": 1}, SHARED, [9, 9, 8, 5, 3, 0]),
    ("proportional", {"points": 10, "square": 0, "constant": 1}, LONE, [2.5, 2.5, 2.5, 2.5, 0, 0]),
    (
        "proportional",
        {"points": 12, "square": 0, "constant": 1, "dead_weigh": True},
        LONE,
        [2, 2, 2, 2, 0, 0],
    ),
    ("same-power", {}, NAMED, [0, 2]),
    ("same-power", {"each": 3, "who": "others"}, NAMED, [0, 6]),
    ("shared", {"points": 10}, SHARED, [5, 5, 0, 0, 0, 0]),
    ("shared", {"points": 10, "who": "alive"}, SHARED, [2, 2, 2, 2, 2, 0]),
    ("shared", {"points": 10, "most": 1}, SHARED, [0, 0, 0, 0, 0, 0]),
    ("years", {"each": 0.5}, LONE, [0, 0, 0, 0, 3, 2]),
    ("years", {"each": 0.5, "counting": "excl"}, LONE, [0, 0, 0, 0, 2.5, 1.5]),
    ("years", {"each": 0.5, "most": 2.5}, LONE, [0, 0, 0, 0, 2.5, 2]),
    ("years", {"each": 1, "who": "others"}, SOLO, [0, 8, 8, 7, 5, 5]),
]

#: What moves points that are there: kind, what is set, board, points before, points after.
MOVED = [
    ("rounded", {}, ["5/2", "-5/2", "1/3", "0", "7/2", "1"], [3, -3, 0, 0, 4, 1]),
    (
        "rounded",
        {"rounding": "half_even"},
        ["5/2", "-5/2", "1/3", "0", "7/2", "1"],
        [2, -2, 0, 0, 4, 1],
    ),
    ("rounded", {"decimals": 1}, ["1/3", "1", "1", "1", "1", "1"], ["3/10", 1, 1, 1, 1, 1]),
    ("rounded", {"who": "dead"}, ["1/3"] * 6, ["1/3", "1/3", "1/3", "1/3", 0, 0]),
    ("scaled", {"total": 100}, [5, 5, 5, 5, 5, 0], [20, 20, 20, 20, 20, 0]),
    ("scaled", {"total": 100}, [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]),
    ("scaled", {"times": 1.5}, [2, 4, 0, 0, 0, -2], [3, 6, 0, 0, 0, -3]),
    ("scaled", {"times": 0.5, "who": "leader"}, [2, 4, 0, 0, 0, 0], [1, 4, 0, 0, 0, 0]),
    ("tribute", {}, [10] * 6, [52, -4, -4, -4, 10, 10]),
    ("tribute", {"free": 6}, [10] * 6, [34, 2, 2, 2, 10, 10]),
    ("tribute", {"free": 6, "each": 0.5}, [10] * 6, [22, 6, 6, 6, 10, 10]),
    ("tribute", {"free": 6, "most_shared": 20}, [10] * 6, [25, 5, 5, 5, 10, 10]),
    ("tribute", {"free": 6, "most_part": 0.5}, [10, 10, 20, 4, 0, 0], [25, 5, 12, 2, 0, 0]),
    ("tribute", {"by": "gap"}, [10] * 6, [25, 5, 5, 5, 10, 10]),
    ("tribute", {"by": "distance"}, [10] * 6, [32, 5, 3, 0, 10, 10]),
    ("tribute", {"by": "distance", "who": "all"}, [10] * 6, [60, 5, 3, 0, -4, -4]),
]

#: The same where two are on top: one power is one behind, one 4, one 6, one dead.
ON_SHARED = [
    ("tribute", {"by": "distance"}, [0] * 6, ["11/2", "11/2", -1, -4, -6, 0]),
    ("tribute", {"by": "distance", "shared_top": "nothing"}, [0] * 6, [0, 0, 0, 0, 0, 0]),
    (
        "tribute",
        {"by": "distance", "shared_top": "squared"},
        [0] * 6,
        ["11/4", "11/4", -1, -4, -6, 0],
    ),
    ("tribute", {"by": "distance", "rounded_down": True}, [0] * 6, [5, 5, -1, -4, -6, 0]),
]


def term(kind: str, said: dict) -> Term:
    """A term of a kind, with what is set."""
    filled, faults = checked(kinds()[kind].parameters, said)
    assert faults == []
    assert filled is not None
    return Term("it", kinds()[kind], filled)


def exactly(numbers) -> list[Fraction]:
    """Numbers, or fractions as texts, as exact ones."""
    return [Fraction(str(number)) for number in numbers]


@pytest.mark.parametrize(("kind", "said", "played", "points"), GIVEN)
def test_what_a_kind_gives(kind, said, played, points):
    """A term gives each power what its kind says."""
    winner = 0 if played is SOLO or played is NAMED else None
    scores = scored(Ending(played, winner, 1900), [term(kind, said)])
    assert [score.points for score in scores] == exactly(points)


@pytest.mark.parametrize(
    ("kind", "said", "before", "after", "played"),
    [(*row, LONE) for row in MOVED] + [(*row, SHARED) for row in ON_SHARED],
)
def test_how_a_kind_moves_points(kind, said, before, after, played):
    """A term that moves points leaves each power with what its kind says."""
    one = term(kind, said)
    so_far = exactly(before)
    parts = one.kind.points(Ending(played, None, 1900), one.parameters, so_far)
    moved = [has + part.points for has, part in zip(so_far, parts, strict=True)]
    assert moved == exactly(after)
    assert so_far == exactly(before)


@pytest.mark.parametrize("key", kinds())
def test_every_parameter_is_shown_to_move_something(key):
    """Each parameter of a kind, and each word that one takes, stands in a row above."""
    rows = [(kind, said) for kind, said, *_ in [*GIVEN, *MOVED, *ON_SHARED]]
    for name, field in kinds()[key].parameters.model_fields.items():
        values = {str(said[name]) for kind, said in rows if kind == key and name in said}
        assert values or field.default is Group.ALL, name
        words = {str(word) for word in get_args(field.annotation) if isinstance(word, str)}
        assert words <= values | {str(field.default)}, name


def test_kinds_are_called_by_their_files():
    """The key of a kind is the name of its file, and its texts are there."""
    for key, kind in kinds().items():
        module = kind.parameters.__module__.rpartition(".")[2]
        assert module.replace("_", "-") == key
        assert kind.title
        assert kind.summary.endswith(".")


@pytest.mark.parametrize(
    ("kind", "said", "needs"),
    [
        ("fixed", {"who": "draw"}, {Need.DRAW}),
        ("fixed", {}, set()),
        ("shared", {"who": "top"}, set()),
        ("by-number", {"who": "draw"}, {Need.DRAW}),
        ("centres", {"in_draw": True}, {Need.DRAW}),
        ("place", {"points": [1], "dead": "by year"}, {Need.ORDER}),
        ("place", {"points": [1], "ties": "history"}, {Need.EARLIER}),
        ("place", {"points": [1], "draw_first": True}, {Need.DRAW}),
        ("years", {"each": 1}, {Need.OUT}),
        ("years", {"each": 1, "who": "others"}, {Need.OUT, Need.END}),
        ("limits", {"least_a_year": 1}, {Need.OUT, Need.END}),
        ("limits", {"least": 1}, set()),
        ("lasted", {}, {Need.OUT}),
        ("lasted", {"who": "alive"}, set()),
        ("same-power", {}, {Need.ROUND}),
        ("lead", {}, set()),
    ],
)
def test_what_a_kind_asks_for(kind, said, needs):
    """A term asks for what its settings need, and for nothing else."""
    assert term(kind, said).needs == needs
