"""What can be asked of ratings that come from one fit of all results, besides the ratings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from banzuke.engine.certainty import (
    Fragility,
    bootstrap,
    chance_above,
    estimates,
    fragility,
    ranks,
)
from banzuke.engine.rated import Rated
from banzuke.workflows.frames import in_kind


class Certainty(ABC):
    """How sure ratings are; each raises CannotDo for a system that does not fit all at once."""

    _kind: str

    @property
    @abstractmethod
    def rated(self) -> Rated:
        """What the engine knows of the results that were rated last."""

    def bootstrap(
        self, rounds: int = 200, seed: int = 1, chance: float = 0.95, pool: str = ""
    ) -> Any:
        """Intervals from results drawn anew: player, rating, low, high, without.

        rounds : how often as many results as there are are drawn from them, and fitted
        seed : of the draws; the same results and seed give the same intervals
        chance : of an interval, in (0, 1)
        ``low`` and ``high`` take in the rating, and are null where they are not known; ``without``
        counts the rounds in which a player has no rating that can be compared.
        """
        return in_kind(bootstrap(self.rated, rounds, seed, chance, pool), self._kind)

    def ranks(self, chance: float = 0.95, pool: str = "") -> Any:
        """Which ranks are possible: rank, player, rating, low, high, best, worst, compared.

        ``best`` and ``worst`` hold for all players at once, with at least this chance, by the
        joint covariance of all ratings; ``compared`` says among how many.
        """
        return in_kind(ranks(self.rated, chance, pool), self._kind)

    def chance_above(self, one: str, two: str, pool: str = "") -> float | None:
        """The chance that one player is really above another; None if they cannot be compared."""
        return chance_above(self.rated, one, two, pool)

    def estimates(self, chance: float = 0.95, pool: str = "") -> Any:
        """What was estimated beside the ratings: name, value, unit, deviation, low, high.

        That is the advantage, the chance of a tie and the worth of each covariate, where the
        rulebook has them estimated; no row of a system that estimates nothing besides.
        """
        return in_kind(estimates(self.rated, chance, pool), self._kind)

    def fragility(self, pool: str = "") -> Fragility | None:
        """How few results, turned round, would give another player first place, and which."""
        return fragility(self.rated, pool)
