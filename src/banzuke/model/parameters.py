"""How a system declares its parameters: once, as a Pydantic model with units.

From the one declaration come the check of every value, the text of its error, the table in
the docs, the JSON schema and what ``--set`` accepts.
"""

from __future__ import annotations

from typing import Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic.fields import FieldInfo

from banzuke.model.errors import suggest

Location = tuple[int | str, ...]


class Declared(BaseModel):
    """A frozen, strict declaration: unknown names and infinite numbers are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Parameters(Declared):
    """The parameters of one system; each system derives its own."""


def parameter(default: Any, meaning: str, *, unit: str = "", **limits: Any) -> Any:
    """Declare one parameter: its default, meaning, unit and limits (``ge``, ``le``, …)."""
    extra: dict[str, JsonValue] = {"unit": unit}
    if callable(default):
        return Field(
            default_factory=default, description=meaning, json_schema_extra=extra, **limits
        )
    return Field(default, description=meaning, json_schema_extra=extra, **limits)


def unit_of(field: FieldInfo) -> str:
    """The declared unit of a parameter, "" if it has none."""
    extra = field.json_schema_extra
    return str(extra.get("unit", "")) if isinstance(extra, dict) else ""


def range_of(field: FieldInfo) -> str:
    """What a parameter accepts, in words: ``a number, at least 0``, ``all or first``."""
    annotation = field.annotation
    if get_origin(annotation) is not None and all(isinstance(a, str) for a in get_args(annotation)):
        return " or ".join(str(value) for value in get_args(annotation))
    words = {float: "a number", int: "a whole number", bool: "true or false", str: "a text"}
    text = words.get(annotation, "a table") if isinstance(annotation, type) else "a table"
    for limit in field.metadata:
        for name, phrase in (
            ("ge", "at least"),
            ("gt", "above"),
            ("le", "at most"),
            ("lt", "below"),
        ):
            bound = getattr(limit, name, None)
            if bound is not None:
                text += f", {phrase} {bound:g}"
    return text


def explain_errors(
    error: ValidationError, model: type[BaseModel]
) -> list[tuple[Location, str, str]]:
    """Each problem of a failed validation: (where in the table, what is wrong, what is right)."""
    found: list[tuple[Location, str, str]] = []
    for item in error.errors(include_url=False):
        where = tuple(item["loc"])
        fields = model.model_fields
        name = str(where[0]) if where else ""
        if item["type"] == "extra_forbidden" and len(where) == 1:
            found.append((where, f"{name} is not known here", suggest(name, list(fields))))
            continue
        if item["type"] == "missing" and len(where) == 1:
            found.append((where, f"{name} is missing", range_of(fields[name])))
            continue
        right = range_of(fields[name]) if len(where) == 1 and name in fields else ""
        message = item["msg"].removeprefix("Value error, ")
        value = item.get("input")
        if isinstance(value, (str, int, float, bool)):
            message = f"{value!r}: {message[:1].lower()}{message[1:]}"
        found.append((where, message, right))
    return found
