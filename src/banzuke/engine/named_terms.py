"""Names in explanations: a system, which knows only codes, writes ``{code}`` for a player.

Of a phrase only the values are filled in, so that it stays one.

Texts of the rulebook and of the results may hold braces of their own. They are hidden from the
system before it explains, and come back afterwards, so that none is ever taken for a player.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from banzuke.model.phrases import changed, listed
from banzuke.model.system import Explanation, Term

# Code points that Unicode keeps free of characters for such uses.
_HIDE = str.maketrans({"{": "\ufdd0", "}": "\ufdd1"})
_SHOW = str.maketrans({"\ufdd0": "{", "\ufdd1": "}"})


def without_braces(value: Any) -> Any:
    """A text, a list, a table or a declaration, with the braces in its texts hidden."""
    if isinstance(value, str) and type(value) is str:
        return value.translate(_HIDE)
    if isinstance(value, (tuple, list)):
        return type(value)([without_braces(item) for item in value])
    if isinstance(value, Mapping):
        return {without_braces(name): without_braces(item) for name, item in value.items()}
    if isinstance(value, BaseModel):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
        return value.model_copy(update={n: without_braces(item) for n, item in fields.items()})
    return value


def with_names(told: Explanation, names: Sequence[str]) -> Explanation:
    """An explanation with the players' names, and with the braces that were hidden."""

    def named(template: str) -> str:
        if template.isascii() and "{" not in template:
            return template
        parts = re.split(r"\{(\d+)\}", template)
        parts[::2] = [part.translate(_SHOW) for part in parts[::2]]
        parts[1::2] = [names[int(code)] for code in parts[1::2]]
        # A name may be a phrase, and stays one where it stands alone.
        return listed([part for part in parts if part], "")

    def text(said: str) -> str:
        found: str = changed(said, named)
        return found

    def term(one: Term) -> Term:
        source, cell = text(one.source), one.cell.translate(_SHOW)
        return Term(text(one.name), float(one.value), one.unit, source, cell)

    return Explanation(
        [term(one) for one in told.terms],
        [term(one) for one in told.inputs],
        told.rated,
        text(told.why),
    )
