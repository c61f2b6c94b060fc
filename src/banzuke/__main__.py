"""The command line, as ``python -m banzuke``."""

from __future__ import annotations

from banzuke.cli import main

if __name__ == "__main__":
    main()
