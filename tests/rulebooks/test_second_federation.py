"""Another federation with other numbers needs a TOML file and no code: one for each system."""

from __future__ import annotations

from datetime import date

import pytest

from banzuke.engine.rulebook import check_rulebook, load_rulebook
from banzuke.model.system import Period

DANISH = """\
format = 1
title = "Another Othello federation"
game = "Othello"
system = "exchange-table"
author = "A neighbour"

[parameters]
start_rating = 1200
empties = "to_winner"
draw_row = "own"
margins = [
  [0, 0],
  [2, 30],
  [32, 64],
]
rows = [
  { from = 101,            gains = [-8, -2, 4] },
  { from = 1, to = 100,    gains = [-3,  4, 9] },
  { from = 0, to = 0,      gains = [ 0, 10, 15] },
  { from = -100, to = -1,  gains = [ 3, 14, 20] },
  { to = -101,             gains = [ 8, 20, 30] },
]

[period]
kind = "day"
zone = "Europe/Copenhagen"

[display]
signed_change = true
"""

PRESS = """\
format = 1
title = "A circuit by places"
game = "Diplomacy, any board game with final places"
system = "percentile"

[parameters]
start_rating = 50
field = "placed"
ties = "mean"
base_value = 1
players_per_point = 5
players_per_point_one_round = 10
value_cap = 25
counted_from = 0
rounds_unknown = "several"
category_values = [
  { category = "world championship", value = 30 },
  { category = "friendly cup", value = 5, before_cutoff = false },
]

[counts]
except_events = ["Beginners' Day"]
from = 2015-01-01

[list]
least_games = 2
why_least_games = "fewer than two events"
active_days = 730

[display]
decimals = 1
"""

LADDER = """\
format = 1
title = "A club's ladder"
game = "Table tennis"
system = "elo"
pooling = "together"

[parameters]
start_rating = 1000
k = 20
scale = 480.0
k_share = "per opponent"
team_change = "split"

[pools.doubles]
k = 10

[start]
rating = 900

[[adjustment]]
on = 2020-08-01
every = "year"
title = "new season"
toward = 1000
share = 0.25

[[amendment]]
from = 2022-09-01
note = "a smaller k"
[amendment.parameters]
k = 16

[[example]]
title = "equals"
sides = [[1000], [1000]]
places = [1, 2]
after = [[1010], [990]]
"""

GO_CLUB = """\
format = 1
title = "A Go club with kyu and dan"
game = "Go"
system = "handicap-table"

[parameters]
rated_within = 2
standard_handicap_cap = 9
truncate = "total"
jigo = "mean"
regular_after = 5
switch_cap = 1500
switch_cut = "above_rank"
declared_rank = "bottom"
start_rank = "3 kyu"
ranks = [
  { name = "3 kyu", from = 0 },
  { name = "2 kyu", from = 500 },
  { name = "1 kyu", from = 800 },
  { name = "1 dan", from = 1400 },
]
classes = [
  { from = "3 kyu", to = "1 kyu", base = 80 },
  { from = "1 dan", to = "1 dan", base = 40 },
]
percents = [
  { c = -1, high_wins = 20, high_loses = -80, low_wins = 80, low_loses = -20 },
  { c =  0, high_wins = 50, high_loses = -50, low_wins = 50, low_loses = -50 },
  { c =  1, high_wins = 80, high_loses = -20, low_wins = 20, low_loses = -80 },
]

[display]
rank_table = "ranks"
regular_mark = "!"
regular_games = 5
"""


@pytest.fixture
def load(tmp_path):
    """Write a rulebook to a file, find nothing wrong with it, and load it."""

    def loaded(text: str):
        path = tmp_path / "federation.toml"
        path.write_text(text, encoding="utf-8")
        assert check_rulebook(path) == []
        return load_rulebook(path)

    return loaded


def test_another_exchange_table(load):
    """Another table, with other columns, rows and start."""
    rulebook = load(DANISH)
    parameters = rulebook.parameters
    assert rulebook.system.key == "exchange-table"
    assert parameters.margins == ((0, 0), (2, 30), (32, 64))
    assert [row.label for row in parameters.rows] == [
        "101 and up",
        "1..100",
        "0",
        "-100..-1",
        "-101 and down",
    ]
    assert [row.gains for row in parameters.rows][2] == (0, 10, 15)
    assert (parameters.start_rating, parameters.empties, parameters.draw_row) == (
        1200,
        "to_winner",
        "own",
    )
    assert (rulebook.period.kind, rulebook.period.zone) == (Period.DAY, "Europe/Copenhagen")
    rules = rulebook.system.rules(parameters, ())
    assert rules.gains.shape == (5, 3)


def test_another_percentile_ranking(load):
    """Other values of events, another way to count the players, other conditions of the list."""
    rulebook = load(PRESS)
    parameters = rulebook.parameters
    assert (parameters.start_rating, parameters.value_cap, parameters.ties) == (50, 25, "mean")
    assert [(one.category, one.value, one.before_cutoff) for one in parameters.category_values] == [
        ("world championship", 30, True),
        ("friendly cup", 5, False),
    ]
    assert rulebook.counts.except_events == ("Beginners' Day",)
    assert rulebook.counts.from_ == date(2015, 1, 1)
    assert (rulebook.list.least_games, rulebook.list.active_days) == (2, 730)
    assert rulebook.system.rules(parameters, ["World Championship"]).category_value.tolist() == [30]


def test_another_elo(load):
    """Other constants, a pool of its own, a yearly adjustment and an amendment."""
    rulebook = load(LADDER)
    assert (rulebook.parameters.k, rulebook.parameters.scale) == (20, 480)
    assert rulebook.pools["doubles"].k == 10
    assert rulebook.parameters_at(date(2022, 9, 1)).k == 16
    assert rulebook.parameters_at(date(2022, 9, 1), "doubles").k == 10
    assert rulebook.start == {"rating": 900}
    assert (rulebook.adjustments[0].every, rulebook.adjustments[0].share) == ("year", 0.25)
    assert rulebook.pooling == "together"
    assert rulebook.system.rules(rulebook.parameters, ()).team_change == 1


def test_another_handicap_table(load):
    """Other ranks of unequal width, other classes and a shorter table of percentages."""
    rulebook = load(GO_CLUB)
    parameters = rulebook.parameters
    assert [rank.name for rank in parameters.ranks] == ["3 kyu", "2 kyu", "1 kyu", "1 dan"]
    rules = rulebook.system.rules(parameters, ())
    assert rules.base.tolist() == [80, 80, 80, 40]
    assert rules.rank_of[[0, 499, 500, 1399, 1400]].tolist() == [0, 0, 1, 2, 3]
    assert rules.percents.shape == (3, 4)
    assert (parameters.rated_within, parameters.jigo, parameters.truncate) == (2, "mean", "total")
    assert (rulebook.display.regular_mark, rulebook.display.regular_games) == ("!", 5)
