"""Tournament reports of which writers and readers disagree, from public reports."""

from __future__ import annotations

import banzuke as bz
from banzuke.model.results import Results

HEAD = "012 Swiss\n042 2026/05/01\n052 2026/05/01\n"


def player(number: int, name: str, points: str, *rounds: str) -> str:
    """The line of a player."""
    fixed = f"001 {number:>4}      {name:<33} 2000".ljust(80) + f"{points:>4} {number:>4}"
    return fixed.ljust(91) + "".join(f"{entry:<10}" for entry in rounds).rstrip() + "\n"


def results_of(tmp_path, *lines: str, head: str = HEAD) -> Results:
    """The results of a report with these lines."""
    path = tmp_path / "swiss.trf"
    path.write_text(head + "".join(lines), encoding="utf-8")
    return bz.read(path)


def test_server_dates_and_its_own_addresses(tmp_path):
    """Dates in words are read, and an address where the city should be harms nothing."""
    head = "012 Arena\n022 https://a.example\n032 Server\n042 Dec 10, 2020\n052 Dec 10, 2020\n"
    lines = [player(1, "a", "1.0", "   2 w 1"), player(2, "b", "0.0", "   1 b 0")]
    found = results_of(tmp_path, *lines, head=f"{head}102 https://a.example/swiss\n")
    assert found.to_frame()["date"][0].isoformat() == "2020-12-10"
    assert found.warnings == ()


def test_a_round_too_many(tmp_path):
    """Some players have an empty entry of a round that was not played: it is none."""
    lines = [
        player(1, "a", "1.0", "   2 w 1"),
        player(2, "b", "0.0", "   1 b 0"),
        player(3, "c", "1.0", "0000 - U", "0000   -"),
    ]
    found = results_of(tmp_path, *lines)
    assert set(found.to_frame()["round"]) == {"1"}
    assert found.warnings == ()


def test_an_absent_opponent(tmp_path):
    """Who was paired with somebody absent has no game, whatever the number says."""
    lines = [
        player(1, "a", "2.0", "0000 - U", "   2 w 1"),
        player(2, "b", "0.0", "   1 b Z", "   1 b 0"),
    ]
    found = results_of(tmp_path, *lines)
    assert found.to_frame()["status"].to_list() == ["bye", "played", "played"]
    assert [warning.what for warning in found.warnings] == ["Z against number 1 is read as no game"]


def test_a_bye_that_is_already_paid(tmp_path):
    """Points that include a coming half-point bye are a warning, and the report is read."""
    lines = [player(1, "a", "1.5", "   2 w 1"), player(2, "b", "0.0", "   1 b 0")]
    (warning,) = results_of(tmp_path, *lines).warnings
    assert warning.what == "1.5 points are printed, but the rounds give 1"


def test_what_is_written_is_read_again(tmp_path):
    """The pairing's bye is written as U, and the report comes back unchanged."""
    lines = [
        player(1, "a", "1.5", "   2 w 1", "0000 - H"),
        player(2, "b", "1.0", "   1 b 0", "0000 - F"),
    ]
    first = results_of(tmp_path, *lines)
    bz.write_report(first, tmp_path / "again.trf")
    text = (tmp_path / "again.trf").read_text("utf-8")
    assert "0000 - U" in text
    assert bz.read(tmp_path / "again.trf").to_frame().equals(first.to_frame())
