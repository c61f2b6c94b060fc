"""Events on the site: standings, boards, what they did to ratings; circuits and scoring."""

from __future__ import annotations

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.kinds import page_at
from banzuke.workflows.site import Site

TOURNAMENT = """
    date       event  round player_1 player_2 score_1 score_2
    2024-03-14 Spring 1     Lotta    Kalle    34      30
    2024-03-14 Spring 1     Nils     Olof     40      24
    2024-03-15 Spring 2     Lotta    Nils     32      32
    2024-03-15 Spring 2     Kalle    Olof     20      44
"""

BOARD = """
    date       event  round board game player role    score
    2024-03-14 Con    1     1     b1   A      Austria 9
    2024-03-14 Con    1     1     b1   B      England 7
    2024-03-14 Con    1     1     b1   C      France  7
    2024-03-14 Con    1     1     b1   D      Germany 4
    2024-03-14 Con    1     1     b1   E      Italy   4
    2024-03-14 Con    1     1     b1   F      Russia  3
    2024-03-14 Con    1     1     b1   G      Turkey  0
"""


def _event(snapshot, name: str):
    return page_at(snapshot, f"events/{snapshot.event_keys[name]}")[1].document


def test_standings_of_duels(club, snapshot_of):
    """Points 1, ½ and 0; every round with the opponent's line; equal totals share a place."""
    said = _event(snapshot_of(club(TOURNAMENT, "othello-sweden")), "Spring")
    lines = {line["name"]: line for line in said["standings"]}
    assert {name: line["total"] for name, line in lines.items()} == {
        "Lotta": "1.5",
        "Nils": "1.5",
        "Olof": "1",
        "Kalle": "0",
    }
    assert [line["place"] for line in said["standings"]] == [1, 1, 3, 4]
    game = lines["Olof"]["results"][1]["games"][0]
    assert (game["outcome"], game["score"], game["other_score"]) == ("won", "44", "20")
    assert game["lines"] == [lines["Kalle"]["line"]]


def test_what_an_event_did_to_ratings(club, snapshot_of):
    """Before and change add up to after for everybody, on each list that counts the event."""
    said = _event(snapshot_of(club(TOURNAMENT, "othello-sweden", "elo")), "Spring")
    assert [one["list"] for one in said["ratings"]] == ["elo", "othello-sweden"]
    for one in said["ratings"]:
        assert {row["name"] for row in one["players"]} == {"Lotta", "Nils", "Olof", "Kalle"}
        for row in one["players"]:
            assert row["before"] + row["change"] == pytest.approx(row["after"], abs=1e-9)
            assert row["why"].startswith(f"changes/{one['list']}/")


def test_a_board_by_its_scoring_system(club, snapshot_of):
    """Points of a board by C-Diplo, with the roles and scores of all seven."""
    with club(BOARD, "elo") as ledger:
        ledger.correct({"scoring": "c-diplo-100"}, event="Con")
        said = _event(snapshot_of(ledger), "Con")
    assert [line["total"] for line in said["standings"]] == [
        "48",
        "18.5",
        "18.5",
        "5",
        "5",
        "4",
        "1",
    ]
    (board,) = said["boards"]
    assert [(seat["role"], seat["score"]) for seat in board["seats"]][:2] == [
        ("Austria", "9"),
        ("England", "7"),
    ]
    changes = {row["player"]: row["change"] for row in said["ratings"][0]["players"]}
    assert {seat["player"]: seat["change"] for seat in board["seats"]} == changes


def test_a_circuit_and_its_points(club, snapshot_of):
    """The events of a circuit give points by its rule; shared places are told."""
    with club(TOURNAMENT, "othello-sweden") as ledger:
        ledger.set_circuit(
            "gp", {"title": "Grand Prix", "rule": "othello-british-gp"}, events=["Spring"]
        )
        snapshot = snapshot_of(ledger)
    said = page_at(snapshot, "circuits/gp")[1].document
    totals = {line["name"]: line["total"] for line in said["standings"]}
    assert totals == {"Lotta": "180", "Nils": "180", "Olof": "120", "Kalle": "100"}
    assert _event(snapshot, "Spring")["circuits"][0]["page"] == "circuits/gp"


