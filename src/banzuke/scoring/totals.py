"""From the rounds of a player to a total: what counts, how much of it, and what is dropped."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from banzuke.scoring.exact import NOTHING, exact, summed
from banzuke.scoring.field import Cell, GameLine, Result
from banzuke.scoring.games import BYES, RoundKind
from banzuke.scoring.pots import gains
from banzuke.scoring.tournament import TournamentRule


class Total(NamedTuple):
    """A player's results, and what is taken off their sum by rounding down, 0 or less."""

    results: tuple[Result, ...]
    rounding: Fraction

    def added(self, start: Fraction) -> Fraction | None:
        """The total, exact; None for who has no result."""
        if not self.results:
            return None
        return start + self.rounding + summed([result.counted for result in self.results])


def totals_of(
    cells: Sequence[Sequence[Cell]], rounds: Sequence[str], rule: TournamentRule
) -> list[Total]:
    """The results of every player.

    cells : of each player, in order; rounds : names of the rounds, in order
    """
    final = _final_rounds(cells, rounds, rule)
    each = rule.boards == "each" or not any(rounds)
    lines = [_results(own, rule, final, each=each) for own in cells]
    if rule.combine == "ranks":
        ranks = _round_ranks(lines, lowest=rule.points == "places")
        return [_ranked(own, rule) for own in ranks]
    if rule.combine == "pot":
        won = gains(cells, rule)
        return [_of_pots(own, player, won) for player, own in enumerate(lines)]
    if rule.combine != "sum":
        late = _late(lines, rule)
        lines = [
            _weighted(own, _weights(own, rule, is_late=is_late))
            for own, is_late in zip(lines, late, strict=True)
        ]
    return [
        Total(tuple(own), _rounding(cells_of, rule))
        for own, cells_of in zip(lines, cells, strict=True)
    ]


def _final_rounds(
    cells: Sequence[Sequence[Cell]], rounds: Sequence[str], rule: TournamentRule
) -> frozenset[int]:
    """The games of the final table."""
    return frozenset(cell.game for own in cells for cell in own if is_final(cell, rounds, rule))


def is_final(cell: Cell, rounds: Sequence[str], rule: TournamentRule) -> bool:
    """Whether a game is the final table."""
    return (
        rule.final_round != ""
        and cell.game >= 0
        and rounds[cell.round] == rule.final_round
        and rule.final_board in ("", cell.board)
        and cell.kind not in BYES
    )


def _results(
    cells: Sequence[Cell], rule: TournamentRule, final: frozenset[int], *, each: bool
) -> list[Result]:
    """Rounds, or games where each counts by itself, before anything is dropped."""
    if final:
        factor = exact(rule.final_factor)
        cells = [
            one._replace(points=one.points * factor) if one.game in final else one for one in cells
        ]
    if rule.points != "results" or rule.absence == 0:
        # Who is not there has no result; match points show the empty round all the same.
        cells = [c for c in cells if c.kind is not RoundKind.ABSENT or rule.points == "results"]
    if each:
        return [Result(c.round, c.points, c.points, False, (GameLine(c, False),)) for c in cells]
    return [_round(list(own), rule) for _, own in groupby(cells, key=lambda cell: cell.round)]


def _round(cells: list[Cell], rule: TournamentRule) -> Result:
    """The games of one round as one result."""
    points = [cell.points for cell in cells]
    lines = [GameLine(cell, False) for cell in cells]
    made = points[0] if len(points) == 1 else summed(points)
    if rule.boards == "mean" and len(points) > 1:
        made /= len(points)
    elif rule.boards == "best" and len(points) > 1:
        best = _order(points, lowest=rule.points == "places")[0]
        made = points[best]
        lines = [GameLine(cell, at != best) for at, cell in enumerate(cells)]
    return Result(cells[0].round, made, made, False, tuple(lines))


def _order(points: Sequence[Fraction], *, lowest: bool = False) -> list[int]:
    """Indices from the best result to the worst; of equal ones the earlier is first."""
    sign = 1 if lowest else -1
    return sorted(range(len(points)), key=lambda at: (sign * points[at], at))


def _counting(results: Sequence[Result]) -> list[int]:
    """Which results are results: a round that nobody was there for is none."""
    return [
        at
        for at, result in enumerate(results)
        if any(line.cell.kind is not RoundKind.ABSENT or line.cell.points for line in result.games)
    ]


