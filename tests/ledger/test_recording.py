"""Games that a server records as they finish: each counted once, answered with before and after."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger import remembering
from banzuke.ledger.changes import Change
from banzuke.model.errors import ChangeRefused, ResultsRefused
from banzuke.workflows.ledger import Ledger


def game(day: int, one: str, two: str, score: float = 1.0) -> list[dict[str, Any]]:
    """One game of a day in March 2024."""
    date = f"2024-03-{day:02}T10:00:00"
    return [
        {"date": date, "player_1": one, "player_2": two, "score_1": score, "score_2": 1 - score}
    ]


def after(answer: dict[str, Any], key: str = "ladder") -> dict[str, float]:
    """The rating of each player after what was recorded, by name."""
    return {one["name"]: one["after"]["rating"] for one in answer["lists"][key]}


def replayed(ledger: Ledger, key: str = "ladder") -> dict[str, float]:
    """The rating of everybody, replayed from the beginning."""
    frame = ledger.ratings(key).to_frame()
    return dict(zip(frame["name"].to_list(), frame["rating"].to_list(), strict=True))


@pytest.fixture
def ladder(ledger: Ledger) -> Ledger:
    """A ledger with one list by Elo."""
    ledger.set_list("ladder", "elo")
    return ledger


def test_before_and_after_of_a_game_are_those_of_a_replay(ladder: Ledger):
    """Who is new has no rating before; who won gains what the loser loses."""
    answer = ladder.record(game(1, "Anna", "Bo"))
    anna, bo = answer["lists"]["ladder"]
    assert (anna["before"], bo["before"]) == (None, None)
    assert after(answer) == {"Anna": 1516.0, "Bo": 1484.0} == replayed(ladder)
    again = ladder.record(game(2, "Bo", "Anna"))
    assert again["lists"]["ladder"][0]["before"]["rating"] in {1516.0, 1484.0}
    assert after(again) == replayed(ladder)


def test_the_same_report_counts_once(ladder: Ledger):
    """A key that was there before stores nothing and answers the same."""
    first = ladder.record(game(1, "Anna", "Bo"), key="report 1")
    assert ladder.record(game(1, "Anna", "Bo"), key="report 1") == first
    assert replayed(ladder) == {"Anna": 1516.0, "Bo": 1484.0}


def test_a_late_report_is_rated_where_it_belongs(ladder: Ledger):
    """A game older than those that are rated moves them, as a replay does."""
    ladder.record(game(2, "Anna", "Bo"))
    late = ladder.record(game(1, "Bo", "Cia"))
    everybody = replayed(ladder)
    assert after(late) == {name: everybody[name] for name in ("Bo", "Cia")}
    assert after(ladder.record(game(3, "Anna", "Cia")))["Anna"] == replayed(ladder)["Anna"]


def test_two_programs_record_into_one_ledger(ladder: Ledger):
    """What another program records or corrects meanwhile is not lost."""
    other = Ledger(ladder.database.place)
    for day in range(1, 5):
        ladder.record(game(day, "Anna", "Bo"))
        answer = other.record(game(day + 10, "Bo", "Cia", 0.5))
        assert after(answer)["Bo"] == replayed(ladder)["Bo"]
    other.make(Change("correct game", {"game": 1, "values": {"winner": "Bo"}}))
    answer = ladder.record(game(28, "Anna", "Bo"))
    assert after(answer)["Bo"] == replayed(other)["Bo"]
    other.close()


def test_what_other_programs_record_is_known_at_once(ladder: Ledger):
    """New people, pools and events, and what is told anew of an event, whoever reported it."""
    categories = {"categories": [{"names": ["cup"], "k": 60}]}
    ladder.set_list("ladder", load_rulebook("elo", categories))
    other = Ledger(ladder.database.place)
    reports = [
        ("Anna", "Bo", {"event": "Spring", "event_category": "cup"}),
        ("Bo", "Cia", {"event": "Autumn", "pool": "blitz"}),
        ("Cia", "Anna", {"event": "Spring", "pool": "blitz"}),
        ("Anna", "Dan", {"event": "Spring", "event_category": "league"}),
        ("Dan", "Bo", {"event": "Autumn", "event_category": "cup"}),
        ("Bo", "Anna", {"event": "Spring", "pool": "rapid"}),
        ("Cia", "Dan", {"event": "Autumn", "pool": "rapid"}),
    ]
    for day, (one, two, more) in enumerate(reports, start=1):
        program = (ladder, other)[day % 2]
        told = program.record([{**game(day, one, two)[0], **more}])["lists"]["ladder"]
        again = numbers_of(ladder)
        assert {one["name"] for one in told} == {one, two}
        for one_told in told:
            assert one_told["after"]["rating"] == again[one_told["player"], one_told["pool"]]
    other.close()
    assert len(ladder.people()) == 4


@pytest.mark.parametrize("rules", ["glicko2", "weng-lin", "dwz", "fide-standard", "othello-sweden"])
def test_lists_of_any_system_go_on_as_a_replay(ledger: Ledger, rules: str):
    """Whatever the periods are, before and after are those of the list."""
    ledger.set_list("ladder", rules)
    for day, (one, two) in enumerate([("A", "B"), ("B", "C"), ("A", "C"), ("C", "B")], start=1):
        rows = [
            {**row, "score_1": 40, "score_2": 24} if rules == "othello-sweden" else row
            for row in game(day * 7, one, two)
        ]
        answer = ledger.record([{**row, "event": f"Cup {day}"} for row in rows])
        everybody = replayed(ledger)
        for name, rating in after(answer).items():
            assert everybody.get(name, rating) == rating


def test_a_refused_report_leaves_nothing(ladder: Ledger):
    """Nobody is made, nothing is stored, and the next report is rated as if it had not been."""
    ladder.record(game(1, "Anna", "Bo"))
    with pytest.raises(ChangeRefused, match="'Eva' is not known"):
        ladder.record(game(2, "Anna", "Eva"), new_people=False)
    assert ladder.revision == 2
    assert after(ladder.record(game(2, "Anna", "Bo"))) == replayed(ladder)


def test_nobody_plays_against_himself_under_two_names(ladder: Ledger):
    """A merged person is one person, also where a game names both."""
    ladder.record(game(1, "Anna", "Bo"))
    ladder.record(game(2, "A. Berg", "Bo"))
    ladder.make(Change("merge", {"person": "A. Berg", "into": "Anna"}))
    with pytest.raises(ChangeRefused, match="takes part twice"):
        ladder.record(game(3, "Anna", "A. Berg"))


def numbers_of(ladder: Ledger) -> dict[tuple[str, str], float]:
    """The rating of everybody in every pool, replayed from the beginning."""
    rows = ladder.ratings("ladder").to_frame().to_dicts()
    return {(row["player"], row.get("pool") or ""): row["rating"] for row in rows}


def test_who_is_new_in_a_pool_starts_there_as_it_is_said(ladder: Ledger):
    """Known from another pool or not, everybody begins in each pool from the value for it."""
    ladder.import_facts(
        [
            {"player": "Anna", "pool": "blitz", "rating": 2000},
            {"player": "Anna", "pool": "rapid", "rating": 2200},
            {"player": "Bo", "rating": 1800},
        ]
    )
    for day, pool in enumerate(("blitz", "rapid", "bullet", "blitz"), start=1):
        told = ladder.record([{**game(day, "Anna", "Bo")[0], "pool": pool}])["lists"]["ladder"]
        assert {one["pool"] for one in told} == {pool}
        again = numbers_of(ladder)
        for one in told:
            assert one["after"]["rating"] == again[one["player"], pool]


def test_a_list_of_some_pools_goes_on_without_the_others(ladder: Ledger):
    """A ledger of several games has lists of each; games of others do not touch them."""
    ladder.set_list("blitz", load_rulebook("elo", {"counts.pools": ["blitz"]}))
    for day, pool in enumerate(("blitz", "rapid", "Blitz", ""), start=1):
        told = ladder.record([{**game(day, "Anna", "Bo")[0], "pool": pool}])
        assert bool(told["lists"]["blitz"]) == (pool.casefold() == "blitz")
        everybody = replayed(ladder, "blitz")
        assert after(told, "blitz") == (everybody if told["lists"]["blitz"] else {})
    both = [{**game(9, "Bo", "Anna")[0], "pool": pool} for pool in ("rapid", "blitz")]
    assert after(ladder.record(both), "blitz") == replayed(ladder, "blitz")


def test_recorded_standings_are_no_games_of_a_list(ladder: Ledger):
    """A list of games goes on without them, and standings can be recorded all the same."""
    ladder.record(game(1, "Anna", "Bo"))
    cup = {"event": "Cup", "date": "2024-03-02"}
    rows = [{**cup, "player": "Anna", "place": 1}, {**cup, "player": "Bo", "place": 2}]
    assert ladder.record(rows)["lists"]["ladder"] == []
    assert after(ladder.record(game(3, "Bo", "Anna"))) == replayed(ladder)


def test_what_is_said_anew_of_an_event_is_heeded_for_its_earlier_games(ladder: Ledger):
    """A report that changes an event's category rates its earlier games by the new one."""
    kinds = {"categories": [{"names": ["cup"], "k": 60}]}
    ladder.set_list("cups", load_rulebook("elo", kinds))
    for day, kind in ((1, "cup"), (2, "league")):
        event = {"event": "Spring", "event_category": kind}
        told = ladder.record([{**game(day, "Anna", "Bo")[0], **event}])["lists"]["cups"]
        after = {one["name"]: one["after"]["rating"] for one in told}
        assert after == replayed(ladder, "cups")


