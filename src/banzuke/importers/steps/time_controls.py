"""Time controls of chess, and which kind of play each is: standard, rapid, blitz and others."""

from __future__ import annotations

import re
from functools import lru_cache

_PERIOD = re.compile(r"(?:(\d{1,6})/)?(\d{1,9})(?:\+(\d{1,6}))?")

#: Seconds for sixty moves: FIDE's lowest for standard play, and its highest for blitz.
STANDARD_FROM = 3600
BLITZ_TO = 600

#: Servers reckon with forty moves: below each of these seconds it is that class.
SERVER_CLASSES = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"))
DAY = 86_400


@lru_cache(maxsize=4096)
def seconds_for(control: str, moves: int) -> int | None:
    """The seconds that a control gives for so many moves; None for what is no control.

    control : periods, ``:`` between them, each ``moves/seconds+increment`` or less
    """
    periods = [_PERIOD.fullmatch(part.strip()) for part in control.split(":")]
    known = [period for period in periods if period is not None]
    if not known or len(known) < len(periods):
        return None
    total = sum(int(period[2]) for period in known)
    return total + moves * max(int(period[3] or 0) for period in known)


def fide_class(control: str) -> str:
    """standard, rapid or blitz; "" for what is no control."""
    seconds = seconds_for(control, 60)
    if seconds is None:
        return ""
    if seconds >= STANDARD_FROM:
        return "standard"
    return "rapid" if seconds > BLITZ_TO else "blitz"


def server_class(control: str) -> str:
    """ultraBullet, bullet, blitz, rapid, classical or correspondence; "" for what is none."""
    moves, slash, seconds = control.partition("/")
    days = slash and moves == "1" and re.fullmatch(r"\d{5,9}", seconds) is not None
    if control == "-" or (days and int(seconds) >= DAY):
        return "correspondence"
    estimate = seconds_for(control, 40)
    if estimate is None:
        return ""
    return next((name for below, name in SERVER_CLASSES if estimate < below), "classical")
