"""Two-way exchange table: the winner takes from the loser what a table says.

The row is the winner's rating lead, the column the margin of the win. All games of a period
are rated from the ratings before it.
Source: Swedish Othello federation, "Beräkning av ranking"; the table is data of the rulebook.
Scale: whole points.

    >>> import banzuke as bz
    >>> bz.rate_game("othello-sweden", sides=[[1180], [1040]], scores=[34, 30])
    [[(1185.0,)], [(1035.0,)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator, model_validator

from banzuke.model.log import Log, Record
from banzuke.model.parameters import Declared, Fault, Parameters, parameter, raise_faults
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.duels import score_duels

#: Whole numbers beyond this are no leads, margins or points of any game, but slips of the pen;
#: the look-ups of the rules are as long as the bounds of the table say.
MOST = 100_000

#: Whose lead a draw is read by, in the order of ``draw_row``.
DRAW_LEADS = ("rating lead of the higher", "own rating lead", "rating lead of the lower")


class Row(Declared):
    """One row of the table; a missing bound leaves the row open on that side."""

    lowest: int | None = Field(
        None, alias="from", ge=-MOST, le=MOST, description="lowest lead of the winner"
    )
    highest: int | None = Field(
        None, alias="to", ge=-MOST, le=MOST, description="highest lead of the winner"
    )
    gains: tuple[Annotated[int, Field(ge=-MOST, le=MOST)], ...] = Field(
        description="what the winner gets, one number a column"
    )

    @property
    def label(self) -> str:
        """The row as a person reads it: ``101..150``, ``351 and up``."""
        if self.highest is None and self.lowest is None:
            return "without bounds"
        if self.highest is None:
            return f"{self.lowest} and up"
        if self.lowest is None:
            return f"{self.highest} and down"
        if self.lowest == self.highest:
            return f"{self.lowest}"
        return f"{self.lowest}..{self.highest}"


class ExchangeTableParameters(Parameters):
    """What a rulebook may set."""

    start_rating: int = parameter(
        1000, "rating before the first game", unit="points", ge=-1_000_000, le=1_000_000
    )
    score_total: int = parameter(
        64, "what the two scores of a game must add up to; 0 for any", unit="discs", ge=0, le=MOST
    )
    empties: Literal["refuse", "to_winner"] = parameter(
        "refuse",
        "scores that do not add up to score_total: refused, or what is missing goes to the "
        "winner (to neither in a draw)",
    )
    draw_row: Literal["higher", "own", "lower"] = parameter(
        "higher",
        "whose row a draw is read from: the higher-rated player's, with the negative for the "
        "other; each player's own; or the lower-rated player's",
    )
    margins: tuple[tuple[int, int], ...] = parameter(
        ((0, 64),), "the columns: lowest and highest margin of each", unit="discs"
    )
    rows: tuple[Row, ...] = parameter(
        (Row(gains=(0,)),), "the table, one row a range of the winner's rating lead"
    )

    @field_validator("margins")
    @classmethod
    def _margins_lie_apart(
        cls, margins: tuple[tuple[int, int], ...]
    ) -> tuple[tuple[int, int], ...]:
        raise_faults(overlapping_columns(margins))
        return margins

    @field_validator("rows")
    @classmethod
    def _rows_hold_every_lead(cls, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        raise_faults(gaps_and_overlaps(rows))
        return rows

    @model_validator(mode="after")
    def _table_is_whole(self) -> ExchangeTableParameters:
        faults = wrong_lengths(self.rows, len(self.margins))
        raise_faults(faults + missing_margins(self.margins, self.score_total))
        return self


class State(NamedTuple):
    """rating : float64[n_players], whole points."""

    rating: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    row_of : int32[n_leads], the row of each lead from ``lowest_lead`` up; leads beyond either
        end read the end
    column_of : int32[highest margin + 1], the column of each margin, -1 where there is none
    gains : float64[n_rows, n_columns], points
    """

    score_total: int
    empties_to_winner: int
    draw_row: int
    lowest_lead: int
    row_of: NDArray[np.int32]
    column_of: NDArray[np.int32]
    gains: NDArray[np.float64]


