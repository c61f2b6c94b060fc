"""``banzuke circuits rules`` and ``check``: the rules of circuits listed, shown, checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banzuke.scoring.circuits.circuit import circuit_keys, load_circuit

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_list(run):
    """Every packaged rule is listed, as a table and as JSON."""
    lines = run("circuits", "rules").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == circuit_keys()
    told = json.loads(run("circuits", "rules", "-f", "json").stdout)
    assert [one["key"] for one in told] == circuit_keys()


@pytest.mark.parametrize("key", circuit_keys())
def test_show(run, key):
    """A rule is shown whole: words, settings, assumptions, examples, source."""
    circuit = load_circuit(key)
    text = " ".join(run("circuits", "rules", key).stdout.split())
    assert circuit.title in text
    assert " ".join(circuit.text.split())[:60] in text
    assert f"points kind {circuit.scale().curve.key}" in text
    for assumption in circuit.assumptions:
        assert " ".join(assumption.split())[:40] in text
    for example in circuit.examples:
        assert example.title in text
    told = json.loads(run("circuits", "rules", key, "-f", "json").stdout)
    assert told["points"]["kind"] == circuit.scale().curve.key


def test_what_differs_in_a_category(run):
    """A category shows what differs, and a table of rows is shown row by row."""
    text = run("circuits", "rules", "nadf-2003").stdout
    assert "category.WDC     ratio           0.95" in text
    rows = run("circuits", "rules", "bismark-2000").stdout
    assert "- to 1, points 30, 60, 70, 80, 90, 100, 110, 120, 130" in rows


def test_what_is_inherited(run):
    """A program is told which words are those of rules that are extended."""
    circuit = load_circuit("nadf-2003")
    told = json.loads(run("circuits", "rules", "nadf-2003", "-f", "json").stdout)
    assert told["extends"] == list(circuit.extends)
    assert told["inherited"] == circuit.inherited
    assert told["inherited"]["author"] == "nadf-2002"


def test_check(run, tmp_path):
    """A file is checked and its examples worked; what is wrong is told with its line."""
    done = run("circuits", "check", str(EXAMPLES / "club-circuit.toml"))
    assert done.stdout == "club-circuit: all right, 1 example holds\n"
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nextends = "nadf-2002"\n[points]\nratio = 2\n', encoding="utf-8")
    done = run("circuits", "check", str(path))
    assert done.exit_code == 1
    assert "mine.toml, line 4: points.ratio" in done.stderr
    assert run("circuits", "rules", "nadf").exit_code == 2
