"""Games in the lines of Go tables: what they mean, letter by letter and by the pattern."""

from __future__ import annotations

import re

import polars as pl
from hypothesis import example, given
from hypothesis import strategies as st

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_lines import CELL, read_lines
from banzuke.importers.steps.pairing import BLACK, JIGO, LOST, NOT_TOLD, UNKNOWN, WHITE, WON

SCORED = {"+": WON, "=": JIGO, "-": LOST, "?": NOT_TOLD}
words = st.one_of(
    st.from_regex(re.compile(CELL, re.ASCII), fullmatch=True),
    st.text("0123456789+-=?/!wbWBxé", min_size=1, max_size=14),
)


@given(st.lists(words, min_size=1, max_size=8))
@example(["12+/b2", "7-!w", "3=", "0+!", "39?", "39?/w", "123456+", "4+//w", "5-!!", "6+w123"])
def test_games_mean_what_the_pattern_says(cells):
    """Every word that the pattern matches is a game with just these parts, and no other is."""
    lines = read_lines([f"1 A B 3d FR {' '.join(cells)} 1+/w"], [1], "", Findings("f"))
    found = dict(zip(lines.words, zip(*lines.meant.halves, strict=True), strict=True))
    fits = dict(zip(lines.words, lines.meant.fits.tolist(), strict=True))
    for cell in cells:
        match = re.fullmatch(CELL, cell, re.ASCII)
        is_game = match is not None and (match[2] != "?" or match[4] is not None)
        assert fits[cell] == is_game
        if match is None or not is_game:
            continue
        number, sign, mark, colour, stones, default = match.groups()
        assert tuple(map(int, found[cell])) == (
            int(number),
            SCORED[sign],
            {"b": BLACK, "w": WHITE, "": UNKNOWN}[(colour or "").lower()],
            int(stones or 0) if colour else -1,
            mark == "!" or default == "!",
        )


def test_the_last_run_of_games_is_what_counts():
    """A word that is none divides the games of a line from its scores; blank tables have none."""
    texts = ["1 A B 3d FR X 1= 2 3+/w 4-", "2 C D 1d 1-/b 0="]
    lines = read_lines(texts, [5, 9], "", Findings("f"))
    assert [lines.words[int(at)] for at in lines.cells] == ["3+/w", "1-/b"]
    assert lines.word(0).to_list() == ["FR", None]
    assert lines.word(1).to_list() == ["X", None]
    assert lines.rows.tolist() == [5, 9]
    assert read_lines([], [], "", Findings("f")).word(0).equals(pl.Series([], dtype=pl.String))
