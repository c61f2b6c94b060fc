"""Tables that do not hold every case exactly once say which of their rows is wrong."""

from __future__ import annotations

import pytest

from banzuke.model.parameters import checked
from banzuke.systems import system

EXCHANGE = system("exchange-table").parameters
HANDICAP = system("handicap-table").parameters

THREE = [{"from": 1, "gains": [1]}, {"from": 0, "to": 0, "gains": [0]}, {"to": -1, "gains": [2]}]
LADDER = [{"name": "2K", "from": 0}, {"name": "1K", "from": 300}, {"name": "1D", "from": 600}]
CLASSES = [{"from": "2K", "to": "1K", "base": 100}, {"from": "1D", "to": "1D", "base": 50}]
FAIR = {"c": 0, "high_wins": 50, "high_loses": -50, "low_wins": 50, "low_loses": -50}
PLUS = {"c": 1, "high_wins": 70, "high_loses": -30, "low_wins": 30, "low_loses": -70}
MINUS = {"c": -1, "high_wins": 30, "high_loses": -70, "low_wins": 70, "low_loses": -30}


def faults(model, **values) -> list[str]:
    """All faults as ``place: what (right)``."""
    _, found = checked(model, values)
    return [
        f"{'.'.join(map(str, fault.where))}: {fault.what}" + f" ({fault.right})" * bool(fault.right)
        for fault in found
    ]


def test_sound_tables():
    """Tables in any order of their rows are sound."""
    assert faults(EXCHANGE, rows=THREE, margins=[[0, 64]]) == []
    assert faults(EXCHANGE, rows=THREE[::-1], margins=[[0, 64]]) == []
    assert faults(EXCHANGE, rows=[{"gains": [1]}], margins=[[0, 64]]) == []
    assert faults(HANDICAP, ranks=LADDER, classes=CLASSES, percents=[PLUS, MINUS, FAIR]) == []


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], "rows: the table has no rows (one row for each range of leads)"),
        (THREE[1:], "rows.0: no row holds a lead above 0 (leave out the to of the highest row)"),
        (THREE[:2], "rows.1: no row holds a lead below 0 (leave out the from of the lowest row)"),
        (
            [THREE[0], THREE[2]],
            (
                "rows.1: no row holds 0, between -1 and down and 1 and up "
                "(each lead belongs to one row)"
            ),
        ),
        (
            [{"from": 5, "gains": [1]}, *THREE[1:]],
            "rows.1: no row holds 1..4, between 0 and 5 and up (each lead belongs to one row)",
        ),
        (
            [THREE[0], {"from": 0, "gains": [0]}, THREE[2]],
            (
                "rows.1: rows 0 and up and 1 and up overlap "
                "(each lead belongs to one row; a row without from or to is open on that side)"
            ),
        ),
        (
            [*THREE, {"gains": [1]}],
            (
                "rows.3: rows without bounds and 0 overlap (each lead belongs to "
                "one row; a row without from or to is open on that side)"
            ),
        ),
        (
            [THREE[0], {"from": 0, "to": -1, "gains": [1]}],
            "rows.1: row 0..-1 is upside down (from = -1, to = 0)",
        ),
        (
            [THREE[0], THREE[1], {"to": -1, "gains": [1, 2]}],
            "rows.2: row -1 and down has 2 numbers (one for each of the 1 columns of margins)",
        ),
        (
            [{**row, "gains": [1, 2]} for row in THREE],
            "margins: there are 1 columns, but every row has 2 numbers (one number a column)",
        ),
        (
            [{"from": 10**9, "gains": [1]}],
            (
                "rows.0.from: 1000000000 is not allowed (a whole number, at least -100000, at "
                "most 100000)"
            ),
        ),
        (
            [{"gains": [10**9]}],
            (
                "rows.0.gains.0: 1000000000 is not allowed "
                "(a whole number, at least -100000, at most 100000)"
            ),
        ),
        (
            [{"gains": [1.5]}],
            "rows.0.gains.0: 1.5 is not allowed (a whole number, at least -100000, at most 100000)",
        ),
        ([{"form": 1, "gains": [1]}], "rows.0.form: form is not known here (did you mean from?)"),
        (
            [{"from": 1}],
            (
                "rows.0.gains: gains is missing "
                "(a list, each a whole number, at least -100000, at most 100000)"
            ),
        ),
        ([5], "rows.0: 5 is not allowed (a table with from, to, gains)"),
    ],
)
def test_rows_of_the_exchange_table(rows, found):
    """Gaps, overlaps, open ends and lengths are told at the row that has them."""
    assert found in faults(EXCHANGE, rows=rows, margins=[[0, 64]])


