"""Games in the lines of Go tables: what they mean, letter by letter and by the pattern."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_cells import CELL
from banzuke.importers.steps.go_lines import LINE, read_lines
from banzuke.importers.steps.pairing import BLACK, JIGO, LOST, NOT_TOLD, UNKNOWN, WHITE, WON
from banzuke.importers.steps.text_lines import plain

SCORED = {"+": WON, "=": JIGO, "-": LOST, "?": NOT_TOLD}
words = st.one_of(
    st.from_regex(re.compile(CELL, re.ASCII), fullmatch=True),
    st.text("0123456789+-=?/!wbWBxé", min_size=1, max_size=14),
)


heads = st.lists(
    st.one_of(
        st.sampled_from(["3d", "12K", "7p", "17", "A", "B_C", "123456", "é9"]), st.text("1dA ")
    ),
    max_size=6,
)


@given(heads)
def test_lines_are_what_the_pattern_says(head):
    """Place, name and rank are those that the pattern finds, and no other text is a line."""
    text = plain(" ".join([*head, "1+/w"]))
    match = re.fullmatch(LINE, text, re.ASCII)
    found = Findings("f")
    lines = read_lines([text], [1], "", found)
    if match is None:
        assert [one.what[:10] for one in found.wrong.found] == ["no line of"]
        return
    assert lines.place.tolist() == [int(match[1] or 0)]
    assert lines.names == [match[2].replace("_", " ")]
    assert lines.ranks == [match[3]]


@given(st.lists(words, min_size=1, max_size=8))
@example(["12+/b2", "7-!w", "3=", "0+!", "39?", "39?/w", "123456+", "4+//w", "5-!!", "6+w123"])
def test_games_mean_what_the_pattern_says(cells):
    """Every word that the pattern matches is a game with just these parts, and no other is."""
    lines = read_lines([f"1 A B 3d FR {' '.join(cells)} 1+/w"], [1], "", Findings("f"))
    words = [lines.words.word(number) for number in range(len(lines.words.start))]
    halves = list(zip(*lines.meant.halves, strict=True))
    found = {word: halves[at] for word, at in zip(words, lines.meant.place, strict=True)}
    fits = dict(zip(words, lines.meant.fits.tolist(), strict=True))
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
    texts = ["1 A  B\t3d FR X 1= 2 3+/w 4-", " 2 C_D é 1d\N{NO-BREAK SPACE}1-/b  0= ", "3 E F 2k "]
    found = Findings("f")
    lines = read_lines(texts, [5, 9, 11], "", found)
    assert [lines.words.word(int(at)) for at in lines.cells] == ["3+/w", "1-/b"]
    columns = (lines.names, lines.families, lines.ranks, lines.first, lines.second)
    assert list(zip(*columns, strict=True)) == [
        ("A B", "A", "3d", "FR", "X"),
        ("C D é", "C D", "1d", None, None),
    ]
    assert lines.rows.tolist() == [5, 9]
    assert [one.what for one in found.wrong.found] == ["no games end this line, but '2k'"]
    assert len(read_lines([], [], "", Findings("f")).names) == 0
