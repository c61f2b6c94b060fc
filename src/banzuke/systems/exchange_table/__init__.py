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
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator, model_validator

from banzuke.model.log import Log, Record
from banzuke.model.parameters import Parameters, parameter, raise_faults
from banzuke.model.phrases import listed, message, name_of, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Drawn,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.starting import wrong_values
from banzuke.systems.exchange_table.reading import draw_gain, game_margin, read_lead, row_of_lead
from banzuke.systems.exchange_table.scores import check
from banzuke.systems.exchange_table.table import (
    MOST,
    Row,
    column_label,
    gaps_and_overlaps,
    missing_margins,
    overlapping_columns,
    wrong_lengths,
)

#: Whose lead a draw is read by, in the order of ``draw_row``.
DRAW_LEADS = (
    phrase("rating lead of the higher"),
    phrase("own rating lead"),
    phrase("rating lead of the lower"),
)


#: What stands over the rows and over the columns of the table.
HEADS = (phrase("rating lead of the winner"), phrase("margin of the win"))


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
    rating = given.numbers("rating", n_players, parameters.start_rating)
    what = message("{value:.10g} is not a whole number")
    right = phrase("the rows of the table are bounded by whole numbers")
    return State(rating), wrong_values("rating", rating, rating != np.rint(rating), what, right)


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
    opponent = name_of(log.player[other])
    if mine > theirs:
        row = row_of_lead(lead, rules)
        gain = float(rules.gains[row, column])
    elif mine < theirs:
        row = row_of_lead(-lead, rules)
        gain = 0.0 - float(rules.gains[row, column])
    else:
        gain = draw_gain(lead, column, rules)
        row = row_of_lead(read_lead(lead, rules), rules)
    label, margins = parameters.rows[row].label, column_label(parameters.margins[column])
    row_name, column_name = (
        phrase("row {row}", row=label),
        phrase("column {column}", column=margins),
    )
    cell = f"rows:{label}:{margins}"
    whose, read = phrase("rating lead of the winner"), lead if mine > theirs else 0.0 - lead
    if mine == theirs:
        whose, read = DRAW_LEADS[rules.draw_row], read_lead(lead, rules)
    inputs = [
        Term(whose, read, "points", row_name, f"rows:{parameters.rows[row].label}"),
        Term("margin", float(margin), "discs", column_name, cell="margins"),
    ]
    name = outcome_words(duel_score(int(theirs), int(mine)), f"{opponent} {mine:g}-{theirs:g}")
    if (mine > theirs and gain < 0.0) or (mine < theirs and gain > 0.0):
        why = phrase("below 0: so narrow a win over so much lower a rating costs points")
        inputs.append(Term("what the winner gets", -abs(gain), "points", why))
    source = listed((row_name, column_name), ", ")
    return Explanation([Term(name, gain, "points", source, cell)], inputs)


def drawn(parameters: ExchangeTableParameters) -> dict[str, Drawn]:
    """The table with its columns named by their margins."""
    columns = tuple(column_label(margins) for margins in parameters.margins)
    rows = tuple((row.label, tuple(map(str, row.gains))) for row in parameters.rows)
    return {"rows": Drawn(HEADS, columns, rows)}


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
    drawn=drawn,
    reads=("score",),
    zero_sum=True,
    whole_numbers=True,
)
