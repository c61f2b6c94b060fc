"""A fit that can be asked for more: its covariance, other draws, how few results decide."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.fits import Floats, Overtaken, Turned
from banzuke.model.log import Log, new_record
from banzuke.numeric.compiling import kernel_of
from banzuke.numeric.exact_sums import covariance_on_grid
from banzuke.parts.drawn_anew import groups_of, of_group
from banzuke.parts.one_fit import NOT_KNOWN, POINTS_A_UNIT, UNRATED
from banzuke.parts.overtaking import fewest, leader_of, rivals_of
from banzuke.systems.bradley_terry.cells import cells_of
from banzuke.systems.bradley_terry.event import update
from banzuke.systems.bradley_terry.joint import joint_covariance
from banzuke.systems.bradley_terry.parameters import MOST_JOINT
from banzuke.systems.bradley_terry.rules import Rules, State
from banzuke.systems.bradley_terry.scratch import work


class Fitted:
    """All results of a log, fitted; see ``model/fits.py``."""

    def __init__(self, log: Log, rules: Rules, n_players: int) -> None:
        self.rules, self.n_players = rules, n_players
        self.cells = cells_of(log, rules, n_players)
        self.room = work(self.cells.log, n_players)
        self.record = new_record(len(self.cells.log.player), 2, history=False)
        self.fit(self.cells.times)
        self.rating = np.where(self.room.group > 0.0, self.room.rating, np.nan)
        self.group = np.where(self.room.group > 0.0, self.room.group - 1.0, -1.0).astype(np.int64)

    def fit(self, count: Floats, rounds: int = 1) -> Any:
        """Fit other counts of the cells; the room, which is returned, is as the fit left it.

        rounds : how many fits there will be, so that it is known whether to compile
        """
        log = self.cells.log
        rules = self.rules._replace(decay=0.0, joint_up_to=0, sandwich=False)
        np.multiply(self.cells.weight, count, out=log.weight)
        none: Any = [np.zeros(self.n_players) for _ in range(len(State._fields) - 2)]
        state = State(np.full(self.n_players, UNRATED), np.full(self.n_players, NOT_KNOWN), *none)
        kernel, view = kernel_of(update, len(log.player) * rounds)
        arguments = [view(value) for value in (state, log, rules, self.record, self.room)]
        kernel(*arguments, 0, 1)
        return self.room

    def covariance(self) -> Floats:
        """As ``Fit.covariance``."""
        rated = int((self.group >= 0).sum())
        if rated > MOST_JOINT:
            raise ValueError(rated)
        self.fit(self.cells.times)
        found = np.full((self.n_players, self.n_players), np.nan)
        codes, table = joint_covariance(self.rules, self.room, self.cells)
        found[np.ix_(codes, codes)] = covariance_on_grid(POINTS_A_UNIT**2 * table)
        return found

    def resampled(self, rounds: int, generator: np.random.Generator) -> Floats:
        """As ``Fit.resampled``."""
        count = self.cells.times
        games = int(count.sum())
        found = np.full((rounds, self.n_players), np.nan)
        if not games:
            return found
        groups = groups_of(self.group)
        shares = count / games
        for number in range(rounds):
            drawn = generator.multinomial(games, shares).astype(np.float64)
            room = self.fit(drawn, rounds)
            for members in groups:
                found[number, members] = self._of_group(room, members, drawn)
        return found

    def _of_group(self, room: Any, members: NDArray[np.int64], drawn: Floats) -> Floats:
        """The ratings of a group's members in another draw, by the mean that they had."""

        def one_sided(some: NDArray[np.int64], others: NDArray[np.int64]) -> Floats:
            return self._one_sided(some, others, drawn)

        has_middle = self.rules.prior_middle > 0.0
        return of_group(self.rating, room, members, has_middle, one_sided)

    def _one_sided(
        self, members: NDArray[np.int64], others: NDArray[np.int64], drawn: Floats
    ) -> Floats:
        """Infinite for members between whom and others all drawn points go one way; else NaN."""
        cells, n_players = self.cells, self.n_players
        among = np.zeros(n_players)
        among[others] = 1.0
        points = drawn.reshape(-1, 3) @ np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
        one, two = cells.one[::3], cells.two[::3]
        won, lost = (
            np.bincount(one, points[:, own] * among[two], minlength=n_players)
            + np.bincount(two, points[:, 1 - own] * among[one], minlength=n_players)
            for own in (0, 1)
        )
        found = np.full(n_players, np.nan)
        found[(won > 0.0) & (lost == 0.0)] = np.inf
        found[(lost > 0.0) & (won == 0.0)] = -np.inf
        return found[members]

    def overtaken(self, first: int) -> Overtaken | None:
        """As ``Fit.overtaken``."""
        covariance = self.covariance()
        best: Overtaken | None = None
        for rival in rivals_of(self.rating, self.group, first):
            effect = covariance[first] - covariance[rival]
            found = self._overtaken_by(first, effect, best.results if best else None)
            if found is not None and (best is None or found.results < best.results):
                best = found
        return best

    def _overtaken_by(self, first: int, effect: Floats, most: int | None) -> Overtaken | None:
        """Turn results in the order of what they change, until another is first.

        effect : float64[n], how the first player's lead over a rival changes with a player's
            points; most : beyond so many results it does not matter
        """
        cells = self.cells
        way = np.nan_to_num(effect[cells.one] - effect[cells.two])
        outcome = np.arange(len(way)) % 3
        # What went the first player's way is turned round, and so are half points.
        helps = np.where(outcome == 0, way, np.where(outcome == 2, -way, 0.5 * np.abs(way)))
        helps = np.where(cells.times > 0.0, helps * cells.weight, 0.0)
        order = np.lexsort((np.arange(len(way)), -helps))
        order = order[helps[order] > 0.0]
        to = np.where(outcome == 1, np.where(way > 0.0, 1, -1), 2 - 2 * outcome)
        ends = np.cumsum(cells.times[order])
        most_here = int(ends[-1]) if len(ends) else 0
        if most is not None:
            most_here = min(most_here, most)

        def stays(many: int) -> bool:
            return self._leader(first, self._turned(order, ends, to, many)) == first

        high = fewest(most_here, stays)
        if high is None:
            return None
        by = self._leader(first, self._turned(order, ends, to, high))
        return Overtaken(by, high, self._told(order, ends, high))

    def _turned(
        self, order: NDArray[np.int64], ends: Floats, to: NDArray[np.int64], many: int
    ) -> Floats:
        """The counts of all cells when so many results, in order, are turned round."""
        count = self.cells.times.copy()
        taken = np.minimum(np.maximum(many - (ends - count[order]), 0.0), count[order])
        np.subtract.at(count, order, taken)
        np.add.at(count, order + to[order], taken)
        return count

    def _leader(self, first: int, count: Floats) -> int:
        """Who is first of those who can be compared with a player, by other counts."""
        members = np.flatnonzero(self.group == self.group[first])
        rating = self._of_group(self.fit(count, 100), members, count)
        return leader_of(rating, members, first)

    def _told(self, order: NDArray[np.int64], ends: Floats, many: int) -> tuple[Turned, ...]:
        """The results that are turned round, by who won them."""
        cells, told = self.cells, []
        for cell, end in zip(order.tolist(), ends.tolist(), strict=True):
            taken = int(min(many - (end - cells.times[cell]), cells.times[cell]))
            if taken <= 0:
                break
            one, two = int(cells.one[cell]), int(cells.two[cell])
            pair = (two, one) if cell % 3 == 2 else (one, two)
            told.append(Turned(*pair, cell % 3 == 1, taken))
        return tuple(told)
