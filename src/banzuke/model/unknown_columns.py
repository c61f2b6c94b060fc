"""What to say of columns of a file that are not read."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.model.errors import suggest

#: So many columns of an unknown table are named.
MOST_SHOWN = 20


def unknown_columns(
    columns: Sequence[str], read: Sequence[str], known: Sequence[str]
) -> list[tuple[str, str, str]]:
    """What to say of columns that are not read: (what, what would be right, the column).

    Each that looks like a known one that is not there; then the others, in one sentence.
    """
    missing = [name for name in dict.fromkeys(known) if name not in columns]
    found, others = [], []
    for name in columns:
        if name in read:
            continue
        hint = suggest(name, missing)
        if hint.startswith("did you mean"):
            found.append((f"column {name} is not known and was left aside", hint, name))
        else:
            others.append(name)
    if others:
        shown = ", ".join(others[:MOST_SHOWN]) + (", …" if len(others) > MOST_SHOWN else "")
        what = f"not known and left aside: {shown}"
        found.append((what, "known: " + ", ".join(dict.fromkeys(known)), ""))
    return found
