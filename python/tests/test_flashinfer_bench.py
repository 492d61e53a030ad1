"""attest generate --format flashinfer-bench, read by that benchmark's own models, and the evaluator.

Without PyTorch the models are loaded past the benchmark's package, which imports it, and the reference implementations
run on NumPy (torch_like). Would notice: a file that the benchmark refuses, a tensor or an option that is lost or
changed on its way, a reference that is wrong in a corner, an evaluator that accepts what the benchmark's rule accepts.
"""

import contextlib
import importlib.util
import json
import subprocess
import sys
import types
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from plain import attention as plain_attention
from torch_like import Tensor
from torch_like import torch as torch_like

import attncheck
from attncheck import flashinfer_bench as evaluator

ATTEST = Path(__file__).resolve().parents[2] / "build" / "attest"
SHARE = "5/29"  # of the suite: every type, most options, in a few seconds

safetensors = pytest.importorskip("safetensors")
pytest.importorskip("pydantic")
if importlib.util.find_spec("flashinfer_bench") is None:
    pytest.skip("flashinfer-bench is not installed", allow_module_level=True)
if not ATTEST.exists():
    pytest.skip("build/attest is not built", allow_module_level=True)
try:
    import torch
except ImportError:
    torch = None
    place = importlib.util.find_spec("flashinfer_bench").submodule_search_locations[0]
    for name, folder in (("flashinfer_bench", place), ("flashinfer_bench.data", str(Path(place, "data")))):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [folder]

from flashinfer_bench.data.definition import Definition  # noqa: E402
from flashinfer_bench.data.trace import EvaluationStatus, Trace  # noqa: E402

DTYPES = {"F32": np.float32, "F16": np.float16, "BF16": ml_dtypes.bfloat16, "BOOL": np.bool_, "I64": np.int64}


class Dataset:
    def __init__(self, folder, *selection):
        for name, more in (("cases", []), ("dataset", ["--format", "flashinfer-bench"])):
            command = [ATTEST, "generate", folder / name, *selection, *more]
            self.said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        self.root, self.cases = folder / "dataset", folder / "cases"
        self.files = sorted(self.root.glob("definitions/attention/*.json"))
        self.definitions = {file.stem: Definition.model_validate_json(file.read_text()) for file in self.files}
        lines = [line for file in self.root.glob("workloads/attention/*.jsonl") for line in file.open()]
        self.traces = [Trace.model_validate_json(line) for line in lines]

    def inputs(self, workload):
        """name: value, in the order of the workload; arrays as NumPy's."""
        found = {}
        for name, source in workload.inputs.items():
            if source.type == "scalar":
                found[name] = source.value
                continue
            tensors = dict(safetensors.deserialize((self.root / source.path).read_bytes()))
            of = tensors[source.tensor_key]
            found[name] = np.frombuffer(of["data"], DTYPES[of["dtype"]]).reshape(of["shape"])
        return found

    def case(self, workload):
        """The same case as a directory: its description, and its arrays."""
        folder = self.cases / workload.uuid.rsplit("-", 1)[0]
        said = json.loads((folder / "case.json").read_text())
        arrays = {name: np.load(folder / f"{name}.npy") for name in said["tensors"]}
        for name, about in said["tensors"].items():
            if about["dtype"] == "bfloat16":
                arrays[name] = arrays[name].view(ml_dtypes.bfloat16)
        return said, arrays


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    return Dataset(tmp_path_factory.mktemp("flashinfer"), "--shard", SHARE)


def test_its_models_take_every_file(dataset):
    assert dataset.definitions and dataset.traces
    assert len({trace.workload.uuid for trace in dataset.traces}) == len(dataset.traces)
    assert {trace.definition for trace in dataset.traces} == set(dataset.definitions)
    for file in dataset.files:
        definition = dataset.definitions[file.stem]
        assert (definition.name, definition.op_type) == (file.stem, "attention")
    for trace in dataset.traces:
        assert trace.is_workload_trace()
        definition, inputs = dataset.definitions[trace.definition], dataset.inputs(trace.workload)
        assert list(inputs) == list(definition.inputs)
        assert definition.get_axes_values_from_inputs(inputs.values()) == trace.workload.axes
        for name, value in inputs.items():
            if isinstance(value, np.ndarray):
                assert value.dtype.name == definition.inputs[name].dtype.value
                assert value.size > 0


def test_what_is_left_out_is_counted(dataset):
    kept, left_out = dataset.said.splitlines()
    counts = [int(part.split()[0]) for part in left_out.split(": ")[1].split(", ")]
    cases = json.loads((dataset.cases / "index.json").read_text())["cases"]
    assert f": {len(dataset.traces)} workloads of {len(dataset.definitions)} definitions" in kept
    assert len(dataset.traces) + sum(counts) == len(cases)
    assert counts[0] == sum(name.startswith("f64-") for name in cases)


