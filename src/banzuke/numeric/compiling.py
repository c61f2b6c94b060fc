"""Kernels are plain functions; this module makes their compiled twins.

A kernel runs uncompiled on memoryviews where the work is small, so that a club's list never
waits for a compiler, and compiled by Numba where it is large. Both give the same bits: no
fast-math, no fused operations, and kernels keep to arithmetic that both do alike.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from dis import get_instructions
from functools import cache
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

# ``error_model="numpy"`` drops the test for division by zero, which kernels rule out themselves.
# Kernels make no arrays, so nobody need count who holds one (``_nrt``): counting costs more than
# the arithmetic of a game. With it off, a kernel that does make an array is refused by Numba.
# Nothing calls kernels from C.
OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}

#: From how many entries on a replay is worth a compiled kernel (its start costs about 0.4 s).
COMPILE_FROM = 150_000

# Numba has one setting for the place of all caches.
_PLACE = Lock()


@cache
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled twin of a kernel; helpers that it names as globals are compiled with it.

    It is kept in ``cache_folder``, unless nothing can be written there. Where Numba is told to
    compile nothing, the kernel itself is its twin.
    """
    import numba
    from numba.core import config

    from banzuke.numeric.kernel_cache import KernelCache
    from banzuke.numeric.kernel_parts import KernelCompiler

    if config.DISABLE_JIT:  # as who looks for a fault may have it (NUMBA_DISABLE_JIT)
        return kernel
    twin = FunctionType(_hand_on.__code__, {"kernel": _helper(kernel)}, kernel.__name__)
    twin.__qualname__, twin.__module__ = kernel.__qualname__, kernel.__module__
    # Numba's own key sees only the file of the outermost function. The place of the cache is
    # therefore bound to everything that the kernel reaches, so that changed helpers or tables
    # are never answered from a stale cache.
    dispatcher = numba.njit(**OPTIONS, pipeline_class=KernelCompiler)(twin)
    with _PLACE:
        before = config.CACHE_DIR
        try:
            folder = cache_folder() / fingerprint(kernel)
            folder.mkdir(parents=True, exist_ok=True)
            config.CACHE_DIR = str(folder)
            # Numba has no other way to say which cache a function has.
            dispatcher._cache = KernelCache(twin)  # noqa: SLF001  # see above
        except (OSError, RuntimeError):  # of a folder that cannot be made, or written to
            return dispatcher
        finally:
            config.CACHE_DIR = before
    return dispatcher


def _hand_on(*given: Any) -> Any:
    """What Python calls: it hands its arguments to the kernel, a global of each copy."""
    return kernel(*given)  # type: ignore[name-defined]  # noqa: F821  # as above


@cache
def _helper(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled twin of what only compiled functions call.

    Nothing is made that Python could call it by, nor any machine code, which took most of the
    time; and it is kept with each kernel that it is a part of, not by itself. It is compiled for
    types, not once more for a whole number that some caller begins with.
    """
    import numba
    from numba.types import unliteral

    from banzuke.numeric.handed_tuples import as_handed
    from banzuke.numeric.kernel_parts import PartCompiler

    made: Any = numba.njit(**OPTIONS, no_cpython_wrapper=True, pipeline_class=PartCompiler)(
        _with_helpers(kernel)
    )
    template_of = made.get_call_template
    made.get_call_template = lambda args, kws: template_of(
        [as_handed(unliteral(one)) for one in args], kws
    )
    helper: Callable[..., Any] = made
    return helper


def _with_helpers(kernel: Callable[..., Any]) -> FunctionType:
    """A copy of a function that names the compiled twins of its helpers."""
    helpers = {
        name: _helper(value)
        for name, value in _reached(kernel)
        if isinstance(value, FunctionType) and name in kernel.__globals__
    }
    namespace = {**kernel.__globals__, **helpers}
    twin = FunctionType(kernel.__code__, namespace, kernel.__name__, kernel.__defaults__)
    twin.__qualname__, twin.__module__ = kernel.__qualname__, kernel.__module__
    return twin


def uncompiled(value: Any) -> Any:
    """Arrays as memoryviews, also inside named tuples: what an uncompiled kernel reads fast."""
    if isinstance(value, np.ndarray):
        return value.data if value.size else _EMPTY
    if isinstance(value, tuple):
        return type(value)(*map(uncompiled, value)) if hasattr(value, "_fields") else value
    return value


def kernel_of(
    kernel: Any, cost: int, compile_from: int = COMPILE_FROM
) -> tuple[Callable[..., Any], Callable[[Any], Any]]:
    """The kernel for a log of such a cost, and how its arguments must be handed to it."""
    if cost >= compile_from:
        return compiled(kernel), lambda value: value
    return kernel, uncompiled


@cache
def fingerprint(kernel: Callable[..., Any]) -> str:
    """A hash of the code, constants and helpers that a kernel reaches, and of the compiler."""
    import numba

    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {OPTIONS}".encode())
    _feed(digest, kernel, set())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: ``BANZUKE_CACHE``, else the user's cache folder.

    A ``~`` at its beginning is a home folder; raises RuntimeError if that is nobody's.
    """
    from platformdirs import user_cache_path

    chosen = os.environ.get("BANZUKE_CACHE", "")
    folder = Path(chosen).expanduser() if chosen else user_cache_path("banzuke", appauthor=False)
    return folder / "kernels"


def _reached(kernel: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The globals that a function names, and what it reads of modules, each by its name."""
    attributes = sorted(set(_names(kernel.__code__)))
    for name in sorted(set(_globals(kernel.__code__))):
        if name not in kernel.__globals__:
            continue
        value = kernel.__globals__[name]
        yield name, value
        if isinstance(value, ModuleType):
            for attribute in attributes:
                if hasattr(value, attribute):
                    yield f"{name}.{attribute}", getattr(value, attribute)
    for number, cell in enumerate(kernel.__closure__ or ()):
        yield f"closure {number}", cell.cell_contents
    yield "defaults", kernel.__defaults__


def _globals(code: CodeType) -> Iterator[str]:
    """What is read by its bare name; a field of that name, as in ``rules.name``, is not."""
    for instruction in get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _feed(digest: Any, kernel: Callable[..., Any], seen: set[int]) -> None:
    if id(kernel) in seen:
        return
    seen.add(id(kernel))
    _feed_code(digest, kernel.__code__)
    for name, value in _reached(kernel):
        digest.update(f"{name} ".encode())
        _feed_value(digest, value, seen)


def _feed_value(digest: Any, value: Any, seen: set[int]) -> None:
    """What a compiler would make a constant of."""
    if isinstance(value, FunctionType):
        _feed(digest, value, seen)
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype} {value.shape} ".encode() + value.tobytes())
    elif isinstance(value, tuple):
        digest.update(f"{type(value).__name__} {len(value)} ".encode())
        for item in value:
            _feed_value(digest, item, seen)
    elif isinstance(value, (bool, int, float, complex, str, bytes, type(None), np.generic)):
        digest.update(f"{type(value).__name__} {value!r} ".encode())
    else:
        digest.update(f"{getattr(value, '__name__', type(value).__name__)} ".encode())


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code)
    digest.update(repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


_EMPTY = memoryview(b"")