def test_answers_have_the_columns_of_lists(ledger: Ledger):
    """What a system notes for itself, such as the day of the last game, is in no answer."""
    ledger.set_list("ladder", "lichess")
    ledger.record(game(1, "Anna", "Bo"))
    (told, _) = ledger.record(game(2, "Anna", "Bo"))["lists"]["ladder"]
    for numbers in (told["before"], told["after"]):
        assert list(numbers) == ["rating", "deviation", "volatility"]


def discs(day: int, one: str, two: str, score: int) -> list[dict[str, Any]]:
    """A game of Othello, of which a list of discs wants 64 in all."""
    return [{**game(day, one, two)[0], "score_1": score, "score_2": 64 - score}]


def test_a_game_that_one_list_refuses_is_stored_and_rated_on_the_others(ladder: Ledger):
    """The answer says which list cannot be rated, and why; so does who reads that list."""
    ladder.set_list("discs", "othello-sweden")
    assert ladder.record(discs(1, "Anna", "Bo", 40))["refused"] == {}
    told = ladder.record(game(2, "Anna", "Bo"), key="report 2")
    assert told["lists"]["discs"] == []
    assert "must add up to 64" in told["refused"]["discs"][0]
    assert after(told) == replayed(ladder)
    with pytest.raises(ResultsRefused, match="recorded, row 2"):
        ladder.current("discs")
    assert ladder.record(game(2, "Anna", "Bo"), key="report 2") == told
    assert "discs" in ladder.record(discs(3, "Anna", "Bo", 40))["refused"]