def _weights(
    results: Sequence[Result], rule: TournamentRule, *, is_late: bool
) -> dict[int, Fraction]:
    """How much each result counts; one that is not there counts nothing."""
    there = _counting(results)
    if rule.combine == "average":
        divisor = max(len(there) + rule.added, rule.least)
        return dict.fromkeys(there, Fraction(1, divisor)) if divisor else {}
    early = [at for at in there if not rule.early_rounds or _is_early(results[at], rule)]
    order = _order([results[at].points for at in early], lowest=rule.points == "places")
    shares = [exact(weight) for weight in rule.weights] or [Fraction(1)] * rule.best
    found = {early[at]: share for at, share in zip(order, shares, strict=False)}
    behind = [early[at] for at in order[len(shares) :]]
    found |= _of_rest(behind, rule)
    factor = exact(rule.late_factor) if is_late else Fraction(1)
    return found | {at: factor for at in there if at not in early}


def _of_rest(behind: Sequence[int], rule: TournamentRule) -> dict[int, Fraction]:
    """How much results behind the best count."""
    if not behind or rule.rest == "nothing":
        return {}
    if rule.rest == "average":
        return dict.fromkeys(behind, exact(rule.rest_share) / len(behind))
    taken = behind[: rule.rest_rounds]
    return dict.fromkeys(taken, Fraction(1, len(taken) + 1))


def _is_early(result: Result, rule: TournamentRule) -> bool:
    """Whether a result is of the rounds among which the best are chosen."""
    return result.round < rule.early_rounds


def _late(lines: Sequence[Sequence[Result]], rule: TournamentRule) -> list[bool]:
    """Whose later rounds count ``late_factor``: the first ``late_places`` after the early ones."""
    if not rule.late_places:
        return [True] * len(lines)
    totals = []
    for own in lines:
        early = [result for result in own if _is_early(result, rule)]
        weights = _weights(early, rule, is_late=False)
        totals.append(sum((early[at].points * share for at, share in weights.items()), NOTHING))
    order = sorted(totals)
    return [len(order) - bisect_right(order, mine) < rule.late_places for mine in totals]


def _weighted(results: Sequence[Result], weights: dict[int, Fraction]) -> list[Result]:
    """Results with what counts of them; those that count nothing are dropped."""
    there = set(_counting(results))
    return [
        result._replace(
            counted=_part(result.points, weights.get(at, NOTHING)),
            dropped=at in there and at not in weights,
        )
        for at, result in enumerate(results)
    ]


def _part(points: Fraction, weight: Fraction) -> Fraction:
    """Points times a weight, which mostly is 1."""
    return points if weight == 1 else points * weight


def _round_ranks(lines: Sequence[Sequence[Result]], *, lowest: bool) -> list[list[Result]]:
    """Results that count the rank which they had in their round, 1, 1, 3."""
    of_round: dict[int, list[Fraction]] = {}
    sign = 1 if lowest else -1
    for result in (result for own in lines for result in own):
        of_round.setdefault(result.round, []).append(sign * result.points)
    for points in of_round.values():
        points.sort()

    def rank(result: Result) -> Fraction:
        return Fraction(1 + bisect_left(of_round[result.round], sign * result.points))

    return [[result._replace(counted=rank(result)) for result in own] for own in lines]


def _ranked(results: Sequence[Result], rule: TournamentRule) -> Total:
    """The best ranks, added."""
    order = _order([result.counted for result in results], lowest=True)
    kept = set(order[: rule.best or len(order)])
    return Total(
        tuple(
            result if at in kept else result._replace(counted=NOTHING, dropped=True)
            for at, result in enumerate(results)
        ),
        NOTHING,
    )


def _of_pots(
    results: Sequence[Result], player: int, won: Mapping[tuple[int, int], Fraction]
) -> Total:
    """What games added to a score by their pots."""
    return Total(
        tuple(
            result._replace(
                counted=sum(
                    (won.get((player, line.cell.game), NOTHING) for line in result.games), NOTHING
                )
            )
            for result in results
        ),
        NOTHING,
    )


def _rounding(cells: Iterable[Cell], rule: TournamentRule) -> Fraction:
    """What is taken off where the points of unplayed rounds are rounded down."""
    if not rule.unplayed_rounded_down:
        return NOTHING
    unplayed = sum((cell.points for cell in cells if cell.kind in BYES), NOTHING)
    return Fraction(unplayed // 1) - unplayed
