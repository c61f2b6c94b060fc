"""Who of known people may be meant by a name: proposals with reasons, never a decision.

Names are compared word by word: capitals, accents, other alphabets and the order of given and
family name do not matter. A slip of the pen is looked for in family names, and in given names of
which one is nobody else's: two that others have, too, are as likely those of brothers and sisters.
Nicknames do not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from banzuke.model.coded_names import clean_name
from banzuke.model.name_parts import WORD, Parts, parts_of, plain_name
from banzuke.model.near_people import ALIKE, LEAST_LETTERS, near_people
from banzuke.model.transliteration import ways_to_write

#: What is taken off a likelihood, 0 to 100, where a fact differs, and put on where it agrees.
DIFFERS = {"born": 40, "sex": 40, "id": 40, "nation": 10, "club": 5}
AGREES = {"born": 10, "id": 20, "nation": 2, "club": 5}

#: Facts that differ only between different people: who is merely alike is not proposed then.
DECIDES = ("born", "sex", "id")

#: How facts are told.
IN_WORDS = {"born": "born", "sex": "sex", "id": "number", "nation": "nation", "club": "club"}


@dataclass(frozen=True)
class Known:
    """Somebody who is known.

    key : by which others know them; names : as files have them, the one that is shown first
    facts : such as born (a year or a date), nation, club, sex, id; empty ones are unknown
    """

    key: str
    names: tuple[str, ...]
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidate:
    """Somebody who may be meant.

    likely : 0 to 100, the higher the likelier; it orders, and decides nothing
    why : what speaks for it; against : what speaks against it
    """

    key: str
    name: str
    likely: int
    why: tuple[str, ...]
    against: tuple[str, ...] = ()


def candidates(
    names: Mapping[str, Mapping[str, str]], people: Sequence[Known], most: int = 5
) -> dict[str, list[Candidate]]:
    """Who may be meant by each of some names, the likeliest first.

    names : {name: facts}, as a file has them; people : who is known
    most : so many of each name
    Two people of one name and different years of birth are both proposed, each with what speaks
    against it; who only has a name that is alike is not, where a year, a sex or a number differs.
    """
    said = {name: parts_of(name) for name in names}
    near = near_people(said, [one.names for one in people])
    borne = _Borne(names, people)
    known_parts: dict[int, list[Parts]] = {}
    found: dict[str, list[Candidate]] = {}
    for name, facts in names.items():
        likely = []
        for at in near.get(name, ()):
            if at not in known_parts:
                known_parts[at] = [parts_of(one) for one in people[at].names]
            alike = _alikeness(name, said[name], people[at], known_parts[at], borne)
            one = _candidate(alike, facts, people[at])
            likely += [one] if one is not None else []
        likely.sort(key=lambda one: (-one.likely, one.key))
        found[name] = likely[:most]
    return found


class _Borne:
    """In how many names a word is, of all that are known and all that are said.

    Counted when it is first asked for, which is seldom.
    """

    def __init__(self, said: Iterable[str], people: Sequence[Known]) -> None:
        self._said, self._people = said, people

    @cached_property
    def _count(self) -> Counter[str]:
        names = {*self._said, *(name for one in self._people for name in one.names)}
        words = (set(WORD.findall(plain_name(name))) for name in names)
        return Counter(way for found in words for word in found for way in ways_to_write(word))

    def by_others(self, word: str) -> bool:
        """Whether another name has the word than the one in which it was found."""
        return self._count[word] > 1


def _alikeness(
    name: str, said: Parts, one: Known, parts: Sequence[Parts], borne: _Borne
) -> tuple[int, str]:
    """How likely a name is somebody's, 0 to 100, by the best of their own names; and why."""
    return max(
        (
            _likeness(name, said, other, part, borne)
            for other, part in zip(one.names, parts, strict=True)
        ),
        key=lambda way: way[0],
    )


def _candidate(alike: tuple[int, str], facts: Mapping[str, str], one: Known) -> Candidate | None:
    """Somebody as a candidate, by how alike the names are and by facts; None if they are none."""
    likely, why = alike
    if not likely:
        return None
    reasons, against = [why], []
    for fact, told in facts.items():
        known = one.facts.get(fact, "")
        if fact not in DIFFERS or not told or not known:
            continue
        here, there = _comparable(fact, told), _comparable(fact, known)
        if here == there:
            reasons.append(f"both {IN_WORDS[fact]} {known}")
            likely += AGREES.get(fact, 0)
        elif fact in DECIDES and likely < SAME_WORDS:
            return None
        else:
            against.append(f"{IN_WORDS[fact]} {known}, not {told}")
            likely -= DIFFERS[fact]
    return Candidate(
        one.key, one.names[0], min(max(likely, 0), 100), tuple(reasons), tuple(against)
    )


#: From this likelihood on all words are the same.
SAME_WORDS = 90


