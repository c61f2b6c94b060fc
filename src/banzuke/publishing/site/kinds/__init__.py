"""The kinds of pages, one file each, found by looking into this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site.page import Arguments, Page, PageKind
from banzuke.publishing.site.snapshot import Snapshot


@cache
def page_kinds() -> tuple[PageKind, ...]:
    """All kinds, in the order in which an address is looked up.

    Of patterns that fit the same address, the one that says more of it goes first.
    """
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    found: list[PageKind] = [kind for module in modules for kind in module.KINDS]
    return tuple(sorted(found, key=lambda kind: (kind.pattern.count("{"), kind.pattern)))


def kind_at(address: str) -> tuple[PageKind, Arguments]:
    """Which kind of page is at an address, and the arguments in it; raises NoSuchPage."""
    for kind in page_kinds():
        arguments = kind.arguments(address)
        if arguments is not None:
            return kind, arguments
    raise NoSuchPage(f"there is no page {address!r}")


def page_at(
    snapshot: Snapshot, address: str, query: Mapping[str, str] = MappingProxyType({})
) -> tuple[PageKind, Page]:
    """The page at an address; of a query it is told what its kind knows. Raises NoSuchPage."""
    kind, arguments = kind_at(address)
    known = query if "*" in kind.queries else kind.queries
    asked = {name: query[name] for name in known if name in query}
    return kind, kind.build(snapshot, {**asked, **arguments})


def moved_address(snapshot: Snapshot, address: str) -> str:
    """The address by now of a page that names people who were merged since; "" for any other."""
    kind, arguments = kind_at(address)
    moved = {name: snapshot.moved[key] for name, key in arguments.items() if key in snapshot.moved}
    return kind.pattern.format_map({**arguments, **moved}) if moved else ""


def all_addresses(snapshot: Snapshot) -> list[str]:
    """Every address of a site of plain files."""
    return [address for kind in page_kinds() for address in kind.addresses(snapshot)]


def other_files(snapshot: Snapshot) -> dict[str, bytes]:
    """The files that are no pages, but asked for by pages."""
    found: dict[str, bytes] = {}
    for kind in page_kinds():
        if kind.files is not None:
            found |= kind.files(snapshot)
    return found
