"""Who of many people is worth a look for some names: found by words, without looking at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from banzuke.model.name_parts import WORD, Parts, plain_name
from banzuke.model.transliteration import ways_to_write

#: More alike than this, 0 to 100, two words are taken as slips for each other; just as alike are
#: words of four letters of which one has a fifth at its end.
ALIKE = 80

#: What is worth a look, 0 to 1.
NEARLY = ALIKE / 100 - 1e-6

#: A slip is looked for in family names of so many letters, since short ones differ anyway.
LEAST_LETTERS = 4

#: So many words are compared with all known ones at once, for the memory that it takes.
MOST_AT_ONCE = 100


def near_people(said: Mapping[str, Parts], people: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Who of many people is worth a look for each name.

    Whoever has a word that is nearly one of the family's, and a word that begins as a given name
    does; or two words of the name.
    """
    known = _words_of(people)
    asked = pl.DataFrame(
        [
            (name, number, way, number >= parts.family)
            for name, parts in said.items()
            for number, word in enumerate(parts.words)
            for way in sorted(word)
        ],
        schema={"name": pl.String, "number": pl.Int64, "word": pl.String, "family": pl.Boolean},
        orient="row",
    )
    family = asked.filter("family").select("name", "word").unique()
    alike = _alike_words(family["word"].unique().sort(), known["word"].unique().sort())
    of_family = family.join(alike, on="word").select("name", word="other").unique()
    by_family = _with_a_letter(of_family.join(known, on="word").select("name", "at"), asked, known)
    shared = asked.join(known, on="word").group_by("name", "at").agg(pl.col("number").n_unique())
    by_words = shared.filter(pl.col("number") > 1).select("name", "at")
    pairs = pl.concat([by_family, by_words]).unique().sort("name", "at")
    return {
        str(name): at for name, at in pairs.group_by("name").agg(pl.col("at").sort()).iter_rows()
    }


def _with_a_letter(pairs: pl.DataFrame, asked: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Those pairs in which some word of the person begins as some given name that is asked about.

    Of families with many members that leaves few. A name without a given one keeps all.
    """
    letter = pl.col("word").str.slice(0, 1)
    letters = pl.concat([asked.select(letter), known.select(letter)]).to_series().unique()
    # A set of letters is a number with a bit for each; two letters may share one.
    bits = {one: 1 << at % 62 for at, one in enumerate(letters.sort().to_list())}
    bit = letter.replace_strict(bits, default=0, return_dtype=pl.Int64).unique().sum()
    given = asked.filter(~pl.col("family")).group_by("name").agg(bit.alias("given"))
    theirs = known.group_by("at").agg(bit.alias("theirs"))
    both = pairs.join(given, on="name", how="left").join(theirs, on="at")
    alike = (pl.col("given") & pl.col("theirs")) != 0
    return both.filter(alike | pl.col("given").is_null()).select("name", "at")


def _words_of(people: Sequence[Sequence[str]]) -> pl.DataFrame:
    """The words of people's names in all ways to write them: ``at``, who, and ``word``."""
    table = pl.DataFrame(
        {
            "at": [at for at, one in enumerate(people) for _ in one],
            "name": [name for one in people for name in one],
        },
        schema={"at": pl.Int64, "name": pl.String},
    )
    # Most names are in ASCII, whose words have one way to be written.
    is_plain = pl.col("name").str.len_bytes() == pl.col("name").str.len_chars()
    whole = pl.col("name").str.replace_all("([a-z0-9A-Z])['`]([a-zA-Z0-9])", "$1$2")
    words = whole.str.to_lowercase().str.extract_all("[a-z0-9]+")
    plain = table.filter(is_plain).select("at", word=words).explode("word").drop_nulls()
    others = [
        (at, way)
        for at, name in table.filter(~is_plain).iter_rows()
        for word in WORD.findall(plain_name(name))
        for way in ways_to_write(word)
    ]
    more = pl.DataFrame(others, schema=plain.schema, orient="row")
    return pl.concat([plain, more]).unique()


def _alike_words(words: pl.Series, known: pl.Series) -> pl.DataFrame:
    """Words, and the ``other`` known ones that are the same or may be slips for them."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    pairs = [(word, word) for word in words.to_list()]
    long = words.filter(words.str.len_chars() >= LEAST_LETTERS).to_list()
    others = known.filter(known.str.len_chars() >= LEAST_LETTERS).to_list()
    for begin in range(0, len(long) if others else 0, MOST_AT_ONCE):
        some = long[begin : begin + MOST_AT_ONCE]
        # Likenesses are rounded to 32 bits: those that are just as alike must not fall out.
        likeness = cdist(some, others, scorer=OSA.normalized_similarity, score_cutoff=NEARLY)
        for one, other in zip(*likeness.nonzero(), strict=True):
            pairs.append((some[one], others[other]))
    schema = {"word": pl.String, "other": pl.String}
    return pl.DataFrame(pairs, schema=schema, orient="row").unique()
