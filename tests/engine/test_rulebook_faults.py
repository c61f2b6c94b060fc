"""Everything that is wrong with a rulebook, at once, each with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.engine.rulebook import RULEBOOKS, check_rulebook, load_rulebook, rulebook_keys
from banzuke.model.errors import BanzukeError, RulebookRefused

EVERYTHING = """\
format = 2
title = "Everything wrong"
game = "Othello"
system = "exchange-table"
titel = "again"
updated = 2023-02-30

[parameters]
start_rating = "1000"
draw_row = "hihger"
draw_rows = "own"
margins = [
  [0, 0],
  [2, 10],
  [8, 64],
]
rows = [
  { from = 51, gains = [1, 2, 3] },
  { from = 1, to = 50, gains = [1, 2, 3] },
  { from = 0, to = 1, gains = [1, 2, 3] },
  { to = -5, gains = [1, 2, 3] },
]
assumptions = ["too far down"]

[period]
kind = "evnt"
zone = "Europe/Stokholm"

[counts]
statuses = ["played", "playd"]
from = "2023-13-01"

[display]
decimals = -1
value = "rating -"

[list]
least_game = 1

[start]
ratings = 3

[[adjustment]]
on = 2024-01-01
share = 0.5

[[example]]
sides = [[1180], [1040]]
scores = [34, 30, 1]
after = [[1185]]
"""


def problems_of(tmp_path, text: str, name: str = "x.toml") -> list[str]:
    """All problems of a text, as told."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [str(problem).removeprefix(f"{name}, ") for problem in check_rulebook(path)]


def test_everything_at_once(tmp_path):
    """Sixteen kinds of mistakes in one file are all told, in the order of their lines."""
    assert problems_of(tmp_path, EVERYTHING) == [
        "line 1: format: 2 cannot be read (format = 1)",
        "line 5: titel: titel is not known here (did you mean title?)",
        "line 6: the date does not exist (a date such as 2024-01-31)",
        (
            "line 9: parameters.start_rating: '1000' is not allowed "
            "(a whole number, at least -1000000, at most 1000000)"
        ),
        "line 10: parameters.draw_row: 'hihger' is not allowed (higher, own or lower)",
        (
            "line 11: parameters.draw_rows: draw_rows is not known here (did you mean "
            "draw_row or rows?)"
        ),
        (
            "line 15: parameters.margins[3]: columns 2..10 and 8..64 both hold 8..10 "
            "(each margin belongs to one column)"
        ),
        (
            "line 20: parameters.rows[3]: rows 0..1 and 1..50 overlap "
            "(each lead belongs to one row; "
            "a row without from or to is open on that side)"
        ),
        (
            "line 21: parameters.rows[4]: no row holds -4..-1, between -5 and down and 0..1 "
            "(each lead belongs to one row)"
        ),
        (
            "line 23: parameters.assumptions: assumptions is not known here "
            "(assumptions stands at the top, before the first [section])"
        ),
        (
            "line 26: period.kind: 'evnt' is not allowed "
            "(event, game, round, day, week, month or year)"
        ),
        (
            "line 27: period.zone: 'Europe/Stokholm' is not a time zone "
            "(did you mean Europe/Stockholm, Europe/Skopje or Europe/Rome?)"
        ),
        (
            "line 30: counts.statuses[2]: 'playd' is not allowed "
            "(played, forfeit, walkover, bye, friendly or void)"
        ),
        "line 31: counts.from: '2023-13-01' is not allowed (a date such as 2024-01-31)",
        "line 34: display.decimals: -1 is not allowed (a whole number, at least 0, at most 12)",
        (
            "line 35: display.value: 'rating -' is not a sum of columns "
            "(state columns and numbers, as rating or 1500 + rating - 3 * deviation)"
        ),
        (
            "line 38: list.least_game: least_game is not known here "
            "(did you mean least_games or why_least_games?)"
        ),
        (
            "line 41: start.ratings: exchange-table keeps no 'ratings' of a player "
            "(did you mean rating?)"
        ),
        "line 45: adjustment[1].share: share without toward (the value to move toward)",
        "line 49: example[1].scores: 3 scores for 2 sides (one a side)",
        "line 50: example[1].after: after is not of the shape of sides (as in sides)",
    ]


