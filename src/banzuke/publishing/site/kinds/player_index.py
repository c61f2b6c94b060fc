"""Everybody: how many, who is new and who played most, and all by the first letter of the name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import date
from heapq import nlargest
from typing import NamedTuple

import numpy as np

from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME, day_numbered
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.looking_up import sheet_number, sheet_of, sheets_of
from banzuke.publishing.site.page import Arguments, Document, Page, PageKind, Row
from banzuke.publishing.site.played import Played
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: So many of who is new, and of who played most, stand on the first page.
SHOWN = 10

#: Under which names stand that begin with no letter.
NO_LETTER = "#"


class Activity(NamedTuple):
    """How much somebody played, and when first and last; without dates both are None."""

    games: int
    first: date | None
    last: date | None


NOTHING = Activity(0, None, None)


def _activity(snapshot: Snapshot) -> dict[str, Activity]:
    """What everybody played, by key; events of which only places are known count as one."""
    found = _played(snapshot.games)
    for key, one in _played(snapshot.standings).items():
        earlier = found.get(key)
        if earlier is None:
            found[key] = one
        else:
            days = [day for day in (earlier.first, one.first, earlier.last, one.last) if day]
            first, last = (min(days), max(days)) if days else (None, None)
            found[key] = Activity(earlier.games + one.games, first, last)
    return found


def _played(played: Played) -> dict[str, Activity]:
    results = played.results
    if not len(results):
        return {}
    count = len(results.players)
    player = results.entries.player.astype(np.int64)
    games = np.bincount(player, minlength=count).tolist()
    if results.games.time is None:
        return {key: Activity(games[code], None, None) for code, key in enumerate(results.players)}
    time = results.games.time[played.outcomes.game]
    first = np.full(count, np.iinfo(np.int64).max)
    last = np.full(count, NO_TIME)
    dated = time != NO_TIME
    np.minimum.at(first, player[dated], time[dated])
    np.maximum.at(last, player[dated], time[dated])
    numbers = np.unique(time[dated] // MICROSECONDS_A_DAY).tolist()
    days = {number: day_numbered(number) for number in numbers}
    first, last = (some // MICROSECONDS_A_DAY for some in (first, last))
    spans = zip(results.players, games, first.tolist(), last.tolist(), strict=True)
    return {
        key: Activity(many, days.get(one), days.get(two)) for key, many, one, two in spans if many
    }


def letter_of(person: Person) -> str:
    """The letter under which a name stands; scripts without capitals stand under their names.

    There are thousands of ideographs: a letter of its own for each would be no help.
    """
    first = (person.sort_name or person.name).strip()[:1].upper()
    if not first.isalpha():
        return NO_LETTER
    return first[:1] if first != first.lower() else unicodedata.name(first, NO_LETTER).split()[0]


def _letters(snapshot: Snapshot) -> dict[str, list[Person]]:
    """Who is there by letter, in order of their names."""
    found: dict[str, list[Person]] = {}
    for person in snapshot.people.values():
        if person.there:
            found.setdefault(letter_of(person), []).append(person)
    return dict(sorted(found.items()))


def _row(snapshot: Snapshot, person: Person) -> Row:
    activity = snapshot.once(_activity).get(person.key, NOTHING)
    return {
        "player": person.key,
        "name": person.name,
        "nation": person.nation,
        "club": person.club,
        **activity._asdict(),
        "page": addresses.player(person.key),
    }


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    letters = snapshot.once(_letters)
    everybody = [person for people in letters.values() for person in people]
    played = snapshot.once(_activity)
    playing = [person for person in everybody if person.key in played]
    newest = nlargest(SHOWN, playing, key=lambda one: played[one.key].first or date.min)
    active = nlargest(SHOWN, playing, key=lambda one: played[one.key].games)
    document = {
        "players": len(everybody),
        "letters": [
            {"letter": letter, "players": len(people), "page": addresses.players_by_letter(letter)}
            for letter, people in letters.items()
        ],
        "newest": [_row(snapshot, one) for one in newest if played[one.key].first],
        "most_games": [_row(snapshot, one) for one in active],
    }

    def whole() -> tuple[Document, list[Row]]:
        return document, [_row(snapshot, person) for person in everybody]

    shown = [_row(snapshot, person) for person in everybody[:1]]
    return Page(mark("Players"), document, shown, {"letter": None}, "players", whole)


def _by_letter(snapshot: Snapshot, arguments: Arguments) -> Page:
    letters, number = snapshot.once(_letters), sheet_number(arguments)
    word, size = arguments["letter"], snapshot.settings.rows
    letter = next((one for one in letters if addresses.letter_word(one) == word), None)
    if letter is None:
        raise NoSuchPage(f"nobody is called by a name under {word!r}")
    people = letters[letter]
    rows = [_row(snapshot, one) for one in sheet_of(people, number, size)]
    document = {
        "letter": letter,
        "count": len(people),
        "sheet": number,
        "sheets": sheets_of(len(people), size),
        "players": rows,
    }
    drawn = {"letter": letter, "letters": list(letters)}
    return Page(f"Players, {letter}", document, rows, drawn, "players")


def _letter_addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.players_by_letter(letter) for letter in snapshot.once(_letters))


def _sheet_addresses(snapshot: Snapshot) -> Iterable[str]:
    for letter, people in snapshot.once(_letters).items():
        for number in range(2, sheets_of(len(people), snapshot.settings.rows) + 1):
            yield addresses.players_by_letter(letter, number)


_TEMPLATE = "player_index.html"

KINDS = (
    PageKind(addresses.PLAYERS, _TEMPLATE, _index),
    PageKind("players/letters/{letter}", _TEMPLATE, _by_letter, _letter_addresses),
    PageKind("players/letters/{letter}/sheet-{sheet}", _TEMPLATE, _by_letter, _sheet_addresses),
)
