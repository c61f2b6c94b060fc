"""An explanation as a person reads it: like a bill, with a running sum and a total."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from banzuke.engine.explained import Explained
from banzuke.engine.reasons import bare
from banzuke.engine.rulebook import Rulebook
from banzuke.model.system import Term
from banzuke.publishing.rated_by import rated_by
from banzuke.publishing.text_tables import document, prose, table_of

#: Decimals of a bill whose numbers are not all whole.
_DECIMALS = 4


class Line(NamedTuple):
    """A line of the bill: what was added, the rating after it, in units of the last decimal."""

    name: str
    added: int | None
    sum: int
    source: str = ""


def explanation_text(told: Explained, rulebook: Rulebook, width: int) -> str:
    """Who and where, the bill, and what its lines were computed from."""
    pool = f" ({told.pool})" if told.pool else ""
    which = f"game {told.which}" if told.kind == "game" else told.which
    head = prose(f"{told.name}{pool}, {which}: {rulebook.title}{rated_by(rulebook)}", width)
    table = _bill_table(told, rulebook, width, "rating")
    why = prose(told.why if told.rated else f"Not rated: {bare(told.why)}", width)
    shown = shown_table(told, rulebook, width)
    return document(head, table, shown, why, inputs_table(told.inputs, width))


def _bill_table(told: Explained, rulebook: Rulebook, width: int, heading: str) -> list[str]:
    """The bill as a table; heading : of the running sum."""
    decimals = decimals_of(told, rulebook)
    unit = rulebook.system.columns[0].unit
    lines = bill(told, decimals)
    nothing = [told.before is None, *[told.after is None] * (len(lines) - 1)]
    if told.change == 0.0 and told.after != 0.0:
        # What there is afterwards came by other games.
        nothing[1:-1] = [nothing[0]] * (len(lines) - 2)
    rows = [
        (
            line.name,
            "" if line.added is None else fixed(line.added, decimals, signed=True),
            "none" if none else fixed(line.sum, decimals),
            line.source,
        )
        for line, none in zip(lines, nothing, strict=True)
    ]
    columns = ("", unit, heading, "source")
    return table_of(rows, columns, right=(unit, heading), width=width)


def shown_table(told: Explained, rulebook: Rulebook, width: int) -> list[str]:
    """The bill of what the list shows, where that is another number than the rating."""
    before, after, parts = told.shown
    if before is None or after is None or rulebook.display.terms == {"rating": 1.0}:
        return []
    of_shown = replace(told, before=before, terms=parts, change=after - before, after=after)
    return _bill_table(of_shown, rulebook, width, "shown")


def decimals_of(told: Explained, rulebook: Rulebook) -> int:
    """0 where all numbers are whole, else what the rulebook shows, but at least four."""
    numbers = (told.before or 0.0, told.after or 0.0, *(term.value for term in told.terms))
    if all(abs(number - round(number)) < 1e-9 for number in numbers):
        return 0
    return max(_DECIMALS, rulebook.display.decimals)


def bill(told: Explained, decimals: int) -> list[Line]:
    """before, each term, the change, after.

    What a line adds is the difference of the rounded sums, so that the digits shown add up.
    """
    scale = 10**decimals
    before = told.before or 0.0
    first = last = round(before * scale)
    lines = [Line("before", None, first)]
    total = 0.0
    for term in told.terms:
        total += term.value
        now = round((before + total) * scale)
        lines.append(Line(term.name, now - last, now, term.source))
        last = now
    lines.append(Line("change", last - first, last))
    after = told.after or 0.0
    end = round(after * scale)
    if abs(after - (before + told.change)) > 0.5 / scale:
        lines.append(Line("other games and adjustments meanwhile", end - last, end))
    lines.append(Line("after", None, end))
    return lines


def fixed(units: int, decimals: int, *, signed: bool = False) -> str:
    """A whole number of units of the last decimal, as a decimal number."""
    sign = "-" if units < 0 else "+" if signed and units > 0 else ""
    digits = str(abs(units)).rjust(decimals + 1, "0")
    cut = len(digits) - decimals
    return sign + digits[:cut] + ("." + digits[cut:] if decimals else "")


def inputs_table(inputs: Iterable[Term], width: int) -> list[str]:
    """What the terms were computed from."""
    rows = [(term.name, f"{term.value:.6g}", term.unit, term.source) for term in inputs]
    if not rows:
        return []
    return table_of(
        rows, ("computed from", "value", "unit", "source"), right=("value",), width=width
    )
