"""The class that attncheck.flashinfer_bench registers; it needs that benchmark, and PyTorch."""

from __future__ import annotations

import traceback
from typing import Any

import torch
from flashinfer_bench.bench.evaluators.default import DefaultEvaluator
from flashinfer_bench.bench.evaluators.utils import allocate_outputs, normalize_result
from flashinfer_bench.bench.utils import make_eval
from flashinfer_bench.data.trace import Correctness, EvaluationStatus

from .flashinfer_bench import can_judge, judge


class AttncheckEvaluator(DefaultEvaluator):  # type: ignore[misc]
    """Inputs, reference and timing are those of the default evaluator; attncheck judges correctness."""

    how: dict[str, Any] = {}

    @classmethod
    def can_evaluate(cls, definition: Any) -> bool:
        return can_judge(definition)

    @classmethod
    def check_correctness(
        cls,
        definition: Any,
        sol_runnable: Any,
        inputs: Any,
        ref_outputs: Any,
        cfg: Any,
        log_path: str,
        device: str,
    ) -> tuple[Any, Any]:
        worst = Correctness(extra={"budget_used": 0.0})
        for trial in inputs:
            kept = [x.clone() if isinstance(x, torch.Tensor) else x for x in trial]  # a solution may write to its own
            try:
                outputs = _run(definition, sol_runnable, trial, device)
            except Exception:
                traceback.print_exc()
                return None, make_eval(status=EvaluationStatus.RUNTIME_ERROR, device=device, log_path=log_path)
            status, found, text = judge(definition, kept, outputs, **cls.how)
            if status != EvaluationStatus.PASSED:
                return found, make_eval(
                    status=status, device=device, log_path=log_path, correctness=found, extra_msg=text
                )
            worst = max(worst, found, key=lambda one: one.extra["budget_used"])
        return worst, None


def _run(definition: Any, runnable: Any, inputs: Any, device: str) -> list[Any]:
    """The outputs of a solution, in either style of calling."""
    with torch.no_grad():
        if runnable.metadata.destination_passing_style:
            outputs = allocate_outputs(definition, inputs, device)
            runnable(*inputs, *outputs)
        else:
            outputs = normalize_result(definition, runnable(*inputs), device)
    if torch.device(device).type == "cuda":
        torch.cuda.synchronize(device)
    return list(outputs)
