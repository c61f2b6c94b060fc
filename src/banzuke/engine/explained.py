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


class Met(NamedTuple):
    """Who else played in a game.

    player : the key that results use; name : what people call the player
    partner : whether on the same side
    rating : before the game's period; None for who has none, and where all results are rated at
        once, so that there is none before them
    place, score : what the results say of this player; None where they do not say it
    """

    player: str
    name: str
    partner: bool
    rating: float | None
    place: int | None
    score: float | None


class ExplainedGame(NamedTuple):
    """What one game did to a rating.

    date : of the game, ISO, with the time where the results have it; "" if it is undated
    event, round, game : as the results call them, "" where they do not
    where : file and row of the game, in words; file, row : of the player's entry
    sides, players : how many took part; met : who else, none in games of many players
    place, score : what the results say of the player; None where they do not say it
    rating : before the game's period, as those of ``met``
    terms, inputs, rated, why : as the system says them; the terms add up to ``change``
    """

    date: str
    event: str
    round: str
    game: str
    where: str
    file: str
    row: int
    sides: int
    players: int
    met: tuple[Met, ...]
    place: int | None
    score: float | None
    rating: float | None
    terms: tuple[Term, ...]
    inputs: tuple[Term, ...]
    change: float
    rated: bool
    why: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            **self._asdict(),
            "met": [met._asdict() for met in self.met],
            "terms": [term._asdict() for term in self.terms],
            "inputs": [term._asdict() for term in self.inputs],
        }


@dataclass(frozen=True)
class Explained:
    """The change of one player's rating in one event or game, or by an adjustment.

    ``player`` is the key that results use, ``name`` what people call the player.
    ``terms`` add up to ``change``, added in order; ``inputs`` is what they were computed from.
    ``before`` and ``after`` are the ratings before the first and after the last of the games, None
    for none; changes of who had none count from 0.
    ``shown`` is the same of the value that the rulebook shows: what of it is skill, what surety.
    ``rated`` is False where nothing was rated; ``why`` says why, and what else is worth knowing.
    ``besides`` is the part of ``why`` that no game says.
    ``games`` holds the same terms and inputs game by game, none for an adjustment.
    """

    player: str
    name: str
    pool: str
    kind: str
    which: str
    before: float | None
    terms: tuple[Term, ...]
    inputs: tuple[Term, ...]
    change: float
    after: float | None
    shown: ShownChange
    rated: bool
    why: str
    games: tuple[ExplainedGame, ...] = ()
    besides: str = ""

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
            "games": [game.to_dict() for game in self.games],
        }
