"""The words of a person's name: in all ways to write them, the given names before the family's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from banzuke.model.coded_names import clean_name
from banzuke.model.names import repair_letters
from banzuke.model.transliteration import ways_to_write

NICKNAME = re.compile(r"[\"“”„«»][^\"“”„«»]*[\"“”„«»]|\([^()]*\)|\[[^\[\]]*\]")
WORD = re.compile(r"[^\W_]+")
#: Between letters, as people and keyboards write it.
APOSTROPHE = re.compile("(?<=\\w)['`\u2018\u2019\u02bc\u00b4](?=\\w)")


@dataclass(frozen=True)
class Parts:
    """The words of a name, each in all ways to write it; from ``family`` on the family's."""

    words: tuple[frozenset[str], ...]
    family: int


def plain_name(name: str) -> str:
    """A name with its letters put right, and without apostrophes, which many leave out.

    >>> plain_name("O'Neil, JÃ¶rg")
    'ONeil, Jörg'
    """
    return APOSTROPHE.sub("", name if name.isascii() else repair_letters(name))


def parts_of(name: str) -> Parts:
    """The words of a name, given names first where that can be seen.

    The family's are what stands before a comma, or words in capitals; else the last word.
    """
    plain = plain_name(NICKNAME.sub(" ", clean_name(name)))
    family, comma, given = plain.partition(",")
    if comma and given.strip():
        before = WORD.findall(given)
        words = [*before, *WORD.findall(family)]
        begin = len(before)
    else:
        words = WORD.findall(plain)
        capital = [len(word) > 1 and word.isupper() for word in words]
        if any(capital) and not all(capital):
            # Words in capitals go last, in their order.
            words = [word for _, word in sorted(zip(capital, words, strict=True), key=_first)]
            begin = capital.count(False)
        else:
            begin = len(words) - 1
    return Parts(tuple(map(ways_to_write, words)), max(begin, 0))


def _first(pair: tuple[bool, str]) -> bool:
    return pair[0]
