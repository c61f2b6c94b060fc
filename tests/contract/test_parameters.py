"""Every parameter of every system refuses what its declaration excludes, and says what it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, get_origin

import pytest
from pydantic.fields import FieldInfo

from banzuke.engine.rulebook import load_rulebook
from banzuke.model.declarations import bare, range_of
from banzuke.model.errors import ParameterRefused, UnknownName
from banzuke.systems import shelf
from strategies import rulebook_of

PARAMETERS = [
    pytest.param(system, name, field, id=f"{key}-{name}")
    for key, system in shelf().items()
    for name, field in system.parameters.model_fields.items()
]


def refused_values(field: FieldInfo) -> Iterator[Any]:
    """Values outside a declaration: of another type, and beyond each of its limits."""
    annotation = bare(field.annotation)
    if get_origin(annotation) is Literal:
        yield from ("no such choice", 17, [])
    elif annotation is bool:
        yield from ("perhaps", 2, 0.5)
    elif annotation in (int, float):
        yield from ("much", [1], True, math.nan, math.inf, -math.inf)
        step = 1 if annotation is int else 0.0
        if annotation is int:
            yield 0.5
        for limit in field.metadata:
            if getattr(limit, "ge", None) is not None:
                yield limit.ge - step if step else math.nextafter(limit.ge, -math.inf)
            if getattr(limit, "le", None) is not None:
                yield limit.le + step if step else math.nextafter(limit.le, math.inf)
            for name in ("gt", "lt"):
                if getattr(limit, name, None) is not None:
                    yield getattr(limit, name)
    elif annotation is str:
        yield from (17, [3])
    elif get_origin(annotation) is tuple:
        yield from (17, {"no": "list"}, [object.__name__, [[["deep"]]]])


@pytest.mark.parametrize(("system", "name", "field"), PARAMETERS)
def test_refused_values(system, name, field):
    """Each value outside the declaration is refused, with the parameter's name and range."""
    rulebook = rulebook_of(system)
    values = list(refused_values(field))
    assert values
    for value in values:
        with pytest.raises(ParameterRefused) as caught:
            load_rulebook(rulebook, {name: value})
        assert name in str(caught.value), value
        single = get_origin(bare(field.annotation)) is not tuple
        assert not single or range_of(field) in str(caught.value), value


@pytest.mark.parametrize(("system", "name", "field"), PARAMETERS)
def test_declared_in_words(system, name, field):
    """Each parameter has a meaning and says what it takes; its default is taken."""
    assert field.description
    assert range_of(field)
    rulebook = rulebook_of(system)
    value = getattr(rulebook.parameters, name)
    assert load_rulebook(rulebook, {name: value}).parameters == rulebook.parameters


@pytest.mark.parametrize(("system", "name", "field"), PARAMETERS)
def test_misspelt_names_are_offered(system, name, field):
    """A name that is almost a parameter's is refused, and the parameter offered."""
    with pytest.raises(UnknownName, match=name):
        load_rulebook(rulebook_of(system), {f"{name}x": 1})
