"""What is kept of each player by AGA, and the parameters as kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.numeric.normal_table import normal_table
from banzuke.systems.aga.formulas import closed
from banzuke.systems.aga.knots import bends_of
from banzuke.systems.aga.nodes import deviation_rules
from banzuke.systems.aga.parameters import AgaParameters


class State(NamedTuple):
    """Each float64[n_players].

    rating : stones, not between -1 and 1; deviation : stones
    seen : when the last rated event was, in the unit of ``Log.time``; NEVER if unknown
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    seen: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    knots, heights, bends : float64[k], of the spline, on the scale without the gap; bends are
    its second derivatives; least, most : limits of what it gives
    node_most, node_first, node, node_weight : as ``deviation_rules`` gives them
    chances : ``normal_table``
    """

    komi: float
    handicap_komi: float
    promotion_from: float
    reseed_from: float
    promotion_step: float
    promotion_share: float
    promotion_doubt: float
    promotion_power: float
    ageing: float
    knots: NDArray[np.float64]
    heights: NDArray[np.float64]
    bends: NDArray[np.float64]
    deviation_below: float
    least: float
    most: float
    node_most: NDArray[np.float64]
    node_first: NDArray[np.int64]
    node: NDArray[np.float64]
    node_weight: NDArray[np.float64]
    chances: NDArray[np.float64]


def rules(parameters: AgaParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    knots = np.array([closed(knot.rating) for knot in parameters.deviations])
    heights = np.array([float(knot.deviation) for knot in parameters.deviations])
    node_most, node_first, node, node_weight = deviation_rules()
    return Rules(
        komi=parameters.komi,
        handicap_komi=parameters.handicap_komi,
        promotion_from=parameters.promotion_from,
        reseed_from=parameters.reseed_from,
        promotion_step=parameters.promotion_step,
        promotion_share=parameters.promotion_share,
        promotion_doubt=parameters.promotion_doubt,
        promotion_power=parameters.promotion_power,
        ageing=parameters.ageing,
        knots=knots,
        heights=heights,
        bends=bends_of(knots, heights),
        deviation_below=parameters.deviation_below,
        least=float(heights.min()),
        most=float(heights.max()),
        node_most=node_most,
        node_first=node_first,
        node=node,
        node_weight=node_weight,
        chances=normal_table(),
    )
