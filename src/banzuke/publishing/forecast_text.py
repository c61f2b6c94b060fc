"""A forecast as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.publishing.documents import Circumstances
from banzuke.publishing.list_text import title
from banzuke.publishing.text_tables import document, prose, table_of


def forecast_text(
    around: Circumstances,
    pool: str,
    sides: Sequence[tuple[Sequence[str], float]],
    assumed: Sequence[str],
    width: int,
) -> str:
    """Each side and its chance in percent.

    sides : the players and the chance of each; assumed : who has no rating, so that the system
        assumes one
    """
    called = around.called
    rows = [
        (" + ".join(called.get(one, one) for one in side), f"{100.0 * chance:.1f} %")
        for side, chance in sides
    ]
    head = title(around) + (f", {pool}" if pool else "")
    table = table_of(rows, ("side", "chance"), right=("chance",), width=width)
    below = prose(what_it_is(around, len(sides)), width)
    for name in assumed:
        below += prose(
            f"{called.get(name, name)} has no rating yet: the forecast assumes one.", width
        )
    return document([head], table, below)


def what_it_is(around: Circumstances, sides: int) -> str:
    """What the chances are of, in a sentence."""
    if sides == 2:
        return "A draw counts half for each side."
    told = around.rulebook.system.chance_of_many
    return f"The chance is {told}." if told else "The chances of all sides sum to 1."
