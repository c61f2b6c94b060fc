"""Bring the catalogues of the site's languages up to date with its texts, for translators.

These are the texts of pages, and those that rating systems and scoring declare (a comment ``#.`` in
a catalogue says where). Both stand in the source in English.

Usage: python docs/words.py [--check]

Texts that are new are added without a translation, those that are gone are taken out. With
``--check`` nothing is written: what is missing is printed, and the exit code is 1 if anything is.
A new language begins with an empty file under its own name, as ``de.po``.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parent))

from declared_words import Text, declared_texts  # a script beside this one

SITE = Path(__file__).resolve().parents[1] / "src" / "banzuke" / "publishing" / "site"

METHODS = [("**/templates/**.html", "jinja2.ext:babel_extract"), ("**.py", "python")]
OPTIONS = {
    "**/templates/**.html": {
        "extensions": "jinja2.ext.i18n,jinja2.ext.do",
        "newstyle_gettext": "true",
        "silent": "false",
    }
}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "mark": None}


def texts_of_pages() -> list[Text]:
    """Every text of the site's pages that is translated, in order."""
    found = extract_from_dir(
        SITE, method_map=METHODS, options_map=OPTIONS, keywords=KEYWORDS, strip_comment_tags=False
    )
    return sorted({text for _, _, text, _, _ in found}, key=str)


def all_texts() -> dict[Text, list[str]]:
    """Every text that is translated, and where it is declared, of those that pages take over."""
    found: dict[Text, list[str]] = {text: [] for text in texts_of_pages()}
    for text, places in declared_texts().items():
        found.setdefault(text, sorted(places))
    return found


def catalogue(path: Path) -> Catalog:
    """A catalogue as it lies there."""
    with path.open("rb") as text:
        return read_po(text, locale=path.stem)


def missing(path: Path) -> list[str]:
    """What a catalogue lacks, or has too much."""
    known = catalogue(path)
    wanted = all_texts()
    found = []
    for text in wanted:
        message = known.get(text if isinstance(text, str) else text[0])
        if message is None or not message.string or not all(_each(message.string)):
            found.append(f"{path.name}: no translation of {text!r}")
    ids = {text if isinstance(text, str) else text[0] for text in wanted}
    for message in known:
        one = message.id if isinstance(message.id, str) else message.id[0]
        if one and one not in ids:
            found.append(f"{path.name}: {one!r} is said nowhere")
    return found


def _each(said: Text) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def rewrite(path: Path) -> None:
    """Write a catalogue anew: its translations of the texts that pages have now."""
    known, fresh = catalogue(path), Catalog(locale=path.stem, fuzzy=False, charset="utf-8")
    for text, places in all_texts().items():
        message = known.get(text if isinstance(text, str) else text[0])
        string = message.string if message is not None else ""
        fresh.add(text, string, auto_comments=[", ".join(places)] if places else [])
    body = io.BytesIO()
    write_po(body, fresh, width=100, omit_header=True, sort_output=True, no_location=True)
    head = [
        f"Language: {path.stem}",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {fresh.plural_forms}",
    ]
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head), ""]
    kept = [
        line
        for line in body.getvalue().decode("utf-8").splitlines()
        if not line.startswith("#") or line.startswith("#.")
    ]
    path.write_text("\n".join([*lines, *kept]).rstrip("\n") + "\n", encoding="utf-8")


def main() -> int:
    """Check or rewrite every catalogue."""
    catalogues = sorted((SITE / "locale").glob("*.po"))
    if "--check" not in sys.argv[1:]:
        for path in catalogues:
            rewrite(path)
            print(f"{path.name}: {len(catalogue(path))} texts")
    faults = [fault for path in catalogues for fault in missing(path)]
    print("\n".join(faults))
    return 1 if faults and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
