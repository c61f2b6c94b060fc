"""A site over a ledger of a million games: pages at hand and anew, searching, plain files."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import polars as pl
from benchmarks import made_games
from benchmarks.measuring import Row, absolute, compared, interleaved

from banzuke.ledger.changes import Change
from banzuke.ledger.importing import Decisions
from banzuke.web.app import create_app
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Site
from banzuke.workflows.site.files import build_files

GAMES = 1_000_000
PLAYERS = 100_000
GAMES_AN_EVENT = 100

#: A ledger of that size, which is made there if it is not: making it takes minutes.
KEPT = os.environ.get("BANZUKE_BENCHMARK_LEDGER", "")

#: So many requests are one turn of a comparison.
REQUESTS = 300
FRESH_PAGES = 60


def site(rounds: int) -> list[Row]:
    """Pages beside a bare page of the same size; a page that nobody asked for yet; searching."""
    with _ledger(GAMES, PLAYERS) as place:
        app = create_app(place)
        with app.state.site as served:
            began = time.perf_counter()
            keys = list(served.snapshot.people)
            taken = time.perf_counter() - began
            rows = [absolute(f"a snapshot of {GAMES:,} games", [taken], "s")]
            for what, path in (
                ("a list", "lists/main.html"),
                ("a player", f"players/{keys[7]}.html"),
            ):
                size = len(served.answer(path).content)
                ways = {"ours": _asking(app, f"/{path}"), "bare": _asking(_bare(size), "/x")}
                many = interleaved(ways, rounds)
                rows.append(
                    compared(f"{what} at hand, {REQUESTS} times", many, "bare", at_most=2.0)
                )
            asked = np.random.default_rng(3).choice(keys, FRESH_PAGES, replace=False)
            fresh = [
                _seconds(lambda key=key: served.answer(f"players/{key}.html")) for key in asked
            ]
            rows.append(absolute("a player's page anew", _in_ms(fresh), "ms", at_most=30.0))
            words = [f"playr{number}" for number in range(0, PLAYERS, PLAYERS // 40)]
            served.answer("search.json", {"q": "once"})
            found = [_seconds(lambda q=q: served.answer("search.json", {"q": q})) for q in words]
            rows.append(absolute("a search by a misspelt name", _in_ms(found), "ms", at_most=50.0))
    return rows


def plain_files(rounds: int) -> list[Row]:
    """Plain files: the time of a page does not grow with the site; a correction writes few."""
    each: dict[str, float] = {}
    rows: list[Row] = []
    for name, games in (("ours", 4_000), ("half", 2_000)):
        with (
            _ledger(games, games // 10, kept=False) as place,
            tempfile.TemporaryDirectory() as folder,
        ):
            with Site(place, live=False) as pages:
                edition = pages.edition
                began = time.perf_counter()
                built = build_files(edition.snapshot, edition.sheets, Path(folder))
                each[name] = (time.perf_counter() - began) / built.written
            if name == "ours":
                with Ledger(place) as ledger:
                    values = {"weight": "2"}
                    ledger.make(Change("correct game", {"game": games, "values": values}))
                with Site(place, live=False) as pages:
                    again = pages.build(folder)
                share = 100.0 * again.written / built.written
                rows.append(absolute("files written after a correction", [share], "%"))
    seconds = {name: [value] for name, value in each.items()}
    rows.append(compared("a plain file of a site twice as large", seconds, "half", at_most=1.3))
    return rows


@contextmanager
def _ledger(games: int, players: int, *, kept: bool = True) -> Iterator[Path]:
    """A ledger of events of a hundred games, with a list."""
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        place = Path(KEPT) if KEPT and kept else Path(folder, "club.db")
        if not place.exists():
            file = Path(folder, "games.csv")
            both = made_games.pairs(np.random.default_rng(1), games, players)
            event = np.arange(games) // GAMES_AN_EVENT
            days = pl.Series(event // 2).cast(pl.Int32)
            pl.DataFrame(
                {
                    "date": (days - int(days.max() or 0) + 20_500).cast(pl.Date),
                    "event": [f"Event {one}" for one in event.tolist()],
                    "player_1": [f"Player{one} Number" for one in both[:, 0].tolist()],
                    "player_2": [f"Player{one} Number" for one in both[:, 1].tolist()],
                    "result": ["1-0"] * games,
                }
            ).write_csv(file)
            with Ledger.create(place) as ledger:
                anybody = Decisions(new_people="create", again="store")
                ledger.import_files([file], decisions=anybody)
                ledger.set_list("main", "elo", {"title": "Main"})
        yield place


def _asking(app: Any, path: str) -> Callable[[], None]:
    """Ask for a path many times, by one worker."""

    async def once() -> None:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"site")],
            "client": ("127.0.0.1", 1),
            "server": ("site", 80),
        }

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start" and message["status"] != 200:
                raise RuntimeError(f"{path}: {message['status']}")

        await app(scope, receive, send)

    async def many() -> None:
        for _ in range(REQUESTS):
            await once()

    return lambda: anyio.run(many)


def _bare(size: int) -> Any:
    """An application with one page of so many bytes."""
    from fastapi import FastAPI
    from fastapi.responses import HTMLResponse

    app, content = FastAPI(), "x" * size

    @app.get("/x", response_class=HTMLResponse)
    async def page() -> HTMLResponse:
        return HTMLResponse(content)

    return app


def _seconds(way: Callable[[], object]) -> float:
    began = time.perf_counter()
    way()
    return time.perf_counter() - began


def _in_ms(seconds: list[float]) -> list[float]:
    return [1000.0 * one for one in seconds]
