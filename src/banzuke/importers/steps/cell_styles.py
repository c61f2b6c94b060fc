"""How cells of crosstables are written: the house styles, as data, and what a cell tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from banzuke.importers.steps.half_games import Half
from banzuke.importers.steps.pairing import JIGO, LOST, NOT_TOLD, WON
from banzuke.model.errors import ParameterRefused, UnknownName

#: What a result is called, in small letters, by whoever writes one sign or word a game.
SCORED = {
    **dict.fromkeys(("1", "+", "w"), WON),
    **dict.fromkeys(("0", "-", "−", "l"), LOST),
    **dict.fromkeys(("½", "=", "0.5", "0,5", "1/2", "d"), JIGO),
}

#: How many half points each of these is, decimals included.
IN_HALVES = {
    **{written: {WON: 2, JIGO: 1, LOST: 0}[result] for written, result in SCORED.items()},
    **dict.fromkeys(("1.0", "1,0"), 2),
    **dict.fromkeys(("0.0", "0,0"), 0),
}

#: The letters of White and Black, by language; of the first pair that has all of a table's.
COLOURS = (("w", "b"), ("w", "s"), ("v", "s"), ("h", "s"), ("b", "n"), ("w", "z"))

#: Cells that say that there was no game.
EMPTY = frozenset(
    (
        *("", "-", "--", "*", "x", ".", "\N{EM DASH}", "\N{EN DASH}", "bye", "spielfrei", "frei"),
        *("not paired", "nicht ausgelost", "fri", "frirond", "exempt", "libre", "vrij", "riposa"),
    )
)


@dataclass(frozen=True)
class Style:
    """A house style of cells.

    key : as ``--cells`` takes it; title : whose it is; examples : cells of it
    pattern : of a cell, with the groups opponent, result and, where told, colour, stones, forfeit
    unplayed : results, in small letters, of games that were decided without play
    byes : {result without an opponent: what it scores}
    """

    key: str
    title: str
    examples: tuple[str, ...]
    pattern: re.Pattern[str]
    unplayed: frozenset[str] = frozenset()
    byes: tuple[tuple[str, int], ...] = ()


STYLES = (
    Style(
        "chess-results",
        "Chess-Results and Swiss-Manager",
        ("12w1", "5b½", "-1"),
        re.compile(
            r"(?:(?P<opponent>\d{1,9})(?P<colour>[a-z])|-)(?P<result>[01½=+−-]|0[.,]5|1/2)[a-z]?",
            re.IGNORECASE,
        ),
        frozenset("+-−"),
        (("1", WON), ("+", WON), ("½", JIGO), ("0", LOST), ("-", NOT_TOLD)),
    ),
    Style(
        "trf",
        "FIDE's tournament report",
        ("4 w 1", "0000 - U", "12 b ="),
        re.compile(
            r"(?P<opponent>\d{1,9})\s+(?P<colour>[a-z]|-)\s+(?P<result>[01=+wdlhfuz-])",
            re.IGNORECASE,
        ),
        frozenset("+-"),
        (("u", WON), ("f", WON), ("+", WON), ("h", JIGO), ("z", LOST), ("-", NOT_TOLD)),
    ),
    Style(
        "egd",
        "European Go Database",
        ("23+/w", "11-/b5", "0+"),
        re.compile(
            r"(?P<opponent>\d{1,9})(?P<result>[+=−-])(?P<forfeit>!)?"
            r"(?:/(?P<colour>[a-z])?(?P<stones>\d)?)?",
            re.IGNORECASE,
        ),
        byes=(("+", WON), ("=", JIGO), ("-", LOST), ("−", LOST)),
    ),
    Style(
        "uscf",
        "US Chess",
        ("W 12", "D 4", "H"),
        re.compile(r"(?P<result>[WDLXF])\s*(?P<opponent>\d{1,9})|(?P<bye>[HBUXFZ])"),
        frozenset("xf"),
        (("b", WON), ("x", WON), ("h", JIGO), ("u", LOST), ("z", LOST), ("f", LOST)),
    ),
    Style(
        "signs",
        "the result before the number",
        ("+12", "=5", "-7b"),
        re.compile(r"(?P<result>[+=−-])\s*(?P<opponent>\d{1,9})(?P<colour>[a-z])?", re.IGNORECASE),
    ),
)


#: Styles of matrices, in which the column tells the opponent: points, scores or sets, and scores
#: of games at home of the player of the line.
POINTS, SCORES, HOME_AWAY = "points", "scores", "home-away"
MATRIX_STYLES = (POINTS, SCORES, HOME_AWAY)

STYLE_KEYS = (*(style.key for style in STYLES), *MATRIX_STYLES)


#: What a declared pattern may hold, and how each is written.
FIELDS = {
    "opponent": r"(?P<opponent>\d{1,9})",
    "colour": r"(?P<colour>[a-z]|-)?",
    "result": r"(?P<result>0[.,]5|1/2|[01½=+wdl−-])",
    "stones": r"(?P<stones>\d)?",
}


def style_called(key: str) -> Style:
    """The style with this key, or of a pattern such as ``{opponent}{colour}/{result}``.

    Raises UnknownName for another key, ParameterRefused for a pattern that tells too little.
    """
    for style in STYLES:
        if style.key == key:
            return style
    if "{" in key:
        return _declared(key)
    raise UnknownName("style of cells", key, list(STYLE_KEYS))


def _declared(pattern: str) -> Style:
    """The style of a pattern that a person wrote."""
    pieces = re.split(r"(\{\w*\})", pattern)
    fields = [piece[1:-1] for piece in pieces[1::2]]
    known = " ".join(f"{{{name}}}" for name in FIELDS)
    if len(set(fields)) < len(fields) or not {"opponent", "result"} <= set(fields) <= set(FIELDS):
        raise ParameterRefused(
            f"the cells {pattern!r}: each of {known} at most once, with {{opponent}} and {{result}}"
        )
    written = [
        FIELDS[piece[1:-1]] if number % 2 else r"\s*".join(map(re.escape, piece.split()))
        for number, piece in enumerate(pieces)
    ]
    return Style(
        pattern,
        f"the pattern {pattern}",
        (pattern,),
        re.compile(r"\s*".join(written), re.IGNORECASE),
        byes=(("+", WON), ("1", WON), ("=", JIGO), ("½", JIGO)),
    )


def styles_that_fit(cells: Sequence[str]) -> list[Style]:
    """The styles that read most of the cells, which hold games, the best first.

    Only styles that read as many as the best does, and at least two thirds of all.
    """
    told = [cell for cell in cells if not is_empty(cell)]
    counts = {
        style.key: sum(style.pattern.fullmatch(cell.strip()) is not None for cell in told)
        for style in STYLES
    }
    most = max(counts.values())
    if not told or 3 * most < 2 * len(told):
        return []
    return [style for style in STYLES if counts[style.key] == most]


def is_empty(cell: str) -> bool:
    """Whether a cell says that there was no game."""
    return cell.strip().casefold() in EMPTY


def colours_of(style: Style, cells: Sequence[str]) -> dict[str, str]:
    """{letter: w or b} of the colours in a table's cells."""
    found = set()
    for cell in cells:
        match = style.pattern.fullmatch(cell.strip())
        if match is not None and "colour" in style.pattern.groupindex and match["colour"]:
            found.add(match["colour"].casefold())
    for white, black in COLOURS:
        if found - {"-"} <= {white, black}:
            return {white: "w", black: "b"}
    return {}


def half_of(style: Style, cell: str, colours: dict[str, str]) -> Half | None:
    """What a cell tells; None where it is not of the style."""
    if is_empty(cell):
        return Half(0, NOT_TOLD)
    match = style.pattern.fullmatch(cell.strip())
    if match is None:
        return None
    told = {name: value or "" for name, value in match.groupdict().items()}
    result = (told.get("bye") or told["result"]).casefold()
    opponent = int(told["opponent"] or 0)
    if not opponent:
        return Half(0, dict(style.byes).get(result, NOT_TOLD), unplayed=True)
    letter = told.get("colour", "").casefold()
    if letter not in ("", "-") and letter not in colours:
        return None
    scored = {"x": WON, "f": LOST}.get(result, SCORED.get(result))
    if scored is None:
        return None
    stones = told.get("stones", "")
    return Half(
        opponent,
        scored,
        colours.get(letter, ""),
        int(stones) if stones else -1,
        result in style.unplayed or bool(told.get("forfeit")),
    )
