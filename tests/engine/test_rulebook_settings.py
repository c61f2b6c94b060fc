"""Settings of a rulebook: what ``--set`` changes, what it refuses, and the list of them."""

from __future__ import annotations

from datetime import date

import pytest

from banzuke.engine.rulebook import Setting, load_rulebook, rulebook_keys
from banzuke.engine.rulebook_settings import setting_names
from banzuke.model.errors import ParameterRefused, UnknownName
from banzuke.model.system import Period


@pytest.fixture
def amended(tmp_path):
    """A rulebook with pools and amendments that change what is set."""
    path = tmp_path / "club.toml"
    path.write_text(
        'format = 1\nextends = "warlight"\n'
        "[pools.blitz]\nk = 10\nscale = 200\n"
        "[[amendment]]\nfrom = 2020-01-01\nparameters.k = 20\n"
        "[[amendment]]\nfrom = 2021-01-01\nparameters.scale = 300\npools.blitz.k = 5\n"
    )
    return path


@pytest.mark.parametrize(
    ("name", "given", "part", "value"),
    [
        ("k", 16, "parameters.k", 16.0),
        ("k", "16", "parameters.k", 16.0),
        ("parameters.k", "16.5", "parameters.k", 16.5),
        ("ranking", "first", "parameters.ranking", "first"),
        ("ranking", '"first"', "parameters.ranking", "first"),
        ("duels", "in turn", "parameters.duels", "in turn"),
        ("pooling", "together", "pooling", "together"),
        ("period.kind", "month", "period.kind", Period.MONTH),
        ("period.zone", "Europe/Oslo", "period.zone", "Europe/Oslo"),
        ("counts.from", "2020-01-01", "counts.from_", date(2020, 1, 1)),
        ("counts.until", date(2020, 1, 1), "counts.until", date(2020, 1, 1)),
        ("counts.events", "Autumn Cup, Oslo", "counts.events", ("Autumn Cup, Oslo",)),
        ("counts.events", '["A", "B"]', "counts.events", ("A", "B")),
        ("counts.statuses", ["played", "forfeit"], "counts.statuses", ("played", "forfeit")),
        ("counts.statuses", ("bye",), "counts.statuses", ("bye",)),
        ("display.decimals", "2", "display.decimals", 2),
        ("display.signed_change", "true", "display.signed_change", True),
        ("list.ranks", "1223", "list.ranks", "1223"),
        ("list.provisional_mark", "5", "list.provisional_mark", "5"),
        ("list.provisional_mark", "P\n", "list.provisional_mark", "P\n"),
        ("list.tie_order", "games", "list.tie_order", ("games",)),
        ("start.rating", "1500", "start", {"rating": 1500.0}),
    ],
)
def test_a_setting_is_set(name, given, part, value):
    """Names of all parts and values of all kinds, as TOML, as text or as they are in Python."""
    found = load_rulebook("warlight", {name: given})
    for step in part.split("."):
        found = getattr(found, step)
    assert found == value


def test_tables_are_set_as_toml():
    """A table may be given as TOML; together with what must go with it."""
    rulebook = load_rulebook(
        "othello-sweden",
        {
            "margins": "[[0, 0], [1, 64]]",
            "rows": "[{from=1, gains=[0, 1]}, {from=0, to=0, gains=[0, 2]}, {to=-1, gains=[0,3]}]",
        },
    )
    assert [row.label for row in rulebook.parameters.rows] == ["1 and up", "0", "-1 and down"]


def test_a_parameter_holds_everywhere(amended):
    """A parameter that is set is not overridden by a pool or an amendment; others stay."""
    rulebook = load_rulebook(amended, {"k": "40"})

    def at(day: date, pool: str) -> tuple[float, float]:
        parameters = rulebook.parameters_at(day, pool)
        return parameters.k, parameters.scale

    assert at(date(2019, 1, 1), "") == (40, 400)
    assert at(date(2020, 1, 1), "blitz") == (40, 200)
    assert at(date(2022, 1, 1), "") == (40, 300)
    assert [amendment.from_ for amendment in rulebook.amendments] == [date(2021, 1, 1)]


def test_a_parameter_of_one_pool(amended):
    """``pools.NAME.PARAMETER`` changes that pool, and is refused for one that is not there."""
    rulebook = load_rulebook(amended, {"pools.blitz.scale": 100})
    assert rulebook.pools["blitz"].scale == 100
    assert rulebook.parameters.k == 32


