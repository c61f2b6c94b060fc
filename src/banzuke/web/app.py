"""The application: every page at its address, with the headers that keep readers safe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banzuke.model.errors import ExtraMissing, NoSuchPage
from banzuke.publishing.site.rendering import static_files
from banzuke.publishing.site.settings import SiteSettings
from banzuke.workflows.site import Site

#: Nothing is loaded from elsewhere, no page is framed, no script stands in a page.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

MEDIA_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


def create_app(place: str | Path, settings: str | Path | SiteSettings | None = None) -> Any:
    """The site over a ledger as an ASGI application; raises ExtraMissing without FastAPI."""
    try:
        from fastapi import FastAPI, Request, Response
    except ImportError as error:
        raise ExtraMissing("fastapi", "web") from error
    site = Site(place, settings, live=True)
    app = FastAPI(title="banzuke", openapi_url=None, docs_url=None, redoc_url=None)

    def static(request: Request) -> Response:
        name = request.path_params["name"]
        content = static_files().get(name)
        if content is None:
            raise NoSuchPage(f"there is no file {name!r}")
        kept = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(content, media_type=MEDIA_TYPES[name.rsplit(".", 1)[-1]], headers=kept)

    def page(request: Request) -> Response:
        answer = site.answer(request.path_params["path"] or "index.html", request.query_params)
        headers = {"ETag": f'"{answer.tag}"', "Cache-Control": "no-cache"} | HEADERS
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        return Response(answer.content, media_type=answer.media_type, headers=headers)

    app.add_route("/static/{name}", static, methods=["GET"])
    app.add_route("/{path:path}", page, methods=["GET"])
    return app
