"""Every system of the shelf on games of its kind, beside Elo: the time of an entry.

Nothing here names a system but Elo: games are made from what a card claims, a new file on the
shelf gets its row by itself.
"""

from __future__ import annotations

import time
from datetime import date, timedelta
from typing import Any

import numpy as np
import polars as pl
from benchmarks.measuring import Row, Unit, compared, interleaved

from banzuke.engine.rated import rate_results
from banzuke.engine.replay import copy_state
from banzuke.engine.rulebook import Rulebook, load_rulebook, rulebook_keys
from banzuke.model.log import new_record
from banzuke.model.system import Capability, Given, System
from banzuke.numeric.compiling import compiled
from banzuke.systems import shelf
from banzuke.workflows.reading import read, read_players

EVENTS, PLAYERS, ROUNDS = 500, 2_000, 5
SIZE = 40
MOST = 10.0

#: What stands beside a system: Elo on duels, and Elo on contests, where every pair is a duel.
DUELS, CONTESTS = "Elo, duels", f"Elo, contests of {SIZE}"

#: Ratings of many scales, those in the middle first; of these everybody gets one that is taken.
RATINGS = (1500.0, 1000.0, 40.0, 3.0, 0.0)


class Kernel:
    """A system's compiled kernel on its made-up games, with history, again and again."""

    def __init__(self, rulebook: Rulebook, results: pl.DataFrame) -> None:
        system = rulebook.system
        known = read_players(players(rulebook))
        # A run of the engine makes the log, and says what the players begin with.
        run = rate_results(read(results), rulebook, known).runs[0]
        self.log, self.begin = run.pool.log, run.start
        self.entries = len(self.log.player)
        self.kernel = compiled(system.update)
        self.rules = system.rules(rulebook.parameters, run.pool.categories)
        self.record = new_record(self.entries, len(system.told_columns) - 1, history=True)
        work = system.work
        self.scratch = () if work is None else (work(self.log, len(self.begin[0])),)

    def __call__(self) -> None:
        """All periods, from the starting values."""
        periods = len(self.log.period) - 1
        state = copy_state(self.begin)
        self.kernel(state, self.log, self.rules, self.record, *self.scratch, 0, periods)


def rulebook_of(system: System) -> Rulebook:
    """The packaged rulebook that is nearest to the system itself."""
    books = [book for book in map(load_rulebook, rulebook_keys()) if book.system is system]
    return min(books, key=lambda b: (b.key != system.key, b.key.endswith("-draft"), b.key))


def players(rulebook: Rulebook) -> pl.DataFrame:
    """Everybody's name and first rating, one that the system takes."""
    taken = next(rating for rating in RATINGS if takes(rulebook, rating))
    return pl.DataFrame({"player": names(np.arange(PLAYERS)), "rating": [taken] * PLAYERS})


def takes(rulebook: Rulebook, rating: float) -> bool:
    """Whether a system takes a first rating."""
    given = Given({"rating": np.array([rating])}, {})
    return not rulebook.system.start(given, 1, rulebook.parameters, np.array([True]))[1]


def names(codes: Any) -> list[str]:
    """Names that sort as the codes do."""
    return [f"Player {code:05d}" for code in codes.tolist()]


def contests() -> pl.DataFrame:
    """Events a few days apart, of each the places of all; each is one game of many sides."""
    entered = entrants(np.random.default_rng(6), EVENTS)
    return pl.DataFrame(
        {
            "player": names(entered.ravel()),
            "place": np.tile(np.arange(1, SIZE + 1), EVENTS),
            "game": np.repeat(np.arange(EVENTS), SIZE),
            **dated(SIZE, EVENTS),
        }
    )


def standings(rulebook: Rulebook) -> pl.DataFrame:
    """The same events as standings, of a category that an example of the rulebook has."""
    said = [example.facts.get("event_category") for example in rulebook.examples]
    return (
        contests()
        .drop("game")
        .with_columns(
            event_players=SIZE, event_rounds=3, event_category=pl.lit(next(filter(None, said), ""))
        )
    )


def entrants(rng: np.random.Generator, events: int) -> Any:
    """Who plays in each event, int64[events, SIZE]."""
    return np.argsort(rng.random((events, PLAYERS)), axis=1)[:, :SIZE]


def duels(system: System, events: int = EVENTS) -> pl.DataFrame:
    """The same events with rounds of duels between random players."""
    rng = np.random.default_rng(6)
    entered = entrants(rng, events)
    order = np.argsort(rng.random((events, ROUNDS, SIZE)), axis=2)
    both = np.take_along_axis(entered[:, None, :], order, axis=2).reshape(-1, 2)
    # Points as on a board of 64 squares, which every system that reads them takes.
    least = 32 if Capability.DRAWS in system.capabilities else 33
    score = rng.integers(least, 65, len(both))
    columns: dict[str, Any] = {
        "round": np.tile(np.repeat(np.arange(ROUNDS), SIZE // 2), events),
        "player_1": names(both[:, 0]),
        "player_2": names(both[:, 1]),
        "score_1": score,
        "score_2": 64 - score,
    }
    if Capability.HANDICAP in system.capabilities:
        columns["handicap_2"] = rng.integers(0, 5, len(both))
    return pl.DataFrame({**columns, **dated(ROUNDS * SIZE // 2, events)})


def dated(rows: int, events: int) -> dict[str, Any]:
    """The event and the day of so many rows an event."""
    days = [date(2010, 1, 1) + timedelta(days=4 * number) for number in range(events)]
    of = np.repeat(np.arange(events), rows)
    return {
        "event": [f"Event {number}" for number in of.tolist()],
        "date": [days[number] for number in of.tolist()],
    }


def every_system(rounds: int) -> list[Row]:
    """An entry of every system, beside one of Elo on the same kind of games."""
    books = {key: rulebook_of(system) for key, system in shelf().items()}
    kernels = {
        DUELS: Kernel(books["elo"], duels(books["elo"].system)),
        CONTESTS: Kernel(books["elo"], contests()),
    }
    for key, book in books.items():
        standing = book.system.takes_standings
        kernels[key] = Kernel(book, standings(book) if standing else duels(book.system))
    seconds = interleaved(kernels, rounds, clock=time.thread_time)
    each = {
        key: [value / kernels[key].entries for value in values] for key, values in seconds.items()
    }
    rows = []
    for key, book in books.items():
        beside = CONTESTS if book.system.takes_standings else DUELS
        rows.append(
            compared(
                f"{key} with history, rulebook {book.key}, {kernels[key].entries:,} entries",
                {"ours": each[key], beside: each[beside]},
                beside,
                at_most=MOST,
                unit=Unit("ns an entry", 1e-9),
            )
        )
    return rows
