"""Addresses of pages: one function a kind of thing, without the ending that says the form.

An address is the same whether a page is served or lies in a folder: ``players/k3j8`` is read as
``players/k3j8.html``, ``.json`` or ``.csv``. Parts that people wrote, such as the name of a club,
become words of plain letters.
"""

from __future__ import annotations

import unicodedata
from hashlib import sha256

HOME = "index"
PLAYERS = "players/index"
BATTLES = "battle/index"
CHART_ENGINE = "charts/engine"

#: What no text becomes: the page of a folder itself, and what Windows takes for a device.
TAKEN = frozenset(
    {"index", "con", "prn", "aux", "nul"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(10)}
)


def plain_word(text: str) -> str:
    """A text as a part of an address: the same for the same text, another one for another.

    Letters without accents, digits and hyphens; where that loses something, a few letters that
    follow from the text tell it from others.
    """
    letters = unicodedata.normalize("NFKD", text).casefold()
    plain = (c for c in letters if not unicodedata.combining(c))
    kept = "".join(c if c.isascii() and c.isalnum() else " " for c in plain)
    word = "-".join(kept.split())[:60]
    if word == text and word not in TAKEN:
        return word
    digest = sha256(text.encode()).hexdigest()
    # A text without a plain letter is told apart by its digest alone.
    return f"{word}-{digest[:6]}" if word else digest[:12]


def player(key: str) -> str:
    """A player's page."""
    return f"players/{key}"


def chart(player_key: str, list_key: str, pool: str) -> str:
    """A player's rating on a list over time, as a chart of its own."""
    words = [plain_word(word) for word in (list_key, pool) if word]
    return f"players/{player_key}/charts/{'--'.join(words)}"


def letter_word(letter: str) -> str:
    """A letter as a part of an address; capitals are none there."""
    return plain_word(letter.casefold())


def players_by_letter(letter: str, sheet: int = 1) -> str:
    """Everybody whose name begins with a letter, or a later sheet of them."""
    whole = f"players/letters/{letter_word(letter)}"
    return whole if sheet == 1 else f"{whole}/sheet-{sheet}"


def event(key: str, sheet: int = 1) -> str:
    """An event's page, or a later sheet of its standings."""
    whole = f"events/{key}"
    return whole if sheet == 1 else f"{whole}/sheet-{sheet}"


def year_of_events(year: int) -> str:
    """The events of a year."""
    return f"events/years/{year}"


def rating_list(key: str, part: str = "", number: int = 1) -> str:
    """A list as it is now, or a part of it, or a later sheet of either.

    part : as ``nations/swe``
    """
    whole = "/".join(filter(None, ["lists", plain_word(key), part]))
    return whole if number == 1 else f"{whole}/sheet-{number}"


def publication(key: str, number: int, sheet: int = 1) -> str:
    """A list as it was published."""
    return rating_list(key, f"published/{number}", sheet)


def publications(key: str) -> str:
    """All that was published of a list."""
    return rating_list(key, "published")


def changes_since(key: str, number: int, other: int | None = None) -> str:
    """Where a list differs from one that was published: now, or as another one was."""
    end = "changes" if other is None else f"against/{other}"
    return rating_list(key, f"published/{number}/{end}")


def included_events(key: str) -> str:
    """The events that count for a list."""
    return rating_list(key, "events")


def change(list_key: str, player_key: str, which: str) -> str:
    """Why a rating changed; which : the key of an event, or the key of a game."""
    return f"changes/{plain_word(list_key)}/{player_key}/{which}"


def battle(one: str, other: str) -> str:
    """Two players compared; the same page whoever is named first."""
    first, second = sorted((one, other))
    return f"battle/{first}/{second}"


def met(key: str, letters: int) -> str:
    """The file that tells whom a player met, and all whose keys end in the same letters."""
    return f"battle/met-{key[-letters:] if letters else 'all'}"


def system(key: str) -> str:
    """The page of a rulebook: a list's rules."""
    return f"systems/{plain_word(key)}"


def cell(text: str) -> str:
    """The place on a rulebook's page of a parameter or a table's cell, as explanations name it."""
    return "-".join(text.split())


def scoring(key: str) -> str:
    """The page of a scoring system."""
    return f"scoring/{plain_word(key)}"


def circuit(key: str) -> str:
    """The page of a circuit."""
    return f"circuits/{plain_word(key)}"


def correction(revision: int) -> str:
    """The page of one change of the ledger."""
    return f"corrections/{revision}"


def relative(target: str, page: str) -> str:
    """The link from one page to another, both without ending: ``../players/k3j8``."""
    here, there = page.split("/")[:-1], target.split("/")
    same = 0
    while same < min(len(here), len(there) - 1) and here[same] == there[same]:
        same += 1
    return "/".join([".."] * (len(here) - same) + there[same:])
