"""Cases for the tests of a kernel: the cases of a check, one at a time."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Mapping, Sequence
from typing import Any

from . import _library as c
from ._arrays import dtype_code
from ._attention import Arithmetic
from ._calling import Caller, Option, gather
from ._judging import answer_tensor, judge, raise_for
from ._supports import Supports


def need_suite(suite: str) -> None:
    if suite not in c.SUITES:
        raise ValueError(f"suite: expected one of {', '.join(c.SUITES)}, found {suite!r}")


def need_seed(seed: Any) -> None:
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError(f"seed: expected a number of 64 bits, found {seed!r}")


def recipes(dtype: str, supports: Supports, suite: str, seed: int) -> list[str]:
    """The recipes of the cases of a suite, as reports print them."""
    need_suite(suite)
    need_seed(seed)
    said, text = c.Supports(), ctypes.c_void_p()
    supports.put(said, frozenset())
    status = c.library.attest_cases_of_suite(
        ctypes.byref(said), dtype_code(dtype), c.SUITES.index(suite), seed, ctypes.byref(text)
    )
    raise_for(status, "cases")
    try:
        return ctypes.string_at(text.value or 0).decode().splitlines()
    finally:
        c.library.attest_cases_free(text)


class Case:
    """A case: q, k, v and options as a kernel takes them. It judges the answer of the kernel.

    recipe describes the whole case, as reports and test ids print it. The other arguments are those of `check`.
    """

    def __init__(
        self,
        recipe: str,
        *,
        framework: str = "numpy",
        device: str | None = None,
        layout: str = "BHSD",
        options: Mapping[str, Option] | None = None,
    ) -> None:
        self.recipe = recipe
        self.layout = layout
        self._again = functools.partial(
            Case, recipe, framework=framework, device=device, layout=layout, options=options
        )
        made, reason = ctypes.c_void_p(), ctypes.create_string_buffer(c.REASON_MAX)
        status = c.library.attest_case_make(recipe.encode(), ctypes.byref(made), reason)
        if status != c.OK:
            raise ValueError(reason.value.decode() or c.message(status))
        self._made = made
        self._problem: c.Problem = c.library.attest_case_problem(made).contents
        caller = Caller(_no_callable, framework, device, layout, options or {})
        asked = gather(self._problem)
        self.q, self.k, self.v = caller.operands(asked)
        self.options = caller.keywords(asked)

    def __del__(self) -> None:
        if getattr(self, "_made", None):
            c.library.attest_case_free(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return (self._again, ())

    def __repr__(self) -> str:
        return f"attncheck.Case({self.recipe!r})"

    def assert_close(
        self,
        out: Any,
        *,
        lse: Any = None,
        weights: Any = None,
        arithmetic: Arithmetic = Arithmetic(),
        accept: Any = None,
        refuse: Any = None,
        explain: float = 5.0,
    ) -> None:
        """As `attncheck.assert_close`, for the answer to this case. Its arithmetic is stated by `Arithmetic`."""
        __tracebackhide__ = True
        p, answer, kept = self._problem, c.Answer(), []
        widths = {"out": p.v.size[3], "lse": 1, "weights": p.k.size[2]}
        for name, value in (("out", out), ("lse", lse), ("weights", weights)):
            if value is not None:
                tensor, array = answer_tensor(p, self.layout, name, value, widths[name])
                setattr(answer, name, tensor)
                kept.append(array)
        judge(p, answer, arithmetic.struct(p.q.dtype), accept, refuse, explain, f"repeat: {self!r}")


def _no_callable(*_: Any) -> None:
    raise AssertionError("a case is not called")


def cases(
    *,
    dtypes: Sequence[str] = ("float32",),
    supports: Supports = Supports(),
    suite: str | None = None,
    seed: int | None = None,
    most: int | None = None,
    framework: str = "numpy",
    device: str | None = None,
    layout: str = "BHSD",
    options: Mapping[str, Option] | None = None,
) -> Any:
    """Parametrises a test with cases: its argument `case` is a `Case`, and its id is the recipe.

    suite and seed default to pytest's --attncheck-suite and --attncheck-seed. most limits the cases of each type; the
    default is all cases of the suite (500 of each type and more). Anything that supports leaves open is tried: a test
    that raises NotImplementedError is skipped. The other arguments are those of `check`.
    """
    import pytest

    if suite is not None:
        need_suite(suite)
    if seed is not None:
        need_seed(seed)
    return pytest.mark.attncheck_cases(
        dtypes=[dtypes] if isinstance(dtypes, str) else dtypes,
        supports=supports,
        suite=suite,
        seed=seed,
        most=most,
        how={"framework": framework, "device": device, "layout": layout, "options": options},
    )
