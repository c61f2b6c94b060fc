"""The settings of a rulebook: what ``--set NAME=VALUE`` changes and ``rules show`` lists.

A bare name is a parameter of the system, or ``pooling``; a dotted one is a setting of a
section (``list.least_games``), a starting value (``start.rating``) or a parameter of one pool
(``pools.NAME.k``).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from banzuke.engine.rulebook_check import Parts
from banzuke.engine.rulebook_form import SECTIONS, RulebookForm
from banzuke.model.declarations import Location, bare, declared_at, field_called, names_of, range_of
from banzuke.model.errors import ParameterRefused, UnknownName, WrongUse
from banzuke.model.parameters import Declared, Parameters, plain_value, unit_of
from banzuke.model.phrases import message, phrase
from banzuke.model.system import System
from banzuke.model.toml_sources import Content
from banzuke.model.traps import trap_in_toml, trap_in_value
from banzuke.model.wording import either

#: What a starting value is.
STARTING = message("starting value of whom the players file says nothing: {meaning}")


@dataclass(frozen=True)
class Setting:
    """One setting of a rulebook, as ``--set`` names it.

    accepts : what it takes, in words; was_set : whether the rulebook (or ``--set``) says it
    """

    name: str
    value: object
    default: object
    unit: str
    meaning: str
    accepts: str
    was_set: bool


def apply_settings(content: Content, settings: Mapping[str, object], system: System) -> Content:
    """A content in which the settings hold; raises UnknownName for a name that is none.

    A parameter that is set holds everywhere: in each pool and after each amendment.
    """
    changed = deepcopy(content)
    for name, given in settings.items():
        if not isinstance(name, str):
            raise WrongUse(f"a setting is named by a text, not {name!r}")
        if (trap := trap_in_value(given)) is not None:
            what, right = trap
            raise ParameterRefused(f"{name}: {what} ({right})")
        model, where = find_setting(name, content, system)
        value = setting_value(given, model, where)
        if len(where) == 2 and where[0] == "parameters":
            forget_parameter(changed, str(where[1]))
        table = changed
        for step in where[:-1]:
            table = table.setdefault(str(step), {})
        table[str(where[-1])] = value
    return changed


def find_setting(
    name: str, content: Mapping[str, Any], system: System
) -> tuple[type[BaseModel], Location]:
    """(the declaration that holds a setting, its place in the content)."""
    first, _, rest = name.partition(".")
    parameters = names_of(system.parameters)
    if name in parameters:
        return system.parameters, ("parameters", name)
    if name == "pooling":
        return RulebookForm, ("pooling",)
    if first == "parameters" and rest in parameters:
        return system.parameters, ("parameters", rest)
    if first in SECTIONS and rest in names_of(SECTIONS[first]):
        return SECTIONS[first], (first, rest)
    if first == "start" and rest in [column.name for column in system.told_columns]:
        return RulebookForm, ("start", rest)
    pool, _, parameter = rest.rpartition(".")
    if first == "pools" and pool in _pools(content) and parameter in parameters:
        return system.parameters, ("pools", pool, parameter)
    raise UnknownName("setting", name, setting_names(system, _pools(content)))


def _pools(content: Mapping[str, Any]) -> list[str]:
    """The pools for which a rulebook has rules of their own, now or by an amendment."""
    tables = [content, *content.get("amendment", [])]
    return list(dict.fromkeys(pool for table in tables for pool in table.get("pools", {})))


def setting_names(system: System, pools: Sequence[str]) -> list[str]:
    """All names that ``--set`` takes, those of known pools included."""
    parameters = names_of(system.parameters)
    names = [*parameters, "pooling"]
    for section, model in SECTIONS.items():
        names += [f"{section}.{name}" for name in names_of(model)]
    names += [f"start.{column.name}" for column in system.told_columns]
    return names + [f"pools.{pool}.{name}" for pool in pools for name in parameters]


def setting_value(given: object, model: type[BaseModel], where: Location) -> object:
    """What a setting is set to: a text is read as a TOML value where that fits, else as it is.

    A list of texts may be given as its one text.
    """
    if not isinstance(given, str):
        return given
    annotation, _ = declared_at(model, where if model is RulebookForm else where[-1:])
    adapter: TypeAdapter[Any] = TypeAdapter(annotation, config=ConfigDict(allow_inf_nan=False))
    read = list(toml_values(given))
    candidates: list[object] = [*read, given, [given]]
    for candidate in candidates:
        try:
            adapter.validate_json(json.dumps(candidate, default=plain_value), strict=True)
        except ValidationError:
            continue
        return candidate
    is_list = get_origin(bare(annotation)) is tuple
    return candidates[-1] if is_list and not read else candidates[0]


def toml_values(text: str) -> Iterator[object]:
    """The text as a TOML value, if it is one."""
    if trap_in_toml(text) is not None:
        return
    try:
        read = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    if list(read) == ["value"] and trap_in_value(read) is None:
        yield read["value"]


def forget_parameter(content: Content, name: str) -> None:
    """Take a parameter out of every pool and amendment, so that nothing overrides it."""
    tables = list(content.get("pools", {}).values())
    for amendment in content.get("amendment", []):
        tables.append(amendment.get("parameters", {}))
        tables += amendment.get("pools", {}).values()
    for table in tables:
        table.pop(name, None)
    content["amendment"] = [
        amendment
        for amendment in content.get("amendment", [])
        if amendment.get("parameters") or any(amendment.get("pools", {}).values())
    ]


def list_settings(parts: Parts, content: Mapping[str, Any]) -> list[Setting]:
    """Every setting of a rulebook, in the order of its file; of pools, those that differ."""
    if parts.system is None or parts.parameters is None:
        return []
    found = settings_of(parts.parameters, "", content.get("parameters", {}))
    for pool, filled in parts.pools.items():
        said = content.get("pools", {}).get(pool, {})
        of_pool = settings_of(filled, f"pools.{pool}.", said)
        found += [setting for setting in of_pool if setting.was_set]
    for section in SECTIONS:
        part = getattr(parts.form, section)
        found += settings_of(part, f"{section}.", content.get(section, {}))
    kinds = either([str(kind) for kind in parts.system.periods])
    found = [
        replace(one, default=parts.system.periods[0], accepts=kinds)
        if one.name == "period.kind"
        else one
        for one in found
    ]
    found += [of_field(parts.form, "pooling", "", content)]
    for column in parts.system.told_columns:
        if column.name not in parts.needed:
            continue
        said = content.get("start", {})
        value = parts.form.start.get(column.name)
        found.append(
            Setting(
                name=f"start.{column.name}",
                value=value,
                default=None,
                unit=column.unit,
                meaning=phrase(STARTING, meaning=phrase(column.meaning)),
                accepts="a number",
                was_set=column.name in said,
            )
        )
    return found


def settings_of(part: Parameters | Declared, prefix: str, said: Mapping[str, Any]) -> list[Setting]:
    """The settings of one declaration."""
    return [of_field(part, name, prefix, said) for name in names_of(type(part))]


def of_field(part: Declared, name: str, prefix: str, said: Mapping[str, Any]) -> Setting:
    """The setting that a field of a declaration is."""
    field = field_called(type(part), name)
    if field is None:
        raise UnknownName("setting", name, names_of(type(part)))
    key = next(key for key, one in type(part).model_fields.items() if one is field)
    return Setting(
        name=prefix + name,
        value=getattr(part, key),
        default=field.get_default(call_default_factory=True),
        unit=unit_of(field),
        meaning=field.description or "",
        accepts=range_of(field),
        was_set=name in said,
    )
