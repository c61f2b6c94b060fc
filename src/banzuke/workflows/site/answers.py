"""What is sent for an address, and those answers that were made already, as far as they fit."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
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
        self._being_made: dict[Hashable, Future[Answer]] = {}
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
            found = self._kept.get(asked)
            if found is not None:
                self._kept.move_to_end(asked)
                return found
            waiting = self._being_made.get(asked)
            mine = None if waiting else self._being_made.setdefault(asked, Future())
        if mine is None:
            return waiting.result() if waiting else make()
        try:
            made = make()
        except BaseException as fault:
            mine.set_exception(fault)
            raise
        else:
            mine.set_result(made)
            self._keep(asked, made)
            return made
        finally:
            with self._lock:
                del self._being_made[asked]

    def _keep(self, asked: Hashable, made: Answer) -> None:
        with self._lock:
            self._kept[asked] = made
            self._used += len(made.content)
            while self._used > self._room:
                self._used -= len(self._kept.popitem(last=False)[1].content)
