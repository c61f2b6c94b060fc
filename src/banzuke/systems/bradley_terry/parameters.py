"""The settings of Bradley-Terry: the mean, virtual games, the side that has an advantage."""

from __future__ import annotations

from banzuke.model.parameters import Parameters, parameter

#: The covariance is a table of so many rows and columns at most.
MOST_JOINT = 5000


class BradleyTerryParameters(Parameters):
    """What a rulebook may set."""

    mean: float = parameter(0.0, "mean rating of the players of a group", unit="points")
    prior_wins: float = parameter(
        0.0,
        "virtual wins that two players who met have against each other, each of them; these link "
        "nobody to players whom no games link to him",
        unit="games",
        ge=0,
        le=1000,
    )
    prior_middle: float = parameter(
        0.0,
        "virtual wins, and as many virtual losses, of every player against somebody of the mean "
        "rating; these link all groups",
        unit="games",
        ge=0,
        le=1000,
    )
    advantage: float = parameter(
        0.0, "worth of moving first, or of playing at home", unit="points", ge=-2000, le=2000
    )
    joint_up_to: int = parameter(
        1000,
        "deviations come from the covariance of all ratings of a group of so many players; in a "
        "larger one they are those if the ratings of all others were known, which are less",
        unit="players",
        ge=0,
        le=MOST_JOINT,
    )
