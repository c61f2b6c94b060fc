"""What is wrong with the rows of one table, collected so that all is told at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from banzuke.model.problems import Problem

Ints = NDArray[np.int64]


# A file of five million bad rows need not become five million sentences.
MOST_PROBLEMS_OF_A_KIND = 200


class Problems:
    """Collects what is wrong with one table, by the rows of its file."""

    def __init__(self, source: str, rows: Callable[[int], int]) -> None:
        self.source = source
        self.row_of = rows
        self.found: list[Problem] = []
        self._lines: dict[str, list[Ints]] = {}

    def add(self, what: str, right: str = "", column: str = "", line: int | None = None) -> None:
        """One problem; ``line`` is an index into the table, not a row of the file."""
        row = None if line is None else self.row_of(line)
        self.found.append(Problem(what, right, self.source, row, column))

    def add_lines(
        self,
        lines: NDArray[np.bool_] | Sequence[int],
        column: str,
        what: Callable[[int], str],
        right: str = "",
    ) -> None:
        """A problem for each line (a mask, or indices), the last of very many summed up."""
        mask = np.asarray(lines)
        indices = np.flatnonzero(mask) if mask.dtype == np.bool_ else mask
        if len(indices):
            self._lines.setdefault(column, []).append(indices.astype(np.int64))
        # A single one more is told like the others.
        most = MOST_PROBLEMS_OF_A_KIND + (len(indices) == MOST_PROBLEMS_OF_A_KIND + 1)
        for line in indices[:most].tolist():
            self.add(what(line), right, column, line)
        rest = len(indices) - most
        if rest > 0:
            summed = f"… and {rest} more rows with the same problem"
            self.found.append(Problem(summed, right, self.source, None, column, times=rest))

    def told(self, column: str, count: int) -> NDArray[np.bool_]:
        """Of ``count`` lines those of whose cell in a column something was told, bool[count].

        What follows from such a cell would only confuse.
        """
        lines = np.zeros(count, dtype=np.bool_)
        for indices in self._lines.get(column, ()):
            lines[indices] = True
        return lines
