"""The settings of Bradley-Terry: the mean, virtual games, ties, what shifts a contest, age."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import model_validator

from banzuke.model.columns import KINDS
from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults

#: The covariance is a table of so many rows and columns at most.
MOST_JOINT = 5000

#: So many covariates are estimated at most.
MOST_COVARIATES = 8

#: What a covariate may be called: as a column, without the side that it is of.
COVARIATE = re.compile(r"[a-z][a-z0-9_]*(?<!_[12])")


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
    ties: Literal["half", "davidson", "rao-kupper"] = parameter(
        "half",
        "what a tie is: half a win and half a loss; or an outcome of its own, as R. R. Davidson "
        "(1970) or P. V. Rao and L. L. Kupper (1967) have it",
    )
    tie_chance: float = parameter(
        0.0,
        "the chance that two equals tie, where ties are outcomes of their own and it is not "
        "estimated",
        ge=0,
        le=0.99,
    )
    advantage: float = parameter(
        0.0, "worth of moving first, or of playing at home", unit="points", ge=-2000, le=2000
    )
    estimated: tuple[Literal["advantage", "tie_chance"], ...] = parameter(
        (), "what is estimated from the results, together with the ratings, and not set"
    )
    covariates: tuple[str, ...] = parameter(
        (),
        "up to eight columns of numbers by which a contest is shifted, such as `length` of two "
        "answers: results have them by side, as `length_1` and `length_2`, or one a row, the "
        "first side's less the other's; what a unit is worth is estimated with the ratings",
        max_length=MOST_COVARIATES,
    )
    half_life: float = parameter(
        0.0,
        "a result of this age, counted from the newest, weighs half; 0: all weigh alike",
        unit="days",
        ge=0,
        le=100_000,
    )
    deviations: Literal["curvature", "sandwich"] = parameter(
        "curvature",
        "where deviations come from: how sharply the ratings are determined if the model is right; "
        "or besides from how far results were off the expectation, which holds if it is not (where "
        "all went as expected, they show nothing: then it is the former)",
    )
    joint_up_to: int = parameter(
        2000,
        "deviations come from the covariance of all ratings of a group of so many players; in a "
        "larger one they are those if the ratings of all others were known, which are less",
        unit="players",
        ge=0,
        le=MOST_JOINT,
    )

    @model_validator(mode="after")
    def _agree(self) -> BradleyTerryParameters:
        """What is estimated is not set, and no tie chance is left aside."""
        faults = []
        if len(set(self.estimated)) < len(self.estimated):
            faults.append(Fault(("estimated",), "something stands there twice", "each once"))
        faults += self._covariate_faults()
        if self.advantage != 0.0 and "advantage" in self.estimated:
            what = "the advantage is estimated, so that none can be set"
            faults.append(Fault(("advantage",), what, "0"))
        told = self.tie_chance > 0.0
        if self.ties == "half" and (told or "tie_chance" in self.estimated):
            what = "where a tie is half a win, nothing says how often there is one"
            faults.append(Fault(("ties",), what, "davidson or rao-kupper"))
        elif self.ties != "half" and told == ("tie_chance" in self.estimated):
            what = "the chance of a tie must be either set or estimated"
            right = 'above 0, or 0 with estimated = ["tie_chance"]'
            faults.append(Fault(("tie_chance",), what, right))
        raise_faults(faults)
        return self

    def _covariate_faults(self) -> list[Fault]:
        """Covariates that no column can be, or that stand there twice."""
        faults = []
        for number, name in enumerate(self.covariates):
            place = ("covariates", number)
            if not COVARIATE.fullmatch(name):
                right = "small letters, digits and _, without the side, as length"
                faults.append(Fault(place, f"{name!r} is no name of a covariate", right))
            elif name in KINDS or f"{name}_1" in KINDS:
                what = f"{name} is a column with a meaning of its own"
                faults.append(Fault(place, what, "a column that no rulebook knows otherwise"))
            elif name in self.covariates[:number]:
                faults.append(Fault(place, f"{name} stands there twice", "each once"))
        return faults


def covariates(parameters: BradleyTerryParameters) -> tuple[str, ...]:
    """The columns of numbers by which contests are shifted."""
    return parameters.covariates
