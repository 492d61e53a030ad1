"""An evaluator for FlashInfer-Bench: judges by attncheck's bounds.

It is for the datasets that `attest generate --format flashinfer-bench` writes. That benchmark's own rule accepts
every element within 0.01, absolute or relative. The README has an example.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _library as c
from ._arrays import NAMES, as_numpy, dtype_code, numbers_of
from ._attention import Arithmetic, attention
from ._judging import answer_tensor, examine
from ._problem import ProblemError, make_problem

_OPERANDS = ("q", "k", "v")
_DIRECT = ("mask", "bias", "kv_len", "sinks", "scale", "softcap")


def can_judge(definition: Any) -> bool:
    """Whether attest wrote a definition."""
    return "attest" in definition.tags


def options_of(definition: Any, inputs: Sequence[Any]) -> dict[str, Any]:
    """q, k, v and the keywords of `attention`, from the inputs of a workload in the definition's order."""
    given = dict(zip(definition.inputs, inputs))
    tags = dict(tag.split(":", 1) for tag in definition.tags if ":" in tag)
    options = {name: given[name] for name in _OPERANDS + _DIRECT if name in given}
    options["layout"] = tags["layout"]
    diagonal = int(given["offset"]) if tags.get("diagonal") == "offset" else tags.get("diagonal")
    if "causal" in definition.tags:
        options["causal"] = diagonal
    if "window_left" in given:
        sides = (int(given["window_left"]), int(given["window_right"]))
        options["window"] = tuple(None if side < 0 else side for side in sides)
        if "causal" not in options:
            options["diagonal"] = diagonal
    return options


def judge(
    definition: Any,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    *,
    accumulate: str | None = None,
    scores: str | None = None,
    probabilities: str | None = None,
    accept: Any = None,
    refuse: Any = None,
    explain: float = 0.0,
) -> tuple[Any, Any, str]:
    """Judges the outputs of a workload. Returns an EvaluationStatus, a Correctness (None if there is none to state),
    and text that says what is wrong.

    inputs and outputs are in the definition's order. The keywords are those of `assert_close`. The errors are those
    against the reference in float64; extra["budget_used"] is the largest error as a share of its bound, so 1 or less
    passes.
    """
    from flashinfer_bench.data.trace import Correctness, EvaluationStatus

    options = options_of(definition, inputs)
    operands = [options.pop(name) for name in _OPERANDS]
    if len(outputs) != 1:
        return EvaluationStatus.INCORRECT_SHAPE, None, f"expected 1 output, found {len(outputs)}"
    out, code = as_numpy(outputs[0], "out")
    expected = dtype_code(definition.outputs["out"].dtype.value)
    if code != expected:
        return EvaluationStatus.INCORRECT_DTYPE, None, f"out: expected {NAMES[expected]}, found {NAMES[code]}"
    p = make_problem(*operands, **options)
    answer = c.Answer()
    try:
        answer.out, kept = answer_tensor(p.struct, p.layout, "out", outputs[0], p.struct.v.size[3])
    except ProblemError as error:
        return EvaluationStatus.INCORRECT_SHAPE, None, str(error)
    by = Arithmetic(accumulate, scores, probabilities).struct(p.struct.q.dtype)
    found = examine(p.struct, answer, by, accept, refuse, explain)
    largest, relative = _errors(numbers_of(out, code), as_numpy(attention(*operands, **options), "reference")[0])
    correctness = Correctness(
        max_absolute_error=largest, max_relative_error=relative, extra={"budget_used": float(found.said["budget"])}
    )
    status = EvaluationStatus.PASSED if found.passed else EvaluationStatus.INCORRECT_NUMERICAL
    return status, correctness, "" if found.passed else found.text


def _errors(out: np.ndarray, reference: np.ndarray) -> tuple[float, float]:
    """The largest error, absolute and relative."""
    with np.errstate(invalid="ignore"):
        same = (out == reference) | (np.isnan(out) & np.isnan(reference))
        error = np.where(same, 0.0, np.abs(out - reference))
        relative = error / (np.abs(reference) + 1e-8)
    return float(error.max(initial=0.0)), float(relative.max(initial=0.0))


def register(**how: Any) -> None:
    """Makes FlashInfer-Bench use `judge` for the definitions that attest wrote. how: keywords for each call of `judge`.

    Its worker processes start afresh, so this belongs at the top level of the program that runs the benchmark.
    """
    from flashinfer_bench.bench.evaluators import registry

    from ._flashinfer_evaluator import AttncheckEvaluator

    AttncheckEvaluator.how = how
    if AttncheckEvaluator not in registry._EVALUATORS:
        registry._EVALUATORS.append(AttncheckEvaluator)
