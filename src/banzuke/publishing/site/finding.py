"""Players, events, clubs and lists found by words, also misspelt ones, and by numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from banzuke.model.spelling import words_of
from banzuke.publishing.site import addresses
from banzuke.publishing.site.snapshot import Snapshot

#: The file with all that can be found.
INDEX = "search-index.js"

#: So many of each kind are shown.
MOST_FOUND = 20

#: Of a question only so many words are looked up.
MOST_WORDS = 8

#: What a word is worth that is the one asked for, begins with it, or is a slip or two away.
SAME, BEGINS, ONE_SLIP, TWO_SLIPS = 1.0, 0.9, 0.7, 0.5

#: From so many letters on a word may be one slip, or two, away.
FOR_ONE, FOR_TWO = 3, 5


class Thing(NamedTuple):
    """Something that can be found; kind : players, events, clubs or lists."""

    kind: str
    name: str
    address: str
    hint: str = ""


class Finder:
    """What can be found on a site, by the words in its names."""

    def __init__(self, things: Sequence[Thing], numbers: dict[str, list[int]]) -> None:
        self.things, self._numbers = things, numbers

    @cached_property
    def _words(self) -> tuple[list[str], list[list[int]]]:
        """Every word in order, and in whose names it stands."""
        found: dict[str, list[int]] = {}
        for at, thing in enumerate(self.things):
            for word in set(words_of(thing.name)):
                found.setdefault(word, []).append(at)
        order = sorted(found)
        return order, [found[word] for word in order]

    def find(self, question: str) -> list[Thing]:
        """What is meant, the likeliest first: all words must be found, or one be a number.

        Several numbers, parted by commas or spaces, find everybody who has one of them.
        """
        asked = question.replace(",", " ").split()[:MOST_WORDS]
        numbers = [at for word in asked for at in self._numbers.get(word.casefold(), ())]
        worth: np.ndarray | None = None
        for word in words_of(" ".join(asked)):
            each = self._worth(word)
            worth = each if worth is None else np.where((worth > 0) & (each > 0), worth + each, 0)
        order = list(dict.fromkeys(numbers))
        if worth is not None:
            there = np.flatnonzero(worth)
            likely = sorted(there.tolist(), key=lambda at: (-worth[at], self.things[at].name, at))
            order = list(dict.fromkeys([*order, *likely]))
        return [self.things[at] for at in order]

    def _worth(self, word: str) -> np.ndarray:
        """What each thing is worth for a word, 0 where it is not in the name."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        words, owners = self._words
        worth = np.zeros(len(self.things))
        if not words:
            return worth
        slips = 2 if len(word) >= FOR_TWO else 1 if len(word) >= FOR_ONE else 0
        matched: dict[int, float] = {}
        if slips:
            away = process.cdist([word], words, scorer=OSA.distance, score_cutoff=slips)[0]
            for at in np.flatnonzero(away <= slips).tolist():
                matched[at] = {0: SAME, 1: ONE_SLIP}.get(int(away[at]), TWO_SLIPS)
        for at in self._beginning_with(word):
            matched[at] = SAME if words[at] == word else max(BEGINS, matched.get(at, 0.0))
        for at, value in matched.items():
            for owner in owners[at]:
                worth[owner] = max(worth[owner], value)
        return worth

    def _beginning_with(self, word: str) -> Iterable[int]:
        """The words that begin with this one: they stand side by side."""
        from bisect import bisect_left

        words = self._words[0]
        return range(bisect_left(words, word), bisect_left(words, word + "\U0010ffff"))


def finder_of(snapshot: Snapshot) -> Finder:
    """What can be found on the site over a ledger."""
    things: list[Thing] = []
    numbers: dict[str, list[int]] = {}
    clubs: dict[str, None] = {}
    for key, person in snapshot.people.items():
        if not person.there:
            continue
        for number in (key, *person.numbers.values()):
            numbers.setdefault(number.casefold(), []).append(len(things))
        hint = " · ".join(filter(None, (person.nation, person.club, person.facts.get("born"))))
        things.append(Thing("players", person.name, addresses.player(key), hint))
        if person.club:
            clubs[person.club] = None
    for key, event in snapshot.events.items():
        held = snapshot.held.get(key)
        hint = str(held.end) if held and held.end else ""
        things.append(Thing("events", event.name, addresses.event(key), hint))
    first = snapshot.first_list
    if first is not None:
        for club in clubs:
            address = addresses.rating_list(first.key, f"clubs/{addresses.plain_word(club)}")
            things.append(Thing("clubs", club, address, first.title))
    for key, shown in snapshot.lists.items():
        things.append(Thing("lists", shown.title, addresses.rating_list(key)))
    return Finder(things, numbers)


def index_script(finder: Finder) -> bytes:
    """All that can be found, for a script to search in where no server answers."""
    rows = [[one.kind[0], one.name, one.address, one.hint] for one in finder.things]
    said = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    # Scripts end a line at two signs at which JSON does not.
    safe = said.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"globalThis.banzukeIndex={safe};\n".encode()
