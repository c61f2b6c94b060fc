"""What a rulebook says, as its page has it: words, tables, settings, examples, assumptions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from banzuke.engine.rated import Rated
from banzuke.engine.rulebook import Adjustment, Counts, Example, Rulebook, Setting
from banzuke.engine.rulebook_examples import example_differences
from banzuke.model.errors import BanzukeError
from banzuke.publishing.plain_values import plain
from banzuke.publishing.rulebook_tables import RuleTable, rule_table, rule_tables
from banzuke.publishing.rulebook_text import is_table, value_text

Document = dict[str, Any]

#: What rates one game of players without names.
RateGame = Callable[..., Rated]


def rulebook_said(rulebook: Rulebook, rate_game: RateGame) -> Document:
    """All that a rulebook says, with its examples worked anew."""
    settings = rulebook.settings()
    system = rulebook.system
    return {
        "rulebook": rulebook.key,
        "title": rulebook.title,
        "game": rulebook.game,
        "author": rulebook.author or None,
        "updated": plain(rulebook.updated),
        "source": rulebook.source,
        "summary": rulebook.summary,
        "text": rulebook.text.strip(),
        "extends": list(rulebook.extends),
        "inherited": dict(rulebook.inherited),
        "system": {
            "key": system.key,
            "title": system.title,
            "source": system.source,
            "year": system.year,
            "summary": system.summary,
            "version": system.version,
        },
        "standings": system.takes_standings,
        "period": rulebook.period.kind.value,
        "columns": [
            {"name": one.name, "unit": one.unit, "meaning": one.meaning}
            for one in rulebook.told_columns
        ],
        "tables": [_table(table) for table in rule_tables(rulebook, settings)],
        "settings": [_setting(one) for one in settings if not is_table(one.value)],
        "amendments": _amendments(rulebook),
        "adjustments": [_adjustment(one) for one in rulebook.adjustments],
        "examples": [_example(rulebook, one, rate_game) for one in rulebook.examples],
        "assumptions": list(rulebook.assumptions),
        "hash": rulebook.hash,
    }


def _table(table: RuleTable) -> Document:
    return {
        **table._asdict(),
        "heads": list(table.heads),
        "columns": list(table.columns),
        "rows": [{"name": row.name, "cells": list(row.cells)} for row in table.rows],
    }


def _setting(one: Setting) -> Document:
    """A setting; section : where in the rulebook it stands, "" for the system's parameters."""
    section, _, name = one.name.rpartition(".")
    return {
        "name": name,
        "section": section,
        "value": plain(one.value),
        "text": value_text(one.value),
        "unit": one.unit,
        "meaning": one.meaning,
        "set": one.was_set,
    }


def _amendments(rulebook: Rulebook) -> list[Document]:
    """What changes from which day on, in order of the days."""
    found = []
    # A rulebook that was kept in a ledger has its days as texts.
    dated = [
        (date.fromisoformat(str(change["from"])), change)
        for change in rulebook.content.get("amendment", [])
    ]
    for since, change in sorted(dated, key=lambda one: one[0]):
        values: list[Document] = []
        tables: list[Document] = []
        for pool, layer in {"": change.get("parameters", {}), **change.get("pools", {})}.items():
            amended = rulebook.parameters_at(since, pool)
            prefix = f"pools.{pool}." if pool else ""
            for name in layer:
                value = getattr(amended, name)
                meaning = type(amended).model_fields[name].description or ""
                if is_table(value):
                    said = (meaning, "")
                    table = rule_table(rulebook, amended, name, value, said)
                    tables.append(_table(table._replace(name=f"{prefix}{name}")))
                else:
                    text = value_text(value)
                    values.append(
                        {"name": f"{prefix}{name}", "text": text, "meaning": meaning, "pool": pool}
                    )
        note = change.get("note", "")
        found.append({"from": plain(since), "note": note, "values": values, "tables": tables})
    return found


def _adjustment(one: Adjustment) -> Document:
    said: Document = {name: plain(value) for name, value in one.model_dump().items()}
    return said


def _example(rulebook: Rulebook, one: Example, rate_game: RateGame) -> Document:
    """An example: who met with what, how it ended, what it must come to and what it comes to."""
    columns = [column.name for column in rulebook.told_columns]
    said: Document = {
        "title": one.title,
        "pool": one.pool,
        "facts": {name: plain(value) for name, value in one.facts.items()},
        "columns": columns[: max(len(member) for side in one.sides for member in side)],
        "sides": plain(one.sides),
        "places": list(one.places),
        "scores": list(one.scores),
        "handicaps": list(one.handicaps),
        "advantage": one.advantage or None,
        "after": plain(one.after),
    }
    try:
        rated = rate_game(of_any_game(rulebook), **one.game())
        worked = after_game(rated, [len(side) for side in one.sides])
        differences = example_differences(one, worked)
    except BanzukeError as fault:
        return {**said, "worked": None, "holds": False, "why": str(fault)}
    return {
        **said,
        "worked": plain(worked),
        "holds": not differences,
        "why": "; ".join(differences),
    }


def of_any_game(rulebook: Rulebook) -> Rulebook:
    """The rulebook, for a game that is in no event, in no pool and on no day that it leaves out."""
    return replace(rulebook, counts=Counts(statuses=rulebook.counts.statuses))


def after_game(rated: Rated, sizes: list[int]) -> list[list[tuple[float, ...]]]:
    """What each member of each side has after a game, by sizes of the sides.

    Players without names are coded in the order of the sides.
    """
    kept = rated.kept(rated.runs[0].state)
    state = [kept[column.name] for column in rated.rulebook.told_columns]
    found, first = [], 0
    for size in sizes:
        codes = range(first, first + size)
        found.append([tuple(float(column[code]) for column in state) for code in codes])
        first += size
    return found
