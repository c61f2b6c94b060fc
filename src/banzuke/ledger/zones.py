"""Zones of clocks, by their names."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from banzuke.model.errors import UnknownName


def checked_zone(zone: str) -> str:
    """The name of a zone; raises UnknownName."""
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UnknownName("time zone", zone, sorted(available_timezones())) from error
    return zone
