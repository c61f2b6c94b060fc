"""Words of names as other people may write them: without accents, in digraphs, in Latin letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import product

#: What a letter becomes, the usual way first; - where it is not written at all.
_TABLE = """
ä a ae | ö o oe | ü u ue | å a aa | ø o oe | æ ae a | œ oe | ß ss | þ th | ð d | đ d dj | ł l
ı i | ñ n | ş s sh | š s sh | ž z zh | č c ch | ć c ch
а a | б b | в v | г g h | ґ g | д d | е e ye | ё yo e | є ye ie | ж zh j | з z | и i y | і i
ї yi i | й y i j | к k | л l | м m | н n | о o | п p | р r | с s | т t | у u | ф f | х kh h
ц ts c | ч ch | ш sh | щ shch | ъ - | ы y | ь - | э e | ю yu iu ju | я ya ia ja
α a | β v b | γ g | δ d | ε e | ζ z | η i | θ th | ι i | κ k | λ l | μ m | ν n | ξ x | ο o
π p | ρ r | σ s | ς s | τ t | υ y i | φ f ph | χ ch h | ψ ps | ω o
"""  # noqa: RUF001  # the letters of other alphabets are meant

LETTERS: dict[str, tuple[str, ...]] = {
    letter: tuple(form.strip("-") for form in forms)
    for entry in _TABLE.replace("\n", "|").split("|")
    if entry.strip()
    for letter, *forms in [entry.split()]
}

#: A word is not written in more ways than this; the rest of its letters have the usual form.
MOST_WAYS = 64


@lru_cache(maxsize=1 << 16)
def ways_to_write(word: str) -> frozenset[str]:
    """How a word may be written in small Latin letters, without accents.

    >>> sorted(ways_to_write("Müller")), sorted(ways_to_write("Юля"))
    (['mueller', 'muller'], ['iulia', 'iulja', 'iulya', 'julia', 'julja', 'julya', 'yulia', \
'yulja', 'yulya'])
    """
    choices: list[tuple[str, ...]] = []
    ways = 1
    for letter in unicodedata.normalize("NFC", word).casefold():
        plain = "".join(
            one for one in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(one)
        )
        forms = LETTERS.get(letter) or LETTERS.get(plain) or (plain,)
        if ways * len(forms) > MOST_WAYS:
            forms = forms[:1]
        ways *= len(forms)
        choices.append(forms)
    return frozenset("".join(letters) for letters in product(*choices))
