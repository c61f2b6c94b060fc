"""Faults of programs that keep results and correct them, as their users reported them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.ledger.lists import rulebook_form
from banzuke.model.errors import ChangeRefused, ResultsRefused
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.outputs import circumstances, remarks
from builders import table

CREATE = Decisions(new_people="create")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger."""
    with Ledger.create(tmp_path / "club.db") as made:
        yield made


def duel(date: str, one: str, two: str, result: str = "1-0", **more: Any) -> dict[str, Any]:
    """A row of a file."""
    return {"date": date, "player_1": one, "player_2": two, "result": result, **more}


def ratings(ledger: Ledger, **how: Any) -> dict[str, float]:
    """The ratings of everybody by Elo, by name."""
    frame = ledger.rate("elo", **how).to_frame()
    return dict(frame.select("name", "rating").iter_rows())


def test_a_wrong_constant_gives_a_new_list_beside_the_old_one(ledger: Ledger):
    """Each published list keeps all its parameters; the change is told list against list."""
    ledger.import_frame([duel("2024-01-01", "Anna", "Bo")], "one.csv")
    ledger.set_list("main", "elo")
    ledger.publish("main")
    ledger.set_list("main", load_rulebook("elo", {"k": 16}))
    ledger.import_frame([duel("2024-02-01", "Cia", "Dan")], "two.csv", decisions=CREATE)
    ledger.publish("main")
    with ledger.database.reading() as connection:
        kept = [
            rulebook_form(connection, one.manifest["rulebook"]["hash"])["content"]["parameters"]
            for one in ledger.published()
        ]
    assert [parameters["k"] for parameters in kept] == [32, 16]
    assert [verdict.why for verdict in ledger.verify()] == ["", ""]
    anna = {row["name"]: row["rating"] for row in ledger.show(1)["players"]}["Anna"]
    again = {row["name"]: row["rating"] for row in ledger.show(2)["players"]}["Anna"]
    assert (anna, again) == (1516.0, 1508.0)


@pytest.mark.parametrize("order", [("23 July", "31 July"), ("31 July", "23 July")])
def test_events_are_rated_in_order_of_play(ledger: Ledger, order: tuple[str, str]):
    """An event that arrives late is rated where it belongs."""
    files = {
        "23 July": [duel("2024-07-23", "Anna", "Bo", event="A")],
        "31 July": [duel("2024-07-31", "Anna", "Bo", "0-1", event="B")],
    }
    for name in order:
        ledger.import_frame(files[name], f"{name}.csv")
    history = ledger.rate("elo").history()
    assert history["event"].to_list() == ["A", "A", "B", "B"]
    assert ratings(ledger)["Anna"] == pytest.approx(1498.5305, abs=1e-3)


def test_a_published_list_stays_and_says_that_it_was_corrected(ledger: Ledger):
    """The wrong result is on the March list for ever; who, why and what moved is recorded."""
    ledger.import_frame(
        [duel("2024-03-01", "Anna", "Bo"), duel("2024-03-02", "Bo", "Cia")], "m.csv"
    )
    ledger.set_list("main", "elo")
    ledger.publish("main")
    march = ledger.show(1)["players"]
    assert not ledger.show(1)["corrected"]
    change = Change("correct game", {"game": 1, "values": {"winner": "Bo"}})
    done = ledger.make(change, who="Ann", why="score sheet")
    assert ledger.show(1)["players"] == march
    assert ledger.show(1)["corrected"]
    record = ledger.log(1)[0]
    assert (record.who, record.why, record.id) == ("Ann", "score sheet", done.revision)
    said = record.told["changed"]["result"]
    assert (said["before"], said["after"], len(said["sides"])) == ("0-1", "1-0", 2)
    moved = {
        one.name: (one.before, one.after)
        for one in ledger.diff("main", record.id - 1, record.id)
        if one.column == "rating"
    }
    assert set(moved) == {"Anna", "Bo", "Cia"}
    assert moved["Anna"] == (1516.0, 1484.0)
    ledger.import_frame([duel("2024-04-01", "Anna", "Cia")], "april.csv")
    ledger.publish("main")
    assert [verdict.why for verdict in ledger.verify()] == ["", ""]


