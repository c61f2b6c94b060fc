"""The rating list: who stands where on a date, and who is not on it and why."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.clock import day_of_text
from banzuke.engine.displaying import display_value, rank_rows, shown, told_values
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run
from banzuke.model.days import MICROSECONDS_A_DAY, day_of, start_of_day
from banzuke.model.phrases import message, recognised

Floats = NDArray[np.float64]


#: Why somebody is not listed; in tables these texts are plain, and ``why_unlisted`` reads them.
NO_GAME = message("no rated game")
NO_RATING = message("no rating yet")
FEW_GAMES = message("fewer than {games} rated games")
INACTIVE = message("inactive since {day}")


def why_unlisted(why: str) -> str:
    """A reason out of a table as a phrase; one in a rulebook's words stays as it is."""
    return recognised(why, (NO_GAME, NO_RATING, FEW_GAMES, INACTIVE))


class Listing(NamedTuple):
    """listed and unlisted players; the second has ``why`` instead of a rank."""

    listed: pl.DataFrame
    unlisted: pl.DataFrame


def rating_list(rated: Rated) -> Listing:
    """The list of all pools, each pool ranked for itself."""
    parts = [_pool_list(rated, run) for run in rated.runs]
    return Listing(
        pl.concat([part.listed for part in parts]), pl.concat([part.unlisted for part in parts])
    )


def _pool_list(rated: Rated, run: Run) -> Listing:
    rulebook, names = rated.rulebook, rated.names
    rule, pool = rulebook.list, run.pool.pool
    kept = rated.kept(rated.state_at_list(run))
    values = {column.name: kept[column.name] for column in rulebook.told_columns}
    games = values.get("games", rated.games(run))
    established = games >= rulebook.display.regular_games
    value = display_value(values, rulebook.display)
    texts = shown(values, rulebook.display, established, rank_rows(rated, pool))
    marked = games < rule.provisional_games
    if rule.provisional_deviation:
        marked |= values["deviation"] >= rule.provisional_deviation
    for index in np.flatnonzero(marked):
        texts[index] += rule.provisional_mark
    why = _why_unlisted(rated, run, games)
    here = _belongs(rated, run)
    listed = here & (why == "")
    order = _sorted(rated, np.flatnonzero(listed), value, games)
    change = rated.rulebook.system.change_of_strength(values["rating"], rated.change(run))
    columns = {
        "player": pl.Series(names, dtype=pl.String),
        "name": _full_names(rated),
        "pool": pl.Series([pool], dtype=pl.String).new_from_index(0, len(names)),
        "rating": pl.Series(values["rating"]),
        "shown": pl.Series(texts, dtype=pl.String),
        "games": pl.Series(games.astype(np.int64)),
        "change": pl.Series(change),
        **{
            column.name: told_values(column, values[column.name])
            for column in rulebook.told_columns
            if column.name not in ("rating", "games")
        },
    }
    exists = pl.Series(rated.has_rating(run))
    table = pl.DataFrame(columns).with_columns(
        pl.when(exists).then(pl.col("rating")),
        pl.when(exists).then(pl.col("shown")).otherwise(pl.lit("")),
    )
    ranks = _ranks(value[order], rule.ranks)
    top = table[order].insert_column(0, pl.Series("rank", ranks, dtype=pl.Int64))
    rest = np.flatnonzero(here & (why != ""))
    bottom = (
        table[rest]
        .with_columns(pl.Series("why", why[rest].tolist(), dtype=pl.String))
        .sort("player")
    )
    return Listing(top, bottom)


def _belongs(rated: Rated, run: Run) -> NDArray[np.bool_]:
    """Who has to do with the pool: by any game of it, or by the players file."""
    before, pool = rated.before[run.pool.pool], run.pool.pool
    here = before.seen | before.known
    here[rated.codes_in(run)] = True
    frame = rated.players.listed
    listed = set(frame.filter(pl.col("pool").is_in(["", pool]))["player"].to_list())
    if listed:
        here |= np.array([name in listed for name in rated.names])
    return here


