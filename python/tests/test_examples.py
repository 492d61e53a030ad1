"""The example in Triton, where a GPU is there."""

import importlib.util
from pathlib import Path

import pytest

import attncheck

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "triton_attention.py"


def test_triton():
    torch = pytest.importorskip("torch")
    pytest.importorskip("triton")
    if not torch.cuda.is_available():
        pytest.skip("no GPU")
    spec = importlib.util.spec_from_file_location("triton_attention", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    report = attncheck.check(
        example.attention,
        dtypes=["float16", "bfloat16"],
        supports=attncheck.Supports(head_sizes=(64,), other_d_v=False, top_left=False, offset=False, keys_most=512),
        framework="torch",
        device="cuda",
        returns=("out", "lse"),
        timeout=60,
    )
    assert report.ok, str(report)
