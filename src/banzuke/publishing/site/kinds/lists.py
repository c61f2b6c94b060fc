"""Rating lists as they are now: whole, or of a nation, a club or a sex; a hundred rows a sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import polars as pl

from banzuke.engine.lists import INACTIVE, why_unlisted
from banzuke.model.errors import NoSuchPage
from banzuke.model.phrases import Phrase, phrase
from banzuke.publishing.nations import ranked_among
from banzuke.publishing.remarks import named_remarks
from banzuke.publishing.site import addresses
from banzuke.publishing.site.list_rows import ListRows
from banzuke.publishing.site.looking_up import list_at, sheet_number, sheet_of, sheets_of
from banzuke.publishing.site.page import Arguments, Document, Page, PageKind, Row
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

#: By which facts of people a list can be looked at: the part of the address, and the fact.
PARTS = {"nations": "nation", "clubs": "club", "sexes": "sex"}


#: So many nations or clubs are offered at most, but for the first sheet of the whole list.
MOST_OFFERED = 50

#: {fact: each value, and how many have it}.
Parts = dict[str, list[tuple[str, int]]]


class Part(NamedTuple):
    """Who of a list is looked at: everybody, or those of whom a fact says this."""

    fact: str = ""
    value: str = ""

    @property
    def address(self) -> str:
        """As a part of an address, "" for everybody."""
        folder = next((folder for folder, fact in PARTS.items() if fact == self.fact), "")
        return f"{folder}/{addresses.plain_word(self.value)}" if folder else ""


def parts_of(snapshot: Snapshot, shown: ShownList) -> Parts:
    """{fact: values and how many of the list have each}, where a fact tells people apart."""
    return snapshot.once(_parts_of_lists)[shown.key]


def _parts_of_lists(snapshot: Snapshot) -> dict[str, Parts]:
    return {key: _counted(snapshot, shown) for key, shown in snapshot.lists.items()}


def _counted(snapshot: Snapshot, shown: ShownList) -> Parts:
    found = {}
    people = [one for key in shown.rows_of if (one := snapshot.people.get(key)) is not None]
    for fact in PARTS.values():
        known = Counter(value for one in people if (value := one.facts.get(fact)))
        if len(known) > 1 or (known and sum(known.values()) < len(shown.rows_of)):
            found[fact] = sorted(known.items(), key=lambda one: (-one[1], one[0]))
    return found


def _part_at(snapshot: Snapshot, shown: ShownList, arguments: Arguments) -> Part:
    folder, word = arguments.get("folder"), arguments.get("word", "")
    if not folder:
        return Part()
    fact = PARTS.get(folder, "")
    for value, _ in parts_of(snapshot, shown).get(fact, ()):
        if addresses.plain_word(value) == word:
            return Part(fact, value)
    raise NoSuchPage(f"nobody on the list is of {folder}/{word}")


def _offered(parts: Parts, part: Part, number: int) -> Parts:
    """The parts that a page leads to: the first sheet of the whole list to all of them.

    The others lead to the largest, and to the one that is looked at: there may be as many pages
    as there are clubs, and each would have a link to each.
    """
    if number == 1 and not part.fact:
        return parts
    return {
        fact: [one for at, one in enumerate(values) if at < MOST_OFFERED or part == (fact, one[0])]
        for fact, values in parts.items()
    }


def _table_of(snapshot: Snapshot, shown: ShownList, part: Part) -> pl.DataFrame:
    """The rows looked at; those of a part are ranked among themselves, and have ``overall``."""
    if not part.fact:
        return shown.table
    wanted = [
        player
        for player in shown.rows_of
        if (person := snapshot.people.get(player)) and person.facts.get(part.fact) == part.value
    ]
    frame = shown.table.filter(pl.col("player").is_in(wanted))
    again = ranked_among(shown.rulebook.list.ranks, "pool")
    return frame.with_columns(pl.col("rank").alias("overall"), again)


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    shown = list_at(snapshot, arguments["list"])
    part = _part_at(snapshot, shown, arguments)
    number = sheet_number(arguments)
    table, told = _table_of(snapshot, shown, part), ListRows(snapshot, shown)
    rows = told.table(sheet_of(table, number, snapshot.settings.rows))
    head = _head(snapshot, shown, part, len(table))
    more = {"sheet": number, "sheets": sheets_of(len(table), snapshot.settings.rows)}

    def whole() -> tuple[Document, Sequence[Row]]:
        everybody: list[Row] = [*told.table(table)]
        unlisted = [] if part.fact else _unlisted(snapshot, shown)
        return {**head, "players": everybody, "unlisted": unlisted}, everybody

    drawn = {
        "shown": shown,
        "part": part,
        "rows_told": told,
        "family": snapshot.family_of[shown.key],
        "state": snapshot.publishing[shown.key],
        "parts": _offered(parts_of(snapshot, shown), part, number),
        "most_offered": MOST_OFFERED,
        "Part": Part,
        "others": _others(shown),
        "reasons": _reasons(shown),
        "counts_events": any(
            column.name == "games" and column.unit == "events"
            for column in shown.rulebook.told_columns
        ),
    }
    return Page(
        shown.title,
        {**head, **more, "players": rows},
        rows,
        drawn,
        "lists",
        whole if number == 1 else None,
    )


def _head(snapshot: Snapshot, shown: ShownList, part: Part, listed: int) -> Document:
    state = snapshot.publishing[shown.key]
    since = ListRows(snapshot, shown).since
    rule = shown.rulebook.list
    return {
        "list": shown.key,
        "rulebook": shown.rulebook.key,
        "as_of": shown.as_of or None,
        "of": {part.fact: part.value} if part.fact else None,
        "listed": listed,
        "published": state.newest and {"id": state.newest.id, "as_of": state.newest.as_of},
        "moved_since_published": state.moved,
        "change_since": since and {"id": since.id, "as_of": since.as_of},
        "least_games": rule.least_games,
        "active_days": rule.active_days or None,
        "provisional_games": rule.provisional_games or None,
        "provisional_deviation": rule.provisional_deviation or None,
        "provisional_mark": rule.provisional_mark,
        "remarks": named_remarks(shown.remarks, snapshot.name),
    }


def _others(shown: ShownList) -> list[str]:
    """What the system keeps of each player besides, such as the deviation."""
    display = shown.rulebook.display
    told = [column.name for column in shown.rulebook.told_columns[1:]]
    named = {"games", *(name for name in display.terms if name != "rating")}
    others = [name for name in ("deviation", "volatility") if name in told and name not in named]
    return [name for name in others if name in shown.table.columns]


def _reasons(shown: ShownList) -> list[tuple[str, int]]:
    """Why people are not listed, and how many each; days are left out of it."""
    found = Counter(map(why_unlisted, shown.unlisted["why"].to_list()))
    alike: Counter[str] = Counter()
    for why, count in found.items():
        is_inactive = isinstance(why, Phrase) and why.message == INACTIVE
        alike[phrase("inactive") if is_inactive else why] += count
    return alike.most_common()


def _unlisted(snapshot: Snapshot, shown: ShownList) -> list[Row]:
    columns = ["player", "pool", "rating", "games", "why"]
    return [
        {**row, "name": snapshot.name(row["player"])}
        for row in shown.unlisted.select(columns).iter_rows(named=True)
    ]


def _views(snapshot: Snapshot) -> Iterable[tuple[ShownList, Part]]:
    for shown in snapshot.lists.values():
        yield shown, Part()
        for fact, values in parts_of(snapshot, shown).items():
            for value, _ in values:
                yield shown, Part(fact, value)


def _whole(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.rating_list(key) for key in snapshot.lists)


def _of_parts(snapshot: Snapshot) -> Iterable[str]:
    for shown, part in _views(snapshot):
        if part.fact:
            yield addresses.rating_list(shown.key, part.address)


def _sheets(snapshot: Snapshot, *, of_parts: bool) -> Iterable[str]:
    for shown, part in _views(snapshot):
        if bool(part.fact) is of_parts:
            count = sheets_of(len(_table_of(snapshot, shown, part)), snapshot.settings.rows)
            for number in range(2, count + 1):
                yield addresses.rating_list(shown.key, part.address, number)


def _whole_sheets(snapshot: Snapshot) -> Iterable[str]:
    return _sheets(snapshot, of_parts=False)


def _part_sheets(snapshot: Snapshot) -> Iterable[str]:
    return _sheets(snapshot, of_parts=True)


_TEMPLATE = "list.html"

KINDS = (
    PageKind("lists/{list}", _TEMPLATE, _build, _whole),
    PageKind("lists/{list}/sheet-{sheet}", _TEMPLATE, _build, _whole_sheets),
    PageKind("lists/{list}/{folder}/{word}", _TEMPLATE, _build, _of_parts),
    PageKind("lists/{list}/{folder}/{word}/sheet-{sheet}", _TEMPLATE, _build, _part_sheets),
)