def _why_unlisted(rated: Rated, run: Run, games: Floats) -> NDArray[np.object_]:
    """Why each player is not listed, "" for who is."""
    rule = rated.rulebook.list
    before = rated.before[run.pool.pool]
    played = before.played.copy()
    played[: len(run.pool.played_games)] |= run.pool.played_games > 0
    why = np.full(len(rated.names), "", dtype=object)
    why[~played & ~before.known] = NO_GAME
    reason = rule.why_least_games or FEW_GAMES.format(games=rule.least_games)
    why[(games < rule.least_games) & (why == "")] = reason
    why[~rated.has_rating(run) & (why == "")] = NO_RATING
    day = day_of_text(rated.as_of)
    if rule.active_days and day is not None:
        last = rated.last(run)
        due = start_of_day(day) - rule.active_days * MICROSECONDS_A_DAY
        for index in np.flatnonzero(played & (last < due) & (why == "")):
            why[index] = INACTIVE.format(day=day_of(last[index]))
    return why


def _full_names(rated: Rated) -> pl.Series:
    facts = rated.players.facts("name")
    if not facts:
        return pl.Series(rated.names, dtype=pl.String)
    return pl.Series([facts.get(name, name) for name in rated.names], dtype=pl.String)


def _sorted(
    rated: Rated, players: NDArray[np.int64], value: Floats, games: Floats
) -> NDArray[np.int64]:
    """The listed players: the best value first, then by the rulebook's tie order."""
    falling = _same(value[players])
    if not _lowest_first(rated):
        falling = -falling
    order = np.argsort(falling, kind="stable")
    falling = falling[order]
    players = players[order]
    again = np.concatenate([[False], falling[1:] == falling[:-1]])
    tied = np.flatnonzero(again | np.append(again[1:], False))
    if len(tied):
        keys = [*_tie_keys(rated, players[tied], games), falling[tied]]
        players[tied] = players[tied][np.lexsort(keys)]
    return players


def _lowest_first(rated: Rated) -> bool:
    """Whether the lowest value shown is the best; a display may turn the scale round."""
    turned = rated.rulebook.display.terms.get("rating", 0.0) < 0.0
    return rated.rulebook.system.lowest_is_best != turned


def _tie_keys(rated: Rated, players: NDArray[np.int64], games: Floats) -> list[NDArray[np.generic]]:
    """What tells tied players apart, the most important last; their names at the latest."""
    names = [rated.names[code] for code in players.tolist()]
    keys: list[NDArray[np.generic]] = [_rank_of_texts(names)]
    for name in reversed(rated.rulebook.list.tie_order):
        if name == "games":
            keys.append(-games[players])
        elif name == "player":
            keys.append(_rank_of_texts(names))
        else:
            full, surnames = rated.players.facts("name"), rated.players.facts("sort_name")
            sorting = [surnames.get(one) or full.get(one, one) for one in names]
            keys.append(_rank_of_texts([_folded(name) for name in sorting]))
    return keys


def _rank_of_texts(texts: list[str]) -> NDArray[np.int64]:
    """Numbers in the order of the texts."""
    rank = {text: number for number, text in enumerate(sorted(set(texts)))}
    return np.array([rank[text] for text in texts], dtype=np.int64)


def _folded(text: str) -> str:
    """A name as it sorts: without accents and case."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _same(value: Floats) -> Floats:
    """Values as they tie: arithmetic noise beyond nine decimals does not tell them apart."""
    return np.round(value, 9)


def _ranks(value: Floats, kind: str) -> NDArray[np.int64]:
    """1-2-2-4 (or 1-2-2-3) for values in falling order."""
    same = _same(value)
    new = np.concatenate([[True], same[1:] != same[:-1]])[: len(value)]
    if kind == "1223":
        return np.cumsum(new)
    ranks: NDArray[np.int64] = np.maximum.accumulate(np.where(new, np.arange(1, len(new) + 1), 0))
    return ranks
