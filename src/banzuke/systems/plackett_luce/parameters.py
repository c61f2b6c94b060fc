"""The settings of Plackett-Luce: the mean, virtual games, shared places, deviations."""

from __future__ import annotations

from typing import Literal

from banzuke.model.parameters import Parameters, parameter

#: The covariance is a table of so many rows and columns at most.
MOST_JOINT = 5000
#: A place is shared by so many at most where its chance is a part of the model.
MOST_TIED = 12


class PlackettLuceParameters(Parameters):
    """What a rulebook may set."""

    mean: float = parameter(0.0, "mean rating of the players of a group", unit="points")
    prior_middle: float = parameter(
        0.0,
        "virtual wins, and as many virtual losses, of every player in duels against somebody of "
        "the mean rating; these link all groups",
        unit="games",
        ge=0,
        le=1000,
    )
    ties: Literal["breslow", "efron", "davidson-luce"] = parameter(
        "breslow",
        "who shares a place is chosen before all behind: each from all of them; or the later ones "
        "of the place from a field in which the others count in part; or all of the place at once, "
        "with a chance as D. Firth, I. Kosmidis and H. Turner (2019) have it, where how strong "
        f"places shared by 2, by 3, up to {MOST_TIED} are is estimated with the ratings, and sizes "
        "that never occur are taken as impossible",
    )
    joint_up_to: int = parameter(
        2000,
        "deviations come from the covariance of all ratings of a group of so many players; in a "
        "larger one they are those if the ratings of all others were known, which are less",
        unit="players",
        ge=0,
        le=MOST_JOINT,
    )
