"""Rounds that were not played, as tie-breaks by the strength of opponents count them.

Source: FIDE Handbook C.07, Tie-Break Regulations, in force from 1 August 2024, article 16, and
as changed from 1 March 2026.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple

from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import Phrase, listed, phrase
from banzuke.scoring.field import Cell, Field
from banzuke.scoring.games import ASKED_FOR, BYES, RoundKind

FIDE = "FIDE Handbook C.07, Tie-Break Regulations, https://handbook.fide.com/chapter/TieBreakRegulations082024"


#: From when on an unplayed round counts no more than what was met instead, or half of the rounds.
LIMIT_FROM = date(2026, 3, 1)


class OpponentParameters(Parameters):
    """How rounds that were not played count."""

    rules: Literal["", "2024", "2026"] = parameter(
        "",
        "whose points an unplayed round counts: one's own (2024, in force from August 2024); or "
        "the fewest of one's own and those of the opponent who did not come or, without one, of "
        "half a point a round (2026, in force from March 2026); empty: as in force on the first "
        "day of the event, the newest where it has no date",
    )
    fixed_pairings: bool = parameter(
        False,
        "whether all pairings were fixed beforehand (everybody meets everybody): games not played "
        "count as played, rounds without an opponent count nothing",
    )


class CutParameters(OpponentParameters):
    """How rounds that were not played count, and how many opponents are left out."""

    cut: int = parameter(0, "so many lowest ones are left out", unit="opponents", ge=0)
    median: int = parameter(
        0, "so many lowest and so many highest ones are left out", unit="opponents", ge=0
    )


class Item(NamedTuple):
    """What one round, or one of several opponents in it, adds.

    score : the points of the opponent, or of the one who stands for him; value : what it adds
    voluntary : whether the player was free to play and did not
    """

    score: Fraction
    value: Fraction
    voluntary: bool


def is_voluntary(cell: Cell) -> bool:
    """Whether a round was not played and gave less than a win: a bye asked for, a forfeit lost."""
    return cell.kind in ASKED_FOR or (cell.kind is RoundKind.FORFEIT and not cell.is_won)


def adjusted_scores(
    field: Field, parameters: OpponentParameters, *, last_drawn: bool = False
) -> list[Fraction]:
    """The points of each player as they count for the opponents.

    A round without an opponent after the last one that was not missed of one's own will counts
    as a draw, so that who withdraws harms nobody.

    last_drawn : whether games of the last round count as draws, whatever their result
    """
    return [
        _adjusted(field, player, parameters, last_drawn=last_drawn) for player in range(len(field))
    ]


def _adjusted(
    field: Field, player: int, parameters: OpponentParameters, *, last_drawn: bool
) -> Fraction:
    own = field.cells[player]
    there = max((cell.round for cell in own if not is_voluntary(cell)), default=-1)
    total = field.total(player)
    if last_drawn and (last := last_game(field, player)) is not None:
        there = last.round
        total += field.worth.draw - last.points
    counted = Fraction(0) if parameters.fixed_pairings else field.worth.draw
    late = [cell for cell in own if cell.round > there and cell.kind in BYES]
    return total + sum((counted - cell.points for cell in late), Fraction(0))


def last_game(field: Field, player: int) -> Cell | None:
    """A player's game of the last round, played or not; None without an opponent."""
    last = len(field.rounds) - 1
    cells = (cell for cell in field.cells[player] if cell.round == last and cell.is_paired)
    return next(cells, None)


def items(
    field: Field,
    player: int,
    parameters: OpponentParameters,
    scores: Sequence[Fraction],
    *,
    last_drawn: bool = False,
) -> list[Item]:
    """What each round of a player adds, the opponent's points as score and value.

    scores : the adjusted scores of all players
    """
    last = last_game(field, player) if last_drawn else None
    own = field.total(player)
    if last is not None:
        own += field.worth.draw - last.points
    return list(_items(field, player, parameters, scores, own))


def has_limit(field: Field, parameters: OpponentParameters) -> bool:
    """Whether the rule of 2026 holds, by which an unplayed round counts no more than is met."""
    if parameters.rules:
        return parameters.rules == "2026"
    return field.day is None or field.day >= LIMIT_FROM


def _items(
    field: Field,
    player: int,
    parameters: OpponentParameters,
    scores: Sequence[Fraction],
    own: Fraction,
) -> Iterator[Item]:
    limit = has_limit(field, parameters)
    for cell in field.cells[player]:
        met = cell.is_played or parameters.fixed_pairings
        if cell.is_paired and met:
            for opponent in cell.opponents:
                yield Item(scores[opponent], scores[opponent], False)
        elif not parameters.fixed_pairings:
            score = own
            if limit and cell.is_paired:
                score = min(own, *(scores[opponent] for opponent in cell.opponents))
            elif limit:
                score = min(own, field.worth.draw * len(field.rounds))
            yield Item(score, score, is_voluntary(cell))


def times_points(
    field: Field,
    own: Field,
    player: int,
    parameters: OpponentParameters,
    scores: Sequence[Fraction],
) -> list[Item]:
    """What each round adds, times the points that the player made in it.

    own : the field whose points are the factor; of teams those of the other score
    """
    met = [cell.is_played or parameters.fixed_pairings for cell in own.cells[player]]
    made = [
        cell.points
        for cell, counts in zip(own.cells[player], met, strict=True)
        if cell.is_paired or not parameters.fixed_pairings
        for _ in range(len(cell.opponents) if counts and cell.is_paired else 1)
    ]
    found = items(field, player, parameters, scores)
    return [
        item._replace(value=item.score * points) for item, points in zip(found, made, strict=True)
    ]


def cut_sum(found: Sequence[Item], parameters: CutParameters) -> Fraction:
    """The sum of what is left after the cuts.

    The item of the lowest opponent is cut; but where one of a round missed of one's own will adds
    as much or more, that one, so that nobody gains by staying away.
    """
    left = list(found)
    for _ in range(min(parameters.cut + parameters.median, len(left))):
        lowest = min(left, key=lambda item: (item.score, item.value))
        missed = [item for item in left if item.voluntary]
        least = min(missed, key=lambda item: (item.value, item.score), default=lowest)
        left.remove(least if least.value >= lowest.value else lowest)
    for _ in range(min(parameters.median, len(left))):
        left.remove(max(left, key=lambda item: (item.score, item.value)))
    return sum((item.value for item in left), Fraction(0))


def cut_title(title: str, parameters: CutParameters) -> str:
    """A title with what is cut: ``Buchholz, cut 1``."""
    parts = [title if isinstance(title, Phrase) else phrase(title)]
    if parameters.median:
        parts.append(phrase("median {number}", number=parameters.median))
    if parameters.cut:
        parts.append(phrase("cut {number}", number=parameters.cut))
    return listed(parts, ", ")


def buchholz(
    field: Field, parameters: CutParameters, *, last_drawn: bool = False
) -> list[Fraction]:
    """The sum of the opponents' points after the cuts, of each player."""
    scores = adjusted_scores(field, parameters, last_drawn=last_drawn)
    return [
        cut_sum(items(field, player, parameters, scores, last_drawn=last_drawn), parameters)
        for player in range(len(field))
    ]
