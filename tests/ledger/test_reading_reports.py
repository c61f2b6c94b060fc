"""What was just stored, and need not be read back: the same as if it were."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from banzuke.ledger.reading import results_of
from banzuke.ledger.reading_reports import results_stored
from banzuke.ledger.recording import with_rows
from banzuke.ledger.said_of_events import facts_of_events
from banzuke.ledger.storing import versions_of
from banzuke.model.columns import columns_of
from banzuke.model.errors import DataRefused
from banzuke.workflows.reading import read
from builders import said_by

NAMES = ("Anna", "Bo", "Cia", "Ö")
ZONES = st.sampled_from(["UTC", "Europe/Stockholm", "Asia/Tokyo"])
CELLS: dict[str, tuple[Any, ...]] = {
    "event": ("Cup", "League", None),
    "event_end": ("2024-03-09", None),
    "event_players": (8, None),
    "event_rounds": (5, None),
    "event_category": ("open", None),
    "event_kind": ("open", None),
    "event_place": ("Oslo", None),
    "event_country": ("NOR", None),
    "event_director": ("Ann", None),
    "pool": ("blitz", None),
    "round": ("1", "2", None),
    "weight": (2, 0.5, None),
    "komi": (6.5, None),
    "board_size": (19, None),
    "time_class": ("rapid", None),
    "board": ("1", None),
    "game": ("g1", "g2", None),
    "handicap_1": (2, None),
    "neutral": ("yes", None),
    "advantage": (1, None),
    "entry_rank_1": ("3 dan", None),
    "status": ("played", "forfeit", "bye", None),
    "rated": ("no", None),
    "score_1": (1.0, 0.5, 0.0, None),
}

#: Columns that are no cells of chance: every report has the first, and the last name players.
ASIDE = {"date", "player_1", "player_2", "result", "winner", "loser", "event_scoring"}


def test_reports_have_every_column_of_duels():
    """A column that is new is tried, too."""
    of_both = {name.replace("_2", "_1") for name in columns_of("duels")} - ASIDE
    assert of_both <= {*CELLS}


@st.composite
def reports(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A report of few games, dated or not, with some of all columns."""
    columns = draw(st.lists(st.sampled_from(sorted(CELLS)), unique=True, max_size=8))
    dates = draw(st.sampled_from([["2024-03-01"], ["2024-03-31T02:30:00", "2024-10-27T02:30:00"]]))
    row: dict[str, st.SearchStrategy[Any]] = {
        "player_1": st.sampled_from(NAMES),
        "player_2": st.sampled_from(NAMES),
        "result": st.sampled_from(["1-0", "0-1", "½-½"]),
        **{name: st.sampled_from(CELLS[name]) for name in columns},
    }
    if draw(st.booleans()):
        row["date"] = st.sampled_from(dates)
    return draw(st.lists(st.fixed_dictionaries(row), min_size=1, max_size=3))


@given(reports(), ZONES, ZONES, st.permutations(["k1", "k2", "k3", "k4"]))
def test_results_that_were_stored_are_those_that_would_be_read(
    report: list[dict[str, Any]], own: str, wanted: str, keys: list[str]
):
    """Whatever they say, and whoever the players are, they are the same to the bit."""
    try:
        results = with_rows(read(report, zone=own), 41)
    except DataRefused:
        assume(False)
        return
    facts, problems = facts_of_events(results)
    assume(not problems)
    events = {
        number: {"name": name, **facts.get(name, {})}
        for number, name in enumerate(results.events, start=7)
    }
    whom = dict(enumerate(keys, start=3))
    versions = versions_of(
        results,
        persons=np.arange(3, 3 + len(results.players)),
        events=np.arange(7, 7 + len(results.events)),
        pools=np.arange(5, 5 + len(results.pools)),
        source=9,
        first_game=41,
        revision=2,
    )
    zones = own, wanted
    found = results_stored(
        results,
        dict(zip(results.players, keys, strict=False)),
        events,
        file="recorded",
        zones=zones,
    )
    read_back = results_of(
        versions,
        whom,
        events,
        files={9: "recorded"},
        pool_names=dict(enumerate(results.pools, start=5)),
        zones=zones,
    )
    assert found is None or said_by(found) == said_by(read_back)


@pytest.mark.parametrize("wanted", ["UTC", "Europe/Stockholm"])
def test_a_plain_report_is_not_read_back(wanted: str):
    """Lists on another clock read what is stamped; on the ledger's own nobody need to."""
    row = {"date": "2024-03-01T10:00", "player_1": "Bo", "player_2": "Anna", "result": "1-0"}
    results = with_rows(read([row], zone="UTC"), 1)
    found = results_stored(
        results, {"Bo": "k1", "Anna": "k2"}, {}, file="recorded", zones=("UTC", wanted)
    )
    assert (found is None) == (wanted != "UTC")
