"""What a ledger says of itself as a person reads it: imports, revisions, lists, effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from banzuke.ledger.calendars import Due
from banzuke.ledger.correcting_results import SIDES, result_text
from banzuke.ledger.import_reports import Report
from banzuke.ledger.left_over import GONE
from banzuke.ledger.lists import ListRecord, Publication
from banzuke.ledger.own_rules import OWN
from banzuke.ledger.people import Person
from banzuke.ledger.report_keys import DIGEST
from banzuke.ledger.revisions import Revision
from banzuke.ledger.telling_changes import CHANGED, HAD_DONE, IDLE, UNDONE
from banzuke.model.problems import Problem
from banzuke.model.wording import counted
from banzuke.publishing.text_tables import document, text_table

#: So many lines of one kind are printed; the rest are counted.
MOST_LINES = 20


def report_text(report: Report) -> str:
    """What an import did, or would do."""
    figures = [
        counted(report.read, "game"),
        f"{report.stored} stored",
        *([f"{report.replaced} replaced"] if report.replaced else []),
        *([f"{report.withdrawn} withdrawn"] if report.withdrawn else []),
        f"{sum(p.times for p in report.skipped)} skipped",
        counted(len(report.people), "new person", "new people"),
        counted(len(report.events), "new event"),
    ]
    return document(
        [", ".join(figures)],
        _told("replaced", report.retold),
        _told("skipped", report.skipped),
        _told("warning", report.warnings),
        _named("new people", report.people),
        _named("new events", report.events),
    )


def _told(kind: str, problems: Sequence[Problem]) -> list[str]:
    lines = [f"{kind}: {problem}" for problem in problems[:MOST_LINES]]
    rest = len(problems) - MOST_LINES
    return [*lines, f"… and {rest} more"] if rest > 0 else lines


def _named(kind: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    # Many names have a comma of their own.
    shown = "; ".join(names[:MOST_LINES])
    rest = len(names) - MOST_LINES
    return [f"{kind}: {shown}" + (f" and {rest} more" if rest > 0 else "")]


def log_text(revisions: Iterable[Revision], width: int) -> str:
    """The revisions, the newest first."""
    rows = [
        {
            "revision": str(one.id),
            "when": one.at[:19].replace("T", " "),
            "who": one.who,
            "what": one.kind,
            "figures": figures_text(one.told),
            "why": one.why,
        }
        for one in revisions
    ]
    if not rows:
        return "nothing has been stored yet\n"
    return document(text_table(pl.DataFrame(rows), right=["revision"], width=width))


def figures_text(told: Mapping[str, Any]) -> str:
    """What a revision did, on one line; of one that took another back, what that had done."""
    if told.get(HAD_DONE):
        undone = f"{UNDONE} {told[UNDONE]} ({told['kind']}): {figures_text(told[HAD_DONE])}"
        return "; ".join([undone, *_left_text(told)])
    said = []
    for name, value in told.items():
        if name in (DIGEST, OWN):
            continue  # it is for programs
        if isinstance(value, Mapping):
            # A list on which a report moved nobody says nothing.
            said += [f"{key} {_value(one)}" for key, one in value.items() if one != []]
        elif value or name == "stored":
            said.append(f"{name} {_value(value)}")
    text = ", ".join(said)
    return f"nothing to change: {text}" if told.get(CHANGED) == {} else text


def _left_text(told: Mapping[str, Any]) -> list[str]:
    """Who and what is gone with what was undone, and who is left without games."""
    words = (("person", "people"), ("event", "events"))
    said = [counted(told[what], *of) for what, of in zip(GONE, words, strict=True) if what in told]
    gone = [f"gone: {', '.join(said)}"] if said else []
    idle = told.get(IDLE, [])
    rest = len(idle) - MOST_LINES
    more = f" and {rest} more" if rest > 0 else ""
    return gone + ([f"{IDLE} now: {'; '.join(idle[:MOST_LINES])}{more}"] if idle else [])


def _value(value: object) -> str:
    if isinstance(value, Mapping) and SIDES in value:
        now, before = value["after"], value["before"]
        was = "" if before == now else f" (was {before or 'without result'})"
        return f"{result_text(value, now)}{was}"
    if isinstance(value, Mapping) and value.get("before", "") == value.get("after"):
        return f"{value['after'] or '(empty)'}"
    if isinstance(value, Mapping) and {"before", "after"} <= value.keys():
        return f"{value['before'] or '(empty)'} → {value['after'] or '(empty)'}"
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], Mapping):
        # What became of each player: the log as JSON has it.
        return counted(len(value), "player")
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)


def lists_text(
    records: Sequence[ListRecord],
    published: Sequence[Publication],
    due: Mapping[str, Due],
    width: int,
) -> str:
    """The rating lists, when each was published last, and when it is due.

    due : by list, of those that have a calendar
    """
    if not records:
        return "no list is set up yet; 'banzuke lists set KEY --rules RULEBOOK' makes one\n"
    newest = {one.list: one for one in published}
    rows = [
        {
            "list": record.key,
            "title": record.title,
            "players": _whom(record) or "all",
            "published": newest[record.key].as_of if record.key in newest else "not yet",
            "number": str(newest[record.key].id) if record.key in newest else "",
            "calendar": record.calendar,
            "due": _when(due[record.key]) if record.key in due else "",
        }
        for record in records
    ]
    if not due:
        rows = [{k: v for k, v in row.items() if k not in ("calendar", "due")} for row in rows]
    return document(text_table(pl.DataFrame(rows), right=["number"], width=width))


def _when(due: Due) -> str:
    """When a list is to be published."""
    if due.overdue:
        more = len(due.overdue) - 1
        return f"{due.overdue[0]}, overdue" + (f", and {more} more" if more else "")
    return str(due.next or "")


def _whom(record: ListRecord) -> str:
    parts = [record.pool, record.nation, record.club, record.sex]
    if record.born_from or record.born_until:
        parts.append(f"born {record.born_from or ''}–{record.born_until or ''}")
    if record.since:
        parts.append(f"since {record.since}")
    return ", ".join(part for part in parts if part)


def people_text(people: Sequence[Person], width: int) -> str:
    """People, a line each."""
    if not people:
        return "nobody is called that\n"
    rows = [
        {
            "key": one.key,
            "name": one.name,
            "also": "; ".join(one.aliases),
            "facts": _facts(one),
            "numbers": _numbers(one),
        }
        for one in people
    ]
    return document(text_table(pl.DataFrame(rows), width=width))


def pair_text(one: Person, other: Person, why: str) -> str:
    """Two people who may be one, all that is known of both, and why they may be."""
    lines = []
    for who in (one, other):
        also = f"also {'; '.join(who.aliases)}" if who.aliases else ""
        known = [_facts(who), _numbers(who), also]
        lines.append(", ".join([f"{who.name} ({who.key})", *filter(None, known)]))
    return "".join(f"{line}\n" for line in [*lines, f"  {why}"])


def _facts(one: Person) -> str:
    return ", ".join(f"{fact} {value}" for fact, value in sorted(one.facts.items()))


def _numbers(one: Person) -> str:
    return ", ".join(f"{register}:{number}" for register, number in sorted(one.identifiers.items()))
