"""What a page says of an event above its list: names, days, place, numbers, category."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from banzuke.importers.steps.diplomacy_page import (
    DATE_LINE,
    GAP,
    MOST_CHARACTERS,
    MOST_IN_A_TITLE,
    Event,
    Line,
    ends_titles,
    is_furniture,
    is_sentence,
)
from banzuke.importers.steps.tidying import LOST_LETTER
from banzuke.model.coded_names import clean_name

PLACE_LINE = re.compile(rf"{GAP}Place(?![a-z])(?P<place>.*)")
DIRECTOR_LINE = re.compile(
    rf"{GAP}Tournament{GAP}Director{GAP}:?(?P<director>.*?)"
    rf"(?:Scoring{GAP}System{GAP}:?(?P<scoring>.*))?",
    re.IGNORECASE,
)
CIRCUITS = re.compile(rf"{GAP}Step of the following circuits{GAP}", re.IGNORECASE)
LABELS = re.compile("(Number[ \xa0]of[ \xa0](?:players|rounds|boards)|Coeff)", re.IGNORECASE)
COUNT = re.compile("[0-9]{1,6}")
COEFFICIENT = re.compile(rf"([1-9]){GAP}:?{GAP}([0-9]{{1,6}}(?:\.[0-9]{{1,4}})?|-|)")

WORLD_CHAMPIONSHIP = "world championship"
WORLD_CHAMPIONSHIP_NAMES = re.compile(
    r"\bWorld ?(?:Dip ?Con|Diplomacy (?:Championship|Convention))", re.IGNORECASE
)
WORLD_CHAMPIONSHIP_VALUE = 20.0  # what the Dip Pouch rating prints as its Coeff 1

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
DAYS = re.compile(
    r"(?P<month>[a-z]{3,9})\.? (?P<day>[0-9]{1,2})(?:[, ]+(?P<year>[0-9]{4}))?"
    r"(?: ?[-–—] ?(?:(?P<last_month>[a-z]{3,9})\.? )?(?P<last_day>[0-9]{1,2}))?"
    r"[, ]+(?P<last_year>[0-9]{4})",
    re.IGNORECASE,
)
ISO_DAY = "([0-9]{4}-[0-9]{2}-[0-9]{2})"
ISO_DAYS = re.compile(f"{ISO_DAY}(?: ?(?:[-–—/]|to) ?{ISO_DAY})?")
DAYS_IN_WORDS = (
    'days such as "March 28, 1997", "March 28-30, 1997", "July 31 - August 2, 1999", '
    '"December 30, 2000 - January 1, 2001" or "1997-03-30"'
)


def read_facts(lines: Sequence[Line], event: Event) -> None:
    """Fill in all that stands above the list of an event."""
    wrong, odd = event.found.wrong, event.found.odd
    if event.date_line < 0:
        right = 'a line such as "Date March 28-30, 1997 Place Paris", the event\'s name above it'
        wrong.add("no date stands above the list", right, "date", event.line)
        return
    _read_titles(lines, event)
    circuits = _read_circuits(lines, event)
    for index in range(event.date_line, event.header):
        line = lines[index]
        if index in circuits or is_furniture(line.text):
            continue
        if len(line.text) > MOST_CHARACTERS:
            odd.add("a long line above the list is not read", line=line.number)
            continue
        text, *pairs = LABELS.split(line.text)
        _read_days_and_place(text, line.number, index == event.date_line, event)
        for label, value in zip(pairs[::2], pairs[1::2], strict=True):
            if label.casefold() == "coeff":
                _read_coefficient(value.strip(), line.number, event)
            else:
                name = label.split()[-1].casefold()
                _read_count(name, value.strip(" \t\xa0:"), line.number, event)
    for name in ("players", "rounds"):
        if event.counts.get(name) is None:
            what = f"the number of {name} is not said or 0; event_{name} stays empty"
            odd.add(what, "", f"event_{name}", event.line)
    _read_category(event)


def _read_circuits(lines: Sequence[Line], event: Event) -> range:
    """Tell which circuits an event is a step of; the indices of the lines that do."""
    above = range(event.date_line, event.header)
    begin = next((at for at in above if CIRCUITS.fullmatch(lines[at].text)), event.header)
    end = begin + 1
    while end < event.header and _is_plain(lines[end].text):
        end += 1
    named = [name for line in lines[begin + 1 : end] if (name := clean_name(line.text))]
    if not named:
        return range(0)
    what = f"the circuits of which it is a step are not kept: {', '.join(named[:9])}"
    event.found.odd.add(what, "", "", lines[begin].number)
    return range(begin, end)


def _is_plain(text: str) -> bool:
    """Whether a line above a list may be a name: it is not long, and says none of the numbers."""
    return len(text) <= MOST_IN_A_TITLE and LABELS.search(text) is None


def _read_titles(lines: Sequence[Line], event: Event) -> None:
    """The event's name and host, from the one or two lines above the date."""
    found = event.found
    right = "one line with the event's name, perhaps one with its host, and an empty line above"
    if not 1 <= len(event.titles) <= 2:
        count = len(event.titles) or "no"
        what = f"{count} lines stand above the date, so that the event's name is not certain"
        found.wrong.add(what, right, "event", lines[event.date_line].number)
        return
    event.line = lines[event.titles[0]].number
    name, *others = [found.clean(lines[i].text, lines[i].number, "event") for i in event.titles]
    if not name.isprintable() or not name or LOST_LETTER in name:
        found.wrong.add(f"{name!r} is no name of an event", right, "event", event.line)
    event.name, event.host = name, others[0] if others else None
    number, text = lines[event.before] if event.before >= 0 else Line(0, "")
    if not others and not ends_titles(text) and not is_sentence(text):
        what = f"{text.strip()!r} is not taken for the event's name; that is {name!r}"
        found.odd.add(what, right, "event", number)


