"""The version of banzuke that is installed."""

from __future__ import annotations


def version() -> str:
    """The version, as ``0.1.0``; ``unknown`` where the code runs without being installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("banzuke")
    except PackageNotFoundError:
        return "unknown"
