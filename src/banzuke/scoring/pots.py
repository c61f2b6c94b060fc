"""Pots: at every game players put in a part of their score, and the game shares it out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from banzuke.scoring.exact import exact
from banzuke.scoring.field import Cell
from banzuke.scoring.tournament import TournamentRule


class Place(NamedTuple):
    """One player at one game."""

    player: int
    cell: Cell


def gains(cells: Sequence[Sequence[Cell]], rule: TournamentRule) -> dict[tuple[int, int], Fraction]:
    """{(player, game): what the game added to the player's score}, games in their order.

    cells : of each player
    """
    games: dict[int, list[Place]] = {}
    for player, own in enumerate(cells):
        for cell in own:
            if cell.is_played and cell.is_paired:
                games.setdefault(cell.game, []).append(Place(player, cell))
    scores = [exact(rule.purse)] * len(cells)
    found = {}
    for number in sorted(games):
        places = games[number]
        antes = {place.player: scores[place.player] * exact(rule.ante) for place in places}
        for place, part in zip(places, shares(places, rule), strict=True):
            change = part * sum(antes.values(), Fraction(0)) - antes[place.player]
            found[place.player, number] = change
            scores[place.player] += change
    return found


def shares(places: Sequence[Place], rule: TournamentRule) -> list[Fraction]:
    """Which part of the pot each player of a game has; all of them make 1."""
    points = [max(place.cell.points, Fraction(0)) for place in places]
    total = sum(points, Fraction(0))
    if not total:
        return [Fraction(1, len(places))] * len(places)
    if sum(one > 0 for one in points) == 1:
        # Where one alone has points, that was a solo.
        return [one / total for one in points]
    fixed = _fixed(places, rule)
    rest = 1 - sum(fixed, Fraction(0))
    return [own + rest * one / total for own, one in zip(fixed, points, strict=True)]


def _fixed(places: Sequence[Place], rule: TournamentRule) -> list[Fraction]:
    """What members of the draw have of the pot, and survivors who voted themselves out."""
    member, out = exact(rule.member_share), exact(rule.voted_out_share)
    said = any(place.cell.in_draw for place in places)
    found = []
    for place in places:
        alive = place.cell.score is not None and place.cell.score > 0
        drew = bool(place.cell.in_draw) if said else alive
        found.append(member if drew else out if alive else Fraction(0))
    return found