HEAD = 'format = 1\ntitle = "T"\ngame = "G"\nsystem = "elo"\n'
OTHELLO = HEAD.replace("elo", "exchange-table")
BADUK = HEAD.replace("elo", "handicap-table")
DIPLOMACY = HEAD.replace("elo", "percentile")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: format is missing (format = 1)"),
        (
            HEAD + "[list]\nprovisional_deviation = 110.0\n",
            (
                "line 6: list.provisional_deviation: elo keeps no deviation of a player "
                "(0, or provisional_games)"
            ),
        ),
        (HEAD.replace("1", "true", 1), "line 1: format: true cannot be read (format = 1)"),
        (HEAD.replace("1", '"1"', 1), "line 1: format: '1' cannot be read (format = 1)"),
        (HEAD.replace('"T"', '""'), "line 2: title: '' is not allowed (a text, not empty)"),
        (HEAD.replace('"G"', "1"), "line 3: game: 1 is not allowed (a text, not empty)"),
        (
            HEAD.replace("elo", "eol"),
            ("line 4: system: no rating system is called 'eol' (did you mean elo?)"),
        ),
        (
            HEAD.replace('"elo"', "3"),
            "line 4: system: 3 is not allowed (a text, not empty)",
        ),
        (HEAD + "parameters = 3", "line 5: parameters: 3 is not allowed (a table)"),
        (
            HEAD + "pooling = 'apart'",
            "line 5: pooling: 'apart' is not allowed (separate or together)",
        ),
        (
            HEAD + "assumptions = 'one'",
            "line 5: assumptions: 'one' is not allowed (a list, each a text, not empty)",
        ),
        (
            HEAD + "[parameters]\nk = true",
            "line 6: parameters.k: true is not allowed (a number, at least 0)",
        ),
        (
            HEAD + "[parameters]\nk = -1",
            "line 6: parameters.k: -1 is not allowed (a number, at least 0)",
        ),
        (
            HEAD + "[parameters]\nk = nan",
            "line 6: parameters.k: nan is not allowed (a number, at least 0)",
        ),
        (
            HEAD + "[parameters]\nscale = inf",
            "line 6: parameters.scale: inf is not allowed (a number, above 0)",
        ),
        (
            HEAD + "[parameters]\nk = [1]",
            "line 6: parameters.k: a list is not allowed (a number, at least 0)",
        ),
        (HEAD + "[pools.a]\nkk = 1", "line 6: pools.a.kk: kk is not known here (did you mean k?)"),
        (HEAD + "[pools]\na = 1", "line 6: pools.a: 1 is not allowed (a table)"),
        (
            HEAD + "[period]\nkind = 'all'",
            (
                "line 6: period.kind: elo cannot rate by all "
                "(game, round, event, day, week, month or year)"
            ),
        ),
        (
            HEAD + "[period]\nzone = ''",
            "line 6: period.zone: '' is not a time zone (such as UTC or Europe/Stockholm)",
        ),
        (
            HEAD + "[period]\nzone = '/etc/x'",
            "line 6: period.zone: '/etc/x' is not a time zone (such as UTC or Europe/Stockholm)",
        ),
        (
            HEAD + "[counts]\nstatuses = []",
            'line 6: counts.statuses: no status counts (such as ["played"])',
        ),
        (
            HEAD + "[counts]\nfrom = 2024-01-02\nuntil = 2024-01-01",
            "line 7: counts.until: nothing counts: from 2024-01-02 is after until 2024-01-01",
        ),
        (
            HEAD + "[counts]\nevents = ['A']\nexcept_events = ['B',\n'A']",
            "line 8: counts.except_events[2]: 'A' is both counted and excepted",
        ),
        (
            HEAD + "[display]\nvalue = 'deviation'",
            (
                "line 6: display.value: elo keeps no 'deviation' of a player (known: "
                "experience, games, met_established, peak, points_from_established, rating, "
                "smoothed)"
            ),
        ),
        (
            HEAD + "[display]\nvalue = 'rating / 0'",
            "line 6: display.value: 'rating / 0' divides by zero",
        ),
        (
            HEAD + "[display]\nrank_table = 'ranks'",
            (
                "line 6: display.rank_table: 'ranks' is no table of elo with name and "
                "from (there is none)"
            ),
        ),
        (
            BADUK + "[display]\nrank_table = 'classes'",
            (
                "line 6: display.rank_table: 'classes' is no table of handicap-table with name "
                "and from (known: ranks)"
            ),
        ),
        (
            BADUK + "[display]\nregular_mark = '*'",
            (
                "line 6: display.regular_mark: regular_mark stands after a rank, "
                "but there is no rank_table "
                "(set rank_table as well)"
            ),
        ),
        (
            HEAD + "[list]\ntie_order = ['name']",
            "line 6: list.tie_order[1]: 'name' is not allowed (sort_name, player or games)",
        ),
        (HEAD + "[list]\nranks = 1224", "line 6: list.ranks: 1224 is not allowed (1224 or 1223)"),
        (
            OTHELLO + "[start]\nrating = 1000.5",
            (
                "line 6: start.rating: 1000.5 is not a whole number (the rows of the table are "
                "bounded by whole numbers)"
            ),
        ),
        (
            DIPLOMACY + "[start]\nrating = 101",
            "line 6: start.rating: 101 is no percentile (0 to 100)",
        ),
        (
            (
                "format = 1\ntitle = 'T'\ngame = 'g'\nsystem = 'elo'\n[parameters]\nk = 10\n"
                "[start]\nrating = 1000\ngames = 7"
            ),
            (
                "line 9: start.games: 'games' is not kept of a player by these parameters, so "
                "that it has no effect (parameters that need it, or no such line)"
            ),
        ),
        (HEAD + "[start]\nrating = 'x'", "line 6: start.rating: 'x' is not allowed (a number)"),
        (
            HEAD + "[[amendment]]\nfrom = 2020-01-01",
            "line 5: amendment[1]: the amendment changes nothing (parameters or pools)",
        ),
        (
            HEAD + "[[amendment]]\nparameters.k = 1",
            "line 5: amendment[1].from: from is missing (a date such as 2024-01-31)",
        ),
        (
            HEAD + "[[amendment]]\nfrom = 2020-01-01\nparameters.kk = 1",
            "line 7: amendment[1].parameters.kk: kk is not known here (did you mean k?)",
        ),
        (
            HEAD
            + "[[amendment]]\nfrom = 2020-01-01\nparameters.k = 1\n[amendment.pools.a]\nk = -1",
            "line 9: amendment[1].pools.a.k: -1 is not allowed (a number, at least 0)",
        ),
        (
            HEAD
            + "[[amendment]]\nfrom = 2020-01-01\nparameters.k = 1\n"
            + "[[amendment]]\nfrom = 2020-01-01\nparameters.k = 2",
            "line 9: amendment[2].from: two amendments hold from 2020-01-01 (one amendment a day)",
        ),
        (
            HEAD + "[[adjustment]]\non = 2020-01-01",
            "line 5: adjustment[1]: the adjustment changes nothing (add, or toward and share)",
        ),
        (
            HEAD + "[[adjustment]]\non = 2020-01-01\ntoward = 3",
            "line 7: adjustment[1].toward: toward without share (share above 0, at most 1)",
        ),
        (
            HEAD + "[[adjustment]]\non = 2020-01-01\ntoward = 3\nshare = 1\nadd = 2",
            "line 9: adjustment[1].add: both add and toward (two adjustments, one after the other)",
        ),
        (
            HEAD + "[[adjustment]]\non = 2020-01-01\nshare = 2\ntoward = 1",
            "line 7: adjustment[1].share: 2 is not allowed (a number, at least 0, at most 1)",
        ),
        (
            HEAD + "[[adjustment]]\non = 2020-01-01\nadd = 2\nbelow = 1\nabove = 1",
            "line 9: adjustment[1].above: no rating is both above 1 and below 1",
        ),
        (
            HEAD + "[[adjustment]]\non = 2020-02-29\nadd = 2\nevery = 'year'",
            "line 6: adjustment[1].on: not every year has a 29 February (02-28 or 03-01)",
        ),
        (
            HEAD + "[[example]]\nsides = [[[1, 2]]]\nplaces = [1]\nafter = [[1]]",
            "line 6: example[1].sides: 2 values a player, but elo keeps 1 (rating)",
        ),
        (
            HEAD + "[[example]]\nsides = [[]]\nafter = [[]]\nplaces=[1]\nscores=[1]",
            "line 5: example[1]: an example has places or scores (one of them)",
        ),
        (
            HEAD + "[[example]]\nsides = [[1], [[]]]\nafter = [[1], [1]]\nplaces=[1, 2]",
            "line 6: example[1].sides: a player has no values (at least the rating)",
        ),
        (
            HEAD
            + "[[example]]\nsides = [[1], [1]]\nafter = [[1], [1]]\nplaces=[1, 2]\nadvantage = 3",
            "line 9: example[1].advantage: there is no side 3",
        ),
        (
            HEAD + "[[example]]\nplaces = [1]\nafter = [['x']]\nsides = [[1]]",
            "line 7: example[1].after[1][1][1]: 'x' is not allowed (a number)",
        ),
    ],
)
def test_one_problem(tmp_path, text, problem):
    """One mistake is one line of text that says where, what, and what would be right."""
    assert problem in problems_of(tmp_path, text)
    if text and "missing" not in problem:
        assert len(problems_of(tmp_path, text)) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = tru\n", 'line 1: the value is not TOML (a text stands in quotes, as "first")'),
        ("a = 1\na = 2\n", "line 2: the key stands here a second time (each key once)"),
        (
            "a = 1,5\n",
            (
                "line 1: something stands behind the value "
                "(one key = value a line, a comment after #, decimals with a point)"
            ),
        ),
        ("a\n", "line 1: there is no = after the key (key = value)"),
        ('a = 1\nb = "x\n', "line 2: a text does not end (a quote at its end)"),
        ("[a\n", "line 1: not TOML: Expected ']' at the end of a table declaration"),
        (
            "a = [\n 1,\n[period]\nkind = 'game'\n",
            (
                "line 3: the value is not TOML (is a ], a }, a comma or a quote missing in what "
                "begins in line 1?)"
            ),
        ),
        ("a = " + "[" * 5000, "line 1: lists lie too deep in one another (tables of rows)"),
    ],
)
def test_not_toml(tmp_path, text, problem):
    """Text that is no TOML is told by line, in plain words."""
    assert problem in problems_of(tmp_path, text)


