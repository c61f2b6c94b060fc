"""The standings of an event: the command on a ledger and the page of the site say the same."""

from __future__ import annotations

import json

import pytest

from banzuke.publishing.site.kinds import page_at

EVENTS = """
    date       event  round game player role    score place
    2024-03-14 Con    1     b1   A      Austria 9     .
    2024-03-14 Con    1     b1   B      England 7     .
    2024-03-14 Con    1     b1   C      France  7     .
    2024-03-14 Con    1     b1   D      Germany 4     .
    2024-03-14 Con    1     b1   E      Italy   4     .
    2024-03-14 Con    1     b1   F      Russia  3     .
    2024-03-14 Con    1     b1   G      Turkey  0     .
    2024-03-15 Duels  1     b2   A      .       34    .
    2024-03-15 Duels  1     b2   B      .       30    .
    2024-03-16 Duels  2     b3   A      .       30    .
    2024-03-16 Duels  2     b3   C      .       34    .
"""

OFFICIAL = [
    {"event": event, "date": "2024-03-20", "player": name, "place": place}
    for event in ("Duels", "Places")
    for place, name in enumerate("CAB", start=1)
]


@pytest.fixture
def ledger(club, monkeypatch):
    """Boards with a scoring system, duels with final places besides, final places alone."""
    made = club(EVENTS, "elo")
    made.import_frame(OFFICIAL, "official.csv")
    made.correct({"scoring": "c-diplo-100"}, event="Con")
    made.correct({"scoring": "c-diplo-100"}, event="Places")
    monkeypatch.setenv("BANZUKE_LEDGER", str(made.database.path))
    yield made
    made.close()


@pytest.mark.parametrize("event", ["Con", "Duels", "Places"])
def test_the_command_has_the_numbers_of_the_page(run, ledger, snapshot_of, event: str):
    """Lines, places, totals, by the scoring system of the event; a fault of it is told."""
    snapshot = snapshot_of(ledger)
    said = page_at(snapshot, f"events/{snapshot.event_keys[event]}")[1].document
    wanted = [(line["place"], line["name"], line["total"]) for line in said["standings"]]
    assert len(wanted) >= 3
    for arguments in ([event], ["--event", event], ["--ledger", ledger.database.path, event]):
        done = run("standings", *arguments, "--format", "json")
        assert done.exit_code == 0, done.stderr
        told = json.loads(done.stdout)["standings"]
        assert [(row["place"], row["name"], f"{row['total']:g}") for row in told] == wanted
    lines = run("standings", event).stdout.splitlines()
    assert [line.split()[1] for line in lines[1 : len(wanted) + 1]] == [who for _, who, _ in wanted]
    python = [(row.place, str(row.total)) for row in ledger.standings(event).rows]
    assert len(python) == len(wanted)


def test_what_the_scoring_system_cannot_score_is_told(run, ledger):
    """The first game that is no board, and how many more there are."""
    games = [
        {"event": "Chess", "date": "2024-04-01", "player_1": "A", "player_2": name, "result": "1-0"}
        for name in "BC"
    ]
    ledger.import_frame(games, "chess.csv")
    ledger.correct({"scoring": "c-diplo-100"}, event="Chess")
    fault = ledger.standings("Chess").by_plain_points
    assert "no player has a score" in fault
    assert fault.endswith("; and 1 more problem")
    assert fault in run("standings", "Chess").stderr
    told = json.loads(run("standings", "Chess", "--format", "json").stdout)
    assert told["by_plain_points"] == fault
    assert not ledger.standings("Con").by_plain_points


def test_another_rule_may_be_said(run, ledger):
    """Options go before what is known of the event, as with files."""
    told = run("standings", "Con", "--scoring", "sum-of-squares", "--format", "csv").stdout
    assert told != run("standings", "Con", "--format", "csv").stdout
    told = run("standings", "Duels", "--set", "win=3", "-t", "wins", "--format", "csv").stdout
    assert told.splitlines()[1].split(",")[-3:-1] == ["3.0", "1.0"]


@pytest.mark.parametrize(
    ("arguments", "code", "what"),
    [
        (["standings"], 2, "say which event of the ledger"),
        (["standings", "Con", "--event", "Duels"], 2, "say which event of the ledger, one"),
        (["standings", "Conn"], 2, "no event is called 'Conn'; did you mean Con?"),
        (["standings", "Con", "--teams"], 2, "--teams goes with files"),
        (["standings", "Con", "--map", "a=b"], 2, "--map goes with files"),
        (["standings", "Duels", "--scoring", "c-diplo-100"], 1, "row"),
    ],
)
def test_what_is_not_clear_is_told(run, ledger, arguments: list[str], code: int, what: str):
    """With exit code 2 for wrong use, 1 for results that the rule cannot score."""
    done = run(*arguments)
    assert (done.exit_code, what in done.stderr) == (code, True), done.stderr
