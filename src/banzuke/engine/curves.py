"""A player's ratings day by day, where a fit over all results says what they were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import polars as pl

from banzuke.engine.displaying import told_values
from banzuke.engine.predicting import run_of
from banzuke.engine.rated import Rated
from banzuke.model.days import number_of_day
from banzuke.model.errors import CannotDo
from banzuke.model.log import holders
from banzuke.parts.player_days import newest_days


def curve(
    rated: Rated, player: str, pool: str = "", days: Sequence[date] | None = None
) -> pl.DataFrame:
    """A player's ratings on days with and without games, by all results.

    player : as results name the player; days : by default all from the player's first to the last
    Columns: date, rating, the system's other columns that lists show, games on the day, revised:
    whether there are later results of players whom games link. Values are null before the
    player's first day.
    Raises CannotDo where the system does not revise past ratings, where the results are not here
    any more, as after a save, or where they have no dates.
    """
    run, system = run_of(rated, pool), rated.rulebook.system
    if system.curve is None:
        what = f"{system.title} does not revise the ratings of earlier days: see the history"
        raise CannotDo(what)
    if not run.pool.n_games:
        raise CannotDo("there are no results to fit: rate them again, all at once")
    if run.pool.period_time is None:
        raise CannotDo("the results have no dates, so that there are no days")
    log, code = run.pool.log, rated.names.index(player)
    entries = np.flatnonzero(log.player == code)
    own = np.sort(np.asarray(log.day)[holders(log.game, entries)].astype(np.int64))
    if days is None:
        asked = np.arange(own.min(), own.max() + 1) if len(own) else own
    else:
        asked = np.array([number_of_day(day) for day in days], dtype=np.int64)
    rules = system.rules(rated.parameters(pool), run.pool.categories)
    found = rated.kept(system.curve(run.start, log, rules, code, asked))
    columns = [pl.Series("date", asked).cast(pl.Int32).cast(pl.Date)]
    columns += [
        told_values(column, found[column.name]).fill_nan(None)
        for column in rated.rulebook.told_columns
    ]
    games = np.searchsorted(own, asked, side="right") - np.searchsorted(own, asked, side="left")
    columns.append(pl.Series("games", games.astype(np.int64)))
    newest = int(newest_days(log, len(rated.names))[code])
    columns.append(pl.Series("revised", asked < newest, dtype=pl.Boolean))
    return pl.DataFrame(columns)
