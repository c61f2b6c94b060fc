"""A change explained as a bill: one line a game, a running sum, digits that add up."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.engine.explained import Explained, ExplainedGame
from banzuke.engine.rulebook import Rulebook
from banzuke.model.system import Term
from banzuke.numeric.rounding import written
from banzuke.publishing.explanation_text import Line, bill, fixed

Document = dict[str, Any]


class _Digits(NamedTuple):
    """How the numbers of a bill are written."""

    decimals: int

    def sum(self, rating: float | None, units: int) -> str | None:
        """A rating, in units of the last decimal; None for none."""
        return None if rating is None else fixed(units, self.decimals)

    def added(self, units: int) -> str:
        """A change, with its sign."""
        return fixed(units, self.decimals, signed=True)


def change_bill(told: Explained, rulebook: Rulebook) -> Document:
    """Before, a line a game, the total, after: numbers, and texts of them that add up.

    Nothing is left out: who reads only the texts can add them up, who reads the numbers has them
    in full.
    """
    digits = _digits(told, rulebook)
    lines = bill(told, digits.decimals)
    begin, end = lines[0].sum, lines[-1].sum
    change = next(line for line in lines if line.name == "change" and line.added is not None)
    total = change.added or 0
    games, at = [], 1
    for number, game in enumerate(told.games, 1):
        own = lines[at : at + len(game.terms)]
        at += len(game.terms)
        said = _game(number, game, own, begin, digits)
        said["met"] = [
            {**met._asdict(), "rating_text": _rating(met.rating, rulebook)} for met in game.met
        ]
        games.append(said)
    besides = [] if told.games else lines[1 : 1 + len(told.terms)]
    terms = [_term(*one, digits) for one in zip(told.terms, besides, strict=False)]
    return {
        "pool": told.pool,
        "rated": told.rated,
        "why": told.why,
        "remarks": told.besides,
        "unit": rulebook.system.columns[0].unit,
        "before": told.before,
        "before_text": digits.sum(told.before, begin),
        "change": told.change,
        "change_text": digits.added(total),
        "after": told.after,
        "after_text": digits.sum(told.after, end),
        "meanwhile_text": digits.added(end - begin - total) if end - begin != total else None,
        "games": games,
        "terms": terms,
        "inputs": [term._asdict() for term in _common(told)],
        "formula": _formula(games or terms, told, digits, (begin, end)),
        "shown": _shown(told, rulebook),
    }


def _digits(told: Explained, rulebook: Rulebook) -> _Digits:
    """None of a bill's numbers is a fraction, or all have two decimals more than the list."""
    numbers = (told.before or 0.0, told.after or 0.0, *(term.value for term in told.terms))
    whole = all(abs(number - round(number)) < 1e-9 for number in numbers)
    return _Digits(0 if whole else rulebook.display.decimals + 2)


def _game(
    number: int, game: ExplainedGame, lines: list[Line], begin: int, digits: _Digits
) -> Document:
    """One line: who was met, with which result, how the points are found, and the sum so far."""
    added = sum(line.added or 0 for line in lines)
    so_far = lines[-1].sum - begin if lines else None
    return {
        "number": number,
        "date": game.date or None,
        "round": game.round,
        "game": game.game,
        "sides": game.sides,
        "players": game.players,
        "met": [],
        "rating": game.rating,
        "place": game.place,
        "score": game.score,
        "outcome": _outcome(game),
        "terms": [_term(*one, digits) for one in zip(game.terms, lines, strict=True)],
        "inputs": [term._asdict() for term in game.inputs],
        "change": game.change,
        "change_text": digits.added(added),
        "sum_text": None if so_far is None else digits.added(so_far),
        "rated": game.rated,
        "why": game.why,
    }


def _rating(rating: float | None, rulebook: Rulebook) -> str | None:
    """A rating as the list rounds it."""
    if rating is None or not np.isfinite(rating):
        return None
    return written(np.array([rating]), rulebook.display.decimals, rulebook.display.rounding)[0]


def _outcome(game: ExplainedGame) -> str | None:
    """Won, drawn or lost, of a game of two sides; None of others, and without places."""
    places = [met.place for met in game.met if not met.partner and met.place is not None]
    if game.sides != 2 or game.place is None or not places:
        return None
    if game.place == places[0]:
        return "drawn"
    return "won" if game.place < places[0] else "lost"


def _term(term: Term, line: Line, digits: _Digits) -> Document:
    """A term with its digits on the bill."""
    return {**term._asdict(), "text": digits.added(line.added or 0)}


def _common(told: Explained) -> list[Term]:
    """What all lines were computed from alike, so that it need not stand in each of them."""
    inputs = [game.inputs for game in told.games if game.inputs]
    if not told.games:
        return list(told.inputs)
    if len(inputs) < 2:
        return []
    return [term for term in inputs[0] if all(term in others for others in inputs[1:])]


def _formula(
    parts: list[Document], told: Explained, digits: _Digits, ends: tuple[int, int]
) -> str | None:
    """``1180 + 5 - 1 = 1184``; None where nothing moved or there was no rating before."""
    before, after = digits.sum(told.before, ends[0]), digits.sum(told.after, ends[1])
    added = [_added(part) for part in parts if part.get("terms", True)]
    if not told.rated or not added or before is None or after is None:
        return None
    if ends[1] - ends[0] != _units(added):
        return None
    signed = [f"{'-' if text.startswith('-') else '+'} {text.lstrip('+-')}" for text in added]
    return f"{before} {' '.join(signed)} = {after}"


def _added(part: Document) -> str:
    """What a game, or a term of its own, adds."""
    return str(part["change_text"] if "change_text" in part else part["text"])


def _units(texts: list[str]) -> int:
    """Changes as they are written, added up in units of the last decimal."""
    return sum(int(text.replace(".", "")) for text in texts)


def _shown(told: Explained, rulebook: Rulebook) -> Document | None:
    """The bill of what the list shows, where that is another number than the rating."""
    before, after, parts = told.shown
    if before is None or after is None or rulebook.display.terms == {"rating": 1.0}:
        return None
    decimals = rulebook.display.decimals + 2
    scale = 10**decimals
    first, last = round(before * scale), round(after * scale)
    lines, total, at = [], 0.0, first
    for number, part in enumerate(parts, 1):
        total += part.value
        now = last if number == len(parts) else round((before + total) * scale)
        lines.append({**part._asdict(), "text": fixed(now - at, decimals, signed=True)})
        at = now
    return {
        "value": rulebook.display.value,
        "before": before,
        "before_text": fixed(first, decimals),
        "after": after,
        "after_text": fixed(last, decimals),
        "change_text": fixed(last - first, decimals, signed=True),
        "parts": lines,
    }
