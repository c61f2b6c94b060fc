"""Names of the sample ledger's people and towns, by nation, from ``nations.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Nation:
    """What people and towns of a nation are called.

    feminine : (ending of a family name, that of a woman's); family_first : as lists show it
    """

    women: tuple[str, ...]
    men: tuple[str, ...]
    families: tuple[str, ...]
    towns: tuple[str, ...]
    feminine: tuple[tuple[str, str], ...] = ()
    family_first: bool = False

    def family(self, name: str, sex: str) -> str:
        """A family name as a person of this sex bears it."""
        for man, woman in self.feminine if sex == "f" else ():
            if name.endswith(man):
                return name.removesuffix(man) + woman
        return name


def _nation(told: dict[str, Any]) -> Nation:
    women, men, families, towns = (
        tuple(told[key].split()) for key in ("women", "men", "families", "towns")
    )
    feminine = tuple(told.get("feminine", {}).items())
    return Nation(women, men, families, towns, feminine, told.get("family_first", False))


def _nations() -> dict[str, Nation]:
    text = files(__package__).joinpath("nations.toml").read_text(encoding="utf-8")
    return {code: _nation(told) for code, told in tomllib.loads(text).items()}


#: By the codes that lists show.
NATIONS = _nations()
