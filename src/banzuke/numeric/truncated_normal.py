"""A normal variable of which one learns where it lies: how far its mean moves, how much is known.

Of a standard normal variable with a mean, ``pull`` is by how much the mean moves, and
``information`` by which share the variance shrinks, in [0, 1]. Both hold their digits however
far the mean is from where the variable turned out to be, where chance and density are nothing.
"""

from __future__ import annotations

import math

from banzuke.numeric.normal import LOG_ROOT_2_PI, ROOT_2

#: Gauss and Legendre's places in (0, 1) and their weights, of 16 on both sides of 0.
_PLACES = (
    (0.09501250983763744, 0.1894506104550685),
    (0.2816035507792589, 0.18260341504492358),
    (0.45801677765722737, 0.16915651939500254),
    (0.6178762444026438, 0.14959598881657674),
    (0.755404408355003, 0.12462897125553388),
    (0.8656312023878318, 0.09515851168249279),
    (0.9445750230732326, 0.062253523938647894),
    (0.9894009349916499, 0.027152459411754096),
)


def truncated_above(lead: float) -> tuple[float, float]:
    """(pull, information) where a variable of mean ``lead`` is above 0; the pull is upward.

    They are v(t) and w(t) of R. Herbrich, T. Minka, T. Graepel, TrueSkill, 2006.
    """
    if lead < -5.0:
        excess = _excess(-lead)
        return excess - lead, min((excess - lead) * excess, 1.0)
    density = math.exp(-0.5 * lead * lead - LOG_ROOT_2_PI)
    pull = density / (0.5 * math.erfc(-lead / ROOT_2))
    return pull, pull * (pull + lead)


def truncated_between(lead: float, margin: float) -> tuple[float, float]:
    """(pull, information) where a variable of mean ``lead`` is within ``margin`` of 0, either way.

    margin : at least 0; at 0 the variable is known to be 0
    The pull is towards 0; of opposite leads it is opposite, to the bit.
    """
    away = abs(lead)
    if margin <= 1.0 and away * margin <= 4.0:
        pull, information = _narrow(away, margin)
    elif away >= margin:
        pull, information = _tail(away - margin, away + margin, _fall(2.0 * away * margin))
    else:
        pull, information = _wide(away, margin)
    information = min(information, 1.0)
    return (-pull if lead < 0.0 else pull), information


def learnt_above(lead: float) -> tuple[float, float, float]:
    """(information, 1 - information, gain) where a variable of mean ``lead`` is above 0.

    gain : the pull, and the mean as far as it is known: what one learns has the mean gain /
        information, and the precision information / (1 - information)
    None of them loses digits, however far below 0 the mean is.
    """
    if lead < -5.0:
        beyond = _beyond(-lead)
        excess = 1.0 / (beyond - lead)
        rest = excess * (beyond - excess)
        return 1.0 - rest, rest, excess - lead * rest
    pull, information = truncated_above(lead)
    return information, 1.0 - information, information * lead + pull


def learnt_between(lead: float, margin: float) -> tuple[float, float, float]:
    """``learnt_above`` where a variable is within ``margin`` of 0, at least 0, either way."""
    pull, information = truncated_between(lead, margin)
    return information, 1.0 - information, information * lead + pull


def _narrow(away: float, margin: float) -> tuple[float, float]:
    """By quadrature over the interval, where the density is a flat bow."""
    slope, bend = away * margin, 0.5 * margin * margin
    whole = first = second = 0.0
    for place, weight in _PLACES:
        up, square = math.exp(slope * place), place * place
        bow = weight * math.exp(-bend * square)
        down = bow / up
        up *= bow
        whole += up + down
        first += place * (up - down)
        second += square * (up + down)
    mean = margin * (first / whole)
    if slope < 1e-5:
        # The difference of nearly equal sides has no digits left: the mean is slope x variance.
        mean = away * margin * margin * (second / whole)
    return mean - away, 1.0 - (margin * margin * (second / whole) - mean * mean)


def _wide(away: float, margin: float) -> tuple[float, float]:
    """By the densities at both ends, where 0 and the mean lie inside a wide interval."""
    low, high = margin + away, margin - away
    density = math.exp(-0.5 * high * high - LOG_ROOT_2_PI)
    further = math.exp(-0.5 * low * low - LOG_ROOT_2_PI)
    inside = 1.0 - 0.5 * (math.erfc(high / ROOT_2) + math.erfc(low / ROOT_2))
    pull = -density * _fall(2.0 * away * margin) / inside
    return pull, pull * pull + (high * density + low * further) / inside


def _tail(near: float, far: float, fall: float) -> tuple[float, float]:
    """By Mills' ratios, where the interval lies on one side of the mean.

    near, far : distances of its ends from the mean; fall : 1 less the far density by the near one
    """
    rest = 1.0 - fall
    hazard, excess = _hazard(near)
    beyond = 0.0
    if rest > 0.0:
        beyond = rest * hazard / _hazard(far)[0]
    hazard /= 1.0 - beyond
    pull = -fall * hazard
    known = fall * fall * excess + near * (beyond - 2.0 * rest + rest * rest)
    return pull, hazard * (known / (1.0 - beyond) + far * rest)


def _hazard(value: float) -> tuple[float, float]:
    """Density over chance of more than a value, at least 0; and how much it exceeds the value."""
    if value > 5.0:
        excess = _excess(value)
        return value + excess, excess
    density = math.exp(-0.5 * value * value - LOG_ROOT_2_PI)
    hazard = density / (0.5 * math.erfc(value / ROOT_2))
    return hazard, hazard - value


def _excess(value: float) -> float:
    """By how much the hazard exceeds a value, at least 5."""
    return 1.0 / (value + _beyond(value))


def _beyond(value: float) -> float:
    """By how much one over the excess exceeds a value, at least 5: Laplace's continued fraction."""
    beyond = 0.0
    for step in range(39):
        beyond = (40.0 - step) / (value + beyond)
    return beyond


def _fall(exponent: float) -> float:
    """1 - exp(-exponent), of an exponent of at least 0, also where that is tiny."""
    if exponent > 0.1:
        return 1.0 - math.exp(-exponent)
    total = 1.0
    for step in range(10):
        total = 1.0 - total * exponent / (11.0 - step)
    return exponent * total