def test_a_list_goes_on_once_what_it_refused_is_withdrawn(ladder: Ledger):
    """The correction brings the list back, with all games that were recorded meanwhile."""
    ladder.set_list("discs", "othello-sweden")
    for report in (discs(1, "Anna", "Bo", 40), game(2, "Anna", "Bo"), discs(3, "Bo", "Cia", 34)):
        ladder.record(report)
    other = Ledger(ladder.database.place)
    assert "discs" in other.record(discs(4, "Bo", "Cia", 50))["refused"]
    other.close()
    ladder.make(Change("withdraw", {"games": [2]}))
    told = ladder.record(discs(5, "Cia", "Anna", 30))
    assert told["refused"] == {}
    everybody = replayed(ladder, "discs")
    assert after(told, "discs") == {name: everybody[name] for name in ("Anna", "Cia")}


def without_date(one: str, two: str) -> list[dict[str, Any]]:
    """One game of which the day is not known."""
    return [{"player_1": one, "player_2": two, "score_1": 1, "score_2": 0}]


@pytest.mark.parametrize("lists", [(), ("elo",), ("othello-sweden",)])
@pytest.mark.parametrize("first", ["dated", "undated"])
@pytest.mark.parametrize("restarts", [False, True])
def test_games_with_and_without_dates_are_not_recorded_into_one_ledger(
    ledger: Ledger, lists: tuple[str, ...], first: str, restarts: bool
):
    """No list could be rated from both: nothing is stored, lists or not, at first or later."""
    for rules in lists:
        ledger.set_list("ladder", rules)
    reports = {"dated": game(1, "Anna", "Bo"), "undated": without_date("Anna", "Eva")}
    ledger.record(reports.pop(first))
    ((other, refused),) = reports.items()
    revision = ledger.revision
    with Ledger(ledger.database.place) as restarted:
        program = restarted if restarts else ledger
        what = "games without a date" if other == "undated" else "the games have dates"
        for _ in range(2):
            with pytest.raises(ChangeRefused, match=what):
                program.record(refused)
        assert program.revision == revision
        program.record(game(2, "Anna", "Bo") if first == "dated" else without_date("Bo", "Anna"))
        assert program.revision == revision + 1


