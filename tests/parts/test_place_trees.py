"""Trees of places against whole matrices of all performances and places."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.compiling import uncompiled
from banzuke.parts.place_trees import PlaceTrees, no_trees, pull_rows, sides_of, trees_of


def made(seed: int) -> tuple[Any, PlaceTrees, Any, Any]:
    """(rng, a tree of up to six places, strengths and noise of its sides) with links that tell."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 4, rng.integers(1, 7))
    sides = np.append(0, np.cumsum(sizes))
    row = rng.permutation(sides[-1])
    trees = trees_of(np.array([0, 1]), np.array([0, len(sizes)]), sides, row, np.ones(len(row)))
    for name in ("tie", "link"):
        known, slack, shift = (
            (trees.tie_known, trees.tie_slack, trees.tie_shift)
            if name == "tie"
            else (trees.known, trees.slack, trees.shift)
        )
        known[:] = rng.uniform(0.01, 1.0, len(known))
        slack[:] = rng.uniform(0.01, 5.0, len(known))
        shift[:] = rng.normal(0.0, 3.0, len(known))
    return rng, trees, rng.normal(25.0, 9.0, len(row)), rng.uniform(0.5, 4.0, len(row))


def pulls_of_matrices(trees: PlaceTrees, lead: Any, noise: Any, gap: float) -> Any:
    """The pulls, by the equations of all performances and places at once."""
    n, places = len(trees.row), len(trees.mean_players)
    matrix, right = np.zeros((n + places, n + places)), np.zeros(n + places)

    def tie(one: int, two: int, known: float, slack: float, shift: float) -> None:
        for at, sign in ((one, 1.0), (two, -1.0)):
            right[at] += sign * gap * shift / slack
            matrix[at, at] += known / slack
        matrix[one, two] -= known / slack
        matrix[two, one] -= known / slack

    for side, row in enumerate(trees.row):
        matrix[side, side] += 1.0 / noise[row]
        right[side] += lead[row] / noise[row]
    stands = []
    for place in range(places):
        begin, end = trees.sides[place], trees.sides[place + 1]
        stands.append(begin if end - begin == 1 else n + place)
        for side in range(begin, end) if end - begin > 1 else ():
            told = trees.tie_known[side], trees.tie_slack[side], trees.tie_shift[side]
            tie(side, n + place, *told)
    for place in range(places - 1):
        told = trees.known[place], trees.slack[place], trees.shift[place]
        tie(stands[place], stands[place + 1], *told)
    used = np.flatnonzero(matrix.diagonal() > 0.0)
    shown = np.zeros(n + places)
    shown[used] = np.linalg.solve(matrix[np.ix_(used, used)], right[used])
    pulls = np.zeros(n)
    for side, row in enumerate(trees.row):
        pulls[row] = (shown[side] - lead[row]) / noise[row]
    return pulls


@given(seed=st.integers(0, 2**32), gap=st.sampled_from([0.0, 1.0]))
def test_pulls_are_those_of_matrices(seed: int, gap: float):
    """What messages say of every side is what the equations of the whole game say."""
    _, trees, lead, noise = made(seed)
    pull = np.zeros(len(lead))
    pull_rows(uncompiled(trees), 0, lead.data, noise.data, pull.data, gap)
    assert np.allclose(pull, pulls_of_matrices(trees, lead, noise, gap), rtol=1e-9, atol=1e-9)


def test_links_that_tell_nothing_and_all():
    """Of a link that knows nothing there is no pull; of one without slack the gap is known."""
    trees = trees_of(
        np.array([0, 1]), np.array([0, 2]), np.array([0, 1, 2]), np.array([0, 1]), np.ones(2)
    )
    lead, noise, pull = np.array([20.0, 30.0]), np.ones(2), np.ones(2)
    trees.slack[0] = 1.0
    pull_rows(uncompiled(trees), 0, lead.data, noise.data, pull.data, 1.0)
    assert pull.tolist() == [0.0, 0.0]
    trees.known[0], trees.slack[0], trees.shift[0] = 1.0, 0.0, 4.0
    pull_rows(uncompiled(trees), 0, lead.data, noise.data, pull.data, 1.0)
    shown = lead + pull * noise
    assert shown[0] - shown[1] == 4.0
    assert sides_of(trees, 0) == (0, 2)


def test_games_of_two_have_none():
    """Where no game has more than two sides there is no tree to pull anything."""
    pull = np.ones(3)
    pull_rows(uncompiled(no_trees(1)), 0, pull.data, pull.data, pull.data, 1.0)
    assert pull.tolist() == [1.0, 1.0, 1.0]
