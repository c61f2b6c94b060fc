"""How well rulebooks forecast, as a person reads it."""

from __future__ import annotations

import polars as pl

from banzuke.model.wording import counted
from banzuke.publishing.text_tables import document, prose, table_of


def comparison_text(found: pl.DataFrame, every: str, width: int) -> str:
    """A line a rulebook, the best first, and what the columns say.

    found : as ``workflows.comparing.compare`` gives it
    """
    rows = [
        (
            row["rules"],
            f"{row['log_loss']:.4f}",
            f"{row['squared_error']:.4f}",
            f"{100.0 * row['right']:.1f} %",
            f"{row['behind']:.4f} ± {row['deviation']:.4f}" if row["behind"] else "",
        )
        for row in found.iter_rows(named=True)
    ]
    columns = ("rules", "log loss", "squared error", "right", "behind")
    games = counted(found["games"][0], "game")
    below = prose(
        f"{games}, each forecast by the ratings at the end of the {every} before. Of log loss and "
        "squared error the less is the better; right is how often the likeliest side won; behind "
        "is the log loss beyond that of the best, with its standard deviation.",
        width,
    )
    return document(table_of(rows, columns, right=columns[1:], width=width), below)
