"""Faults in the meaning of results that users of other software met: none can happen here."""

from __future__ import annotations

from typing import Any

import pytest

import banzuke as bz

BOOKS = ["warlight", "warlight-first", "othello-sweden", "dash-baduk"]
EQUALS = {"A": 5000.0, "B": 5000.0}


def duel(**facts: Any) -> dict[str, Any]:
    """A game that A won by 64 to 0."""
    return {"player_1": "A", "player_2": "B", "score_1": 64, "score_2": 0, **facts}


def changes(rows: list[dict[str, Any]], book: str) -> list[float]:
    """What everybody's rating changed, in rating order."""
    return bz.rate(rows, book, EQUALS).history_frame()["change"].to_list()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("status", ["bye", "forfeit", "walkover", "friendly", "void"])
def test_a45_what_was_not_played_is_not_rated(book: str, status: str):
    """Byes, forfeits and no-shows keep their points but move no rating, and the list says why."""
    rated = bz.rate([duel(status=status)], book, EQUALS)
    assert len(rated.history_frame()) == 0
    assert rated.skipped == [("row 0", f"{status}: not rated")]
    assert rated.explain("B").change == 0.0
    points = bz.read([duel(status=status)]).to_frame()
    assert points.select("player", "score").rows() == [("A", 64.0), ("B", 0.0)]


@pytest.mark.parametrize("result", ["+-", "-+", "+:-", "--", "-:-", "1-0f"])
def test_a45_forfeits_by_their_signs(result: str):
    """A result written as a forfeit is one, of one side or of both, without a column status."""
    rated = bz.rate([{"player_1": "A", "player_2": "B", "result": result}], "warlight")
    assert rated.skipped == [("row 0", "forfeit: not rated")]
    assert len(rated) == 0


@pytest.mark.parametrize("book", BOOKS)
def test_a45_points_and_rateability_are_two_fields(book: str):
    """A forfeit that the organiser wants rated is rated; a game played for fun is not."""
    assert changes([duel(status="forfeit", rated="yes")], book) == changes([duel()], book)
    assert changes([duel(rated="no")], book) == []


def test_a45_a_bye_has_one_player():
    """A bye has no opponent and rates nobody; who is missing elsewhere is an error with its row."""
    rows = [duel(), {"player_1": "C", "player_2": None, "score_1": 1, "score_2": 0}]
    rated = bz.rate(rows, "warlight")
    assert rated.skipped == [("row 1", "bye: not rated")]
    assert "C" in rated.unlisted()["player"].to_list()
    with pytest.raises(bz.ResultsRefused, match=r"row 1, column player_2: the player is missing"):
        bz.rate([duel(), {**rows[1], "status": "played"}], "warlight")


@pytest.mark.parametrize("how", ["resigned", "time", "retired"])
def test_a45_a_game_that_was_begun_counts(how: str):
    """A game lost on time, resigned or given up after it began is played, and rated."""
    assert changes([duel(ending=how)], "warlight") == [16.0, -16.0]


def test_a45_abandoned_without_a_winner_is_no_loss():
    """A game that was abandoned is stored without a result, and counted for nobody as a loss."""
    rows = [{"player_1": "A", "player_2": "B", "result": "*"}]
    rated = bz.rate(rows, "warlight")
    assert rated.skipped == [("row 0", "void: not rated")]
    assert bz.read(rows).to_frame()["place"].to_list() == [None, None]
    assert rated.unlisted()["rating"].to_list() == [1200.0, 1200.0]


def test_a45_a_missing_result_is_no_result():
    """A row without a result is an error with its row, not a loss and not a draw."""
    empty = duel(score_1=None, score_2=None)
    with pytest.raises(bz.ResultsRefused, match=r"row 1, column score_1: the result is missing"):
        bz.rate([duel(), empty], "warlight")
    half = duel(score_1=None)
    with pytest.raises(bz.ResultsRefused, match=r"row 1, column score_1: one score of two"):
        bz.rate([duel(), half], "warlight")


