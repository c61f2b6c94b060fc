"""Rules of circuits as a person and as a program reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from banzuke.publishing.documents import Document
from banzuke.publishing.rulebook_text import value_text
from banzuke.publishing.text_tables import document, prose, table_of
from banzuke.publishing.written_rules_text import (
    assumptions,
    facts,
    heading,
    listed,
    said_of_rules,
    words,
)
from banzuke.scoring.circuits.circuit import Circuit
from banzuke.scoring.exact import exact, shown


def rules_text(circuits: Sequence[Circuit], width: int) -> str:
    """The table of rules: key, title, game, the rule in a sentence."""
    rows = [[one.key, one.title, one.game, one.summary] for one in circuits]
    return document(table_of(rows, ["key", "title", "game", "summary"], (), width))


def rule_text(circuit: Circuit, width: int) -> str:
    """All that one says: in words, its settings, what it assumes, its examples."""
    said = [
        (name, key, value)
        for name, table in rule_settings(circuit).items()
        for key, value in table.items()
    ]
    settings = [[name, key, _value(value)] for name, key, value in said if not _is_rows(value)]
    tables = [
        line
        for name, key, value in said
        if _is_rows(value)
        for line in [f"{name}.{key}:", *prose("\n".join(map(_row, value)), width)]
    ]
    return document(
        heading(circuit, width),
        facts(circuit, width),
        prose(words(circuit), width),
        table_of(settings, ["section", "setting", "value"], (), width),
        tables,
        assumptions(circuit, width),
        listed("Worked examples", map(_example, circuit.examples), width),
    )


def _is_rows(value: object) -> bool:
    """Whether a value is a list of tables."""
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def _row(row: Any) -> str:
    """One table of a list, as ``- to 1, points 30, 60, 70``."""
    if not isinstance(row, dict):
        return f"- {_value(row)}"
    return "- " + ", ".join(f"{key} {_value(value)}" for key, value in row.items())


def _value(value: Any) -> str:
    """A setting's value."""
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return value_text(value)


def _example(example: Any) -> str:
    """A worked example in one line."""
    parts = [example.title] if example.title else []
    if example.points:
        places = example.places or range(1, len(example.points) + 1)
        pairs = zip(places, example.points, strict=True)
        parts.append(", ".join(f"place {place} {shown(exact(points))}" for place, points in pairs))
    if example.total is not None:
        added = ", ".join(shown(exact(points)) for points in example.results)
        parts.append(f"{added} come to {shown(exact(example.total))}")
    return ": ".join(parts)


def rule_settings(circuit: Circuit) -> dict[str, dict[str, Any]]:
    """{section: {setting: value}}, of what differs from the default; the kind of each curve."""
    found: dict[str, dict[str, Any]] = {}
    for category, scale in circuit.scales.items():
        name = f"category.{category}" if category else "points"
        own = {"kind": scale.curve.key} | _said(scale.parameters) | _said(scale.sharing)
        base = found.get("points", {})
        found[name] = {key: value for key, value in own.items() if base.get(key) != value}
    sections = {"total": circuit.total, "events": circuit.events, "players": circuit.players}
    for name, model in sections.items():
        said = _said(model)
        said.pop("points", None)
        if said:
            found[name] = said
    return found


def _said(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def rule_document(circuit: Circuit) -> Document:
    """All that one says."""
    return {
        **said_of_rules(circuit),
        **rule_settings(circuit),
        "examples": [_said(example) for example in circuit.examples],
    }
