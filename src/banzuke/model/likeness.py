"""Names that may well be one person's, spelt in two ways; whoever reads them decides, not we."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import polars as pl

# Beyond so many names the comparison would take longer than the rating.
MOST_SPELT = 300_000
MOST_COMPARED = 5_000

# A slip of the pen is looked for in full names only: short ones differ by a letter anyway.
LEAST_LETTERS = 8

#: What stands between words, and what of it is not one space between two.
BETWEEN_WORDS = r"[\s.,'’`_\-\x{2010}-\x{2013}]+"
NOT_A_SPACE_BETWEEN = r"[^\S ]|[.,'’`_\-\x{2010}-\x{2013}]|  |^ | $"

OTHER_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"}


def keys_of(names: Sequence[str]) -> pl.Series:
    """Names in small letters, without accents and what stands between words: String[names].

    Of more than ``MOST_SPELT`` names none, so that nobody compares them.
    """
    if len(names) > MOST_SPELT:
        return pl.Series([], dtype=pl.String)
    texts = pl.Series(names, dtype=pl.String)
    # Most names are plain: what takes long is done to the others only.
    accented = (texts.str.len_bytes() != texts.str.len_chars()).arg_true()
    keys = texts.str.to_lowercase()
    keys = keys.scatter(accented, _without_accents(texts.gather(accented)))
    parted = keys.str.contains(NOT_A_SPACE_BETWEEN).arg_true()
    return keys.scatter(parted, _spaced(keys.gather(parted)))


def _without_accents(texts: pl.Series) -> pl.Series:
    letters = texts.str.normalize("NFKD").str.replace_all(r"\p{M}", "")
    return letters.str.to_lowercase().str.replace_many(OTHER_LETTERS)


def _spaced(texts: pl.Series) -> pl.Series:
    """Texts with one space for whatever stands between words, and none outside."""
    return texts.str.replace_all(BETWEEN_WORDS, " ").str.strip_chars()


def spelt_alike(keys: pl.Series) -> list[tuple[int, int]]:
    """Pairs of indices of names that differ in capitals, accents and what stands between words.

    keys : of the names, by ``keys_of``. Each pair is a name and the first one that is alike.
    """
    table = pl.DataFrame({"key": keys}).with_row_index("index").filter(pl.col("key") != "")
    alike = table.filter(pl.col("key").is_duplicated())
    first: dict[str, int] = {}
    pairs = []
    for index, key in alike.select("index", "key").iter_rows():
        if key in first:
            pairs.append((first[key], index))
        first.setdefault(key, index)
    return pairs


def nearly_alike(keys: pl.Series) -> list[tuple[int, int]]:
    """Pairs of indices of full names with the words exchanged, or one letter in another way.

    A letter is another, is missing, or is exchanged with its neighbour. Names with digits, which
    number people, initials, and what ``spelt_alike`` gives are left alone. Of many names only
    those with the words exchanged are found.

    keys : of the names, by ``keys_of``
    """
    if len(keys) > MOST_COMPARED:
        return _words_exchanged(keys)
    spelt = [" ".join(sorted(key.split())) for key in keys]
    full = [
        len(name) >= LEAST_LETTERS and " " in name and not any(c.isdigit() for c in name)
        for name in spelt
    ]
    # Names one letter apart have a text in common once each lacks one of its letters.
    without: dict[str, list[int]] = {}
    for index, name in enumerate(spelt):
        if full[index]:
            shorter = {name[:at] + name[at + 1 :] for at in range(len(name))}
            for text in (name, *sorted(shorter)):
                without.setdefault(text, []).append(index)
    together = {
        (one, two)
        for group in without.values()
        for number, one in enumerate(group)
        for two in group[number + 1 :]
    }
    return sorted(
        (one, two)
        for one, two in together
        if keys[one] != keys[two] and _is_one_slip(spelt[one], spelt[two])
    )


def _words_exchanged(keys: pl.Series) -> list[tuple[int, int]]:
    """Pairs of indices of names of the same words in another order, of each and a first one."""
    # Most names are left aside before their words are taken apart, which takes longest.
    alike = (
        pl.DataFrame({"key": keys})
        .with_row_index("index")
        .filter(
            pl.col("key").str.len_chars() >= LEAST_LETTERS,
            pl.col("key").str.contains(r"^\D* \D*$"),
        )
        .with_columns(words=pl.col("key").str.split(" ").list.sort().list.join(" "))
        .filter(pl.col("words").is_duplicated())
    )
    first: dict[str, tuple[int, str]] = {}
    pairs = []
    for index, key, one in alike.iter_rows():
        of_first, key_of_first = first.setdefault(one, (index, key))
        if key != key_of_first:
            pairs.append((of_first, index))
    return pairs


def _is_one_slip(one: str, two: str) -> bool:
    """Whether texts are equal, or differ by a letter or by two neighbours that are exchanged."""
    short, long = sorted((one, two), key=len)
    differ = [at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b]
    if len(short) == len(long):
        exchanged = len(differ) == 2 and _are_exchanged(short, long, differ)
        words = zip(short.split(), long.split(), strict=False)
        initials = any(a != b and min(len(a), len(b)) <= 2 for a, b in words)
        return not initials and (len(differ) <= 1 or exchanged)
    at = differ[0] if differ else len(short)
    return short[at:] == long[at + 1 :]


def _are_exchanged(one: str, two: str, at: Sequence[int]) -> bool:
    return all(b == a + 1 and one[a] == two[b] and one[b] == two[a] for a, b in pairwise(at))
