"""check: the whole checker on a callable of this process."""

from __future__ import annotations

import ctypes
import inspect
import json
import random
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Callable, Union

import numpy as np

from . import _library as c
from ._arrays import NAMES, as_numpy, bfloat16, dtype_code, to_framework, view_of
from ._attention import Arithmetic, _names
from ._progress import Progress
from ._report import Report

SUITES = ("quick", "full", "conventions")
# the keyword options of a callable, and the abilities that a callable without such a keyword lacks
KEYWORDS = {
    "causal": ("top_left", "bottom_right", "offset"),
    "mask": ("mask",),
    "bias": ("bias",),
    "window": ("window",),
    "kv_len": ("kv_len",),
    "scale": ("scale",),
    "softcap": ("softcap",),
    "sinks": ("sink",),
}
Option = Union[str, Callable[[Any], Mapping[str, Any]]]


@dataclass(frozen=True)
class Supports:
    """What a callable takes; None (0, ()): find out. What it does not take is not tried, and listed as never judged."""

    head_sizes: Sequence[int] = ()
    head_size_multiple: int = 0
    q_len_multiple: int = 0
    keys_multiple: int = 0
    q_len_least: int = 0
    keys_least: int = 0
    q_len_most: int = 0
    keys_most: int = 0
    batches: bool | None = None  # more than one
    heads: bool | None = None  # more than one query head
    grouped_heads: bool | None = None  # fewer kv heads than query heads
    cross: bool | None = None  # other numbers of queries and keys
    other_d_v: bool | None = None  # d_v other than d_k
    top_left: bool | None = None
    bottom_right: bool | None = None
    offset: bool | None = None
    window: bool | None = None
    mask: bool | None = None
    bias: bool | None = None
    kv_len: bool | None = None
    sink: bool | None = None
    scale: bool | None = None
    softcap: bool | None = None
    bshd: bool | None = None  # memory in the order batch, position, head, column
    strided: bool | None = None  # all other strides

    def put(self, to: c.Supports, lacks: frozenset[str]) -> None:
        """Fills in the struct; lacks: abilities for which the callable has no keyword."""
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "head_sizes":
                to.head_sizes = (ctypes.c_int64 * c.HEAD_SIZES_MOST)(*value)
            elif isinstance(value, int) and not isinstance(value, bool):
                setattr(to, f.name, value)
            elif value is not None or f.name in lacks:
                setattr(to, f.name, c.YES if value else c.NO)