def test_who_stands_where_may_have_no_date_among_games_that_do(ledger: Ledger):
    """Final places are another kind; and once the one kind is withdrawn, the other may come."""
    places = [{"event": "Cup", "player": name, "place": at} for at, name in ((1, "Bo"), (2, "Di"))]
    ledger.record(places)
    ledger.record(game(1, "Anna", "Bo"))
    ledger.record([{**row, "event": "Open"} for row in places])
    with pytest.raises(ChangeRefused, match="games without a date"):
        ledger.record(without_date("Bo", "Di"))
    ledger.withdraw([2])
    ledger.record(without_date("Bo", "Di"))
    with pytest.raises(ChangeRefused, match="the games have dates") as refused:
        ledger.record(game(1, "Anna", "Bo"))
    (problem,) = refused.value.problems
    assert "banzuke correct --game NUMBER --set date=" in problem.right
    ledger.correct({"date": "2024-02-28"}, game=4)
    ledger.record(game(1, "Anna", "Bo"))


def test_a_server_records_on_where_dates_are_mixed_up_already(ledger: Ledger):
    """What was mixed by files has to be corrected; the games meanwhile are not lost."""
    ledger.import_frame(game(1, "Anna", "Bo"), "dated.csv")
    ledger.import_frame(without_date("Bo", "Anna"), "undated.csv")
    ledger.record(game(2, "Anna", "Bo"))
    ledger.record(without_date("Bo", "Anna"))
    assert len(ledger.games().unique("game")) == 4


def test_what_is_remembered_is_forgotten_when_another_program_changes_it(ladder: Ledger):
    """Names, mergers, events and lists are those of the ledger, not those of the report before."""
    event = {"event": "Cup", "event_category": "open"}
    ladder.record([{**game(1, "Anna", "Bo")[0], **event, "pool": "blitz"}])
    other = Ledger(ladder.database.place)
    other.make(Change("correct person", {"person": "Bo", "values": {"name": "Bo Ek"}}))
    assert "Bo Ek" in after(ladder.record(game(2, "Anna", "Bo")))
    other.record([{**game(3, "Cia", "Bo")[0], **event, "pool": "rapid"}])
    other.make(Change("merge", {"person": "Cia", "into": "Anna"}))
    other.set_list("second", "glicko2")
    told = ladder.record([{**game(4, "Cia", "Bo")[0], **event, "pool": "rapid"}])
    assert set(told["lists"]) == {"ladder", "second"}
    assert set(after(told)) == {"Anna", "Bo Ek"}
    again = numbers_of(ladder)
    for one in told["lists"]["ladder"]:
        assert one["after"]["rating"] == again[one["player"], "rapid"]
    other.remove_list("ladder")
    other.close()
    assert set(ladder.record(game(5, "Anna", "Bo"))["lists"]) == {"second"}


#: Reports that say something else than that Anna won against Bo on the first of March.
OTHERS = (
    game(2, "Anna", "Bo"),
    game(1, "Bo", "Anna"),
    game(1, "Anna", "Cia"),
    game(1, "Anna", "Eva"),
    game(1, "Anna", "Bo", 0.5),
    [{**game(1, "Anna", "Bo")[0], "event": "Cup"}],
    [{**game(1, "Anna", "Bo")[0], "weight": 2}],
    [*game(1, "Anna", "Bo"), *game(2, "Anna", "Bo")],
)