def entry(player: str | None, side: str | None, place: int, game: str = "1") -> dict[str, Any]:
    """A row of a game of sides."""
    return {"game": game, "player": player, "side": side, "place": place}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([duel(), duel(player_2="A")], r"row 1, column player_2: both sides are 'A'"),
        ([duel(), duel(player_2=" A ")], r"row 1, column player_2: both sides are 'A'"),
        (
            [entry("A", "x", 1), entry("B", "y", 2), entry("A", "y", 2)],
            r"row 2, column player: 'A' is there twice",
        ),
        (
            [entry("A", "x", 1), entry("A", "x", 1), entry("B", "y", 2)],
            r"row 1, column player: 'A' is there twice",
        ),
        ([entry("A", "x", 1), entry(None, "y", 2)], r"row 1, column player: the player is missing"),
        ([entry("A", "x", 1)], r"row 0, column game: the game has one side only"),
        (
            [entry("A", "x", 1), entry("B", "x", 1)],
            r"row 1, column game: the game has one side only",
        ),
        (
            [entry("A", "x", 1), entry("B", "x", 2), entry("C", "y", 3)],
            r"column place: members of one side have different places",
        ),
    ],
)
def test_a54_line_ups_that_cannot_be(rows: list[dict[str, Any]], message: str):
    """One person on both sides or twice in a field, an empty side, a game of one: all refused."""
    with pytest.raises(bz.ResultsRefused, match=message):
        bz.rate(rows, "warlight")


def test_a54_twice_in_the_standings():
    """One person twice in the standings of an event is refused with the row."""
    row = {"event": "E", "date": "2010-05-02", "event_players": 3, "event_rounds": 2}
    rows = [{**row, "player": name, "place": place} for name, place in (("A", 1), ("A", 2))]
    with pytest.raises(bz.ResultsRefused, match=r"row 1, column player: 'A' is there twice"):
        bz.rate(rows, "dip-pouch")


def test_a54_everything_wrong_is_told_at_once():
    """Impossible line-ups of several games are all told, each with its row."""
    rows = [
        entry("A", "x", 1),
        entry("A", "y", 2),
        entry("B", "x", 1, "2"),
        entry("C", "x", 1, "3"),
        entry("D", "y", 2, "3"),
        entry("D", "y", 2, "3"),
    ]
    with pytest.raises(bz.ResultsRefused) as caught:
        bz.rate(rows, "warlight")
    told = {(problem.row, problem.column) for problem in caught.value.problems}
    assert {(1, "player"), (2, "game"), (5, "player")} <= told


TWO_AGAINST_ONE = [entry("A", "x", 1), entry("B", "x", 1), entry("C", "y", 2)]


def test_a54_teams_of_unlike_sizes_are_told():
    """Two against one are rated with a warning by default; a setting allows or refuses it."""
    rated = bz.rate(TWO_AGAINST_ONE, "warlight")
    assert [warning.what for warning in rated.warnings] == [
        "this game has sides that differ in their number of players"
    ]
    allowed = bz.rate(TWO_AGAINST_ONE, "warlight", parameters={"counts.team_sizes": "allow"})
    assert allowed.warnings == ()
    assert allowed.to_frame().equals(rated.to_frame())
    with pytest.raises(bz.ResultsRefused, match="row 0: the sides differ"):
        bz.rate(TWO_AGAINST_ONE, "warlight", parameters={"counts.team_sizes": "refuse"})


def test_a54_only_unlike_games_are_told():
    """Games with teams of one size, and games that do not count, are not told of."""
    even = [
        entry(name, side, 1 + (side == "y"), "2") for name, side in zip("ABCD", "xxyy", strict=True)
    ]
    many = [entry(name, name, place, "3") for place, name in enumerate("ABC", start=1)]
    friendly = [{**row, "status": "friendly"} for row in TWO_AGAINST_ONE]
    played = [{**row, "status": "played"} for row in even + many]
    assert bz.rate(friendly + played, "warlight").warnings == ()
    settings = {"counts.team_sizes": "refuse"}
    assert len(bz.rate(friendly + played, "warlight", parameters=settings)) == 4