@dataclass
class _Call:
    """A callable, and how it is called."""

    fn: Callable[..., Any]
    framework: str
    device: str | None
    layout: str
    options: Mapping[str, Option]
    returns: Sequence[str]
    errors: dict[str, str] = field(default_factory=dict)
    stopped_by: BaseException | None = None

    # ---- what it takes

    def lacks(self) -> frozenset[str]:
        """Abilities that no keyword of the callable asks for."""
        try:
            parameters = inspect.signature(self.fn).parameters
        except (TypeError, ValueError):
            return frozenset()
        if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
            return frozenset()
        missing = [
            abilities for name, abilities in KEYWORDS.items() if name not in self.options and name not in parameters
        ]
        return frozenset(ability for abilities in missing for ability in abilities)

    # ---- one call

    def _array(self, tensor: c.Tensor, moved: bool) -> Any:
        view = view_of(tensor)
        moved = moved and self.layout == "BSHD"
        return to_framework(view.transpose(0, 2, 1, 3) if moved else view, tensor.dtype, self.framework, self.device)

    def _plain(self, p: c.Problem) -> dict[str, Any]:
        """The options of a problem, by their own names."""
        diagonal = {c.ALIGN_TOP_LEFT: "top-left", c.ALIGN_BOTTOM_RIGHT: "bottom-right"}.get(p.alignment, p.offset)
        plain: dict[str, Any] = {}
        if p.causal:
            plain["causal"] = diagonal
        if p.windowed:
            sides = (p.window_left, p.window_right)
            plain["window"] = tuple(None if side == c.UNLIMITED else side for side in sides)
            if not p.causal:
                plain["diagonal"] = diagonal
        if p.mask.data:
            plain["mask"] = self._array(p.mask, False)
        if p.bias.data:
            plain["bias"] = self._array(p.bias, False)
        if p.kv_len:
            plain["kv_len"] = self._numbers(np.array(p.kv_len[: p.q.size[0]], dtype=np.int32))
        if p.sink:
            plain["sinks"] = self._numbers(np.array(p.sink[: p.q.size[1]], dtype=np.float32))
        if p.scale != 0:
            plain["scale"] = p.scale
        if p.softcap != 0:
            plain["softcap"] = p.softcap
        return plain

    def _numbers(self, array: np.ndarray) -> Any:
        if self.framework == "torch":
            import torch

            return torch.from_numpy(array).to(self.device or "cpu")
        return to_framework(array, c.F32, self.framework, self.device)

    def _keywords(self, p: c.Problem) -> dict[str, Any]:
        """The same by the callable's names."""
        given: dict[str, Any] = {}
        for name, value in self._plain(p).items():
            own = self.options.get(name, name)
            given.update({own: value} if isinstance(own, str) else own(value))
        return given

    def _store(self, name: str, value: Any, to: c.Tensor) -> None:
        array, code = as_numpy(value, name)
        view = view_of(to)
        if name == "lse":
            view = view[..., 0]
        elif name == "out" and self.layout == "BSHD":
            view = view.transpose(0, 2, 1, 3)
        if array.shape != view.shape:
            raise _Malformed(f"{name}: expected shape {view.shape}, found {array.shape}")
        if code != to.dtype:
            raise _Malformed(f"{name}: expected {NAMES[to.dtype]}, found {NAMES[code]}")
        if code == c.BF16:  # PyTorch's NaN of all ones is what memory holds before it is written
            array = np.where((array & 0x7FFF) > 0x7F80, np.uint16(0x7FC0), array)
        view[...] = array

    def _take(self, result: Any, answer: c.Answer) -> None:
        values = result if isinstance(result, tuple) else (result,)
        if len(values) != len(self.returns):
            raise _Malformed(f"expected {', '.join(self.returns)}, found {len(values)} values (check(.., returns=..))")
        for name, value in zip(self.returns, values):
            tensor = getattr(answer, name)
            if tensor.data or name == "out":
                self._store(name, value, tensor)

    def run(self, p: c.Problem, answer: c.Answer) -> None:
        operands = (self._array(tensor, True) for tensor in (p.q, p.k, p.v))
        self._take(self.fn(*operands, **self._keywords(p)), answer)


class _Malformed(Exception):
    """What a callable returned is no answer."""


def _put_reason(to: int, text: str) -> None:
    line = " ".join(text.split()).encode()[: c.REASON_MAX - 1]
    ctypes.memmove(to, line + b"\0", len(line) + 1)


def _compute_of(call: _Call) -> Any:
    def compute(_: Any, recipe: bytes, problem: Any, answer: Any, reason: int) -> int:
        try:
            call.run(problem.contents, answer.contents)
            return c.OK
        except NotImplementedError as error:
            _put_reason(reason, str(error))
            return c.UNSUPPORTED
        except (KeyboardInterrupt, SystemExit) as error:
            call.stopped_by = error
        except _Malformed as error:
            _put_reason(reason, str(error))
        except BaseException as error:  # no exception may cross into C
            call.errors[recipe.decode()] = traceback.format_exc()
            _put_reason(reason, f"{type(error).__name__}: {error}")
        return c.FAILED

    return c.COMPUTE(compute)


def _describe_of(call: _Call, dtypes: Sequence[int], supports: Supports, arithmetic: Arithmetic | None) -> Any:
    lacks = call.lacks()

    def describe(_: Any, dtype: int, to: Any) -> int:
        description = to.contents
        description.gives_lse = "lse" in call.returns
        description.gives_weights = "weights" in call.returns
        supports.put(description.supports, lacks)
        if arithmetic is not None:
            description.arithmetic = arithmetic.struct(dtype)
        return c.OK if dtype in dtypes else c.UNSUPPORTED

    return c.DESCRIBE(describe)


def _place(fn: Callable[..., Any]) -> tuple[str | None, int]:
    try:
        return inspect.getsourcefile(fn), inspect.getsourcelines(fn)[1]
    except (TypeError, OSError):
        return None, 0


def _codes(dtypes: Sequence[str] | None, framework: str) -> list[int]:
    if dtypes is not None:
        return [dtype_code(name) for name in ([dtypes] if isinstance(dtypes, str) else dtypes)]
    all_of = [c.F64, c.F32, c.F16, c.BF16] if framework != "jax" else [c.F32, c.F16, c.BF16]
    return [code for code in all_of if code != c.BF16 or framework == "torch" or bfloat16() is not None]


