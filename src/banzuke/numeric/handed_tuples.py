"""Named tuples of arrays as parts of kernels hand them on: by where they lie, not field by field.

Numba hands every number of a named tuple, seven of each of its arrays, to each function that is
given it: of scratch of fifty arrays three hundred and fifty, and the compiler packs and unpacks
them at every call. Here a kernel lays down once each named tuple that it is given, and its parts
are told the place. Once all parts are taken into the kernel, fields are its own variables again.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.core.errors import NumbaTypeError
from numba.core.imputils import lower_builtin, lower_cast, lower_getattr_generic
from numba.core.typeconv import Conversion
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import register_model

#: Where one lies, a type that no function is given anything else by: bytes, of any number.
PLACE = ir.ArrayType(ir.IntType(8), 0).as_pointer()


class HandedTuple(types.Type):  # type: ignore[misc]  # Numba has no types
    """The type of a named tuple that a part of a kernel is handed.

    whole : the type of the named tuple itself
    """

    def __init__(self, whole: types.BaseNamedTuple) -> None:
        self.whole = whole
        super().__init__(whole.instance_class.__name__)

    @property
    def key(self) -> Any:
        """What makes it another type: tuples of one class may have fields of other types."""
        return self.whole

    def can_convert_from(self, _: Any, other: Any) -> Any:
        """How Numba may make it of another type: of the named tuple itself."""
        return Conversion.safe if other == self.whole else None


def as_handed(given: Any) -> Any:
    """The type as which a part of a kernel is handed what is of the type ``given``.

    Named tuples of numbers alone stay as they are: parts make them, and return them.
    """
    return HandedTuple(given) if _holds_arrays(given) else given


def _holds_arrays(given: Any) -> bool:
    if not isinstance(given, types.BaseNamedTuple):
        return False
    return any(isinstance(field, types.Array) or _holds_arrays(field) for field in given)


@register_model(HandedTuple)
class _Place(PrimitiveModel):  # type: ignore[misc]  # Numba has no types
    """Where the named tuple lies."""

    def __init__(self, manager: Any, handed: HandedTuple) -> None:
        super().__init__(manager, handed, PLACE)

    def as_return(self, _: Any, __: Any) -> Any:
        """Refused: by then what was laid down may be gone."""
        raise NumbaTypeError("a part of a kernel returns no named tuple that it was given")

    def as_data(self, _: Any, __: Any) -> Any:
        """Refused as well, in a tuple that is returned."""
        raise NumbaTypeError("a part of a kernel returns no named tuple that it was given")


@lower_cast(types.BaseNamedTuple, HandedTuple)  # type: ignore[untyped-decorator]  # Numba has no types
def _lay_down(_: Any, builder: Any, __: Any, ___: Any, whole: Any) -> Any:
    """Lay a named tuple down, for a part that is called."""
    return builder.bitcast(cgutils.alloca_once_value(builder, whole), PLACE)


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]  # Numba has no types
    """The types of fields by their names."""

    key = HandedTuple

    def generic_resolve(self, handed: HandedTuple, name: str) -> Any:
        """The type of a field, None if there is none of that name."""
        if name not in handed.whole.fields:
            return None
        return as_handed(handed.whole[handed.whole.fields.index(name)])


@lower_getattr_generic(HandedTuple)  # type: ignore[untyped-decorator]  # Numba has no types
def _field(context: Any, builder: Any, handed: HandedTuple, place: Any, name: str) -> Any:
    """Read a field; of one that is a named tuple itself, where it lies."""
    number = handed.whole.fields.index(name)
    field = cgutils.gep_inbounds(builder, _laid(context, builder, handed, place), 0, number)
    if _holds_arrays(handed.whole[number]):
        return builder.bitcast(field, PLACE)
    return builder.load(field)


@infer_global(operator.getitem)
class _NumberedFields(AbstractTemplate):  # type: ignore[misc]  # Numba has no types
    """The type of fields by their numbers, where all are of one type, arrays or numbers."""

    def generic(self, given: Any, _: Any) -> Any:
        """How a field is read, None of what is no such named tuple."""
        handed, number = given
        if not isinstance(handed, HandedTuple) or not isinstance(number, types.Integer):
            return None
        if not isinstance(handed.whole, types.NamedUniTuple):
            return None
        return signature(handed.whole.dtype, handed, types.intp)


@lower_builtin(operator.getitem, HandedTuple, types.intp)  # type: ignore[untyped-decorator]  # Numba has no types
def _numbered_field(context: Any, builder: Any, typed: Any, given: Any) -> Any:
    """Read a field by its number, as Numba does it of the named tuple itself."""
    handed, number = typed.args
    whole = builder.load(_laid(context, builder, handed, given[0]))
    of_whole = signature(typed.return_type, handed.whole, number)
    return context.get_function(operator.getitem, of_whole)(builder, (whole, given[1]))


def _laid(context: Any, builder: Any, handed: HandedTuple, place: Any) -> Any:
    """The named tuple at a place."""
    return builder.bitcast(place, context.get_value_type(handed.whole).as_pointer())
