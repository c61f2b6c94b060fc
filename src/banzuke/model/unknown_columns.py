"""What to say of columns of a file that are not read."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.model.errors import suggest

#: So many columns of an unknown table are named.
MOST_SHOWN = 20


def misspelt_columns(
    columns: Sequence[str], read: Sequence[str], known: Sequence[str]
) -> list[tuple[str, str, str]]:
    """What to say of those alone that look like a known one that is not there."""
    missing = [name for name in dict.fromkeys(known) if name not in columns]
    hints = {name: suggest(name, missing) for name in columns if name not in read}
    return [
        (f"column {name} is not known and was left aside", hint, name)
        for name, hint in hints.items()
        if hint.startswith("did you mean")
    ]


def unknown_columns(
    columns: Sequence[str], read: Sequence[str], known: Sequence[str]
) -> list[tuple[str, str, str]]:
    """What to say of columns that are not read: (what, what would be right, the column).

    Each that looks like a known one that is not there; then the others, in one sentence.
    """
    found = misspelt_columns(columns, read, known)
    told = {name for _, _, name in found}
    others = [name for name in columns if name not in read and name not in told]
    if others:
        shown = ", ".join(others[:MOST_SHOWN]) + (", …" if len(others) > MOST_SHOWN else "")
        what = f"not known and left aside: {shown}"
        found.append((what, "known: " + ", ".join(dict.fromkeys(known)), ""))
    return found
