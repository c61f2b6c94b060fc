"""Rating lists as pairing programs take them: as FIDE's XML and text, and as players of a TRF."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from banzuke.model.errors import ResultsRefused, WrongUse
from banzuke.model.problems import Problem
from banzuke.publishing.tournament_report import LINE_END, born_in_report

#: The kinds of play that a list of FIDE keeps apart; a list of one pool is of the first.
KINDS = ("standard", "rapid", "blitz")
#: Before what FIDE calls a column of a kind of play.
BEFORE = {"standard": "", "rapid": "rapid_", "blitz": "blitz_"}
#: What there is room for.
HIGHEST, LONGEST_NUMBER = 9_999, 10
LONGEST_NAME = {"fide-text": 60, "trf": 33}
NATION, SEX = 3, {"m": "M", "f": "F", "w": "F"}
TITLE = 3
#: The columns of the text form: heading and width.
TEXT_COLUMNS = (
    *(("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5)),
    *(("OTit", 15), ("FOA", 4), ("SRtng", 6), ("SGm", 4), ("SK", 3), ("RRtng", 6), ("RGm", 4)),
    *(("Rk", 3), ("BRtng", 6), ("BGm", 4), ("BK", 3), ("B-day", 6), ("Flag", 4)),
)


@dataclass
class Listed:
    """A player of a list.

    number : in the register, "" for none; ratings, k : by kind of play, whole numbers
    facts : nation, sex, title, born
    """

    player: str
    name: str
    number: str
    ratings: dict[str, int] = field(default_factory=dict)
    k: dict[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


def listed_players(
    rows: Iterable[Mapping[str, object]], facts: Mapping[str, Mapping[str, str]]
) -> list[Listed]:
    """The players of a list, each once, in its order.

    rows : of the list: player, name, pool, rating, shown, and k if it has one
    facts : {column: {player: text}}
    Raises WrongUse where the list has several pools that are not FIDE's kinds of play, and
    ResultsRefused for ratings that no such file has room for.
    """
    rows = list(rows)
    pools = list(dict.fromkeys(str(row["pool"]) for row in rows))
    if len(pools) > 1 and not set(pools) <= set(KINDS):
        named = ", ".join(map(repr, pools))
        raise WrongUse(f"the list has the pools {named}: such a file has one, or {KINDS}")
    found: dict[str, Listed] = {}
    problems: list[Problem] = []
    for row in rows:
        player = str(row["player"])
        said = {name: of[player] for name, of in facts.items() if of.get(player)}
        number = said.pop("id", player)
        is_number = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
        entry = Listed(player, str(row["name"]), number if is_number else "", facts=said)
        kind = str(row["pool"]) if row["pool"] in KINDS else KINDS[0]
        rating = whole_rating(row)
        if 0 < rating <= HIGHEST:
            found.setdefault(player, entry).ratings[kind] = rating
            found[player].k[kind] = int(float(str(row.get("k") or 0)))
        else:
            what = f"{entry.name!r} has the rating {rating}"
            problems.append(Problem(what, f"1 to {HIGHEST}, for which there is room"))
    if problems:
        raise ResultsRefused(problems)
    return list(found.values())


def register_text(players: Sequence[Listed], kind: str) -> str:
    """The file that holds these players: ``fide-xml``, ``fide-text`` or ``trf``.

    Years of birth are told, days are not. Facts that are written otherwise there, as a nation of
    more than three letters, are left out. Raises ResultsRefused, with every problem, for who has
    no number where the form needs one, for two of one number and for names without room.
    """
    problems = _problems(players, kind)
    if problems:
        raise ResultsRefused(problems)
    if kind == "trf":
        return _as_report(players)
    rows = [_elements(one) for one in players]
    return _as_xml(rows) if kind == "fide-xml" else _as_text(rows)


def whole_rating(row: Mapping[str, object]) -> int:
    """A rating as it is shown, where that is a whole number; else rounded, halves up."""
    shown = str(row["shown"])
    return int(shown) if shown.isascii() and shown.isdigit() else _rounded(row["rating"])


def _rounded(rating: object) -> int:
    return math.floor(float(str(rating)) + 0.5)


def _problems(players: Sequence[Listed], kind: str) -> list[Problem]:
    problems = []
    most = LONGEST_NAME.get(kind, math.inf)
    first: dict[str, str] = {}
    for one in players:
        if not one.number and kind != "trf":
            right = "a column id of the players file; or a .trf, which needs none"
            problems.append(Problem(f"{one.name!r} has no number in a register", right))
        elif one.number and one.number in first:
            what = f"{one.name!r} has the number {one.number} of {first[one.number]!r}"
            problems.append(Problem(what, "a number of each"))
        first.setdefault(one.number, one.name)
        if len(one.name) > most or not one.name.isprintable():
            what = f"the name {one.name!r} does not fit"
            problems.append(Problem(what, f"at most {most} characters" if most < 999 else ""))
    return problems


def _elements(one: Listed) -> dict[str, str]:
    """What a list of FIDE says of a player, by the names of its XML."""
    title = _title(one)
    found = {
        "fideid": one.number,
        "name": one.name,
        "country": _nation(one),
        "sex": SEX.get(one.facts.get("sex", "").lower(), ""),
        "title": title,
        "w_title": title if title.startswith("W") else "",
        "o_title": "",
        "foa_title": "",
    }
    for kind, before in BEFORE.items():
        found[f"{before}rating"] = str(one.ratings.get(kind, 0))
        found[f"{before}games"] = "0"
        found[f"{before}k"] = str(one.k.get(kind, 0))
    return {**found, "birthday": one.facts.get("born", "")[:4], "flag": ""}


def _nation(one: Listed) -> str:
    nation = one.facts.get("nation", "")
    return nation if len(nation) <= NATION else ""


def _title(one: Listed) -> str:
    title = one.facts.get("title", "")
    return title if len(title) <= TITLE else ""


def _as_xml(rows: Iterable[Mapping[str, str]]) -> str:
    players = (
        "".join(f"<{name}>{escape(value)}</{name}>\n" for name, value in row.items())
        for row in rows
    )
    body = "".join(f"<player>\n{player}</player>\n" for player in players)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n{body}</playerslist>\n'


def _as_text(rows: Iterable[Mapping[str, str]]) -> str:
    lines = ["".join(heading.ljust(width) for heading, width in TEXT_COLUMNS)]
    for row in rows:
        cells = zip(row.values(), TEXT_COLUMNS, strict=True)
        lines.append("".join(value.ljust(width) for value, (_, width) in cells))
    return "".join(f"{line.rstrip()}{LINE_END}" for line in lines)


def _as_report(players: Sequence[Listed]) -> str:
    """Players of a tournament that has not begun, numbered in the order of the list."""
    lines = [f"062 {len(players)}", f"072 {len(players)}"]
    for number, one in enumerate(players, 1):
        sex = {"M": "m", "F": "w"}.get(SEX.get(one.facts.get("sex", "").lower(), ""), "")
        rating = next(iter(one.ratings.values()))
        lines.append(
            f"001 {number:>4} {sex:1}{_title(one):>3} {one.name:<33} {rating:>4} "
            f"{_nation(one):<3} {one.number:>11} "
            f"{born_in_report(one.facts.get('born', '')[:4]):<10}  0.0 {number:>4}"
        )
    return "".join(f"{line}{LINE_END}" for line in lines)
