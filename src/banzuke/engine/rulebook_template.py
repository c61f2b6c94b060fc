"""The text of a new rulebook: what to fill in, and every setting of the one it extends.

It can be loaded as it is; a setting is changed by taking the # away and writing its value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from enum import Enum
from textwrap import wrap

from pydantic import BaseModel

from banzuke.engine.rulebook_form import SECTIONS
from banzuke.engine.rulebook_settings import Setting
from banzuke.model.toml_library import FORMAT

_HEAD = """\
# Rulebook {key}. What is not said here is as in {extends}; a list that is given here
# replaces the other one whole. To change a setting, take its # away and write its value.
# Check it with: banzuke rules check {key}.toml
format = {format}
extends = {extends}

title = {title}
# author = "who made the rules"
# updated = 2024-01-31
# source = "where the rules are written"
# summary = "the rules in one line"
# text = \"\"\"
# The rules in words.
# \"\"\"
# assumptions = [
#   "What the source does not settle, and how it is read here.",
# ]
"""

_FOOT = """
# What changes from a day on:
# [[amendment]]
# from = 2025-01-01
# note = "what changed and why"
# [amendment.parameters]

# A change of ratings by decree: add, or toward and share.
# [[adjustment]]
# on = 2025-01-01
# title = "what lists call it"
# add = 10
"""


def template(key: str, extends: str, title: str, settings: Sequence[Setting]) -> str:
    """The TOML text of a rulebook ``key`` that extends another and changes nothing yet.

    title, settings : of the rulebook that is extended
    """
    head = _HEAD.format(
        key=key, format=FORMAT, extends=toml_value(extends), title=toml_value(f"{title} ({key})")
    )
    parts = [head]
    tops = [one for one in settings if one.name == "pooling"]
    parts += ["\n".join(commented(one)) for one in tops]
    for section in ("parameters", *SECTIONS, "start"):
        lines = [f"\n[{section}]"]
        for one in settings:
            owner = one.name.partition(".")[0] if "." in one.name else "parameters"
            if owner == section and one not in tops:
                lines += commented(one)
        parts.append("\n".join(lines))
    for pool in dict.fromkeys(pool_of(one) for one in settings):
        if pool:
            lines = [f"\n# [pools.{toml_key(pool)}]"]
            for one in settings:
                lines += commented(one) if pool_of(one) == pool else []
            parts.append("\n".join(lines))
    return "\n".join(parts) + "\n" + _FOOT


def pool_of(setting: Setting) -> str:
    """The pool that a setting is of, "" if of none."""
    section, _, rest = setting.name.partition(".")
    return rest.rpartition(".")[0] if section == "pools" else ""


def commented(setting: Setting) -> Iterator[str]:
    """A setting's meaning, and the setting as it is, as lines of comment."""
    unit = f", in {setting.unit}" if setting.unit else ""
    accepts = f" ({setting.accepts})" if setting.accepts else ""
    yield from wrap(
        setting.meaning + unit + accepts, 96, initial_indent="# ", subsequent_indent="# "
    )
    name = setting.name.rpartition(".")[2]
    value = setting.value
    if isinstance(value, tuple) and value and isinstance(value[0], BaseModel | tuple):
        yield f"# {name} = ["
        for row in value:
            yield f"#   {toml_value(row)},"
        yield "# ]"
    elif value is None:
        yield f"# {name} ="
    else:
        yield f"# {name} = {toml_value(value)}"


def toml_value(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Enum):
        return toml_value(value.value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, BaseModel):
        return toml_value(value.model_dump(by_alias=True, exclude_none=True))
    if isinstance(value, Mapping):
        pairs = [f"{toml_key(str(name))} = {toml_value(item)}" for name, item in value.items()]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return repr(value)


def toml_key(name: str) -> str:
    """A key as TOML writes it, in quotes where it needs them."""
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else toml_value(name)
