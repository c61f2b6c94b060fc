"""An explanation as a person reads it: like a bill, with a running sum and a total."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from banzuke.engine.explained import Explained
from banzuke.engine.rulebook import Rulebook
from banzuke.model.system import Term
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
    head = prose(f"{told.player}{pool}, {which}: {rulebook.title}", width)
    decimals = decimals_of(told, rulebook)
    unit = rulebook.system.columns[0].unit
    lines = bill(told, decimals)
    unrated = rulebook.system.unrated
    no_rating = None if unrated is None else round(unrated * 10**decimals)
    rows = [
        (
            line.name,
            "" if line.added is None else fixed(line.added, decimals, signed=True),
            "none" if line.sum == no_rating else fixed(line.sum, decimals),
            line.source,
        )
        for line in lines
    ]
    columns = ("", unit, "rating", "source")
    table = table_of(rows, columns, right=(unit, "rating"), width=width)
    why = [told.why] if told.why else []
    if not told.rated:
        why = [f"Not rated: {told.why.removesuffix(': not rated')}"]
    return document(head, table, why, inputs_table(told.inputs, width))


def decimals_of(told: Explained, rulebook: Rulebook) -> int:
    """0 where all numbers are whole, else what the rulebook shows, but at least four."""
    numbers = (told.before, told.after, *(term.value for term in told.terms))
    if all(abs(number - round(number)) < 1e-9 for number in numbers):
        return 0
    return max(_DECIMALS, rulebook.display.decimals)


def bill(told: Explained, decimals: int) -> list[Line]:
    """before, each term, the change, after.

    What a line adds is the difference of the rounded sums, so that the digits shown add up.
    """
    scale = 10**decimals
    first = last = round(told.before * scale)
    lines = [Line("before", None, first)]
    total = 0.0
    for term in told.terms:
        total += term.value
        now = round((told.before + total) * scale)
        lines.append(Line(term.name, now - last, now, term.source))
        last = now
    lines.append(Line("change", last - first, last))
    end = round(told.after * scale)
    if abs(told.after - (told.before + told.change)) > 0.5 / scale:
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
