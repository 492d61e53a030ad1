"""check: the whole checker on a callable."""

from __future__ import annotations

import ctypes
import inspect
import json
import random
import signal
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable
from urllib.parse import quote

from . import _library as c
from ._arrays import NAMES, bfloat16, dtype_code
from ._attention import Arithmetic
from ._calling import Array, Asked, Caller, Malformed, Option, gather, give_back, message_of
from ._case import need_seed, need_suite
from ._isolate import Isolated, IsolatedError
from ._judging import names
from ._progress import Progress
from ._report import Report
from ._supports import Supports


@dataclass
class _Run:
    """The calls of a run, and their errors."""

    caller: Caller
    invoke: Callable[[Asked], list[Array]]
    errors: dict[str, str] = field(default_factory=dict)
    stopped_by: BaseException | None = None
    calling: bool = False

    def call(self, asked: Asked) -> list[Array]:
        self.calling = True
        try:
            return self.invoke(asked)
        finally:
            self.calling = False


@contextmanager
def _interrupts_of(run: _Run) -> Iterator[None]:
    """Ctrl-C stops the run. Only the callable sees its exception: in any other callback of C it would be lost."""
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return

    def note(number: int, frame: Any) -> None:
        try:
            before(number, frame)
        except BaseException as error:
            run.stopped_by = error
            if run.calling:
                raise

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _put_reason(to: int, text: str) -> None:
    line = " ".join(text.split()).encode(errors="replace")[: c.REASON_MAX - 1]
    ctypes.memmove(to, line + b"\0", len(line) + 1)


def _compute_of(run: _Run) -> Any:
    def compute(_: Any, recipe: bytes, problem: Any, answer: Any, reason: int) -> int:
        try:
            asked = gather(problem.contents)
            run.caller.take(run.call(asked), answer.contents)
            give_back(asked, problem.contents)
            return c.OK
        except NotImplementedError as error:
            _put_reason(reason, message_of(error))
            return c.UNSUPPORTED
        except Malformed as error:
            _put_reason(reason, str(error))
        except IsolatedError as error:
            run.errors[recipe.decode()] = error.trace or str(error)
            _put_reason(reason, str(error))
        except Exception as error:
            run.errors[recipe.decode()] = traceback.format_exc()
            _put_reason(reason, f"{type(error).__name__}: {message_of(error)}")
        except BaseException as error:  # Ctrl-C, an exit, the end of a test: no finding. None may cross into C
            run.stopped_by = error
        return c.FAILED

    return c.COMPUTE(compute)


def _progress_of(run: _Run, bar: Progress) -> Any:
    def progress(_: Any, done: int, total: int, dtype: int) -> None:
        try:
            bar.show(done, total, NAMES[dtype])
        except BaseException as error:  # of a signal's handler; none may cross into C
            run.stopped_by = error

    return c.PROGRESS(progress)


def _describe_of(run: _Run, dtypes: Sequence[int], supports: Supports, arithmetic: Arithmetic | None) -> Any:
    by = {dtype: arithmetic.struct(dtype) for dtype in dtypes} if arithmetic is not None else {}
    lacks = run.caller.lacks()
    returns = run.caller.returns

    def describe(_: Any, dtype: int, to: Any) -> int:
        description = to.contents
        description.gives_lse = "lse" in returns
        description.gives_weights = "weights" in returns
        supports.put(description.supports, lacks)
        if dtype in by:
            description.arithmetic = by[dtype]
        return c.OK if dtype in dtypes else c.UNSUPPORTED

    return c.DESCRIBE(describe)


def _place(fn: Callable[..., Any]) -> tuple[str | None, int]:
    try:
        file, line = inspect.getsourcefile(fn), inspect.getsourcelines(fn)[1]
        return _uri(Path(file).resolve()) if file else None, line
    except (TypeError, OSError):  # no source, or no working directory
        return None, 0


