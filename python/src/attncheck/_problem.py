"""From arrays and keyword options to the struct of a problem.

The options have the field's names. A causal problem names its alignment: "top-left" (query i sees keys 0 .. i),
"bottom-right" (the last query sees the last key), or an offset (query i sees keys 0 .. i + offset).
"""

from __future__ import annotations

import ctypes
import difflib
import inspect
import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np

from . import _library as c
from ._arrays import as_numpy, framework_of, on_host, tensor_of

Causal = Union[None, bool, str, int]
Window = Union[None, int, Sequence[Optional[int]]]

LAYOUTS = ("BHSD", "BSHD")


class ProblemError(ValueError):
    """Arrays or options that do not make a problem of attention."""


def need_layout(layout: str) -> None:
    if layout not in LAYOUTS:
        raise ProblemError(f"layout: expected BHSD or BSHD, found {layout!r}")


def _integer(option: str, expected: str, value: Any) -> int:
    try:
        found = operator.index(value)
        if -(2**63) <= found < 2**63:
            return found
    except TypeError:
        pass
    raise ProblemError(f"{option}: expected {expected}, found {value!r}")


def _is_finite(value: Any) -> bool:
    try:
        return math.isfinite(value)
    except (TypeError, OverflowError):
        return False


class Problem:
    """A struct, and everything that it points to."""

    def __init__(self, layout: str) -> None:
        need_layout(layout)
        self.struct = c.Problem()
        self.layout = layout
        self.axes = c.AXES
        self.framework = "numpy"
        self._kept: list[Any] = []

    # ---- inputs

    def _put(self, name: str, array: np.ndarray, code: int) -> None:
        tensor, kept = tensor_of(array, code)
        setattr(self.struct, name, tensor)
        self._kept.append(kept)

    def put_operand(self, name: str, value: Any) -> None:
        array, code = as_numpy(value, name)
        if not 2 <= array.ndim <= c.AXES or (array.ndim < c.AXES and self.layout != "BHSD"):
            raise ProblemError(f"{name}: expected 4 axes ({self.layout}), or 3 or 2 of BHSD, found {array.ndim}")
        if name == "q":
            self.axes = array.ndim
        array = array.reshape((1,) * (c.AXES - array.ndim) + array.shape) if array.ndim < c.AXES else array
        self._put(name, array.transpose(0, 2, 1, 3) if self.layout == "BSHD" else array, code)

    @property
    def scores_shape(self) -> tuple[int, int, int, int]:
        q, k = self.struct.q, self.struct.k
        return (q.size[0], q.size[1], q.size[2], k.size[2])

    def put_scores(self, name: str, value: Any) -> None:
        """mask or bias: anything that broadcasts to batch, query heads, queries, keys."""
        array, code = as_numpy(value, name, mask=name == "mask")
        try:
            self._put(name, np.broadcast_to(array, self.scores_shape), code)
        except ValueError:
            raise ProblemError(
                f"{name}: expected a shape that broadcasts to (batch, heads, queries, keys) = {self.scores_shape}, "
                f"found {array.shape}"
            ) from None

    def put_kv_len(self, value: Any) -> None:
        batch = self.struct.q.size[0]
        array = on_host(value)
        if array.dtype.kind not in "iu" or array.shape not in ((), (1,), (batch,)):
            raise ProblemError(
                f"kv_len: expected an integer, or one for each of {batch} batches, "
                f"found {array.dtype.name} of shape {array.shape}"
            )
        lengths = np.ascontiguousarray(np.broadcast_to(array, (batch,)), dtype=np.int64)
        keys = self.struct.k.size[2]
        if np.any((lengths < 0) | (lengths > keys)):
            raise ProblemError(f"kv_len: expected 0 .. {keys}, the number of keys, found {lengths.tolist()}")
        self.struct.kv_len = lengths.ctypes.data_as(ctypes.POINTER(ctypes.c_int64))
        self._kept.append(lengths)

    def put_sinks(self, value: Any) -> None:
        array = on_host(value.double() if framework_of(value) == "torch" else value)  # NumPy has no bfloat16 of its own
        if array.dtype.kind not in "iuf" and array.dtype.name != "bfloat16":
            raise ProblemError(f"sinks: expected numbers, found {array.dtype.name}")
        sinks = np.ascontiguousarray(array, dtype=np.float64).reshape(-1)
        if sinks.size != self.struct.q.size[1]:
            raise ProblemError(
                f"sinks: expected one for each of {self.struct.q.size[1]} query heads, found {sinks.size}"
            )
        self.struct.sink = sinks.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        self._kept.append(sinks)

    # ---- the diagonal

    def check_sizes(self) -> None:
        """Raises ProblemError, with the sizes, unless q, k and v fit each other."""
        q, k, v = (tuple(getattr(self.struct, name).size) for name in "qkv")
        for name, axis, size, other in (
            ("k", "batch", k[0], q[0]),
            ("v", "batch", v[0], q[0]),
            ("k", "d_k", k[3], q[3]),
        ):
            if size != other:
                raise ProblemError(f"{name}: expected the {axis} {other} of q, found {size}")
        for axis, size, other in (("heads", v[1], k[1]), ("positions", v[2], k[2])):
            if size != other:
                raise ProblemError(f"v: expected the {other} {axis} of k, found {size}")
        if k[1] > 0 and q[1] % k[1] != 0:
            raise ProblemError(f"q: expected a multiple of the {k[1]} heads of k and v, found {q[1]}")

    def _align(self, option: str, value: bool | str | int) -> None:
        names = {"top-left": c.ALIGN_TOP_LEFT, "bottom-right": c.ALIGN_BOTTOM_RIGHT}
        queries, keys = self.struct.q.size[2], self.struct.k.size[2]
        if value is True:
            if queries != keys or self.struct.kv_len:
                lengths = "kv_len" if queries == keys else f"{queries} queries and {keys} keys"
                raise ProblemError(
                    f"{option}: expected 'top-left', 'bottom-right' or an offset: with {lengths} "
                    f"the diagonal may lie in several places"
                )
            self.struct.alignment = c.ALIGN_TOP_LEFT
        elif isinstance(value, str) and value in names:
            self.struct.alignment = names[value]
        else:
            self.struct.alignment = c.ALIGN_OFFSET
            self.struct.offset = _integer(option, "'top-left', 'bottom-right' or an offset", value)

    def put_diagonal(self, causal: Causal, window: Window, diagonal: Causal) -> None:
        if causal is not None and causal is not False:
            self.struct.causal = True
            self._align("causal", causal)
        if diagonal is not None and (window is None or self.struct.causal):
            raise ProblemError("diagonal: expected only with a window, and without causal, which names it")
        if window is None:
            return
        sides = list(window) if isinstance(window, (tuple, list)) else [window, window]
        if len(sides) != 2:
            raise ProblemError(f"window: expected keys before and after the diagonal, found {window!r}")
        self.struct.windowed = True
        numbers = [c.UNLIMITED if s is None else _integer("window", "numbers of keys", s) for s in sides]
        if any(number < 0 for number, side in zip(numbers, sides) if side is not None):
            raise ProblemError(f"window: expected 0 keys or more on a side, found {window!r}")
        self.struct.window_left, self.struct.window_right = numbers
        if not self.struct.causal:
            self._align("diagonal", True if diagonal is None else diagonal)

    # ---- outputs

    def output(self, columns: int, dtype: Any, code: int) -> tuple[np.ndarray, c.Tensor]:
        """A new array of batch, query heads, queries and columns, and its struct."""
        batch, heads, queries, _ = self.scores_shape
        stored = np.empty((batch, heads, queries, columns), dtype)
        return stored, tensor_of(stored, code)[0]

    def trim(self, array: np.ndarray) -> np.ndarray:
        """Removes the axes that the operands did not have."""
        return array.reshape(array.shape[c.AXES - self.axes :])


