"""What the report of an event calls people."""

from __future__ import annotations

import pytest

from banzuke.ledger.reporting import called_in_reports
from banzuke.model.errors import ResultsRefused


def test_who_was_removed_is_never_taken_for_somebody_else():
    """A name such as another report gave to one who was removed there is left to who has it."""
    names = {"k1": "", "k2": "(removed) 1", "k3": "", "k4": "Lotta"}
    called, warnings = called_in_reports(names, {key: {} for key in names})
    assert called == {"k1": "(removed) 2", "k2": "(removed) 1", "k3": "(removed) 3", "k4": "Lotta"}
    assert warnings == []


def test_two_of_one_name_are_refused_by_key():
    """What would tell them apart is said."""
    with pytest.raises(ResultsRefused, match=r"k1 and k2 are both 'Lotta'.*id=NUMBER"):
        called_in_reports({"k1": "Lotta", "k2": "Lotta"}, {"k1": {}, "k2": {}})
