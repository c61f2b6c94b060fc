"""The covariance of all ratings as a table, from what a fit left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.fits import Floats
from banzuke.parts.middle_priors import inverse_of
from banzuke.parts.middle_priors import of_prior as of_prior_at
from banzuke.systems.bradley_terry.cells import Cells
from banzuke.systems.bradley_terry.covariance import NOTHING_SHOWN
from banzuke.systems.bradley_terry.outcomes import slopes_of_one
from banzuke.systems.bradley_terry.rules import Rules
from banzuke.systems.bradley_terry.scratch import (
    ADVANTAGE,
    OF_COVARIATES,
    OF_TIE,
    TIE,
    Work,
)


def joint_covariance(rules: Rules, work: Work, cells: Cells) -> tuple[NDArray[np.int64], Floats]:
    """(the codes of all who have a rating, the covariance of their ratings in units²)."""
    group = np.asarray(work.group)[np.asarray(work.member)]
    places = np.flatnonzero(group > 0.0)
    inverse = inverse_curvature(rules, work, places)
    count = len(work.asked)
    shared = np.asarray(work.with_common).reshape(count, -1)[:, places]
    of_shared = np.asarray(work.inverse).reshape(count, count)
    table = inverse + shared.T @ of_shared @ shared
    if rules.sandwich:
        ways = np.concatenate([inverse, -shared.T], axis=1)
        shown = ways @ products_of_slopes(rules, work, (cells, places), of_shared) @ ways.T
        table = _where_shown(group[places], table, shown)
    return np.asarray(work.member)[places], table


def _where_shown(group: Floats, curvature: Floats, shown: Floats) -> Floats:
    """The covariance that results show, but by curvature of groups in which they show none."""
    nothing = np.diag(shown) <= NOTHING_SHOWN * np.diag(curvature)
    hidden = np.isin(group, group[nothing])
    return np.where(hidden[:, None] | hidden[None, :], curvature, shown)


def inverse_curvature(rules: Rules, work: Work, places: NDArray[np.int64]) -> Floats:
    """The inverse of the curvature of all ratings, the mean of each group fixed."""
    head, n_players = np.asarray(work.head), len(work.member)
    used = int(head[n_players])
    at = np.repeat(np.arange(n_players), np.diff(head))
    there = np.asarray(work.there)[:used].astype(np.int64)
    index = np.full(n_players, -1)
    index[places] = np.arange(len(places))
    matrix = np.diag(np.asarray(work.curve)[places])
    np.subtract.at(matrix, (index[at], index[there]), work.bend[:used])
    np.subtract.at(matrix, (index[there], index[at]), work.bend[:used])
    found = np.zeros_like(matrix)
    first = np.asarray(work.begin)[np.asarray(work.member)[places]]
    for begin in np.unique(first).tolist():
        members = np.flatnonzero(first == begin)
        part = np.ix_(members, members)
        of_prior = np.array([of_prior_at(rules, work, at) for at in places[members].tolist()])
        even = np.trace(matrix[part]) / len(members) ** 2
        found[part] = inverse_of(matrix[part] + even, even, of_prior)
    return found


def products_of_slopes(
    rules: Rules, work: Work, results: tuple[Cells, NDArray[np.int64]], of_shared: Floats
) -> Floats:
    """The sum of the products of all results' slopes: by ratings, then by what is estimated."""
    cells, places = results
    size, count = len(places), len(of_shared)
    with_common = np.asarray(work.with_common).reshape(count, -1)
    index = {int(place): at for at, place in enumerate(places)}
    found = np.zeros((size + count, size + count))
    for cell in np.flatnonzero(cells.times > 0.0).tolist():
        place, there = (int(work.place[pair[cell]]) for pair in (cells.one, cells.two))
        if place not in index or work.group[cells.one[cell]] != work.group[cells.two[cell]]:
            continue
        edge = np.concatenate([cells.edge[cell, :1], [0.0], cells.edge[cell, 1:] / work.scale])
        lead = work.found[place] - work.found[there] + work.common[ADVANTAGE] * edge[0]
        lead += edge[OF_COVARIATES:] @ np.asarray(work.shift)
        slope, tied = slopes_of_one(rules.ties, lead, work.common[TIE], cell % 3)
        missed = slope * (edge - (with_common[:, place] - with_common[:, there]))
        missed[OF_TIE] += tied
        at = [index[place], index[there], *range(size, size + count)]
        part = np.concatenate([[slope, -slope], of_shared @ missed])
        weight = cells.times[cell] * cells.weight[cell] ** 2
        found[np.ix_(at, at)] += weight * np.outer(part, part)
    return found
