"""Every reading of a source that is a setting moves a known number, and so does every setting.

``READINGS`` names the open points of the four sources (D, W, O, B) and the settings that hold
them; what is no setting has a reason. ``ALIVE`` changes each setting and names both numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import polars as pl
import pytest

import banzuke as bz
from banzuke.workflows.outputs import Wanted, publish

Row = dict[str, Any]
Value = float | str


@dataclass(frozen=True)
class Fact:
    """Why an open point is no setting."""

    reason: str


#: Settings of a system that have their known numbers in its own file of tests, all of them.
RECKONED = {("warlight", name) for name in type(bz.load_rulebook("elo").parameters).model_fields}
RECKONED.add(("warlight", "pools.first.ranking"))

#: How often each source leaves something open: D1 to D19, W1 to W16, ...
POINTS = {"D": 19, "W": 16, "O": 12, "B": 19}
BOOKS = {"D": "dip-pouch", "W": "warlight", "O": "othello-sweden", "B": "dash-baduk"}

READINGS: dict[str, tuple[str, ...] | Fact] = {
    "D1": ("ties",),
    "D2": ("field",),
    "D3": ("display.decimals", "display.rounding"),
    "D4": ("period.day",),
    "D5": ("period.day",),
    "D6": ("counted_from",),
    "D7": ("category_values",),
    "D8": ("cap_category_values",),
    "D9": ("rounds_unknown",),
    "D10": ("field",),
    "D11": ("list.least_games",),
    "D12": ("counts.from", "counts.until"),
    "D13": Fact("the national list is the same ratings, filtered when it is asked for"),
    "D14": ("list.ranks", "list.tie_order"),
    "D15": ("counts.events", "counts.except_events"),
    "D16": Fact("a damaged name is repaired by the importer of the page, and told"),
    "D17": Fact("how the page fuses labels and values is the importer's knowledge"),
    "D18": Fact("there is one total order of results: date, then event"),
    "D19": Fact("what is impossible in a list is refused by all rulebooks alike"),
    "W1": ("duels",),
    "W2": ("k_share",),
    "W3": ("shared_places",),
    "W4": ("shared_first",),
    "W5": ("team_change",),
    "W6": ("ranking", "team_rating"),
    "W7": ("pooling",),
    "W8": ("ranking",),
    "W9": ("display.decimals",),
    "W10": ("period.kind",),
    "W11": ("counts.statuses",),
    "W12": ("counts.statuses",),
    "W13": Fact("a worked sample: it is among the golden values"),
    "W14": ("team_rating",),
    "W15": Fact("results may give points instead of places; equal points are a tie"),
    "W16": ("display.rounding",),
    "O1": ("draw_row",),
    "O2": ("score_total", "empties"),
    "O3": ("empties",),
    "O4": ("counts.statuses",),
    "O5": ("start_rating",),
    "O6": Fact("the rows have whole bounds: other ratings are refused"),
    "O7": Fact("every game that is entered counts; one that should not has another status"),
    "O8": ("period.kind", "period.day"),
    "O9": ("start_rating",),
    "O10": ("display.signed_change",),
    "O11": Fact("negative numbers of the table are the table's own"),
    "O12": ("rows",),
    "B1": ("ranks",),
    "B2": ("classes",),
    "B3": ("truncate",),
    "B4": ("stones_per_rank", "standard_handicap_cap"),
    "B5": Fact("what a stone is lies in how the column handicap is filled"),
    "B6": Fact(
        "row -C mirrors row C, so that it does not matter; percents that do not are refused"
    ),
    "B7": ("rated_within",),
    "B8": ("new_member_games",),
    "B9": ("list.least_games",),
    "B10": ("regular_after",),
    "B11": ("switch_cut", "switch_cap"),
    "B12": ("declared_rank", "start_rank"),
    "B13": Fact("any rank may be declared; the cut at the switch limits it"),
    "B14": Fact("all of a game is computed from the values before it"),
    "B15": ("jigo",),
    "B16": ("floor",),
    "B17": Fact("spelling of the source: rank names are read in any spelling"),
    "B18": Fact("there is one function from R.P to rank"),
    "B19": ("counts.statuses",),
}


def look(
    book: str,
    rows: list[Row],
    parameters: Mapping[str, Any],
    *,
    players: list[Row] | None = None,
    player: str = "A",
    what: str = "rating",
) -> Value:
    """One value of a player's row in the list; "refused" where the results are."""
    try:
        ratings = bz.rate(
            pl.DataFrame(rows, infer_schema_length=None, strict=False),
            book,
            None if players is None else pl.DataFrame(players, infer_schema_length=None),
            parameters=parameters,
        )
    except bz.DataRefused:
        return "refused"
    listed, unlisted = ratings.listing
    for table in (listed, unlisted):
        found = table.filter(pl.col("player") == player).to_dicts()
        if found:
            row = {"why": "", "rank": "", **found[0]}
            return row[what] if isinstance(row[what], str) else float(row[what])
    return "not there"


