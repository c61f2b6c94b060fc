"""What a request is refused for, on the way to its answer."""

from __future__ import annotations


class Refused(Exception):  # named after what happened, as all errors here
    """A request that is not answered.

    status : as on the network; what, right : what is wrong, and what would be right
    """

    def __init__(self, status: int, what: str, right: str = "") -> None:
        super().__init__(status, what, right)
        self.status, self.what, self.right = status, what, right
