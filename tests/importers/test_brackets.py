"""Brackets of Challonge and start.gg: winners by id, phases, disqualifications, teams, refusals."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.brackets import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

Json = dict[str, Any]


def read(folder: Path, document: object) -> Reading:
    """The reading of a document."""
    path = folder / "cup.json"
    text = document if isinstance(document, str) else json.dumps(document)
    path.write_text(text, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions())


def refused(folder: Path, document: object) -> list[str]:
    """Where and why a document is refused."""
    with pytest.raises(ResultsRefused) as caught:
        read(folder, document)
    return [f"{one.where}: {one.what}" for one in caught.value.problems]


def told(reading: Reading) -> list[str]:
    """What is odd."""
    return [one.what for one in reading.warnings]


NAMES = {11: "Ada", 12: "Bo", 13: "Cy", 14: "Di"}


def match(number: int, one: int, two: int, winner: int | None, **more: Any) -> Json:
    """A match as Challonge's first interface has it."""
    known = {
        "id": number,
        "player1_id": one,
        "player2_id": two,
        "winner_id": winner,
        "state": "complete",
        "round": 1,
        "scores_csv": "2-1",
        "group_id": None,
        "completed_at": f"2026-05-01T1{number % 10}:00:00.000+02:00",
    }
    return {"match": known | more}


def challonge(*matches: Json, **more: Any) -> Json:
    """A tournament as Challonge's first interface has it."""
    people = [{"participant": {"id": one, "name": name}} for one, name in NAMES.items()]
    return {
        "tournament": {
            "name": "Harbour Cup",
            "tournament_type": "double elimination",
            "participants": people,
            "matches": list(matches),
        }
        | more
    }


def test_challonge(tmp_path):
    """The winner is who has the winner's id, in whichever slot; sets are counted."""
    document = challonge(
        match(1, 11, 12, 12, scores_csv="1-2"),
        match(2, 13, 14, 13, scores_csv="3-1,1-3,3-0"),
        match(3, 12, 13, 13, round=2, scores_csv="0-0"),
        match(4, 11, 14, 11, round=-1, scores_csv=""),
        match(5, 12, 11, 12, round=-2, scores_csv="2-0"),
        match(6, 13, 12, 12, round=3, scores_csv="0-3"),
        match(7, 13, 12, None, round=3, state="open"),
    )
    reading = read(tmp_path, document)
    frame = reading.frame
    wanted = ("round", "player_1", "player_2", "result", "score_1", "score_2")
    assert frame.select(wanted).rows() == [
        ("1", "Ada", "Bo", "0-1", 1.0, 2.0),
        ("1", "Cy", "Di", "1-0", 2.0, 1.0),
        ("2", "Bo", "Cy", "0-1", None, None),
        ("losers 1", "Ada", "Di", "1-0", None, None),
        ("losers 2", "Bo", "Ada", "1-0", 2.0, 0.0),
        ("overall final 3", "Cy", "Bo", "0-1", 0.0, 3.0),
    ]
    assert set(frame["event"]) == {"Harbour Cup"}
    assert "event_category" not in frame.columns
    assert frame["date"][0] == datetime(2026, 5, 1, 9, tzinfo=UTC)
    assert told(reading) == ["1 match has not been played yet: left out"]
    ratings = bz.rate(tmp_path / "cup.json", "elo")
    assert len(ratings.history_frame()) == 12


def test_scores_against_the_winner(tmp_path):
    """A winner who has fewer points than the loser stays the winner, and that is told."""
    reading = read(tmp_path, challonge(match(1, 11, 12, 11, scores_csv="0-2")))
    assert reading.frame["result"].to_list() == ["1-0"]
    assert "score_1" not in reading.frame.columns
    assert told(reading) == ["Ada won by 0-2: the winner is taken, the score is not"]


