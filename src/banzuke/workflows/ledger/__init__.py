"""A ledger: results in, corrected, rated, published; every change a revision that can be undone.

``opening`` has what all of it stands on; the other files are named for what is asked of a ledger.
"""

from __future__ import annotations

from banzuke.workflows.ledger.circuits import LedgerCircuits
from banzuke.workflows.ledger.lists import LedgerLists
from banzuke.workflows.ledger.opening import Done
from banzuke.workflows.ledger.people import LedgerPeople
from banzuke.workflows.ledger.reports import LedgerReports
from banzuke.workflows.ledger.results import LedgerResults

__all__ = ["Done", "Ledger"]


class Ledger(LedgerLists, LedgerCircuits, LedgerPeople, LedgerReports, LedgerResults):
    """A ledger on SQLite (a path) or PostgreSQL (a URL that begins with ``postgresql://``)."""
