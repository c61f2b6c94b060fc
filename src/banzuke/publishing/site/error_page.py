"""What is said where there is no page, in each form: what is wrong, and what would be right."""

from __future__ import annotations

from banzuke.model.wording import visible
from banzuke.publishing.site.finding import finder_of
from banzuke.publishing.site.page import Arguments, Page, PageKind
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: So many pages are offered for an address that is none.
MOST_OFFERED = 5


def error_page(snapshot: Snapshot, status: int, what: str, right: str, address: str) -> Page:
    """The page that tells an error.

    status : as on the network; what, right : what is wrong, and what would be right
    address : what was asked for; pages with names like it are offered where there is none
    """
    near = []
    if status == 404:
        words = address.rpartition(".")[0] or address
        asked = words.rpartition("/")[2].replace("-", " ")
        found = snapshot.once(finder_of).find(asked)[:MOST_OFFERED]
        near = [{"name": one.name, "address": one.address} for one in found]
    said = {"status": status, "what": visible(what), "right": right}
    return Page(mark("Error"), {"error": {**said, "near": near}}, [said])


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    return error_page(snapshot, 404, "there is no such page", "", "")


#: Not one of ``kinds/``: it has no address.
ERROR = PageKind("", "error.html", _build)
