"""A file that is one JSON document, of an everyday size."""

from __future__ import annotations

import json

from banzuke.importers.steps.encodings import Text
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

#: No tournament takes more bytes.
MOST_BYTES = 1 << 26


def document_of(text: Text, source: str, right: str) -> object:
    """The document of a file; raises ResultsRefused for what is none, or far too much.

    right : what it should be, in words
    """
    if len(text.data) > MOST_BYTES:
        what = f"the file has more than {MOST_BYTES:,} bytes".replace(",", " ")
        raise ResultsRefused([Problem(what, "a file for each tournament", source)])
    try:
        document: object = json.loads(bytes(text.data).removeprefix(b"\xef\xbb\xbf"))
    except json.JSONDecodeError as error:
        what = f"is no JSON: {error.msg}, in column {error.colno}"
        raise ResultsRefused([Problem(what, right, source, error.lineno)]) from error
    except (ValueError, RecursionError) as error:
        raise ResultsRefused([Problem(f"is no JSON: {error}", right, source)]) from error
    return document
