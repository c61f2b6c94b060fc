"""What a script needs to compare any two players where no server answers: who met whom, and how.

Not every two players have a page of their own, or a site of plain files would grow with the square
of its players. Instead there is of each player what does not depend on the other: where the player
stands, and in which games with which place. A script puts two of them together; so all of it grows
with the players and the games, not with the pairs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from banzuke.publishing.site import addresses
from banzuke.publishing.site.encounters import has_page, rivals_of
from banzuke.publishing.site.snapshot import Snapshot

#: About so many players are told of in one file.
PLAYERS_A_FILE = 1000

#: So many signs a key may have at each of its places.
SIGNS = 32

Row = dict[str, Any]


def own_pages(snapshot: Snapshot) -> dict[str, list[str]]:
    """With whom each player is compared on a page of its own, {key: keys}, in both directions.

    They are the opponents whom each met most, so that there are as many pages as players, or a few
    times as many.
    """
    pairs: dict[tuple[str, str], None] = {}
    for key, person in snapshot.people.items():
        if person.there:
            met = (row["player"] for row in rivals_of(snapshot, key) if row["page"])
            pairs |= {(min(key, other), max(key, other)): None for other in met}
    found: dict[str, list[str]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def letters_told(snapshot: Snapshot) -> int:
    """By how many of the last letters of their keys players are parted into files."""
    letters, files = 0, 1
    while files * PLAYERS_A_FILE < len(snapshot.people):
        letters, files = letters + 1, files * SIGNS
    return letters


def met_scripts(snapshot: Snapshot) -> dict[str, bytes]:
    """The files, {name: content}; see ``addresses.met``.

    Each holds ``{lists, players}``. lists : [title, address] of each; players : by key ``stands``,
    rows of [list, pool, rank, how many are ranked, rating as it is shown]; ``games``, three numbers
    a game: how much further in the results it is than the one before it, the place (0 for none) and
    the side; ``pages``, the keys of who is compared with this player on a page of its own.
    """
    letters = letters_told(snapshot)
    lists = [family.main for family in snapshot.families]
    heads = [[shown.title, addresses.rating_list(shown.key)] for shown in lists]
    stands, pages = _stands(snapshot), snapshot.once(own_pages)
    files: dict[str, dict[str, Row]] = {}
    for key, games in _games(snapshot):
        said = {"stands": stands.get(key, []), "games": games, "pages": pages.get(key, [])}
        files.setdefault(addresses.met(key, letters), {})[key] = said
    return {
        f"{place}.js": _script(place, {"lists": heads, "players": players})
        for place, players in files.items()
    }


def _script(place: str, said: Row) -> bytes:
    word = json.dumps(place.rsplit("/", 1)[-1])
    text = json.dumps(said, ensure_ascii=True, separators=(",", ":"))
    return f"(globalThis.banzukeMet??={{}})[{word}]={text};\n".encode()


def _stands(snapshot: Snapshot) -> dict[str, list[list[Any]]]:
    """Where each player stands on the main list of each family of lists."""
    found: dict[str, list[list[Any]]] = {}
    for number, family in enumerate(snapshot.families):
        listed = family.main.listed
        columns = (listed[name].to_list() for name in ("player", "pool", "rank", "shown"))
        for player, pool, rank, shown in zip(*columns, strict=True):
            of = family.main.sizes[pool or ""]
            found.setdefault(player, []).append([number, pool or "", rank, of, shown])
    return found


def _games(snapshot: Snapshot) -> Iterator[tuple[str, list[int]]]:
    """The games of everybody who has pages, flat."""
    played = snapshot.games
    place, side = played.results.entries.place, played.results.entries.side
    for key in snapshot.people:
        if has_page(snapshot, key):
            entries = played.entries_of(key)
            ahead = np.diff(played.outcomes.game[entries], prepend=0)
            yield key, np.stack([ahead, place[entries], side[entries]], axis=1).ravel().tolist()