def test_a_correction_leaves_an_event_unrated_that_is_not_released(ledger: Ledger):
    """Who is disqualified from event 1 moves events 1 and 2; event 3 stays unrated until it is."""
    for day in (1, 2, 3):
        rows = [duel(f"2024-01-0{day}", "Anna", "Bo", event=f"Event {day}")]
        ledger.import_frame(rows, f"{day}.csv")
    hold = Change("correct event", {"event": "Event 3", "values": {"released": "no"}})
    ledger.make(hold)
    assert ledger.rate("elo").skipped == [("3.csv, row 0", "marked as not rated")]
    ledger.make(Change("withdraw", {"event": "Event 1"}))
    assert ledger.rate("elo").history()["event"].unique().to_list() == ["Event 2"]
    free = Change("correct event", {"event": "Event 3", "values": {"released": "yes"}})
    ledger.make(free)
    assert len(ledger.rate("elo").history()) == 4


def test_a_recorded_game_of_an_event_that_is_not_released_is_not_rated(ledger: Ledger):
    """What a server is answered is what a replay says."""
    ledger.set_list("main", "elo")
    ledger.record([duel("2024-01-01", "Anna", "Bo", event="Cup")])
    ledger.make(Change("correct event", {"event": "Cup", "values": {"released": "no"}}))
    answer = ledger.record([duel("2024-01-02", "Anna", "Bo", event="Cup")])
    assert not [one for one in answer["lists"]["main"] if one["after"]["rating"] != 1500.0]
    assert ratings(ledger) == {}


def test_a_correction_does_not_flip_what_is_rated(ledger: Ledger):
    """Whether a game is rated is stored with it; only an official changes that, by saying so."""
    rows = [
        duel("2024-01-01", "Anna", "Bo", event="Open", rated="yes"),
        duel("2024-01-02", "Anna", "Bo", event="Under 1510", rated="no"),
    ]
    ledger.import_frame(rows, "games.csv")
    ledger.make(Change("correct game", {"game": 1, "values": {"winner": "Bo"}}))
    assert ledger.rate("elo").history()["event"].unique().to_list() == ["Open"]
    ledger.make(Change("correct game", {"game": 2, "values": {"rated": "yes"}}))
    assert len(ledger.rate("elo").history()) == 4


def test_changes_add_up_after_games_against_a_cheater_are_taken_back(ledger: Ledger):
    """Start and changes make the rating, the peak follows; the draw is taken back as well."""
    rows = [
        duel("2024-01-01", "Anna", "Bo"),
        duel("2024-01-02", "Anna", "Cheat"),
        duel("2024-01-03", "Bo", "Cheat", "1/2-1/2"),
    ]
    ledger.import_frame(rows, "games.csv")
    ledger.set_list("main", "elo")

    def peak() -> float:
        listed = ledger.current("main", peaks=True)["players"]
        return next(row["peak"] for row in listed if row["name"] == "Anna")

    assert peak() > 1530
    ledger.make(Change("withdraw", {"person": "Cheat"}), why="fair play")
    assert peak() == 1516.0
    told = ledger.rate("elo")
    for name, rating in ratings(ledger).items():
        assert 1500.0 + told.history(name)["change"].sum() == rating
    assert set(ratings(ledger)) == {"Anna", "Bo"}


def test_edited_results_leave_nothing_behind(ledger: Ledger, tmp_path: Path):
    """Added, swapped, edited, withdrawn: as in a ledger that never had the others."""
    ledger.import_frame(
        [duel("2024-01-01", "Anna", "Bo"), duel("2024-01-02", "Bo", "Cia")], "a.csv"
    )
    swap = {"player of Anna": "Cia", "date": "2024-01-03"}
    ledger.make(Change("correct game", {"game": 1, "values": swap}))
    ledger.make(Change("correct game", {"game": 2, "values": {"result": "1/2-1/2"}}))
    ledger.record([duel("2024-01-04", "Anna", "Cia")])
    ledger.make(Change("withdraw", {"games": [3]}))
    with Ledger.create(tmp_path / "fresh.db") as fresh:
        rows = [duel("2024-01-03", "Cia", "Bo"), duel("2024-01-02", "Bo", "Cia", "1/2-1/2")]
        fresh.import_frame(rows, "a.csv")
        assert ratings(ledger) == ratings(fresh)
        columns = ["date", "before", "after", "change"]
        one, other = (each.rate("elo").history().select(columns) for each in (ledger, fresh))
        assert one.rows() == other.rows()


