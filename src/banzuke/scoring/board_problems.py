"""Why a board cannot be scored: it is no board of this game, or something must be known first."""

from __future__ import annotations

from collections.abc import Collection

from banzuke.model.problems import Problem
from banzuke.scoring.board import Board
from banzuke.scoring.form import BoardRule
from banzuke.scoring.kind import Need


def board_problems(board: Board, rule: BoardRule) -> list[Problem]:
    """What makes it no board of this game."""
    found = []
    powers, total = len(board.powers), sum(board.centres)
    if rule.powers and powers != rule.powers:
        found.append(Problem(f"the board has {powers} powers", f"{rule.powers}"))
    if rule.centres and total > rule.centres:
        found.append(Problem(f"the powers hold {total} centres", f"at most {rule.centres}"))
    for power, year in zip(board.powers, board.out, strict=True):
        if year is not None and year <= rule.before:
            what = f"{power} is out in {year}, before the first year"
            found.append(Problem(what, f"{rule.before + 1} or later"))
    if board.ended is not None and board.ended <= rule.before:
        what = f"the game ended in {board.ended}, before the first year"
        found.append(Problem(what, f"{rule.before + 1} or later"))
    return [*found, *wrong_winners(board, rule)]


def wrong_winners(board: Board, rule: BoardRule) -> list[Problem]:
    """What is said of the end that the centres do not bear out."""
    found = []
    winner = winner_by_centres(board, rule)
    for name, at in (("solo", board.solo), ("concession", board.concession)):
        if at is not None and winner is not None and winner != at:
            what = f"the {name} is {board.powers[at]}'s, but {board.powers[winner]} holds enough"
            found.append(Problem(what, "who won"))
    if board.solo is not None and rule.winning > board.centres[board.solo]:
        what = f"{board.powers[board.solo]} holds {board.centres[board.solo]}, too few for a solo"
        found.append(Problem(what, f"{rule.winning} or more; else it is a concession"))
    if board.draw is not None and winner is not None:
        found.append(Problem("a draw, though somebody won alone", "no draw"))
    return found


def winner_by_centres(board: Board, rule: BoardRule) -> int | None:
    """The index of who alone holds most, and enough to have won; None if nobody does."""
    top = max(board.centres)
    leaders = [at for at, held in enumerate(board.centres) if held == top]
    return leaders[0] if 0 < rule.winning <= top and len(leaders) == 1 else None


def missing_facts(board: Board, needs: Collection[Need], key: str) -> list[Problem]:
    """What the system must know of this board that is not told."""
    found = []
    dead = [at for at, held in enumerate(board.centres) if not held]
    unknown = [board.powers[at] for at in dead if board.out[at] is None]
    order = Need.ORDER in needs and len(dead) > 1
    if unknown and (Need.OUT in needs or order):
        names = ", ".join(unknown)
        found.append(Problem(f"{key} must know when {names} went out", "years of elimination"))
    if Need.END in needs and board.ended is None:
        found.append(Problem(f"{key} must know when the game ended", "its last year"))
    if Need.ROUND in needs and not board.others:
        found.append(Problem(f"{key} must know the other boards of the round", "their counts"))
    return found