def rules(parameters: ExchangeTableParameters, categories: Sequence[str]) -> Rules:
    """The table as dense look-ups, so that a game costs no search."""
    bounds = [b for row in parameters.rows for b in (row.lowest, row.highest) if b is not None]
    lowest, highest = min(bounds, default=0), max(bounds, default=0)
    row_of = np.empty(highest - lowest + 1, dtype=np.int32)
    for number, row in enumerate(parameters.rows):
        begin = lowest if row.lowest is None else row.lowest
        end = highest if row.highest is None else row.highest
        row_of[begin - lowest : end - lowest + 1] = number
    column_of = np.full(max(high for _, high in parameters.margins) + 1, -1, dtype=np.int32)
    for number, (low, high) in enumerate(parameters.margins):
        column_of[low : high + 1] = number
    return Rules(
        score_total=parameters.score_total,
        empties_to_winner=int(parameters.empties == "to_winner"),
        draw_row=("higher", "own", "lower").index(parameters.draw_row),
        lowest_lead=lowest,
        row_of=row_of,
        column_of=column_of,
        gains=np.array([row.gains for row in parameters.rows], dtype=np.float64),
    )


def start(
    given: Given, n_players: int, parameters: ExchangeTableParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at the whole number that the players file gives."""
    rating = np.full(n_players, float(parameters.start_rating))
    complaints = []
    if "rating" in given.columns:
        known = ~np.isnan(given.columns["rating"])
        rating[known] = given.columns["rating"][known]
        for index in np.flatnonzero(rating != np.rint(rating)):
            complaints.append(
                Complaint(
                    int(index),
                    "rating",
                    f"{rating[index]:g} is not a whole number",
                    "the rows of the table are bounded by whole numbers",
                )
            )
    return State(rating), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Scores that are missing, not whole, or do not make a margin that the table has."""
    complaints = []
    one, two = log.score[0::2], log.score[1::2]
    missing = np.isnan(one) | np.isnan(two)
    for game in np.flatnonzero(missing):
        complaints.append(
            Complaint(int(2 * game), "score_1", "a score is missing", "the table needs both scores")
        )
    broken = ~missing & ((one != np.rint(one)) | (two != np.rint(two)) | (one < 0) | (two < 0))
    for game in np.flatnonzero(broken):
        complaints.append(
            Complaint(
                int(2 * game),
                "score_1",
                f"{one[game]:g}-{two[game]:g} is not a pair of whole numbers from 0 up",
                "discs such as 34 and 30",
            )
        )
    total = one + two
    wanted = rules.score_total
    if wanted > 0:
        wrong = total > wanted if rules.empties_to_winner else total != wanted
        for game in np.flatnonzero(~missing & ~broken & wrong):
            right = f"they must add up to {wanted}"
            if not rules.empties_to_winner and total[game] < wanted:
                right += ", or set empties = to_winner to give the rest to the winner"
            complaints.append(
                Complaint(
                    int(2 * game),
                    "score_1",
                    f"{one[game]:g}-{two[game]:g} adds up to {total[game]:g}",
                    right,
                )
            )
            broken[game] = True
    with np.errstate(invalid="ignore"):
        margin = margins(np.where(missing, 0, one), np.where(missing, 0, two), rules)
    good = ~missing & ~broken
    inside = np.clip(margin, 0, len(rules.column_of) - 1).astype(np.int64)
    no_column = good & ((margin >= len(rules.column_of)) | (rules.column_of[inside] < 0))
    for game in np.flatnonzero(no_column):
        complaints.append(
            Complaint(
                int(2 * game),
                "score_1",
                f"{one[game]:g}-{two[game]:g} is a margin of {margin[game]:g}",
                "the table has no column for it",
            )
        )
    return complaints


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    rating = state.rating
    player = log.player
    score = log.score
    gains = rules.gains
    column_of = rules.column_of
    change = record.change
    keep = len(record.before) > 0
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            one = log.game[game]
            two = one + 1
            lead = rating[player[one]] - rating[player[two]]
            margin = game_margin(score[one], score[two], rules)
            column = column_of[margin]
            if score[one] > score[two]:
                gain = gains[row_of_lead(lead, rules), column]
                change[one] = gain
                change[two] = 0.0 - gain
            elif score[one] < score[two]:
                gain = gains[row_of_lead(-lead, rules), column]
                change[one] = 0.0 - gain
                change[two] = gain
            else:
                change[one] = draw_gain(lead, column, rules)
                change[two] = draw_gain(-lead, column, rules)
        for entry in range(log.game[first_game], log.game[last_game]):
            one = player[entry]
            if keep:
                record.before[entry] = rating[one]
            rating[one] += change[entry]


def explain(
    state: State, log: Log, rules: Rules, parameters: ExchangeTableParameters, game: int, entry: int
) -> Explanation:
    """The row and the column of the table, and the number found there."""
    one = int(log.game[game])
    two = one + 1
    other = two if entry == one else one
    mine, theirs = float(log.score[entry]), float(log.score[other])
    lead = float(state.rating[log.player[entry]] - state.rating[log.player[other]])
    margin = game_margin(mine, theirs, rules)
    column = int(rules.column_of[margin])
    opponent = f"{{{int(log.player[other])}}}"
    if mine > theirs:
        word, row = "won against", row_of_lead(lead, rules)
        gain = float(rules.gains[row, column])
    elif mine < theirs:
        word, row = "lost to", row_of_lead(-lead, rules)
        gain = 0.0 - float(rules.gains[row, column])
    else:
        word, gain = "drew with", draw_gain(lead, column, rules)
        row = row_of_lead(read_lead(lead, rules), rules)
    row_name = f"row {parameters.rows[row].label}"
    column_name = f"column {column_label(parameters.margins[column])}"
    whose, read = "rating lead of the winner", lead if mine > theirs else 0.0 - lead
    if mine == theirs:
        whose, read = DRAW_LEADS[rules.draw_row], read_lead(lead, rules)
    inputs = [
        Term(whose, read, "points", row_name),
        Term("margin", float(margin), "discs", column_name),
    ]
    name = f"{word} {opponent} {mine:g}-{theirs:g}"
    return Explanation([Term(name, gain, "points", f"{row_name}, {column_name}")], inputs)


def row_of_lead(lead: float, rules: Rules) -> int:
    """The row that holds a lead, a whole number of points."""
    index = int(lead) - rules.lowest_lead
    if index < 0:
        index = 0
    if index > len(rules.row_of) - 1:
        index = len(rules.row_of) - 1
    return rules.row_of[index]


def game_margin(score: float, other: float, rules: Rules) -> int:
    """How many discs the winner had more, empty squares counted as the rules say."""
    if score == other:
        return 0
    if rules.empties_to_winner == 1:
        return int(rules.score_total - 2.0 * min(score, other))
    return int(abs(score - other))


def draw_gain(lead: float, column: int, rules: Rules) -> float:
    """What a draw gives to the player who leads by ``lead`` (negative if behind)."""
    if lead == 0.0:
        return 0.0
    read = read_lead(lead, rules)
    gain = rules.gains[row_of_lead(read, rules), column]
    return gain if read == lead else 0.0 - gain


def read_lead(lead: float, rules: Rules) -> float:
    """The lead whose row a draw is read from, for the player who leads by ``lead``."""
    if rules.draw_row == 0:
        return abs(lead)
    if rules.draw_row == 1:
        return lead
    return 0.0 - abs(lead)


def margins(
    one: NDArray[np.float64], two: NDArray[np.float64], rules: Rules
) -> NDArray[np.float64]:
    """``game_margin`` of many games at once."""
    if rules.empties_to_winner:
        full = rules.score_total - 2.0 * np.minimum(one, two)
        return np.where(one == two, 0.0, full)
    return np.abs(one - two)


def column_label(margins: tuple[int, int]) -> str:
    """A column as a person reads it: ``4..10``, ``0``."""
    return span(*margins)


def gaps_and_overlaps(rows: Sequence[Row]) -> list[Fault]:
    """What keeps the rows from holding every whole number exactly once; places among the rows."""
    if not rows:
        return [Fault((), "the table has no rows", "one row for each range of leads")]
    low, high = float("-inf"), float("inf")
    faults = [
        Fault(
            (number,), f"row {row.label} is upside down", f"from = {row.highest}, to = {row.lowest}"
        )
        for number, row in enumerate(rows)
        if row.lowest is not None and row.highest is not None and row.lowest > row.highest
    ]
    if faults:
        return faults
    ordered = sorted(
        enumerate(rows), key=lambda item: low if item[1].lowest is None else item[1].lowest
    )
    first, lowest = ordered[0]
    if lowest.lowest is not None:
        what = f"no row holds a lead below {lowest.lowest}"
        faults.append(Fault((first,), what, "leave out the from of the lowest row"))
    for (number, row), (next_number, above) in pairwise(ordered):
        top = high if row.highest is None else row.highest
        bottom = low if above.lowest is None else above.lowest
        if bottom <= top:
            names = f"{row.label} and {above.label}"
            later = max(number, next_number)
            right = "each lead belongs to one row; a row without from or to is open on that side"
            faults.append(Fault((later,), f"rows {names} overlap", right))
        elif bottom > top + 1:
            gap = span(int(top) + 1, int(bottom) - 1)
            what = f"no row holds {gap}, between {row.label} and {above.label}"
            faults.append(Fault((number,), what, "each lead belongs to one row"))
    last, highest = max(
        enumerate(rows), key=lambda item: high if item[1].highest is None else item[1].highest
    )
    if highest.highest is not None:
        what = f"no row holds a lead above {highest.highest}"
        faults.append(Fault((last,), what, "leave out the to of the highest row"))
    return faults


def wrong_lengths(rows: Sequence[Row], columns: int) -> list[Fault]:
    """Rows without one number a column; where all are alike, the columns are what is wrong."""
    lengths = {len(row.gains) for row in rows}
    if len(lengths) == 1 and len(rows) > 1 and columns not in lengths:
        what = f"there are {columns} columns, but every row has {lengths.pop()} numbers"
        return [Fault(("margins",), what, "one number a column")]
    return [
        Fault(
            ("rows", number),
            f"row {row.label} has {len(row.gains)} numbers",
            f"one for each of the {columns} columns of margins",
        )
        for number, row in enumerate(rows)
        if len(row.gains) != columns
    ]


def overlapping_columns(columns: Sequence[tuple[int, int]]) -> list[Fault]:
    """Columns that are upside down, out of reach or share a margin; places among the columns."""
    if not columns:
        return [Fault((), "the table has no columns", "one for each range of margins, as [4, 10]")]
    faults = []
    sound: list[tuple[int, int]] = []
    for number, (low, high) in enumerate(columns):
        name = column_label((low, high))
        if low > high:
            faults.append(Fault((number,), f"column {name} is upside down", f"[{high}, {low}]"))
        elif low < 0 or high > MOST:
            right = f"margins lie between 0 and {MOST}"
            faults.append(Fault((number,), f"column {name} is out of reach", right))
        else:
            for other in sound:
                if low <= other[1] and other[0] <= high:
                    both = span(max(low, other[0]), min(high, other[1]))
                    what = f"columns {column_label(other)} and {name} both hold {both}"
                    faults.append(Fault((number,), what, "each margin belongs to one column"))
            sound.append((low, high))
    return faults


def missing_margins(columns: Sequence[tuple[int, int]], total: int) -> list[Fault]:
    """Margins that games of this score total can have, but that no column holds."""
    if total == 0:
        return []
    faults = []
    free = total % 2  # the lowest margin not held yet; margins are as even or odd as the total
    edge = (total + 2 - total % 2, total + 2)
    for number, (low, high) in enumerate([*sorted(columns), edge]):
        last = min(low - 1, total)
        last -= (last - total) % 2
        if last >= free:
            place = ("margins", min(number, len(columns) - 1))
            what = f"no column holds a margin of {span(free, last)}"
            faults.append(Fault(place, what, f"scores that add up to {total} can have it"))
        free = max(free, high + 1 + (high + 1 - total) % 2)
    return faults


def span(first: int, last: int) -> str:
    """A stretch of whole numbers as a person reads it: ``51..60``, ``7``."""
    return f"{first}" if first == last else f"{first}..{last}"


SYSTEM = System(
    key="exchange-table",
    title="Two-way exchange table",
    source="Swedish Othello federation, “Beräkning av ranking”",
    year=2000,
    version=1,
    summary="The winner takes from the loser what a table of rating lead and margin says.",
    periods=(
        Period.EVENT,
        Period.GAME,
        Period.ROUND,
        Period.DAY,
        Period.WEEK,
        Period.MONTH,
        Period.YEAR,
    ),
    capabilities=frozenset({Capability.DRAWS, Capability.MARGINS}),
    columns=(StateColumn("rating", "points", "how strong the player is, a whole number"),),
    parameters=ExchangeTableParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    score=score_duels,
    explain=explain,
    reads=("score",),
    zero_sum=True,
    whole_numbers=True,
)