def test_the_next_game_goes_on_from_what_was_written(ledger: Ledger):
    """What a report is answered with is what the next one begins with, by whichever program."""
    ledger.set_list("main", "elo")
    other = Ledger(ledger.database.place)
    after: dict[str, float] = {}
    for day in range(1, 7):
        program = ledger if day % 2 else other
        answer = program.record(
            [duel(f"2024-01-0{day}", "Anna", "Bo", "10"[day % 2] + "-" + "01"[day % 2])]
        )
        for one in answer["lists"]["main"]:
            assert (one["before"] or {}).get("rating") == after.get(one["name"])
            after[one["name"]] = one["after"]["rating"]
    other.close()


def test_results_of_two_players_posted_at_once_are_all_counted_once(ledger: Ledger):
    """P1–P2 and P2–P1 fifty times at the same time: no deadlock, none lost, none twice."""
    ledger.record([duel("2024-01-01", "P1", "P2")])

    def post(number: int) -> int:
        names = ("P1", "P2") if number % 2 else ("P2", "P1")
        with Ledger(ledger.database.place) as mine:
            answers = [mine.record([duel("2024-01-02", *names)], key=f"n{number}") for _ in "ab"]
        return len({answer["revision"] for answer in answers})

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(post, range(50))) == [1] * 50
    assert ledger.rate("elo").to_frame()["games"].to_list() == [51, 51]


def test_games_that_were_not_played_are_not_rated(ledger: Ledger):
    """Byes, forfeits, walkovers and void games are kept; a game lost after it began is rated."""
    rows = [
        duel("2024-01-01", "Anna", "Bo", status="forfeit"),
        duel("2024-01-02", "Anna", "Bo", status="walkover"),
        duel("2024-01-03", "Anna", "Bo", status="void"),
        duel("2024-01-04", "Anna", "", status="bye"),
        duel("2024-01-05", "Anna", "Bo", status="forfeit", rated="yes"),
    ]
    report, _ = ledger.import_frame(rows, "games.csv")
    assert report.stored == 5
    told = ledger.rate("elo")
    assert len(told.history()) == 2
    assert len(told.skipped) == 4


def test_the_same_match_from_two_sources_is_asked_about(ledger: Ledger):
    """A best of three is stored as its games or as one match, never both without a word."""
    games = [duel("2024-01-01", "Anna", "Bo", result, round=1) for result in ("1-0", "0-1", "1-0")]
    ledger.import_frame(games, "games.csv")
    assert ledger.import_frame(games, "games.csv")[1].revision is None
    match = [duel("2024-01-01", "Bo", "Anna", "0-1", round=1)]
    with pytest.raises(ChangeRefused, match=r"has these players|is the same"):
        ledger.import_frame(match, "match.csv")
    assert len(ledger.rate("elo").history()) == 6


@pytest.mark.parametrize(
    "rows",
    [
        [duel("2024-01-01", "Anna", "Anna")],
        [{"date": "2024-01-01", "game": 1, "player": name, "side": side, "place": place}
         for name, side, place in (("Anna", "a", 1), ("Anna", "b", 2), ("Bo", "b", 2))],
        [{"date": "2024-01-01", "game": 1, "player": "Anna", "place": 1}],
    ],
)  # fmt: skip
def test_impossible_line_ups_are_refused_with_their_row(ledger: Ledger, rows: list[dict[str, Any]]):
    """A person on both sides, twice in a field, or alone: nothing is stored."""
    with pytest.raises(ResultsRefused) as refused:
        ledger.import_frame(rows, "games.csv")
    assert all(problem.row is not None for problem in refused.value.problems)
    assert ledger.revision == 0


def test_people_are_merged_and_parted_in_one_step_each(ledger: Ledger):
    """A merged person is on no list, the key leads on; parted, all is as before."""
    rows = [duel("2024-01-01", "Anna Berg", "Bo"), duel("2024-01-02", "A. Berg", "Bo")]
    ledger.import_frame(rows, "games.csv", decisions=CREATE)
    before = ratings(ledger)
    key = {one.name: one.key for one in ledger.people()}
    ledger.make(Change("merge", {"person": "A. Berg", "into": "Anna Berg"}))
    assert set(ratings(ledger)) == {"Anna Berg", "Bo"}
    with ledger.database.reading() as connection:
        from banzuke.ledger.people import People

        assert People(connection).meant(key["A. Berg"]) == People(connection).meant("Anna Berg")
    ledger.make(Change("unmerge", {"person": "A. Berg"}))
    assert ratings(ledger) == before


