"""Several files as one: names coded anew, and nothing of one file said of another."""

from __future__ import annotations

import pytest

from banzuke.model.combining import combine
from banzuke.model.errors import ResultsRefused
from banzuke.model.ordering import times_of
from builders import results


def files(*texts: str):
    """Tables as the results of files one.csv, two.csv …."""
    named = zip(("one.csv", "two.csv", "three.csv"), texts, strict=False)
    parts = []
    for name, text in named:
        part = results(text)
        parts.append(part.__class__(**{**part.__dict__, "sources": (name,)}))
    return parts


def test_names_are_coded_anew():
    """Players and events of all files have one list of names."""
    whole = combine(
        files(
            "date event player_1 player_2 result\n2024-01-01 Y B C 1-0",
            "date event player_1 player_2 result\n2024-01-02 X A B 1-0",
        )
    )
    assert whole.players == ["A", "B", "C"]
    assert whole.events == ["X", "Y"]
    assert whole.to_frame()["player"].to_list() == ["B", "C", "A", "B"]
    assert whole.to_frame()["event"].to_list() == ["Y", "Y", "X", "X"]
    assert [whole.where(game) for game in range(2)] == ["one.csv, row 0", "two.csv, row 0"]


def test_columns_that_one_file_lacks():
    """A column of one file is empty in the other: no end of 1969, no weight of 0."""
    whole = combine(
        files(
            "date event event_end weight player_1 player_2 result\n2024-01-01 A 2024-02-01 2 A B 1",
            "date event player_1 player_2 result\n2024-01-05 B A B 1-0",
        )
    )
    frame = whole.to_frame()
    assert [str(end) for end in frame["event_end"].to_list()][::2] == ["2024-02-01", "None"]
    assert frame["weight"].to_list() == [2.0, 2.0, None, None]
    days = times_of(whole, "event")
    assert days is not None
    assert days[0] > days[1] > 0


def test_an_end_holds_for_the_event_in_all_files():
    """A declared end dates all games of its event, those of other files too."""
    whole = combine(
        files(
            "date event event_end player_1 player_2 result\n2024-01-01 A 2024-02-01 A B 1-0",
            "date event player_1 player_2 result\n2024-01-05 A A B 1-0",
        )
    )
    days = times_of(whole, "event")
    assert days is not None
    assert days[0] == days[1]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            ("date player_1 player_2 result\n2024-01-01 A B 1-0", "winner loser\nA B"),
            "two.csv, column date: there is no column date",
        ),
        (
            ("event player place\nE A 1\nE B 2", "event player place\nE C 3"),
            r"two\.csv, row 0: event 'E' is in one\.csv, too",
        ),
        (
            ("game player place\n1 A 1\n1 B 2", "game player place\n1 C 1\n1 D 2"),
            r"two\.csv, row 0: game 1 is in one\.csv, too",
        ),
        (
            ("event player place\nE A 1\nE B 2", "winner loser\nA B"),
            "this file holds games, but another holds standings",
        ),
    ],
)
def test_files_that_do_not_go_together(texts, message):
    """Dates in one file only, and games or events torn over two, are refused."""
    with pytest.raises(ResultsRefused, match=message):
        combine(files(*texts))


def test_one_file_is_itself():
    """A single file comes back as it is."""
    (part,) = files("winner loser\nA B")
    assert combine([part]) is part
