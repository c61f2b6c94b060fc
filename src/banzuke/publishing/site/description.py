"""The site as programs read it: every page that has a twin in JSON, as an OpenAPI document."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from typing import Any

from banzuke.publishing.site.forms import ALL_FORMS
from banzuke.publishing.site.kinds import page_kinds
from banzuke.publishing.site.page import PageKind

#: How the addresses end that every page has for machines, and what they give.
TWINS = (("json", "application/json"), ("csv", "text/csv"))

ERROR_SHAPE = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["status", "what", "right", "near"],
            "properties": {
                "status": {"type": "integer"},
                "what": {"type": "string", "description": "What is wrong."},
                "right": {"type": "string", "description": "What would be right."},
                "near": {
                    "type": "array",
                    "description": "Pages with names like the one that was asked for.",
                    "items": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "address": {"type": "string"}},
                    },
                },
            },
        }
    },
}


@cache
def openapi() -> bytes:
    """The description, made from the kinds of pages."""
    paths = {
        f"/{kind.pattern}.{ending}": {"get": _asked(kind, media_type)}
        for kind in page_kinds()
        for ending, media_type in (
            ("json", "application/json"),
            ("csv", "text/csv"),
            *_others(kind),
        )
    }
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "banzuke",
            "version": "1",
            "description": "Read only. Every page of the site says the same in HTML, JSON and CSV.",
        },
        "paths": paths,
        "components": {"schemas": {"Error": ERROR_SHAPE}},
    }
    return json.dumps(document, indent=1).encode()


def _others(kind: PageKind) -> list[tuple[str, str]]:
    """(ending, media type) of other forms that pages of a kind may have."""
    return [(ending, ALL_FORMS[ending].media_type.partition(";")[0]) for ending in kind.endings]


def _asked(kind: PageKind, media_type: str) -> dict[str, Any]:
    """What may be asked of a kind of pages, and what comes back."""
    names = re.findall(r"\{(\w+)\}", kind.pattern)
    text = {"type": "string"}
    page = {"type": "object", "required": ["title"]} if media_type.endswith("json") else text
    return {
        "summary": _first_sentence(kind),
        "parameters": [
            *({"name": one, "in": "path", "required": True, "schema": text} for one in names),
            *({"name": one, "in": "query", "schema": text} for one in kind.queries if one != "*"),
        ],
        "responses": {
            "200": {"description": "The page.", "content": {media_type: {"schema": page}}},
            "301": {"description": "The page has another address: see Location."},
            "304": {"description": "It is what the tag in If-None-Match says."},
            "default": {
                "description": "There is none.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            },
        },
    }


def _first_sentence(kind: PageKind) -> str:
    """What a kind says that it is for: what builds it, or else its whole file."""
    told = kind.build.__doc__ or sys.modules[kind.build.__module__].__doc__ or ""
    return told.strip().splitlines()[0]
