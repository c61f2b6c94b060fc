"""A fit of rankings that can be asked for more: its covariance, rankings drawn anew."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.fits import Floats, Overtaken, Turned
from banzuke.model.log import Log, new_record
from banzuke.numeric.compiling import kernel_of
from banzuke.numeric.exact_sums import POINTS, all_on_grid, covariance_on_grid
from banzuke.parts.drawn_anew import groups_of, of_group
from banzuke.parts.middle_priors import inverse_of, of_prior
from banzuke.parts.one_fit import NOT_KNOWN, POINTS_A_UNIT, UNRATED
from banzuke.parts.overtaking import fewest, leader_of, rivals_of
from banzuke.systems.plackett_luce.covariance import fill_matrix
from banzuke.systems.plackett_luce.event import update
from banzuke.systems.plackett_luce.parameters import MOST_JOINT
from banzuke.systems.plackett_luce.races import work
from banzuke.systems.plackett_luce.rules import Rules, State
from banzuke.systems.plackett_luce.sharing import STRENGTHS


class Fitted:
    """All rankings of a log, fitted; see ``model/fits.py``."""

    def __init__(self, log: Log, rules: Rules, n_players: int) -> None:
        self.rules, self.n_players = rules, n_players
        self.weight = all_on_grid(np.array(log.weight, dtype=np.float64), POINTS)
        self.log = log._replace(weight=self.weight.copy())
        self.room: Any = work(self.log, n_players)
        self.record = new_record(len(log.player), 2, history=False)
        self.fit(np.ones(len(self.weight)))
        self.rating = np.where(self.room.group > 0.0, self.room.rating, np.nan)
        self.group = np.where(self.room.group > 0.0, self.room.group - 1.0, -1.0).astype(np.int64)

    def fit(self, times: Floats, rounds: int = 1, player: Any = None) -> Any:
        """Fit each game so many times; the room, which is returned, is as the fit left it.

        rounds : how many fits there will be, so that it is known whether to compile
        player : who has which entry, if it is not as in the log
        """
        log = self.log if player is None else self.log._replace(player=player)
        np.multiply(self.weight, times, out=self.log.weight)
        none: Any = [np.zeros(self.n_players) for _ in range(len(State._fields) - 2)]
        state = State(np.full(self.n_players, UNRATED), np.full(self.n_players, NOT_KNOWN), *none)
        kernel, view = kernel_of(update, len(log.player) * rounds)
        rules = self.rules._replace(joint_up_to=0)
        arguments = [view(value) for value in (state, log, rules, self.record, self.room)]
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
            even = kernel(view(self.rules), view(room), (begin, begin + count), True)
            upper = np.triu(room.matrix[: count * count].reshape(count, count))
            prior = [of_prior(self.rules, room, at) for at in range(begin, begin + count)]
            inverse = inverse_of(upper + np.triu(upper, 1).T, even, np.array(prior))
            members = room.member[begin : begin + count]
            found[np.ix_(members, members)] = POINTS_A_UNIT**2 * inverse
        if self.rules.sharing:
            by_place = room.sharing.with_strength.reshape(STRENGTHS, -1)[:, : self.n_players]
            moves = np.empty_like(by_place)
            moves[:, room.member] = by_place
            known = room.sharing.known.reshape(STRENGTHS, STRENGTHS)
            found += POINTS_A_UNIT**2 * moves.T @ known @ moves
        return covariance_on_grid(found)

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

    def overtaken(self, first: int) -> Overtaken | None:
        """As ``Fit.overtaken``: in rankings that have both, two players change places."""
        covariance = self.covariance()
        best: Overtaken | None = None
        for rival in rivals_of(self.rating, self.group, first):
            lead = np.nan_to_num(covariance[first] - covariance[rival])
            most = len(self.weight) if best is None else best.results - 1
            best = self._overtaken_by(first, rival, lead, most) or best
        return best

    def _overtaken_by(self, first: int, rival: int, lead: Floats, most: int) -> Overtaken | None:
        """Let two change places, ranking by ranking, until another is first; of ``most`` at most.

        lead : float64[n], how the first one's lead grows with what each is chosen more often
        """
        one, two, games = self._pairs(first, rival)
        falls = [self._falls(lead, *pair) for pair in zip(one, two, games, strict=True)]
        drop = self.weight[games] * np.array(falls)
        order = np.argsort(-drop, kind="stable")
        order = order[drop[order] > 0.0]

        def leader(many: int) -> int:
            return self._leader(first, one[order[:many]], two[order[:many]])

        many = fewest(min(most, len(order)), lambda many: leader(many) == first)
        if many is None:
            return None
        return Overtaken(leader(many), many, (Turned(first, rival, False, many),))

    def _pairs(self, first: int, rival: int) -> list[NDArray[np.int64]]:
        """The entries of both players, and the game, where one is placed before the other."""
        player, place = np.asarray(self.log.player), np.asarray(self.log.place)
        game = np.repeat(np.arange(len(self.weight)), np.diff(self.log.game.astype(np.int64)))
        one, two = np.flatnonzero(player == first), np.flatnonzero(player == rival)
        _, at, other = np.intersect1d(game[one], game[two], return_indices=True)
        one, two = one[at], two[other]
        ahead = (place[one] < place[two]) & (self.weight[game[one]] > 0.0)
        return [one[ahead], two[ahead], game[one[ahead]]]

    def _falls(self, lead: Floats, one: int, two: int, game: int) -> float:
        """By how much a lead falls, at first, if two entries of a game change places.

        lead : float64[n_players], by how much it grows with what each is chosen more often
        """
        begin, end = int(self.log.game[game]), int(self.log.game[game + 1])
        player = np.asarray(self.log.player[begin:end])
        other, top = player.copy(), np.nanmax(self.rating[player])
        other[[one - begin, two - begin]] = player[[two - begin, one - begin]]
        missed = []
        for line in (player, other):
            power = np.nan_to_num(np.exp((self.rating[line] - top) / POINTS_A_UNIT))
            behind = np.maximum(np.cumsum(power[::-1])[::-1], 1e-300)
            beyond = power * np.cumsum(1.0 / behind) - 1.0
            # Who is last is looked at, but not chosen, when all others are gone.
            beyond[-1] -= power[-1] / behind[-1] - 1.0
            missed.append(float((lead[line] * beyond).sum()))
        return missed[1] - missed[0]

    def _leader(self, first: int, one: NDArray[np.int64], two: NDArray[np.int64]) -> int:
        """Who is first of those who can be compared with a player, where entries change places."""
        player = np.array(self.log.player)
        player[one], player[two] = player[two], player[one]
        members = np.flatnonzero(self.group == self.group[first])
        times = np.ones(len(self.weight))
        room = self.fit(times, 100, player)

        def one_sided(some: NDArray[np.int64], others: NDArray[np.int64]) -> Floats:
            return self._one_sided(some, others, times, player)

        has_middle = self.rules.prior_middle > 0.0
        return leader_of(
            of_group(self.rating, room, members, has_middle, one_sided), members, first
        )

    def _one_sided(
        self,
        members: NDArray[np.int64],
        others: NDArray[np.int64],
        drawn: Floats,
        player: NDArray[Any] | None = None,
    ) -> Floats:
        """Infinite for members who were before, or behind, all others whenever drawn; else NaN."""
        player = np.asarray(self.log.player) if player is None else player
        place = np.asarray(self.log.place)
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
