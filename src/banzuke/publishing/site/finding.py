"""Players, events, clubs and lists found by words, also misspelt ones, and by numbers."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.spelling import words_of
from banzuke.publishing.site import addresses
from banzuke.publishing.site.snapshot import Snapshot

#: The file with all that can be found.
INDEX = "search-index.js"

#: So many of each kind are shown.
MOST_FOUND = 20

#: Of which kinds the hint tells what they are, such as the nation and the club, or the day.
MARKED = ("players", "events")

#: Of a question only so many words are looked up.
MOST_WORDS = 8

#: What a word is worth that is the one asked for, begins with it, or is a slip or two away.
SAME, BEGINS, ONE_SLIP, TWO_SLIPS = 1.0, 0.9, 0.7, 0.5

#: What it is worth in a former name; and what a nation, a club or a year is worth, which is found
#: as it is written, or by so many of its first letters.
FORMER, MARK, FOR_MARK = 0.95, 0.4, 3

#: From so many letters on a word may be one slip, or two, away.
FOR_ONE, FOR_TWO = 3, 5

#: So many letters of former names and numbers a line of the file has; and so many bytes the whole
#: file, else it has none of them.
MOST_ALSO, LARGEST = 80, 4_000_000


class Thing(NamedTuple):
    """Something that can be found; kind : players, events, clubs or lists.

    hint : told beside the name; what it says of players and events is looked for, too
    """

    kind: str
    name: str
    address: str
    hint: str = ""


class Also(NamedTuple):
    """By what else players are found, and nobody is shown: {number: things}, {thing: names}."""

    numbers: Mapping[str, list[int]]
    former: Mapping[int, Sequence[str]]


class _Words:
    """Words in order, and which things each is about."""

    def __init__(self, texts: Iterable[tuple[int, str]]) -> None:
        found: dict[str, dict[int, None]] = {}
        for at, text in texts:
            for word in words_of(text):
                found.setdefault(word, {})[at] = None
        self.words = sorted(found)
        self.owners = [np.fromiter(found[word], dtype=np.int64) for word in self.words]

    def like(self, word: str) -> dict[int, float]:
        """{place of a word: what it is worth}, of words that are this one, or nearly."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        matched: dict[int, float] = {}
        # A number with a slip in it is another number.
        slips = 0 if word[:1].isdigit() else (len(word) >= FOR_ONE) + (len(word) >= FOR_TWO)
        if slips and self.words:
            away = process.cdist([word], self.words, scorer=OSA.distance, score_cutoff=slips)[0]
            for at in np.flatnonzero(away <= slips).tolist():
                matched[at] = {0: SAME, 1: ONE_SLIP}.get(int(away[at]), TWO_SLIPS)
        for at in self.beginning_with(word):
            same = self.words[at] == word
            matched[at] = SAME if same else max(BEGINS, matched.get(at, 0.0))
        return matched

    def beginning_with(self, word: str) -> Iterable[int]:
        """The places of words that begin with this one: they stand side by side."""
        return range(bisect_left(self.words, word), bisect_left(self.words, f"{word}\U0010ffff"))

    def same(self, word: str) -> Iterable[int]:
        """The place of a word, or of those that begin with it, if it has letters enough."""
        if len(word) >= FOR_MARK:
            return self.beginning_with(word)
        at = bisect_left(self.words, word)
        return [at] if self.words[at : at + 1] == [word] else []


class Finder:
    """What can be found on a site, by the words in its names and of what stands beside them."""

    def __init__(self, things: Sequence[Thing], also: Also) -> None:
        self.things, self.also = things, also

    @cached_property
    def _names(self) -> _Words:
        return _Words((at, thing.name) for at, thing in enumerate(self.things))

    @cached_property
    def _former(self) -> _Words:
        return _Words((at, name) for at, names in self.also.former.items() for name in names)

    @cached_property
    def _marks(self) -> _Words:
        return _Words(
            (at, thing.hint) for at, thing in enumerate(self.things) if thing.kind in MARKED
        )

    @cached_property
    def _rank(self) -> NDArray[np.int64]:
        """Where each thing stands by name."""
        rank = np.zeros(len(self.things), dtype=np.int64)
        order = sorted(range(len(rank)), key=lambda at: self.things[at].name)
        rank[order] = np.arange(len(rank))
        return rank

    def find(self, question: str) -> list[Thing]:
        """What is meant, the likeliest first: all words must be found, or one be a number.

        Several numbers, parted by commas or spaces, find everybody who has one of them.
        """
        asked = question.replace(",", " ").split()[:MOST_WORDS]
        numbers = [at for word in asked for at in self.also.numbers.get(word.casefold(), ())]
        worth: np.ndarray | None = None
        for word in words_of(" ".join(asked)):
            each = self._worth(word)
            worth = each if worth is None else np.where((worth > 0) & (each > 0), worth + each, 0)
        order = list(dict.fromkeys(numbers))
        if worth is not None:
            there = np.flatnonzero(worth)
            likely = there[np.lexsort((self._rank[there], -worth[there]))]
            order = list(dict.fromkeys([*order, *likely.tolist()]))
        return [self.things[at] for at in order]

    def _worth(self, word: str) -> np.ndarray:
        """What each thing is worth for a word, 0 where it has nothing to do with it."""
        worth = np.zeros(len(self.things))
        for words, share in ((self._names, 1.0), (self._former, FORMER)):
            for at, value in words.like(word).items():
                owners = words.owners[at]
                worth[owners] = np.maximum(worth[owners], share * value)
        for at in self._marks.same(word):
            owners = self._marks.owners[at]
            worth[owners] = np.maximum(worth[owners], MARK)
        return worth


def finder_of(snapshot: Snapshot) -> Finder:
    """What can be found on the site over a ledger."""
    things: list[Thing] = []
    numbers: dict[str, list[int]] = {}
    former: dict[int, Sequence[str]] = {}
    clubs: dict[str, None] = {}
    for key, person in snapshot.people.items():
        if not person.there:
            continue
        for number in (key, *person.numbers.values()):
            numbers.setdefault(number.casefold(), []).append(len(things))
        if person.former:
            former[len(things)] = person.former
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
    return Finder(things, Also(numbers, former))


def index_script(finder: Finder, largest: int = LARGEST) -> bytes:
    """All that can be found, for a script to search in where no server answers.

    largest : so many bytes it has at most with former names and numbers; else it has none of them
    """
    also: dict[int, str] = {at: " ".join(names) for at, names in finder.also.former.items()}
    keys = {thing.address.rpartition("/")[2] for thing in finder.things}
    for number, whom in finder.also.numbers.items():
        for at in whom if number not in keys else ():
            also[at] = f"{also.get(at, '')} {number}".strip()
    rows = [[one.kind[0], one.name, one.address, one.hint] for one in finder.things]
    more = [[*row, also[at][:MOST_ALSO]] if at in also else row for at, row in enumerate(rows)]
    script = _script(more)
    return script if len(script) <= largest else _script(rows)


def _script(rows: list[list[str]]) -> bytes:
    said = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    # Scripts end a line at two signs at which JSON does not.
    safe = said.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"globalThis.banzukeIndex={safe};\n".encode()
