"""The list of an event: its rows, and whether they fit the numbers that the event declares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from banzuke.importers.steps.diplomacy_page import (
    HEADER,
    PAGE_IN_WORDS,
    Event,
    Line,
    Row,
    is_furniture,
    match_row,
)
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.tidying import LOST_LETTER
from banzuke.model.coded_names import clean_name
from banzuke.model.names import why_no_name
from banzuke.model.wording import counted

LIKE_A_ROW = re.compile(r"[0-9].*|.*[0-9][.,][0-9]+")


def read_list(lines: Sequence[Line], event: Event) -> None:
    """Read the rows of one list, and count the blank lines among them.

    Lines among good rows must be rows. What follows the last row may be anything, but what
    looks like a damaged row there is refused too.
    """
    found, header = event.found, lines[event.header]
    has_scores = header.text.strip().casefold().endswith("score")
    if not has_scores:
        found.wrong.add("the list has no column Score", PAGE_IN_WORDS, "score", header.number)
    part = lines[event.header + 1 : event.end]
    matches = [match_row(line.text) for line in part]
    length = max((i for i, match in enumerate(matches) if match), default=-1) + 1
    for line, match in zip(part[:length], matches, strict=False):
        if match:
            _read_row(line.number, match, event)
        elif not line.text.strip():
            event.blank_rows += 1
        elif not HEADER.match(line.text) and not is_furniture(line.text):
            _refuse_row(line, found)
    if has_scores:
        _read_rest(part[length:], found)
        if not event.rows:
            found.wrong.add("the list has no rows", PAGE_IN_WORDS, line=header.number)


def _read_rest(rest: Sequence[Line], found: Findings) -> None:
    """What follows the last row that could be read, up to the page's footer."""
    unread = []
    for line in rest:
        if is_furniture(line.text):
            break
        if LIKE_A_ROW.fullmatch(line.text.strip()):
            _refuse_row(line, found)
        elif line.text.strip():
            unread.append(line)
    if unread:
        shown = clean_name(unread[0].text)[:60]
        are = counted(len(unread), "line is", "lines are")
        what = f"after the list {are} not read, the first is {shown!r}"
        found.odd.add(what, line=unread[0].number)


def _refuse_row(line: Line, found: Findings) -> None:
    shown = clean_name(line.text)[:80]
    right = 'place, name and percentile with two decimals, such as "7Ada BYRON93.75"'
    found.wrong.add(f"{shown!r} cannot be read as a row of the list", right, line=line.number)


def _read_row(line: int, match: re.Match[str], event: Event) -> None:
    wrong = event.found.wrong
    player = event.found.clean(match[2], line, "player")
    place, score = int(match[1]), int(match[3].replace(".", ""))
    # Flags of residence and nation may have become words, in cells of their own.
    if "\t" in match[2].strip():
        why = "holds several cells"
    elif LOST_LETTER in player:
        why = "has lost a letter"
    else:
        why = why_no_name(player)
    if why:
        wrong.add(f"{player!r} {why}", "one player's name", "player", line)
    if place == 0:
        wrong.add("place 0", "a whole number from 1", "place", line)
    if score > 100_00:
        wrong.add(f"the score {match[3]} is above 100", "a percentile", "score", line)
    event.rows.append(Row(line, place, player, score))


def check_list(event: Event) -> None:
    """Places and percentiles against the number of players that the event declares."""
    size, listed = event.counts.get("players"), len(event.rows)
    if size is None:
        return
    are = counted(listed, "is", "are")
    what = f"{event.name!r} declares {size} players, but {are} listed"
    if listed > size:
        right = "no more rows than players"
        event.found.wrong.add(what, right, "event_players", event.line)
    elif 0 < listed < size:
        right = f"who is missing cannot be known; the number of players stays {size}"
        event.found.odd.add(what, right, "event_players", event.line)
    for row in event.rows:
        if row.place > size:
            what = f"place {row.place} in an event of {size} players"
            event.found.wrong.add(what, f"at most {size}", "place", row.line)
        elif row.place > 0 and row.score not in _percentiles(row.place, size):
            computed = f"place {row.place} of {size} is the percentile "
            computed += f"{_half_up(row.place, size) / 100:.2f}"
            what = f"{row.player!r}: {computed}, but the page prints {row.score / 100:.2f}"
            event.found.odd.add(what, "the place counts", "score", row.line)


def _half_up(place: int, size: int) -> int:
    """The percentile (size + 0.5 - place) / size in hundredths of a percent, halves up."""
    return (10_000 * (2 * size + 1 - 2 * place) + size) // (2 * size)


def _percentiles(place: int, size: int) -> set[int]:
    """The percentile in hundredths, in each way of rounding that a program may have used."""
    exact = Fraction(5_000 * (2 * size + 1 - 2 * place), size)
    printed = f"{(size + 0.5 - place) / size * 100:.2f}"
    return {_half_up(place, size), round(exact), int(printed.replace(".", ""))}


def check_names(events: Sequence[Event], found: Findings) -> None:
    """Nobody stands twice in one list, and no event twice in one file."""
    lines_of_events: dict[str, int] = {}
    for event in events:
        if event.name:
            note(lines_of_events, event.name, event.line, found, "event")
        lines_of_players: dict[str, int] = {}
        for row in event.rows:
            note(lines_of_players, row.player, row.line, found, "player")


def note(lines: dict[str, int], name: str, line: int, found: Findings, kind: str) -> None:
    """Note where a name stands; a problem if it stands somewhere already."""
    key = name.casefold()
    if key in lines:
        what = f"the {kind} {name!r} stands in row {lines[key]} and in row {line}"
        found.wrong.add(what, f"each {kind} once, by a name of its own", kind, line)
    else:
        lines[key] = line
