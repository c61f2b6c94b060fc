"""Arguments of changes, held against what the functions that make them declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, get_type_hints

from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem

#: What each declared type of an argument takes, in words.
WORDS: Mapping[Any, str] = {
    int: "a whole number",
    str: "a text",
    Sequence[int]: "whole numbers",
    Mapping[str, str]: "texts by what they are of",
}


def arguments_of(make: Callable[..., Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as a function declares them, numbers of NumPy as those of Python.

    make : a function that makes a change; said : {argument: value}
    Raises ChangeRefused with every argument that is something else; none is turned into what it
    is not, since a text of a number or a yes may have been meant for another one.
    """
    declared = get_type_hints(make)
    taken: dict[str, Any] = {}
    problems = []
    for name, value in said.items():
        kind = declared.get(name)
        try:
            taken[name] = _as_declared(kind, value)
        except TypeError:
            what = f"{name} cannot be {_shortened(value)}"
            problems.append(Problem(what, WORDS.get(kind, "what the change takes")))
    if problems:
        raise ChangeRefused(problems)
    return taken


def _as_declared(kind: Any, value: Any) -> Any:
    """A value of a declared type; raises TypeError for any other."""
    if kind is int:
        return _number(value)
    if kind == Sequence[int]:
        if isinstance(value, (str, Mapping)):
            raise TypeError
        return [_number(one) for one in value]
    if kind is str and not isinstance(value, str):
        raise TypeError
    if kind == Mapping[str, str]:
        if not isinstance(value, Mapping):
            raise TypeError
        if not all(isinstance(text, str) for item in value.items() for text in item):
            raise TypeError
    return value


def _number(value: Any) -> int:
    if isinstance(value, bool):
        raise TypeError
    return index(value)


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
