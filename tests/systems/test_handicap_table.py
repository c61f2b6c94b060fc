"""The handicap table against a second, exact reckoning: ranks, handicaps, members, draws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, trunc
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz

RANKS = [f"{kup}K" for kup in range(18, 0, -1)] + [f"{dan}D" for dan in range(1, 8)]
# Percent of the base by C: the high player wins, loses; the low player wins, loses.
PERCENTS = """
 -5    0 -100  100    0
 -4    3  -97   97   -3
 -3    7  -93   93   -7
 -2   16  -84   84  -16
 -1   30  -70   70  -30
  0   50  -50   50  -50
  1   70  -30   30  -70
  2   84  -16   16  -84
  3   93   -7    7  -93
  4   97   -3    3  -97
  5  100    0    0 -100
"""
TABLE = {
    int(difference): [int(text) for text in percents]
    for difference, *percents in (line.split() for line in PERCENTS.strip().splitlines())
}
PLAYERS = [f"P{number}" for number in range(5)]


@dataclass(frozen=True)
class Game:
    """One game: who received how many stones, and how it ended for ``one``."""

    one: str
    two: str
    result: str
    stones_one: int = 0
    stones_two: int = 0


@dataclass
class Member:
    """A member's R.P and games."""

    points: int
    games: int


@dataclass(frozen=True)
class Reading:
    """The settings of the source's open points."""

    truncate: str = "change"
    jigo: str = "none"
    new_member_games: str = "own_side"
    switch_cut: str = "above_cap"
    switch_cap: int = 6750
    regular_after: int = 10
    rated_within: int = 4
    standard_handicap_cap: int = 0
    stones_per_rank: int = 1
    floor: int = 0

    def new(self, member: Member) -> bool:
        """Whether somebody is a new member."""
        return member.games < self.regular_after


@dataclass
class Outcome:
    """What a game did to one of its two players."""

    difference: int
    base: int
    percent: Fraction
    rated: bool
    moves: bool
    change: int
    after: Member
    product: Fraction
    equal: bool


def rank_of(points: int) -> int:
    """The rank of an R.P: 300 to a rank, from 18K at 0 to 7D without end."""
    return min(points // 300, len(RANKS) - 1)


def base_of(points: int) -> int:
    """Table 2: 18K to 10K have 150, better ranks 100."""
    return 150 if rank_of(points) <= RANKS.index("10K") else 100


def percent_of(difference: int, role: str, result: str, reading: Reading) -> Fraction:
    """Table 3."""
    high_wins, high_loses, low_wins, low_loses = TABLE[max(-5, min(5, difference))]
    wins, loses = (high_wins, high_loses) if role == "high" else (low_wins, low_loses)
    if result == "1/2-1/2":
        return Fraction(wins + loses, 2) if reading.jigo == "mean" else Fraction(0)
    return Fraction(wins if result == "won" else loses)


def outcome(
    me: Member, you: Member, result: str, stones: tuple[int, int], reading: Reading
) -> Outcome:
    """What a game does to ``me``, by the regulation; ``stones``: what each of the two received."""
    mine, theirs = rank_of(me.points), rank_of(you.points)
    role = "high" if mine > theirs else "low"
    fair = abs(mine - theirs) * reading.stones_per_rank
    if reading.standard_handicap_cap:
        fair = min(fair, reading.standard_handicap_cap)
    # What the lower player received; among equals it does not matter who is called the lower.
    given_stones = stones[1] - stones[0] if role == "high" else stones[0] - stones[1]
    difference = given_stones - fair
    percent = percent_of(difference, role, result, reading)
    base = base_of(me.points)
    within = abs(difference) <= reading.rated_within
    new, other_new = reading.new(me), reading.new(you)
    rated = within or new or (other_new and reading.new_member_games == "both_sides")
    moves = rated and (new or not other_new or reading.new_member_games != "never_affects_regular")
    product = base * percent / 100
    after = Member(me.points, me.games + rated)
    if moves:
        moved = me.points + trunc(product)
        if reading.truncate == "total":
            moved = floor(me.points + product)
        after.points = max(reading.floor, moved)
    if rated and after.games == reading.regular_after:
        after.points = at_the_switch(after.points, reading)
    change = after.points - me.points
    equal = mine == theirs
    return Outcome(difference, base, percent, rated, moves, change, after, product, equal)


def at_the_switch(points: int, reading: Reading) -> int:
    """The cut for who becomes a regular member."""
    beyond = {
        "none": False,
        "above_cap": points > reading.switch_cap,
        "above_rank": rank_of(points) > rank_of(reading.switch_cap),
    }[reading.switch_cut]
    return reading.switch_cap if beyond else points


WON = {"1-0": ("won", "lost"), "0-1": ("lost", "won"), "1/2-1/2": ("1/2-1/2", "1/2-1/2")}


def reckoned(
    games: list[Game], start: dict[str, Member], reading: Reading
) -> tuple[dict[str, Member], list[tuple[Outcome, Outcome]]]:
    """Members after all games, and what each game did to its two players."""
    members = dict(start)
    found = []
    for game in games:
        one, two = members[game.one], members[game.two]
        result_one, result_two = WON[game.result]
        stones = (game.stones_one, game.stones_two)
        first = outcome(one, two, result_one, stones, reading)
        second = outcome(two, one, result_two, stones[::-1], reading)
        members[game.one], members[game.two] = first.after, second.after
        found.append((first, second))
    return members, found


@st.composite
def lists_of_games(draw: st.DrawFn) -> list[Game]:
    """Games with stones for either side, wins and draws."""
    games = []
    for _ in range(draw(st.integers(1, 8))):
        one, two = draw(st.permutations(PLAYERS))[:2]
        stones = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 1), (2, 0), (0, 3), (9, 0)]))
        games.append(Game(one, two, draw(st.sampled_from(sorted(WON))), *stones))
    return games