def event(places: Mapping[str, int | None], **facts: Any) -> list[Row]:
    """The standings of one event, by default a World Championship of as many as are listed."""
    common = {
        "event": "E",
        "date": date(2010, 5, 2),
        "event_players": len(places),
        "event_rounds": 3,
        "event_category": "world championship",
        **facts,
    }
    return [{"player": player, "place": place, **common} for player, place in places.items()]


def dip(places: Mapping[str, int | None], **facts: Any) -> Callable[[Mapping[str, Any]], Value]:
    """The rating of A after one event."""
    return lambda parameters: look("dip-pouch", event(places, **facts), parameters)


def duel(one: str, two: str, result: str = "1-0", **more: Any) -> Row:
    """A game of two."""
    return {"player_1": one, "player_2": two, "result": result, **more}


def elo(
    rows: list[Row],
    ratings: Mapping[str, float] | None = None,
    player: str = "A",
    what: str = "rating",
) -> Callable[[Mapping[str, Any]], Value]:
    """A value of a player after games by the rulebook warlight."""
    known = [{"player": name, "rating": float(value)} for name, value in (ratings or {}).items()]

    def scene(parameters: Mapping[str, Any]) -> Value:
        return look("warlight", rows, parameters, players=known or None, player=player, what=what)

    return scene


def game(*sides: str, places: list[int], key: str = "1") -> list[Row]:
    """A game of several sides; ``A+B`` is a pair."""
    return [
        {"game": key, "player": name, "side": side, "place": place}
        for side, place in zip(sides, places, strict=True)
        for name in side.split("+")
    ]


def warnings_of_unlike_teams(parameters: Mapping[str, Any]) -> Value:
    """How many warnings a game of a pair against one player has."""
    rows = game("A+B", "C", places=[1, 2])
    return float(len(bz.rate(rows, "warlight", parameters=parameters).warnings))


def discs(one: int, two: int, lead: int = 0, **more: Any) -> Callable[[Mapping[str, Any]], Value]:
    """The rating of A, who leads B, 1000, by ``lead``, after an Othello game."""
    rows = [
        {"event": "E", "player_1": "A", "player_2": "B", "score_1": one, "score_2": two, **more}
    ]
    known = [{"player": "A", "rating": 1000.0 + lead}, {"player": "B", "rating": 1000.0}]
    return lambda parameters: look("othello-sweden", rows, parameters, players=known)


def stones(
    one: tuple[int, int],
    two: tuple[int, int],
    result: str = "1-0",
    *,
    what: str = "rating",
    **more: Any,
) -> Callable[[Mapping[str, Any]], Value]:
    """A value of A after a game of two members (R.P, games) of the Baduk server."""
    known = [
        {"player": name, "rating": float(points), "games": float(games)}
        for name, (points, games) in (("A", one), ("B", two))
    ]

    def scene(parameters: Mapping[str, Any]) -> Value:
        rows = [duel("A", "B", result, **more)]
        return look("dash-baduk", rows, parameters, players=known, what=what)

    return scene


