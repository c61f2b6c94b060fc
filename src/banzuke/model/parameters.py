"""How a system declares its parameters: once, as a Pydantic model with units.

From the one declaration come the check of every value, the text of its error, the table in
the docs, the JSON schema and what ``--set`` accepts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, NamedTuple, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic.fields import FieldInfo

from banzuke.model.declarations import Location, declared_at, dotted, names_of, words_of
from banzuke.model.errors import suggest
from banzuke.model.limits import LARGEST_SETTING, SMALLEST_SETTING
from banzuke.model.traps import trap_in_value

#: So many unknown names are compared with the known ones.
MOST_HINTS = 50


class Fault(NamedTuple):
    """One thing wrong in a declaration: where in it, what, and what would be right."""

    where: Location
    what: str
    right: str = ""

    def told(self, within: str = "") -> str:
        """It in one line; its place counts from a section, as ``parameters``."""
        place = dotted(self.where).removeprefix(f"{within}.")
        text = f"{place}: {self.what}" if place else self.what
        return f"{text} ({self.right})" if self.right else text


class ParameterFaults(ValueError):
    """What a validator of a declaration raises: all that it found, each with its place.

    ``where`` of each fault counts from the declaration that the validator belongs to (for a
    validator of one field: from that field).
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.what for fault in self.faults))


def raise_faults(faults: Iterable[Fault]) -> None:
    """Raise all faults together, if there are any."""
    found = tuple(faults)
    if found:
        raise ParameterFaults(found)


class Declared(BaseModel):
    """A frozen, strict declaration: unknown names and infinite numbers are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Parameters(Declared):
    """The parameters of one system; each system derives its own."""


AnyDeclared = TypeVar("AnyDeclared", bound=BaseModel)


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


def checked(
    model: type[AnyDeclared], values: Mapping[str, Any]
) -> tuple[AnyDeclared | None, list[Fault]]:
    """The declaration filled with values as TOML or Python give them, and all that is wrong.

    Nothing is converted: a text is no number and a number no text, only whole numbers pass as
    numbers and lists as tuples. Unknown names do not hide what is wrong with the known ones.
    """
    known = names_of(model)
    unknown = [name for name in values if name not in known]
    faults = [
        # Looking for what was meant takes its time: of thousands, none is a slip.
        Fault((name,), f"{name} is not known here", suggest(name, known) if at < MOST_HINTS else "")
        for at, name in enumerate(unknown)
    ]
    text = json.dumps({name: values[name] for name in values if name in known}, default=plain_value)
    try:
        filled = model.model_validate_json(text, strict=True)
    except ValidationError as error:
        faults += explain_errors(error, model)
    told = {fault.where for fault in faults}
    # What is declared as anything is checked by whoever knows what it holds.
    faults += [
        Fault(where, what, f"{said}; {right}")
        for where, what, right in out_of_proportion(values)
        if where not in told and (said := words_of(*declared_at(model, where)))
    ]
    return (None if faults else filled), faults


def out_of_proportion(value: object, where: Location = ()) -> list[Fault]:
    """The numbers, in tables and lists of any depth, with which no reckoning is safe."""
    if isinstance(value, Mapping):
        return [f for name, part in value.items() for f in out_of_proportion(part, (*where, name))]
    if isinstance(value, (list, tuple)):
        return [f for at, part in enumerate(value) for f in out_of_proportion(part, (*where, at))]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return []
    size = abs(value)
    if not math.isfinite(size) or size == 0 or SMALLEST_SETTING <= size <= LARGEST_SETTING:
        return []
    right = f"at most {LARGEST_SETTING:,.0f}, either way"
    if size < 1:
        right = f"0, or at least {SMALLEST_SETTING:g}, either way"
    return [Fault(where, f"{float(value):g} is out of all proportion", right)]


def plain_value(value: object) -> object:
    """A value that JSON does not know as one that it knows."""
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    return repr(value)


def explain_errors(error: ValidationError, model: type[BaseModel]) -> list[Fault]:
    """Each problem of a failed validation: where in the table, what is wrong, what is right."""
    found: list[Fault] = []
    for item in error.errors(include_url=False):
        where = tuple(item["loc"])
        name = where[-1] if where else ""
        cause = item.get("ctx", {}).get("error")
        right = words_of(*declared_at(model, where))
        if isinstance(cause, ParameterFaults):
            found += [Fault((*where, *at), what, rule) for at, what, rule in cause.faults]
        elif item["type"] == "value_error":
            found += [Fault(where, text) for text in str(cause).split("; ")]
        elif item["type"] == "extra_forbidden":
            owner, _ = declared_at(model, where[:-1])
            known = names_of(owner) if isinstance(owner, type) else []
            found.append(Fault(where, f"{name} is not known here", suggest(str(name), known)))
        elif item["type"] == "missing" and isinstance(name, str):
            found.append(Fault(where, f"{name} is missing", right))
        elif item["type"] in ("missing", "too_long"):
            whole = where[:-1] if item["type"] == "missing" else where
            found.append(
                Fault(whole, "the list has the wrong length", words_of(*declared_at(model, whole)))
            )
        else:
            message = item["msg"][:1].lower() + item["msg"][1:]
            text = shown_value(item.get("input"))
            found.append(Fault(where, f"{text} is not allowed" if right else message, right))
    return list(dict.fromkeys(found))


def shown_value(value: object) -> str:
    """A value as an error names it, in the spelling of a rulebook."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and trap_in_value(value) is not None:
        return "a number without end"
    if isinstance(value, str):
        return repr(value) if len(value) <= 60 else repr(value[:59] + "…")
    return str(value)