@pytest.mark.parametrize(
    "more", [{"forfeited": True}, {"scores_csv": "0--1"}, {"scores_csv": "-1-0"}]
)
def test_forfeits_of_challonge(tmp_path, more):
    """What somebody gave up, or was put out of, is a walkover, which is no game."""
    frame = read(tmp_path, challonge(match(1, 11, 12, 11, **more))).frame
    assert frame.select("status", "result").rows() == [("walkover", "1-0")]
    assert len(bz.rate(tmp_path / "cup.json", "elo").history_frame()) == 0


def test_draws_and_no_results(tmp_path):
    """Nobody won: a draw if the scores say so, void if nothing does."""
    document = challonge(
        match(1, 11, 12, None, scores_csv="1-1"), match(2, 13, 14, None, scores_csv="")
    )
    frame = read(tmp_path, document).frame
    assert frame.select("status", "result").rows() == [("played", "1/2-1/2"), ("void", "*")]


def test_groups_of_challonge(tmp_path):
    """A group stage is a phase of the same event; in it participants have other ids."""
    document = challonge(match(1, 901, 902, 901, group_id=5), match(2, 11, 13, 13))
    people = document["tournament"]["participants"]
    people[0]["participant"]["group_player_ids"] = [901]
    people[1]["participant"]["group_player_ids"] = [902]
    frame = read(tmp_path, document).frame
    assert frame.select("event_category", "round", "player_1").rows() == [
        ("group stage", "1: 1", "Ada"),
        ("final stage", "2: 1", "Ada"),
    ]
    chosen = bz.rate(
        tmp_path / "cup.json", "elo", parameters={"counts.categories": ["final stage"]}
    )
    assert set(chosen.history_frame()["player"]) == {"Ada", "Cy"}


@pytest.mark.parametrize("form", ["relationships", "attributes"])
@pytest.mark.parametrize(
    "scores",
    [
        {"scores": "1 - 3"},
        {"score_in_sets": [[1, 3]]},
        {
            "points_by_participant": [
                {"participant_id": 12, "scores": [3]},
                {"participant_id": 11, "scores": [1]},
            ]
        },
    ],
)
def test_later_challonge(tmp_path, form, scores):
    """The later interfaces, by JSON:API, give the same."""
    attributes: Json = {"state": "complete", "round": -1, "winner_id": 12, **scores}
    attributes["timestamps"] = {"started_at": "2026-05-01T10:00:00Z"}
    item: Json = {"id": "7", "type": "match", "attributes": attributes}
    if form == "attributes":
        attributes |= {"player1_id": 11, "player2_id": 12}
    else:
        ids = {"player1": "11", "player2": "12"}
        item["relationships"] = {
            name: {"data": {"id": one, "type": "participant"}} for name, one in ids.items()
        }
    document = {
        "data": {"id": "1", "type": "tournament", "attributes": {"name": "Harbour Cup"}},
        "included": [
            item,
            *(
                {"id": str(one), "type": "participant", "attributes": {"name": name}}
                for one, name in NAMES.items()
            ),
        ],
    }
    row = read(tmp_path, document).frame.row(0, named=True)
    assert (row["event"], row["player_1"], row["result"]) == ("Harbour Cup", "Ada", "0-1")
    assert (row["score_1"], row["score_2"], row["round"]) == (1.0, 3.0, "losers 1")
    assert row["date"] == datetime(2026, 5, 1, 10, tzinfo=UTC)


def entrant(number: int, *tags: str) -> Json:
    """An entrant of start.gg of these players."""
    people = [
        {"gamerTag": tag, "prefix": "SEA", "player": {"id": 1000 + ord(tag[0])}} for tag in tags
    ]
    return {"id": number, "name": " / ".join(tags), "participants": people}


def bout(number: int, sides: list[Json], winner: int | None, **more: Any) -> Json:
    """A set of start.gg."""
    scores = more.pop("scores", (2, 0))
    slots = [
        {"entrant": side, "standing": {"stats": {"score": {"value": score}}}}
        for side, score in zip(sides, scores, strict=True)
    ]
    known = {
        "id": number,
        "slots": slots,
        "winnerId": winner,
        "round": 1,
        "completedAt": 1_777_640_000 + 60 * number,
        "fullRoundText": "Winners Round 1",
        "phaseGroup": {"phase": {"name": "Bracket"}},
    }
    return known | more