def _uri(path: Path) -> str:
    """The path as code hosts take it: relative if below the working directory, the root of a repository."""
    try:
        return quote(path.relative_to(Path.cwd()).as_posix())
    except ValueError:
        return path.as_uri()


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
    isolate: bool = False,
    progress: bool | None = None,
) -> Report:
    """Judges fn(q, k, v, **options) on cases generated for the options that it supports. Returns a Report.

    fn gets arrays of the framework ("numpy", "torch" or "jax", on a device if one is named), in the layout. It gets the
    options of a case as keywords: causal ("top-left", "bottom-right" or an offset), window (and diagonal), mask, bias,
    kv_len, scale, softcap, sinks (`attention` describes them). No case has an option for which fn has no keyword. If
    fn has another name for an option, give it: options={"causal": "is_causal"}, or a function from the value to
    keywords. fn may keep the arrays that it gets. If it changes them the
    case fails, unless these are copies: with isolate, and on a device.

    fn returns out, or the outputs that returns names: ("out", "lse", "weights"). out has v's columns, lse none, weights
    a column for each key; the type is q's (lse: float32, or float64 for float64).
    If it raises NotImplementedError, the case is skipped and listed. If it raises another `Exception`, the case fails,
    and `Report.errors` has the traceback. Other exceptions, such as SystemExit, end the run; with isolate, the case
    fails.

    suite      "quick" (500 cases of each type or more), "full" (3000, with large ones), "conventions"
    case       one case instead, as the report prints it
    dtypes     "float64", "float32", "float16", "bfloat16"; default: all that the framework has (bfloat16 in NumPy only
               if ml_dtypes is installed)
    supports   the sizes and options that fn supports (`Supports`)
    arithmetic the arithmetic of fn (`Arithmetic`): its bounds follow from it
    accept, refuse, require   names of conventions (`conventions()`), and of properties that must hold bit for bit:
               bitwise-repeat, batch-invariant, prefix-invariant, permutation-invariant
    seed       the seed of the sequence of cases (a number of 64 bits), or "random"
    timeout    the most seconds that one call may take. After three longer calls, or once all calls have taken 60 times
               that and a tenth of it for each call, fn is not called any more; the cases left fail the check
    isolate    whether fn runs in a process of its own, which is ended at the time limit; a crash is then a finding. fn
               must be importable there: a function of a module. Without it no call is ended
    progress   whether to show a bar on standard error; default: if that is a terminal, or in a notebook

    Without isolate, fn runs in this process, as the context of a GPU needs; a crash of fn then ends this process.
    An answer that follows a convention of a corner, such as NaN in rows that see no key, passes, and the report names
    it, unless refuse does. Raises ValueError if nothing could be judged, MemoryError if memory runs out.
    """
    need_suite(suite)
    if not callable(fn):
        raise TypeError(f"fn: expected a callable, found {type(fn).__name__}")
    unknown = set(returns) - {"out", "lse", "weights"}
    if unknown or not returns or returns[0] != "out" or len(set(returns)) < len(returns):
        raise ValueError(f"returns: expected out, then lse or weights, found {tuple(returns)}")
    if seed != "random":
        need_seed(seed)
    caller = Caller(fn, framework, device, layout, options or {}, returns)
    apart = Isolated(caller, timeout) if isolate else None
    run = _Run(caller, apart.invoke if apart is not None else caller.invoke)
    wanted = c.CheckOptions(
        suite=c.SUITES.index(suite),
        seed=random.SystemRandom().getrandbits(63) if seed == "random" else seed,
        seconds=timeout,
        recipe=case.encode() if case is not None else None,
        accept=names(accept),
        refuse=names(refuse),
        require=names(require),
    )
    codes = _codes(dtypes, framework)
    wanted.without = (ctypes.c_bool * 4)(*(code not in codes for code in range(4)))
    try:
        if apart is not None:
            apart.start()
        return _judge(run, _describe_of(run, codes, supports, arithmetic), wanted, progress)
    finally:
        if apart is not None:
            apart.end()


def _judge(run: _Run, describe: Any, wanted: c.CheckOptions, progress: bool | None) -> Report:
    fn = run.caller.fn
    called = str(getattr(fn, "__name__", type(fn).__name__))
    name = "".join(letter if letter.isprintable() else "?" for letter in called)
    file, line = _place(fn)
    bar = Progress(name, progress)
    of = c.Callbacks(
        name=name.encode(errors="replace"),
        file=file.encode() if file else None,
        line=line,
        words=c.Words(
            f"attncheck.check({name}, case='".encode(errors="replace"),
            b"')",
            b"raise NotImplementedError, or accept=",
            b"timeout=",
        ),
        compute=_compute_of(run),
        describe=describe,
        progress=_progress_of(run, bar),
        stopped=c.STOPPED(lambda _: run.stopped_by is not None),
    )
    found = c.Findings()
    with _interrupts_of(run):
        status = c.library.attest_check_here(ctypes.byref(of), ctypes.byref(wanted), ctypes.byref(found))
    bar.end()
    try:
        if run.stopped_by is not None:
            raise run.stopped_by
        if status != c.OK:
            said = (found.text or b"").decode().strip() or c.message(status)
            raise (MemoryError if status == c.FAILED else ValueError)(said)
        return Report(
            ok=bool(found.pass_),
            text=found.text.decode(),
            document=json.loads(found.json),
            errors=run.errors,
            forms={"junit": found.junit.decode(), "html": found.html.decode(), "sarif": found.sarif.decode()},
        )
    finally:
        c.library.attest_findings_free(ctypes.byref(found))
