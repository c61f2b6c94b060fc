"""Line-ups: who is in each game on which side and place; checks that they are possible."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from banzuke.model.cells import Floats
from banzuke.model.raw_table import RawTable
from banzuke.model.wording import counted


class LineUp:
    """Who is in each game, sorted: checks that sides and places are possible."""

    def __init__(
        self,
        table: RawTable,
        rows: NDArray[np.int64],
        first: NDArray[np.int64],
        codes: NDArray[np.int32],
        place: NDArray[np.int32],
        new_side: NDArray[np.bool_],
        side: NDArray[np.int64],
    ) -> None:
        self.table, self.rows, self.first = table, rows, first
        self.player, self.place, self.new_side, self.side = codes[rows], place, new_side, side
        self.game = np.repeat(np.arange(len(first) - 1), np.diff(first))

    def check(self, standings: bool, declared: Floats | None, rated: NDArray[np.bool_]) -> None:
        """Everything that is impossible in the line-ups."""
        self._nobody_twice()
        if standings:
            size = None if declared is None else np.nan_to_num(declared[self.rows])
            self._declared_size(size)
            self._possible_places(size)
            return
        self._at_least_two_sides(rated)
        self._members_share_a_place()
        self._possible_places(None)
        counts = np.diff(self.first)[self.game]
        self._lines(
            self.place > counts,
            "place",
            lambda e: f"place {self.place[e]} in a game of {counts[e]}",
        )
        self._lines(
            (self.place == 0) & rated[self.rows],
            "place",
            lambda e: "the place is missing",
            "only in standings may it be empty",
        )

    def _lines(
        self, mask: NDArray[np.bool_], column: str, what: Callable[[int], str], right: str = ""
    ) -> None:
        entries = np.flatnonzero(mask)
        entry_of = dict(zip(self.rows[entries].tolist(), entries.tolist(), strict=True))
        self.table.problems.add_lines(
            np.sort(self.rows[entries]), column, lambda line: what(entry_of[line]), right
        )

    def _nobody_twice(self) -> None:
        order = np.lexsort((self.rows, self.player, self.game))
        game, player = self.game[order], self.player[order]
        again = np.zeros(len(order), dtype=np.bool_)
        again[order[1:]] = (game[1:] == game[:-1]) & (player[1:] == player[:-1]) & (player[1:] >= 0)
        coded = self.table.coded("player")
        names = [] if coded is None else coded.names
        self._lines(
            again,
            "player",
            lambda e: f"{names[self.player[e]]!r} is there twice in one game or event",
        )

    def _declared_size(self, size: Floats | None) -> None:
        if size is None:
            return
        counts = np.diff(self.first)[self.game]
        first_of_game = np.concatenate([[True], self.game[1:] != self.game[:-1]])
        self._lines(
            first_of_game & (size > 0) & (counts > size),
            "event_players",
            lambda e: (
                f"{counted(counts[e], 'player is', 'players are')} listed, but {size[e]:g} declared"
            ),
        )
        self._lines(
            (size > 0) & (self.place > size),
            "place",
            lambda e: f"place {self.place[e]} in an event of {size[e]:g} players",
            "no place is higher than the number of players",
        )

    def _at_least_two_sides(self, rated: NDArray[np.bool_]) -> None:
        last = self.first[1:] - 1
        single = np.zeros(len(self.rows), dtype=np.bool_)
        single[last] = self.side[last] == 0
        self._lines(
            single & rated[self.rows],
            "game",
            lambda e: "the game has one side only",
            "two sides or more; or status bye",
        )

    def _members_share_a_place(self) -> None:
        """A side split by its places shows as the same side number of two runs."""
        differs = ~self.new_side & (self.place != np.roll(self.place, 1))
        split = np.zeros(len(self.rows), dtype=np.bool_)
        side = self.table.coded("side")
        if side is not None:
            label = side.codes[self.rows]
            order = np.lexsort((self.place, label, self.game))
            same = (
                (np.diff(self.game[order]) == 0)
                & (np.diff(label[order]) == 0)
                & (label[order][1:] >= 0)
            )
            split[order[1:]] = same & (np.diff(self.place[order]) != 0)
        self._lines(differs | split, "place", lambda e: "members of one side have different places")

    def _possible_places(self, size: Floats | None) -> None:
        """After k sides at place r the next is at r + k; more only where somebody is missing."""
        heads = np.flatnonzero(self.new_side & (self.place > 0))
        if not len(heads):
            return
        game, place = self.game[heads], self.place[heads]
        new_game = np.concatenate([[True], game[1:] != game[:-1]])
        start = np.maximum.accumulate(np.where(new_game, np.arange(len(heads)), 0))
        above = np.arange(len(heads)) - start
        new_group = new_game | np.concatenate([[True], place[1:] != place[:-1]])
        # The lowest place possible: that of the group before, and as many as share it.
        group = np.flatnonzero(new_group)
        lowest = np.ones(len(heads), dtype=np.int64)
        lowest[group[1:]] = place[group[:-1]] + np.diff(group)
        lowest[new_game] = 1
        bad = np.zeros(len(self.rows), dtype=np.bool_)
        bad[heads[new_group & (place < lowest)]] = True
        expected = np.zeros(len(self.rows), dtype=np.int64)
        expected[heads] = lowest
        self._lines(
            bad,
            "place",
            lambda e: (
                f"place {self.place[e]} comes after {expected[e] - 1} better or equal players"
            ),
            "after two at place 1 the next is 3",
        )
        if size is None:
            return
        placed = np.bincount(game, minlength=len(self.first) - 1)[game]
        room = size[heads] - placed
        possible = (size[heads] > 0) & (place <= size[heads])
        gap = new_group & possible & (place - (above + 1) > room)
        bad[:] = False
        bad[heads[gap]] = True
        self._lines(
            bad,
            "place",
            lambda e: f"place {self.place[e]} leaves out more places than players are missing",
            "a gap in the places is as long as the list of who is missing",
        )
