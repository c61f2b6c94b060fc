"""What can be stored and shown: texts without half letters or control signs, numbers in range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from banzuke.model.coded_names import CONTROL, is_encodable
from banzuke.model.errors import ChangeRefused
from banzuke.model.limits import LONGEST_TEXT
from banzuke.model.problems import Problem

#: The largest number of a game, a revision or a row that a database holds.
LARGEST = 2**62


def refuse_unless_texts(**said: object) -> None:
    """Refuse words of whoever changes the ledger that are no texts, or cannot be stored.

    Raises ChangeRefused with all of it.
    """
    problems = [
        Problem(f"{name} cannot be {value!r:.60}", "a text")
        for name, value in said.items()
        if not isinstance(value, str)
    ]
    if problems:
        raise ChangeRefused(problems)
    refuse_unstorable(said)


def refuse_unstorable(said: Mapping[str, Any]) -> None:
    """Refuse what was said in words where a database cannot hold it, or no page can show it.

    said : {what it is: a text, a number, or mappings and sequences of them}
    Raises ChangeRefused with all of it.
    """
    problems = []
    for name, value in _single(said, ""):
        if isinstance(value, int) and abs(value) > LARGEST:
            problems.append(Problem(f"{name}: there is no such number", "a number from a list"))
        if isinstance(value, str) and not _can_be_shown(value):
            right = f"at most {LONGEST_TEXT} letters that can be printed"
            problems.append(Problem(f"{name}: {value[:40]!a} cannot be shown", right))
    if problems:
        raise ChangeRefused(problems)


def _can_be_shown(text: str) -> bool:
    return len(text) <= LONGEST_TEXT and is_encodable(text) and not CONTROL.search(text)


def _single(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Each text and number, with what it is."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield "a name", key
            yield from _single(inner, str(key)[:40])
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _single(inner, name)
    else:
        yield name, value
