"""An implementation to judge: the Attention operator of ONNX (opset 23) as ONNX Runtime computes it, float32 and float16.
make peers; attest check --command 'build/peers/bin/python examples/onnxruntime_candidate.py'
A diagonal at the top left is the operator's own; other diagonals, windows and lengths are given to it as a mask."""
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import helper


def run(inputs, attributes):
    infos = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for name, x in inputs.items()]
    out = helper.make_tensor_value_info("out", infos[0].type.tensor_type.elem_type, None)
    graph = helper.make_graph([helper.make_node("Attention", list(inputs), ["out"], **attributes)], "attention", infos, [out])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10).SerializeToString()
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, inputs)[0]


def visible(options, q_len, keys, causal, mask, kv_len):
    """What is seen, as far as it broadcasts, by all rules but a causal one that the operator applies itself."""
    lengths = np.array([[[[keys]]]]) if kv_len is None else kv_len[:, None, None, None]
    corner = {"bottom-right": lengths - q_len, "offset": options.get("offset", 0)}.get(options.get("alignment"), 0)
    i, j = np.arange(q_len)[:, None] + corner, np.arange(keys)
    left, right = options.get("window") or (None, None)
    seen = (j < lengths) & (True if mask is None else mask) & (j <= i if causal else True)
    return seen & (True if left is None else j >= i - left) & (True if right is None else j <= i + right)


def answer(case, x):
    swap = (lambda t: t.swapaxes(1, 2)) if case["layout"] == "BSHD" else (lambda t: t)
    inputs = {name.upper(): np.ascontiguousarray(swap(x[name])) for name in "qkv"}
    options, (batch, heads, q_len, _), keys = case["options"], inputs["Q"].shape, inputs["K"].shape[2]
    causal, own = options.get("causal", False), options.get("alignment") == "top-left"
    seen = visible(options, q_len, keys, causal and not own, x.get("mask"), x.get("kv_len"))
    if "bias" in x:
        seen = np.where(seen, x["bias"], -np.inf).astype(x["bias"].dtype)
    if "bias" in x or not seen.all():
        inputs["attn_mask"] = np.ascontiguousarray(np.broadcast_to(seen, (batch, heads, q_len, keys)))
    return swap(run(inputs, {"is_causal": int(causal and own)} | {name: options[name] for name in ("scale", "softcap") if name in options}))


def unsupported(case, x):
    dtype = case["tensors"]["q"]["dtype"]
    if dtype not in ("float32", "float16"):
        return f"{dtype}: the operator has no kernel"
    reasons = {"a sink": "sink" in x, "a size of 0": 0 in x["q"].shape + x["k"].shape, "a scale below 0": case["options"].get("scale", 1) < 0,
               "a bias of the smallest number, which hides a key": "bias" in x and (x["bias"] == np.finfo(dtype).min).any()}
    return next((reason for reason, applies in reasons.items() if applies), None)


for name in json.loads((Path(sys.argv[1]) / "index.json").read_text())["cases"]:
    folder = Path(sys.argv[1]) / name
    case = json.loads((folder / "case.json").read_text())
    tensors = {tensor: np.load(folder / f"{tensor}.npy") for tensor in case["tensors"]}
    reason = unsupported(case, tensors)
    (folder / "skip.txt").write_text(reason) if reason else np.save(folder / "out.npy", answer(case, tensors))
