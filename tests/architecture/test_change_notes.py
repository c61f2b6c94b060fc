"""Notes of changes are files of their own, so that two branches never collide in one."""

from __future__ import annotations

import re
from pathlib import Path

KINDS = ("added", "changed", "fixed", "ratings", "removed")
FOLDER = Path(__file__).parents[2] / "changes"


def test_change_notes_are_named_and_short():
    """A note is ``NAME.KIND.md`` and holds one sentence for the user."""
    found = []
    for path in sorted(FOLDER.iterdir()) if FOLDER.exists() else []:
        name = re.fullmatch(r"[a-z0-9-]+\.([a-z]+)\.md", path.name)
        text = path.read_text(encoding="utf-8").strip()
        if not name or name[1] not in KINDS:
            found.append(f"{path.name}: named like elo.added.md; {', '.join(KINDS)}")
        if not text.endswith(".") or "\n\n" in text:
            found.append(f"{path.name}: one sentence")
    assert found == []