def test_tensors_and_options_are_those_of_the_case(dataset):
    for trace in dataset.traces:
        said, arrays = dataset.case(trace.workload)
        inputs, options = dataset.inputs(trace.workload), said["options"]
        if "sink" in arrays:
            arrays["sinks"] = arrays.pop("sink").astype(np.float32)  # there is no float64
        assert {name for name, value in inputs.items() if isinstance(value, np.ndarray)} == set(arrays)
        for name, array in arrays.items():
            assert inputs[name].tobytes() == array.tobytes() and inputs[name].shape == array.shape
            assert inputs[name].dtype == array.dtype
        d_k = arrays["q"].shape[3]
        assert inputs["scale"] == np.float32(options.get("scale", d_k**-0.5))
        assert inputs.get("softcap", 0) == np.float32(options.get("softcap", 0))
        assert inputs.get("offset") == options.get("offset")
        sides = [-1 if side is None else side for side in options.get("window", [])]
        assert [inputs[name] for name in ("window_left", "window_right") if name in inputs] == sides


def keywords(said, inputs):
    """The keywords of attncheck.attention, from the options of the case."""
    options = said["options"]
    diagonal = options.get("offset", options.get("alignment"))
    names = ("mask", "bias", "kv_len", "sinks", "scale", "softcap")
    given = {name: inputs[name] for name in names if name in inputs}
    given["layout"] = said["layout"]
    if options.get("causal"):
        given["causal"] = diagonal
    if "window" in options:
        given["window"] = options["window"]
        if not options.get("causal"):
            given["diagonal"] = diagonal
    return given


def run_reference(definition, inputs):
    """The output of a definition's reference, on PyTorch if it is there."""
    scope = {}
    with modules(torch or torch_like), np.errstate(all="ignore"):
        exec(definition.reference, scope)
        if torch is None:
            values = [x.view(Tensor) if isinstance(x, np.ndarray) else x for x in inputs.values()]
            return scope["run"](*values).view(np.ndarray)
        out = scope["run"](*map(as_torch, inputs.values()))
        return out.view(torch.int16).numpy().view(ml_dtypes.bfloat16) if out.dtype == torch.bfloat16 else out.numpy()


@contextlib.contextmanager
def modules(of):
    before = sys.modules.get("torch")
    sys.modules["torch"] = of
    try:
        yield
    finally:
        sys.modules.pop("torch")
        if before is not None:
            sys.modules["torch"] = before


