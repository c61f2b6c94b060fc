"""Which pages explain the changes of a list: by an event, a game without one, or an adjustment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from banzuke.engine.explained import Explained
from banzuke.engine.explaining_all import every_change, explain_all
from banzuke.engine.explaining_entries import entry_place
from banzuke.publishing.site import addresses
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot


def address_of_row(
    snapshot: Snapshot, shown: ShownList, player: str, row: Mapping[str, Any]
) -> str:
    """The page that explains a row of a player's history, see ``ShownList.history_of``."""
    if row["row"] is None:
        name = f"{row['event']} {row['date']:%Y-%m-%d}".strip()
        return addresses.change(shown.key, player, adjustment_word(name))
    if row["event"] is not None:
        return addresses.change(shown.key, player, snapshot.event_keys[row["event"]])
    return addresses.change(shown.key, player, game_word(row["file"], row["row"]))


def game_word(file: str | None, row: int) -> str:
    """A game without an event as a part of an address: the file and row of the player's entry."""
    return addresses.plain_word(f"{file or ''} row {row}".strip())


def adjustment_word(name: str) -> str:
    """An adjustment by decree, named by title and day, as a part of an address."""
    return addresses.plain_word(f"adjustment {name}")


def explanations(snapshot: Snapshot, shown: ShownList, player: str, which: str) -> list[Explained]:
    """What there is to explain under an address: one of each pool, or of each game."""
    event = snapshot.events.get(which)
    if event is not None:
        return shown.explainer.in_event(player, event.name)
    results, code = shown.rated.results, shown.histories.codes.get(player, -1)
    for game in shown.explainer.games_without_event(player).tolist():
        if game_word(*entry_place(results, code, game)) == which:
            return shown.explainer.in_game(player, game)
    names = [name for name in shown.explainer.adjustments(player) if adjustment_word(name) == which]
    return [told for name in names for told in shown.explainer.by_decree(player, name)]


def all_explanations(
    snapshot: Snapshot, lists: list[ShownList]
) -> Iterator[tuple[str, str, list[Explained]]]:
    """(player, which, explanations) of every change of lists that have the same ratings.

    What moved ratings of several pools comes at the end, pool by pool.
    """
    shown = lists[0]
    runs = shown.histories.runs
    rated_in = np.sum([one.games_of_events > 0 for one in runs], axis=0)
    held: dict[tuple[str, str], list[Explained]] = {}
    for told in explain_all(shown.rated, shown.histories):
        which = _which(snapshot, told)
        code = shown.histories.events.get(told.which, -1) if told.kind == "event" else -1
        alone = len(runs) == 1 or told.kind == "game" or (code >= 0 and rated_in[code] < 2)
        if alone:
            yield told.player, which, [told]
        else:
            held.setdefault((told.player, which), []).append(told)
    for (player, which), found in held.items():
        yield player, which, found


def _which(snapshot: Snapshot, told: Explained) -> str:
    """The last part of the address of an explanation."""
    if told.rated and not told.games:
        return adjustment_word(told.which)
    if told.kind == "event":
        return snapshot.event_keys[told.which]
    game = told.games[0]
    return game_word(game.file, game.row)


def all_addresses(snapshot: Snapshot, shown: ShownList) -> Iterator[str]:
    """The address of every explanation of a list."""
    results = shown.rated.results
    for player, found in every_change(shown.rated, shown.histories):
        if found.kind == "event":
            which = snapshot.event_keys[found.which]
        elif found.kind == "adjustment":
            which = adjustment_word(found.which)
        else:
            game = int(found.games[0])
            which = game_word(*entry_place(results, shown.histories.codes[player], game))
        yield addresses.change(shown.key, player, which)
