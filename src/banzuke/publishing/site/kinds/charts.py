"""A player's rating over time as a chart of its own: to look up values in, and to download."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.careers import careers_of
from banzuke.publishing.site.looking_up import person_at
from banzuke.publishing.site.page import Arguments, Page, PageKind
from banzuke.publishing.site.pictures import as_png, as_svg, can_draw, career_spec, engine_script
from banzuke.publishing.site.snapshot import Snapshot


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    """The page of a chart; as JSON it is the chart's specification."""
    _refuse_without_libraries()
    person = person_at(snapshot, arguments["player"])
    for career in careers_of(snapshot, person):
        rating = career.document
        address = addresses.chart(person.key, rating["list"], rating["pool"])
        if address.rsplit("/", 1)[-1] == arguments["which"]:
            break
    else:
        raise NoSuchPage(f"{person.name} has no rating called {arguments['which']!r}")
    spec = career_spec(career.family.main, person, rating["pool"])
    if spec is None:
        raise NoSuchPage(f"nothing of {person.name} is rated by {rating['title']}")
    points = [
        {"date": row["date"], "event": row["event"], "name": row["name"], "rating": row["after"]}
        for row in reversed(career.events)
    ]
    return Page(
        person.name,
        spec,
        points,
        {"career": career, "player": person.key},
        "players",
        others={"svg": partial(as_svg, spec), "png": partial(as_png, spec)},
    )


def _engine(snapshot: Snapshot, arguments: Arguments) -> Page:
    """The program that draws charts in the browser."""
    _refuse_without_libraries()
    document = {"programs": ["vega", "vega-lite", "vega-embed"], "licence": "BSD-3-Clause"}
    return Page("Vega", document, others={"js": engine_script})


def _refuse_without_libraries() -> None:
    if not can_draw():
        raise NoSuchPage("charts are drawn where the extra 'charts' is installed")


def _on_demand(snapshot: Snapshot) -> Iterable[str]:
    """A site of plain files has the drawings on players' pages alone."""
    return ()


KINDS = (
    PageKind("players/{player}/charts/{which}", "chart.html", _build, _on_demand),
    PageKind(addresses.CHART_ENGINE, "chart_engine.html", _engine, _on_demand),
)