def test_settings_of_settings(amended):
    """Settings go on top of those of a rulebook that was already changed, which stays as it is."""
    one = load_rulebook(amended, {"k": 40})
    two = load_rulebook(one, {"scale": 100})
    assert (one.parameters.k, one.parameters.scale) == (40, 400)
    assert (two.parameters.k, two.parameters.scale) == (40, 100)
    assert two.key == "club"
    assert len({load_rulebook(amended).hash, one.hash, two.hash}) == 3


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("kk", "did you mean k?"),
        ("list.least_game", "did you mean list.least_games"),
        ("lists.ranks", "did you mean list.ranks?"),
        ("period.knid", "did you mean period.kind?"),
        ("counts.from_", "did you mean counts.from?"),
        ("start.ratings", "did you mean start.rating"),
        ("pools.first.rankings", "did you mean pools.first.ranking?"),
        ("pools.k", "did you mean"),
        ("title", "known: "),
        ("parameters", "did you mean"),
        ("", "known: "),
    ],
)
def test_unknown_settings(name, near):
    """An unknown name raises UnknownName with the nearest known ones."""
    with pytest.raises(UnknownName) as caught:
        load_rulebook("warlight", {name: 1})
    assert f"no setting is called {name!r}" in str(caught.value)
    assert near.removesuffix("?") in str(caught.value) or "known: " in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "settings", "message"),
    [
        ("warlight", {"k": -3}, "k: -3 is not allowed (a number, at least 0)"),
        ("warlight", {"k": "abc"}, "k: 'abc' is not allowed (a number, at least 0)"),
        ("warlight", {"k": True}, "k: true is not allowed (a number, at least 0)"),
        ("warlight", {"k": float("nan")}, "k: nan is not allowed (a number, at least 0)"),
        ("warlight", {"k": None}, "k: nothing is not allowed (a number, at least 0)"),
        ("warlight", {"k": [1]}, "k: a list is not allowed (a number, at least 0)"),
        ("warlight", {"ranking": "frist"}, "ranking: 'frist' is not allowed (all, first or"),
        ("warlight", {"pooling": "x"}, "pooling: 'x' is not allowed (separate or together)"),
        (
            "warlight",
            {"pools.first.k": -1},
            "pools.first.k: -1 is not allowed (a number, at least 0)",
        ),
        (
            "dip-pouch",
            {"period.kind": "day"},
            "period.kind: percentile cannot rate by day (event)",
        ),
        (
            "warlight",
            {"period.kind": "evnt"},
            "period.kind: 'evnt' is not allowed (game, round, event, day, week, month or year)",
        ),
        ("warlight", {"period.zone": "Oslo"}, "period.zone: 'Oslo' is not a time zone ("),
        (
            "warlight",
            {"counts.statuses": "playd"},
            "counts.statuses[1]: 'playd' is not allowed (played, forfeit, ",
        ),
        ("othello-sweden", {"start.rating": 0.5}, "start.rating: 0.5 is not a whole number ("),
        (
            "othello-sweden",
            {"margins": [[0, 62]]},
            (
                "margins: there are 1 columns, but every row has 9 numbers (one number a column); "
                "margins[1]: no column holds a margin of 64 (scores that add up to 64 can have it)"
            ),
        ),
        ("othello-sweden", {"rows": []}, "rows: the table has no rows (one row for each range of"),
        ("dash-baduk", {"start_rank": "9D"}, "start_rank: '9D' is not a rank (18K to 7D)"),
    ],
)
def test_refused_values(rules, settings, message):
    """A value that is not taken raises ParameterRefused with the value and the range."""
    with pytest.raises(ParameterRefused) as caught:
        load_rulebook(rules, settings)
    assert str(caught.value).startswith(message)


def test_all_refused_values_are_told():
    """Several refused values are told together."""
    with pytest.raises(ParameterRefused, match=r"display.decimals: 99 .*; k: -1 .*; scale: 0 "):
        load_rulebook("warlight", {"k": -1, "scale": 0, "display.decimals": 99})


@pytest.mark.parametrize("key", rulebook_keys())
def test_every_setting_is_listed_and_can_be_set(key):
    """``settings()`` lists each name that ``--set`` takes, and each takes its own value."""
    rulebook = load_rulebook(key)
    listed = {setting.name: setting for setting in rulebook.settings()}
    kept = {f"start.{column.name}" for column in rulebook.told_columns}
    names = {
        name
        for name in setting_names(rulebook.system, {})
        if not name.startswith("start.") or name in kept
    }
    assert names <= set(listed)
    assert all(name.startswith("pools.") for name in set(listed) - names)
    for setting in listed.values():
        assert setting.meaning
        if setting.value is not None:
            assert load_rulebook(key, {setting.name: setting.value}).key == key


def test_a_listed_setting():
    """A setting has its value, default, unit, meaning and range, and whether it was set."""
    listed = {setting.name: setting for setting in load_rulebook("warlight", {"k": 16}).settings()}
    assert listed["k"] == Setting(
        name="k",
        value=16.0,
        default=32.0,
        unit="points",
        meaning="most that one duel can move a rating",
        accepts="a number, at least 0",
        was_set=True,
    )
    assert not listed["display.signed_change"].was_set
    assert not listed["start.rating"].was_set
    assert listed["pools.first.ranking"].value == "first"
    assert "pools.first.k" not in listed
    assert listed["period.kind"].default is Period.GAME
    assert listed["period.kind"].accepts == "game, round, event, day, week, month or year"
