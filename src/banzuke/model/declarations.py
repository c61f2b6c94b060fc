"""What a declaration accepts: found by its place, and put into words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from banzuke.model.wording import either

Location = tuple[int | str, ...]


def range_of(field: FieldInfo) -> str:
    """What a parameter accepts, in words: ``a number, at least 0``, ``all or first``."""
    return words_of(field.annotation, field.metadata)


def words_of(annotation: Any, limits: Sequence[Any] = ()) -> str:
    """What a type hint and its limits accept, in words; "" if that is anything."""
    limits = limits or annotated_limits(annotation)
    annotation = bare(annotation)
    values = get_args(annotation)
    if get_origin(annotation) is Literal:
        return either([str(value) or '""' for value in values])
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return either([str(member.value) for member in annotation])
    if get_origin(annotation) is tuple:
        return list_words(values)
    if get_origin(annotation) is dict:
        return "a table"
    words = {
        float: "a number",
        int: "a whole number",
        bool: "true or false",
        str: "a text",
        date: "a date such as 2024-01-31",
    }
    if annotation in words:
        return words[annotation] + limit_words(limits)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "a table with " + ", ".join(names_of(annotation))
    return ""


def list_words(items: tuple[Any, ...]) -> str:
    """What a tuple's type hint accepts, in words."""
    if items[-1] is Ellipsis:
        each = item_words(items[0])
        return f"a list, each {each}" if each else "a list"
    kinds = list(dict.fromkeys(item_words(item) for item in items))
    each = f"each {kinds[0]}" if len(kinds) == 1 else ", ".join(kinds)
    return f"a list of {len(items)}, {each}"


def item_words(annotation: Any) -> str:
    """What an element of a list accepts, in words."""
    words = words_of(annotation)
    return f"one of {words}" if get_origin(bare(annotation)) is Literal else words


def limit_words(limits: Sequence[Any]) -> str:
    """The limits of a field, in words: ``, at least 0, at most 1``."""
    phrases = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below"}
    text = ""
    for limit in limits:
        for name, phrase in phrases.items():
            bound = getattr(limit, name, None)
            if bound is not None:
                text += f", {phrase} {bound:.15g}"
        if getattr(limit, "min_length", 0):
            text += ", not empty"
    return text


def names_of(model: type[BaseModel]) -> list[str]:
    """The names of a declaration's fields, as a file spells them."""
    return [field.alias or name for name, field in model.model_fields.items()]


def field_called(model: type[BaseModel], name: str) -> FieldInfo | None:
    """The field that a file spells ``name``, or None."""
    fields = model.model_fields.items()
    return next((field for key, field in fields if (field.alias or key) == name), None)


def bare(annotation: Any) -> Any:
    """A type hint without its ``| None`` and what ``Annotated`` adds."""
    if get_origin(annotation) is Annotated:
        return bare(get_args(annotation)[0])
    if get_origin(annotation) in (UnionType, Union):
        rest = [item for item in get_args(annotation) if item is not NoneType]
        return bare(rest[0]) if len(rest) == 1 else annotation
    return annotation


def annotated_limits(annotation: Any) -> Sequence[Any]:
    """The limits that ``Annotated[..., Field(...)]`` puts on a type hint."""
    if get_origin(annotation) is not Annotated:
        return ()
    fields = [extra for extra in get_args(annotation)[1:] if isinstance(extra, FieldInfo)]
    return [limit for field in fields for limit in field.metadata]


def declared_at(model: type[BaseModel], where: Location) -> tuple[Any, Sequence[Any]]:
    """The type hint and the limits of what stands at ``where``; Any where nothing is declared."""
    annotation: Any = model
    limits: Sequence[Any] = ()
    for step in where:
        annotation, inside, limits = bare(annotation), get_args(bare(annotation)), ()
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            field = field_called(annotation, str(step))
            if field is None:
                return Any, ()
            annotation, limits = field.annotation, field.metadata
        elif get_origin(annotation) is tuple and isinstance(step, int):
            annotation = inside[0] if inside[-1] is Ellipsis else inside[min(step, len(inside) - 1)]
            limits = annotated_limits(annotation)
        elif get_origin(annotation) is dict:
            annotation = inside[1]
        else:
            return Any, ()
    return annotation, limits


def dotted(where: Location) -> str:
    """A place as a person reads it: ``parameters.rows[3].gains``, elements counted from 1."""
    text = ""
    for step in where:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{step}" if text else step
    return text
