"""What is not known is null in every form, and no number that stands for it inside."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from banzuke.publishing.site.kinds import all_addresses
from banzuke.systems import shelf
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site

GAMES = """
    date       event      round player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg 1     Lotta    Kalle    1       0
    2024-03-14 Gothenburg 2     Nils     Kalle    0       1
"""

RULEBOOKS = ("dwz-draft", "fide-standard", "us-chess-draft", "bradley-terry")


def said_of(value: object, name: str = "") -> list[tuple[str, object]]:
    """Every value of a document with the name that it has there."""
    if isinstance(value, dict):
        return [one for key, item in value.items() for one in said_of(item, key)]
    if isinstance(value, list):
        return [one for item in value for one in said_of(item, name)]
    return [(name, value)]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_number_stands_for_what_is_unknown(club: Callable[..., Ledger], rulebook: str):
    """Nobody's year of birth is 0, and no deviation stands for a rating that is not there."""
    with club(GAMES, rulebook) as ledger, Site(ledger.database.path, live=False) as site:
        system = site.snapshot.lists[rulebook].rulebook.system
        stand_ins = {(one.name, one.unknown) for one in system.columns if one.unknown is not None}
        assert stand_ins
        for address in all_addresses(site.snapshot):
            document = json.loads(site.answer(f"{address}.json").content)
            assert not stand_ins & set(said_of(document)), address
            if not address.startswith("lists/"):
                continue
            text = site.answer(f"{address}.csv").content.decode()
            for row in csv.DictReader(io.StringIO(text)):
                assert row.get("born", "") == "", address


def test_every_year_of_birth_may_be_unknown():
    """A state column of years says which number is none, whatever system it is of."""
    for key, system in shelf().items():
        for one in system.told_columns:
            assert one.unit != "year" or one.unknown is not None, f"{key}: {one.name}"