def check(
    fn: Callable[..., Any],
    *,
    suite: str = "quick",
    case: str | None = None,
    dtypes: Sequence[str] | None = None,
    supports: Supports = Supports(),
    arithmetic: Arithmetic | None = None,
    accept: Any = None,
    refuse: Any = None,
    require: Any = None,
    framework: str = "numpy",
    device: str | None = None,
    layout: str = "BHSD",
    options: Mapping[str, Option] | None = None,
    returns: Sequence[str] = ("out",),
    seed: int | str = 1,
    timeout: float = 10.0,
    progress: bool | None = None,
) -> Report:
    """Judges fn(q, k, v, **options) on generated cases, made for what it supports; returns a Report.

    fn gets arrays of the framework ("numpy", "torch" or "jax", on a device if one is named), in the layout, and the
    options that a case has, as keywords: causal ("top-left", "bottom-right" or an offset), window (and diagonal), mask,
    bias, kv_len, scale, softcap, sinks (`attention` describes them). A keyword that fn does not have is not asked of
    it. Other names: options={"causal": "is_causal"}, or a function from the value to keywords. fn returns out, or what
    returns names: ("out", "lse", "weights"), of q's shape and type (lse: float32). NotImplementedError skips a case,
    which is listed; any other exception fails it, with its traceback in `Report.errors`.

    suite      "quick" (500 cases of each type or more), "full" (3000, large ones among them), "conventions"
    case       one case instead, as the report prints it
    dtypes     "float64", "float32", "float16", "bfloat16"; default: all that the framework has (bfloat16 in NumPy:
               where ml_dtypes is installed)
    supports   what fn takes (`Supports`)
    arithmetic what fn computes in (`Arithmetic`): its bounds follow from it
    accept, refuse, require   names of conventions and of properties (attest zoo --conventions)
    seed       another sequence of cases, or "random"
    timeout    seconds that one call may take
    progress   whether to show a bar on standard error; default: if that is a terminal

    It runs in this process: a crash of fn ends it.
    """
    if suite not in SUITES:
        raise ValueError(f"suite: expected one of {', '.join(SUITES)}, found {suite!r}")
    unknown = set(returns) - {"out", "lse", "weights"}
    if unknown or not returns or returns[0] != "out":
        raise ValueError(f"returns: expected out, then lse or weights, found {tuple(returns)}")
    call = _Call(fn, framework, device, layout, options or {}, returns)
    codes = _codes(dtypes, framework)
    name = getattr(fn, "__name__", type(fn).__name__)
    file, line = _place(fn)
    bar = Progress(name, progress)
    of = c.Callbacks(
        name=name.encode(),
        file=file.encode() if file else None,
        line=line,
        words=c.Words(
            f"attncheck.check({name}, case='".encode(), b"')", b"raise NotImplementedError, or accept=", b"timeout="
        ),
        compute=_compute_of(call),
        describe=_describe_of(call, codes, supports, arithmetic),
        progress=c.PROGRESS(lambda _, done, total, dtype: bar.show(done, total, NAMES[dtype])),
        stopped=c.STOPPED(lambda _: call.stopped_by is not None),
    )
    wanted = c.CheckOptions(
        suite=SUITES.index(suite),
        without=(ctypes.c_bool * 4)(*(code not in codes for code in range(4))),
        seed=random.SystemRandom().getrandbits(63) if seed == "random" else int(seed),
        seconds=timeout,
        recipe=case.encode() if case is not None else None,
        accept=_names(accept),
        refuse=_names(refuse),
        require=_names(require),
    )
    found = c.Findings()
    status = c.library.attest_check_here(ctypes.byref(of), ctypes.byref(wanted), ctypes.byref(found))
    bar.end()
    try:
        if call.stopped_by is not None:
            raise call.stopped_by
        if status != c.OK:
            said = (found.text or b"").decode().strip() or c.message(status)
            raise (MemoryError if status == c.FAILED else ValueError)(said)
        return Report(
            ok=bool(found.pass_),
            text=found.text.decode(),
            document=json.loads(found.json),
            errors=dict(call.errors),
            forms={"junit": found.junit.decode(), "html": found.html.decode(), "sarif": found.sarif.decode()},
        )
    finally:
        c.library.attest_findings_free(ctypes.byref(found))
