"""What a rating system is: a card that names it and the functions that move its numbers.

Every file in ``systems/`` ends in ``SYSTEM = System(...)``; the shelf is derived from the
folder, so that a new file is a new system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.fits import Estimate, Fit
from banzuke.model.log import Log
from banzuke.model.parameters import Parameters
from banzuke.model.phrases import Phrase

#: What explanations call the row of a table that has no bound.
OPEN = "open"

#: The state column of systems whose ratings compare within groups only, the same number in each.
GROUP = "group"


class Period(StrEnum):
    """The stretch whose games are all rated from the ratings before it."""

    GAME = "game"
    ROUND = "round"
    EVENT = "event"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ALL = "all"


class Capability(StrEnum):
    """What a system can rate; what it does not claim, the engine refuses by name."""

    TEAMS = "teams"
    MANY_SIDES = "many sides"
    DRAWS = "draws"
    MARGINS = "margins"
    HANDICAP = "handicap"
    UNPLACED = "unplaced participants"
    STANDINGS = "standings"


@dataclass(frozen=True)
class StateColumn:
    """One number that a system keeps of each player: its name, unit and meaning.

    inner : whether it is only kept to go on from, and no list shows it; such columns come last
    given : whether a players file may say it, although it is inner
    unknown : the number that stands in it for none; tables and documents leave it empty
    """

    name: str
    unit: str
    meaning: str
    inner: bool = False
    given: bool = False
    unknown: float | None = None

    @property
    def counts(self) -> bool:
        """Whether it counts up what has been rated."""
        return not self.inner and self.unit in ("games", "events", "contests")


class Term(NamedTuple):
    """One line of an explanation; of its texts one that holds values is a ``Phrase``.

    name : what it is
    value : how much, in ``unit``; terms of a change add up to it, in the order given
    source : the rule, table row or opponent that it comes from
    cell : the parameter that it comes from, as "base_value", of a table with the row and column
        that ``Drawn`` names: "rows:101..150:4..10"; the engine adds its pool and day
    """

    name: str
    value: float
    unit: str
    source: str = ""
    cell: str = ""


class Explanation(NamedTuple):
    """Why one entry changed a rating.

    terms : add up to the change exactly, added in order
    inputs : what the terms were computed from: percentiles, table rows, expectations
    rated : False if the system leaves the entry unrated; then ``why`` says why
    """

    terms: Sequence[Term]
    inputs: Sequence[Term] = ()
    rated: bool = True
    why: str = ""


class Drawn(NamedTuple):
    """How a parameter that is a table is drawn, where its rows do not say their columns.

    heads : over the rows' names, and over the columns' names; columns : what each is called
    rows : of each its name, and its cells as texts
    """

    heads: tuple[str, str]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Given(NamedTuple):
    """What a players file says of each player; n players.

    columns : {name: float64[n]}, NaN where nothing is said
    texts : {name: [n texts]}, "" where nothing is said
    """

    columns: dict[str, NDArray[np.float64]]
    texts: dict[str, list[str]]

    def numbers(
        self, name: str, n_players: int, otherwise: float | NDArray[np.float64] = np.nan
    ) -> NDArray[np.float64]:
        """One column, float64[n_players], an array of its own.

        otherwise : what stands where nothing is said, for everybody or one value a player
        """
        said = self.columns.get(name, np.full(n_players, np.nan))
        return np.where(np.isnan(said), otherwise, said)

    def words(self, name: str, n_players: int) -> list[str]:
        """One column of texts, one a player, "" where nothing is said."""
        return list(self.texts.get(name, [""] * n_players))


class Complaint(NamedTuple):
    """What a system finds wrong with an entry (``index`` into the log) or a player."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which no complaint needs
    column: str
    what: Phrase
    right: Phrase | Literal[""] = ""


