"""Where rulebooks are read from: the packaged ones, and files that extend them."""

from __future__ import annotations

from banzuke.model.errors import RulebookRefused
from banzuke.model.toml_library import Library

RULEBOOKS = Library("rulebook", "rulebooks", RulebookRefused, ("title", "game", "system"))
