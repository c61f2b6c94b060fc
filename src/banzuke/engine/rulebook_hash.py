"""The hash of what a rulebook says, which layout and settings at their default do not move."""

from __future__ import annotations

import json
from hashlib import sha256

from pydantic import BaseModel

from banzuke.engine.rulebook_check import Parts
from banzuke.model.parameters import plain_value
from banzuke.model.toml_sources import Content


def content_hash(parts: Parts) -> str:
    """sha256 of what the parts say, as canonical JSON of all that is not at its default."""
    form = said(parts.form)
    for name in ("parameters", "pools", "amendment"):
        form.pop(name, None)
    parameters = said(parts.parameters)
    form["parameters"] = parameters
    form["pools"] = {
        name: filled for name, each in parts.pools.items() if (filled := said(each)) != parameters
    }
    form["amendments"] = [
        {
            "from": amendment.from_,
            "note": amendment.note,
            "parameters": said(amendment.parameters),
            "pools": {name: said(each) for name, each in amendment.pools.items()},
        }
        for amendment in parts.amendments
    ]
    text = json.dumps(
        form, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=plain_value
    )
    return sha256(text.encode("utf-8")).hexdigest()


def said(part: BaseModel | None) -> Content:
    """What a declaration says that its defaults do not say, all the way down."""
    found: Content = {}
    if part is None:
        return found
    for name, declared in type(part).model_fields.items():
        value = getattr(part, name)
        if declared.is_required() or value != declared.get_default(call_default_factory=True):
            found[declared.alias or name] = deep_said(value)
    return found


def deep_said(value: object) -> object:
    """A value in which declarations are replaced by what they say."""
    if isinstance(value, BaseModel):
        return said(value)
    if isinstance(value, tuple):
        return [deep_said(item) for item in value]
    return value
