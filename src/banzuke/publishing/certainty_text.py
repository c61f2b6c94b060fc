"""How sure a list is, as a person and as a program reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from banzuke.engine.certainty import Fragility, HowSure
from banzuke.model.version import version
from banzuke.model.wording import counted
from banzuke.publishing.documents import Circumstances, Document
from banzuke.publishing.list_text import title
from banzuke.publishing.text_tables import document, prose, table_of

#: So many kinds of results that decide are told in a text.
MOST_TOLD = 10


def certainty_text(around: Circumstances, told: HowSure, width: int) -> str:
    """Ratings with their intervals and possible ranks; what decides who is first."""
    name = around.rulebook.system.columns[0].name
    rows, called = [], around.called
    for row in told.table.iter_rows(named=True):
        low, high = (_number(row[bound]) for bound in ("low", "high"))
        between = f"{row['best']}-{row['worst']}"
        rows.append(
            (
                str(row["rank"]),
                called.get(row["player"], row["player"]),
                _number(row[name]),
                low,
                high,
                between,
            )
        )
    names = ("rank", "player", name, "low", "high", "ranks")
    table = table_of(rows, names, right=("rank", name, "low", "high", "ranks"), width=width)
    percent = f"{100.0 * told.chance:g} %"
    how = "by the deviations"
    if told.rounds:
        how = f"by {counted(told.rounds, 'draw')} of as many results"
    below = prose(
        f"Low and high hold for each player with a chance of {percent}, {how}; "
        f"the ranks for all players at once.",
        width,
    )
    if told.table.select(pl.any_horizontal(pl.col("low", "high").is_null()).any()).item():
        below += prose("A bound that is missing is not known, or no finite number is one.", width)
    below += prose(besides(told.estimates), width)
    return document([title(around)], table, below + prose(decisive(told.decides, called), width))


def besides(found: pl.DataFrame) -> str:
    """What was estimated beside the ratings, in a sentence; "" for nothing."""
    told = []
    for name, value, unit, _, low, high in found.iter_rows():
        between = "" if low is None else f" ({low:.4g} to {high:.4g})"
        told.append(f"{name} {value:.4g}{between}{' ' if unit else ''}{unit}")
    return f"Estimated besides: {', '.join(told)}." if told else ""


def decisive(found: Fragility | None, called: Mapping[str, str]) -> str:
    """How few results decide who is first, in a sentence.

    called : {player: name for people}, where it is another one
    """
    if found is None:
        return ""
    first = called.get(found.first, found.first)
    if found.second is None:
        return f"No results turned round would put another before {first}."
    second = called.get(found.second, found.second)
    whole = found.turned.head(MOST_TOLD).rows()
    parts = [
        f"{times} of {called.get(winner, winner)} against {called.get(loser, loser)}"
        + (" (tied)" if tie else "")
        for winner, loser, tie, times in whole
    ]
    if found.turned.height > MOST_TOLD:
        parts.append("others")
    return (
        f"{counted(found.results, 'result')} turned round would put {second} before "
        f"{first}: {', '.join(parts)}."
    )


def certainty_frame(around: Circumstances, told: HowSure) -> pl.DataFrame:
    """A row a player, with the interval and the ranks; names beside keys."""
    return _with_names(told.table, around.called, ("player",))


def certainty_document(around: Circumstances, told: HowSure) -> Document:
    """rulebook, as_of, chance, rounds, players, estimates, first_place, banzuke.

    Where players are named by keys, their names stand beside these.
    """
    found, called = told.decides, around.called
    first = None
    if found is not None:
        turned = _named(found.turned, called, ("winner", "loser"))
        both = pl.DataFrame([{"first": found.first, "second": found.second}])
        first = found._asdict() | _named(both, called, ("first", "second"))[0] | {"turned": turned}
    players = _named(told.table, called, ("player",))
    said = {"chance": told.chance, "rounds": told.rounds, "players": players}
    said["estimates"] = told.estimates.to_dicts()
    return around.head() | said | {"first_place": first, "banzuke": version()}


def _named(
    frame: pl.DataFrame, called: Mapping[str, str], columns: Sequence[str]
) -> list[dict[str, object]]:
    """The rows of a table ``_with_names``."""
    return list(_with_names(frame, called, columns).iter_rows(named=True))


def _with_names(
    frame: pl.DataFrame, called: Mapping[str, str], columns: Sequence[str]
) -> pl.DataFrame:
    """A table with the names of those who are named by keys, where there are some.

    columns : in which players stand: their names stand in ``player_name`` and the like
    """
    names = [pl.col(column).replace(dict(called)).alias(f"{column}_name") for column in columns]
    return frame.with_columns(names) if called else frame


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
