"""Results: what was played, validated and coded; games hold entries, an entry is one player.

All tables of results, whatever their shape or format, become this before anything is rated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.columns import EVENT_TEXTS, STATUSES
from banzuke.model.importer import Reading
from banzuke.model.large_columns import look_up, same_value
from banzuke.model.log import holder
from banzuke.model.problems import Problem
from banzuke.model.ranks import rank_texts
from banzuke.model.wording import counted
from banzuke.model.written_columns import dates, game_keys, names_of, numbers_of, taken
from banzuke.model.zone_clock import instants_of

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

#: The columns in which games have what their events are said to be in words.
IN_WORDS = tuple(f"event_{fact}" for fact in EVENT_TEXTS)


@dataclass(frozen=True)
class Games:
    """One value a game (in standings, an event); a column that the file lacks is None.

    time : int64[g], microseconds since 1970, clock of the rulebook's zone
    reached : int64[g], the latest that this clock had shown by then, which tells the two hours
        apart that it shows alike when it goes back; None if that is ``time`` everywhere
    end : int64[g], the same as ``time`` for the event's declared end
    event, pool, category : int32[g], codes, -1 for none
    round, board, key : String[g], the texts of the file
    event_kind, event_place, … : String[g], what the file says of the event in words
    status : int32[g], index into STATUSES
    rated : int32[g], 1 the file says yes, 0 it says no, -1 it follows the status
    weight, komi, board_size, players, rounds : float64[g], NaN where empty
    ended : float64[g], the year or turn in which the game ended, NaN where empty
    row : uint32[g], row in its file; source : int32[g], which file
    """

    status: Ints
    rated: Ints
    row: NDArray[np.uint32]
    source: Ints
    time: NDArray[np.int64] | None = None
    reached: NDArray[np.int64] | None = None
    end: NDArray[np.int64] | None = None
    event: Ints | None = None
    pool: Ints | None = None
    category: Ints | None = None
    round: pl.Series | None = None
    board: pl.Series | None = None
    key: pl.Series | None = None
    time_class: pl.Series | None = None
    weight: Floats | None = None
    komi: Floats | None = None
    board_size: Floats | None = None
    players: Floats | None = None
    rounds: Floats | None = None
    ended: Floats | None = None
    event_kind: pl.Series | None = None
    event_place: pl.Series | None = None
    event_country: pl.Series | None = None
    event_director: pl.Series | None = None
    event_scoring: pl.Series | None = None


@dataclass(frozen=True)
class Entries:
    """One value an entry, game by game; within a game by place, then by name.

    player : uint32[e], code; side : int32[e], from 0 in each game
    place : int32[e], 1 is best, 0 for none
    score, handicap, advantage, play, entry_rank : float64[e], NaN where empty, None where the
        file has none
    eliminated : float64[e], year or turn; in_draw : float64[e], 1 or 0; NaN where empty
    earlier : String[e], scores of earlier years as ``board_columns.earlier_text`` writes them
    covariates : String[e], numbers that rules reckon with, as ``covariates.written`` writes them
    row : uint32[e], row in its file; None where it is the game's
    """

    player: NDArray[np.uint32]
    side: Ints
    place: Ints
    score: Floats | None = None
    handicap: Floats | None = None
    advantage: Floats | None = None
    play: Floats | None = None
    entry_rank: Floats | None = None
    role: pl.Series | None = None
    eliminated: Floats | None = None
    in_draw: Floats | None = None
    earlier: pl.Series | None = None
    covariates: pl.Series | None = None
    row: NDArray[np.uint32] | None = None


@dataclass(frozen=True)
class Results:
    """Validated results of one file or several.

    players, events, pools, categories : names by code
    first : uint32[g + 1], the index of each game's first entry
    stamped : whether times of day are known; zone : whose clock they are on
    shape : of the file, "" if they differ
    sources : the files; warnings : what was odd, but could be read
    told : what the files tell of players, a players table each, that of the earliest results first
    usual : of each source, the columns that its format always has, so that nobody chose them
    """

    shape: str
    sources: tuple[str, ...]
    players: list[str]
    events: list[str]
    pools: list[str]
    categories: list[str]
    first: NDArray[np.uint32]
    games: Games
    entries: Entries
    stamped: bool = False
    zone: str = "UTC"
    warnings: tuple[Problem, ...] = ()
    told: tuple[Reading, ...] = ()
    usual: tuple[frozenset[str], ...] = ()

    def __len__(self) -> int:
        """The number of games (in standings, events)."""
        return len(self.first) - 1

    def __repr__(self) -> str:
        noun = "event" if self.shape == "standings" else "game"
        return f"<Results: {counted(len(self), noun)} of {counted(len(self.players), 'player')}>"

    @cached_property
    def sides(self) -> Ints:
        """How many sides each game has, int32[g]."""
        first = self.first
        if self.shape == "duels" and len(self.entries.side) == 2 * len(self):
            return same_value(np.int32(2), len(self))
        filled = first[1:] > first[:-1]
        if filled.all():
            return look_up(self.entries.side, first[1:] - np.uint32(1)) + np.int32(1)
        sides = np.zeros(len(self), dtype=np.int32)
        sides[filled] = self.entries.side[first[1:][filled] - 1] + 1
        return sides

    def entry_row(self, entry: int) -> int:
        """The file's row of an entry."""
        if self.entries.row is not None:
            return int(self.entries.row[entry])
        return int(self.games.row[self.game_of(entry)])

    def game_of(self, entry: int) -> int:
        """The game of an entry."""
        return holder(self.first, entry)

    def place(self, game: int) -> tuple[str, int]:
        """A game's file and row, as a ``Problem`` takes them."""
        return self.sources[self.games.source[game]], int(self.games.row[game])

    def where(self, game: int) -> str:
        """A game's file and row, as texts for people name it."""
        source = self.sources[self.games.source[game]]
        return f"{source}, row {self.games.row[game]}" if source else f"row {self.games.row[game]}"

    def to_frame(self) -> pl.DataFrame:
        """The long table: one row an entry, with the columns that the results have.

        Written to a file and read again, it gives the same results.
        """
        games, entries = self.games, self.entries
        game = np.repeat(np.arange(len(self)), np.diff(self.first).astype(np.int64))
        place = pl.Series(entries.place)
        moved_first = entries.advantage
        said = pl.Series(["no", "yes", None])
        columns: dict[str, Any] = {
            "date": self._dates(game),
            "event": names_of(games.event, self.events, game),
            "event_end": dates(games.end, self.stamped, game),
            "event_players": numbers_of(games.players, game),
            "event_rounds": numbers_of(games.rounds, game),
            "event_category": names_of(games.category, self.categories, game),
            **{name: taken(getattr(games, name), game) for name in IN_WORDS},
            "round": taken(games.round, game),
            "board": taken(games.board, game),
            "game": taken(game_keys(games.key, games.event, games.round, len(self)), game),
            "pool": names_of(games.pool, self.pools, game),
            "weight": numbers_of(games.weight, game),
            "komi": numbers_of(games.komi, game),
            "board_size": numbers_of(games.board_size, game),
            "time_class": taken(games.time_class, game),
            "side": entries.side + 1,
            "player": pl.Series(self.players, dtype=pl.String).gather(entries.player),
            "sort_name": self._sort_names(),
            "place": pl.select(pl.when(place > 0).then(place)).to_series(),
            "score": numbers_of(entries.score),
            "handicap": numbers_of(entries.handicap),
            "advantage": None if moved_first is None else said.gather(moved_first == 1.0),
            "play": numbers_of(entries.play),
            "entry_rank": self._entry_ranks(),
            "role": entries.role,
            "eliminated": numbers_of(entries.eliminated),
            "ended": numbers_of(games.ended, game),
            "in_draw": None if entries.in_draw is None else said.gather(_choice(entries.in_draw)),
            "earlier": entries.earlier,
            "covariates": entries.covariates,
            "status": pl.Series(STATUSES).gather(games.status[game]),
            "rated": said.gather(np.where(games.rated < 0, 2, games.rated)[game]),
        }
        if self.shape == "standings":
            del columns["game"], columns["side"]
        return pl.DataFrame({name: value for name, value in columns.items() if value is not None})

    def _dates(self, at: NDArray[np.int64]) -> pl.Series | None:
        """The dates; with the zone, where the clock shows an hour twice."""
        games = self.games
        if games.time is None or games.reached is None:
            return dates(games.time, self.stamped, at)
        return instants_of(games.time, games.reached, self.zone).gather(at)

    def _entry_ranks(self) -> pl.Series | None:
        ranks = self.entries.entry_rank
        return None if ranks is None else pl.Series(rank_texts(ranks), dtype=pl.String)

    def facts(self, column: str) -> dict[str, str]:
        """What the files tell of players in one column, {player: text}; the latest told counts."""
        tables = [told.frame for told in self.told if column in told.frame.columns]
        texts = [table.select("player", pl.col(column).cast(pl.String)) for table in tables]
        return {name: text for table in texts for name, text in table.drop_nulls().iter_rows()}

    def _sort_names(self) -> pl.Series | None:
        """By what the name of each entry's player sorts, where the results say it."""
        known = self.facts("sort_name")
        if not known:
            return None
        names = [known.get(name) for name in self.players]
        return pl.Series(names, dtype=pl.String).gather(self.entries.player)


def _choice(answers: Floats) -> Ints:
    """0 for no, 1 for yes, 2 where there is no answer."""
    return np.nan_to_num(answers, nan=2.0).astype(np.int32)


def nothing_played() -> Results:
    """Results without a game."""
    whole = np.zeros(0, dtype=np.int32)
    games = Games(status=whole, rated=whole, row=whole.astype(np.uint32), source=whole)
    entries = Entries(player=whole.astype(np.uint32), side=whole, place=whole)
    return Results("", ("",), [], [], [], [], np.zeros(1, dtype=np.uint32), games, entries)
