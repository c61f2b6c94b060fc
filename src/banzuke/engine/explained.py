"""What an explanation holds: the change of a rating, term by term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banzuke.model.system import Term


@dataclass(frozen=True)
class Explained:
    """The change of one player's rating in one event or game, or by an adjustment.

    ``terms`` add up to ``change``, added in order; ``inputs`` is what they were computed from.
    ``before`` and ``after`` are the ratings before the first and after the last of the games.
    ``rated`` is False where nothing was rated; ``why`` says why, and what else is worth knowing.
    """

    player: str
    pool: str
    kind: str
    which: str
    before: float
    terms: tuple[Term, ...]
    inputs: tuple[Term, ...]
    change: float
    after: float
    rated: bool
    why: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "player": self.player,
            "pool": self.pool,
            self.kind: self.which,
            "before": self.before,
            "terms": [term._asdict() for term in self.terms],
            "inputs": [term._asdict() for term in self.inputs],
            "change": self.change,
            "after": self.after,
            "rated": self.rated,
            "why": self.why,
        }