def test_two_lines_that_are_not_toml_and_a_wrong_value(tmp_path):
    """Reading goes on behind a line that cannot be read, and its key is not called missing."""
    text = HEAD.replace('"T"', "T") + "updated = 2023-02-30\nauthor = 3\n"
    assert problems_of(tmp_path, text) == [
        'line 2: the value is not TOML (a text stands in quotes, as "first")',
        "line 5: the date does not exist (a date such as 2024-01-31)",
        "line 6: author: 3 is not allowed (a text)",
    ]


def test_not_utf8(tmp_path):
    """A file in another encoding is refused with the line of the first such byte."""
    path = tmp_path / "x.toml"
    path.write_bytes(HEAD.encode() + 'author = "Müller"\n'.encode("latin-1"))
    (problem,) = check_rulebook(path)
    assert str(problem) == "x.toml, line 5: byte 0xFC is not UTF-8 (save the file as UTF-8 text)"


def test_too_large(tmp_path):
    """A file of another kind is refused by its size."""
    path = tmp_path / "x.toml"
    path.write_bytes(b"#" * 5_000_000)
    (problem,) = check_rulebook(path)
    assert problem.what == "too large for a rulebook"
    with pytest.raises(RulebookRefused, match="too large"):
        load_rulebook(path)


def test_ring(tmp_path):
    """Rulebooks that extend one another are refused where the ring closes."""
    (tmp_path / "b.toml").write_text('format = 1\n\nextends = "a.toml"\n')
    found = problems_of(tmp_path, 'format = 1\nextends = "./b.toml"\n', "a.toml")
    assert found == [
        (
            "b.toml, line 3: extends goes round: a.toml → ./b.toml → a.toml "
            "(one of them must not extend another)"
        )
    ]
    own = problems_of(tmp_path, 'format = 1\nextends = "c.toml"\n', "c.toml")
    assert own[0].startswith("line 2: extends goes round")


