"""Which of the known names is meant by what somebody wrote."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from banzuke.model.coded_names import clean_name
from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.wording import either


def folded(text: str) -> str:
    """A name without what people leave out: capitals, accents, doubled spaces.

    >>> folded("Björn  O’NEIL")
    'bjorn o’neil'
    """
    letters = unicodedata.normalize("NFKD", text)
    return " ".join(
        "".join(one for one in letters if not unicodedata.combining(one)).casefold().split()
    )


def words_of(text: str) -> tuple[str, ...]:
    """The words of a name in one order, whatever stands between them.

    >>> words_of("Ek, Björn") == words_of("björn ek")
    True
    """
    return tuple(sorted(re.findall(r"\w+", folded(text))))


def meant(
    kind: str, said: object, known: Sequence[str], full: Mapping[str, str] | None = None
) -> str:
    """The one of ``known`` that ``said`` names; raises UnknownName, WrongUse where several fit.

    kind : what is named, for the error; said : a text, or a whole number that is taken for one
    full : {known name: another name of the same}
    A name as it is known goes before another name of the same, both before any spelling that
    differs in capitals, accents and spaces only, and these before the same words in another
    order, as surname and given name are often exchanged.
    """
    if isinstance(said, bool) or not isinstance(said, (str, int)):
        raise WrongUse(f"a {kind} is named by a text, not by {said!r}")
    text = str(said)
    if text in known:
        return text
    clean, loose, words, full = clean_name(text), folded(text), words_of(text), full or {}
    for fits in (
        [name for name in known if name == clean],
        [name for name in known if full.get(name) == clean],
        [name for name in known if loose and loose in (folded(name), folded(full.get(name, "")))],
        [
            name
            for name in known
            if words and words in (words_of(name), words_of(full.get(name, "")))
        ],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise WrongUse(
                f"several {kind}s may be meant by {text!r}: say which, {either(fits[:9])}"
            )
    # Whoever has a full name is offered by it; a key is, too, where it is nearly what was said.
    offered = dict.fromkeys(full.get(name) or name for name in known)
    near = get_close_matches(clean, known, n=3, cutoff=0.6)
    raise UnknownName(kind, clean, list(dict.fromkeys([*offered, *near])))
