"""A file that is one JSON document, of an everyday size."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from banzuke.importers.steps.encodings import Text, start_of_text
from banzuke.importers.steps.file_kinds import GZIP, seems_to_be, too_long
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

#: No tournament takes more bytes.
MOST_BYTES = 1 << 26
#: Half of a letter, and what stands about it.
HALF = re.compile('[^"]{0,20}[\ud800-\udfff]')


def start_of_json(sample: bytes) -> str:
    """The first characters of a document of JSON by its first bytes; "" for any other file."""
    if seems_to_be(sample) not in ("", GZIP):
        return ""
    start = start_of_text(sample).lstrip()
    return start if start.startswith(("{", "[")) else ""


def document_of(text: Text, source: str, right: str) -> object:
    """The document of a file; raises ResultsRefused for what is none, or far too much.

    So it does where an object has one name twice, of which JSON would keep the last without a
    word, and where a text holds half of a letter.

    right : what it should be, in words
    """
    if len(text.data) > MOST_BYTES:
        right = "a file for each tournament"
        raise ResultsRefused([Problem(too_long(MOST_BYTES), right, source)])
    try:
        data = bytes(text.data).removeprefix(b"\xef\xbb\xbf")
        document: object = json.loads(data, object_pairs_hook=each_once)
        half = HALF.search(json.dumps(document, ensure_ascii=False)) if b"\\u" in data else None
    except json.JSONDecodeError as error:
        what = f"is no JSON: {error.msg}, in column {error.colno}"
        raise ResultsRefused([Problem(what, right, source, error.lineno)]) from error
    except (ValueError, RecursionError) as error:
        raise ResultsRefused([Problem(f"is no JSON: {error}", right, source)]) from error
    if half is not None:
        what = f"the text {half[0]!a} holds half of a letter (a surrogate)"
        raise ResultsRefused([Problem(what, "whole letters", source)])
    return document


def each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a document; raises ValueError for a name that it has twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"{twice[:40]!r} is there twice in one object")
    return found
