"""Starting ratings that the files of results tell, where no players file is given."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import banzuke as bz
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import load_rulebook
from banzuke.engine.saving import Saved, load_states, save_states
from banzuke.model.combining import combine
from banzuke.model.errors import PlayersRefused
from banzuke.model.importer import Reading
from banzuke.model.results import Results
from banzuke.model.validation import validate
from builders import table

BOOK = load_rulebook("warlight")
MAY = "2024-05-01 A B 1-0"
JUNE = "2024-06-01 B C 1-0"


def file_of(name: str, game: str, ratings: dict[str, float | None]) -> Results:
    """A file of one game that tells ratings of players."""
    frame = table(f"date player_1 player_2 result\n{game}")
    players = pl.DataFrame(
        {"player": list(ratings), "rating": list(ratings.values())},
        schema={"player": pl.String, "rating": pl.Float64},
    )
    rows = pl.Series(range(9, 9 + len(players)), dtype=pl.UInt32)
    return validate(Reading(frame, name, players=players, player_rows=rows))


def first_and_second() -> tuple[Results, Results]:
    """Two files; the second has other ratings of who is in the first."""
    first = file_of("may.trf", MAY, {"A": 1300.0, "B": None, "Z": 1000.0})
    return first, file_of("june.trf", JUNE, {"B": 1900.0, "C": 1400.0})


def before(rated: Rated) -> dict[str, float]:
    """What everybody stood at before the first game, by the history of the newest results."""
    history = bz.rate(rated.results, BOOK, rated.players).history_frame()
    return dict(history.unique("player", keep="first").select("player", "before").iter_rows())


@pytest.mark.parametrize("turned", [False, True])
def test_the_earliest_file_tells(turned: bool):
    """Each player starts from the file of the earliest results with it, in whatever order given."""
    files = first_and_second()[:: -1 if turned else 1]
    rated = rate_results(combine(files), BOOK)
    assert before(rated) == {"A": 1300.0, "B": 1200.0, "C": 1400.0}
    told = [str(w) for w in rated.selection.warnings if "players file" in w.what]
    assert len(told) == 1
    assert "3 players start from the rating that the results tell" in told[0]


def test_a_players_file_goes_before():
    """With a players file, what the results tell is no rating."""
    first, _ = first_and_second()
    history = bz.rate(first, BOOK, {"B": 1500.0}).history_frame()
    assert sorted(history["before"]) == [1200.0, 1500.0]


def test_going_on_is_the_same_as_one_go(tmp_path: Path):
    """Ratings that later files tell are those of new players only, also after a save."""
    first, second = first_and_second()
    whole = rate_results(combine([first, second]), BOOK)
    begun = rate_results(first, BOOK)
    direct = rate_results(second, BOOK, begun.players, earlier=begun.states())
    path = tmp_path / "state.npz"
    save_states(path, Saved(BOOK, begun.players, begun.states()))
    rulebook, players, states = load_states(path)
    loaded = rate_results(second, rulebook, players, earlier=states)
    for came in (direct, loaded):
        ratings = dict(zip(came.names, came.runs[0].state[0].tolist(), strict=True))
        for name, rating in zip(whole.names, whole.runs[0].state[0].tolist(), strict=True):
            assert ratings[name] == rating


def test_who_has_not_played_yet_is_not_listed():
    """A rating that results tell is no entry of the list before the first game."""
    files = combine(first_and_second())
    ratings = bz.rate(files, BOOK, as_of="2024-05-31")
    assert sorted(ratings.to_frame()["player"]) == ["A", "B"]
    assert ratings.unlisted().is_empty()


def test_ratings_that_a_system_refuses():
    """What a system cannot start from is told with the file and row that tells it."""
    files = file_of("may.trf", MAY, {"A": 1300.0, "B": 0.5})
    with pytest.raises(PlayersRefused, match=r"may\.trf, row 10, column rating: 'B'"):
        rate_results(files, rulebook_of_list())


def rulebook_of_list() -> bz.Rulebook:
    """Ratings in whole numbers from 1."""
    return load_rulebook("fide-standard")


def test_frames_tell_nothing():
    """Results without a table of players start everybody alike, and nothing is told."""
    ratings = bz.rate(table(f"date player_1 player_2 result\n{MAY}"), BOOK)
    assert not ratings.warnings
