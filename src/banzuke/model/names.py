"""Names of people: damaged letters put right, and by what a name is sorted."""

from __future__ import annotations

import re


def repair_letters(name: str) -> str:
    """A name whose UTF-8 was taken for Latin-1 or Windows-1252 once, as it was before.

    Any other name comes back as it is: where the bytes are no UTF-8, where they would not be
    letters, and where what stands there may well be meant, such as the capitals in "ÄŠ".
    (``ftfy.fix_encoding`` is more careful still: it leaves names with "Ã¥" alone.)

        >>> repair_letters("BjÃ¶rn"), repair_letters("Björn")
        ('Björn', 'Björn')
    """
    try:
        repaired = b"".join(map(_byte, name)).decode("utf-8")
    except UnicodeError:
        return name
    damaged = {character for character in name if not character.isascii()}
    meant = all(character.isalpha() for character in damaged) and not damaged & {"Ã", "Â"}
    sound = all(c.isascii() or c.isalpha() or c in "\xa0‘’" for c in repaired)
    return repaired if damaged and sound and not meant else name


def _byte(character: str) -> bytes:
    """The byte that was shown as a character; programs fill Windows-1252's gaps from Latin-1."""
    return character.encode("latin-1" if character <= "\xff" else "cp1252")


def sort_name(name: str) -> str | None:
    """The surname: the words in capitals that end a name, without initials before them.

    None if no word in capitals ends the name.

        >>> sort_name("Ada L-K DE WIT")
        'DE WIT'
    """
    words = name.split()
    end = len(words)
    while end > 0 and words[end - 1].rstrip(".").casefold() in {"jr", "sr"}:
        end -= 1
    begin = end
    while begin > 0 and _in_capitals(words[begin - 1]):
        begin -= 1
    while begin < end - 1 and _is_initials(words[begin]):
        begin += 1
    return " ".join(words[begin:end]) if begin < end else None


def _in_capitals(word: str) -> bool:
    return re.sub("^Ma?c(?=[A-Z])", "MC", word).replace("ß", "SS").isupper()


def _is_initials(word: str) -> bool:
    return all(len(part) <= 1 for part in re.split("[-.]", word))


def why_no_name(text: str) -> str:
    """Why a text is no person's name, as the rest of a sentence; "" if it may be one."""
    if any(character.isdigit() for character in text):
        return "holds digits"
    if not any(character.isalpha() for character in text):
        return "has no letters"
    if not text.isprintable():
        return "holds characters that cannot be printed"
    if not (text[0].isalpha() or text[0] in "'\"(‘’“„?") or text[-1] in "-–—,;:/":
        return "does not begin and end as a name does"
    return ""
