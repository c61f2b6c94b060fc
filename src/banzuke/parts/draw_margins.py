"""The draw margin: how close two performances must be for a draw, from how often equals draw.

Source: R. Herbrich, T. Minka, T. Graepel, "TrueSkill: A Bayesian Skill Rating System", 2006,
section 3: draw probability = 2 Φ(ε / (√(n1 + n2) β)) - 1.
"""

from __future__ import annotations

from banzuke.numeric.normal import normal_quantile


def draw_margin(draw_probability: float, spread: float) -> float:
    """The difference of two performances up to which a game is a draw, in points.

    draw_probability : of two whose strengths are known and equal, in [0, 1); 0 gives 0
    spread : deviation of the difference of their performances, points; of n players on both
        sides together, whose performances each vary by β, it is β √n
    """
    if draw_probability == 0.0:
        return 0.0
    return normal_quantile(0.5 + 0.5 * draw_probability) * spread
