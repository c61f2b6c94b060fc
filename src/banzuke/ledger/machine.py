"""What a ledger takes from the machine that it is on: the time of day, and chance for new keys."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime

#: Letters of keys, 32 of them: none that is taken for another one.
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
KEY_LENGTH = 10

#: A letter for each byte; there are 32, so that all are as likely.
_LETTER_OF = bytes(ord(LETTERS[byte % len(LETTERS)]) for byte in range(256))


@dataclass(frozen=True)
class Machine:
    """A machine: its clock, in UTC, and its source of random bytes."""

    now: Callable[[], datetime]
    random_bytes: Callable[[int], bytes]


def _utc() -> datetime:
    return datetime.now(UTC)


_THIS_ONE = Machine(_utc, secrets.token_bytes)
_MACHINE = ContextVar("machine", default=_THIS_ONE)


def now() -> datetime:
    """The time of day, UTC."""
    return _MACHINE.get().now()


def random_bytes(count: int) -> bytes:
    """So many bytes that nobody can guess."""
    return _MACHINE.get().random_bytes(count)


def new_keys(count: int) -> list[str]:
    """Keys that nobody has, and that say nothing."""
    letters = random_bytes(count * KEY_LENGTH).translate(_LETTER_OF)
    text = letters.decode("ascii")
    return [text[at : at + KEY_LENGTH] for at in range(0, len(text), KEY_LENGTH)]


@contextmanager
def on_machine(machine: Machine) -> Iterator[None]:
    """Write ledgers as if on another machine: a sample ledger is the same each time it is made."""
    token = _MACHINE.set(machine)
    try:
        yield
    finally:
        _MACHINE.reset(token)