def test_people_of_other_years_are_never_one(ledger: Ledger):
    """Not merged by a person without correcting the year; brothers are not taken for one."""
    ledger.import_facts({"player": ["Bo Ek", "Bo Ekk"], "born": ["1950", "1980"]})
    with pytest.raises(ChangeRefused, match="born in 1950"):
        ledger.make(Change("merge", {"person": "Bo Ek", "into": "Bo Ekk"}))
    ledger.import_frame([duel("2024-01-01", "Carl Lind", "Karin Lind")], "a.csv")
    assert ledger.likely_one_person() == []


def test_a_free_name_attaches_no_game_to_somebody(ledger: Ledger):
    """A name that is merely like a known one is asked about; nothing is taken."""
    ledger.import_frame([duel("2024-01-01", "Magnus Ek", "Bo")], "a.csv")
    for name in ("magnus ek", "Ek, Magnus", "Magnús Ek"):
        with pytest.raises(ChangeRefused, match="is not known"):
            ledger.import_frame([duel("2024-01-02", name, "Bo")], "b.csv")
    assert ledger.revision == 1


def test_a_month_ends_where_the_federation_is(tmp_path: Path):
    """31 March 23:30 −04:00 is March in New York, and April in UTC; a chart has the day of UTC."""
    row = duel("2024-03-31T23:30:00-04:00", "Anna", "Bo")
    month = {}
    for zone in ("America/New_York", "UTC"):
        with Ledger.create(tmp_path / f"{zone[:3]}.db", zone=zone) as ledger:
            ledger.import_frame([row], "a.csv")
            rules = {"period.kind": "month", "period.zone": zone}
            told = ledger.rate("elo", parameters=rules)
            month[zone] = told.as_of[:7], str(told.history()["date"][0])[:10]
    assert month == {
        "America/New_York": ("2024-03", "2024-03-31"),
        "UTC": ("2024-04", "2024-04-01"),
    }


def test_who_comes_later_corrects_no_published_list(ledger: Ledger):
    """A list of March is not corrected by a newcomer's game of April, but by one of February."""
    decided = Decisions(new_people="create", again="store")

    def play(day: str, two: str) -> None:
        row = {"date": day, "player_1": "Anna", "player_2": two, "score_1": 1, "score_2": 0}
        ledger.import_frame([row], f"{day}.csv", decisions=decided)

    play("2024-03-01", "Bo")
    ledger.set_list("all", "elo")
    ledger.publish("all", as_of="2024-03-31")
    play("2024-04-01", "Cia")
    assert not ledger.show(1)["corrected"]
    play("2024-02-01", "Dan")
    assert ledger.show(1)["corrected"]


def test_a_merge_of_whom_a_list_never_rated_corrects_it_not(ledger: Ledger):
    """A list is not corrected by the merge of people who had no game that it counts."""
    rows = [
        duel("2024-01-01", "Anna", "Bo", pool="chess"),
        duel("2024-01-02", "Cia", "Dan", pool="go"),
    ]
    ledger.import_frame(
        [*rows, duel("2024-01-03", "Cia A", "Eva", pool="go")], "all.csv", decisions=CREATE
    )
    for pool in ("chess", "go"):
        ledger.set_list(pool, load_rulebook("elo", {"counts.pools": [pool]}))
        ledger.publish(pool)
    ledger.make(Change("merge", {"person": "Cia A", "into": "Cia"}))
    assert [ledger.show(number)["corrected"] for number in (1, 2)] == [False, True]


def test_games_with_a_time_of_day_give_none_to_those_of_other_pools(ledger: Ledger):
    """A list of games that have days only is of a day, whatever else the ledger holds."""
    rows = [duel("2024-01-01", "Anna", "Bo", pool="chess")]
    ledger.import_frame(rows, "one.csv", decisions=CREATE)
    rows = [duel("2024-01-02T18:30", "Anna", "Bo", pool="go")]
    ledger.import_frame(rows, "two.csv", decisions=CREATE)
    told = [ledger.rate("elo", parameters={"counts.pools": [of]}).as_of for of in ("chess", "go")]
    assert told == ["2024-01-01", "2024-01-02T18:30:00"]


def test_warnings_name_people_and_not_keys(tmp_path: Path):
    """What a system remarks about people of a ledger is told by their names."""
    ledger = Ledger.create(tmp_path / "club.db")
    ledger.import_frame(table("player_1 player_2 result\nAda Bo 1-0\nAda Cy 1-0"), "games.csv")
    ratings = ledger.rate("bradley-terry")
    (told,) = remarks(ratings)
    for text in (told, circumstances(ratings).warnings[0].what):
        assert sorted(text.rpartition(": ")[2].split(", ")) == ["Ada", "Bo", "Cy"]
