"""What a list is rated from: the results of a ledger, and what is known of its people."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.known_people import Known, known_of
from banzuke.ledger.reading import Reader
from banzuke.model.players import Players
from banzuke.model.results import Results


@dataclass(frozen=True)
class Material:
    """What a list is rated from: results by people's keys, and a players file of them."""

    reader: Reader
    players: Players

    def results(self) -> Results:
        """All the results."""
        return self.reader.results(self.reader.versions())


def material(
    connection: Connection,
    rulebook: Rulebook,
    key_of_list: str = "",
    revision: int | None = None,
    known: Known | None = None,
) -> Material:
    """What is rated by a rulebook, as of a revision or now.

    key_of_list : whose starting values go before those of every list
    known : what is known of people for this list and revision, if that is known already
    """
    known = known or known_of(connection, rulebook, key_of_list, revision)
    reader = Reader(
        connection,
        standings=not rulebook.system.takes_games,
        zone=rulebook.period.zone,
        only_pools=rulebook.counts.pools,
        revision=revision,
        whom=known.whom,
    )
    return Material(reader, known.players)
