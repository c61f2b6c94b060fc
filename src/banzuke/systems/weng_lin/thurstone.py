"""Steps of the normal curve: what a win or a draw says of the lead (V and W of the source).

With t the draw margin and x the lead, both in units of the spread, a win has the chance
Phi(x - t), a draw Phi(t - x) - Phi(-t - x). The first number is the slope of the logarithm of
the chance, the second how fast that slope falls.
"""

from __future__ import annotations

import math

from banzuke.numeric.normal import LOG_ROOT_2_PI, ROOT_2, normal_pull

#: Where tails begin: beyond, chances are told by what they are of the density.
_FAR = 5.0


def won(x: float, t: float) -> tuple[float, float]:
    """V(x, t), at least 0, and W(x, t), from 0 to 1."""
    y = x - t
    pull = normal_pull(y)
    if y < -1e4:
        return pull, 1.0 - 1.0 / (y * y)
    return pull, min(max(pull * (pull + y), 0.0), 1.0)


def drawn(x: float, t: float) -> tuple[float, float]:
    """The same of a draw: of the sign of -x, and from 0 to 1."""
    size = abs(x)
    if t < 1e-5 and size * t < 1e-3:
        pull, fall = size * (1.0 - t * t / 3.0), 1.0 - t * t / 3.0
    elif size - t > _FAR:
        pull, fall = drawn_far(size, t)
    else:
        low, high = size - t, size + t
        chance = 0.5 * (math.erfc(low / ROOT_2) - math.erfc(high / ROOT_2))
        near = math.exp(-0.5 * low * low - LOG_ROOT_2_PI)
        far = math.exp(-0.5 * high * high - LOG_ROOT_2_PI)
        pull = (near - far) / chance
        fall = pull * pull - (low * near - high * far) / chance
    fall = min(max(fall, 0.0), 1.0)
    if x > 0.0:
        return 0.0 - pull, fall
    return pull, fall


def drawn_far(size: float, t: float) -> tuple[float, float]:
    """A draw against a lead that is far above the margin, by the ratios of tail to density."""
    low, high = size - t, size + t
    part = math.exp(-2.0 * size * t)
    if part < 1e-18:
        pull, fall = won(-low, 0.0)
        return pull, fall
    chance = 1.0 / normal_pull(-low) - part / normal_pull(-high)
    pull = (1.0 - part) / chance
    return pull, pull * pull - (low - high * part) / chance
