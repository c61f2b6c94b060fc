"""A site over a ledger: a page at a time for a server, or all of them as plain files."""

from __future__ import annotations

from banzuke.workflows.site.answers import Answer
from banzuke.workflows.site.files import Built
from banzuke.workflows.site.site import Site

__all__ = ["Answer", "Built", "Site"]