def test_a_key_is_of_one_report_only(ladder: Ledger):
    """Something else under a key that was used is refused, also after the program was restarted."""
    ladder.record(game(1, "Cia", "Bo"))
    first = ladder.record(game(1, "Anna", "Bo"), key="board 7")
    restarted = Ledger(ladder.database.place)
    for program in (ladder, restarted):
        for other in OTHERS:
            with pytest.raises(ChangeRefused, match="'board 7' is revision 3 already"):
                program.record(other, key="board 7")
        frame = pl.DataFrame(game(1, "Anna", "Bo")).cast({"score_1": pl.Int64})
        assert program.record(frame, key="board 7") == first
    restarted.close()
    assert ladder.revision == 3


def test_the_same_report_is_known_after_people_were_merged_and_renamed(ladder: Ledger):
    """Who is who by now does not make another report of it."""
    first = ladder.record(game(1, "Anna", "Bo"), key="board 7")
    ladder.record(game(2, "A. Berg", "Bo"))
    ladder.make(Change("correct person", {"person": "Anna", "values": {"name": "Anna Berg"}}))
    ladder.make(Change("merge", {"person": "A. Berg", "into": "Anna Berg"}))
    again = ladder.record(game(1, "Anna", "Bo"), key="board 7")
    assert again["revision"] == first["revision"]
    assert set(after(again)) == {"Anna Berg", "Bo"}


def test_the_key_of_a_report_that_was_undone_says_so(ladder: Ledger):
    """The numbers of then are not answered, until the report counts again."""
    first = ladder.record(game(1, "Anna", "Bo"), key="board 7")
    ladder.make(Change("undo", {"number": first["revision"]}))
    with pytest.raises(ChangeRefused, match="revision 2, which revision 3 took back"):
        ladder.record(game(1, "Anna", "Bo"), key="board 7")
    ladder.make(Change("undo", {"number": 3}))
    assert ladder.record(game(1, "Anna", "Bo"), key="board 7") == first


def test_a_report_of_many_is_looked_up_in_parts(ladder: Ledger, monkeypatch: pytest.MonkeyPatch):
    """A database takes only so many names at once; people and events of all parts are known."""
    monkeypatch.setattr(remembering, "AT_ONCE", 3)
    rows = [
        {**game(1, f"A{n}", f"B{n}")[0], "event": f"Cup {n}", "event_category": "open"}
        for n in range(5)
    ]
    first = ladder.record(rows, key="board 7")
    with Ledger(ladder.database.place) as restarted:
        assert restarted.record(rows, key="board 7") == first
        again = restarted.record([{**row, "date": "2024-03-02"} for row in rows])
    assert set(after(again)) == {row[side] for row in rows for side in ("player_1", "player_2")}
    assert after(again) == replayed(ladder)
    assert len(ladder.people()) == 10


@pytest.mark.parametrize("said", ["\ud800", "a\0b", 5, None, "k" * 2000])
@pytest.mark.parametrize("word", ["key", "who", "why"])
def test_a_word_that_cannot_be_kept_is_refused(ladder: Ledger, word: str, said: Any):
    """Whatever a server sends as the key of a report, it is answered, and nothing is stored."""
    with pytest.raises(ChangeRefused, match=word):
        ladder.record(game(1, "Anna", "Bo"), **{word: said})
    assert ladder.revision == 1


def test_who_has_no_rating_yet_is_answered_none(tmp_path):
    """Before a first rating exists there is no number, and no 0 either."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.set_list("dwz", "dwz-draft", {"title": "DWZ"})
        game = {"date": ["2024-01-01"], "event": ["Spring"], "player_1": ["Ann"]}
        answer = ledger.record(pl.DataFrame({**game, "player_2": ["Bo"], "result": ["1-0"]}))
    told = answer["lists"]["dwz"]
    assert [one["after"]["rating"] for one in told] == [None, None]
