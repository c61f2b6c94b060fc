"""A fit of rankings that can be asked for more: its covariance, rankings drawn anew."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.fits import Floats
from banzuke.model.log import Log, new_record
from banzuke.numeric.compiling import kernel_of
from banzuke.numeric.exact_sums import POINTS, all_on_grid
from banzuke.parts.drawn_anew import groups_of, of_group
from banzuke.parts.one_fit import NOT_KNOWN, POINTS_A_UNIT, UNRATED
from banzuke.systems.plackett_luce.covariance import fill_matrix
from banzuke.systems.plackett_luce.event import update
from banzuke.systems.plackett_luce.parameters import MOST_JOINT
from banzuke.systems.plackett_luce.races import work
from banzuke.systems.plackett_luce.rules import Rules, State


class Fitted:
    """All rankings of a log, fitted; see ``model/fits.py``."""

    #: A ranking cannot be turned round.
    overtaken = None

    def __init__(self, log: Log, rules: Rules, n_players: int) -> None:
        self.rules, self.n_players = rules, n_players
        self.weight = all_on_grid(np.array(log.weight, dtype=np.float64), POINTS)
        self.log = log._replace(weight=self.weight.copy())
        self.room: Any = work(self.log, n_players)
        self.record = new_record(len(log.player), 2, history=False)
        self.fit(np.ones(len(self.weight)))
        self.rating = np.where(self.room.group > 0.0, self.room.rating, np.nan)
        self.group = np.where(self.room.group > 0.0, self.room.group - 1.0, -1.0).astype(np.int64)

    def fit(self, times: Floats, rounds: int = 1) -> Any:
        """Fit each game so many times; the room, which is returned, is as the fit left it.

        rounds : how many fits there will be, so that it is known whether to compile
        """
        np.multiply(self.weight, times, out=self.log.weight)
        none: Any = [np.zeros(self.n_players) for _ in range(2)]
        state = State(np.full(self.n_players, UNRATED), np.full(self.n_players, NOT_KNOWN), *none)
        kernel, view = kernel_of(update, len(self.log.player) * rounds)
        rules = self.rules._replace(joint_up_to=0)
        arguments = [view(value) for value in (state, self.log, rules, self.record, self.room)]
        kernel(*arguments, 0, 1)
        return self.room

    def covariance(self) -> Floats:
        """As ``Fit.covariance``."""
        if int((self.group >= 0).sum()) > MOST_JOINT:
            raise ValueError(int((self.group >= 0).sum()))
        room = self.fit(np.ones(len(self.weight)))
        begins = room.begin[self.group >= 0]
        found = np.full((self.n_players, self.n_players), np.nan)
        codes = np.flatnonzero(self.group >= 0)
        found[np.ix_(codes, codes)] = 0.0
        for begin in np.unique(begins).tolist():
            count = int((room.begin == begin).sum())
            kernel, view = kernel_of(fill_matrix, count * count)
            even = kernel(view(self.rules), view(room), begin, begin + count)
            upper = np.triu(room.matrix[: count * count].reshape(count, count))
            inverse = np.linalg.inv(upper + np.triu(upper, 1).T)
            if even > 0.0:
                inverse -= 1.0 / (even * count * count)
            members = room.member[begin : begin + count]
            found[np.ix_(members, members)] = POINTS_A_UNIT**2 * inverse
        return found

    def resampled(self, rounds: int, generator: np.random.Generator) -> Floats:
        """As ``Fit.resampled``; whole rankings are drawn."""
        found = np.full((rounds, self.n_players), np.nan)
        counted = self.weight > 0.0
        games = int(counted.sum())
        if not games:
            return found
        groups = groups_of(self.group)
        for number in range(rounds):
            drawn = generator.multinomial(games, counted / games).astype(np.float64)
            room = self.fit(drawn, rounds)

            def one_sided(
                some: NDArray[np.int64], others: NDArray[np.int64], drawn: Floats = drawn
            ) -> Floats:
                return self._one_sided(some, others, drawn)

            has_middle = self.rules.prior_middle > 0.0
            for members in groups:
                found[number, members] = of_group(self.rating, room, members, has_middle, one_sided)
        return found

    def _one_sided(
        self, members: NDArray[np.int64], others: NDArray[np.int64], drawn: Floats
    ) -> Floats:
        """Infinite for members who were before, or behind, all others whenever drawn; else NaN."""
        player, place = np.asarray(self.log.player), np.asarray(self.log.place)
        head = np.asarray(self.log.game).astype(np.int64)
        among = np.zeros(self.n_players, dtype=np.int64)
        among[others] = 1
        total = np.concatenate([[0], np.cumsum(among[player])])
        game = np.repeat(np.arange(len(head) - 1), np.diff(head))
        at = np.arange(len(player))
        new = np.ones(len(player), dtype=np.bool_)
        new[1:] = (place[1:] != place[:-1]) | (game[1:] != game[:-1])
        level = np.maximum.accumulate(np.where(new, at, 0))
        ends = np.append(np.flatnonzero(new), len(player))
        level_end = ends[np.cumsum(new)]
        tied = total[level_end] - total[level] - among[player]
        before = total[level] - total[head[game]] + tied
        behind = total[head[game + 1]] - total[level_end] + tied
        times = (drawn > 0.0)[game]
        won = np.bincount(player, behind * times, minlength=self.n_players)
        lost = np.bincount(player, before * times, minlength=self.n_players)
        found = np.full(self.n_players, np.nan)
        found[(won > 0.0) & (lost == 0.0)] = np.inf
        found[(lost > 0.0) & (won == 0.0)] = -np.inf
        return found[members]
