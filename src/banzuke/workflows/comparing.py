"""Compare rulebooks by how well they forecast games that they did not know yet."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Unpack

import numpy as np
import polars as pl

from banzuke.engine.forecast_errors import ForecastErrors, errors_of, forecast_games, mean_of
from banzuke.engine.foretold import days_of_lists, foretold
from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.model.errors import WrongUse
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.workflows.frames import in_kind
from banzuke.workflows.rating import RulesLike
from banzuke.workflows.reading import (
    HowToRead,
    columns_by_file,
    read_as_it_came,
    read_players,
    refuse_warnings,
)

#: The columns of a comparison.
SCHEMA = {
    "rules": pl.String,
    "games": pl.Int64,
    "log_loss": pl.Float64,
    "squared_error": pl.Float64,
    "right": pl.Float64,
    "behind": pl.Float64,
    "deviation": pl.Float64,
}


def compare(
    results: Any,
    rules: Sequence[RulesLike] | Mapping[str, RulesLike],
    players: Any = None,
    *,
    every: str = "month",
    columns: Mapping[str, str] | None = None,
    **reading: Unpack[HowToRead],
) -> Any:
    """How well rulebooks forecast games from the results before them; the best first.

    rules : two or more, as ``rate`` takes them; or {name: rules}, to tell settings apart
    players, columns, reading : as for ``rate``
    every : ``day``, ``week``, ``month`` or ``year``: at the end of each, ratings are made of all
        results up to then, and forecast the games until the next
    Only games count that all of the rules forecast; none of the first stretch is, and none by a
    fit that refuses the results until then, as too few to tell what it estimates.
    Columns: rules; games, how many count; log_loss, the mean of -ln of the chance of who was
    first; squared_error, the mean squared difference of chance and result of a side; right, the
    share of games that the likeliest side won; behind, how much greater the log_loss is than that
    of the best, with its standard deviation. A draw, or a shared first place, counts in parts.
    What is odd about the results is told by the warnings of ``read``; ``strict`` refuses it.
    Raises WrongUse for results without dates and where no game is forecast by all, CannotDo where
    a system does not forecast, and what ``rate`` raises.
    """
    told, _, kind = compared(results, rules, players, every=every, columns=columns, **reading)
    return in_kind(told, kind)


class Compared(NamedTuple):
    """A comparison, what was odd about the results, and the kind of frame that they came as.

    told : with the columns of SCHEMA, a row a rulebook
    """

    told: pl.DataFrame
    warnings: tuple[Problem, ...]
    kind: str


def compared(
    results: Any,
    rules: Sequence[RulesLike] | Mapping[str, RulesLike],
    players: Any = None,
    *,
    every: str = "month",
    columns: Mapping[str, str] | None = None,
    **reading: Unpack[HowToRead],
) -> Compared:
    """``compare`` as a polars frame, and what a person should know of the results."""
    books = rulebooks_compared(rules)
    zone = next(iter(books.values())).period.zone
    of_results, of_players = columns_by_file(columns)
    covariates = dict.fromkeys(name for book in books.values() for name in book.covariates)
    came = read_as_it_came(results, of_results, zone=zone, covariates=tuple(covariates), **reading)
    if reading.get("strict"):
        refuse_warnings(came.results.warnings)
    encoding, names = reading.get("encoding", ""), came.results.players
    entered = {
        name: Entered(
            book, came.results, read_players(players, book.system, of_players, encoding, names)
        )
        for name, book in books.items()
    }
    return Compared(compared_on(entered, every), tuple(came.results.warnings), came.kind)


class Entered(NamedTuple):
    """A rulebook that is compared, with the results and players as it takes them."""

    rulebook: Rulebook
    results: Results
    players: Players


def compared_on(entered: Mapping[str, Entered], every: str) -> pl.DataFrame:
    """``compare`` of rulebooks by name, on results and players that are read already.

    Raises WrongUse also unless their results are the same games.
    """
    results = next(iter(entered.values())).results
    for name, entry in entered.items():
        if not _are_same_games(results, entry.results):
            raise WrongUse(f"{name} reads other games than the rules before it, as by counts.pools")
    days = days_of_lists(results, every)
    chances = {
        name: foretold(one.results, one.rulebook, one.players, days)
        for name, one in entered.items()
    }
    games = np.logical_and.reduce([forecast_games(results, one) for one in chances.values()])
    if not games.any():
        raise WrongUse(f"no game is forecast by all of these rules by the {every} before it")
    off = {name: errors_of(results, chance, games) for name, chance in chances.items()}
    best = min(off.values(), key=lambda one: mean_of(one.log_loss))
    rows = [_row(name, one, best) for name, one in off.items()]
    rows.sort(key=lambda row: (row["log_loss"], row["rules"]))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _row(name: str, off: ForecastErrors, best: ForecastErrors) -> dict[str, Any]:
    """How far the forecasts of a rulebook were off, beside those of the best; as SCHEMA says."""
    more = off.log_loss - best.log_loss
    behind = mean_of(more)
    return {
        "rules": name,
        "games": len(more),
        "log_loss": mean_of(off.log_loss),
        "squared_error": mean_of(off.squared),
        "right": mean_of(off.right),
        "behind": behind,
        "deviation": math.sqrt(mean_of((more - behind) ** 2) / len(more)),
    }


def _are_same_games(one: Results, other: Results) -> bool:
    """Whether results are of the same players in the same games."""
    return (
        one.players == other.players
        and np.array_equal(one.first, other.first)
        and np.array_equal(one.entries.player, other.entries.player)
    )


def rulebooks_compared(rules: Any) -> dict[str, Rulebook]:
    """The rulebooks by the names under which they are told.

    Raises WrongUse for fewer than two, for two of one name, and for days of several zones.
    """
    if isinstance(rules, Mapping):
        said = [(str(name), load_rulebook(one)) for name, one in rules.items()]
    elif isinstance(rules, (str, Rulebook)) or not isinstance(rules, Sequence):
        raise WrongUse("rules are a list of two or more, or {name: rules}")
    else:
        said = _by_key([(one, load_rulebook(one)) for one in rules])
    named = dict(said)
    if len(named) < len(said):
        twice = next(name for name, times in Counter(name for name, _ in said).items() if times > 1)
        raise WrongUse(
            f"two of the rules are {twice}: settings are told apart by files of several names, or "
            "from Python as {'k 16': …, 'k 32': …}"
        )
    if len(named) < 2:
        raise WrongUse("to compare takes two rulebooks or more")
    zones = {book.period.zone for book in named.values()}
    if len(zones) > 1:
        raise WrongUse(f"the rules have clocks of several zones: {', '.join(sorted(zones))}")
    return named


def _by_key(said: Sequence[tuple[RulesLike, Rulebook]]) -> list[tuple[str, Rulebook]]:
    """Each rulebook by its key; those of one key, as of files in two folders, as they were said."""
    keys = Counter(book.key for _, book in said)
    return [
        (book.key if keys[book.key] == 1 or isinstance(one, Rulebook) else str(one), book)
        for one, book in said
    ]
