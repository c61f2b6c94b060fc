"""People of a ledger: who they are, who may be the same, who is to be removed for good."""

from __future__ import annotations

from dataclasses import replace

from banzuke.ledger.changes import Change
from banzuke.ledger.merging import likely_one_person
from banzuke.ledger.people import People, Person
from banzuke.ledger.removing import wipe
from banzuke.ledger.telling import facts_of
from banzuke.workflows.ledger.opening import Done
from banzuke.workflows.ledger.verbs import LedgerVerbs


class LedgerPeople(LedgerVerbs):
    """A ledger that knows its people."""

    def people(self, text: str = "") -> list[Person]:
        """The people whose names hold a text, or whose key or REGISTER:NUMBER it is, by name."""
        with self.database.reading() as connection:
            people = People(connection)
            facts = facts_of(connection, people)
            wanted = text.casefold()
            found = {
                whom
                for name, whole in people.by_name().items()
                if wanted in name.casefold()
                for whom in whole
            }
            register, _, number = text.partition(":")
            numbered = people.by_identifier().get((register, number)) or people.by_key().get(text)
            if numbered:
                found.add(numbered)
            return sorted(
                (replace(people.person(one), facts=facts.get(one, {})) for one in found),
                key=lambda one: (one.sort_name or one.name, one.key),
            )

    def likely_one_person(self) -> list[tuple[Person, Person, str]]:
        """Each two people who may be one, and why; of whom nobody has decided yet."""
        with self.database.reading() as connection:
            people = People(connection)
            by_key = people.by_key()
            return [
                (people.person(by_key[one]), people.person(by_key[two]), why)
                for one, two, why in likely_one_person(connection)
            ]

    def anonymise(self, person: str, *, who: str = "", why: str = "") -> Done:
        """Remove a person for good: the name is nowhere any more, and no rating moves.

        Copies that were made before, as backups and exports, still have it.
        """
        done = self.make(Change("anonymise", {"person": person}), who=who, why=why)
        wipe(self.database)
        self._checkpoints.clear()
        return done
