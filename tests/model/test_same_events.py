"""Events of one name in several files: one where they may be, two where they ended apart."""

from __future__ import annotations

from datetime import date

import polars as pl

from banzuke.model.combining import combine
from banzuke.model.importer import Reading
from banzuke.model.results import Results
from banzuke.model.validation import validate


def games(source: str, end: date | None, *names: str) -> Results:
    """A file with a game in each of these events."""
    frame = pl.DataFrame(
        {
            "event": names,
            "date": [date(2020, 5, 1) if end is None else end] * len(names),
            "event_end": [end] * len(names),
            "player_1": ["A"] * len(names),
            "player_2": ["B"] * len(names),
            "result": ["1-0"] * len(names),
        },
        schema_overrides={"event_end": pl.Date},
    )
    return validate(Reading(frame, source))


def test_yearly_tournaments_of_one_name_are_two_events() -> None:
    """Each has its last day added, in every file of it, and this is told of each file."""
    whole = combine(
        [
            games("2024.h9", date(2024, 5, 2), "Quay Cup", "Other"),
            games("2025.h9", date(2025, 5, 3), "Quay Cup"),
            games("more.h9", date(2025, 5, 3), "Quay Cup"),
        ]
    )
    assert whole.events == ["Other", "Quay Cup (2024-05-02)", "Quay Cup (2025-05-03)"]
    assert whole.to_frame()["event"].unique(maintain_order=True).to_list() == [
        "Quay Cup (2024-05-02)",
        "Other",
        "Quay Cup (2025-05-03)",
    ]
    assert [(one.source, one.column) for one in whole.warnings] == [
        ("2024.h9", "event"),
        ("2025.h9", "event"),
        ("more.h9", "event"),
    ]


def test_parts_of_one_event_stay_one() -> None:
    """Files that end it on the same day, or do not say its last day."""
    for first, second in ((date(2024, 5, 2), date(2024, 5, 2)), (date(2024, 5, 2), None)):
        whole = combine([games("a", first, "League"), games("b", second, "League")])
        assert whole.events == ["League"]
        assert whole.warnings == ()
