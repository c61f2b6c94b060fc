"""Parts of kernels: compiled as far as a kernel can take them in, and no further.

Numba makes each function ready to run by itself, and each takes in all that it calls: what a
kernel is made of would be optimised, and turned into machine code, once more on every level above.
Here that is done once, for the kernel as a whole.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a function that only other compiled ones take in."""

    @property
    def codegen(self) -> Any:
        """Numba's generator of code, which has nothing to set up for what never runs alone."""
        return _NothingToSetUp(self._codegen)

    def get_pointer_to_function(self, _: str) -> int:
        """Where the machine code of a function would be: nobody calls it there."""
        return 1

    def _optimize_final_module(self) -> None:
        """What the kernel takes in is optimised with it."""

    def _finalize_final_module(self) -> None:
        """There is no machine code to make."""
        self._finalized = True


class _NothingToSetUp:
    """A generator of code, but for the set-up of functions that Python can call."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Kernels raise nothing, so that no part of one reads what it would be told here."""


class PartCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
    """Numba's compiler, for parts of kernels."""

    def __init__(
        self, typing: Any, target: Any, library: Any, args: Any, kind: Any, *rest: Any
    ) -> None:
        part = library or PartLibrary(target.codegen(), "part of a kernel")
        super().__init__(typing, target, part, args, kind, *rest)
