"""Which older set of letters a file that is not UTF-8 was written in."""

from __future__ import annotations

import mmap
import re
import unicodedata
from functools import cache

from banzuke.importers.steps.utf8 import is_utf8
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

#: The sets that are tried if a file is not UTF-8, in the order in which a tie is decided.
LEGACY_SETS = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "iso8859_2"),
    *("koi8_r", "mac_roman", "cp850", "cp437"),
    *("cp932", "cp949", "gb18030", "euc_jp", "big5"),
)

GUESS_BYTES = 32_768

# Letters and signs that hardly ever stand in a name or word of the language of their set.
ODD_LETTERS = set("ΐΰƒªºŸˆ\u02dc")
USUAL_SIGNS = set("’‘“”„«»–—…·¿¡°€№\u00b4")


def guess_set(data: bytes | mmap.mmap, source: str) -> tuple[str, Problem] | None:
    """The likeliest older set of data that are not UTF-8, and the warning that tells it.

    None if most of the lines are UTF-8: then some lines are broken, and no set fits all. Raises
    ResultsRefused if the data are not valid in any set.
    """
    sample, valid, lines = _foreign_lines(data)
    if 2 * valid > lines:
        return None
    ranked = [(rank, name) for rank, name in _rank(sample) if _decodes(data, name)]
    if not ranked:
        what = "not UTF-8, and not valid in any older set of letters that is known here"
        raise ResultsRefused([Problem(what, "say which by --encoding", source)])
    best_rank, best = ranked[0]
    words = _foreign_words(sample.decode(best))
    what = f"not UTF-8: read as {best}, so that names are such as {', '.join(words[:3])}"
    others: dict[tuple[str, str], str] = {}
    for rank, name in ranked[1:]:
        if rank[0] == best_rank[0]:
            pairs = zip(words, _foreign_words(sample.decode(name)), strict=False)
            pair = next(((a, b) for a, b in pairs if a != b), None)
            if pair is not None:
                others.setdefault(pair, name)
    if others:
        readings = [f"{a} is {b} in {name}" for (a, b), name in others.items()][:3]
        right = f"if that is wrong, say which by --encoding: {', '.join(readings)}"
    else:
        right = "if that is wrong, say which by --encoding"
    return best, Problem(what, right, source)


def _foreign_lines(data: bytes | mmap.mmap) -> tuple[bytes, int, int]:
    """Lines with letters beyond ASCII, up to 32 KB of them; how many are UTF-8; how many."""
    pieces: list[bytes] = []
    valid = end = 0
    foreign = re.compile(rb"[\x80-\xff]")
    while (found := foreign.search(data, end)) and sum(map(len, pieces)) < GUESS_BYTES:
        begin = data.rfind(b"\n", end, found.start()) + 1 or end
        end = data.find(b"\n", found.start()) + 1 or len(data)
        pieces.append(data[begin : min(end, begin + GUESS_BYTES)])
        valid += is_utf8(pieces[-1])
    return b"".join(pieces), valid, len(pieces)


def _rank(sample: bytes) -> list[tuple[tuple[float, float], str]]:
    """The sets in which the sample is valid, the likeliest first, each with its rank."""
    from charset_normalizer import from_bytes

    coherence: dict[str, float] = {}
    for match in from_bytes(sample, cp_isolation=list(LEGACY_SETS), enable_fallback=False):
        for name in match.could_be_from_charset:
            coherence[name] = match.coherence
    ranked = []
    for name in LEGACY_SETS:
        try:
            text = sample.decode(name)
        except UnicodeDecodeError:
            continue
        ranked.append(((float(oddities(text)), -round(coherence.get(name, 0.0), 1)), name))
    return sorted(ranked, key=lambda item: item[0])


def _decodes(data: bytes | mmap.mmap, encoding: str) -> bool:
    try:
        str(data, encoding)
    except UnicodeDecodeError:
        return False
    return True


def _foreign_words(text: str) -> list[str]:
    """The words of a text that have letters beyond ASCII."""
    return [word for word in re.findall(r"[^\s,;|\"]+", text) if not word.isascii()]


def oddities(text: str) -> int:
    """How much in a text no language would write: mixed alphabets, capitals inside words.

    A set of letters that is not the file's own makes many.
    """
    return sum(_oddities_of_word(word) for word in set(_foreign_words(text)))


def _oddities_of_word(word: str) -> int:
    count = 0
    kinds = set()
    accented = 0
    before = ""
    for letter in word:
        if not letter.isalpha():
            count += not letter.isascii() and letter not in USUAL_SIGNS
            accented, before = 0, ""
            continue
        kind = _alphabet(letter)
        kinds.add(kind)
        accented = accented + 1 if kind == "LATIN" and not letter.isascii() else 0
        count += accented == 3
        count += letter in ODD_LETTERS
        count += kind in ("HALFWIDTH", "RARE")
        # Mc and Mac are the one place where a capital stands inside a word.
        count += (
            before.islower() and letter.isupper() and not (before.isascii() and letter.isascii())
        )
        before = letter
    return count + (len(kinds) > 1)


@cache
def _alphabet(letter: str) -> str:
    """The alphabet of a letter; kana count as the Chinese characters that they stand among."""
    kind = unicodedata.name(letter, "RARE").split()[0]
    if kind == "HANGUL":
        # The 2350 usual syllables are those that the Korean standard has; cp949 adds the others.
        code = letter.encode("cp949", errors="ignore")
        return kind if len(code) == 2 and code[1] > 0xA0 else "RARE"
    return "CJK" if kind in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC") else kind
