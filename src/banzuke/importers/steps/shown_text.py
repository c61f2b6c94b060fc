"""The text that an HTML page shows, as a browser saves it: a line a row, tabs between cells."""

from __future__ import annotations

from html.parser import HTMLParser

#: What stands on lines of its own.
BLOCKS = frozenset(
    {"tr", "table", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "form"}
    | {"br", "hr", "center", "title", "body", "tbody", "thead", "caption", "dl", "dt", "dd"}
)
#: What stands apart from what is above and below it.
APART = frozenset({"table", "p", "h1", "h2", "h3", "h4", "h5", "h6"})
#: What is not shown.
HIDDEN = frozenset({"script", "style", "noscript", "template", "option"})


def shown_text(page: str) -> str:
    """The text of a page: white space as HTML has it, a blank line around what stands apart."""
    parser = _Shown()
    parser.feed(page)
    parser.close()
    lines = ["\t".join(" ".join(cell.split()) for cell in line) for line in parser.lines]
    return "\n".join(line.strip() for line in lines)


class _Shown(HTMLParser):
    """Collects lines of cells.

    lines : of what is shown, each a list of cells
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[str]] = [[""]]
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in HIDDEN:
            self._hidden += 1
        elif tag in ("td", "th"):
            self.lines[-1].append("")
        else:
            self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        else:
            self._break(tag)

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.lines[-1][-1] += data

    def _break(self, tag: str) -> None:
        """A new line, and a blank one above it, where the tag asks for one."""
        if tag not in BLOCKS:
            return
        if any(map(str.strip, self.lines[-1])):
            self.lines.append([""])
        else:
            self.lines[-1] = [""]
        blank_above = len(self.lines) == 1 or not any(map(str.strip, self.lines[-2]))
        if tag in APART and not blank_above:
            self.lines.append([""])