@dataclass(frozen=True)
class System:
    """A rating system: who it is, what it can do, and its functions.

    key : short name; title : what people call it; source : author, year, where to read it
    version : raised when its numbers change
    periods : the kinds it can rate by, the default first
    capabilities : what it can rate
    columns : the state's columns, the rating first; ``state`` is a NamedTuple class with them. One
        called ``GROUP`` says whose ratings compare: no game of two groups is forecast
    parameters : the declaration
    reads : optional columns of the log that its kernels read
    chance_of_many : what the forecast chance of a side is in a game of more than two, in words
    expects : the unit of what ``expected`` records, "" if the system expects nothing
    zero_sum : whether by default parameters the changes of a game, its sides all of one size,
        sum to 0: what one gains others lose
    lowest_is_best : whether the better player has the lower rating
    entry_cost : how many times the work of Elo an entry is, roughly, so that a kernel that
        works hard is compiled for fewer entries
    whole_numbers : whether every rating is a whole number; adjustments are rounded, halves away
        from zero
    leaves_unrated : whether it leaves games unrated because of the ratings of who play, or of
        what was played
    unrated : what stands for none in ``state``, above 0 half a step of fits; None if all have one
    gap : no rating lies between this far below 0 and as far above, neighbours in strength: lists
        and charts leave the hole out
    assumes : whether it forecasts games of the unrated, by a rating that it assumes for them
    lowest(parameters) -> the lowest rating that there is, below which nothing moves one; None
        if there is none

    uses(parameters) -> the names of those state columns (the rating besides) and of those of
        ``reads`` that these parameters need; None if always all. What a rulebook never needs
        is neither kept nor read: of a state column not kept, kernels see an empty array
    pairwise(parameters) -> whether every two sides of a game are compared, so that its work grows
        with the square of their number; None if they always are
    rules(parameters, categories) -> a NamedTuple of numbers and arrays that kernels read
    start(given, n_players, parameters, played) -> (state, complaints about players);
        ``played`` is bool[n_players], who has a game to be rated
    update(state, log, rules, record, first, last) -> None: rates periods first to last - 1,
        **in place**; the engine hands it a copy of the state
    work(log, n_players) -> a NamedTuple of arrays, scratch that update is then given between
        ``record`` and ``first``, since kernels make no arrays; None if it needs none
    explain(state, log, rules, parameters, game, entry) -> Explanation, from the state before
        the period; in its texts ``name_of(code)`` stands for a player's name
    check(log, rules) -> complaints about entries, or None if any log will do
    predict(state, log, rules, chance, first, last) -> None: writes chance[e], the chance of
        the side of each entry (a draw counts half), from the state as it is; None if the
        system does not forecast
    score(log, rules, scored, first, last) -> None: writes scored[e], what each entry scored,
        in the unit of ``expected`` where there is one
    likelihood(state, log, rules, ways) -> how likely the only game of the log, of five sides at
        most, ends in each of ``ways``, the places of its sides, from the state as it is; None if
        the system does not know how often sides share a place. It is no kernel
    remarks(state, rules, parameters, played) -> texts to warn of, with ``name_of(code)``;
        ``played`` is bool[n_players], who has a game; or None
    curve(state, log, rules, player, days) -> what all results say of a player on ``days``, as
        ``Log.day``, a state of float64[days], NaN before the player's first one, from the state
        before all periods; its kernels read "day". None if results do not revise earlier ratings
    fit(log, rules, n_players) -> all results, fitted at once, to be asked more; or None
    unsound(state, rules, parameters) -> complaints about whose numbers are none: all is refused
    estimates(state, rules, parameters) -> what was estimated beside the ratings; or None
    covariates(parameters) -> columns of numbers by which contests are shifted; or None
    worth(log, rules, parameters, game) -> what the event of a game is worth to all who play it, and
        where that is from; None if the system values no event
    drawn(parameters) -> {parameter: how it is drawn}, of tables whose rows do not say their
        columns; None where each row does
    aged(state, time, rules) -> a state of its own, as it is read at ``time``, in the unit of
        ``Log.time``, idle time counted; None if that does nothing
    """

    key: str
    title: str
    source: str
    year: int
    version: int
    summary: str
    periods: tuple[Period, ...]
    capabilities: frozenset[Capability]
    columns: tuple[StateColumn, ...]
    parameters: type[Parameters]
    state: Any
    rules: Callable[[Any, Sequence[str]], Any]
    start: Callable[..., tuple[Any, list[Complaint]]]
    update: Callable[..., None]
    score: Callable[..., None]
    explain: Callable[..., Explanation]
    predict: Callable[..., None] | None = None
    likelihood: Callable[..., Sequence[float]] | None = None
    remarks: Callable[[Any, Any, Any, NDArray[np.bool_]], list[Phrase]] | None = None
    curve: Callable[[Any, Log, Any, int, NDArray[np.int64]], Any] | None = None
    unsound: Callable[[Any, Any, Any], list[Complaint]] | None = None
    estimates: Callable[[Any, Any, Any], list[Estimate]] | None = None
    covariates: Callable[[Any], tuple[str, ...]] | None = None
    fit: Callable[[Log, Any, int], Fit] | None = None
    aged: Callable[[Any, float, Any], Any] | None = None
    worth: Callable[[Log, Any, Any, int], Term] | None = None
    drawn: Callable[[Any], Mapping[str, Drawn]] | None = None
    check: Callable[[Log, Any], list[Complaint]] | None = None
    work: Callable[[Log, int], Any] | None = None
    uses: Callable[[Any], frozenset[str]] | None = None
    pairwise: Callable[[Any], bool] | None = None
    reads: tuple[str, ...] = ()
    chance_of_many: str = ""
    expects: str = ""
    zero_sum: bool = False
    lowest_is_best: bool = False
    whole_numbers: bool = False
    leaves_unrated: bool = False
    entry_cost: int = 1
    unrated: float | None = None
    assumes: bool = False
    lowest: Callable[[Any], float] | None = None
    gap: float = 0.0

    def has_rating(self, rating: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Who has a rating, by what stands in the state."""
        if self.unrated is None:
            return np.ones(len(rating), dtype=np.bool_)
        found: NDArray[np.bool_] = rating != self.unrated
        return found

    def change_of_strength(
        self, rating: NDArray[np.float64], change: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Changes that led to these ratings, without the gap that some of them crossed."""
        crossed = np.signbit(rating) != np.signbit(rating - change)
        over: NDArray[np.float64] = np.copysign(2.0 * self.gap, rating)
        return np.where(crossed & (self.gap > 0.0), change - over, change)

    @property
    def told_columns(self) -> tuple[StateColumn, ...]:
        """The columns that lists and histories show."""
        return tuple(column for column in self.columns if not column.inner)

    @property
    def given_columns(self) -> tuple[StateColumn, ...]:
        """The columns that a players file may give."""
        return tuple(column for column in self.columns if column.given or not column.inner)

    @property
    def takes_standings(self) -> bool:
        """Whether it rates final places, with no games behind them."""
        return Capability.STANDINGS in self.capabilities

    @property
    def takes_games(self) -> bool:
        """Whether it rates games; of those that take final places, some take nothing else."""
        return not self.takes_standings or Period.GAME in self.periods