near = st.integers(4300, 7800)
members = st.builds(
    Member,
    st.one_of(near, near, st.integers(0, 9000), st.sampled_from([0, 30, 299, 2699, 2700, 6750])),
    st.sampled_from([0, 5, 8, 9, 10, 40]),
)
starts = st.fixed_dictionaries(dict.fromkeys(PLAYERS, members))
readings = st.builds(
    Reading,
    truncate=st.sampled_from(["change", "total"]),
    jigo=st.sampled_from(["none", "mean"]),
    new_member_games=st.sampled_from(["own_side", "never_affects_regular", "both_sides"]),
    switch_cut=st.sampled_from(["above_cap", "above_rank", "none"]),
    switch_cap=st.sampled_from([6750, 5700, 6899]),
    regular_after=st.sampled_from([10, 9, 0]),
    rated_within=st.sampled_from([4, 2]),
    standard_handicap_cap=st.sampled_from([0, 9]),
    stones_per_rank=st.sampled_from([1, 2, 0]),
    floor=st.sampled_from([0, 25]),
)


def table(games: list[Game]) -> list[dict[str, object]]:
    """Games as a table of duels."""
    return [
        {
            "game": str(number),
            "player_1": game.one,
            "player_2": game.two,
            "result": game.result,
            "handicap_1": game.stones_one,
            "handicap_2": game.stones_two,
        }
        for number, game in enumerate(games)
    ]


def players(start: dict[str, Member]) -> pl.DataFrame:
    """Members as a players file."""
    rows = [
        {"player": name, "rating": float(member.points), "games": float(member.games)}
        for name, member in start.items()
    ]
    return pl.DataFrame(rows)


def lifted(start: dict[str, Member], lowest: int) -> dict[str, Member]:
    """Members with at least the lowest rating: no less can be entered."""
    return {
        name: replace(member, points=max(member.points, lowest)) for name, member in start.items()
    }


