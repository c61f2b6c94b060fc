"""Wide tables: a line a player, and the same few columns again for each round.

As ``first, last, round, game, power, score, round, game, power, score, …, total``, or with the
number of the round in the names of the columns. Where these name an opponent and a result, the
table is a crosstable whose cells were taken apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.cell_styles import IN_HALVES
from banzuke.importers.steps.crosstable_reading import read_crosstable
from banzuke.importers.steps.crosstables import is_total
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.grids import Grid
from banzuke.importers.steps.headers import MOST_ABOVE, name_columns
from banzuke.importers.steps.tidying import tidy
from banzuke.model.column_names import SYNONYMS, meaning
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.problems import Problem

#: What a column of a round may hold, by ``meaning`` without numbers: our column, or ours here.
IN_ROUNDS = {
    **{name: name for name in ("round", "game", "board", "score", "place", "side", "result")},
    **dict.fromkeys(("power", "country", "role", "faction", "colour_played"), "role"),
    **dict.fromkeys(("opponent", "opp", "gegner", "motst", "adversaire", "rival"), "opponent"),
    **dict.fromkeys(("colour", "color", "col", "farbe", "farg", "couleur"), "colour"),
    **dict.fromkeys(("res", "erg"), "result"),
}
NUMBER = re.compile(r"(?:^|_)(?:r|rd|rnd|round|runde|rond|ronde|ronda|turno)?_?(\d+)(?=_|$)")
SIGNS = {2: "+", 1: "=", 0: "-"}
COLOURED = {2: "1", 1: "½", 0: "0"}


class Blocks(NamedTuple):
    """The columns of a wide table.

    position : of the header; fixed : columns that stand once
    rounds : of each round {what it holds: column}; labels : of the rounds, "" where not told
    """

    position: int
    fixed: list[int]
    rounds: list[dict[str, int]]
    labels: list[str]


def read_wide(grid: Grid, options: ReadOptions, source: str) -> Reading | None:
    """The Reading of a grid that is a wide table; None if it is none.

    Raises ResultsRefused with everything that is wrong.
    """
    for position in range(min(MOST_ABOVE, len(grid.records) - 1)):
        blocks = blocks_of(grid.records[position], position)
        if blocks is None:
            continue
        held = set(blocks.rounds[0])
        if {"opponent", "result"} <= held:
            return _as_crosstable(grid, blocks, options, source)
        if "game" in held and held & {"score", "place"}:
            return _as_entries(grid, blocks, options, source)
    return None


def blocks_of(names: Sequence[str], position: int = 0) -> Blocks | None:
    """The columns that come again for each round; None where none do, or in another order."""
    called = [_without_number(name) for name in names]
    counts = Counter(base for base, _ in called)
    held = [IN_ROUNDS.get(base, SYNONYMS.get(base, "")) for base, _ in called]
    again = [
        at
        for at, (base, _) in enumerate(called)
        if counts[base] > 1 and held[at] in IN_ROUNDS.values()
    ]
    kinds = list(dict.fromkeys(held[at] for at in again))
    width = len(kinds)
    if width < 2 or [held[at] for at in again] != kinds * (len(again) // width):
        return None
    starts = range(0, len(again), width)
    return Blocks(
        position,
        [at for at in range(len(names)) if at not in again],
        [dict(zip(kinds, again[start : start + width], strict=True)) for start in starts],
        [called[again[start]][1] for start in starts],
    )


def _without_number(name: str) -> tuple[str, str]:
    """The name of a column without the number of a round in it, and that number."""
    said = meaning(name)
    found = NUMBER.search(said)
    if found is None:
        return said, ""
    base = (said[: found.start()] + said[found.end() :]).strip("_")
    return (base, found[1]) if base else (said, "")


def _as_crosstable(grid: Grid, blocks: Blocks, options: ReadOptions, source: str) -> Reading | None:
    """The table with the cells of each round as one, read as a crosstable."""
    names = grid.records[blocks.position]
    head = [names[at] for at in blocks.fixed]
    rounds = [f"Round {number}" for number in range(1, len(blocks.rounds) + 1)]
    records = [
        [record[at] for at in blocks.fixed] + [_cell(record, block) for block in blocks.rounds]
        for record in grid.records[blocks.position + 1 :]
    ]
    whole = Grid([[*head, *rounds], *records], grid.rows[blocks.position :])
    return read_crosstable(whole, options, source)


def _cell(record: Sequence[str], block: dict[str, int]) -> str:
    """Opponent, colour and result as one cell of a crosstable."""
    opponent, result = record[block["opponent"]], record[block["result"]]
    colour = record[block["colour"]][:1].casefold() if "colour" in block else ""
    halves = IN_HALVES.get(result.casefold())
    if not opponent or halves is None or not opponent.isdecimal():
        return f"{opponent} {result}".strip() if opponent or result not in ("", "-") else ""
    return f"{opponent}{colour}{COLOURED[halves]}" if colour else f"{opponent}{SIGNS[halves]}"


def _as_entries(grid: Grid, blocks: Blocks, options: ReadOptions, source: str) -> Reading:
    """The table with a row a player and game."""
    names, row = grid.records[blocks.position], grid.rows[blocks.position]
    totals = [at for at in blocks.fixed if is_total(names[at])]
    fixed = [at for at in blocks.fixed if at not in totals]
    kinds = list(dict.fromkeys(["round", *blocks.rounds[0]]))
    header = name_columns([*(names[at] for at in fixed), *kinds], options, source, row)
    found = Findings(source)
    cells: list[list[str | None]] = []
    rows: list[int] = []
    for record, line in zip(
        grid.records[blocks.position + 1 :], grid.rows[blocks.position + 1 :], strict=True
    ):
        for number, block in enumerate(blocks.rounds):
            told = {kind: record[at] for kind, at in block.items()}
            if not any(value for kind, value in told.items() if kind != "round"):
                continue
            told["round"] = told.get("round") or blocks.labels[number] or str(number + 1)
            cells.append([*(record[at] for at in fixed), *(told[kind] for kind in kinds)])
            rows.append(line)
        _compare(record, line, blocks, [(at, names[at]) for at in totals], found)
    if not cells:
        raise ResultsRefused([Problem("no line has a game", "", source)])
    frame = pl.DataFrame(cells, schema=dict.fromkeys(header.names, pl.String), orient="row")
    what = f"read as a wide table of {len(blocks.rounds)} rounds, a game of each in a line"
    found.odd.add(what, "", "", row)
    return tidy(
        frame, header, source, row + 1, found.warnings(), rows=pl.Series(rows, dtype=pl.UInt32)
    )


def _compare(
    record: Sequence[str],
    line: int,
    blocks: Blocks,
    totals: Sequence[tuple[int, str]],
    found: Findings,
) -> None:
    """Warn where a printed total is not the sum of the scores of a line."""
    scores = [_number(record[block["score"]]) for block in blocks.rounds if "score" in block]
    told = [score for score in scores if score is not None]
    for at, name in totals:
        total = _number(record[at])
        if told and total is not None and abs(total - sum(told)) > 1e-6 * max(1.0, abs(total)):
            what = f"{record[at]} is printed, but the scores add up to {sum(told):g}"
            found.odd.add(what, "", name, line)


def _number(text: str) -> float | None:
    plain = text.strip().replace(",", ".")
    return float(plain) if re.fullmatch(r"-?\d*\.?\d+", plain) else None
