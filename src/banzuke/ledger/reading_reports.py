"""The results of a report that has just been stored, as lists read them from the ledger.

What was stored is known, so that nothing of it is read back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from banzuke.ledger.events import RELEASED
from banzuke.ledger.reading import EVERY_COLUMN
from banzuke.ledger.reading_events import columns_of_events
from banzuke.model.columns import EVENT_FACTS
from banzuke.model.results import IN_WORDS, Results


def results_stored(
    results: Results,
    keys: Mapping[str, str],
    events: Mapping[int, Mapping[str, str]],
    *,
    file: str,
    zones: tuple[str, str],
) -> Results | None:
    """Results as ``results_of`` gives them once stored; None where they have to be read.

    results : as they were stored, with the rows that they have in the ledger
    keys : {player: the key of who that is}; events : {event: {fact: value}}
    zones : the ledger's own, and the one that is wanted
    """
    games, entries = results.games, results.entries
    own, wanted = zones
    if results.shape != "duels" or len(entries.side) != 2 * len(results):
        return None
    if (results.stamped and own != wanted) or any(RELEASED in of for of in events.values()):
        return None
    names = sorted(set(keys.values()))
    rank = {key: code for code, key in enumerate(names)}
    codes = np.array([rank[keys[player]] for player in results.players], dtype=np.uint32)
    of_events = columns_of_events(games.event, results.events, events)
    # What was said of events is the ledger's by now, and of the whole event.
    told: dict[str, Any] = dict.fromkeys((*EVENT_FACTS, *IN_WORDS))
    categories = of_events.pop("categories", [])
    return Results(
        shape="duels",
        sources=(file,),
        players=names,
        events=results.events,
        pools=results.pools,
        categories=categories,
        first=results.first,
        games=replace(games, **{**told, **of_events}),
        entries=replace(entries, player=codes[entries.player]),
        stamped=results.stamped,
        zone=wanted,
        usual=(EVERY_COLUMN,),
    )
