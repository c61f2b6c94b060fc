"""What all rules say of themselves: rulebooks, scoring systems and circuits alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from banzuke.model.written_rules import WrittenRules
from banzuke.publishing.documents import Document
from banzuke.publishing.text_tables import prose


def said_of_rules(rules: WrittenRules) -> Document:
    """All of it as a program reads it."""
    return {
        "key": rules.key,
        "title": rules.title,
        "game": rules.game,
        "author": rules.author,
        "updated": rules.updated,
        "source": rules.source,
        "summary": rules.summary,
        "text": rules.text.strip(),
        "extends": list(rules.extends),
        "inherited": dict(rules.inherited),
        "assumptions": list(rules.assumptions),
    }


def heading(rules: WrittenRules, width: int) -> list[str]:
    """What they are called, and their key."""
    return prose(f"{rules.title} ({rules.key})", width)


def facts(
    rules: WrittenRules,
    width: int,
    before: Mapping[str, str] | None = None,
    after: Mapping[str, str] | None = None,
) -> list[str]:
    """For which game they are, who made them, when, and where they are written.

    before, after : what else is told before what they extend, and at the end, {name: text}
    """
    found = {
        "game": rules.game,
        **(before or {}),
        "extends": ", ".join(rules.extends),
        "author": rules.author,
        "updated": rules.updated.isoformat() if rules.updated else "",
        "source": rules.source,
        **(after or {}),
    }
    told = {name: text + as_in(rules, name) for name, text in found.items() if text}
    wide = max(map(len, found)) + 2
    return [
        line
        for name, text in told.items()
        for line in prose(text, width, " " * wide, f"{name:<{wide}}")
    ]


def words(rules: WrittenRules) -> str:
    """The rules in words; those of rules that are extended are said to be theirs.

    A summary of their own stands before those.
    """
    says = rules.inherited.get("text" if rules.text else "summary")
    if not says:
        return rules.text or rules.summary
    own = rules.summary if "summary" not in rules.inherited else ""
    head = f"As {says} says, but for what is set below:"
    return "\n\n".join(filter(None, [own, head, rules.text or rules.summary]))


def assumptions(rules: WrittenRules, width: int) -> list[str]:
    """Readings that their source does not settle."""
    head = f"Assumptions, where the source is silent{as_in(rules, 'assumptions')}"
    return listed(head, rules.assumptions, width)


def as_in(rules: WrittenRules, name: str) -> str:
    """Where a word comes from that their own file does not say, in brackets."""
    says = rules.inherited.get(name)
    return f" (as {says} says)" if says else ""


def listed(head: str, items: Iterable[str], width: int) -> list[str]:
    """A heading and items below it; nothing where there are none."""
    lines = [line for item in items for line in prose(item, width, "  ", "- ")]
    return [head, *lines] if lines else []
