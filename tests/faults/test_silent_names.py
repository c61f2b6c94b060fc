"""One person under two names is told, and never two persons made of what nobody sees."""

from __future__ import annotations

import polars as pl
import pytest

import banzuke as bz
from banzuke.model.coded_names import clean_name


def duels(*pairs: tuple[str, str]) -> pl.DataFrame:
    """Games of these players, numbered."""
    one, two = zip(*pairs, strict=True)
    return pl.DataFrame(
        {
            "player_1": one,
            "player_2": two,
            "result": ["1-0"] * len(one),
            "game": [str(number) for number in range(len(one))],
        }
    )


@pytest.mark.parametrize(
    "name",
    [
        "An\u200bna",
        "An\u00adna",
        "\u200fAnna",
        "\u202aAnna\u202c",
        "An\u200dna",
        "\ufeffAnna",
    ],
)
def test_letters_that_nobody_sees_make_no_second_person(name):
    """They are left out, with a warning that shows where they stood."""
    rated = bz.rate(duels(("Anna", "Bo"), ("Bo", name)), "warlight")
    assert sorted(rated.to_frame()["player"]) == ["Anna", "Bo"]
    (warning,) = rated.warnings
    assert (warning.row, warning.column) == (1, "player_2")
    assert f"{name!a} is 'Anna'" in warning.what


def test_control_characters_are_damage():
    """A name with one is refused at its row, not read without it."""
    with pytest.raises(bz.ResultsRefused, match=r"row 1, column player_2: 'Anna\\x07' holds"):
        bz.rate(duels(("Anna", "Bo"), ("Bo", "Anna\x07")), "warlight")
    with pytest.raises(bz.PlayersRefused, match="cannot be printed"):
        bz.rate(duels(("Anna", "Bo")), "warlight", [{"player": "Anna\x00"}])


def test_joiners_stay_where_scripts_need_them():
    """Persian names and signs that are joined of several keep what joins their letters."""
    for name in ("علی\u200cرضا", "👩\u200d🚀", "Anna"):
        assert clean_name(name) == name
    assert clean_name("Bj\u200do\u0308rn  \u200c X") == "Björn X"
    assert clean_name("\u3164\u200b") == ""


def test_entries_and_players_files_are_cleaned_alike():
    """A name of a table of entries or of a players file loses them, too; and events do."""
    entries = [
        {"game": "1", "event": event, "player": name, "place": place}
        for event, name, place in (("E", "An\u200bna", 1), ("E\u200b", "Bo", 2))
    ]
    rated = bz.rate(entries, "warlight", [{"player": "Anna\u00ad", "rating": 1500}])
    assert rated.to_frame()["rating"].max() > 1500
    assert [(warning.row, warning.column) for warning in rated.warnings] == [
        (1, "event"),
        (0, "player"),
        (0, "player"),
    ]


def told(*pairs: tuple[str, str], players: object = None) -> list[str]:
    """What is told of names."""
    warnings = bz.rate(duels(*pairs), "warlight", players).warnings
    return [str(problem) for problem in warnings if "one person" in problem.what]


def test_two_spellings_are_told_and_not_merged():
    """Both names are told at the row of the rarer one, and stay two."""
    assert told(("Anna Berg", "Bo"), ("anna berg", "Bo"), ("Bo", "Anna Berg")) == [
        (
            "row 1: 'anna berg' and 'Anna Berg' may be one person, spelt in two ways (one spelling "
            "everywhere; if they are two, both in the players file)"
        )
    ]
    rated = bz.rate(duels(("Anna Berg", "Bo"), ("anna berg", "Bo")), "warlight")
    assert len(rated) == 3


def test_a_slip_is_told_while_games_are_few():
    """A near spelling is told as long as one of the two has two games or fewer."""
    games = [("Anna Berg", "Bo")] * 3 + [("Anna Borg", "Bo")] * 2
    assert len(told(*games)) == 1
    assert told(*games, ("Anna Borg", "Cy")) == []


def test_a_players_file_in_another_spelling():
    """A rating that nobody gets, because the results spell the name in another way, is told."""
    players = [{"player": "BJÖRN", "rating": 1500}]
    (warning,) = told(("Björn", "Bo"), players=players)
    assert "'Björn' and 'BJÖRN'" in warning


def test_a_players_file_with_the_words_exchanged():
    """A rating that nobody gets, because surname and given name are exchanged, is told."""
    players = [{"player": "Anna Berg", "rating": 1700}]
    games = [("Berg, Anna", name) for name in ("Bo", "Cy", "Di", "Eve")]
    (warning,) = told(*games, players=players)
    assert "'Berg, Anna' and 'Anna Berg'" in warning or "'Anna Berg' and 'Berg, Anna'" in warning


def test_names_are_not_compared_where_all_are_listed(monkeypatch):
    """A single game of a server, whose players have no names, waits for no comparison of names."""

    def never(names: object) -> None:
        raise RuntimeError(names)

    monkeypatch.setattr("banzuke.engine.one_person.keys_of", never)
    assert bz.rate_game("elo", sides=[[1500], [1500]], places=[1, 2]) == [[(1516.0,)], [(1484.0,)]]
    with pytest.raises(RuntimeError):
        bz.rate(duels(("Anna Berg", "Bo")), "warlight", [{"player": "Bo", "rating": 1500}])


def test_who_is_known_to_be_two():
    """Two of the players file are two people, and so are two near spellings who met."""
    players = [{"player": "Anna Berg"}, {"player": "anna berg"}]
    games = [("Anna Berg", "Bo"), ("anna berg", "Bo")]
    assert told(*games, players=players) == []
    assert told(("Anna Berg", "Anna Borg"), ("Anna Berg", "Bo")) == []


def test_a54_one_person_on_both_sides_in_two_spellings():
    """Who meets a name that only capitals tell apart may meet nobody: that is told."""
    assert len(told(("Anna Berg", "ANNA BERG"))) == 1


def test_going_on_tells_new_names_only():
    """What was told of names once is not told with every further game."""
    ratings = bz.rate(duels(("Anna Berg", "Bo"), ("anna berg", "Bo")), "warlight")
    more = duels(("Anna Berg", "Bo")).with_columns(game=pl.lit("7"))
    assert len(ratings.update(more).rated.selection.warnings) == 0
    newest = duels(("ANNA BERG", "Bo")).with_columns(game=pl.lit("8"))
    told_now = ratings.update(newest).rated.selection.warnings
    assert [problem.what.split(" may")[0] for problem in told_now] == [
        "'ANNA BERG' and 'Anna Berg'",
        "'ANNA BERG' and 'anna berg'",
    ]


def test_many_pairs_are_summed_up():
    """More than twenty pairs end in a number."""
    games = [pair for i in range(30) for pair in ((f"p{i} x", "Bo"), (f"P{i} X", "Bo"))]
    found = told(*games)
    assert len(found) == 20
    warnings = bz.rate(duels(*games), "warlight").warnings
    assert "10 more names" in str(warnings[-1])
