"""From a circuit's content to its parts, with everything that is wrong found at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from banzuke.model.declarations import names_of
from banzuke.model.errors import suggest
from banzuke.model.parameters import Fault, Parameters, checked
from banzuke.model.toml_sources import Content, merged
from banzuke.model.written_rules import belongs_elsewhere
from banzuke.scoring.checking import kind_named
from banzuke.scoring.circuits.curve import Curve
from banzuke.scoring.circuits.curves import curves
from banzuke.scoring.circuits.form import CircuitForm, Sharing
from banzuke.scoring.tournament import TournamentRule

#: What [total] may say of a tournament's rule: events have no byes and no final table.
OF_TOTALS = (
    "combine",
    "best",
    "weights",
    "rest",
    "rest_share",
    "rest_rounds",
    "least",
    "added",
    "tie_breaks",
)


@dataclass(frozen=True)
class Scale:
    """What the places of an event are worth: the curve, and what holds whatever the curve."""

    curve: Curve
    parameters: Parameters
    sharing: Sharing


@dataclass(frozen=True)
class Parts:
    """A content, checked; ``scales`` is by category, "" for all that are not named."""

    form: CircuitForm
    scales: dict[str, Scale]
    total: TournamentRule


def resolve(content: Content) -> tuple[Parts | None, list[Fault]]:
    """The parts of a content, None if it is not sound, and all that is wrong with it."""
    form, faults = checked(CircuitForm, content)
    points = content.get("points", {})
    scales = {"": _scale(("points",), points, faults)}
    categories = content.get("category", {})
    for name, said in categories.items() if isinstance(categories, Mapping) else ():
        if isinstance(said, Mapping) and isinstance(points, Mapping):
            scales[name] = _scale(("category", name), merged(points, said), faults)
    total = _total(content.get("total", {}), faults)
    sound = {name: scale for name, scale in scales.items() if scale is not None}
    if form is None or total is None or len(sound) < len(scales) or faults:
        return None, [belongs_elsewhere(fault, CircuitForm) for fault in faults]
    return Parts(form, sound, total), []


def _scale(where: tuple[str, ...], said: Any, faults: list[Fault]) -> Scale | None:
    """One table of points; what is wrong joins ``faults``."""
    if not isinstance(said, Mapping):
        return None  # the form says so
    curve = kind_named(said, curves(), "points curve", where, faults)
    if curve is None:
        return None
    common = names_of(Sharing)
    own = {name: value for name, value in said.items() if name not in (*common, "kind")}
    parameters, wrong = checked(curve.parameters, own)
    sharing, wrong_too = checked(Sharing, {n: v for n, v in said.items() if n in common})
    faults += [fault._replace(where=(*where, *fault.where)) for fault in (*wrong, *wrong_too)]
    if parameters is None or sharing is None:
        return None
    return Scale(curve, parameters, sharing)


def _total(said: Any, faults: list[Fault]) -> TournamentRule | None:
    """The rule of totals; what is wrong joins ``faults``."""
    if not isinstance(said, Mapping):
        return None  # the form says so
    faults += [
        Fault(("total", name), f"{name} is not known here", suggest(name, OF_TOTALS))
        for name in said
        if name not in OF_TOTALS
    ]
    rule, wrong = checked(TournamentRule, {n: v for n, v in said.items() if n in OF_TOTALS})
    faults += [fault._replace(where=("total", *fault.where)) for fault in wrong]
    return None if rule is None else rule.model_copy(update={"points": "scores"})
