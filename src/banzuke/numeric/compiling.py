"""Kernels are plain functions; this module makes their compiled twins.

A kernel runs uncompiled on memoryviews where the work is small, so that a club's list never
waits for a compiler, and compiled by Numba where it is large. Both give the same bits: no
fast-math, no fused operations, and kernels keep to arithmetic that both do alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numpy as np

# ``error_model="numpy"`` drops the test for division by zero, which kernels rule out themselves.
# Kernels make no arrays, so nobody need count who holds one (``_nrt``): counting costs more than
# the arithmetic of a game. With it off, a kernel that does make an array is refused by Numba.
OPTIONS = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "forceinline": True,
    "_nrt": False,
}


@cache
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled twin of a kernel; helpers that it names as globals are compiled with it."""
    import numba
    from numba.core import config

    helpers = {
        name: compiled(value)
        for name, value in _globals_of(kernel).items()
        if isinstance(value, FunctionType)
    }
    namespace = {**kernel.__globals__, **helpers}
    twin = FunctionType(kernel.__code__, namespace, kernel.__name__, kernel.__defaults__)
    twin.__qualname__, twin.__module__ = kernel.__qualname__, kernel.__module__
    # Numba's own key sees only the file of the outermost function. The place of the cache is
    # therefore bound to everything that the kernel reaches, so that changed helpers or tables
    # are never answered from a stale cache.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder() / fingerprint(kernel))
    try:
        return numba.njit(**OPTIONS)(twin)
    finally:
        config.CACHE_DIR = before


def uncompiled(value: Any) -> Any:
    """Arrays as memoryviews, also inside named tuples: what an uncompiled kernel reads fast."""
    if isinstance(value, np.ndarray):
        return value.data if value.size else _EMPTY
    if isinstance(value, tuple):
        return type(value)(*map(uncompiled, value)) if hasattr(value, "_fields") else value
    return value


@cache
def fingerprint(kernel: Callable[..., Any]) -> str:
    """A hash of the code, constants and helpers that a kernel reaches, and of the compiler."""
    import numba

    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {OPTIONS}".encode())
    _feed(digest, kernel, set())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: the user's cache folder."""
    from platformdirs import user_cache_path

    return user_cache_path("banzuke", appauthor=False) / "kernels"


def _globals_of(kernel: Callable[..., Any]) -> dict[str, Any]:
    names = kernel.__code__.co_names
    return {name: kernel.__globals__[name] for name in names if name in kernel.__globals__}


def _feed(digest: Any, kernel: Callable[..., Any], seen: set[int]) -> None:
    if id(kernel) in seen:
        return
    seen.add(id(kernel))
    _feed_code(digest, kernel.__code__)
    for name, value in sorted(_globals_of(kernel).items()):
        if isinstance(value, FunctionType):
            _feed(digest, value, seen)
        elif isinstance(value, np.ndarray):
            digest.update(f"{name} {value.dtype} {value.shape}".encode() + value.tobytes())
        else:
            digest.update(
                f"{name} {value!r}".encode() if isinstance(value, (int, float)) else name.encode()
            )


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code)
    digest.update(repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


_EMPTY = memoryview(b"")
