"""The total order: natural comparison, and sorting only as far as needed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from banzuke.model.ordering import natural_key, natural_ranks, order_by, total_order
from banzuke.workflows.reading import read
from builders import table


@pytest.mark.parametrize(
    "texts",
    [
        ["Round 2", "Round 9", "Round 10", "Round 10a"],
        ["1", "2", "9", "10", "A1", "A2", "A10", "B"],
        ["0", "00", "1"],
        ["2.9", "2.10", "10.1"],
        ["final", "final 1", "semi-final 2"],
    ],
)
def test_natural_order(texts):
    """Numbers inside texts are compared as numbers, and stand before letters."""
    assert sorted(set(texts), key=natural_key) == texts


labels = st.one_of(
    st.integers(-20, 120).map(str),
    st.text(alphabet="aB1290 .-٣", max_size=4),
    st.from_regex(r"\A(R|Round )?0?[0-9]{1,3}\Z"),
)


@given(st.lists(labels | st.none(), max_size=12), st.booleans())
def test_ranks_agree_with_the_key(values, digits):
    """However the ranks are found, they order texts as the key does; empty cells come first."""
    if digits:
        values = [value for value in values if value is None or value.isascii()]
    ranks = natural_ranks(pl.Series(values, dtype=pl.String)).tolist()
    keys = [(value is not None, natural_key(value or "")) for value in values]
    for one, left in zip(ranks, keys, strict=True):
        for two, right in zip(ranks, keys, strict=True):
            assert (one < two, one == two) == (left < right, left == right)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), max_size=12),
    st.integers(0, 2),
)
def test_order_by_is_a_stable_sort(rows, missing):
    """Keys sort as tuples do, ties keep their order and are told; a missing key is passed over."""
    keys = [np.array([row[i] for row in rows], dtype=np.int64) for i in range(3)]
    given_keys = [None if i == missing else key for i, key in enumerate(keys)]
    found = order_by(len(rows), given_keys)
    used = [tuple(v for i, v in enumerate(row) if i != missing) for row in rows]
    wanted = sorted(range(len(rows)), key=lambda i: used[i])
    order = list(range(len(rows))) if found.order is None else found.order.tolist()
    assert order == wanted
    tied = [i > 0 and used[order[i]] == used[order[i - 1]] for i in range(len(order))]
    assert found.tied.tolist() == tied


def test_keys_are_not_asked_for_in_vain():
    """Once nothing is tied no further key is computed; sorted games are not sorted again."""
    asked = []

    def keys(*values):
        for value in values:
            asked.append(value)
            yield np.array(value)

    assert order_by(3, keys([1, 2, 3], [0, 0, 0])).order is None
    assert order_by(3, keys([3, 1, 2], [0, 0, 0])).order.tolist() == [1, 2, 0]
    assert asked == [[1, 2, 3], [3, 1, 2]]
    assert order_by(3, keys([1, 1, 2], [1, 0, 0])).order.tolist() == [1, 0, 2]
    assert len(asked) == 4


def test_games_rated_together_are_ordered_by_what_happened():
    """Where a period holds several games, their rows do not tell which of them comes first."""
    rows = ["E B A 1-0", "E A B 1-0", "E A C 1/2-1/2", "E A B 1/2-1/2", "E B A 1-0"]
    found = []
    for order in (rows, rows[::-1]):
        results = read(table("event player_1 player_2 result\n" + "\n".join(order)))
        ordered = total_order(results, together=True).order
        assert ordered is not None
        found.append([order[game] for game in ordered])
    assert found[0] == found[1]
    assert (
        total_order(read(table("event player_1 player_2 result\n" + "\n".join(rows)))).order is None
    )


@given(st.lists(st.text(st.sampled_from("ab .-0179ä٣\x00\x01\n"), max_size=8), unique=True))
@example(["7 b", "07 a", "7 a", "07 b", "", "0", "00", "a", "a1", "ab", "1" * 19, "1-2", "1-10"])
def test_ranks_of_texts_of_several_parts(texts):
    """Texts with several numbers are ranked as their keys sort them, whatever is in them."""
    ranks = natural_ranks(pl.Series(texts, dtype=pl.String)).tolist()
    by_rank = [text for _, text in sorted(zip(ranks, texts, strict=True))]
    assert by_rank == sorted(texts, key=natural_key)
