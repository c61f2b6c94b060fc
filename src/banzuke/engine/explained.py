"""What an explanation holds: the change of a rating, term by term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from banzuke.model.system import Term


class ShownChange(NamedTuple):
    """The value that the rulebook shows, such as rating - 3 * deviation, and why it changed.

    before, after : not rounded, None where the player has no rating
    parts : what each column that is shown added between the two, as in "rating +0.02, deviation
        -0.03"; they add up to after - before, but for the last digits
    """

    before: float | None
    after: float | None
    parts: tuple[Term, ...]


@dataclass(frozen=True)
class Explained:
    """The change of one player's rating in one event or game, or by an adjustment.

    ``player`` is the key that results use, ``name`` what people call the player.
    ``terms`` add up to ``change``, added in order; ``inputs`` is what they were computed from.
    ``before`` and ``after`` are the ratings before the first and after the last of the games.
    ``shown`` is the same of the value that the rulebook shows: what of it is skill, what surety.
    ``rated`` is False where nothing was rated; ``why`` says why, and what else is worth knowing.
    """

    player: str
    name: str
    pool: str
    kind: str
    which: str
    before: float
    terms: tuple[Term, ...]
    inputs: tuple[Term, ...]
    change: float
    after: float
    shown: ShownChange
    rated: bool
    why: str

    @property
    def shown_before(self) -> float | None:
        """The value that the rulebook shows, before; not rounded, None without a rating."""
        return self.shown.before

    @property
    def shown_after(self) -> float | None:
        """The value that the rulebook shows, after; not rounded, None without a rating."""
        return self.shown.after

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "player": self.player,
            "name": self.name,
            "pool": self.pool,
            self.kind: self.which,
            "before": self.before,
            "terms": [term._asdict() for term in self.terms],
            "inputs": [term._asdict() for term in self.inputs],
            "change": self.change,
            "after": self.after,
            "shown_before": self.shown.before,
            "shown_after": self.shown.after,
            "shown_parts": [part._asdict() for part in self.shown.parts],
            "rated": self.rated,
            "why": self.why,
        }
