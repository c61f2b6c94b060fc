"""Answers to requests: pages in their forms, files that they need, errors in one shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

from banzuke.model.errors import BanzukeError, LedgerProblem, NoSuchPage, PageMoved, RequestRefused
from banzuke.publishing.plain_values import compact
from banzuke.publishing.site.addresses import relative
from banzuke.publishing.site.description import openapi
from banzuke.publishing.site.error_page import ERROR, error_page
from banzuke.publishing.site.forms import ALL_FORMS, FORMS, HTML, JSON, Form, in_form
from banzuke.publishing.site.rendering import place_of, static_files
from banzuke.publishing.site.settings import SiteSettings
from banzuke.web.asking import (
    LONGEST_PATH,
    is_known,
    preferred,
    query_of,
    takes_packed,
    target_of,
)
from banzuke.workflows.site import Answer, Site

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

#: What is answered; of the others every one is refused in words.
READING = ("GET", "HEAD")
METHODS = (*READING, "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

STATIC = "static/"
DESCRIPTION = "openapi.json"

#: How files that pages need are called on the network, by the ending of their names.
MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

#: What readers may keep: pages after they asked whether they changed, files for good.
ASK_AGAIN, FOR_GOOD, NEVER = "no-cache", "public, max-age=31536000, immutable", "no-store"

#: What is wrong where no page says it, and what would be right, by status.
KNOWN_FAULTS = {
    404: ("there is no page at such an address", "look for it by its name"),
    405: ("the site is read only", "ask with GET or HEAD"),
    500: ("the page cannot be made, through a fault of the program", "tell whoever runs the site"),
}


@dataclass(frozen=True)
class Request:
    """What is asked; headers : by their names in small letters."""

    method: str
    path: str
    query: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What is sent; length : of the content, which is not sent to whoever asks for its head."""

    status: int
    headers: Mapping[str, str]
    content: bytes = b""
    length: int = 0


class Serving:
    """Who answers requests to the site over a ledger."""

    def __init__(self, place: str | Path, settings: str | Path | SiteSettings | None) -> None:
        self.site = Site(place, settings, live=True)

    def at_hand(self, request: Request) -> Reply | None:
        """The answer, if it was made before: nobody waits for it."""
        if request.query or request.method not in READING:
            return None
        found = self.site.at_hand(request.path)
        return None if found is None else _sent(request, found)

    def reply(self, request: Request) -> Reply:
        """The answer to a request, whatever it is."""
        try:
            return self._answered(request)
        except RequestRefused as fault:
            return self._refused(request, fault)
        except PageMoved as moved:
            return self._moved_to(request, moved.address)
        except NoSuchPage as fault:
            return self._refused(
                request, RequestRefused(404, str(fault), "look for it by its name")
            )
        except LedgerProblem as fault:
            return self._refused(request, RequestRefused(503, str(fault), "ask again in a minute"))
        except BanzukeError as fault:
            return self._refused(request, RequestRefused(400, str(fault)))

    def refusal(self, request: Request, status: int) -> Reply:
        """The answer to a request for which there is none."""
        return self._refused(request, RequestRefused(status, *KNOWN_FAULTS.get(status, ("", ""))))

    def _answered(self, request: Request) -> Reply:
        if request.method not in READING:
            raise RequestRefused(405, *KNOWN_FAULTS[405])
        if len(request.path.encode("utf-8", "replace")) > LONGEST_PATH:
            raise RequestRefused(414, "the address is too long", f"at most {LONGEST_PATH} bytes")
        if request.path.startswith(STATIC):
            return _file(request)
        if request.path == DESCRIPTION:
            return _sent(request, Answer(openapi(), JSON.media_type))
        query = query_of(request.query)
        target = target_of(request.path, self.site.settings.languages)
        if target.moved:
            return _redirect(request, target.moved)
        if target.ending:
            place = f"{self._place(target.address, ALL_FORMS[target.ending])}.{target.ending}"
            if place != request.path:
                return _redirect(request, relative(place, request.path))
            return _sent(request, self.site.answer(place, query))
        form = self._form(request)
        answer = self.site.answer(f"{self._place(target.address, form)}.{form.ending}", query)
        lies = f"{relative(target.address, request.path)}.html"
        chosen = {"Vary": "Accept, Accept-Encoding", "Link": f'<{lies}>; rel="canonical"'}
        return _sent(request, answer, chosen)

    def _form(self, request: Request) -> Form:
        _, dot, ending = request.path.rpartition(".")
        named = FORMS.get(ending) if dot else None
        return named or preferred(request.headers.get("accept", ""))

    def _place(self, address: str, form: Form) -> str:
        """Where a form lies of what was asked for: machines read it without a language."""
        first, _, rest = address.partition("/")
        return rest if form is not HTML and first in self.site.settings.languages[1:] else address

    def _moved_to(self, request: Request, address: str) -> Reply:
        """Where a page lies that was asked for at an older address, in the same form."""
        target = target_of(request.path, self.site.settings.languages)
        there = place_of(address, self._language(target.address), self.site.settings.languages)
        lies = relative(there, target.address)
        return _redirect(request, f"{lies}.{target.ending}" if target.ending else lies)

    def _language(self, address: str) -> str:
        languages = self.site.settings.languages
        first = address.partition("/")[0]
        return first if first in languages[1:] else languages[0]

    def _refused(self, request: Request, fault: RequestRefused) -> Reply:
        """An error, in the form in which the page was asked for."""
        form, path = self._form(request), request.path[:LONGEST_PATH]
        try:
            edition = self.site.edition
        except BanzukeError:
            said = {"status": fault.status, "what": fault.what, "right": fault.right, "near": []}
            content, form = compact({"title": "Error", "error": said}).encode(), JSON
        else:
            page = error_page(edition.snapshot, fault.status, fault.what, fault.right, path)
            language = self._language(path)
            # Links lead from where the reader is; where the path is too long, that is nowhere.
            first = place_of("", language, self.site.settings.languages)
            here = path.removeprefix(first) if fault.status != 414 else ""
            content = in_form(
                form, ERROR, page, address=here, language=language, sheets=edition.sheets
            )
        others = {"Allow": ", ".join(READING)} if fault.status == 405 else {}
        if fault.status == 503:
            others = {"Retry-After": "60"}
        headers = {**HEADERS, "Content-Type": form.media_type, "Cache-Control": NEVER, **others}
        return _with_length(request, Reply(fault.status, headers, content))


