"""Rulebooks as a person reads them: the list of them, and one with all that it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import Enum

from pydantic import BaseModel

from banzuke.engine.rulebook import Adjustment, Example, Rulebook, Setting
from banzuke.model.players import ABOVE_ZERO
from banzuke.model.system import Capability, System
from banzuke.model.wording import counted
from banzuke.publishing.documents import Document
from banzuke.publishing.text_tables import document, fitting_table, prose, table_of
from banzuke.publishing.written_rules_text import (
    assumptions,
    facts,
    heading,
    listed,
    said_of_rules,
    words,
)

#: The columns of the list of rulebooks: the first of these that fit the terminal.
LISTED = (
    ("key", "title", "game", "system", "period", "takes"),
    ("key", "title", "game", "system", "period"),
    ("key", "title", "game", "period"),
    ("key", "title"),
)


def rulebooks_text(rulebooks: Sequence[Rulebook], width: int) -> str:
    """The table of rulebooks, with as many columns as fit whole words."""
    columns, table = fitting_table(list(map(summary, rulebooks)), LISTED, width)
    more = "rules show KEY says more of one; --format csv, of all" if columns != LISTED[0] else ""
    return document(table, prose(more, width))


def summary(rulebook: Rulebook) -> Document:
    """What tells rulebooks apart: for what they are, what they take, and how sure they are."""
    system = rulebook.system
    return {
        "key": rulebook.key,
        "title": rulebook.title,
        "game": rulebook.game,
        "system": system.key,
        "period": rulebook.period.kind.value,
        "takes": takes(rulebook),
        "teams": Capability.TEAMS in system.capabilities,
        "free_for_all": Capability.MANY_SIDES in system.capabilities,
        "draws": Capability.DRAWS in system.capabilities,
        "margins": Capability.MARGINS in system.capabilities,
        "handicap": Capability.HANDICAP in system.capabilities,
        "forecasts": system.predict is not None,
        "uncertainty": uncertainty(system),
        "assumptions": len(rulebook.assumptions),
        "updated": rulebook.updated,
        "source": rulebook.source,
        "hash": rulebook.hash,
    }


def uncertainty(system: System) -> str:
    """The columns that tell how uncertain a rating is, "" if none does."""
    return ", ".join(column.name for column in system.columns if column.name in ABOVE_ZERO)


def takes(rulebook: Rulebook) -> str:
    """What a rulebook rates besides games of two."""
    return ", ".join(sorted(rulebook.system.capabilities)) or "games of two"


def rulebook_document(rulebook: Rulebook) -> Document:
    """All that a rulebook says."""
    system = rulebook.system
    return {
        **summary(rulebook),
        **said_of_rules(rulebook),
        "system": {"key": system.key, "title": system.title, "version": system.version},
        "settings": [vars(setting) for setting in rulebook.settings()],
        "amendments": list(rulebook.content.get("amendment", [])),
        "adjustments": [one.model_dump() for one in rulebook.adjustments],
        "examples": [one.model_dump() for one in rulebook.examples],
    }


def rulebook_text(rulebook: Rulebook, width: int) -> str:
    """All that a rulebook says, as text."""
    settings = rulebook.settings()
    blocks: list[Iterable[str]] = [
        heading(rulebook, width),
        facts(rulebook, width, use(rulebook)),
        prose(words(rulebook), width),
        settings_table(settings, width),
    ]
    for setting in settings:
        if is_table(setting.value):
            blocks.append(parameter_table(setting, width))
    blocks += amendments(rulebook, width)
    blocks.append(adjustments(rulebook.adjustments, width))
    blocks.append(assumptions(rulebook, width))
    blocks.append(listed("Worked examples", map(example_line, rulebook.examples), width))
    return document(*blocks)


def use(rulebook: Rulebook) -> Mapping[str, str]:
    """Which system it uses, and what it rates by that."""
    system = rulebook.system
    return {
        "system": f"{system.title} ({system.key})",
        "rates": f"by {rulebook.period.kind.value}: {takes(rulebook)}",
    }


def settings_table(settings: Iterable[Setting], width: int) -> list[str]:
    """Every setting; a dot marks those that the rulebook sets."""
    rows = [
        (
            "•" if one.was_set else "",
            one.name,
            value_text(one.value),
            one.unit,
            one.meaning,
        )
        for one in settings
    ]
    table = table_of(rows, ("", "setting", "value", "unit", "meaning"), (), width)
    return [*table, "• set by the rulebook; the others are as the system has them"]


def value_text(value: object) -> str:
    """A setting's value in a word or two."""
    if value is None or value in ("", ()):
        return "–"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        if is_table(value):
            return f"{counted(len(value), 'row')}, below"
        return ", ".join(
            "..".join(map(value_text, dict.fromkeys(item)))
            if isinstance(item, tuple)
            else value_text(item)
            for item in value
        )
    return str(value)