def declared(rank: str | None, what: str = "rating") -> Callable[[Mapping[str, Any]], Value]:
    """A value of A, who declares a rank and draws with a 1D."""
    known = [{"player": "A", "rank": rank}, {"player": "B", "rank": "1D"}]
    rows = [duel("A", "B", "1/2-1/2")]
    return lambda parameters: look("dash-baduk", rows, parameters, players=known, what=what)


@dataclass(frozen=True)
class Alive:
    """A setting, the number that shows it, and that number when the setting is another.

    given : settings that hold both times
    """

    book: str
    setting: str
    scene: Callable[[Mapping[str, Any]], Value]
    before: Value
    other: Any
    after: Value
    given: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.book} {self.setting} = {str(self.other)[:30]}"


FOUR = {"A": 1, "B": 2, "C": 3, "D": 4}
TIED: dict[str, int | None] = {"A": 1, "B": 1, "C": 3, "D": 4}
LISTED: dict[str, int | None] = {"A": 1, "B": 2, "C": 3, "D": None}
ONE: dict[str, int | None] = {"A": 1}
ORDINARY = {"event_category": ""}
# First of 28, from 40: P = 98.2142857...; V = 10 where there are several rounds.
FIRST_OF_28 = {**ORDINARY, "event_players": 28}
# Two events: E from the 1st to the 5th, in which A was last of 4, and F on the 3rd, first of 4.
OVERLAPPING = [
    *event({"B": 1, "C": 2, "D": 3, "A": 4}, date=date(2010, 5, 1), event_end=date(2010, 5, 5)),
    *event(FOUR, event="F", date=date(2010, 5, 3), event_end=date(2010, 5, 3)),
]
TWO_YEARS = [*event(FOUR), *event(FOUR, event="F", date=date(2011, 5, 2))]
NEW_YEAR = {**ORDINARY, "event_players": 28, "date": date(2000, 12, 30)}


def two_events(what: str = "rating") -> Callable[[Mapping[str, Any]], Value]:
    """A value of A, who was first of 4 in E (2010) and in F (2011)."""
    return lambda parameters: look("dip-pouch", TWO_YEARS, parameters, what=what)


def position(parameters: Mapping[str, Any]) -> Value:
    """Where A, whose surname sorts last, stands in the list with B, who shares the first place."""
    rows = [{**row, "sort_name": "z" if row["player"] == "A" else "a"} for row in event(TIED)]
    ratings = bz.rate(rows, "dip-pouch", parameters=parameters)
    return float(ratings.listing.listed["player"].to_list().index("A"))


def printed(parameters: Mapping[str, Any]) -> Value:
    """The change of A in the printed list, after a win by 34-30 of 1180 against 1040."""
    rows = [{"event": "E", "player_1": "A", "player_2": "B", "score_1": 34, "score_2": 30}]
    ratings = bz.rate(rows, "othello-sweden", {"A": 1180.0, "B": 1040.0}, parameters=parameters)
    line = next(line for line in publish(ratings, Wanted()).splitlines() if " A " in line)
    return line.split()[-1]


