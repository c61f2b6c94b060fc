"""The cache of compiled kernels is never stale and never mixed up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from banzuke.numeric.compiling import cache_folder, compiled, fingerprint, uncompiled

HELPERS = """
SCALE = {scale}
TABLE = ({scale}, 1.0)

def twice(value):
    return {factor} * value
"""

KERNEL = """
import math
import helpers
import numpy as np
from helpers import SCALE, TABLE, twice

STEPS = np.array([{step}, 0.0])

def kernel(values):
    total = 0.0
    for value in values:
        total += twice(value) * SCALE + STEPS[0] + TABLE[0] * {constant}
    return total + math.exp(0.0) - 1.0
"""

RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import kernels
from banzuke.numeric.compiling import compiled, fingerprint
twin = compiled(kernels.kernel)
print(twin(np.array([1.0, 2.0])))
print(fingerprint(kernels.kernel))
print(sum(twin.stats.cache_hits.values()), sum(twin.stats.cache_misses.values()))
"""

BASE = {"scale": 1.0, "factor": 2.0, "step": 0.0, "constant": 0.0}


def run(folder: Path, cache: Path, **changed: float) -> tuple[float, str, str]:
    """(result, fingerprint, hits and misses) of the kernel, compiled in another process."""
    values = {**BASE, **changed}
    (folder / "helpers.py").write_text(HELPERS.format(**values), encoding="utf-8")
    (folder / "kernels.py").write_text(KERNEL.format(**values), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-B", "-c", RUN, str(folder)],
        env={**os.environ, "BANZUKE_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result, place, stats = done.stdout.splitlines()
    return float(result), place, stats


def test_a_second_process_reads_the_cache(tmp_path):
    """What one process compiled the next does not compile again."""
    cache = tmp_path / "cache"
    assert run(tmp_path, cache)[0] == 6.0
    assert run(tmp_path, cache)[2] == "1 0"
    assert any(cache.rglob("*.nbc"))


@pytest.mark.parametrize(
    ("changed", "result"),
    [
        ({"factor": 3.0}, 9.0),
        ({"scale": 10.0}, 60.0),
        ({"step": 5.0}, 16.0),
        ({"constant": 7.0}, 20.0),
    ],
)
def test_what_changed_is_compiled_anew(tmp_path, changed, result):
    """A helper or constant of another file, a table, a number in the code: never the old answer.

    The file of the kernel itself keeps its size and, made to look so, its date.
    """
    cache = tmp_path / "cache"
    before = run(tmp_path, cache)
    date = (tmp_path / "kernels.py").stat()
    assert before[0] == 6.0
    values = {**BASE, **changed}
    (tmp_path / "helpers.py").write_text(HELPERS.format(**values), encoding="utf-8")
    (tmp_path / "kernels.py").write_text(KERNEL.format(**values), encoding="utf-8")
    os.utime(tmp_path / "kernels.py", ns=(date.st_atime_ns, date.st_mtime_ns))
    done = subprocess.run(
        [sys.executable, "-B", "-c", RUN, str(tmp_path)],
        env={**os.environ, "BANZUKE_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    answer, place, _ = done.stdout.splitlines()
    assert float(answer) == result
    assert place != before[1]
    # And back again: the first answer is still that of the first code.
    assert run(tmp_path, cache)[:2] == before[:2]


def make(factor: float):
    """A kernel whose code is that of every other one made here, but not its global."""
    source = "def kernel(value):\n    return factor * value\n"
    namespace = {"factor": factor}
    exec(compile(source, __file__, "exec"), namespace)  # noqa: S102  # the same code twice
    return namespace["kernel"]


def test_two_kernels_of_one_code(tmp_path, monkeypatch):
    """Kernels with the same code, name and line, but other globals, are not mixed up."""
    monkeypatch.setenv("BANZUKE_CACHE", str(tmp_path))
    kernels = [make(2.0), make(3.0)]
    assert kernels[0].__code__ == kernels[1].__code__
    assert fingerprint(kernels[0]) != fingerprint(kernels[1])
    assert [compiled(kernel)(10.0) for kernel in kernels] == [20.0, 30.0]


def nested(value):
    """A kernel with a function inside that names a helper."""

    def inner(other):
        return HELPER(other)  # noqa: F821  # put there by the test

    return inner(value)


def test_what_is_reached_is_in_the_fingerprint(monkeypatch):
    """Defaults, helpers of inner functions and module attributes count as well."""
    found = set()
    for constant in (1.0, 2.0):
        module = type(os)("module")
        module.VALUE = constant

        def helper(value, by=constant):
            return value * by

        monkeypatch.setitem(nested.__globals__, "HELPER", helper)
        found.add(fingerprint.__wrapped__(nested))
        reader = make(1.0)
        reader.__globals__["module"] = module
        source = "def kernel(value):\n    return module.VALUE * value\n"
        exec(compile(source, __file__, "exec"), reader.__globals__)  # noqa: S102  # a new kernel
        found.add(fingerprint(reader.__globals__["kernel"]))
    assert len(found) == 4


def test_without_a_place_for_the_cache(tmp_path, monkeypatch):
    """Where nothing can be written kernels compile all the same."""
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("BANZUKE_CACHE", str(blocked))
    assert compiled(make(5.0))(2.0) == 10.0


def test_the_place_may_be_chosen(tmp_path, monkeypatch):
    """BANZUKE_CACHE says where; otherwise it is the user's cache folder."""
    monkeypatch.setenv("BANZUKE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path / "kernels"
    monkeypatch.delenv("BANZUKE_CACHE")
    assert cache_folder().name == "kernels"
    assert "banzuke" in str(cache_folder())


def test_uncompiled_views_write_through():
    """What an uncompiled kernel writes is in the array; empty arrays have no items."""
    values = np.zeros(3)
    uncompiled(values)[1] = 2.0
    assert values.tolist() == [0.0, 2.0, 0.0]
    assert len(uncompiled(np.zeros((2, 0)))) == 0
    assert uncompiled(5) == 5


def test_a_tilde_is_the_home_folder(tmp_path, monkeypatch):
    """Nobody need write out where the home folder is; one that nobody has leaves no cache."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("BANZUKE_CACHE", "~/x")
    assert cache_folder() == tmp_path / "x" / "kernels"
    monkeypatch.setenv("BANZUKE_CACHE", "~nobody-of-this-name/x")
    assert compiled(make(7.0))(2.0) == 14.0


class Named(NamedTuple):
    """Rules with a field that is called as a kernel is."""

    share: float
    half: float


def share(rules: Named, value: float) -> float:
    """A kernel that reads a field of its own name, and calls one that reads it, too."""
    return rules.share * half(rules, value)


def half(rules: Named, value: float) -> float:
    """A kernel that reads fields called as itself and as its caller are."""
    return rules.half * value + rules.share


def test_a_field_is_no_kernel_of_its_name():
    """Fields that are called as kernels are lead no kernel to itself."""
    rules = Named(share=3.0, half=0.5)
    assert compiled(share)(rules, 8.0) == share(rules, 8.0) == 21.0
    assert fingerprint(share) != fingerprint(half)


def test_numba_may_be_told_to_compile_nothing(monkeypatch):
    """Then the kernel runs as it is, with what a compiled one would be given."""
    monkeypatch.setattr("numba.core.config.DISABLE_JIT", True)
    assert compiled.__wrapped__(int.bit_length) is int.bit_length
