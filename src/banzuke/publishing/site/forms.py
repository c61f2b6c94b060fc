"""The forms that a page is given out in: a sheet of paper (HTML), JSON and CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from banzuke.model.errors import WrongUse
from banzuke.publishing.files import csv_text
from banzuke.publishing.plain_values import json_text, plain
from banzuke.publishing.site.page import Page, PageKind, Row
from banzuke.publishing.site.rendering import Sheets


@dataclass(frozen=True)
class Form:
    """A form of a page: how its address ends, and what it is called on the network."""

    ending: str
    media_type: str


HTML = Form("html", "text/html; charset=utf-8")
JSON = Form("json", "application/json")
CSV = Form("csv", "text/csv; charset=utf-8")

FORMS: Mapping[str, Form] = {form.ending: form for form in (HTML, JSON, CSV)}


def in_form(
    form: Form, kind: PageKind, page: Page, *, address: str, language: str, sheets: Sheets
) -> bytes:
    """A page in a form, as it is sent or written to a file."""
    if form is HTML:
        return sheets.drawn(kind, page, address=address, language=language).encode()
    document, rows = (page.document, page.rows) if page.whole is None else page.whole()
    if form is JSON:
        return json_text({"title": page.title, **document}).encode()
    if form is CSV:
        return _table(rows)
    raise WrongUse(f"a page has no form {form.ending}")


def _table(rows: Sequence[Row]) -> bytes:
    """The page as a table; texts that a spreadsheet would run are guarded."""
    frame = pl.DataFrame([plain(row) for row in rows], infer_schema_length=None)
    return csv_text(frame).encode("utf-8") if rows else b""
