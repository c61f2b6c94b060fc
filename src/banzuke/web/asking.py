"""What a request asks for: the path, the form that it prefers, what it has already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl

from banzuke.model.errors import RequestRefused
from banzuke.publishing.site import addresses
from banzuke.publishing.site.forms import ALL_FORMS, FORMS, HTML, Form
from banzuke.publishing.site.kinds import page_kinds

#: The longest path and the longest query that are read, in bytes; and so many names in a query.
LONGEST_PATH, LONGEST_QUERY, MOST_NAMES = 1_000, 4_000, 200


class Target(NamedTuple):
    """What a path leads to; address : with the folder of its language before it.

    ending : as it was asked for, "" where the request prefers a form
    moved : where the page lies, as a link from what was asked for, "" where it is there
    """

    address: str
    ending: str
    moved: str = ""


def target_of(path: str, languages: Sequence[str]) -> Target:
    """What a path leads to; nothing is read from any disk.

    Folders have the address of their page ``index``; other addresses have no slash at their end.
    """
    stem, dot, ending = path.rpartition(".")
    if dot and "/" not in ending and ending in ALL_FORMS:
        return Target(stem, ending)
    bare = path.rstrip("/")
    if path and not bare:
        return Target("", "", "../")
    folder = f"{bare}/{addresses.HOME}" if bare else addresses.HOME
    is_folder = not bare or bare in languages[1:] or _is_page(folder, languages)
    if is_folder and (path.endswith("/") or not bare):
        return Target(folder, "")
    if is_folder:
        return Target(folder, "", f"{bare.rpartition('/')[2]}/")
    if path.endswith("/"):
        return Target(bare, "", f"../{bare.rpartition('/')[2]}")
    return Target(path, "")


def _is_page(address: str, languages: Sequence[str]) -> bool:
    """Whether there is a page of this very address, whatever the ledger holds."""
    first, _, rest = address.partition("/")
    whole = rest if first in languages[1:] else address
    return any(kind.pattern == whole for kind in page_kinds())


def preferred(accept: str) -> Form:
    """The form that a request likes best, by its header Accept; HTML where it likes none."""
    best, chosen = 0.0, HTML
    for form in FORMS.values():
        liked = _liking(accept, form.media_type.partition(";")[0])
        if liked > best:
            best, chosen = liked, form
    return chosen


def _liking(accept: str, media_type: str) -> float:
    """How much a request likes a form, from 0 to 1: the most exact of its wishes counts."""
    wishes = {}
    for wish in accept.split(",")[:50]:
        name, *parameters = (part.strip() for part in wish.split(";"))
        weights = [part[2:] for part in parameters if part.startswith("q=")]
        wishes[name.casefold()] = _weight(weights[0]) if weights else 1.0
    for name in (media_type, f"{media_type.partition('/')[0]}/*", "*/*"):
        if name in wishes:
            return wishes[name]
    return 0.0


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0


def query_of(raw: bytes) -> Mapping[str, str]:
    """What is asked behind the address, {name: text}; of several values the first.

    Raises RequestRefused where it is too long.
    """
    if len(raw) > LONGEST_QUERY:
        raise RequestRefused(414, "the question is too long", f"at most {LONGEST_QUERY} bytes")
    found: dict[str, str] = {}
    try:
        pairs = parse_qsl(raw.decode("ascii", "replace"), max_num_fields=MOST_NAMES)
    except ValueError as fault:
        raise RequestRefused(
            400, "the question has too many parts", f"at most {MOST_NAMES}"
        ) from fault
    for name, text in pairs:
        found.setdefault(name, text)
    return found


def is_known(if_none_match: str, tag: str) -> bool:
    """Whether a request has the content of a tag already, packed or not."""
    if if_none_match.strip() == "*":
        return True
    known = {one.strip().removeprefix("W/") for one in if_none_match.split(",")}
    return bool(known & {f'"{tag}"', f'"{tag}-gzip"'})


def takes_packed(accept_encoding: str) -> bool:
    """Whether a request takes content that is packed by gzip."""
    for one in accept_encoding.split(","):
        name, _, weight = one.partition(";")
        if name.strip().casefold() == "gzip":
            return weight.strip().removeprefix("q=").strip("0.") != "" or not weight
    return False
