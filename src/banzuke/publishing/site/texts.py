"""Numbers and days as a language writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from banzuke.model.errors import ExtraMissing

#: A hyphen is too short for a minus.
MINUS = "−"

#: Where a language is at home, if it says nothing of it: days come before months there.
PLACED = {"en": "en-GB"}

#: As wide as a digit, and as a point: what a shorter number has in place of its last digits.
DIGIT_WIDE, POINT_WIDE = "\u2007", "\u2008"

#: Between groups of three digits, where nothing may break.
THIN = " "


class Texts:
    """How a language writes numbers and days.

    language : as ``en`` or ``sv``
    """

    def __init__(self, language: str) -> None:
        try:
            from babel import Locale, UnknownLocaleError, dates
        except ImportError as error:
            raise ExtraMissing("babel", "web") from error
        try:
            self._locale = Locale.parse(PLACED.get(language, language), sep="-")
        except (UnknownLocaleError, ValueError) as fault:
            from banzuke.model.errors import WrongUse

            raise WrongUse(f"{language!r} is no language that is known") from fault
        self._format = dates.format_date
        self._point = str(self._locale.number_symbols["latn"]["decimal"])
        # Lists of a hundred rows write the same few days again and again.
        self.day = lru_cache(maxsize=4096)(self._day)

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return str(self._locale.get_language_name(self._locale) or "")

    def number(self, text: object) -> str:
        """A number that is written already, with the language's sign and point; "" for none."""
        if text is None:
            return ""
        return str(text).replace("-", MINUS).replace(".", self._point)

    def aligned(self, text: object, decimals: int) -> str:
        """A number that is written already, its point under those of numbers of many decimals."""
        digits = "" if text is None else str(text)
        missing = decimals - decimals_of(digits)
        if missing <= 0:
            return self.number(digits)
        space = DIGIT_WIDE * missing
        return self.number(digits) + (space if "." in digits else POINT_WIDE + space)

    def written(self, text: str) -> str:
        """Words with numbers in them: signs and points of numbers as the language has them."""
        signed = re.sub(r"(?<![\w\-])-(?=\d)", MINUS, text)
        return re.sub(r"(?<=\d)\.(?=\d)", self._point, signed)

    def count(self, number: int) -> str:
        """A whole number, in groups of three digits from ten thousand on."""
        text = f"{number:,}".replace(",", THIN) if abs(number) >= 10_000 else str(number)
        return text.replace("-", MINUS)

    def decimal(self, value: float, decimals: int, *, signed: bool = False) -> str:
        """A number with so many decimals."""
        return self.number(f"{value:{'+' if signed else ''}.{decimals}f}")

    def percent(self, share: float, decimals: int = 0) -> str:
        """A share of one, in percent."""
        return self.decimal(100.0 * share, decimals) + THIN + "%"

    def _day(self, when: Any, width: str = "long") -> str:
        """A day, given as a date or as ISO text: the same for every reader, wherever they are.

        width : long (14 March 2024) or short (2024-03-14, which sorts in every language)
        """
        if not when:
            return ""
        if isinstance(when, str):
            when = datetime.fromisoformat(when).date() if len(when) > 10 else _date(when)
        if isinstance(when, str):
            return when
        day = when.date() if isinstance(when, datetime) else when
        return day.isoformat() if width == "short" else self._format(day, width, self._locale)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, which empty lines part."""
    return [part.strip() for part in text.split("\n\n") if part.strip()]


def decimals_of(text: str) -> int:
    """How many decimals a number that is written has."""
    return len(text.partition(".")[2])


def most_decimals(texts: Iterable[str | None]) -> int:
    """How many decimals one of several numbers that are written has at most."""
    return max((decimals_of(text) for text in texts if text), default=0)


def _date(text: str) -> date | str:
    """A day in ISO form; a year, or a year and a month, stays as it is."""
    return date.fromisoformat(text) if len(text) == 10 else text