def _comparable(fact: str, told: str) -> str:
    """A fact as it is compared: of a birth the year."""
    if fact == "born":
        year = re.search(r"\d{4}", told)
        return year[0] if year else told.strip()
    return " ".join(told.casefold().split())


def _likeness(
    name: str, one: Parts, other_name: str, other: Parts, borne: _Borne
) -> tuple[int, str]:
    """How likely two names are one person's, 0 to 100, and why; 0 where nothing says so."""
    ours, theirs = _unmatched(one.words, other.words)
    if not ours and not theirs:
        if clean_name(name) == clean_name(other_name):
            return 100, "the same name"
        in_order = all(a & b for a, b in zip(one.words, other.words, strict=True))
        how = "the same but for capitals, accents, signs or alphabet"
        return (98, how) if in_order else (95, "the same words in another order")
    shared = len(one.words) - len(ours)
    if not shared:
        return 0, ""
    if not ours or not theirs:
        return _with_more(one, other, ours or theirs) if shared > 1 else (0, "")
    if len(ours) > 1 or len(theirs) > 1:
        return 0, ""
    return _one_differs(one, other, (ours[0], theirs[0]), borne)


def _with_more(one: Parts, other: Parts, more: Sequence[int]) -> tuple[int, str]:
    """Names of which one has words more; both must begin with the same given name."""
    if not one.words[0] & other.words[0]:
        return 0, ""
    longer = max(one, other, key=lambda parts: len(parts.words))
    words = ", ".join(min(longer.words[at], key=len) for at in more)
    return 85, f"one has more words: {words}"


def _one_differs(one: Parts, other: Parts, at: tuple[int, int], borne: _Borne) -> tuple[int, str]:
    """Names that differ in one word: an initial, or a slip."""
    word, other_word = one.words[at[0]], other.words[at[1]]
    in_family = at[0] >= one.family, at[1] >= other.family
    if not any(in_family) and _is_initial(word, other_word):
        return 75, "a given name is only an initial"
    alike, ways = _alike(word, other_word)
    if not alike and all(in_family):
        alike, ways = _with_a_last_letter(word, other_word)
    if not alike:
        return 0, ""
    if all(in_family):
        return round(alike * 0.88), f"family names that are alike: {ways[0]}, {ways[1]}"
    if any(in_family) or _are_two_names(ways) or all(map(borne.by_others, ways)):
        return 0, ""
    return round(alike * 0.8), f"given names that are alike: {ways[0]}, {ways[1]}"


#: What given names of men and women, or of two languages, differ by at their ends.
ENDINGS = "aeiouy"


def _are_two_names(ways: tuple[str, str]) -> bool:
    """Whether given names that are alike are two for all that.

    They differ by nothing but vowels at their ends, as Mario and Maria, or begin with two letters,
    as Anna and Hanna; slips seldom do.
    """
    one, other = (way.rstrip(ENDINGS) for way in ways)
    return one == other or ways[0][0] != ways[1][0]


# Whoever has many namesakes is compared by the same few given names again and again.
@lru_cache(maxsize=1 << 16)
def _is_initial(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one word is the first letter of the other, and the other more than that."""
    pairs = [sorted((a, b), key=len) for a in one for b in other]
    return any(len(a) == 1 < len(b) and b.startswith(a) for a, b in pairs)


@lru_cache(maxsize=1 << 16)
def _alike(one: frozenset[str], other: frozenset[str]) -> tuple[float, tuple[str, str]]:
    """How alike two words are at best, and the ways to write them in which they are.

    0 where neither can be a slip for the other: too little alike, too short, or numbered.
    """
    from rapidfuzz.distance import OSA

    pairs = [(a, b) for a in sorted(one) for b in sorted(other)]
    scored = [(100 * OSA.normalized_similarity(a, b), (a, b)) for a, b in pairs]
    alike, ways = max(scored, key=lambda pair: pair[0])
    short = min(map(len, ways)) < LEAST_LETTERS
    if alike <= ALIKE or short or any(map(str.isdigit, "".join(ways))):
        return 0.0, ways
    return alike, ways


def _with_a_last_letter(
    one: frozenset[str], other: frozenset[str]
) -> tuple[float, tuple[str, str]]:
    """The same of a short word that has one letter more at its end, as Lindh and Lind."""
    for a, b in sorted((a, b) for a in one for b in other):
        shorter, longer = sorted((a, b), key=len)
        last = longer.removeprefix(shorter)
        if len(shorter) >= LEAST_LETTERS and len(last) == 1 and longer.isalpha():
            return 100 * len(shorter) / len(longer), (a, b)
    return 0.0, ("", "")


def _unmatched(
    one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]
) -> tuple[list[int], list[int]]:
    """The positions of words of two names that the other one does not have."""
    left = list(range(len(other)))
    ours = []
    for at, word in enumerate(one):
        match = next((there for there in left if word & other[there]), None)
        if match is None:
            ours.append(at)
        else:
            left.remove(match)
    return ours, left