def _read_days_and_place(text: str, line: int, dated: bool, event: Event) -> None:
    if not dated and (said := DIRECTOR_LINE.fullmatch(text)):
        for fact, told in said.groupdict("").items():
            event.texts[fact] = event.found.clean(told.strip(), line, f"event_{fact}") or None
        return
    match = (DATE_LINE if dated else PLACE_LINE).fullmatch(text)
    if dated:
        event.last_day = _last_day(match["days"] if match else "", line, event)
    elif not match and text.strip():
        event.found.odd.add(f"{text.strip()!r} is not read", line=line)
    if match and match["place"]:
        event.place = event.found.clean(match["place"].lstrip(" \t:"), line, "event_place") or None


def _read_count(name: str, value: str, line: int, event: Event) -> None:
    """The number of players, rounds or boards."""
    wrong = event.found.wrong
    if name in event.counts:
        wrong.add(f"the number of {name} is said twice", "once", f"event_{name}", line)
    event.counts[name] = None
    if COUNT.fullmatch(value):
        # An event of 0 rounds can only be one whose rounds nobody entered.
        event.counts[name] = int(value) or None
    elif value not in {"", "-"}:
        what = f"the number of {name} is {value!r}"
        wrong.add(what, "a whole number", f"event_{name}", line)


def _read_coefficient(value: str, line: int, event: Event) -> None:
    """The next coefficient: its number, then its value or "-"."""
    count = len(event.coefficients) + 1
    match = COEFFICIENT.fullmatch(value)
    if not match or int(match[1]) != count:
        right = f'such as "Coeff {count}15.00" (Coeff {count} is 15.00) or "Coeff {count}-"'
        what = f"'Coeff {value}' cannot be read"
        event.found.wrong.add(what, right, f"coeff_{count}", line)
    event.coefficients.append(float(match[2]) if match and match[2] not in {"", "-"} else None)


def _read_category(event: Event) -> None:
    """Whether it was the World Championship: by its name, else by its value in the ranking."""
    named = WORLD_CHAMPIONSHIP_NAMES.search(event.name)
    value = event.coefficients[0] if event.coefficients else None
    if not named and value != WORLD_CHAMPIONSHIP_VALUE:
        return
    event.category = WORLD_CHAMPIONSHIP
    why = f"its name says {named[0]!r}" if named else f"Coeff 1 is {WORLD_CHAMPIONSHIP_VALUE:.2f}"
    if value is not None and value != WORLD_CHAMPIONSHIP_VALUE:
        why += f", although Coeff 1 is {value:.2f} and not {WORLD_CHAMPIONSHIP_VALUE:.2f}"
    what = f"{event.name!r} is taken for a {WORLD_CHAMPIONSHIP}: {why}"
    event.found.odd.add(what, "", "event_category", event.line)


def _last_day(days: str, line: int, event: Event) -> date | None:
    """The last of an event's days as the page writes them."""
    text = clean_name(days)
    try:
        first, last = _first_and_last(text.removeprefix(": "))
    except ValueError as error:
        event.found.wrong.add(f"the date {text!r}: {error}", DAYS_IN_WORDS, "date", line)
        return None
    if first > last:
        what = f"the date {text!r}: it ends before it begins"
        event.found.wrong.add(what, DAYS_IN_WORDS, "date", line)
    return last


def _first_and_last(text: str) -> tuple[date, date]:
    """First and last day; raises ValueError if they cannot be read or are in no calendar."""
    iso = ISO_DAYS.fullmatch(text)
    if iso:
        return date.fromisoformat(iso[1]), date.fromisoformat(iso[2] or iso[1])
    match = DAYS.fullmatch(text)
    if not match:
        raise ValueError("it cannot be read")
    month, last_year = _month(match["month"]), int(match["last_year"])
    last_month = _month(match["last_month"]) if match["last_month"] else month
    first = date(int(match["year"] or last_year), month, int(match["day"]))
    return first, date(last_year, last_month, int(match["last_day"] or match["day"]))


def _month(word: str) -> int:
    for number, month in enumerate(MONTHS, 1):
        if word.casefold() in {month, month[:3], month[:4]}:
            return number
    raise ValueError(f"{word} is no month")
