"""What is sent for an address, and those answers that were made already, as far as they fit."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from threading import Lock

#: From so many bytes on packing is worth its time.
WORTH_PACKING = 600


@dataclass(frozen=True)
class Answer:
    """What is sent for an address; language : "" for what machines read."""

    content: bytes
    media_type: str
    language: str = ""

    @cached_property
    def tag(self) -> str:
        """The same for the same content."""
        return sha256(self.content).hexdigest()[:20]

    @cached_property
    def packed(self) -> bytes | None:
        """The content packed by gzip, None where that is not worth it."""
        if len(self.content) < WORTH_PACKING:
            return None
        return gzip.compress(self.content, compresslevel=6, mtime=0)


class KeptAnswers:
    """Answers by what was asked; the ones not asked for longest go first when room is short.

    room : bytes of contents that are kept
    Whoever asks for what another one is making waits for it.
    """

    def __init__(self, room: int) -> None:
        self._room, self._used = room, 0
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()
        self._turns: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def at_hand(self, asked: Hashable) -> Answer | None:
        """The answer, if it was made already."""
        with self._lock:
            found = self._kept.get(asked)
            if found is not None:
                self._kept.move_to_end(asked)
            return found

    def get(self, asked: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer, made if it is not there; raises what ``make`` raises."""
        with self._lock:
            turn = self._turns.setdefault(asked, Lock())
        with turn:
            found = self.at_hand(asked)
            try:
                return found or self._keep(asked, make())
            finally:
                with self._lock:
                    self._turns.pop(asked, None)

    def _keep(self, asked: Hashable, made: Answer) -> Answer:
        with self._lock:
            # Whoever waited for a turn that was given up may have made it as well.
            before = self._kept.pop(asked, None)
            self._kept[asked] = made
            self._used += len(made.content) - (len(before.content) if before else 0)
            while self._used > self._room:
                self._used -= len(self._kept.popitem(last=False)[1].content)
            return made
