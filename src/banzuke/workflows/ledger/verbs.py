"""What is done to a ledger in one word each: correct, withdraw, merge, unmerge, undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banzuke.ledger.changes import Change
from banzuke.model.errors import WrongUse
from banzuke.workflows.ledger.changing import LedgerChanges
from banzuke.workflows.ledger.opening import Done
from banzuke.workflows.ledger.own_files import correction


class LedgerVerbs(LedgerChanges):
    """A ledger that is corrected by calls; ``look_at`` shows a change without making it."""

    def correct(
        self,
        values: Mapping[str, Any],
        *,
        game: int | None = None,
        event: str = "",
        person: str = "",
        who: str = "",
        why: str = "",
    ) -> Done:
        """Say of a game, an event or a person how it is.

        values : {what: how it is}: of a game its columns, those of one player as ``score of
            Anna``, who won as ``winner``; of an event or a person their facts. Empty takes back
            what was said. What is so already is no revision. ``scoring`` of an event may be the
            path of a file, which is kept as it is now.
        game : its number, as ``games`` tells; event, person : by name or key
        Raises WrongUse unless one of the three is named, ChangeRefused for what cannot be.
        """
        named = {"game": game, "event": event or None, "person": person or None}
        about = {kind: one for kind, one in named.items() if one is not None}
        if len(about) != 1:
            raise WrongUse("say which one is corrected: a game, an event or a person")
        (kind,) = about
        return self.make(correction(kind, about, values), who=who, why=why)

    def withdraw(
        self,
        games: Sequence[int] = (),
        *,
        event: str = "",
        file: str = "",
        person: str = "",
        who: str = "",
        why: str = "",
    ) -> Done:
        """Let games count no longer: some by number, or all of an event, a file or a person."""
        said = {"games": list(games), "event": event, "file": file, "person": person}
        return self.make(Change("withdraw", {k: v for k, v in said.items() if v}), who=who, why=why)

    def merge(self, person: str, into: str, *, who: str = "", why: str = "") -> Done:
        """Say that two people are one: all games of ``person`` are of ``into``."""
        return self.make(Change("merge", {"person": person, "into": into}), who=who, why=why)

    def unmerge(self, person: str, *, who: str = "", why: str = "") -> Done:
        """Say that a person who was merged is another one after all."""
        return self.make(Change("unmerge", {"person": person}), who=who, why=why)

    def keep_apart(self, person: str, other: str, *, who: str = "", why: str = "") -> Done:
        """Say that two people whose names are alike are two."""
        return self.make(Change("keep apart", {"person": person, "other": other}), who=who, why=why)

    def undo(self, revision: int, *, who: str = "", why: str = "") -> Done:
        """Take a revision back; raises ChangeRefused where a later one stands on it."""
        return self.make(Change("undo", {"number": revision}), who=who, why=why)
