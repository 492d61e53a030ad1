"""attention, bound and assert_close: the reference, the bounds, and the judgement of one output."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from . import _library as c
from ._arrays import STORED, dtype_code, to_framework
from ._judging import answer_tensor, judge, raise_for
from ._problem import Problem, problem_of


class Result(NamedTuple):
    """out, and lse and weights if they were requested, else None."""

    out: Any
    lse: Any = None
    weights: Any = None


def _outputs(p: Problem, code: int, sums: int, lse: bool, weights: bool) -> tuple[list[Any], c.Answer]:
    """New arrays for the outputs (None: not requested), and their structs."""
    answer = c.Answer()
    made: list[Any] = [None, None, None]
    made[0], answer.out = p.output(p.struct.v.size[3], STORED[code], code)
    if lse:
        made[1], answer.lse = p.output(1, STORED[sums], sums)
    if weights:
        made[2], answer.weights = p.output(p.struct.k.size[2], STORED[code], code)
    return made, answer


def _give(p: Problem, made: list[Any], code: int, sums: int) -> Any:
    """The outputs as arrays of the problem's framework."""
    if made[1] is not None:
        made[1] = made[1][..., 0]
    if p.layout == "BSHD":
        made[0] = made[0].transpose(0, 2, 1, 3)
    given = [
        None if array is None else to_framework(p.trim(array), stored, p.framework)
        for array, stored in zip(made, (code, sums, code))
    ]
    return given[0] if given[1] is None and given[2] is None else Result(*given)


