"""Write the report of a tournament, from results of any format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from banzuke.publishing.files import write_text
from banzuke.publishing.tournament_report import report_text
from banzuke.workflows.reading import HowToRead, read_as_it_came


def write_report(
    results: Any,
    path: str | Path,
    event: str = "",
    *,
    columns: Mapping[str, str] | None = None,
    **reading: Unpack[HowToRead],
) -> None:
    """Write a FIDE tournament report (TRF) of one event, replacing a file that is there.

    results : a path or several, or a pandas, Polars or pyarrow frame, or Results
    event : its name; "" if there is one only
    columns, reading : as for ``rate``
    What the report says is read again as it was. Raises ResultsRefused for results that have
    no place in a report, WrongUse for an event that is none, FileProblem.
    """
    came = read_as_it_came(results, columns, **reading)
    write_text(report_text(came.results, event), Path(path))
