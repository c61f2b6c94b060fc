"""Serving: addresses in every spelling, forms by wish, tags, errors in one shape, new editions."""

from __future__ import annotations

import csv
import gzip
import io
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asgi_asking import Asking
from banzuke.ledger.changes import Change
from banzuke.model.errors import NoSuchPage
from banzuke.web.app import create_app
from banzuke.web.serving import HEADERS
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Answer, Site, editions
from banzuke.workflows.site.answers import KeptAnswers
from builders import table
from markup import Markup

GAMES = """
    date       event      player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg Lotta    Kalle    34      30
    2024-03-14 Gothenburg Maja     Nils     40      24
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a list."""
    path = tmp_path_factory.mktemp("serving") / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "othello-sweden", {"title": "Our list"})
    return path


def asking(place: Path) -> Iterator[Asking]:
    """Who asks the site over a ledger."""
    app = create_app(place)
    with Asking(app) as client, app.state.site:
        yield client


@pytest.fixture(scope="module")
def asked(place: Path) -> Iterator[Asking]:
    """The site, served."""
    yield from asking(place)


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("/lists", "./lists/"),
        ("/lists/main/", "../main"),
        ("/sv", "./sv/"),
        ("/sv/lists", "./lists/"),
        ("/sv/lists/main.json", "../../lists/main.json"),
        ("/lists?q=1", "./lists/?q=1"),
        ("//evil.example/", "../evil.example"),
        ("//", "../"),
        ("///", "../"),
        ("/http://evil.example/", "../evil.example"),
    ],
)
def test_other_spellings_lead_to_the_page(asked: Asking, path: str, leads: str):
    """An address in another spelling leads to the one there is, never to another site."""
    answer = asked.get(path)
    assert (answer.status, answer.headers["location"]) == (301, leads)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("/", "/index.html"),
        ("/lists/", "/lists/index.html"),
        ("/lists/main", "/lists/main.html"),
        ("/sv/", "/sv/index.html"),
        ("/sv/search", "/sv/search.html"),
    ],
)
def test_addresses_without_an_ending_are_pages(asked: Asking, short: str, long: str):
    """A page has a short address, too, from which its links lead to the same pages."""
    answer = asked.get(short)
    assert (answer.status, answer.content) == (200, asked.get(long).content)
    links = [
        {target for target, mark in Markup(path[1:], answer.content).links() if not mark}
        for path in (short, long)
    ]
    assert links[0] == links[1] != set()


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "text/html; charset=utf-8"),
        ("*/*", "text/html; charset=utf-8"),
        ("application/json", "application/json"),
        ("text/html;q=0.5, application/json", "application/json"),
        ("text/csv, */*;q=0.1", "text/csv; charset=utf-8"),
        ("text/*;q=0.9, application/json;q=1", "application/json"),
        ("application/json;q=0, image/png", "text/html; charset=utf-8"),
        ("application/json;q=x", "text/html; charset=utf-8"),
    ],
)
def test_the_form_is_the_one_wished_for(asked: Asking, accept: str, media_type: str):
    """At an address without an ending the reader says which form it is."""
    answer = asked.get("/lists/main", accept=accept)
    assert (answer.status, answer.headers["content-type"]) == (200, media_type)
    assert answer.headers["vary"] == "Accept, Accept-Encoding"
    assert answer.headers["link"] == '<main.html>; rel="canonical"'


def test_tags_spare_the_content(asked: Asking):
    """Whoever has the content is told so: by the tag, a weak one, one of several, or any."""
    tag = asked.get("/lists/main.json").headers["etag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*", f'{tag[:-1]}-gzip"'):
        answer = asked.get("/lists/main.json", if_none_match=known)
        assert (answer.status, answer.content, answer.headers["etag"]) == (304, b"", tag)
    assert asked.get("/lists/main.json", if_none_match='"other"').status == 200


def test_content_is_packed_where_that_is_wished(asked: Asking):
    """Packed content is the same, has a tag of its own, and is sent only to who takes it."""
    plain, packed = (asked.get("/lists/main.html", accept_encoding=one) for one in ("br", "gzip"))
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["etag"] != plain.headers["etag"]
    none = asked.get("/lists/main.html", accept_encoding="gzip;q=0")
    assert "content-encoding" not in none.headers


WRONG = [
    ("GET", "/nope", 404),
    ("GET", "/players/Lota", 404),
    ("GET", "/lists/main/published/9", 404),
    ("GET", "/lists/main/sheet-1", 404),
    ("GET", "///lists", 404),
    ("GET", "///lists/main", 404),
    ("GET", "/static/x.css", 404),
    ("GET", "/static/../app.py", 404),
    ("GET", "/..%2f..%2fetc%2fpasswd", 404),
    ("GET", "/%2e%2e/%2e%2e/x", 404),
    ("GET", "/a%0d%0aSet-Cookie:x/", 404),
    ("GET", "/%00", 404),
    ("GET", "/%ff%fe", 404),
    ("GET", "/" + "a" * 2000, 414),
    ("GET", "/search?q=" + "a" * 5000, 414),
    ("GET", "/search?" + "a=1&" * 300, 400),
    ("POST", "/lists/", 405),
    ("DELETE", "/lists/main", 405),
    ("BREW", "/lists/main", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), WRONG)
def test_errors_have_one_shape(asked: Asking, method: str, path: str, status: int):
    """What cannot be answered is told in the same shape in every form, with the safe headers."""
    told = asked.ask(method, path, accept="application/json")
    assert told.status == status
    error = told.json()["error"]
    assert (error["status"], set(error)) == (status, {"status", "what", "right", "near"})
    assert error["what"]
    assert {name: told.headers[name.lower()] for name in HEADERS} == HEADERS
    assert told.headers["cache-control"] == "no-store"
    page = asked.ask(method, path, accept="text/html")
    assert page.status == status
    assert Markup("x", page.content).faults() == []
    rows = list(
        csv.DictReader(io.StringIO(asked.ask(method, path, accept="text/csv").content.decode()))
    )
    assert (rows[0]["status"], rows[0]["what"]) == (str(status), error["what"])