def test_events_by_year_and_none(club, snapshot_of):
    """Events are found by the year in which they ended; a year without one has no page."""
    snapshot = snapshot_of(club(TOURNAMENT, "elo"))
    assert page_at(snapshot, "events/years/2024")[1].rows[0]["name"] == "Spring"
    for address in ("events/years/2023", "events/years/x", "events/none"):
        with pytest.raises(NoSuchPage):
            page_at(snapshot, address)


def test_a_scoring_system_works_out_its_boards(club, snapshot_of):
    """The worked boards of a scoring system add up line by line."""
    said = page_at(snapshot_of(club(TOURNAMENT, "elo")), "scoring/c-diplo-100")[1].document
    first = said["examples"][0]
    assert first["terms"] == ["taking part", "centres", "place"]
    assert first["powers"][1]["terms"] == ["1", "7", "10.5"]
    assert first["powers"][1]["points"] == "18.5"


def test_corrections_tell_what_they_did(club, snapshot_of):
    """A corrected result is logged with who, why, before and after, and whose ratings moved."""
    with club(TOURNAMENT, "othello-sweden") as ledger:
        swapped = {"score of Lotta": 20, "score of Kalle": 44}
        ledger.correct(swapped, game=1, why="Swapped")
        snapshot = snapshot_of(ledger)
    (row,) = page_at(snapshot, "corrections/index")[1].document["corrections"]
    assert row["why"] == "Swapped"
    said = page_at(snapshot, row["page"])[1].document
    assert {one["what"] for one in said["changed"]} == {"score of Lotta", "score of Kalle"}
    (effect,) = said["effects"]
    assert {"Lotta", "Kalle"} <= {move["name"] for move in effect["largest"]}


def test_statistics_count(club, snapshot_of):
    """Figures are those of the ledger."""
    said = page_at(snapshot_of(club(TOURNAMENT, "elo")), "statistics")[1].document
    assert (said["players"], said["games"], said["events"]) == (4, 4, 1)
    assert said["drawn"] == 0.25
    assert said["years"] == [{"year": 2024, "games": 4, "events": 1, "players": 4}]


def test_games_one_by_one_with_their_changes(club, snapshot_of):
    """Both players of a game with score, outcome and change, and the page that explains it."""
    said = _event(snapshot_of(club(TOURNAMENT, "othello-sweden")), "Spring")
    assert said["changes_of"] == "othello-sweden"
    assert len(said["played"]) == said["games"] == 4
    first, second = said["played"][0]["players"]
    assert (first["name"], first["score"], first["outcome"]) == ("Lotta", 34.0, "won")
    assert (second["name"], second["score"], second["outcome"]) == ("Kalle", 30.0, "lost")
    by_game = {
        (seat["player"], at): seat["change"]
        for at, game in enumerate(said["played"])
        for seat in game["players"]
    }
    for row in said["ratings"][0]["players"]:
        mine = [change for (player, _), change in by_game.items() if player == row["player"]]
        assert sum(mine) == pytest.approx(row["change"], abs=1e-9)
    assert first["why"] == f"changes/othello-sweden/{first['player']}/{said['event']}"


def test_games_that_are_not_rated_say_why(club, snapshot_of):
    """A forfeit has no change; the game and the event say that it is not rated, and why."""
    text = """
        date       event  round player_1 player_2 score_1 score_2 status
        2024-03-14 Spring 1     Lotta    Kalle    34      30      played
        2024-03-14 Spring 2     Lotta    Olof     64      0       forfeit
    """
    said = _event(snapshot_of(club(text, "othello-sweden")), "Spring")
    played, forfeit = said["played"]
    assert played["why_not"] is None
    assert "forfeit" in forfeit["why_not"]
    assert {seat["change"] for seat in forfeit["players"]} == {None}
    (left_out,) = said["unrated"]
    assert (left_out["list"], left_out["games"]) == ("othello-sweden", 1)
    assert left_out["why"] == forfeit["why_not"]


def test_the_best_game_of_each_role(club, snapshot_of):
    """Of each role who earned most with it, by the event's scoring system."""
    with club(BOARD, "elo") as ledger:
        ledger.correct({"scoring": "c-diplo-100"}, event="Con")
        said = _event(snapshot_of(ledger), "Con")
    best = {one["role"]: one for one in said["best_of_roles"]}
    assert len(best) == 7
    assert (best["Austria"]["points"], best["Austria"]["score"]) == ("48", "9")
    assert [one["name"] for one in best["Austria"]["players"]] == ["A"]