def as_torch(value):
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(value.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(value.copy())


def test_references_are_within_the_bounds(dataset):
    for trace in dataset.traces:
        definition, inputs = dataset.definitions[trace.definition], dataset.inputs(trace.workload)
        said, _ = dataset.case(trace.workload)
        given = keywords(said, inputs)
        out = run_reference(definition, inputs)
        assert out.dtype == inputs["q"].dtype
        operands = [inputs[name] for name in "qkv"]
        error = np.abs(out.astype(np.float64) - attncheck.attention(*operands, **given))
        assert (error <= attncheck.bound(*operands, **given)).all(), trace.workload.uuid  # also false for NaN
        status, found, text = evaluator.judge(definition, list(inputs.values()), [out])
        assert (status, text) == (EvaluationStatus.PASSED, "")
        assert found.extra["budget_used"] <= 1


def test_a_value_that_is_not_finite_reaches_only_who_sees_it(tmp_path):
    """The reference, where one query sees a NaN or an infinity and another does not: no workload has this."""
    definition = Dataset(tmp_path, "--suite", "conventions", "--dtype", "f32").definitions[
        "attention_f32_bhsd_causal_top_left"
    ]
    r = np.random.default_rng(1)
    q, k, v = (r.standard_normal((1, 2, 4, 8)).astype(np.float32) for _ in range(3))
    v[0, 1, 2, 3], v[0, 0, 3, 0], k[0, 0, 3, 1] = np.nan, np.inf, np.nan
    out = run_reference(definition, {"q": q, "k": k, "v": v, "scale": 0.5})
    expected = attncheck.attention(q, k, v, causal="top-left", scale=0.5)
    assert np.isnan(out).any() and np.isfinite(out[:, :, :2]).all()
    np.testing.assert_allclose(out, expected, rtol=1e-5)


# ---- the evaluator


def their_rule_accepts(out, reference):
    """The default of FlashInfer-Bench 0.1.2 (bench/utils.py): wrong is beyond 0.01, absolute and relative."""
    error = np.abs(out.astype(np.float32) - reference.astype(np.float32))
    return not ((error > 1e-2) & (error / (np.abs(reference) + 1e-8) > 1e-2)).any()


def in_bfloat16(q, k, v, scale):
    """In float32, with the probabilities rounded to bfloat16."""
    p = np.exp(scale * (q @ k.swapaxes(-1, -2)) - 4)
    p = (p / p.sum(-1, keepdims=True)).astype(ml_dtypes.bfloat16).astype(np.float32)
    return p @ v


FAULTS = {
    "scale": lambda q, k, v, scale: plain_attention(q, k, v, scale=1.01 * scale),
    "bfloat16 probabilities": in_bfloat16,
}


def plain_workload(dataset):
    """The definition of attention without options, and an input of ordinary numbers."""
    r = np.random.default_rng(7)
    q, k, v = (r.standard_normal((1, 2, length, 32)).astype(np.float32) for length in (64, 512, 512))
    return dataset.definitions["attention_f32_bhsd"], [q / 2, k, v, np.float32(32**-0.5).item()]


@pytest.mark.parametrize("fault", FAULTS)
def test_it_sees_what_their_rule_does_not(dataset, fault):
    definition, inputs = plain_workload(dataset)
    right, wrong = plain_attention(*inputs[:3], scale=inputs[3]), FAULTS[fault](*inputs)
    reference = attncheck.attention(*inputs[:3], scale=inputs[3])
    assert their_rule_accepts(right, reference) and their_rule_accepts(wrong, reference)
    status, found, text = evaluator.judge(definition, inputs, [right])
    assert (status, text) == (EvaluationStatus.PASSED, "") and found.extra["budget_used"] <= 1
    status, found, text = evaluator.judge(definition, inputs, [wrong])
    assert status == EvaluationStatus.INCORRECT_NUMERICAL and found.extra["budget_used"] > 1
    assert "elements are beyond their bounds" in text
    assert found.max_absolute_error == np.abs(wrong - reference).max()


def test_stated_arithmetic_widens_the_bounds(dataset):
    definition, inputs = plain_workload(dataset)
    status, _, _ = evaluator.judge(definition, inputs, [in_bfloat16(*inputs)], probabilities="bfloat16")
    assert status == EvaluationStatus.PASSED


def test_shapes_and_types(dataset):
    definition, inputs = plain_workload(dataset)
    out = plain_attention(*inputs[:3])
    for wrong, status in (
        (out[:, :, 1:], EvaluationStatus.INCORRECT_SHAPE),
        (out.astype(np.float16), EvaluationStatus.INCORRECT_DTYPE),
    ):
        assert evaluator.judge(definition, inputs, [wrong])[:2] == (status, None)
    assert evaluator.judge(definition, inputs, [out, out])[0] == EvaluationStatus.INCORRECT_SHAPE


def test_what_is_not_finite_is_wrong(dataset):
    definition, inputs = plain_workload(dataset)
    for value in (np.nan, np.inf):
        out = plain_attention(*inputs[:3])
        out[0, 0, 0, 0] = value
        status, found, _ = evaluator.judge(definition, inputs, [out])
        assert status == EvaluationStatus.INCORRECT_NUMERICAL and not np.isfinite(found.max_absolute_error)


@pytest.mark.skipif(torch is None, reason="could not import 'torch': FlashInfer-Bench's evaluators need it")
@pytest.mark.parametrize("in_place", [False, True])
def test_registered_it_is_chosen_and_judges(dataset, in_place):
    from flashinfer_bench.bench import BenchmarkConfig
    from flashinfer_bench.bench.evaluators import DefaultEvaluator, resolve_evaluator

    definition, inputs = plain_workload(dataset)
    assert resolve_evaluator(definition) is DefaultEvaluator
    evaluator.register()
    evaluator.register()  # once is enough, and twice no error
    try:
        chosen = resolve_evaluator(definition)
        other = definition.model_copy(update={"tags": []})
        assert resolve_evaluator(other) is DefaultEvaluator
        for factor, status in ((1.0, None), (1.01, EvaluationStatus.INCORRECT_NUMERICAL), (None, "RUNTIME_ERROR")):
            runnable = solution(factor, in_place)
            found, evaluation = chosen.check_correctness(
                definition=definition, sol_runnable=runnable, inputs=[list(map(as_torch, inputs))], ref_outputs=[],
                cfg=BenchmarkConfig(), log_path="/nonexistent/log", device="cpu",
            )  # fmt: skip
            assert (None if evaluation is None else evaluation.status) == status
            assert status == "RUNTIME_ERROR" or (found.extra["budget_used"] <= 1) == (status is None)
    finally:
        from flashinfer_bench.bench.evaluators import registry

        registry._EVALUATORS.remove(chosen)


def solution(factor, in_place):
    """A solution that multiplies the scale by a factor. With None it raises an exception."""

    def run(q, k, v, scale, out=None):
        made = torch.softmax(factor * scale * (q @ k.transpose(-1, -2)), -1) @ v
        q.zero_()  # its inputs are its own
        return made if out is None else out.copy_(made)

    run.metadata = types.SimpleNamespace(destination_passing_style=in_place)
    return run
