"""The equations of one player's days alone: each day hangs together with its two neighbours."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Column


def factor_chains(work: Any, begin: int, end: int) -> None:
    """Write ``work.pivot``: of each player's own equations, from the first day to the last."""
    for node in range(begin, end):
        work.pivot[node] = work.curve[node]
        link = work.link[node]
        if link > 0.0:
            work.pivot[node] -= link * (link / work.pivot[node - 1])


def solve_chains(work: Any, given: Column, found: Column, begin: int, end: int) -> None:
    """Write the solution of each player's own equations, ``given`` on their right sides."""
    for node in range(begin, end):
        found[node] = given[node]
        if work.link[node] > 0.0:
            found[node] += work.link[node] / work.pivot[node - 1] * found[node - 1]
    after = 0.0
    for step in range(end - begin):
        node = end - 1 - step
        value = found[node] / work.pivot[node]
        if node + 1 < end and work.link[node + 1] > 0.0:
            value += work.link[node + 1] / work.pivot[node] * after
        found[node] = value
        after = value


def find_own_variances(work: Any, begin: int, end: int) -> None:
    """Write ``work.alone``: each day's variance if all other players' ratings were known, units².

    The diagonal of the inverse, from a player's last day to the first.
    """
    for step in range(end - begin):
        node = end - 1 - step
        variance = 1.0 / work.pivot[node]
        if node + 1 < end and work.link[node + 1] > 0.0:
            share = work.link[node + 1] / work.pivot[node]
            variance += share * share * work.alone[node + 1]
        work.alone[node] = variance
