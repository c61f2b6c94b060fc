"""Guessing the set of letters of files that are not UTF-8."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.importers.steps.older_sets import LEGACY_SETS, guess_set, oddities
from banzuke.importers.steps.utf8 import is_utf8
from banzuke.model.errors import ResultsRefused

HEADER = "player,place\n"


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("Müller", "cp1252"),
        ("Müller,1\nSchröder,2\nJosé,3", "cp1252"),
        ("Åke Sjöberg,1\nGöran Hård,2", "cp1252"),
        ("Þórður Guðmundsson,1\nÁsta Björk,2", "cp1252"),
        ("João Conceição,1\nInês,2", "cp1252"),
        ("Łukasz Wójcik,1\nGrażyna Śliwińska,2", "cp1250"),
        ("Jiří Dvořák,1\nPřemysl Šťastný,2", "cp1250"),
        ("Иванов Иван,1\nПетров Пётр,2", "cp1251"),
        ("Иванов Иван,1\nПетров Пётр,2", "koi8_r"),
        ("Γιώργος Παπαδόπουλος,1\nΜαρία,2", "cp1253"),
        ("Müller,1\nSchröder,2\nJosé,3", "cp850"),
        ("井山裕太,1\n羽生善治,2\nヒカル,3", "cp932"),
        ("柯洁,1\n古力,2\n聂卫平,3", "gb18030"),
        ("이세돌,1\n박정환,2\n신진서,3", "cp949"),
        ("周俊勳,1\n王立誠,2\n張栩,3", "big5"),
    ],
)
def test_names_of_many_languages_are_guessed(names: str, encoding: str) -> None:
    """A short list of names is enough for the usual sets."""
    guess = guess_set((HEADER + names + "\n").encode(encoding), "t.csv")
    assert guess is not None
    name, warning = guess
    assert name == encoding
    assert f"read as {encoding}" in warning.what
    assert names.split(",", maxsplit=1)[0].split(maxsplit=1)[0] in warning.what


def test_other_likely_readings_are_told() -> None:
    """Hungarian looks like Portuguese, so the warning shows both."""
    guess = guess_set((HEADER + "Őry Gergő,1\n").encode("cp1250"), "t.csv")
    assert guess is not None
    assert "Õry is Őry in cp1250" in guess[1].right


def test_a_file_that_is_mostly_utf_8_is_not_guessed() -> None:
    """One broken line does not turn all others into another set."""
    content = (HEADER + "Müller\nJosé\nŁukasz\n").encode() + b"M\xfcller\n"
    assert guess_set(content, "t.csv") is None


def test_bytes_without_a_set_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the likely sets cannot decode all of the file, a person must say which it is."""
    monkeypatch.setattr("banzuke.importers.steps.older_sets.LEGACY_SETS", ("cp1252",))
    with pytest.raises(ResultsRefused, match="say which by --encoding"):
        guess_set(b"M\x81ller\n", "t.csv")


@pytest.mark.parametrize(
    ("word", "odd"),
    [
        ("Müller", False),
        ("McDonald", False),
        ("MŸller", True),
        ("Mьller", True),
        ("иВАНОВ", True),
        ("£ukasz", True),
        ("Ăéţńăďň", True),
        ("덁랹뾗뫞", True),
        ("さくら花子", False),
        ("«rápido»", False),
        ("Beyoncé’s", False),
    ],
)
def test_what_no_language_writes_is_odd(word: str, odd: bool) -> None:
    """Mixed alphabets, capitals inside words, signs in words, rare letters."""
    assert (oddities(word) > 0) == odd


@given(st.binary(max_size=80))
def test_any_bytes_are_guessed_or_refused(data: bytes) -> None:
    """A guess always decodes the whole."""
    if is_utf8(data):
        return
    try:
        guess = guess_set(data, "t.csv")
    except ResultsRefused:
        return
    if guess is not None:
        assert guess[0] in LEGACY_SETS
        assert "\ufffd" not in data.decode(guess[0])