DIP, ELO, DISCS, GO = BOOKS.values()
UP = {"first": 49.5, "second": 57.1}
ELO_4 = {"A": 1300.0, "B": 1500.0, "C": 1200.0, "D": 1100.0}
FIRST_OF_4 = game("A", "B", "C", "D", places=[1, 2, 3, 4])
SIX = game("A", "B", "C", "D", "E", "F", places=[1, 2, 3, 4, 5, 6])
PAIRS = game("A+B", "C+D", places=[1, 2])
OF_PAIRS = {"A": 1400.0, "B": 1200.0, "C": 1300.0, "D": 1250.0}
THREE = {"A": 1300.0, "B": 1200.0, "C": 1100.0}
STAMPED = {**FIRST_OF_28, "date": "2001-01-01T03:30:00+00:00"}
TWO_POOLS = [duel("A", "B", pool="chess"), duel("A", "B", pool="spades")]
ONE_POOL = [duel("A", "B", pool="chess")]
TWICE = [duel("A", "B", event="E", game="1"), duel("A", "B", event="E", game="2")]
IDLE = [duel("A", "B", date=date(2010, 1, 1)), duel("C", "D", date=date(2012, 1, 1))]
# Columns: 2 and 4 together; rows: three numbers in all.
COLUMNS = [[0, 0], [2, 4], [6, 10], [12, 20], [22, 30], [32, 40], [42, 50], [52, 60], [62, 64]]
ROWS = [
    {"from": 1, "gains": [1] * 9},
    {"from": 0, "to": 0, "gains": [2] * 9},
    {"to": -1, "gains": [3] * 9},
]
NAMES = [f"{kup}K" for kup in range(18, 0, -1)] + [f"{dan}D" for dan in range(1, 8)]
LATER_5D = [
    {"name": name, "from": 6700 if name == "5D" else 300 * number}
    for number, name in enumerate(NAMES)
]
KUP_150 = [{"from": "18K", "to": "1K", "base": 150}, {"from": "1D", "to": "7D", "base": 100}]
PERCENTS = [
    {"c": c, "high_wins": 50 + 15 * c, "high_loses": 15 * c - 50}
    | {"low_wins": 50 - 15 * c, "low_loses": -50 - 15 * c}
    for c in range(-3, 4)
]


def othello(*games: tuple[str, int, int], **days: date) -> list[Row]:
    """Games of A and B: (event, discs of A, discs of B); ``days`` by event."""
    return [
        {
            "event": name,
            "game": str(number),
            "player_1": "A",
            "player_2": "B",
            "score_1": one,
            "score_2": two,
            "date": days.get(name, date(2010, 5, 3)),
            "event_end": days.get(f"{name}_end", days.get(name, date(2010, 5, 3))),
        }
        for number, (name, one, two) in enumerate(games)
    ]


DAYS = {"E": date(2010, 5, 1), "E_end": date(2010, 5, 5), "F": date(2010, 5, 3)}

OLD_LOSSES: list[Row] = [
    {"date": date(year, 1, 1), "game": f"{year}{mine}", "player_1": "A", "player_2": "B"}
    | {"score_1": mine, "score_2": 8}
    for year, mine in ((2025, 14), (2020, 4), (2020, 6))
]


