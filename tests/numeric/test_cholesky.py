"""The Cholesky factor and its inverse against those of LAPACK, compiled and not."""

from __future__ import annotations

import numpy as np
import pytest

from banzuke.numeric.cholesky import BLOCK, factor, invert, product_of_rows, square_of
from banzuke.numeric.compiling import compiled


def definite(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """A positive definite matrix."""
    random = np.random.default_rng(count).normal(size=(count, count))
    return random @ random.T + np.eye(count)


@pytest.mark.parametrize("count", [1, 2, 5, BLOCK - 1, BLOCK, BLOCK + 1, 75, 131])
def test_inverse(count: int):
    """What comes out of the rows of the inverted factor is the inverse of the matrix."""
    whole = definite(count)
    matrix, panel = np.triu(whole).ravel(), np.zeros(BLOCK * count)
    assert factor(matrix.data, count)
    upper = np.linalg.cholesky(whole).T
    assert np.allclose(np.triu(matrix.reshape(count, count)), upper, rtol=1e-10, atol=1e-12)
    invert(matrix.data, panel.data, count)
    wanted = np.linalg.inv(whole)
    found = [[product_of_rows(matrix, i, j, count) for j in range(count)] for i in range(count)]
    assert np.allclose(found, wanted, rtol=1e-8, atol=1e-9)
    assert square_of(matrix, 0, count) == pytest.approx(wanted[0, 0])


def test_compiled_bits():
    """Compiled and uncompiled kernels give the same bits, over strips and blocks."""
    count = 300
    whole = np.triu(definite(count)).ravel()
    plain, fast = whole.copy(), whole.copy()
    assert factor(plain.data, count)
    assert compiled(factor)(fast, count)
    assert plain.tobytes() == fast.tobytes()
    invert(plain.data, np.zeros(BLOCK * count).data, count)
    compiled(invert)(fast, np.zeros(BLOCK * count), count)
    assert plain.tobytes() == fast.tobytes()


@pytest.mark.parametrize("diagonal", [[1.0, -1.0], [0.0, 1.0], [1.0, float("nan")]])
def test_no_factor(diagonal: list[float]):
    """A matrix that is not positive definite has none."""
    assert not factor(np.diag(diagonal).ravel().data, 2)