def problem_of(function: str, q: Any, k: Any, v: Any, options: Mapping[str, Any]) -> Problem:
    """The problem for a function's keyword options. Raises TypeError for an option that does not exist."""
    for name in options:
        if name not in OPTIONS:
            near = difflib.get_close_matches(name.replace("is_", ""), OPTIONS, 1)
            hint = f" (did you mean {near[0]}?)" if near else f" (options: {', '.join(OPTIONS)})"
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'{hint}")
    return make_problem(q, k, v, **options)


def make_problem(
    q: Any,
    k: Any,
    v: Any,
    *,
    causal: Causal = None,
    mask: Any = None,
    bias: Any = None,
    window: Window = None,
    diagonal: Causal = None,
    kv_len: Any = None,
    scale: float | None = None,
    softcap: float | None = None,
    sinks: Any = None,
    layout: str = "BHSD",
) -> Problem:
    """Makes the problem of these arrays and options. Raises ProblemError if they do not make one."""
    p = Problem(layout)
    p.framework = framework_of(q)
    for name, operand in (("q", q), ("k", k), ("v", v)):
        p.put_operand(name, operand)
    p.check_sizes()
    if mask is not None:
        p.put_scores("mask", mask)
    if bias is not None:
        p.put_scores("bias", bias)
    if kv_len is not None:
        p.put_kv_len(kv_len)
    if sinks is not None:
        p.put_sinks(sinks)
    p.put_diagonal(causal, window, diagonal)
    for option, value in (("scale", scale), ("softcap", softcap)):
        if value is not None and not (_is_finite(value) and (value > 0 or (option == "scale" and value < 0))):
            other = "other than 0" if option == "scale" else "above 0"
            raise ProblemError(f"{option}: expected a finite number {other}, found {value!r}")
    p.struct.scale = scale if scale is not None else 0.0
    p.struct.softcap = softcap if softcap is not None else 0.0
    status = c.library.attest_problem_check(ctypes.byref(p.struct))
    if status != c.OK:
        shapes = ", ".join(f"{n} {tuple(getattr(p.struct, n).size)}" for n in "qkv")
        raise ProblemError(f"{c.message(status)} (as batch, heads, positions, columns: {shapes})")
    return p


OPTIONS = tuple(name for name, p in inspect.signature(make_problem).parameters.items() if p.kind is p.KEYWORD_ONLY)
