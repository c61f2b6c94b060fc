"""Nights in which the clock is changed: an hour that it shows twice, and one that it leaves out."""

from __future__ import annotations

from datetime import date, datetime
from itertools import permutations
from pathlib import Path

import polars as pl
import pytest

import banzuke as bz

AUTUMN = [
    ("2024-10-27T01:50:00+02:00", "A", "B"),
    ("2024-10-27T02:10:00+02:00", "C", "A"),
    ("2024-10-27T02:50:00+02:00", "B", "C"),
    ("2024-10-27T02:10:00+01:00", "A", "B"),
    ("2024-10-27T02:30:00+01:00", "C", "A"),
    ("2024-10-27T03:00:00+01:00", "B", "A"),
    ("2024-10-27T03:05:00+01:00", "B", "C"),
]
SPRING = [
    ("2024-03-31T01:10:00+01:00", "A", "B"),
    ("2024-03-31T01:59:00+01:00", "C", "A"),
    ("2024-03-31T03:00:00+02:00", "B", "C"),
    ("2024-03-31T03:20:00+02:00", "A", "B"),
]
BERLIN = {"period.zone": "Europe/Berlin", "period.kind": "game"}


def frame(games) -> pl.DataFrame:
    """Games as a table of duels."""
    return pl.DataFrame(
        [(moment, one, two, "1-0") for moment, one, two in games],
        schema=["date", "player_1", "player_2", "result"],
        orient="row",
    )


def numbered(games) -> pl.DataFrame:
    """The same with the instants replaced by days, one a game: nothing but their order."""
    days = [(f"2025-01-{day:02}", one, two) for day, (_, one, two) in enumerate(games, 1)]
    return frame(days)


def rate(table, book="elo", **options) -> bz.Ratings:
    """Ratings game by game, on the clock of Berlin."""
    return bz.rate(table, book, parameters=BERLIN, **options)


def values(ratings: bz.Ratings) -> list[tuple[str, float]]:
    """Who has which rating."""
    return sorted(ratings.to_frame().select("player", "rating").iter_rows())


@pytest.mark.parametrize("games", [AUTUMN, SPRING])
def test_games_are_rated_as_they_came_to_pass(games):
    """On both sides of both changes, and whatever the order of the rows."""
    wanted = values(bz.rate(numbered(games), "elo"))
    for rows in (games, games[::-1], games[3:] + games[:3]):
        assert values(rate(frame(rows))) == wanted
    stamps = frame(games).with_columns(pl.col("date").str.to_datetime(time_zone="UTC"))
    assert values(rate(stamps)) == wanted
    assert values(rate(frame(games), date_format="%Y-%m-%dT%H:%M:%S%:z")) == wanted


@pytest.mark.parametrize("book", ["elo", "glicko2", "lichess"])
@pytest.mark.parametrize("games", [AUTUMN, SPRING])
def test_going_on_at_any_game_gives_the_same_bits(tmp_path: Path, book, games):
    """A state saved between any two games of the night is gone on from, bit for bit."""
    whole = rate(frame(games), book).to_frame()
    for cut in range(1, len(games)):
        rate(frame(games[:cut]), book).save(tmp_path / "state.npz")
        ratings = bz.load(tmp_path / "state.npz")
        assert ratings.update(frame(games[cut:])).to_frame().equals(whole), cut


def test_what_came_before_is_refused(tmp_path: Path):
    """A game of the first of the two hours does not follow one of the second."""
    rate(frame(AUTUMN[:4])).save(tmp_path / "state.npz")
    with pytest.raises(bz.StateRefused, match="comes before the last game"):
        bz.load(tmp_path / "state.npz").update(frame(AUTUMN[2:3]))


def test_as_of_a_moment_of_either_hour():
    """A list as of a moment with offset holds what was played until then; so does a day."""
    for count, (moment, _, _) in enumerate(AUTUMN, 1):
        ratings = rate(frame(AUTUMN), as_of=datetime.fromisoformat(moment))
        assert values(ratings) == values(rate(frame(AUTUMN[:count])))
    assert values(rate(frame(AUTUMN), as_of=date(2024, 10, 27))) == values(rate(frame(AUTUMN)))
    assert (
        len(rate(frame(AUTUMN), as_of=datetime.fromisoformat("2024-10-27T02:20")).history())
        == 2 * 2
    )


def test_as_of_where_no_game_lies_in_the_second_hour():
    """A moment of the second hour comes after all of the first."""
    first = [AUTUMN[2]]
    ratings = rate(frame(first), as_of=datetime.fromisoformat("2024-10-27T02:10:00+01:00"))
    assert len(ratings.history()) == 2


def test_history_and_explanations_follow_the_night():
    """Games are told in their order, and each is explained from the one before."""
    ratings = rate(frame(AUTUMN[::-1]))
    history = ratings.history()
    clock = [str(moment)[11:16] for moment in history["date"].to_list()[::2]]
    assert clock == [moment[11:16] for moment, _, _ in AUTUMN]
    for player in "ABC":
        mine = history.filter(pl.col("player") == player)
        assert mine["after"].to_list()[:-1] == mine["before"].to_list()[1:]
        rows = [row for row, game in enumerate(AUTUMN[::-1]) if player in game][::-1]
        told = [ratings.explain(player, game=f"row {row}").before for row in rows]
        assert told == mine["before"].to_list()
        assert ratings.explain(player).before == mine["before"][-1]


def test_events_are_dated_by_their_last_game():
    """Of two events of the night the one is rated first that ended first."""
    games = [(AUTUMN[2], "Late name"), (AUTUMN[3], "Early name")]
    table = pl.concat([frame([game]).with_columns(event=pl.lit(name)) for game, name in games])
    ratings = bz.rate(table, "elo", parameters={**BERLIN, "period.kind": "event"})
    assert ratings.history()["event"].to_list()[::2] == ["Late name", "Early name"]


def test_results_written_and_read_again(tmp_path: Path):
    """The long table of a night is the same night; so are two files of it."""
    whole = bz.read(frame(AUTUMN), zone="Europe/Berlin")
    again = bz.read(whole.to_frame(), zone="Europe/Berlin")
    assert again.to_frame().equals(whole.to_frame())
    files = [tmp_path / f"{number}.csv" for number in range(3)]
    for file, games in zip(files, (AUTUMN[:3], AUTUMN[3:5], AUTUMN[5:]), strict=True):
        frame(games).write_csv(file)
    for parts in permutations(files):
        assert values(rate(list(parts))) == values(rate(frame(AUTUMN)))


def test_rows_of_one_game_in_both_hours():
    """Rows of one game that say the one and the other hour differ."""
    table = pl.DataFrame(
        {
            "date": ["2024-10-27T02:10:00+02:00", "2024-10-27T02:10:00+01:00"],
            "game": ["1", "1"],
            "player": ["A", "B"],
            "place": ["1", "2"],
        }
    )
    with pytest.raises(bz.ResultsRefused, match="differs from row"):
        bz.read(table, zone="Europe/Berlin")