@pytest.mark.parametrize(
    ("margins", "total", "found"),
    [
        ([], 64, ["margins: the table has no columns (one for each range of margins, as [4, 10])"]),
        (
            [[0, 62]],
            64,
            ["margins.0: no column holds a margin of 64 (scores that add up to 64 can have it)"],
        ),
        (
            [[2, 64]],
            64,
            ["margins.0: no column holds a margin of 0 (scores that add up to 64 can have it)"],
        ),
        ([[0, 64]], 9, []),
        ([[1, 9]], 9, []),
        (
            [[1, 7]],
            9,
            ["margins.0: no column holds a margin of 9 (scores that add up to 9 can have it)"],
        ),
        ([[0, 3]], 0, []),
        (
            [[0, 64]],
            1000,
            [
                (
                    "margins.0: no column holds a margin of 66..1000 "
                    "(scores that add up to 1000 can "
                    "have it)"
                )
            ],
        ),
        ([[10, 0]], 64, ["margins.0: column 10..0 is upside down ([0, 10])"]),
        (
            [[-2, 64]],
            64,
            ["margins.0: column -2..64 is out of reach (margins lie between 0 and 100000)"],
        ),
        (
            [[0, 10**9]],
            64,
            ["margins.0: column 0..1000000000 is out of reach (margins lie between 0 and 100000)"],
        ),
        (
            [[0]],
            64,
            ["margins.0: the list has the wrong length (a list of 2, each a whole number)"],
        ),
        (
            [[0, 1, 2]],
            64,
            ["margins.0: the list has the wrong length (a list of 2, each a whole number)"],
        ),
    ],
)
def test_columns_of_the_exchange_table(margins, total, found):
    """Columns apart, in reach, and one for each margin that the scores can have."""
    assert faults(EXCHANGE, margins=margins, score_total=total) == found


def test_gap_between_columns():
    """A gap is told at the column after it, an overlap at the later of the two."""
    rows = [{"gains": [1, 2, 3]}]
    assert faults(EXCHANGE, rows=rows, margins=[[0, 0], [4, 10], [20, 64]]) == [
        "margins.1: no column holds a margin of 2 (scores that add up to 64 can have it)",
        "margins.2: no column holds a margin of 12..18 (scores that add up to 64 can have it)",
    ]
    assert faults(EXCHANGE, rows=rows, margins=[[0, 4], [4, 10], [8, 64]]) == [
        "margins.1: columns 0..4 and 4..10 both hold 4 (each margin belongs to one column)",
        "margins.2: columns 4..10 and 8..64 both hold 8..10 (each margin belongs to one column)",
    ]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"ranks": []}, "ranks: there are no ranks (at least one, the weakest first)"),
        (
            {"ranks": [*LADDER, {"name": "2D", "from": 600}]},
            "ranks.3: rank 2D must begin above 1D (at 601 or more)",
        ),
        (
            {"ranks": [*LADDER, {"name": "1 dan", "from": 900}]},
            "ranks.3: rank 1 dan stands here twice (one row a rank)",
        ),
        (
            {"ranks": [*LADDER, {"name": "2D", "from": 900}]},
            "ranks.3: no class holds rank 2D (add it to a row of classes)",
        ),
        (
            {"ranks": [{"name": "2K", "from": 100}, *LADDER[1:]]},
            "ranks.0: no rank holds the floor, 0 (begin 2K there)",
        ),
        (
            {"ranks": [{"name": "", "from": 0}]},
            "ranks.0.name: '' is not allowed (a text, not empty)",
        ),
        ({"start_rank": "9K"}, "start_rank: '9K' is not a rank (2K to 1D)"),
        (
            {"classes": [{"from": "3K", "to": "1D", "base": 1}]},
            "classes.0: class 3K..1D names '3K', which is not a rank (2K to 1D)",
        ),
        (
            {"classes": [CLASSES[0], {"from": "1D", "to": "1K", "base": 1}]},
            "classes.1: class 1D..1K is upside down (the weaker rank comes first)",
        ),
        (
            {"classes": [CLASSES[0], {"from": "1D", "to": "1K", "base": 1}]},
            "classes.1: classes 2K..1K and 1D..1K both hold 1K (each rank belongs to one class)",
        ),
        ({"classes": CLASSES[1:]}, "ranks.0: no class holds rank 2K (add it to a row of classes)"),
        ({"percents": []}, "percents: the table has no rows (one row a handicap difference)"),
        (
            {"percents": [FAIR, FAIR]},
            "percents.1: C = 0 stands here twice (one row a handicap difference)",
        ),
        (
            {"percents": [FAIR, PLUS]},
            "percents.1: row C = 1 has no mirror (a row C = -1 with the roles exchanged)",
        ),
        (
            {"percents": [{**MINUS, "c": -2}, FAIR, {**PLUS, "c": 2}]},
            "percents.0: there is no row for C = -1 (one row each)",
        ),
        (
            {"percents": [MINUS, FAIR, {**PLUS, "high_wins": 71}]},
            (
                "percents.2: row C = 1 is not row C = -1 with the roles exchanged (high_wins = "
                "70, high_loses = -30)"
            ),
        ),
        (
            {"percents": [{**FAIR, "high_wins": -50}]},
            (
                "percents.0: row C = 0 lets a win lose, a loss gain, or neither move (wins from "
                "0 up, losses from 0 down, not both 0)"
            ),
        ),
        (
            {"percents": [{**FAIR, "c": 10**9}]},
            (
                "percents.0.c: 1000000000 is not allowed (a whole number, at least -1000, at "
                "most 1000)"
            ),
        ),
    ],
)
def test_handicap_table(values, found):
    """Ranks, classes and percentages are told at the row that is wrong."""
    whole = {"ranks": LADDER, "classes": CLASSES, "percents": [MINUS, FAIR, PLUS], **values}
    assert found in faults(HANDICAP, **whole)


def test_faults_of_one_table_do_not_hide_those_of_another():
    """Wrong values, unknown names and faults of several tables are told together."""
    found = faults(
        HANDICAP,
        ranks=[*LADDER, LADDER[0]],
        percents=[PLUS],
        classes=CLASSES,
        rated_within="4",
        x=1,
    )
    assert [one.partition(":")[0] for one in found] == [
        "x",
        "ranks.3",
        "ranks.3",
        "percents.0",
        "rated_within",
    ]