def test_near_names_are_offered(asked: Asking):
    """A page that is not there offers those with names like it, by links that lead there."""
    answer = asked.get("/players/Lota")
    found = [target for target, _ in Markup("players/Lota", answer.content).links()]
    offered = asked.get("/players/Lota.json").json()["error"]["near"]
    assert offered[0]["name"] == "Lotta"
    assert f"{offered[0]['address']}.html" in found
    assert asked.get(f"/{offered[0]['address']}.html").status == 200


@pytest.mark.parametrize("asked_for", ["%00%01", "%ef%bf%be", "a%c2%85b"])
def test_what_is_no_letter_is_in_no_page(asked: Asking, asked_for: str):
    """Signs that no page may hold are replaced, wherever they came from."""
    answer = asked.get(f"/search?q={asked_for}")
    assert Markup("search", answer.content).faults() == []
    assert "\ufffd" in answer.content.decode()


PARTS = st.sampled_from(
    "lists main sheet-2 published 1 ² -1 %39%39 sv players events years nations %00 .. . systems "
    "othello-sweden scoring circuits index battle changes corrections against search statistics "
    f"%e2%80%ae ٣ {'9' * 60}".split(" ")
)
ENDINGS = st.sampled_from(["", ".html", ".json", ".csv", "/", ".", ".html.json"])
QUERIES = st.dictionaries(
    st.sampled_from(["q", "rating", "score_1", "a"]), st.text("0;9-e.x%\x00²") | st.just("nan")
)


@given(st.lists(PARTS, max_size=5), ENDINGS, QUERIES)
def test_no_address_breaks_the_site(
    asked: Asking, parts: list[str], ending: str, query: dict[str, str]
):
    """Whatever is asked, the site answers that it is there, elsewhere, or not."""
    answer = asked.get(f"/{'/'.join(parts)}{ending}?{urlencode(query)}")
    assert answer.status in (200, 301, 400, 404, 414)


def titles_until(wanted: str, client: Asking) -> list[str]:
    """The titles that the list has, asked for again and again until the wanted one comes."""
    found: list[str] = []
    while wanted not in found and len(found) < 200:
        found.append(client.get("/lists/main.json").json()["title"])
        time.sleep(0.05)
    return found


def test_readers_get_the_last_edition_until_the_next_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """After a change the site answers at once, first as it was, soon as it is."""
    monkeypatch.setattr(editions, "LOOK_EVERY", 0.0)
    path = tmp_path / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "othello-sweden", {"title": "Our list"})
        for client in asking(path):
            assert client.get("/lists/main.json").json()["title"] == "Our list"
            ledger.set_list("main", "othello-sweden", {"title": "Renamed"})
            assert "Renamed" in titles_until("Renamed", client)


def test_merged_players_are_found_at_their_older_address(tmp_path: Path):
    """Who was merged with another one is found at the address of either."""
    path = tmp_path / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "othello-sweden", {"title": "Our list"})
        keys = {one.name: one.key for one in ledger.people()}
        ledger.make(Change("merge", {"person": "Nils", "into": "Kalle"}))
    for client in asking(path):
        for place, ending in (("", ".html"), ("", ".json"), ("", ""), ("/sv", ".html")):
            answer = client.get(f"{place}/players/{keys['Nils']}{ending}")
            assert answer.status == 301
            assert answer.headers["location"] == f"./{keys['Kalle']}{ending}"


def test_a_site_without_a_ledger_says_so(tmp_path: Path):
    """Where the ledger cannot be read the answer says so in words."""
    for client in asking(tmp_path / "none.db"):
        answer = client.get("/", accept="application/json")
        assert (answer.status, answer.headers["retry-after"]) == (503, "60")
        assert "there is no ledger" in answer.json()["error"]["what"]


def test_many_readers_get_one_page(place: Path):
    """Readers who ask at once for a page that is not made yet get the same, made once."""
    with Site(place, live=True) as site:
        made: list[str] = []
        drawn = site.edition.sheets.drawn

        def slowly(*arguments: Any, **named: Any) -> str:
            made.append(named["address"])
            time.sleep(0.05)
            return drawn(*arguments, **named)

        object.__setattr__(site.edition.sheets, "drawn", slowly)
        with ThreadPoolExecutor(8) as readers:
            found = list(readers.map(site.answer, ["lists/main.html"] * 16))
    assert {one.content for one in found} == {found[0].content}
    assert made == ["lists/main"]


def test_what_is_kept_is_bounded():
    """Answers that were not asked for longest go first when there is no room left."""
    kept = KeptAnswers(room=250)
    for name in "abc":
        kept.get(name, lambda name=name: Answer(name.encode() * 100, "text/plain"))
    assert [name for name in "abc" if kept.at_hand(name)] == ["b", "c"]
    kept.at_hand("b")
    kept.get("d", lambda: Answer(b"d" * 100, "text/plain"))
    assert [name for name in "abcd" if kept.at_hand(name)] == ["b", "d"]


def test_a_page_that_fails_is_tried_again():
    """A fault is not kept: the next reader has the page made anew."""
    kept = KeptAnswers(room=250)
    with pytest.raises(NoSuchPage):
        kept.get("a", refuse)
    assert kept.get("a", lambda: Answer(b"a", "text/plain")).content == b"a"


def refuse() -> Answer:
    """There is no page."""
    raise NoSuchPage("there is no page")