ADA, BO, CY = entrant(1, "Ada"), entrant(2, "Bo"), entrant(3, "Cy")


def startgg(*sets: Json) -> Json:
    """An answer of start.gg."""
    event = {"name": "Singles", "startAt": 1_777_630_000, "sets": {"nodes": list(sets)}}
    return {"data": {"event": event | {"tournament": {"name": "Harbour Cup"}}}}


def test_startgg(tmp_path):
    """Sets by the winner's id, players by their numbers, losers' rounds, the grand final."""
    pools = {"phaseGroup": {"phase": {"name": "Pools"}}}
    reading = read(
        tmp_path,
        startgg(
            bout(1, [ADA, BO], 2, scores=(1, 2), **pools),
            bout(2, [CY, ADA], 3, round=-2, fullRoundText="Losers Round 1"),
            bout(3, [BO, CY], 2, fullRoundText="Grand Final", round=4),
            bout(4, [BO, CY], None, state=1),
            bout(5, [BO], 2, scores=(2,)),
        ),
    )
    wanted = ("event", "event_category", "round", "player_1", "result", "score_1")
    assert reading.frame.select(wanted).rows() == [
        ("Harbour Cup: Singles", "Pools", "1: 1", "1065", "0-1", 1.0),
        ("Harbour Cup: Singles", "Bracket", "2: losers 2", "1067", "1-0", 2.0),
        ("Harbour Cup: Singles", "Bracket", "2: overall final 4", "1066", "1-0", 2.0),
    ]
    assert told(reading) == ["2 matches have not been played yet: left out"]
    assert reading.players is not None
    assert reading.players.row(0, named=True) == {
        "player": "1065",
        "name": "Ada",
        "id": "1065",
        "club": "SEA",
    }
    path = tmp_path / "cup.json"
    pools_only = bz.rate(path, "elo", parameters={"counts.categories": ["Pools"]})
    assert sorted(pools_only.to_frame()["name"]) == ["Ada", "Bo"]


@pytest.mark.parametrize("more", [{"scores": (0, -1)}, {"displayScore": "DQ"}])
def test_disqualifications(tmp_path, more):
    """A set that somebody was disqualified from is a walkover, and rates nobody."""
    frame = read(tmp_path, startgg(bout(1, [ADA, BO], 1, **more), bout(2, [ADA, CY], 1))).frame
    assert frame["status"].to_list() == ["walkover", "played"]
    ratings = bz.rate(tmp_path / "cup.json", "elo")
    assert set(ratings.history_frame()["player"]) == {"1065", "1067"}


def test_teams(tmp_path):
    """The players of an entrant are one side."""
    duo, other = entrant(1, "Ada", "Bo"), entrant(2, "Cy", "Di")
    frame = read(tmp_path, startgg(bout(1, [duo, other], 2, scores=(0, 3)))).frame
    assert frame.select("game", "player", "side", "place", "score").rows() == [
        ("1", "1065", "1", 2, 0.0),
        ("1", "1066", "1", 2, 0.0),
        ("1", "1067", "2", 1, 3.0),
        ("1", "1068", "2", 1, 3.0),
    ]
    assert len(bz.rate(tmp_path / "cup.json", "trueskill").to_frame()) == 4


def test_pages(tmp_path):
    """Answers of several pages are one event, a set that stands in two of them once."""
    one, two = bout(1, [ADA, BO], 1), bout(2, [ADA, CY], 1)
    frame = read(tmp_path, [startgg(one, two), startgg(two)]).frame
    assert frame["game"].to_list() == ["1", "2"]
    tournament = {"name": "Cup", "events": [{"name": "A", "sets": {"nodes": [one]}}]}
    assert read(tmp_path, {"data": {"tournament": tournament}}).frame["event"][0] == "Cup: A"


