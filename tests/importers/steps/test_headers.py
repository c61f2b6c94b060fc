"""Names of columns: ours in any spelling, mapped ones, doubles and missing ones."""

from __future__ import annotations

import pytest

from banzuke.importers.steps.headers import Header, name_columns
from banzuke.model.errors import ResultsRefused, UnknownName
from banzuke.model.importer import ReadOptions


def named(own: list[str], **columns: str) -> Header:
    """The header of these names under this mapping."""
    return name_columns(own, ReadOptions(columns), "t.csv", 1)


def refusal(own: list[str], **columns: str) -> list[str]:
    """Every problem of a refused header."""
    with pytest.raises(ResultsRefused) as refused:
        named(own, **columns)
    return [str(problem) for problem in refused.value.problems]


def test_our_names_are_matched_and_others_stay() -> None:
    """Case, spaces, hyphens and a byte order mark do not matter; Name of Event is not ours."""
    own = ["\ufeffPlayer 1", " PLAYER-2 ", "Score  1", "Name of Event", "playr"]
    assert named(own).names == ["player_1", "player_2", "score_1", "Name of Event", "playr"]


def test_mapped_columns_take_our_names() -> None:
    """By the exact name first, else in any spelling; swapping two is fine."""
    assert named(["Home", "home team"], player_1="HOME", player_2="Home Team").names == [
        "player_1",
        "player_2",
    ]
    assert named(["A", "a b"], player_1="A").names == ["player_1", "a b"]
    swapped = named(["player_1", "player_2"], player_1="player_2", player_2="player_1")
    assert swapped.names == ["player_2", "player_1"]


def test_a_mapped_column_that_is_missing_is_told_with_near_names() -> None:
    """All of them at once."""
    first, second = refusal(["home_team", "away_team"], player_1="hometeam", player_2="x")
    assert first == (
        "t.csv, row 1: no column is called 'hometeam', which player_1 should be read from "
        "(did you mean home_team?)"
    )
    assert second.endswith("which player_2 should be read from (known: away_team, home_team)")


def test_two_columns_of_one_name_are_told_by_their_positions() -> None:
    """Also if one of them only takes the name by mapping, or neither is ours."""
    assert refusal(["player", "x", "Player"])[0].startswith(
        "t.csv, row 1, column player: columns 1 ('player') and 3 ('Player') are both player"
    )
    assert "are both player" in refusal(["who", "player"], player="who")[0]
    assert "columns 1 ('My Note') and 2 ('my_note')" in refusal(["My Note", "my_note"])[0]


def test_one_column_under_two_names_is_refused() -> None:
    """A column can be read as one of ours only."""
    assert "wanted both as player and as name" in refusal(["who"], player="who", name="who")[0]


def test_a_name_that_is_not_ours_cannot_be_wanted() -> None:
    """It would be read by nobody."""
    with pytest.raises(UnknownName, match="did you mean player_1"):
        named(["home"], playr_1="home")


def test_columns_without_name_get_one_that_is_free() -> None:
    """Empty names are no doubles."""
    header = named(["", "player", " ", "column 1"])
    assert header.names == ["column 1_", "player", "column 3", "column 1"]
    assert header.unnamed == {"column 1_", "column 3"}
