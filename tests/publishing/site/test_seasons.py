"""The table of a circuit: the command on a ledger and the page of the site say the same."""

from __future__ import annotations

import json

import pytest

from banzuke.publishing.site.kinds import page_at
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site

EVENTS = """
    date       event  round player_1 player_2 score_1 score_2
    2024-03-14 Duels  1     A        B        34      30
    2024-03-15 Duels  2     A        C        30      34
    2024-04-14 Chess  1     A        B        1       0
    2024-04-15 Chess  2     A        C        1       0
    2024-05-14 Chess2 1     B        C        1       0
"""

OFFICIAL = [
    {"event": "Duels", "date": "2024-06-20", "player": name, "place": place}
    for place, name in enumerate("BCA", start=1)
]


@pytest.fixture
def ledger(club, monkeypatch):
    """A circuit of an event with final places besides games, and two that no boards make."""
    made = club(EVENTS, "elo")
    made.import_frame(OFFICIAL, "official.csv")
    for event in ("Duels", "Chess"):
        made.correct({"scoring": "c-diplo-100"}, event=event)
    made.set_circuit("gp", {"rule": "othello-european-gp"}, events=["Duels", "Chess", "Chess2"])
    monkeypatch.setenv("BANZUKE_LEDGER", str(made.database.path))
    yield made
    made.close()


def test_the_command_has_the_table_of_the_page(run, ledger: Ledger, snapshot_of):
    """Places, totals and the order of the events, though one is by final places, one plain."""
    snapshot = snapshot_of(ledger)
    said = page_at(snapshot, "circuits/gp")[1].document
    told = json.loads(run("circuits", "show", "gp", "--format", "json").stdout)
    assert told["events"] == ["Chess", "Chess2", "Duels"]
    assert [one["name"] for one in said["events"]] == told["events"]
    lines = [(line["place"], line["name"], float(line["total"])) for line in said["standings"]]
    assert lines == [(row["place"], row["name"], row["total"]) for row in told["standings"]]
    duels = snapshot.event_keys["Duels"]
    points = {
        line["name"]: float(one["points"])
        for line in said["standings"]
        for one in line["events"]
        if one["event"] == duels
    }
    assert sorted(points, key=lambda name: -points[name]) == ["B", "C", "A"]


def test_what_could_not_be_scored_is_told_by_both(run, ledger: Ledger, snapshot_of):
    """The event counts by plain points, and why; final places need no scoring system."""
    (fault,) = [
        one["by_plain_points"]
        for one in page_at(snapshot_of(ledger), "circuits/gp")[1].document["events"]
        if one["by_plain_points"]
    ]
    assert fault == "games.csv, row 2: the board has 2 powers (7); and 1 more problem"
    done = run("circuits", "show", "gp")
    warning = f"counts by plain points, since its scoring system cannot be used: {fault}"
    assert (done.exit_code, done.stderr) == (0, f"warning: Chess {warning}\n")
    told = json.loads(run("circuits", "show", "gp", "--format", "json").stdout)
    assert told["by_plain_points"] == {"Chess": fault}
    with Site(ledger.database.path, live=False) as site:
        drawn = site.answer("circuits/gp.html").content.decode()
    assert drawn.count("counts by plain points, since its scoring system cannot be used") == 1