def compare(games: list[Game], start: dict[str, Member], reading: Reading) -> bz.Ratings:
    """Rate games both ways, compare everything exactly, and give the ratings."""
    settings: dict[str, Any] = dict(vars(reading))
    ratings = bz.rate(table(games), "dash-baduk", players(start), parameters=settings)
    after, outcomes = reckoned(games, start, reading)
    listing = ratings.listing
    listed = {row["player"]: row for row in listing.listed.to_dicts()}
    unlisted = {row["player"]: row for row in listing.unlisted.to_dicts()}
    for name, member in after.items():
        row = listed.get(name) or unlisted[name]
        assert (row["rating"], row["games"]) == (member.points, member.games)
        # The list counts by list.least_games, the mark by display.regular_games: both are 10.
        assert (name in listed) == (member.games >= 10)
        assert row["shown"] == RANKS[rank_of(member.points)] + "*" * (member.games >= 10)
    for row in ratings.history_frame().to_dicts():
        game = games[int(row["game"])]
        mine = outcomes[int(row["game"])][row["player"] == game.two]
        assert row["change"] == mine.change
        assert (row["after"], row["games_after"]) == (mine.after.points, mine.after.games)
    return ratings


@given(games=lists_of_games(), start=starts)
def test_games_against_whole_numbers(games: list[Game], start: dict[str, Member]):
    """The default readings give what exact arithmetic gives, game by game."""
    compare(games, start, Reading())


@given(games=lists_of_games(), start=starts, reading=readings)
def test_every_reading_against_whole_numbers(
    games: list[Game], start: dict[str, Member], reading: Reading
):
    """All settings together give what exact arithmetic gives, game by game."""
    start = lifted(start, reading.floor)
    compare(games, start, reading)


@given(games=lists_of_games(), start=starts, reading=readings)
def test_explanations_add_up(
    games: list[Game], start: dict[str, Member], reading: Reading, adds_up
):
    """C, base, percent, product, truncation, floor and cut are told, and add up to the bit."""
    start = lifted(start, reading.floor)
    ratings = compare(games, start, reading)
    _, outcomes = reckoned(games, start, reading)
    for number, game in enumerate(games):
        for mine, name in zip(outcomes[number], (game.one, game.two), strict=True):
            explained = ratings.explain(name, game=str(number))
            adds_up(ratings, explained)
            inputs = {term.name: term for term in explained.inputs}
            # Among equals either may be called the higher, so that C may have either sign.
            expected = {mine.difference, -mine.difference if mine.equal else mine.difference}
            assert inputs["C, handicap difference"].value in expected
            assert inputs["base"].value == mine.base
            assert inputs["percent"].value == mine.percent
            assert explained.rated == mine.moves
            if not mine.rated:
                assert f"is beyond {reading.rated_within}" in explained.why
            elif not mine.moves:
                assert "leaves regular members as they are" in explained.why
            else:
                terms = {term.name: term.value for term in explained.terms}
                assert explained.terms[0].value == pytest.approx(float(mine.product))
                assert ("truncation" in terms) == (mine.product.denominator > 1)
                assert terms.get("cut at the switch to regular member", 0) <= 0
                assert terms.get("floor", 0) >= 0


def test_every_pair_of_ranks_and_every_difference():
    """All 625 pairs of ranks, C from -6 to 6, win, loss and draw, regular and new members."""
    games: list[Game] = []
    start: dict[str, Member] = {}
    for high in range(25):
        for low in range(high + 1):
            for difference in range(-6, 7):
                for result in WON:
                    # Members in turn: all four pairs of new and regular for each pair of ranks.
                    turn = len(games) % 4
                    one, two = f"a{len(games)}", f"b{len(games)}"
                    start[one] = Member(300 * high + 150, 5 if turn & 1 else 20)
                    start[two] = Member(300 * low + 150, 5 if turn & 2 else 20)
                    stones = difference + high - low
                    games.append(Game(one, two, result, max(0, -stones), max(0, stones)))
    history = bz.rate(table(games), "dash-baduk", players(start)).history_frame()
    after = dict(zip(history["player"].to_list(), history["after"].to_list(), strict=True))
    counted = dict(zip(history["player"].to_list(), history["games_after"].to_list(), strict=True))
    reckoning, _ = reckoned(games, start, Reading())
    wrong = [
        (name, after[name], member)
        for name, member in reckoning.items()
        if (after[name], counted[name]) != (member.points, member.games)
    ]
    assert wrong == []


