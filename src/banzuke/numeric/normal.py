"""The normal distribution as kernels need it: the same bits compiled and not."""

from __future__ import annotations

import math

ROOT_2 = 1.4142135623730951
LOG_ROOT_2_PI = 0.91893853320467274


def normal_quantile(chance: float) -> float:
    """The value that a standard normal variable stays below with this chance, in (0, 1).

    M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37, 1988: about 16 digits.
    """
    centred = chance - 0.5
    if abs(centred) <= 0.425:
        x = 0.180625 - centred * centred
        above = 2509.0809287301226727
        for factor in (
            33430.575583588128105,
            67265.770927008700853,
            45921.953931549871457,
            13731.693765509461125,
            1971.5909503065514427,
            133.14166789178437745,
            3.3871328727963666080,
        ):
            above = above * x + factor
        below = 5226.4952788528545610
        for factor in (
            28729.085735721942674,
            39307.895800092710610,
            21213.794301586595867,
            5394.1960214247511077,
            687.18700749205790830,
            42.313330701600911252,
            1.0,
        ):
            below = below * x + factor
        return centred * above / below
    tail = chance
    if centred > 0.0:
        tail = 1.0 - chance
    x = math.sqrt(-math.log(tail))
    if x <= 5.0:
        x -= 1.6
        above = 7.74545014278341407640e-4
        for factor in (
            2.27238449892691845833e-2,
            2.41780725177450611770e-1,
            1.27045825245236838258,
            3.64784832476320460504,
            5.76949722146069140550,
            4.63033784615654529590,
            1.42343711074968357734,
        ):
            above = above * x + factor
        below = 1.05075007164441684324e-9
        for factor in (
            5.47593808499534494600e-4,
            1.51986665636164571966e-2,
            1.48103976427480074590e-1,
            6.89767334985100004550e-1,
            1.67638483018380384940,
            2.05319162663775882187,
            1.0,
        ):
            below = below * x + factor
    else:
        x -= 5.0
        above = 2.01033439929228813265e-7
        for factor in (
            2.71155556874348757815e-5,
            1.24266094738807843860e-3,
            2.65321895265761230930e-2,
            2.96560571828504891230e-1,
            1.78482653991729133580,
            5.46378491116411436990,
            6.65790464350110377720,
        ):
            above = above * x + factor
        below = 2.04426310338993978564e-15
        for factor in (
            1.42151175831644588870e-7,
            1.84631831751005468180e-5,
            7.86869131145613259100e-4,
            1.48753612908506148525e-2,
            1.36929880922735805310e-1,
            5.99832206555887937690e-1,
            1.0,
        ):
            below = below * x + factor
    value = above / below
    if centred < 0.0:
        return -value
    return value


def normal_chance(value: float) -> float:
    """The chance that a standard normal variable is below a value; the two of +-value make 1."""
    below = 0.5 * math.erfc(abs(value) / ROOT_2)
    if value < 0.0:
        return below
    return 1.0 - below


def log_normal_chance(value: float) -> float:
    """The logarithm of ``normal_chance``, to 11 digits or more however far out the value is."""
    if value < -5.0:
        return -0.5 * value * value - LOG_ROOT_2_PI + math.log(_tail_ratio(-value))
    if value > 4.0:
        above = 0.5 * math.erfc(value / ROOT_2)
        return -above * (1.0 + above * (1.0 / 2.0 + above * (1.0 / 3.0 + above / 4.0)))
    return math.log(0.5 * math.erfc(-value / ROOT_2))


def normal_pull(value: float) -> float:
    """The slope of ``log_normal_chance``: density over chance; near -value far below 0."""
    if value < -5.0:
        return 1.0 / _tail_ratio(-value)
    density = math.exp(-0.5 * value * value - LOG_ROOT_2_PI)
    return density / (0.5 * math.erfc(-value / ROOT_2))


def _tail_ratio(value: float) -> float:
    """The chance of more than a value, at least 5, over the density there: Laplace's fraction."""
    fraction = value
    for step in range(40):
        fraction = value + (40.0 - step) / fraction
    return 1.0 / fraction