def test_what_contradicts_itself(tmp_path):
    """Players and winners that are not there are refused, each with its match."""
    document = challonge(match(1, 11, 99, 11), match(2, 11, 12, 13), match(3, 11, None, 11))
    assert refused(tmp_path, document) == [
        "cup.json, row 1, column player2_id: participant 99 is none of the file",
        "cup.json, row 2, column winner_id: the winner 13 is neither of the two",
        "cup.json, row 3, column player2_id: there is no participant",
    ]
    document["tournament"]["matches"].append(match(4, 13, 14, 14))
    with pytest.raises(ResultsRefused):
        read(tmp_path, document)
    assert len(bz.read(tmp_path / "cup.json", skip_refused=True)) == 1
    nobody = {"id": 5, "name": "", "participants": []}
    document = startgg(bout(1, [ADA, BO], 3), bout(2, [ADA, nobody], 1))
    assert refused(tmp_path, document) == [
        "cup.json, row 1, column winnerId: the winner 3 is neither of the two",
        "cup.json, row 2, column slots: an entrant has neither a name nor players",
    ]
    document = challonge(match(1, 11, 12, 11))
    document["tournament"]["participants"] = []
    assert refused(tmp_path, document) == [
        "cup.json, column participants: tournament 'Harbour Cup' has no participants"
    ]


def test_one_undated_event(tmp_path):
    """An event that nothing dates, beside one that is, is refused; alone it has no date."""
    undated = challonge(match(1, 11, 12, 11, completed_at=None), name="Club Cup")
    assert "date" not in read(tmp_path, undated).frame.columns
    (problem,) = refused(tmp_path, [undated, challonge(match(2, 11, 12, 11))])
    assert problem.startswith("cup.json, row 1, column completedAt: nothing dates the event 'Club")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('{"tournament": {"matches": [', "is no JSON"),
        ({"tournament": {"name": "x"}}, "this is no bracket"),
        ([1, 2], "this is no bracket"),
        (challonge(match(1, 11, 12, None, state="open")), "no match has been played"),
        (startgg(), "there is no match"),
        ("[" * 100_000, "is no JSON"),
    ],
)
def test_hostile_files(tmp_path, document, message):
    """What is cut off, or no bracket, is refused in words."""
    assert any(message in problem for problem in refused(tmp_path, document))


def test_recognised(tmp_path):
    """Brackets are told from other JSON by their words."""
    path = tmp_path / "cup.json"
    for document in (challonge(match(1, 11, 12, 11)), startgg(bout(1, [ADA, BO], 1))):
        path.write_text(json.dumps(document), encoding="utf-8")
        assert recognise_file(path).key == "bracket"
    path.write_text('{"player_1": "A", "player_2": "B", "result": "1-0"}', encoding="utf-8")
    assert recognise_file(path).key == "json"


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value within a document."""
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return [path, *(way for key, item in inner for way in places(item, (*path, key)))]


WHOLE = [
    challonge(match(1, 11, 12, 12), match(2, 11, 13, 13, group_id=4)),
    startgg(bout(1, [ADA, BO], 2), bout(2, [BO, entrant(4, "Di", "Ed")], 2)),
    {"data": [{"id": "1", "type": "match", "attributes": {"winner_id": 11}}], "included": []},
]
anything = st.sampled_from(
    [None, "", "x", 0, -1, 1e300, True, [], [1], {}, {"id": 1}, "2026-05-01"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_nearly_right(tmp_path, data):
    """A bracket with some values of another kind is read or refused in words."""
    document = json.loads(json.dumps(data.draw(st.sampled_from(WHOLE))))
    for _ in range(data.draw(st.integers(1, 3))):
        way = data.draw(st.sampled_from(places(document)))
        inner = document
        for key in way[:-1]:
            inner = inner[key]
        if way:
            inner[way[-1]] = data.draw(anything)
    with contextlib.suppress(BanzukeError):
        reading = read(tmp_path, document)
        assert reading.rows is not None
        assert len(reading.rows) == reading.frame.height >= 1