@pytest.mark.parametrize(
    ("extends", "problem"),
    [
        ('"warlihgt"', "there is no rulebook 'warlihgt' to extend (did you mean warlight"),
        ('"./none.toml"', "none.toml cannot be read"),
        ("3", "extends: 3 is not allowed (the key or path of a rulebook)"),
        ('""', "extends: '' is not allowed (the key or path of a rulebook)"),
    ],
)
def test_nothing_to_extend(tmp_path, extends, problem):
    """What cannot be extended is the only problem, not all that is missing without it."""
    (found,) = problems_of(tmp_path, f"format = 1\nextends = {extends}\n")
    assert found.startswith("line 2: ")
    assert problem in found


def test_problem_of_the_extended_file(tmp_path):
    """A problem is told of the file that it comes from, by its own lines."""
    (tmp_path / "base.toml").write_text(HEAD + '[parameters]\nk = "x"\nscale = 0\n')
    text = 'format = 1\nextends = "./base.toml"\n[parameters]\nscale = 100\nkk = 1\n'
    assert problems_of(tmp_path, text) == [
        "line 5: parameters.kk: kk is not known here (did you mean k?)",
        "base.toml, line 6: parameters.k: 'x' is not allowed (a number, at least 0)",
    ]
    (tmp_path / "broken.toml").write_text("format = 1\n[[[\n")
    (found,) = problems_of(tmp_path, 'format = 1\nextends = "broken.toml"\n')
    assert found.startswith("broken.toml, line 2: ")