ALIVE = [
    # Percentile: A, from 40, first of 4 in a World Championship: P = 87.5, new = 49.5.
    Alive(DIP, "start_rating", dip(FOUR), 49.5, 50.0, 57.5),
    Alive(DIP, "ties", dip(TIED), 49.5, "mean", 47.0),
    Alive(DIP, "ties", dip(TIED), 49.5, "worst", 44.5),
    Alive(DIP, "field", dip(LISTED, event_players=10), 51.0, "listed", 49.5),
    Alive(DIP, "field", dip(LISTED, event_players=10), 51.0, "placed", 48.0 + 2 / 3),
    Alive(DIP, "base_value", dip(ONE, **FIRST_OF_28), 45.82142857142857, 3.0, 46.40357142857143),
    Alive(
        DIP, "players_per_point", dip(ONE, **FIRST_OF_28), 45.82142857142857, 7.0, 43.49285714285714
    ),
    Alive(
        DIP,
        "players_per_point_one_round",
        dip(ONE, **FIRST_OF_28, event_rounds=1),
        43.49285714285714,
        3.5,
        45.82142857142857,
    ),
    Alive(DIP, "value_cap", dip(ONE, **ORDINARY, event_players=100), 48.925, 10.0, 45.95),
    Alive(DIP, "cap_category_values", dip(FOUR), 49.5, True, 47.125),
    Alive(DIP, "counted_from", dip(ONE, **NEW_YEAR), 40.0, 2000, 45.82142857142857),
    Alive(DIP, "counted_from", dip(ONE, **NEW_YEAR), 40.0, 0, 45.82142857142857),
    Alive(
        DIP,
        "rounds_unknown",
        dip(ONE, **FIRST_OF_28, event_rounds=None),
        "refused",
        "one",
        43.49285714285714,
    ),
    Alive(
        DIP,
        "rounds_unknown",
        dip(ONE, **FIRST_OF_28, event_rounds=None),
        "refused",
        "several",
        45.82142857142857,
    ),
    Alive(DIP, "category_values", dip(FOUR), 49.5, [], 40 + 47.5 * (4 / 3.5 + 2) / 100),
    Alive(
        DIP,
        "category_values",
        dip(FOUR, date=date(1997, 3, 30)),
        49.5,
        [{"category": "world championship", "value": 20.0, "before_cutoff": False}],
        40.0,
    ),
    Alive(
        DIP,
        "period.day",
        dip(ONE, **NEW_YEAR, event_end=date(2001, 1, 1)),
        45.82142857142857,
        "first",
        40.0,
    ),
    # F, then E: 49.5 and 42.1; E, then F: 34.5 and 45.1.
    Alive(DIP, "period.day", lambda p: look(DIP, OVERLAPPING, p), 42.1, "first", 45.1),
    Alive(DIP, "period.zone", dip(ONE, **STAMPED), 45.82142857142857, "America/New_York", 40.0),
    Alive(DIP, "counts.from", two_events(), UP["second"], date(2011, 1, 1), UP["first"]),
    Alive(DIP, "counts.until", two_events(), UP["second"], date(2010, 12, 31), UP["first"]),
    Alive(DIP, "counts.events", two_events(), UP["second"], ["F"], UP["first"]),
    Alive(DIP, "counts.except_events", two_events(), UP["second"], ["F"], UP["first"]),
    Alive(DIP, "counts.categories", two_events("why"), "", ["cup"], "no rated game"),
    Alive(DIP, "counts.statuses", dip(FOUR, status="friendly"), 40.0, ["played", "friendly"], 49.5),
    # A win of 2025 and two losses of 2020, by Massey: (6 - 2 x 3) / 3 / 2; old ones weigh half.
    Alive(
        "massey",
        "counts.ages",
        lambda p: look("massey", OLD_LOSSES, p),
        0.0,
        [{"months": 12, "weight": 1.0}, {"months": 0, "weight": 0.5}],
        0.75,
    ),
    Alive(DIP, "display.decimals", two_events("shown"), "57.10", 1, "57.1"),
    Alive(
        DIP,
        "display.rounding",
        lambda p: look(DIP, event(TIED), p, what="shown"),
        "45",
        "half_even",
        "44",
        given={"display.decimals": 0, "ties": "worst"},
    ),
    Alive(
        DIP,
        "display.rounding",
        lambda p: look(DIP, event(TIED), p, what="shown"),
        "50",
        "down",
        "49",
        given={"display.decimals": 0},
    ),
    Alive(DIP, "display.value", two_events("shown"), "57.10", "100 - rating", "42.90"),
    Alive(
        DIP,
        "list.least_games",
        lambda p: look(DIP, TWO_YEARS, p, what="why"),
        "",
        3,
        "no counted event yet",
    ),
    Alive(
        DIP,
        "list.least_games",
        lambda p: look(DIP, event(ONE, **NEW_YEAR), p, what="why"),
        "no counted event yet",
        0,
        "",
    ),
    Alive(
        DIP,
        "list.why_least_games",
        lambda p: look(DIP, event(ONE, **NEW_YEAR), p, what="why"),
        "no counted event yet",
        "too few",
        "too few",
    ),
    Alive(
        DIP,
        "list.ranks",
        lambda p: look(DIP, event(TIED), p, player="C", what="rank"),
        3.0,
        "1223",
        2.0,
    ),
    Alive(DIP, "list.tie_order", position, 1.0, ["player"], 0.0),
    Alive(DIP, "start.rating", dip(FOUR), 49.5, 50.0, 57.5),
    Alive(DIP, "start.games", two_events("games"), 2.0, 5.0, 7.0),
    # Elo: the numbers of the golden values.
    Alive(ELO, "start_rating", elo([duel("A", "B")]), 1216.0, 1000.0, 1016.0),
    Alive(ELO, "k", elo([duel("A", "B")]), 1216.0, 25.0, 1212.5),
    Alive(
        ELO,
        "scale",
        elo([duel("A", "B")], {"A": 1400.0, "B": 1000.0}),
        1400 + 32 / 11,
        200.0,
        1400 + 32 / 101,
    ),
    Alive(
        ELO, "ranking", elo(FIRST_OF_4, ELO_4, "C"), 1195.16865416923765, "first", 1188.48207999369
    ),
    Alive(
        ELO,
        "duels",
        elo(FIRST_OF_4, ELO_4),
        1343.51792000630768,
        "in turn",
        1341.39833465914710,
        given={"ranking": "first"},
    ),
    Alive(ELO, "k_share", elo(SIX), 1280.0, "per opponent", 1216.0),
    Alive(
        ELO,
        "shared_places",
        elo(game("A", "B", "C", places=[1, 2, 2]), THREE, "B"),
        1184.0,
        "none",
        1188.48207999369,
    ),
    Alive(
        ELO,
        "shared_first",
        elo(game("A", "B", "C", places=[1, 1, 3]), THREE),
        1307.68809834726535,
        "draw",
        1303.20601835357303,
        given={"ranking": "first"},
    ),
    Alive(
        ELO, "team_change", elo(PAIRS, OF_PAIRS), 1414.85069033775673, "split", 1407.42534516887837
    ),
    Alive(
        ELO, "team_rating", elo(PAIRS, OF_PAIRS), 1414.85069033775673, "sum", 1413.71318024293179
    ),
    Alive(ELO, "pooling", elo(TWO_POOLS), 1216.0, "together", 1230.53049847102452),
    Alive(
        ELO,
        "pools.first.ranking",
        elo([{**row, "pool": "first"} for row in FIRST_OF_4], ELO_4, "C"),
        1188.48207999369,
        "all",
        1195.16865416923765,
    ),
    Alive(ELO, "period.kind", elo(TWICE), 1230.53049847102452, "event", 1232.0),
    Alive(
        ELO,
        "period.events",
        elo([duel("A", "B", event="E", date=date(2010, month, 30)) for month in (11, 12)]),
        1230.53049847102452,
        "whole",
        1232.0,
        given={"period.kind": "month"},
    ),
    Alive(
        ELO,
        "counts.statuses",
        elo([duel("A", "B", status="friendly")]),
        1200.0,
        ["friendly"],
        1216.0,
    ),
    Alive(
        ELO,
        "counts.statuses",
        elo([duel("A", "B", status="walkover")]),
        1200.0,
        ["walkover"],
        1216.0,
    ),
    Alive(ELO, "counts.pools", elo(ONE_POOL), 1216.0, ["spades"], "not there"),
    Alive(
        ELO,
        "display.decimals",
        elo([duel("A", "B", "1/2-1/2")], {"A": 1200.0, "B": 1400.0}, what="shown"),
        "1208",
        1,
        "1208.3",
    ),
    Alive(
        ELO,
        "display.rounding",
        elo([duel("A", "B")], what="shown"),
        "1213",
        "half_even",
        "1212",
        given={"k": 25.0},
    ),
    Alive(ELO, "list.active_days", elo(IDLE, what="why"), "", 365, "inactive since 2010-01-01"),
    Alive(ELO, "list.provisional_games", elo([duel("A", "B")], what="shown"), "1216", 5, "1216?"),
    Alive(
        "glicko",
        "list.provisional_deviation",
        lambda p: look("glicko", [duel("A", "B", date="2024-05-01")], p, what="shown"),
        "1662",
        290.0,
        "1662?",
    ),
    Alive(
        ELO,
        "list.provisional_mark",
        elo([duel("A", "B")], what="shown"),
        "1216?",
        " prov.",
        "1216 prov.",
        given={"list.provisional_games": 5},
    ),
    Alive(
        ELO,
        "counts.team_sizes",
        elo(game("A+B", "C", places=[1, 2])),
        1216.0,
        "refuse",
        "refused",
    ),
    Alive(
        ELO,
        "counts.board_sizes",
        elo([duel("A", "B", "1-0", board_size=9), duel("A", "B", "1-0", board_size=19)]),
        1230.5304984710529,
        (19,),
        1216.0,
    ),
    Alive(ELO, "counts.team_sizes", warnings_of_unlike_teams, 1.0, "allow", 0.0),
    # Exchange table: a lead of 140 won by 4 is +5.
    Alive(DISCS, "rows", discs(34, 30, 140), 1145.0, ROWS, 1141.0),
    Alive(DISCS, "margins", discs(34, 30, 140), 1145.0, COLUMNS, 1143.0),
    Alive(
        DISCS, "start_rating", lambda p: look(DISCS, othello(("E", 33, 31)), p), 1010.0, 500, 510.0
    ),
    Alive(DISCS, "score_total", discs(40, 20), "refused", 60, 1014.0),
    Alive(DISCS, "empties", discs(40, 20), "refused", "to_winner", 1016.0),
    Alive(DISCS, "empties", discs(30, 30, 260), "refused", "to_winner", 1247.0),
    Alive(DISCS, "draw_row", discs(32, 32, -260), 753.0, "own", 755.0),
    Alive(DISCS, "draw_row", discs(32, 32, 260), 1247.0, "lower", 1245.0),
    Alive(
        DISCS,
        "period.kind",
        lambda p: look(DISCS, othello(("E", 33, 31), ("E", 33, 31)), p),
        1020.0,
        "game",
        1018.0,
    ),
    # F (+23), then E (+8); or E (+10), then F (+20).
    Alive(
        DISCS,
        "period.day",
        lambda p: look(DISCS, othello(("E", 33, 31), ("F", 64, 0), **DAYS), p),
        1031.0,
        "first",
        1030.0,
    ),
    Alive(
        DISCS,
        "counts.statuses",
        discs(64, 0, status="forfeit"),
        1000.0,
        ["played", "forfeit"],
        1023.0,
    ),
    Alive(DISCS, "display.signed_change", printed, "+5", False, "5"),
    # Handicap table: 5D against 3D, even, is C = -2: +16.
    Alive(GO, "ranks", stones((6650, 20), (6150, 20)), 6666.0, LATER_5D, 6680.0),
    Alive(GO, "classes", stones((4650, 20), (4650, 20)), 4700.0, KUP_150, 4725.0),
    Alive(GO, "percents", stones((6750, 20), (6150, 20)), 6766.0, PERCENTS, 6770.0),
    Alive(GO, "rated_within", stones((6150, 20), (4650, 20), "0-1"), 6150.0, 5, 6050.0),
    Alive(GO, "stones_per_rank", stones((6750, 20), (6150, 20)), 6766.0, 0, 6800.0),
    Alive(GO, "standard_handicap_cap", stones((6750, 20), (6150, 20)), 6766.0, 1, 6780.0),
    Alive(GO, "truncate", stones((1950, 20), (1050, 20), "0-1"), 1811.0, "total", 1810.0),
    Alive(GO, "jigo", stones((6750, 20), (6150, 20), "1/2-1/2"), 6750.0, "mean", 6716.0),
    Alive(GO, "regular_after", stones((7350, 4), (7350, 20)), 7400.0, 5, 6750.0),
    Alive(
        GO, "new_member_games", stones((6150, 20), (3000, 3), "0-1"), 6150.0, "both_sides", 6050.0
    ),
    Alive(
        GO,
        "new_member_games",
        stones((6150, 20), (5550, 3), "0-1"),
        6066.0,
        "never_affects_regular",
        6150.0,
    ),
    Alive(GO, "switch_cut", stones((7350, 9), (7350, 20)), 6750.0, "none", 7400.0),
    Alive(GO, "switch_cut", stones((6800, 9), (6800, 20)), 6750.0, "above_rank", 6850.0),
    Alive(GO, "switch_cap", stones((7350, 9), (7350, 20)), 6750.0, 5700, 5700.0),
    Alive(GO, "floor", stones((30, 20), (30, 20), "0-1"), 0.0, 25, 25.0),
    Alive(GO, "declared_rank", declared("3D"), 6150.0, "bottom", 6000.0),
    Alive(GO, "start_rank", declared(None), "refused", "10K", 2550.0),
    Alive(
        GO,
        "counts.statuses",
        stones((5000, 20), (5000, 20), status="friendly"),
        5000.0,
        ["played", "friendly"],
        5050.0,
    ),
    Alive(
        GO,
        "list.least_games",
        stones((5000, 3), (5000, 3), what="why"),
        "new member: fewer than 10 rated games",
        4,
        "",
    ),
    Alive(
        GO,
        "display.rank_table",
        stones((5100, 20), (5100, 20), what="shown"),
        "1K",
        "",
        "5150",
        given={"display.regular_mark": ""},
    ),
    Alive(
        GO, "display.regular_mark", stones((5100, 20), (5100, 20), what="shown"), "1K*", "!", "1K!"
    ),
    Alive(
        GO, "display.regular_games", stones((5100, 20), (5100, 20), what="shown"), "1K*", 30, "1K"
    ),
]


