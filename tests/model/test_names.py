"""Names of people: damaged letters, surnames, and what is no name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.names import repair_letters, sort_name, why_no_name

LETTERS = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŁłŠšŽžĆćČčĐđĞğİıŐőŰű"


@pytest.mark.parametrize("letter", LETTERS)
def test_each_letter_is_repaired(letter: str) -> None:
    """UTF-8 shown as Latin-1 comes back, whatever the letter and where it stands."""
    for name in (f"B{letter}n", f"{letter}ke", f"Jo{letter}", f"SCH{letter}LD Eva"):
        assert repair_letters(name.encode().decode("latin-1")) == name


def test_windows_letters_are_repaired() -> None:
    """UTF-8 shown as Windows-1252 comes back, also where that set has gaps filled by others."""
    assert repair_letters("Ã…ke Ã‰MILE") == "Åke ÉMILE"
    assert repair_letters("Ã\x81gnes Ã‰MILE") == "Ágnes ÉMILE"
    assert repair_letters("Oâ€™NEILL Zo\u00c3\u00ab") == "O’NEILL Zoë"


@pytest.mark.parametrize(
    "name",
    ["", "Ann LEE", "Åke ÖST", "BjÃ¶rn ÖST", "JOÃO", "KÄŠ", "MÜŠ", "Ã", "Â»", "Ã¼Ã", "Янис", "李"],
)
def test_other_names_are_left_alone(name: str) -> None:
    """A name that may be meant, or cannot be decoded whole, is not touched."""
    assert repair_letters(name) == name


@given(st.text(alphabet=st.characters(max_codepoint=0x17F), max_size=12))
def test_repair_only_ever_undoes_a_wrong_decoding(name: str) -> None:
    """A repaired name, wrongly decoded again, is the damaged one."""
    repaired = repair_letters(name)
    if repaired != name:
        again = {repaired.encode().decode("latin-1")}
        if all(byte not in repaired.encode() for byte in b"\x81\x8d\x8f\x90\x9d"):
            again.add(repaired.encode().decode("cp1252"))
        assert name in again or any(ord(character) > 0xFF for character in name)


@given(st.text(alphabet="abcdeåäöéßABCDEÅÄÖÉ '-.", max_size=20))
def test_clean_names_are_never_changed(name: str) -> None:
    """Names in ordinary letters pass as they are."""
    assert repair_letters(name) == name


@pytest.mark.parametrize(
    ("name", "surname"),
    [
        ("Ada BYRON", "BYRON"),
        ("Ada L-K BYRON", "BYRON"),
        ("Ada J. K. BYRON", "BYRON"),
        ("Ada DE WIT", "DE WIT"),
        ("Ada VON DER AU", "VON DER AU"),
        ("Ada von AU", "AU"),
        ("Ada D'ARC", "D'ARC"),
        ("Jean-Paul McDONALD", "McDONALD"),
        ("Jean MacLEAN", "MacLEAN"),
        ("Uwe GROßMANN", "GROßMANN"),
        ("Åke ÅKER-ÖST", "ÅKER-ÖST"),
        ("Ada BYRON Jr.", "BYRON"),
        ("Ada X", "X"),
        ("ADA BYRON", "ADA BYRON"),
        ("Ada Byron", None),
        ("", None),
        ("Jr", None),
    ],
)
def test_surnames(name: str, surname: str | None) -> None:
    """The words in capitals at the end, without initials before them."""
    assert sort_name(name) == surname


@given(st.text(max_size=30))
def test_any_text_has_a_surname_or_none(name: str) -> None:
    """No text breaks it, and a surname is a part of the name."""
    surname = sort_name(name)
    assert surname is None or surname in " ".join(name.split())
    why_no_name(name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ada BYRON", ""),
        ("'t HOOFT Ada", ""),
        ("(unknown)", ""),
        ("?someone", ""),
        ("", "has no letters"),
        ("???", "has no letters"),
        ("Ada BYRON99", "holds digits"),
        ("Ada\x07BYRON", "cannot be printed"),
        ("-Ada", "begin and end"),
        ("Ada-", "begin and end"),
        (",Ada", "begin and end"),
    ],
)
def test_what_is_no_name(text: str, why: str) -> None:
    """Each reason for which a text cannot be a person's name."""
    assert why in why_no_name(text)
    assert bool(why) == bool(why_no_name(text))
