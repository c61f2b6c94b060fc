"""What a change of a ledger does, as a person reads it before agreeing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banzuke.engine.rulebook import Display
from banzuke.model.wording import counted
from banzuke.publishing.differences import Difference
from banzuke.publishing.effects import Effect
from banzuke.publishing.ledger_text import figures_text
from banzuke.publishing.list_text import number_text, step_text
from banzuke.publishing.text_tables import document

#: So many players of a list are named.
MOST_NAMED = 10
#: So many new ones of a list are named in a line.
FEW_NAMED = 5


def effects_text(told: Mapping[str, Any], effects: Sequence[Effect]) -> str:
    """What a change does, in figures and to every list."""
    blocks = [[figures_text(told)]]
    for effect in effects:
        if nothing := _why_nobody_moves(effect):
            blocks.append([nothing])
            continue
        lines = [f"{effect.title}: {counted(effect.moved, 'player')} moved"]
        lines += [f"  {_moved(one, effect.display)}" for one in effect.differences[:MOST_NAMED]]
        rest = len(effect.differences) - MOST_NAMED
        if rest > 0:
            lines.append(f"  … and {rest} more")
        blocks.append(lines)
    return document(*blocks)


def effects_in_short(effects: Sequence[Effect]) -> str:
    """What an import does to every list, a line each."""
    return document([_in_short(effect) for effect in effects]) if effects else ""


def _in_short(effect: Effect) -> str:
    """How many players moved, who is new, who leaves, and whose rating moved most."""
    if nothing := _why_nobody_moves(effect):
        return nothing
    said = [f"{counted(effect.moved, 'player')} moved"]
    places = [one for one in effect.differences if one.column != "rating"]
    for word, after in (("new", "yes"), ("gone", "no")):
        names = sorted(one.name for one in places if one.after == after)
        rest = len(names) - FEW_NAMED
        more = f" and {rest} more" if rest > 0 else ""
        said += [f"{word}: {'; '.join(names[:FEW_NAMED])}{more}"] if names else []
    if len(places) < len(effect.differences):
        said.append(f"most: {_moved(effect.differences[len(places)], effect.display)}")
    return f"{effect.title}: {', '.join(said)}"


def _why_nobody_moves(effect: Effect) -> str:
    """What is said of a list on which nobody moves, "" if somebody does."""
    if effect.refused:
        return f"{effect.title}: cannot be rated then: {effect.refused}"
    return "" if effect.moved else f"{effect.title}: no number changes"


def _moved(one: Difference, display: Display) -> str:
    if isinstance(one.before, float) and isinstance(one.after, float):
        before, after = (number_text(value, display) for value in (one.before, one.after))
        return f"{one.name} {before} → {after} ({step_text(one.before, one.after, display)})"
    return f"{one.name} {'comes onto' if one.after == 'yes' else 'leaves'} the list"
