"""From a rulebook's content to its parts, with everything that is wrong found at once.

Each fault says where in the content it lies; the caller knows on which line of which file
that is. A section that is wrong does not keep the others from being checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np

from banzuke.engine.rulebook_examples import example_faults
from banzuke.engine.rulebook_form import AmendmentForm, RulebookForm
from banzuke.engine.rulebook_sections import (
    age_faults,
    display_faults,
    list_faults,
    period_faults,
)
from banzuke.model.declarations import Location
from banzuke.model.errors import UnknownName, suggest
from banzuke.model.parameters import Fault, Parameters, checked
from banzuke.model.system import Given, System
from banzuke.model.toml_sources import Content, merged
from banzuke.model.wording import either
from banzuke.model.written_rules import belongs_elsewhere
from banzuke.systems import shelf
from banzuke.systems import system as system_called


@dataclass(frozen=True)
class Amendment:
    """What holds from a day on: the complete parameters after the change."""

    from_: date
    parameters: Parameters
    pools: dict[str, Parameters]
    note: str = ""


@dataclass(frozen=True)
class Parts:
    """A rulebook's content, checked: all parts of it, as far as they are sound."""

    form: RulebookForm
    system: System | None
    parameters: Parameters | None
    pools: dict[str, Parameters] = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()

    @property
    def needed(self) -> frozenset[str]:
        """The state columns and optional columns of the log that any of the parameters needs."""
        system, base = self.system, self.parameters
        if system is None or base is None:
            return frozenset()
        if system.uses is None:
            return frozenset({*system.reads, *(column.name for column in system.columns)})
        found = {system.columns[0].name, *self.form.display.terms}
        stages = [(base, self.pools)]
        stages += [(amendment.parameters, amendment.pools) for amendment in self.amendments]
        for parameters, pools in stages:
            for each in (parameters, *pools.values()):
                found |= system.uses(each)
        return frozenset(found)


def resolve(content: Content) -> tuple[Parts, list[Fault]]:
    """The parts of a content, and all that is wrong with it."""
    faults: list[Fault] = []
    system = find_system(content, faults)
    form, broken = sound_form(content, system, faults)
    if system is None:
        return Parts(form, None, None), list(dict.fromkeys(faults))
    parameters, pools = resolve_parameters(form, system, faults)
    amendments = resolve_amendments(form, system, faults)
    faults += covariate_faults(system, parameters, pools, amendments)
    faults += period_faults(form, system) if "period" not in broken else []
    faults += age_faults(form, system) if "counts" not in broken else []
    faults += display_faults(form.display, system) if "display" not in broken else []
    faults += list_faults(form, system) if "list" not in broken else []
    parts = Parts(form, system, parameters, pools, amendments)
    faults += start_faults(form, parts) if "start" not in broken else []
    if "example" not in broken and parameters is not None:
        faults += example_faults(form.example, system, parts.needed)
    return parts, list(dict.fromkeys(faults))


def find_system(content: Content, faults: list[Fault]) -> System | None:
    """The system that a content names; None, and a fault, if there is none."""
    key = content.get("system")
    if not isinstance(key, str) or not key:
        return None  # the form says so
    try:
        return system_called(key)
    except UnknownName:
        what = f"no rating system is called {key!r}"
        faults.append(Fault(("system",), what, suggest(key, list(shelf()))))
        return None


def sound_form(
    content: Content, system: System | None, faults: list[Fault]
) -> tuple[RulebookForm, set[str]]:
    """The form with what is sound, and the names of the sections that are not."""
    if system is not None and isinstance(content.get("period", {}), dict):
        content = merged({"period": {"kind": system.periods[0].value}}, content)
    form, found = checked(RulebookForm, content)
    for fault in found:
        if fault.where == ("period", "kind") and system is not None:
            faults.append(fault._replace(right=either([str(kind) for kind in system.periods])))
        else:
            faults.append(belongs_elsewhere(fault, RulebookForm))
    if form is not None:
        return form, set()
    broken = {str(fault.where[0]) for fault in found if fault.where}
    sound = {name: value for name, value in content.items() if name not in broken}
    required = {name: "unknown" for name in ("title", "game", "system") if name not in sound}
    form, rest = checked(RulebookForm, {**sound, **required})
    if form is None:
        faults += rest
        form = RulebookForm(title="unknown", game="unknown", system="unknown")
    return form, broken


def resolve_parameters(
    form: RulebookForm, system: System, faults: list[Fault]
) -> tuple[Parameters | None, dict[str, Parameters]]:
    """The parameters, and those of each pool."""
    parameters = sound_parameters(system, [(("parameters",), form.parameters)], faults)
    pools = {}
    for name, over in form.pools.items():
        layers = [(("parameters",), form.parameters), (("pools", name), over)]
        filled = sound_parameters(system, layers, faults)
        if filled is not None:
            pools[name] = filled
    return parameters, pools


