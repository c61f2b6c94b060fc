"""Rules kept as a whole where they are used, so that a later change of their file changes nothing.

A kept form is named by its reference: the key, and what tells its content from any other.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any, TypeVar

from banzuke.model.errors import DataRefused
from banzuke.model.parameters import Declared, plain_value
from banzuke.model.problems import Problem
from banzuke.model.toml_library import Library
from banzuke.model.toml_sources import Chain, Source
from banzuke.model.written_rules import WrittenRules

Loaded = TypeVar("Loaded", bound=WrittenRules)

#: So many letters tell one content from others of its key.
LETTERS = 8


class KeptRules(Declared):
    """Rules as they were when they were kept.

    content : what they say, with all that they extend
    extends, inherited : as in ``WrittenRules``
    """

    key: str
    content: dict[str, Any]
    extends: tuple[str, ...]
    inherited: dict[str, str]


def kept_rules(rules: WrittenRules) -> str:
    """Rules as text (JSON), one text for one content."""
    said = {
        "key": rules.key,
        "content": rules.content,
        "extends": rules.extends,
        "inherited": rules.inherited,
    }
    return json.dumps(said, ensure_ascii=False, sort_keys=True, default=plain_value)


def reference_of(kept: str) -> str:
    """What names rules that are kept, such as ``club-cup@1f3a90bc``."""
    key = KeptRules.model_validate_json(kept).key
    return f"{key}@{sha256(kept.encode()).hexdigest()[:LETTERS]}"


def rules_as_kept(library: Library[Loaded], kept: str) -> Loaded:
    """Rules as they were, by their reference as key.

    Raises the refusal of the library where this version does not take them.
    """
    said = KeptRules.model_validate_json(kept)
    source = Source(f"{said.key}.toml", None, "", said.content, {(): 1})
    loaded, faults = library.built(Chain(reference_of(kept), None, (source,), said.content))
    if loaded is None or [*faults]:
        raise _not_taken(library, said.key)
    return replace(loaded, extends=said.extends, inherited=said.inherited)


def _not_taken(library: Library[Any], key: str) -> DataRefused:
    what = f"this version does not take the {library.noun} {key}"
    return library.refusal([Problem(what, "the version that kept it")])