def test_what_an_event_is_worth(club, snapshot_of):
    """By percentiles an event of 30 and three rounds is worth 30/3.5 + 2 percent."""
    text = """
        date       event player place event_players event_rounds
        2010-05-02 Con   A      1     30            3
        2010-05-02 Con   B      2     30            3
    """
    snapshot = snapshot_of(club(text, "dip-pouch"))
    said = {one["list"]: one for one in _event(snapshot, "Con")["ratings"]}
    assert said["dip-pouch"]["value"] == pytest.approx(30 / 3.5 + 2)
    assert said["dip-pouch"]["value_unit"] == "%"
    (row,) = page_at(snapshot, "lists/dip-pouch/events")[1].rows
    assert row["value"] == said["dip-pouch"]["value"]


def test_a_huge_event_has_sheets(club, snapshot_of):
    """Of 301 players the last one stands on the second sheet; there is no third."""
    games = "\n".join(f"2024-03-14 Huge 1 p{at} q{at} 1 0" for at in range(150))
    text = "date event round player_1 player_2 score_1 score_2\n" + games
    snapshot = snapshot_of(club(text + "\n2024-03-14 Huge 2 p1 z 1 0", "elo"))
    key = snapshot.event_keys["Huge"]
    whole = page_at(snapshot, f"events/{key}")[1]
    second = page_at(snapshot, f"events/{key}/sheet-2")[1]
    assert len(whole.shown["lines"]) == 300
    assert len(second.shown["lines"]) == 1
    assert whole.document == second.document
    with pytest.raises(NoSuchPage):
        page_at(snapshot, f"events/{key}/sheet-3")


def test_a_small_gain_has_its_sign_and_names_are_only_text(club):
    """A change below one has its plus; signs of HTML in a name stay signs."""
    text = """
        date       event player place event_players event_rounds
        2010-05-02 Con   A<b>&  18    30            3
    """
    with club(text, "dip-pouch") as ledger, Site(ledger.database.path, live=False) as site:
        (key,) = site.snapshot.events
        drawn = site.answer(f"events/{key}.html").content.decode()
    assert ">+0.18</a>" in drawn
    assert "A&lt;b&gt;&amp;" in drawn
    assert "A<b>" not in drawn


def test_games_stand_by_day_round_and_board(club, snapshot_of):
    """Whatever order the lines have, as those of a report that goes player by player."""
    games = """
        date       event round board player_1 player_2 score_1 score_2
        2024-03-14 Cup   10    1     A        B        34      30
        2024-03-14 Cup   2     2     C        D        34      30
        2024-03-14 Cup   2     1     A        D        34      30
        2024-03-13 Cup   3     1     B        C        34      30
    """
    with club(games, "elo") as ledger:
        snapshot = snapshot_of(ledger)
        said = page_at(snapshot, f"events/{snapshot.event_keys['Cup']}")[1].document
    told = [(str(one["date"])[-2:], one["round"], one["board"]) for one in said["played"]]
    assert told == [("13", "3", "1"), ("14", "2", "1"), ("14", "2", "2"), ("14", "10", "1")]


def test_changes_are_those_of_the_first_list_that_rates_somebody(club, snapshot_of):
    """A list before it on which nobody has a rating yet is passed over; with it alone, none."""
    games = """
        date       event  round player_1 player_2 score_1 score_2
        2024-03-14 Spring 1     Lotta    Kalle    34      30
    """
    with club(games, "fide-standard") as ledger:
        alone = snapshot_of(ledger)
        book = load_rulebook("othello-sweden")
        ledger.set_list("othello-sweden", book, {"title": book.title})
        both = snapshot_of(ledger)
    key = alone.event_keys["Spring"]
    page = page_at(alone, f"events/{key}")[1]
    assert (page.shown["ratings"], page.shown["first"], page.document["changes_of"]) == (
        [],
        {},
        None,
    )
    page = page_at(both, f"events/{key}")[1]
    known = [one["list"] for one in page.document["ratings"]]
    assert known == ["fide-standard", "othello-sweden"]
    assert [one["list"] for one in page.shown["ratings"]] == ["othello-sweden"]
    assert len(page.shown["first"]) == 2
    assert page.document["changes_of"] == "othello-sweden"
    assert all(of["after"] is not None for of in page.shown["first"].values())
