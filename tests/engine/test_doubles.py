"""Games given twice and events that share a name: refused where certain, told where likely."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import banzuke as bz
from builders import rate, rules, table

DATED = "date player_1 player_2 result"


def told(text: str, rulebook: Any = None) -> list[str]:
    """The warnings about a table, without those of the order of rows."""
    warnings = rate(text, rulebook).selection.warnings
    return [str(problem) for problem in warnings if "told apart" not in str(problem)]


def test_a_number_says_that_it_is_one_game():
    """The same players, day and number are one game, whoever stands first and whoever won."""
    for again in ("A B 1-0", "B A 1-0", "A B 1/2-1/2"):
        with pytest.raises(bz.ResultsRefused) as caught:
            rate(f"{DATED} game\n2024-01-01 A B 1-0 7\n2024-01-01 C D 1-0 7\n2024-01-01 {again} 7")
        (problem,) = caught.value.problems
        assert str(problem) == (
            "row 2, column game: this game is given twice, first in row 0 (each game once; a "
            "rematch has a game number of its own)"
        )


@pytest.mark.parametrize(
    "rows",
    [
        "2024-01-01 A B 1-0 1 E x\n2024-01-01 A B 1-0 2 E x",
        "2024-01-01 A B 1-0 1 E x\n2024-01-02 A B 1-0 1 E x",
        "2024-01-01 A B 1-0 1 E x\n2024-01-01 A B 1-0 1 F x",
        "2024-01-01 A B 1-0 1 E x\n2024-01-01 A B 1-0 1 E y",
        "2024-01-01 A B 1-0 1 E x\n2024-01-01 A C 1-0 1 E x",
    ],
)
def test_another_game(rows):
    """Another number, day, event, pool or player makes it another game."""
    assert told(f"{DATED} game event pool\n{rows}") == []


def test_what_is_not_rated_may_stand_twice():
    """A game and its void double are one game that is rated."""
    rated = rate(f"{DATED} game status\n2024-01-01 A B 1-0 7 .\n2024-01-01 A B 1-0 7 void")
    assert rated.games(rated.runs[0]).tolist() == [1.0, 1.0]


def test_a_rematch_is_legal():
    """Two games of one pair on one day are rated; if they are alike in all, that is told once."""
    assert told(f"{DATED}\n2024-01-01 A B 1-0\n2024-01-01 A B 0-1\n2024-01-01 B A 1/2-1/2") == []
    header = f"{DATED}\n2024-01-01 C D 1-0\n2024-01-01 A B 1-0"
    assert told(f"{header}\n2024-01-01 B A 0-1\n2024-01-01 A B 1-0") == [
        (
            "row 2: this game and 1 more are likely given twice: the same players, and nothing "
            "that tells it from row 1 (each game once; if both were played, a column game that "
            "numbers them)"
        )
    ]
    rated = rate(f"{header}\n2024-01-01 B A 0-1\n2024-01-01 A B 1-0")
    assert rated.games(rated.runs[0]).tolist() == [3.0, 3.0, 1.0, 1.0]


def test_votes_without_a_day_are_no_doubles():
    """Where nothing at all is told of games, that some are alike says nothing."""
    assert told("player_1 player_2 result\nA B 1-0\nA B 1-0") == []


def test_votes_that_differ_in_a_covariate_are_no_doubles():
    """Numbers that the rules reckon with tell two votes of a day apart, and only these."""
    header = "date model_a model_b winner length_a length_b"
    rulebook = bz.load_rulebook("bradley-terry", {"covariates": ["length"]})
    for other, expected in ((7, 0), (5, 1)):
        rows = f"2024-01-01 A B model_a 5 6\n2024-01-01 A B model_a {other} 6"
        mixed = "2024-01-02 A B model_a 3 9\n2024-01-03 A B model_b 9 3\n2024-01-04 A B model_b 1 9"
        votes = table(f"{header}\n{rows}\n{mixed}")
        warnings = bz.rate(votes, rulebook).warnings
        assert sum("given twice" in str(one) for one in warnings) == expected


def test_games_with_other_scores_are_not_alike():
    """Scores that a system reads tell games apart."""
    text = "event date player_1 player_2 score_1 score_2\nE 2024-01-01 A B 40 24"
    book = rules(base="othello-sweden")
    assert told(f"{text}\nE 2024-01-01 A B 41 23", book) == []
    assert len(told(f"{text}\nE 2024-01-01 A B 40 24", book)) == 1


def test_a53_a_file_twice(tmp_path):
    """One file, or a copy of it, is refused beside itself; files of one length are not."""
    one, copy, other = (tmp_path / name for name in ("one.csv", "copy.csv", "other.csv"))
    for path, name in ((one, "A"), (copy, "A"), (other, "C")):
        path.write_text(f"player_1,player_2,result\n{name},B,1-0\n", encoding="utf-8")
    assert len(bz.read([one, other])) == 2
    with pytest.raises(bz.ResultsRefused, match=r"one\.csv: this file is given twice"):
        bz.read([one, tmp_path / "." / "one.csv"])
    with pytest.raises(bz.ResultsRefused, match=r"copy\.csv: a copy of one\.csv is given twice"):
        bz.read([one, other, copy])
    with pytest.raises(bz.FileProblem, match=r"none\.csv"):
        bz.read([one, tmp_path / "none.csv"])


def test_a53_two_files_with_one_game(tmp_path):
    """A game that two files report is refused at its second row, with the first."""
    for number, more in (("1", "C,D,1-0,2"), ("2", "E,F,1-0,3")):
        text = f"player_1,player_2,result,game\nA,B,1-0,1\n{more}\n"
        (tmp_path / f"{number}.csv").write_text(text, encoding="utf-8")
    with pytest.raises(bz.ResultsRefused, match=r"2\.csv, row 2.*given twice, first in 1\.csv"):
        bz.rate([tmp_path / "1.csv", tmp_path / "2.csv"], "warlight")


def test_a53_two_sources_that_disagree(tmp_path):
    """A pair of one day and round in two files is told, though the results differ; who decides."""
    for name, row in (("one", "A,B,1-0,2024-01-01,1"), ("two", "B,A,1-0,2024-01-01,1")):
        text = f"player_1,player_2,result,date,round\n{row}\n"
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    rated = bz.rate([tmp_path / "one.csv", tmp_path / "two.csv"], "warlight")
    assert "two.csv, row 2: this game is likely given twice" in str(rated.warnings[-1])
    assert "one.csv, row 2" in str(rated.warnings[-1])


def test_a53_the_last_game_again(tmp_path):
    """A retry of the game just rated is refused by its number, and told where it has none."""
    game = {"player_1": "A", "player_2": "B", "result": "1-0", "date": "2020-01-01T10:00"}
    numbered = {**game, "game": "7"}
    ratings = bz.rate([numbered], "warlight")
    ratings.save(tmp_path / "state")
    for state in (ratings, bz.load(tmp_path / "state")):
        for again in (numbered, {**numbered, "player_1": "B", "player_2": "A"}):
            with pytest.raises(bz.StateRefused, match="this game is already rated"):
                state.update([again])
        state.update([{**numbered, "player_2": "C"}])
        assert [str(warning) for warning in state.warnings] == []
    ratings = bz.rate([game], "warlight").update([game])
    assert ["the same as the last one" in str(warning) for warning in ratings.warnings] == [True]
    assert ratings.to_frame()["games"].to_list() == [2, 2]


EVENTS = "event date player_1 player_2 score_1 score_2"


def test_one_name_in_two_years_is_told():
    """Games a year apart under one name are rated as one event, and that is told with both days."""
    book = rules(base="othello-sweden")
    text = f"{EVENTS}\nOpen 2023-05-05 A B 34 30\nOpen 2024-05-05 A B 34 30"
    assert told(text, book) == [
        (
            "row 1, column event: event 'Open' has games of 2023-05-05 and of 2024-05-05: they are "
            "rated as one event (a name for each, such as 'Open 2024', if they are several)"
        )
    ]
    assert told(text.replace("Open 2024-", "Other 2024-"), book) == []
    assert told(text, rules(base="warlight")) == []


def test_a_season_or_a_declared_event_is_one():
    """Over New Year, with a winter's break, or with its end declared, an event may be long."""
    book = rules(base="othello-sweden")
    season = "L 2023-10-01 A B 34 30\nL 2023-12-20 A B 34 30\nL 2024-02-01 A B 34 30"
    assert told(f"{EVENTS}\n{season}", book) == []
    declared = "L 2023-01-01 A B 34 30 2024-03-01\nL 2024-02-01 A B 34 30 2024-03-01"
    assert told(f"{EVENTS} event_end\n{declared}", book) == []


