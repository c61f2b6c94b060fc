"""The shelf of points curves, one file each."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from banzuke.scoring.circuits.curve import Curve


@cache
def curves() -> dict[str, Curve]:
    """All curves by key, in order of their keys."""
    found = {}
    for module in iter_modules(__path__):
        curve: Curve = import_module(f"{__name__}.{module.name}").CURVE
        found[curve.key] = curve
    return dict(sorted(found.items()))
