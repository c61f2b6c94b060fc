"""Reports of a ledger's events, for the federation or a pairing program."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection

from banzuke.ledger.lists import all_publications, record_of
from banzuke.ledger.reporting import as_reported
from banzuke.ledger.standings import Played, event_of
from banzuke.model.days import day_of
from banzuke.model.errors import WrongUse
from banzuke.model.problems import Problem
from banzuke.publishing.files import write_text
from banzuke.publishing.register_files import whole_rating
from banzuke.publishing.tournament_report import report_of_games
from banzuke.workflows.ledger.opening import OpenLedger


class LedgerReports(OpenLedger):
    """A ledger whose events are reported."""

    def write_report(
        self, event: str, path: str | Path, *, lists: Sequence[str] = ()
    ) -> Sequence[Problem]:
        """Write a FIDE tournament report (TRF) of an event, replacing a file that is there.

        event : its name; lists : the lists whose ratings the report has, each as it was published
            last before the event began, and of each person the first that has one; none for the
            ratings that the event's own files tell
        People have their FIDE numbers, nations, titles and years of birth as the ledger knows
        them now. Returns warnings. Raises UnknownName, WrongUse where no such list was published,
        ResultsRefused for results that have no place in a report, FileProblem.
        """
        with self.database.reading() as connection:
            of = event_of(connection, event)
            listed: dict[str, str] = {}
            for key in reversed(lists):
                listed |= _listed(connection, of, key)
            people, warnings = as_reported(connection, of, listed if lists else None)
        games = np.arange(len(of.results))
        write_text(report_of_games(of.results, games, of.facts["name"], people), Path(path))
        return warnings


def _listed(connection: Connection, of: Played, of_list: str) -> dict[str, str]:
    """{key of a person: whole rating} of a list as it was published before an event."""
    record = record_of(connection, of_list)
    name, time = of.facts["name"], of.results.games.time
    if time is None:
        raise WrongUse(f"{name} has no date, so that no list is known to be of before it")
    begun = str(day_of(int(time.min())))
    # A list as of the first day may have games of the event.
    earlier = [one for one in all_publications(connection, record.key) if "" < one.as_of < begun]
    if not earlier:
        what = f"the list {record.key} was never published as of a day before {begun}"
        raise WrongUse(f"{what}, when {name} began: 'banzuke publish {record.key} --as-of DATE'")
    latest = max(earlier, key=lambda one: (one.as_of, one.id))
    return _of_pool(json.loads(latest.content)["players"], of)


def _of_pool(rows: Sequence[dict[str, Any]], of: Played) -> dict[str, str]:
    """Ratings of the pool of an event, where the list has several."""
    pools = sorted({row.get("pool") or "" for row in rows})
    if len(pools) > 1:
        played = set(of.results.pools)
        rows = [row for row in rows if (row.get("pool") or "") in played]
        if len(played) != 1:
            what = f"the list has the pools {', '.join(map(repr, pools))}"
            raise WrongUse(f"{what}, and {of.facts['name']} is of no single one of them")
    return {row["player"]: str(whole_rating(row)) for row in rows}