def test_an_event_of_more_than_a_year_is_told():
    """An evening that goes on for years under one name is told, though it never rests."""
    rows = [f"Club {2023 + month // 12}-{month % 12 + 1:02}-01 A B 34 30" for month in range(16)]
    (warning,) = told("\n".join([EVENTS, *rows]), rules(base="othello-sweden"))
    assert "has games of 2023-01-01 and of 2024-04-01" in warning


def test_games_are_not_rated_as_standings():
    """A system of final standings refuses duels and games within events, and says what it takes."""
    duels = {"player_1": "A", "player_2": "B", "result": "1-0"}
    entries = [
        {"game": "1", "player": name, "place": place} for name, place in (("A", 1), ("B", 2))
    ]
    about = {"event": "E", "date": "2010-01-01", "event_players": 30, "event_rounds": 3}
    for rows in ([duels], entries):
        with pytest.raises(bz.ResultsRefused, match="rates final standings, not games"):
            bz.rate([{**row, **about} for row in rows], "dip-pouch")
    standings = [{"player": "A", "place": 1, **about}]
    assert len(bz.rate(standings, "dip-pouch")) == 1


def test_a29_kinds_of_games_that_are_rated_alike_are_told():
    """A column that differs and is not read is named once, with the first row that differs."""
    players = {"A": 1200.0, "B": 1200.0}
    table = {
        "player_1": ["A"] * 3,
        "player_2": ["B"] * 3,
        "result": ["1-0"] * 3,
        "game": ["1", "2", "3"],
        "komi": [6.5] * 3,
        "board_size": [19, 19, 9],
        "time_class": ["blitz", None, "rapid"],
    }
    rated = bz.rate(pl.DataFrame(table), "warlight", players)
    assert [(problem.row, problem.column) for problem in rated.warnings] == [
        (2, "board_size"),
        (1, "time_class"),
    ]
    assert all("rated alike" in str(problem) for problem in rated.warnings)


def test_many_alike_games_are_told_in_no_time():
    """Rows of one day of which many are alike are compared at once, whatever their order."""
    count = 200_000
    draw = np.random.default_rng(7).integers(0, 400, size=(count, 2))
    draw = draw[draw[:, 0] != draw[:, 1]]
    frame = pl.DataFrame({"player_1": draw[:, 0], "player_2": draw[:, 1]}).cast(pl.String)
    frame = frame.with_columns(result=pl.lit("1-0"), date=pl.lit("2024-01-01"))
    distinct = frame.unique(["player_1", "player_2"]).height
    (warning,) = (w for w in bz.rate(frame, "warlight").warnings if "given twice" in str(w))
    assert f"and {frame.height - distinct - 1} more are likely" in str(warning)