@pytest.mark.parametrize("alive", ALIVE, ids=str)
def test_a_setting_moves_its_number(alive: Alive):
    """With the rulebook's value the number is the one, with another value it is the other."""
    assert alive.before != alive.after
    found = [alive.scene(alive.given), alive.scene({**alive.given, alive.setting: alive.other})]
    for value, wanted in zip(found, (alive.before, alive.after), strict=True):
        assert value == (wanted if isinstance(wanted, str) else pytest.approx(wanted, abs=1e-9))


def test_every_open_point_is_there():
    """Each open point of each source names its settings, or why it is none."""
    wanted = {
        f"{letter}{number}" for letter, most in POINTS.items() for number in range(1, most + 1)
    }
    assert set(READINGS) == wanted
    assert all(said.reason if isinstance(said, Fact) else said for said in READINGS.values())


def test_every_reading_is_alive():
    """The settings of each open point are settings of its rulebook, and move a number there."""
    alive = {(one.book, one.setting) for one in ALIVE}
    missing = [
        (point, setting)
        for point, said in READINGS.items()
        if not isinstance(said, Fact)
        for setting in said
        if (BOOKS[point[0]], setting) not in alive
    ]
    assert missing == []


def test_every_setting_is_alive():
    """No setting is accepted and then ignored: of each system, and of any rulebook's sections."""
    alive = {(one.book, one.setting) for one in ALIVE}
    anywhere = {setting for _, setting in alive}
    dead = []
    for book in BOOKS.values():
        rulebook = bz.load_rulebook(book)
        parameters = set(type(rulebook.parameters).model_fields)
        for setting in rulebook.settings():
            known = setting.name in anywhere
            if setting.name in parameters:
                known = (book, setting.name) in alive | RECKONED
            if not known:
                dead.append((book, setting.name))
    assert dead == []


def test_every_other_value_is_alive():
    """A setting that is a choice among words has a case for each of its other words."""
    tried = {(one.book, one.setting, str(one.other)) for one in ALIVE}
    words = {(one.setting, str(one.other)) for one in ALIVE}
    dead = []
    for book in BOOKS.values():
        rulebook = bz.load_rulebook(book)
        parameters = set(type(rulebook.parameters).model_fields)
        for setting in rulebook.settings():
            if " or " not in setting.accepts or not isinstance(setting.value, str):
                continue
            for word in setting.accepts.replace(" or ", ", ").split(", "):
                key = (setting.name, word)
                known = (book, *key) in tried if setting.name in parameters else key in words
                known = known or (book, setting.name) in RECKONED
                if word != setting.value and not known and setting.name != "period.kind":
                    dead.append((book, *key))
    assert dead == []
