"""The commands about tables."""

from __future__ import annotations


def test_template(run, tmp_path):
    """A blank table of each shape; a second one does not replace it."""
    path = tmp_path / "games.xlsx"
    assert "is written" in run("template", str(path)).stdout
    assert path.read_bytes().startswith(b"PK")
    again = run("template", str(path), "--shape", "standings")
    assert again.exit_code == 2
    assert "is there already" in again.stderr