def is_table(value: object) -> bool:
    """Whether a value is a list of rows with named cells."""
    return isinstance(value, tuple) and any(isinstance(row, BaseModel) for row in value)


def parameter_table(setting: Setting, width: int) -> list[str]:
    """A setting that is a table, as a table; a list of numbers in a row fills several columns."""
    rows = setting.value if isinstance(setting.value, tuple) else ()
    cells = [row_cells(row) for row in rows]
    columns = list(dict.fromkeys(name for row in cells for name in row))
    texts = [[row.get(name, "") for name in columns] for row in cells]
    right = [
        name
        for name in columns
        if all(
            row.get(name, "").lstrip("-").replace(".", "", 1).isdigit() or not row.get(name)
            for row in cells
        )
    ]
    head = prose(f"{setting.name}: {setting.meaning}", width)
    return [*head, *table_of(texts, columns, right, width)]


def row_cells(row: BaseModel) -> dict[str, str]:
    """A row of a table as {column: text}."""
    cells: dict[str, str] = {}
    for name, value in row.model_dump(by_alias=True).items():
        if isinstance(value, (tuple, list)) and not any(isinstance(item, str) for item in value):
            cells |= {f"{name} {i}": value_text(item) for i, item in enumerate(value, 1)}
        else:
            cells[name] = "" if value is None else value_text(value)
    return cells


def amendments(rulebook: Rulebook, width: int) -> list[list[str]]:
    """What changes from which day on, by date; then the tables that it changes."""
    items, tables = [], []
    changes = sorted(rulebook.content.get("amendment", []), key=lambda change: change["from"])
    for change in changes:
        values = []
        for pool, layer in {"": change.get("parameters", {}), **change.get("pools", {})}.items():
            amended = rulebook.parameters_at(change["from"], pool)
            where = f" in pool {pool}" if pool else ""
            for name in layer:
                field, value = type(amended).model_fields[name], getattr(amended, name)
                values.append(f"{name} = {value_text(value)}{where}")
                if is_table(value):
                    meaning = f"{field.description}, from {change['from']}{where}"
                    one = Setting(name, value, None, "", meaning, "", was_set=True)
                    tables.append(parameter_table(one, width))
        note = f": {change['note']}" if change.get("note") else ""
        items.append(f"From {change['from']}{note} ({', '.join(values)})")
    return [listed("Amendments", items, width), *tables]


def adjustments(made: Sequence[Adjustment], width: int) -> list[str]:
    """Changes by decree."""
    items = []
    for one in made:
        what = (
            f"{one.add:+g}"
            if one.toward is None
            else f"{one.share:.0%} of the way to {one.toward:g}"
        )
        limits = [f"below {one.below:g}"] if one.below is not None else []
        limits += [f"above {one.above:g}"] if one.above is not None else []
        who = f", ratings {' and '.join(limits)}" if limits else ""
        every = ", and each year" if one.every else ""
        name = f"{one.title}: " if one.title else ""
        items.append(f"On {one.on}{every}: {name}{what}{who}")
    return listed("Adjustments", items, width)


def example_line(example: Example) -> str:
    """An example in one line."""

    def members(sides: tuple[tuple[tuple[float, ...], ...], ...]) -> str:
        return " v ".join(
            "+".join("/".join(f"{value:.12g}" for value in member) for member in side)
            for side in sides
        )

    how = ", ".join(f"{value:g}" for value in example.places or example.scores)
    word = "places" if example.places else "scores"
    facts = "".join(f", {name} {value}" for name, value in example.facts.items())
    text = f"{members(example.sides)}, {word} {how}{facts}: {members(example.after)}"
    return f"{example.title}. {text}" if example.title else text
