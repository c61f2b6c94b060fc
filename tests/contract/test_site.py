"""Every kind of page, in every form and language: what all pages of a site owe their readers."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from asgi_asking import Asking
from banzuke.publishing.site.kinds import all_addresses, moved_address, page_kinds
from banzuke.publishing.site.page import PageKind
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.words import translations
from banzuke.web.app import create_app
from banzuke.web.serving import HEADERS
from banzuke.workflows.demo import build_demo
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from markup import Markup

KINDS = [pytest.param(kind, id=kind.pattern) for kind in page_kinds()]
LANGUAGES = ("en", "sv")

#: So many pages of a kind are looked at, spread over all of them.
LOOKED_AT = 1000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 4

SETTINGS = SiteSettings(
    contact="Write to us.\n\nWe answer.", privacy="Nothing is kept.", licence="Take them."
)

#: Names that want to be run, to end a page, to turn a line round, or to be taken for another.
HOSTILE = (
    "=1+1",
    "-2+3",
    "+SUM(A1)",
    "@cmd",
    "<script>alert(1)</script>",
    "\"quoted\", 'twice'",
    "</td></table><h1>x",
    "a\u202eb",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "{{ 7*7 }}",
    "%(num)s {0} %s",
    "..",
    "a/b\\c",
    "javascript:alert(1)",
    "&amp;",
    "x" * 200,
    "Åsa Öberg",
    "Asa Oberg",
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample ledger of a season."""
    path = tmp_path_factory.mktemp("site") / "demo.db"
    build_demo(path, seasons=1)
    return path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger in which every name is hostile."""
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    rows = [
        {
            "date": f"2026-03-{day:02}",
            "event": event,
            "player_1": one,
            "player_2": other,
            "score_1": 40,
            "score_2": 24,
        }
        for day, event in enumerate(HOSTILE, 1)
        for one, other in pairwise(HOSTILE)
    ]
    people = [{"player": name, "club": name, "nation": "SWE"} for name in HOSTILE]
    with Ledger.create(path, title='<b>&"title"') as ledger:
        ledger.import_facts(pl.DataFrame(people))
        ledger.import_frame(pl.DataFrame(rows), "rows.csv")
        ledger.set_list("main", "othello-sweden", {"title": "=1+1 <i>"})
        ledger.publish("main", as_of="2026-03-31")
    return path


@pytest.fixture(scope="module")
def site(sample: Path) -> Iterator[Site]:
    """The site over the sample ledger."""
    with Site(sample, SETTINGS, live=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def asked(sample: Path) -> Iterator[Asking]:
    """The same, served."""
    served = create_app(sample, SETTINGS)
    with Asking(served) as client, served.state.site:
        yield client


@pytest.fixture(scope="module")
def addresses(site: Site) -> frozenset[str]:
    """All pages of the sample."""
    return frozenset(all_addresses(site.snapshot))


def looked_at(kind: PageKind, site: Site) -> list[str]:
    """Some addresses of a kind, from first to last."""
    snapshot = site.snapshot
    found = [one for one in kind.addresses(snapshot) if not moved_address(snapshot, one)]
    return found[:: max(len(found) // LOOKED_AT, 1)][: LOOKED_AT + 1]


def places(address: str) -> Iterator[str]:
    """Where a page lies in each language."""
    yield from (address, f"sv/{address}")


def english_texts() -> tuple[frozenset[str], tuple[str, ...]]:
    """What a Swedish page must not say: texts as they are, and those of three words within others.

    Texts with places are looked for up to the first place, where that is long enough.
    """
    catalogue = translations("sv")
    ids = [one for one in catalogue._catalog if isinstance(one, str) and one]
    ids += [one[0] for one in catalogue._catalog if isinstance(one, tuple)]
    foreign = [one for one in ids if catalogue.gettext(one) != one]
    heads = [re.split(r"%\(|\{", one)[0].strip() for one in foreign]
    long = [one for one in heads if len(re.findall("[A-Za-z]{2,}", one)) >= 3]
    return frozenset(foreign), tuple(long)


def table_of(content: bytes) -> list[list[str]]:
    """CSV as its cells."""
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


def values_of(said: object) -> Iterator[object]:
    """All values in a document."""
    if isinstance(said, dict):
        for value in said.values():
            yield from values_of(value)
    elif isinstance(said, list):
        for value in said:
            yield from values_of(value)
    else:
        yield said


def is_guarded(cell: str) -> bool:
    """Whether no spreadsheet runs a cell."""
    return not cell.startswith(("=", "+", "-", "@", "\t", "\r")) or is_number(cell)


def is_number(cell: str) -> bool:
    """Whether a cell is a plain number."""
    return re.fullmatch(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", cell) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_swedish_pages_are_swedish(kind: PageKind, site: Site):
    """No English text of the catalogue stands on a Swedish page, unless it is marked as English."""
    texts, within = english_texts()
    for address in looked_at(kind, site):
        content = site.answer(f"sv/{address}.html").content
        for said in Markup(f"sv/{address}.html", content).said_in("sv"):
            assert said not in texts, address
            assert not any(text in said for text in within), address


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_whole(kind: PageKind, site: Site, asked: Asking, addresses: frozenset[str]):
    """A page is strict HTML, in each language, without scripts in it, and no link is dead."""
    for place in (place for address in looked_at(kind, site) for place in places(address)):
        answer = asked.get(f"/{place}.html")
        assert answer.status == 200, place
        page = Markup(f"{place}.html", answer.content)
        assert page.faults() == [], place
        for target, mark in set(page.links()):
            whole, _, ending = target.rpartition(".")
            if ending == "html" and whole.removeprefix("sv/") in addresses:
                continue
            found = asked.get(f"/{target}")
            assert found.status == 200, f"{place} leads to {target}"
            if mark and ending == "html":
                assert mark in Markup(target, found.content).ids, f"{place}: {target}#{mark}"


@pytest.mark.parametrize("kind", KINDS)
def test_forms_say_the_same(kind: PageKind, site: Site, asked: Asking):
    """JSON and CSV are sound, and CSV says nothing that JSON does not say."""
    for address in looked_at(kind, site):
        document = asked.get(f"/{address}.json").json()
        known = {str(value) for value in values_of(document)}
        known |= {str(float(value)) for value in values_of(document) if isinstance(value, int)}
        rows = table_of(asked.get(f"/{address}.csv").content)
        assert document["title"]
        assert "" not in values_of(document), f"{address}: what is not said is null"
        assert len({len(row) for row in rows}) <= 1, address
        for row in rows[1:]:
            assert all(map(is_guarded, row)), address
            numbers = [cell for cell in row if is_number(cell) and "." in cell]
            assert [one for one in numbers if one not in known] == [], address


@pytest.mark.parametrize("kind", KINDS)
def test_headers_keep_readers_safe(kind: PageKind, site: Site, asked: Asking):
    """HEAD tells what GET does, a known tag gets 304, and every answer has the safe headers."""
    for address in looked_at(kind, site)[:1]:
        for ending in ("html", "json", "csv"):
            place = f"/{address}.{ending}"
            got, head = asked.get(place), asked.head(place)
            assert head.headers == got.headers
            assert head.content == b""
            again = asked.get(place, if_none_match=got.headers["etag"])
            assert (again.status, again.content) == (304, b"")
            for answer in (got, head, again):
                told = {name: answer.headers.get(name.lower()) for name in HEADERS}
                assert told == dict(HEADERS)


def test_pages_are_the_same_everywhere(site: Site, sample: Path, monkeypatch: pytest.MonkeyPatch):
    """A page has the same bytes whatever the clock of the machine says of its zone."""
    here = {
        place: site.answer(place).content for kind in page_kinds() for place in in_forms(kind, site)
    }
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        try:
            with Site(sample, SETTINGS, live=True) as other:
                assert {place: other.answer(place).content for place in here} == here
        finally:
            monkeypatch.undo()
            time.tzset()


def in_forms(kind: PageKind, site: Site) -> list[str]:
    """A page of a kind in all forms."""
    found = looked_at(kind, site)[:1]
    return [f"{address}.{ending}" for address in found for ending in ("html", "json", "csv")]


@pytest.fixture(scope="module")
def hostile_site(hostile: Path) -> Iterator[Site]:
    """The site over the ledger of hostile names."""
    with Site(hostile, live=True) as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_names_do_nothing(kind: PageKind, hostile_site: Site):
    """Names that want to be run are texts on every page."""
    known = set(all_addresses(hostile_site.snapshot))
    for address in looked_at(kind, hostile_site):
        page = Markup(f"{address}.html", hostile_site.answer(f"{address}.html").content)
        assert page.faults() == [], address
        for target, _ in page.links():
            assert ".." not in target.split("/"), address
            if target.endswith(".html"):
                assert target.removesuffix(".html").removeprefix("sv/") in known, target
        json.loads(hostile_site.answer(f"{address}.json").content)
        for row in table_of(hostile_site.answer(f"{address}.csv").content):
            assert all(map(is_guarded, row)), address


def test_one_number_everywhere(run, site: Site, sample: Path):
    """A rating is the same on the list and the player's page, in all forms, and by command."""
    said = json.loads(site.answer("lists/othello.json").content)
    done = run("lists", "show", "othello", "--ledger", sample, "--format", "json")
    told = json.loads(done.stdout)
    by_command = {row["player"]: row for row in told["players"]}
    by_table = {
        row["player"]: row
        for row in csv.DictReader(io.StringIO(site.answer("lists/othello.csv").content.decode()))
    }
    page = Markup("lists/othello.html", site.answer("lists/othello.html").content)
    for row in said["players"][:10]:
        key, shown = row["player"], row["shown"]
        assert by_command[key]["shown"] == by_table[key]["shown"] == shown
        assert by_command[key]["rating"] == float(by_table[key]["rating"]) == row["rating"]
        assert row["name"] in page.text
        assert shown in page.text
        player = json.loads(site.answer(f"players/{key}.json").content)
        own = [one for one in player["ratings"] if one["list"] == "othello"]
        assert own[0]["standings"][0]["shown"] == shown
        assert shown in Markup("x", site.answer(f"players/{key}.html").content).text


def test_sheets_hold_everybody_once(tmp_path: Path):
    """205 players of equal rating stand on the sheets of a list, each once, at the same place."""
    path = tmp_path / "equal.db"
    rows = [
        {
            "date": "2026-03-01",
            "player_1": f"P{at:03}",
            "player_2": f"Q{at:03}",
            "result": "1/2-1/2",
        }
        for at in range(205)
    ]
    with Ledger.create(path) as ledger:
        ledger.import_frame(pl.DataFrame(rows), "rows.csv")
        ledger.set_list("main", "elo", {"title": "Main"})
    with Site(path, live=True) as site:
        whole = json.loads(site.answer("lists/main.json").content)["players"]
        sheets = [Markup("x", site.answer(place).content).text for place in sheets_of(site)]
    assert len(whole) == 410
    assert {row["rank"] for row in whole} == {1}
    for row in whole:
        assert sum(row["name"] in text for text in sheets) == 1, row["name"]


def sheets_of(site: Site) -> list[str]:
    """The list and its sheets."""
    known = all_addresses(site.snapshot)
    return [f"{one}.html" for one in known if re.fullmatch(r"lists/main(/sheet-\d+)?", one)]