def test_a_list_belongs_to_one_file(tmp_path):
    """A row that replaces a row of the extended file is told of the file that has it now."""
    text = (
        'format = 1\nextends = "othello-sweden"\n[parameters]\nrows = [\n'
        "  { from = 1, gains = [0, 0, 0, 0, 0, 0, 0, 0, 0] },\n"
        "  { to = 0 },\n]\n"
    )
    assert problems_of(tmp_path, text) == [
        (
            "line 6: parameters.rows[2].gains: gains is missing "
            "(a list, each a whole number, at least -100000, at most 100000)"
        ),
    ]


PACKAGED = [
    (RULEBOOKS.packaged / f"{key}.toml").read_text(encoding="utf-8") for key in rulebook_keys()
]


@given(
    text=st.sampled_from(PACKAGED),
    at=st.floats(0, 1),
    length=st.integers(0, 40),
    insert=st.text("[]{}=,.\"'#\n\\ ab-1é", max_size=8),
)
def test_damaged_rulebooks_are_refused_not_crashed(tmp_path_factory, text, at, length, insert):
    """Whatever is cut out of a rulebook or put into it: sound, or problems with their lines."""
    begin = int(at * len(text))
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    path.write_text(text[:begin] + insert + text[begin + length :], encoding="utf-8")
    try:
        problems = check_rulebook(path)
        if not problems:
            load_rulebook(path)
    except BanzukeError:
        return
    lines = path.read_text(encoding="utf-8").count("\n") + 1
    for problem in problems:
        if problem.source == path.name:
            assert problem.row is not None
            assert 1 <= problem.row <= lines
