"""Sums of state columns, as a rulebook writes what is shown: ``rating - 3 * deviation``."""

from __future__ import annotations

import re

from banzuke.model.parameters import Fault, ParameterFaults, out_of_proportion, raise_faults

_NUMBER = r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"
_TERM = re.compile(
    rf"\s*([+-]?)\s*(?:(?P<factor>{_NUMBER})\s*(?:\*\s*(?P<after>[a-z_]+))?"
    rf"|(?P<name>[a-z_]+)\s*(?:(?P<sign>[*/])\s*(?P<by>{_NUMBER}))?)\s*"
)


def linear_terms(text: str) -> dict[str, float]:
    """State columns and their factors of a sum such as ``rating - 3 * deviation``.

    A number that stands alone is under "". Raises ParameterFaults for anything else.
    """
    terms: dict[str, float] = {}
    at = 0
    while at < len(text) or not terms:
        found = _TERM.match(text, at)
        if found is None or (at > 0 and not found[1]):
            right = "state columns and numbers, as rating or 1500 + rating - 3 * deviation"
            raise ParameterFaults([Fault((), f"{text!r} is not a sum of columns", right)])
        at = found.end()
        name = found["name"] or found["after"] or ""
        factor = float(found["factor"] or found["by"] or 1.0)
        if found["sign"] == "/":
            if factor == 0.0:
                raise ParameterFaults([Fault((), f"{text!r} divides by zero")])
            factor = 1.0 / factor
        raise_faults(out_of_proportion(factor))
        terms[name] = terms.get(name, 0.0) + (-factor if found[1] == "-" else factor)
    return terms