def _file(request: Request) -> Reply:
    """A file that pages need: its name says its content."""
    name = request.path.removeprefix(STATIC)
    content = static_files().get(name)
    if content is None:
        raise NoSuchPage(f"there is no file {name!r}")
    media_type = MEDIA_TYPES[name.rpartition(".")[2]]
    return _sent(request, Answer(content, media_type), {"Cache-Control": FOR_GOOD})


def _sent(request: Request, answer: Answer, others: Mapping[str, str] | None = None) -> Reply:
    """An answer as it is sent: packed where that is asked for, nothing where it is known."""
    wants_packed = takes_packed(request.headers.get("accept-encoding", ""))
    packed = answer.packed if wants_packed else None
    headers = {
        **HEADERS,
        "Content-Type": answer.media_type,
        "Cache-Control": ASK_AGAIN,
        "Vary": "Accept-Encoding",
        "ETag": f'"{answer.tag}-gzip"' if packed else f'"{answer.tag}"',
        **(others or {}),
    }
    if answer.language:
        headers["Content-Language"] = answer.language
    if is_known(request.headers.get("if-none-match", ""), answer.tag):
        return Reply(304, headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    return _with_length(request, Reply(200, headers, packed or answer.content))


def _redirect(request: Request, place: str) -> Reply:
    """The page is elsewhere, for good; what is asked behind the address is asked there."""
    # A first part with a colon would be taken for the name of a protocol.
    where = quote(place if place.startswith(".") else f"./{place}", safe="/.")
    if request.query:
        where = f"{where}?{request.query.decode('ascii', 'replace')}"
    return Reply(301, {**HEADERS, "Location": where, "Cache-Control": ASK_AGAIN})


def _with_length(request: Request, reply: Reply) -> Reply:
    """The answer with its length, and without the content where only the head is asked for."""
    content = b"" if request.method == "HEAD" else reply.content
    return replace(reply, content=content, length=len(reply.content))
