"""Asks an ASGI application as a browser does, without a network: any bytes may be in a path."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import quote_from_bytes, unquote_to_bytes


@dataclass(frozen=True)
class Answered:
    """What came back; headers : by their names in small letters."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """The content as JSON, in which every number is one."""

        def refuse(text: str) -> None:
            raise AssertionError(f"{text} in JSON")

        return json.loads(self.content, parse_constant=refuse)


class Asking:
    """Who asks an application."""

    def __init__(self, app: Any) -> None:
        self._app, self._runner = app, asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.close()

    def get(self, target: str, **headers: str) -> Answered:
        """GET; a header's name is written with underscores."""
        return self.ask("GET", target, **headers)

    def head(self, target: str, **headers: str) -> Answered:
        """HEAD."""
        return self.ask("HEAD", target, **headers)

    def ask(self, method: str, target: str, **headers: str) -> Answered:
        """Ask for a target, as ``/lists/index.html?q=x``, with bytes in hundreds as %FF."""
        return self._runner.run(self._ask(method, target, headers))

    async def _ask(self, method: str, target: str, headers: Mapping[str, str]) -> Answered:
        path, _, query = target.partition("?")
        raw = unquote_to_bytes(path)
        told = [
            (name.replace("_", "-").encode(), text.encode("latin-1"))
            for name, text in {"host": "site.test", **headers}.items()
        ]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": raw.decode("utf-8", "replace"),
            "raw_path": quote_from_bytes(raw).encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": told,
            "client": ("127.0.0.1", 1),
            "server": ("site.test", 80),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        head = {name.decode().lower(): text.decode("latin-1") for name, text in sent[0]["headers"]}
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return Answered(sent[0]["status"], head, content)