def attention(
    q: Any,
    k: Any,
    v: Any,
    *,
    variant: str = "reference",
    return_lse: bool = False,
    return_weights: bool = False,
    threads: int = 0,
    **options: Any,
) -> Any:
    """Attention by the verified reference, or by a fast variant.

    q is (batch, query heads, queries, d_k); k is (batch, kv heads, keys, d_k); v is (batch, kv heads, keys, d_v), for
    layout "BHSD". For "BSHD", each is (batch, positions, heads, columns). They are arrays of NumPy, PyTorch or JAX, of
    float64, float32, float16 or bfloat16. A PyTorch tensor on a device is copied to the host.

    options, all of them keywords:
      causal    "top-left", "bottom-right", or an offset; True if there are as many queries as keys
      mask      bool, True: the key is seen; broadcasts to (batch, heads, queries, keys)
      bias      added to the scores; broadcasts likewise. -inf hides a key
      window    keys before and after the diagonal, or one number for both; None is a side without limit
      diagonal  the diagonal of a window without causal; it takes the values of causal
      kv_len    how many keys of each batch count
      scale     factor of q . k; 1/sqrt(d_k)
      softcap   scores become softcap * tanh(score / softcap)
      sinks     one score for each query head, which counts in the denominator only
      layout    "BHSD" or "BSHD"

    variant "reference" computes in float64 and returns float64. "fast" and the names of `variants()` compute in the
    arithmetic of the types and return q's type (lse: float32, or float64 for float64), on `threads` threads (0: all).
    Arrays of a device are copied to the host, and so are the results. Raises NotImplementedError if the variant does
    not compute the problem. Returns out, or Result(out, lse, weights) if return_lse or
    return_weights is set. lse is the natural logarithm of the denominator, (batch, query heads, queries); weights are
    (batch, query heads, queries, keys).
    """
    exact = variant == "reference"
    if not exact and variant != "fast" and variant not in variants():
        raise ValueError(f"variant: expected reference, fast, or one of {', '.join(variants())}, found {variant!r}")
    if not 0 <= threads < 2**31:
        raise ValueError(f"threads: expected 0 (all) or more, found {threads!r}")
    p = problem_of("attention", q, k, v, options)
    code = c.F64 if exact else p.struct.q.dtype
    sums = c.F64 if code == c.F64 else c.F32
    made, answer = _outputs(p, code, sums, return_lse, return_weights)
    name = None if variant == "fast" else variant.encode()
    bytes_ = ctypes.c_size_t()
    problem, out = ctypes.byref(p.struct), ctypes.byref(answer)
    if exact:
        raise_for(c.library.attest_reference_workspace(problem, out, ctypes.byref(bytes_)), variant)
    else:
        raise_for(c.library.attest_attention_workspace(problem, out, name, threads, ctypes.byref(bytes_)), variant)
    workspace = np.empty(bytes_.value // 8 + 1)
    memory = ctypes.c_void_p(workspace.ctypes.data)
    if exact:
        raise_for(c.library.attest_reference(problem, out, memory, bytes_), variant)
    else:
        raise_for(
            c.library.attest_attention(problem, out, name, threads, memory, ctypes.c_size_t(workspace.nbytes)), variant
        )
    return _give(p, made, code, sums)


def conventions() -> dict[str, str]:
    """The names that accept and refuse take, each with the meaning of its convention."""
    found: dict[str, str] = {}
    meaning = ctypes.c_char_p()
    while (name := c.library.attest_convention(len(found), ctypes.byref(meaning))) is not None:
        found[name.decode()] = (meaning.value or b"").decode()
    return found


def variants() -> list[str]:
    """The names of the fast variants that this machine runs, in the order in which "fast" considers them."""
    found: list[str] = []
    while True:
        name = c.library.attest_variant_name(len(found))
        if name is None:
            return found
        found.append(name.decode())


class Arithmetic(NamedTuple):
    """The arithmetic of an implementation: its bounds are derived from it. None is the default for the type of q.

    accumulate is the type of sums; scores and probabilities are the types in which these are stored ("float32",
    "bf16", ..). The default is float32 throughout (float64 for float64), with probabilities in the type of q.
    """

    accumulate: str | None = None
    scores: str | None = None
    probabilities: str | None = None

    def struct(self, q: int) -> c.Arithmetic:
        wide = c.F64 if q == c.F64 else c.F32
        accumulate = dtype_code(self.accumulate) if self.accumulate else wide
        return c.Arithmetic(
            accumulate=accumulate,
            scores=dtype_code(self.scores) if self.scores else accumulate,
            score_roundings=3 if self.scores else 0,
            probabilities=dtype_code(self.probabilities) if self.probabilities else q,
            height=0,
            rescales=-1,
        )


def bound(
    q: Any,
    k: Any,
    v: Any,
    *,
    accumulate: str | None = None,
    scores: str | None = None,
    probabilities: str | None = None,
    output: str | None = None,
    return_lse: bool = False,
    return_weights: bool = False,
    **options: Any,
) -> Any:
    """The largest error, against `attention(..)`, that a correct implementation may have, for each element of out.

    accumulate, scores and probabilities state its arithmetic (`Arithmetic`). output is the type in which out is stored
    (default: q's). The other arguments, shapes and results are those of `attention` without variant and threads, in
    float64.
    """
    p = problem_of("bound", q, k, v, options)
    made, answer = _outputs(p, c.F64, c.F64, return_lse, return_weights)
    by = Arithmetic(accumulate, scores, probabilities).struct(p.struct.q.dtype)
    code = dtype_code(output) if output else p.struct.q.dtype
    sums = c.F64 if code == c.F64 else c.F32
    raise_for(
        c.library.attest_bound(ctypes.byref(p.struct), ctypes.byref(by), code, sums, ctypes.byref(answer)), "bound"
    )
    return _give(p, made, c.F64, c.F64)


def assert_close(
    out: Any,
    q: Any,
    k: Any,
    v: Any,
    *,
    lse: Any = None,
    weights: Any = None,
    accumulate: str | None = None,
    scores: str | None = None,
    probabilities: str | None = None,
    accept: Any = None,
    refuse: Any = None,
    explain: float = 5.0,
    **options: Any,
) -> None:
    """Raises AssertionError unless each element of out (and of lse, weights) is within its own bound.

    The bounds follow from the inputs, the type of out, and the arithmetic (`Arithmetic`): there is no tolerance to
    choose. The message names the worst element, shows where the errors lie, and says what was computed instead. explain
    limits the search for that, in seconds (0: no search).

    NaN fails where the reference has none. Implementations differ on purpose in some corners, such as rows that see no
    key: an answer that follows a known convention there passes with a `ConventionWarning`. accept and refuse name
    conventions (`conventions()`): an accepted one passes without a warning, a refused one fails.

    out may be of another type than q. q, k, v and the other options are those of `attention`.
    """
    __tracebackhide__ = True
    p = problem_of("assert_close", q, k, v, options)
    answer, kept = c.Answer(), []
    widths = {"out": p.struct.v.size[3], "lse": 1, "weights": p.struct.k.size[2]}
    for name, value in (("out", out), ("lse", lse), ("weights", weights)):
        if value is not None:
            tensor, array = answer_tensor(p.struct, p.layout, name, value, widths[name], p.axes)
            setattr(answer, name, tensor)
            kept.append(array)
    by = Arithmetic(accumulate, scores, probabilities).struct(p.struct.q.dtype)
    judge(p.struct, answer, by, accept, refuse, explain)
