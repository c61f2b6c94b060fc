"""Scoring systems as a person reads them: the list, one with all that it says, a scored board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from banzuke.publishing.documents import Document
from banzuke.publishing.rulebook_text import value_text
from banzuke.publishing.text_tables import document, fitting_table, prose, table_of
from banzuke.publishing.written_rules_text import (
    assumptions,
    facts,
    heading,
    listed,
    said_of_rules,
    words,
)
from banzuke.scoring.exact import shown
from banzuke.scoring.form import BoardExample
from banzuke.scoring.scoring import Score, Scoring

#: The columns of the list of scoring systems: the first of these that fit the terminal.
LISTED = (("key", "title", "asks", "summary"), ("key", "title", "summary"), ("key", "title"))


def scorings_text(scorings: Sequence[Scoring], width: int) -> str:
    """The table of scoring systems, with as many columns as fit whole words."""
    return document(fitting_table(list(map(summary, scorings)), LISTED, width)[1])


def summary(scoring: Scoring) -> Document:
    """What tells scoring systems apart."""
    return {
        "key": scoring.key,
        "title": scoring.title,
        "game": scoring.game,
        "author": scoring.author,
        "asks": asks(scoring),
        "tells_solo": scoring.solo is not None,
        "summary": scoring.summary,
        "extends": ", ".join(scoring.extends),
        "assumptions": len(scoring.assumptions),
        "source": scoring.source,
    }


def asks(scoring: Scoring) -> str:
    """What a board must tell besides its centres."""
    return ", ".join(sorted(need.value.removeprefix("the ") for need in scoring.needs))


def scoring_document(scoring: Scoring) -> Document:
    """All that a scoring system says."""
    return {
        **summary(scoring),
        **said_of_rules(scoring),
        "asks": sorted(need.value for need in scoring.needs),
        "evidence": scoring.evidence,
        "board": scoring.board.model_dump(),
        "terms": scoring.content.get("terms", {}),
        "after_a_solo": scoring.content.get("solo"),
        "tournament": scoring.content.get("tournament", {}),
        "examples": [one.model_dump() for one in scoring.examples],
    }


def scoring_text(scoring: Scoring, width: int) -> str:
    """All that a scoring system says, as text."""
    asked = "the final centres" + (f", {asks(scoring)}" if scoring.needs else "")
    more = {"evidence": scoring.evidence, "asks for": asked}
    blocks: list[Iterable[str]] = [
        heading(scoring, width),
        facts(scoring, width, after=more),
        prose(words(scoring), width),
        terms_table("Points", scoring.content.get("terms", {}), width),
    ]
    if scoring.solo is None:
        blocks.append(prose("A board with a solo is refused: the rules do not say it.", width))
    else:
        blocks.append(terms_table("Points after a solo", scoring.content.get("solo", {}), width))
    blocks.append(settings_table("Board", dict(scoring.board), width))
    blocks.append(
        settings_table("Tournament", scoring.content.get("tournament", {}), width)
        if scoring.content.get("tournament")
        else []
    )
    blocks.append(assumptions(scoring, width))
    blocks.append(listed("Worked examples", map(example_line, scoring.examples), width))
    return document(*blocks)


def terms_table(head: str, terms: Mapping[str, Mapping[str, Any]], width: int) -> list[str]:
    """The terms of a section, one a line, with what is set of each."""
    rows = [
        (name.replace("_", " "), str(said["kind"]), settings_text(said))
        for name, said in terms.items()
    ]
    return [head, *table_of(rows, ("term", "kind", "set"), (), width)]


def settings_text(said: Mapping[str, Any]) -> str:
    """What is set of a term, in a line."""
    told = [f"{name} = {plain_text(value)}" for name, value in said.items() if name != "kind"]
    return "; ".join(told)


def settings_table(head: str, said: Mapping[str, Any], width: int) -> list[str]:
    """Settings and their values, one a line."""
    rows = [(name, plain_text(value)) for name, value in said.items()]
    return [head, *table_of(rows, ("setting", "value"), (), width)]


def plain_text(value: Any) -> str:
    """A value of TOML in a word or two."""
    if isinstance(value, list):
        return " ".join(plain_text(one) for one in value) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {plain_text(one)}" for name, one in value.items())
    return value_text(value)


def example_line(example: BoardExample) -> str:
    """A worked example in one line."""
    told = {
        "out": spaced(example.out),
        "ended": str(example.ended or ""),
        "draw": spaced(example.draw),
        "solo": str(example.solo or ""),
        "conceded to": str(example.concession or ""),
        "earlier": "; ".join(f"{one.year}: {spaced(one.centres)}" for one in example.earlier),
        "other boards": "; ".join(map(spaced, example.others)),
    }
    known = "".join(f", {name} {text}" for name, text in told.items() if text)
    points = " ".join(f"{value:.12g}" for value in example.points)
    text = f"{spaced(example.centres)}{known}: {points}"
    return f"{example.title}. {text}" if example.title else text


def spaced(words: Iterable[object]) -> str:
    """What stands in a list, in a line."""
    return " ".join(map(str, words))


def board_text(scores: Sequence[Score], width: int, *, why: bool = False) -> str:
    """A scored board: a line a power, a column a term; with ``why``, each term's reason below."""
    names = list(dict.fromkeys(line.name for score in scores for line in score.lines))
    own = ("power", "centres", "points")
    columns = ["power", "centres", *(f"for {n}" if n in own else n for n in names), "points"]
    rows = [
        [
            score.power,
            str(score.centres),
            *(shown(given(score, name)) if given(score, name) else "" for name in names),
            shown(score.points),
        ]
        for score in scores
    ]
    total = sum((score.points for score in scores), Fraction(0))
    table = table_of(rows, columns, columns[1:], width)
    blocks: list[Iterable[str]] = [table, [f"All points of the board: {shown(total)}"]]
    if why:
        for score in scores:
            lines = [
                f"{shown(line.points)} {line.name}" + (f" ({line.why})" if line.why else "")
                for line in score.lines
            ]
            blocks.append(listed(f"{score.power}: {shown(score.points)}", lines or ["0"], width))
    return document(*blocks)


def given(score: Score, name: str) -> Fraction:
    """What the lines of one name gave a power."""
    return sum((line.points for line in score.lines if line.name == name), Fraction(0))


def board_document(scoring: Scoring, scores: Sequence[Score]) -> Document:
    """A scored board: points as numbers, and exactly, as fractions where they are not whole."""
    return {
        "scoring": {"key": scoring.key, "title": scoring.title},
        "powers": [
            {
                "power": score.power,
                "centres": score.centres,
                "points": float(score.points),
                "exact": str(score.points),
                "terms": [
                    {
                        "name": line.name,
                        "points": float(line.points),
                        "exact": str(line.points),
                        "why": line.why,
                    }
                    for line in score.lines
                ],
            }
            for score in scores
        ],
    }
