"""Tables as plain values: rows that JSON takes, with numbers that read back to the same bits."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum
from typing import Any

import polars as pl
from pydantic import BaseModel

Row = dict[str, Any]


def rows(frame: pl.DataFrame) -> list[Row]:
    """One dict a row: floats at full precision, null where there is no finite number."""
    floats = [name for name, kind in frame.schema.items() if kind.is_float()]
    finite = [pl.when(pl.col(name).is_finite()).then(pl.col(name)) for name in floats]
    return frame.with_columns(finite).to_dicts()


def json_text(document: Mapping[str, Any]) -> str:
    """A document as JSON: one key a line, and of a list one item a line."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list) and value:
            items = ",\n".join(f"    {compact(item)}" for item in value)
            lines.append(f"  {compact(key)}: [\n{items}\n  ]")
        else:
            lines.append(f"  {compact(key)}: {compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def json_list(items: Iterable[Any]) -> str:
    """A list as JSON, one item a line."""
    lines = ",\n".join(f"  {compact(item)}" for item in items)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def compact(value: object) -> str:
    """A value as JSON on one line."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain)
    except ValueError:
        # There is a number in it that is none; finding it takes longer.
        return json.dumps(plain(value), ensure_ascii=False, allow_nan=False)


def plain(value: object) -> object:
    """A value as JSON has it: dates as ISO texts, tuples as lists, no number as null."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, BaseModel):
        return plain(value.model_dump(by_alias=True))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value