def covariate_faults(
    system: System,
    parameters: Parameters | None,
    pools: Mapping[str, Parameters],
    amendments: Sequence[Amendment],
) -> list[Fault]:
    """Covariates that are others in a pool or an amendment: a list has one meaning for each."""
    if system.covariates is None or parameters is None:
        return []
    others: list[tuple[Location, Parameters]] = [(("pools", n), of) for n, of in pools.items()]
    for number, amendment in enumerate(amendments):
        place = ("amendment", number)
        others += [(place, of) for of in (amendment.parameters, *amendment.pools.values())]
    usual = system.covariates(parameters)
    what = "the covariates differ from those of the other results"
    return [
        Fault((*place, "covariates"), what, "the same in all pools and at all times")
        for place, of in others
        if system.covariates(of) != usual
    ]


def resolve_amendments(
    form: RulebookForm, system: System, faults: list[Fault]
) -> tuple[Amendment, ...]:
    """The amendments by date, each with all parameters that hold from then on."""
    base: list[tuple[Location, Mapping[str, Any]]] = [(("parameters",), form.parameters)]
    pools: dict[str, list[tuple[Location, Mapping[str, Any]]]] = {
        name: [(("pools", name), over)] for name, over in form.pools.items()
    }
    resolved: list[Amendment] = []
    ordered: Sequence[tuple[int, AmendmentForm]] = sorted(
        enumerate(form.amendment), key=lambda item: item[1].from_
    )
    for number, amendment in ordered:
        place = ("amendment", number)
        if resolved and resolved[-1].from_ == amendment.from_:
            what = f"two amendments hold from {amendment.from_}"
            faults.append(Fault((*place, "from"), what, "one amendment a day"))
        if not amendment.parameters and not any(amendment.pools.values()):
            faults.append(Fault(place, "the amendment changes nothing", "parameters or pools"))
        base.append(((*place, "parameters"), amendment.parameters))
        for name, over in amendment.pools.items():
            pools.setdefault(name, []).append(((*place, "pools", name), over))
        parameters = sound_parameters(system, base, faults)
        of_pools = {
            name: filled
            for name, layers in pools.items()
            if (filled := sound_parameters(system, [*base, *layers], faults)) is not None
        }
        if parameters is not None:
            resolved.append(Amendment(amendment.from_, parameters, of_pools, amendment.note))
    return tuple(resolved)


def sound_parameters(
    system: System, layers: Sequence[tuple[Location, Mapping[str, Any]]], faults: list[Fault]
) -> Parameters | None:
    """The parameters that layers of tables give together, the last one uppermost.

    Faults are placed in the uppermost layer that says anything about the parameter.
    """
    values: Content = {}
    for _, layer in layers:
        values = merged(values, layer)
    filled, found = checked(system.parameters, values)
    for where, what, right in found:
        name = where[0] if where else parameter_meant(what, values)
        place = next((at for at, layer in reversed(layers) if name in layer), layers[-1][0])
        within = where or ((name,) if name else ())
        faults.append(belongs_elsewhere(Fault((*place, *within), what, right), RulebookForm))
    return filled


def parameter_meant(text: str, values: Mapping[str, Any]) -> str:
    """The parameter that a fault without a place speaks of, "" if it names none."""
    words = set(text.replace(",", " ").replace("=", " ").split())
    return next((name for name in values if name in words), "")


def start_faults(form: RulebookForm, parts: Parts) -> list[Fault]:
    """Starting values of columns that are not there or not kept, or that the system refuses."""
    system, parameters = parts.system, parts.parameters
    if system is None:
        return []
    known = [column.name for column in system.told_columns]
    faults = [
        Fault(("start", name), f"{system.key} keeps no {name!r} of a player", suggest(name, known))
        for name in form.start
        if name not in known
    ]
    if parameters is None:
        return faults
    what = "is not kept of a player by these parameters, so that it has no effect"
    faults += [
        Fault(("start", name), f"{name!r} {what}", "parameters that need it, or no such line")
        for name in form.start
        if name in known and name not in parts.needed
    ]
    if faults or not form.start:
        return faults
    given = Given({name: np.array([value]) for name, value in form.start.items()}, {})
    _, complaints = system.start(given, 1, parameters, np.array([True]))
    return [
        Fault(("start", complaint.column), complaint.what, complaint.right)
        for complaint in complaints
        if complaint.column in form.start
    ]