@given(start=starts, stones=st.integers(-12, 12))
def test_forecasts_are_fair_bets(start: dict[str, Member], stones: int):
    """The chance is the one at which the row's gain and loss balance; two sides make one."""
    void = [{"player_1": "P0", "player_2": "P1", "result": "1-0", "status": "void"}]
    ratings = bz.rate(void, "dash-baduk", players(start))
    frame = pl.DataFrame(
        {
            "player_1": ["P0"],
            "player_2": ["P1"],
            "handicap_1": [max(0, stones)],
            "handicap_2": [max(0, -stones)],
        }
    )
    one, two = ratings.predict(frame).select("chance_1", "chance_2").row(0)
    handicaps = (max(0, stones), max(0, -stones))
    won = outcome(start["P0"], start["P1"], "won", handicaps, Reading()).percent
    lost = outcome(start["P0"], start["P1"], "lost", handicaps, Reading()).percent
    assert one * float(won) + (1 - one) * float(lost) == pytest.approx(0, abs=1e-12)
    assert one + two == 1.0


def test_equal_ranks_have_no_high_player():
    """Of two members of one rank either may be called the higher: both orders give the same."""
    for stones in range(-6, 7):
        for result in WON:
            start = {"P0": Member(5500, 20), "P1": Member(5600, 20)}
            turned = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
            handicaps = (max(0, -stones), max(0, stones))
            one = bz.rate(
                table([Game("P0", "P1", result, *handicaps)]), "dash-baduk", players(start)
            )
            two = bz.rate(
                table([Game("P1", "P0", turned, *handicaps[::-1])]), "dash-baduk", players(start)
            )
            assert one.to_frame().equals(two.to_frame())


def test_rank_names_in_any_spelling():
    """A declared rank may be written 3 Kup, 3K*, 3k or 3K; what is no rank is refused."""
    game = [{"player_1": "A", "player_2": "B", "result": "1/2-1/2"}]
    for text in ("3 Kup", "3K*", "3k", "3K", " 3 K ", "3-kyu", "3 gup"):
        known = pl.DataFrame({"player": ["A", "B"], "rank": [text, "1D"]})
        assert bz.rate(game, "dash-baduk", known).unlisted()["rating"].to_list() == [4650, 5550]
    for text in ("8D", "3 days", "3 kilo", "3 D D"):
        known = pl.DataFrame({"player": ["A", "B"], "rank": [text, "1D"]})
        with pytest.raises(bz.PlayersRefused, match=f"'{text}' is not a rank"):
            bz.rate(game, "dash-baduk", known)


@pytest.mark.parametrize("stones", [0.5, -1])
def test_stones_are_whole(stones: float):
    """Half a stone, or less than none, is refused."""
    game = [{"player_1": "A", "player_2": "B", "result": "1-0", "handicap_1": stones}]
    start = {"A": 5000.0, "B": 5000.0}
    with pytest.raises(bz.ResultsRefused, match="handicap"):
        bz.rate(game, "dash-baduk", start)


@pytest.mark.parametrize("points", [-1.0, 5000.5])
def test_points_are_whole_and_not_below_the_floor(points: float):
    """R.P that are no whole number from 0 are refused."""
    game = [{"player_1": "A", "player_2": "B", "result": "1-0"}]
    with pytest.raises(bz.PlayersRefused, match=r"is no R\.P"):
        bz.rate(game, "dash-baduk", {"A": points, "B": 5000.0})


@pytest.mark.parametrize("status", ["friendly", "void"])
def test_what_does_not_count_says_why(status: str):
    """Free-lounge and void games change nothing, do not count toward the ten, and say why."""
    game = [{"player_1": "A", "player_2": "B", "result": "1-0", "status": status}]
    ratings = bz.rate(game, "dash-baduk", {"A": 5000.0, "B": 5000.0})
    explained = ratings.explain("A")
    assert (explained.rated, explained.change, explained.before) == (False, 0.0, 5000.0)
    assert status in explained.why
    assert ratings.unlisted()["games"].to_list() == [0, 0]
