"""The application: every page at its address, with the headers that keep readers safe."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from banzuke.model.errors import ExtraMissing
from banzuke.publishing.site.settings import SiteSettings
from banzuke.web.serving import METHODS, Reply, Request, Serving


def create_app(place: str | Path, settings: str | Path | SiteSettings | None = None) -> Any:
    """The site over a ledger as an ASGI application, read only; it may be mounted in another one.

    Raises ExtraMissing without FastAPI, WrongUse for wrong settings, LedgerProblem where there is
    no ledger.
    """
    try:
        import fastapi
        from fastapi.concurrency import run_in_threadpool
        from starlette.exceptions import HTTPException
    except ImportError as error:
        raise ExtraMissing("fastapi", "web") from error
    serving = Serving(place, settings)

    @asynccontextmanager
    async def open_until_the_end(_: Any) -> AsyncIterator[None]:
        yield
        serving.site.close()

    app = fastapi.FastAPI(
        openapi_url=None, docs_url=None, redoc_url=None, lifespan=open_until_the_end
    )
    app.state.site = serving.site

    async def answer(asked: Any) -> Any:
        request = _request(asked)
        # What is at hand is sent at once; whatever has to be made does not keep others waiting.
        reply = serving.at_hand(request)
        if reply is None:
            reply = await run_in_threadpool(serving.reply, request)
        return fastapi.Response(reply.content, reply.status, _headers(request, reply))

    async def refuse(asked: Any, fault: Any) -> Any:
        request = _request(asked)
        status = getattr(fault, "status_code", 500)
        reply = await run_in_threadpool(serving.refusal, request, status)
        return fastapi.Response(reply.content, reply.status, _headers(request, reply))

    app.add_route("/{path:path}", answer, methods=list(METHODS))
    app.add_exception_handler(HTTPException, refuse)
    app.add_exception_handler(Exception, refuse)
    return app


def _request(asked: Any) -> Request:
    """What matters of a request; the path is the one below wherever the site is mounted."""
    scope = asked.scope
    path = str(scope["path"]).removeprefix(str(scope.get("root_path", "")))
    told = {name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]}
    return Request(scope["method"], path.removeprefix("/"), scope["query_string"], told)


def _headers(request: Request, reply: Reply) -> Mapping[str, str]:
    """All headers; of an answer without its content they tell the length all the same."""
    return {**reply.headers, "Content-Length": str(reply.length)} if reply.length else reply.headers
