"""Every text of an explanation can be translated: nothing is put together from pieces."""

from __future__ import annotations

import ast
import importlib.util
import sys
from gettext import NullTranslations
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banzuke.engine.explaining import explain
from banzuke.engine.history import history
from banzuke.model.phrases import Phrase, told
from banzuke.model.system import Complaint, System
from banzuke.systems import shelf
from strategies import worlds

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("declared_words", ROOT / "docs" / "declared_words.py")
assert SPEC is not None
assert SPEC.loader is not None
declared_words = importlib.util.module_from_spec(SPEC)
sys.modules["declared_words"] = declared_words
SPEC.loader.exec_module(declared_words)

KNOWN = {
    one
    for text in declared_words.declared_texts()
    for one in (text if isinstance(text, tuple) else (text,))
}


#: What makes messages.
MAKERS = ("message", "phrase", "phrases")


class Reader(NullTranslations):
    """Notes the messages that no catalogue has."""

    def __init__(self) -> None:
        super().__init__()
        self.unknown: list[str] = []

    def gettext(self, message: str) -> str:
        """The message, noted if it says something and is not known."""
        if message not in KNOWN and declared_words.has_words(message):
            self.unknown.append(message)
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form that goes with a number."""
        return self.gettext(one if count == 1 else many)


@pytest.mark.parametrize("system", [pytest.param(one, id=key) for key, one in shelf().items()])
@settings(max_examples=max(settings.default.max_examples // 4, 10))
@given(data=st.data())
def test_texts_of_explanations_are_known(system: System, data: st.DataObject):
    """Names, sources and reasons have messages that stand in the source, formulas apart."""
    rated = data.draw(worlds(system)).rate()
    reader = Reader()
    for row in history(rated).to_dicts():
        found = explain(rated, row["player"], row["event"], row["game"])
        for term in (*found.terms, *found.inputs, *found.shown.parts):
            assert told(term.name, reader) == term.name
            assert told(term.source, reader) == term.source
            told(term.unit, reader)
        assert told(found.why, reader) == found.why
    assert reader.unknown == []


def test_systems_remark_and_complain_in_phrases():
    """What a system says of ratings and data is declared as a phrase; mypy holds it to that."""
    said = get_type_hints(Complaint)
    assert said["what"] is Phrase
    assert get_args(said["right"])[0] is Phrase
    for key, system in shelf().items():
        if system.remarks is not None:
            assert get_type_hints(system.remarks)["return"] == list[Phrase], key


@pytest.mark.parametrize("folder", ["parts", "systems"])
def test_every_message_of_a_system_is_gathered(folder: str):
    """A message stands in the source as a text: as such it is found for translators."""
    for path in sorted((declared_words.SOURCE / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        handed_on = {
            argument.arg
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef)
            for argument in function.args.args
            if ast.unparse(argument.annotation or argument) == "Message"
        }
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in MAKERS:
                text = call.args[0]
                is_handed_on = isinstance(text, ast.Name) and text.id in handed_on
                assert is_handed_on or declared_words._constants(text), (
                    f"{path.name}:{call.lineno}: {ast.unparse(text)}"
                )
