"""A ledger is made on a clock that there is, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.model.errors import UnknownName
from banzuke.workflows.ledger import Ledger


@pytest.mark.parametrize("zone", ["Europe/Stokholm", "localtime", "right/UTC", ""])
def test_a_zone_that_rulebooks_do_not_take_is_refused(tmp_path: Path, zone: str):
    """What a machine keeps beside the zones is no zone; no file is left."""
    with pytest.raises(UnknownName, match="no time zone is called"):
        Ledger.create(tmp_path / "club.db", zone=zone)
    assert list(tmp_path.iterdir()) == []
