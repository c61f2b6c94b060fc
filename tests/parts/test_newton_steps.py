"""Conjugate gradients on small equations, and how far a step is gone."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from banzuke.parts.newton_steps import begin_solving, go_on, safe_share


@pytest.mark.parametrize("seed", range(4))
def test_equations_are_solved(seed: int):
    """After as many ways as there are unknowns the curvature gives what is wanted."""
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(6, 6))
    curvature = root @ root.T + np.eye(6)
    work = SimpleNamespace(**{name: np.zeros(6) for name in ("rest", "turn", "way", "image")})
    work.curve = np.diag(curvature).copy()
    wanted, found = rng.normal(size=6), np.zeros(6)
    missing = begin_solving(work, wanted, found, 0, 6)
    for _ in range(6):
        work.image = curvature @ work.way
        missing = go_on(work, found, missing, 0, 6)
    assert missing < 1e-20
    assert found == pytest.approx(np.linalg.solve(curvature, wanted), abs=1e-9)


def test_nothing_pays_where_nothing_bends():
    """Along a way that the curvature does not bend nothing is gone."""
    work = SimpleNamespace(**{name: np.zeros(2) for name in ("rest", "turn", "way", "image")})
    work.curve, found = np.ones(2), np.zeros(2)
    missing = begin_solving(work, np.array([1.0, -1.0]), found, 0, 2)
    assert missing == 2.0
    assert go_on(work, found, missing, 0, 2) == 0.0
    assert found.tolist() == [0.0, 0.0]


def test_long_steps_are_shortened():
    """A step of a hair is gone whole, one of e - 1 units to the first unit."""
    assert safe_share(1e-9) == pytest.approx(1.0)
    assert safe_share(math.e - 1.0) * (math.e - 1.0) == pytest.approx(1.0)
