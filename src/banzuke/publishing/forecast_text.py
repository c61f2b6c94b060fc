"""A forecast as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.publishing.documents import Circumstances
from banzuke.publishing.list_text import title
from banzuke.publishing.text_tables import document, table_of


def forecast_text(
    around: Circumstances,
    pool: str,
    sides: Sequence[Sequence[str]],
    chances: Sequence[float],
    width: int,
) -> str:
    """Each side and its chance in percent."""
    rows = [
        (" + ".join(side), f"{100.0 * chance:.1f} %")
        for side, chance in zip(sides, chances, strict=True)
    ]
    head = title(around) + (f", {pool}" if pool else "")
    table = table_of(rows, ("side", "chance"), right=("chance",), width=width)
    return document([head], table, ["A draw counts half for each side."])
