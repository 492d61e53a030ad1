"""Judges the answer to a problem, for assert_close and Case.assert_close."""

from __future__ import annotations

import ctypes
import json
import math
import warnings
from typing import Any, NamedTuple

import numpy as np

from . import _library as c
from ._arrays import NAMES, as_numpy, tensor_of
from ._problem import ProblemError


def names(value: Any) -> bytes | None:
    """Converts a string, or several, to the names that C reads."""
    if value is None:
        return None
    return (value if isinstance(value, str) else ",".join(value)).encode()


def raise_for(status: int, what: str) -> None:
    """Raises an exception unless a call was successful."""
    if status == c.UNSUPPORTED:
        raise NotImplementedError(f"{what} does not compute this problem")
    if status == c.FAILED:
        raise MemoryError(c.message(status))
    if status != c.OK:
        raise ValueError(f"{what}: {c.message(status)}")


class VagueWarning(UserWarning):
    """Most rows of an answer could be judged only as means of visible values: another arithmetic may say more."""


class ConventionWarning(UserWarning):
    """The answer does not follow the definition, but a convention that implementations follow on purpose."""


class Finding(NamedTuple):
    """The judgement of an answer. said: the object that check/results/README.md describes; text: lines for people."""

    passed: bool
    said: dict[str, Any]
    text: str


def examine(
    problem: c.Problem, answer: c.Answer, by: c.Arithmetic, accept: Any, refuse: Any, explain: float
) -> Finding:
    """Judges the answer to a problem."""
    if not isinstance(explain, (int, float)) or not math.isfinite(explain) or explain < 0:
        raise ValueError(f"explain: expected seconds, 0 or more, found {explain!r}")
    wanted = c.JudgeOptions(ctypes.pointer(by), names(accept), names(refuse), explain)
    found = c.Findings()
    status = c.library.attest_judge(
        ctypes.byref(problem), ctypes.byref(answer), ctypes.byref(wanted), ctypes.byref(found)
    )
    try:
        if status == c.BAD_OPTION and found.text:
            raise ValueError(found.text.decode().removeprefix("--"))
        raise_for(status, "assert_close")
        said = json.loads(found.json)
        return Finding(found.pass_, said, _explain(said, found.text.decode(), problem, answer))
    finally:
        c.library.attest_findings_free(ctypes.byref(found))


def judge(
    problem: c.Problem,
    answer: c.Answer,
    by: c.Arithmetic,
    accept: Any,
    refuse: Any,
    explain: float,
    repeat: str = "",
) -> None:
    """Raises AssertionError unless the answer is right. repeat: a line that says how to see it again."""
    __tracebackhide__ = True
    found = examine(problem, answer, by, accept, refuse, explain)
    if not found.passed:
        raise AssertionError("\n".join([found.text] + ([repeat] if repeat else [])))
    if "too_vague" in found.said:
        warnings.warn(found.said["too_vague"], VagueWarning, stacklevel=3)
    if found.said["verdict"] == "convention" and not _is_accepted(found.said["text"], accept):
        warnings.warn(
            f"attention follows {found.said['text']} (see attncheck.conventions()): "
            "pass accept= to allow it, or refuse= to make it fail",
            ConventionWarning,
            stacklevel=3,
        )


def _is_accepted(followed: str, accept: Any) -> bool:
    """followed: names of conventions; "one of: " comes first if the answer cannot tell which."""
    accepted = (names(accept) or b"").decode().split(",")
    certain = followed.removeprefix("one of: ")
    open_ = [name for name in certain.split(", ") if name not in accepted]
    return accepted == ["all"] or not open_ or (certain != followed and len(open_) < len(certain.split(", ")))


def _explain(said: dict[str, Any], text: str, problem: c.Problem, answer: c.Answer) -> str:
    head = "attention is wrong"
    if "beyond" in said:
        head += f": {said['beyond']} of {said['elements']} elements are beyond their bounds"
    q, k = tuple(problem.q.size), tuple(problem.k.size)
    shapes = f"q {q}, k {k}, out {NAMES[answer.out.dtype]} (batch, heads, positions, columns)"
    return "\n".join([head, text.rstrip(), shapes])


def answer_tensor(
    p: c.Problem, layout: str, name: str, value: Any, columns: int, axes: int = c.AXES
) -> tuple[c.Tensor, np.ndarray]:
    """The struct of an output that is judged, and its memory. axes: how many the operands have."""
    array, code = as_numpy(value, name)
    batch, heads, queries = p.q.size[:3]
    moved = layout == "BSHD" and name == "out"
    whole = (batch, queries, heads, columns) if moved else (batch, heads, queries, columns)
    shown = whole[:-1] if name == "lse" else whole
    trimmed = shown[c.AXES - axes :]
    if array.shape not in (shown, trimmed):
        raise ProblemError(f"{name}: expected shape {trimmed}, found {array.shape}")
    array = array.reshape(whole)
    return tensor_of(array.transpose(0, 2, 1, 3) if moved else array, code)
