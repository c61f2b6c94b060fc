"""How a kernel is compiled: its parts as far as it can take them in, and no further.

Numba makes each function ready to run by itself, and each takes in all that it calls: what a
kernel is made of would be optimised, and turned into machine code, once more on every level above.
Here that is done once, for the kernel as a whole: small parts are taken in wherever they are
called; large ones that are called in several places stay functions, made once.
"""

from __future__ import annotations

import gc
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from banzuke.numeric.handed_tuples import PLACE

#: Parts of so many instructions at most are taken in at every call.
MOST_TAKEN_IN = 150


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a function that only other compiled ones take in."""

    @property
    def codegen(self) -> Any:
        """Numba's generator of code, which has nothing to set up for what never runs alone."""
        return _NothingToSetUp(self._codegen)

    def add_ir_module(self, module: Any) -> None:
        """Take a function in; what it writes is nowhere where its named tuples lie."""
        for function in module.functions:
            for given in function.args:
                if given.type == PLACE:
                    given.add_attribute("noalias")
        super().add_ir_module(module)

    def add_llvm_module(self, module: Any) -> None:
        """Take a function in that was translated, and say whether it is a small one."""
        super().add_llvm_module(module)
        for function in self._final_module.functions:
            if not function.is_declaration and size_of(function) <= MOST_TAKEN_IN:
                function.add_function_attribute("alwaysinline")

    def get_pointer_to_function(self, _: str) -> int:
        """Where the machine code of a function would be: nobody calls it there."""
        return 1

    def _optimize_final_module(self) -> None:
        """What the kernel takes in is optimised with it."""

    def _finalize_final_module(self) -> None:
        """There is no machine code to make."""
        self._finalized = True


def size_of(function: Any) -> int:
    """How many instructions a function has."""
    return sum(1 for block in function.blocks for _ in block.instructions)


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


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a kernel, with all its parts."""

    def _optimize_functions(self, module: Any) -> None:
        """What unpacks the arguments is optimised with the whole, which is soon enough."""
        module.data_layout = self._codegen._data_layout  # noqa: SLF001  # as Numba does it here

    def _optimize_final_module(self) -> None:
        """Optimise the kernel with its parts, which nobody else calls.

        A large part that is called in one place only is therefore moved there.
        """
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class KernelCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
    """Numba's compiler, for a kernel as Python calls it."""

    def __init__(
        self, typing: Any, target: Any, library: Any, args: Any, kind: Any, *rest: Any
    ) -> None:
        whole = library or KernelLibrary(target.codegen(), "kernel")
        whole.enable_object_caching()
        super().__init__(typing, target, whole, args, kind, *rest)

    def compile_extra(self, func: Any) -> Any:
        """Compile a kernel and its parts.

        Meanwhile nothing looks for garbage: a compiler's many objects are in use nearly all, and
        to go through them again and again takes a tenth of the time. One thread at a time compiles.
        """
        collects = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collects:
                gc.enable()
