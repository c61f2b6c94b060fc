"""Tags of XML files: what is read, and what is refused because it may do harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.importers.steps.xml_tags import tags_of
from banzuke.model.errors import ResultsRefused, UnknownName

BOMB = """<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>
<a><b n="&d;"/></a>
"""
OUTSIDE = """<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>"""


def refusal(folder: Path, content: bytes | str) -> str:
    """Why a file is refused."""
    path = folder / "t.xml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ResultsRefused) as refused:
        tags_of(path, {"b"})
    (problem,) = refused.value.problems
    return f"{problem.row}: {problem.what}"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_tags_come_in_order_with_their_lines(tmp_path: Path, encoding: str) -> None:
    """In whatever set of letters the file says."""
    path = tmp_path / "t.xml"
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<a><b n="é"/>\n<c/><b/></a>'
    path.write_bytes(text.encode(encoding))
    assert tags_of(path, {"b"}) == [(2, "b", {"n": "é"}), (3, "b", {})]


def test_the_set_of_letters_may_be_said(tmp_path: Path) -> None:
    """Where the file says none and is not UTF-8."""
    path = tmp_path / "t.xml"
    path.write_bytes('<a>\n<b n="é"/></a>'.encode("cp1252"))
    with pytest.raises(ResultsRefused, match="row 2: broken XML"):
        tags_of(path, {"b"})
    assert tags_of(path, {"b"}, "cp1252")[0].attributes == {"n": "é"}
    with pytest.raises(UnknownName, match="encoding"):
        tags_of(path, {"b"}, "klingon")


def test_document_types_are_refused_before_anything_grows(tmp_path: Path) -> None:
    """Entities that grow, and those that reach out of the file."""
    assert refusal(tmp_path, BOMB) == "2: a document type (<!DOCTYPE …>)"
    assert refusal(tmp_path, OUTSIDE) == "1: a document type (<!DOCTYPE …>)"


def test_broken_files_are_refused_with_their_line(tmp_path: Path) -> None:
    """Cut off, not XML at all, of an unknown set, or far too long."""
    assert refusal(tmp_path, "<a>\n<b/>\n") == "3: broken XML at character 1: no element found"
    assert refusal(tmp_path, "abc") == "1: broken XML at character 1: syntax error"
    unknown = refusal(tmp_path, '<?xml version="1.0" encoding="klingon"?><a/>')
    assert unknown.startswith("1: broken XML")


def test_deep_nesting_does_no_harm(tmp_path: Path) -> None:
    """No tree is built."""
    path = tmp_path / "t.xml"
    path.write_text("<a>" * 100_000 + "<b/>" + "</a>" * 100_000)
    assert tags_of(path, {"b"}) == [(1, "b", {})]


def test_far_too_long_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before they are read."""
    monkeypatch.setattr("banzuke.importers.steps.xml_tags.MOST_BYTES", 10)
    assert refusal(tmp_path, "<a><b/></a>") == "None: the file has more than 10 bytes"
