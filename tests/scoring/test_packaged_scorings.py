"""The packaged scoring systems say what people want to know, and their examples hold."""

from __future__ import annotations

import re

import pytest

from banzuke.scoring.scoring import SCORINGS, check_scoring, load_scoring, scoring_keys


@pytest.mark.parametrize("key", scoring_keys())
def test_packaged_scorings_are_sound(key):
    """Nothing is wrong with any of them, and each says what people want to know."""
    assert check_scoring(key) == []
    scoring = load_scoring(key)
    for said in (scoring.title, scoring.game, scoring.source, scoring.summary, scoring.text):
        assert said.strip()
    assert scoring.assumptions
    assert scoring.examples
    text = (SCORINGS.packaged / f"{key}.toml").read_text(encoding="utf-8")
    assert text.startswith("#")


@pytest.mark.parametrize("key", scoring_keys())
def test_each_assumption_names_its_setting_and_its_kind(key):
    """Each reading that the source leaves open names a setting, and is choice or evidence."""
    scoring = load_scoring(key)
    named = {"concession", "winning", "centres", "before", "powers", "tournament"}
    named |= set(type(scoring.tournament).model_fields)
    for section, terms in (("terms", scoring.terms), ("solo", scoring.solo or ())):
        named.add(section)
        for term in terms:
            named |= {term.name, *type(term.parameters).model_fields}
    for assumption in scoring.assumptions:
        assert re.search(r"\. (Choice|Evidence)[.:]|\)\. Choice\.$", assumption), assumption
        settings = re.findall(r"\(([^)]*)\)", assumption)
        assert named & set(re.findall(r"[a-z_]+", " ".join(settings))), assumption
    assert len(set(scoring.assumptions)) == len(scoring.assumptions)
