"""An implementation to judge and to time: attention in ONNX Runtime, float32 and float16, by the operator Attention of ONNX (opset 23).
make peers; attest check --command 'build/peers/bin/python examples/onnxruntime_candidate.py'
A diagonal at the top left is the operator's own; other diagonals, windows and lengths are given to it as a mask. Where it is timed, the faster of it
and MultiHeadAttention of com.microsoft is taken, which is found out on each shape before."""
import numpy as np
import onnxruntime
from onnx import helper
from serving import seconds, serve


def bind(node, inputs, opsets):
    infos = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for name, x in inputs.items()]
    out = helper.make_tensor_value_info("out", infos[0].type.tensor_type.elem_type, None)
    model = helper.make_model(helper.make_graph([node], "attention", infos, [out]), opset_imports=opsets, ir_version=10)
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), settings, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for name, x in inputs.items():
        binding.bind_cpu_input(name, x)
    binding.bind_output("out")
    return lambda: session.run_with_iobinding(binding) or binding


def given(case, names):
    return {name: case.options[name] for name in names if case.options.get(name)}


def attention(case, mask):
    inputs = {name.upper(): np.ascontiguousarray(case.x[name]) for name in "qkv"} | ({} if mask is None else {"attn_mask": mask})
    node = helper.make_node("Attention", list(inputs), ["out"], is_causal=int(case.top_left), **given(case, ("scale", "softcap")))
    run = bind(node, inputs, [helper.make_opsetid("", 23)])
    return lambda: (run(), lambda out: out)


def multi_head(case, bias):
    """Its layout is BSHD, with the heads side by side."""
    (batch, heads, q_len, _), width = case.x["q"].shape, case.x["v"].shape[3]
    names = ["q", "k", "v"] + ([] if bias is None else ["", "", "bias"])
    inputs = {name: np.ascontiguousarray(case.x[name].swapaxes(1, 2)).reshape(batch, case.x[name].shape[2], -1) for name in "qkv"}
    inputs |= {} if bias is None else {"bias": bias}
    node = helper.make_node("MultiHeadAttention", names, ["out"], domain="com.microsoft", num_heads=heads, unidirectional=int(case.top_left),
                            **given(case, ("scale",)))
    run = bind(node, inputs, [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
    return lambda: (run(), lambda out: out.reshape(batch, q_len, heads, width).swapaxes(1, 2))


def prepare(case):
    x, bias = case.x, case.x.get("bias")
    case.refuse({f"{case.dtype}: the operator has no kernel": case.dtype not in ("float32", "float16"), "a sink": "sink" in x,
                 "a size of 0": 0 in x["q"].shape + x["k"].shape, "a scale below 0": (case.options.get("scale") or 1) < 0, "a bias of another type": case.other_bias,
                 "a bias of the smallest number, which hides a key": bias is not None and bias.dtype.kind == "f" and (bias == np.finfo(bias.dtype).min).any()})
    seen = case.visible(causal=not case.top_left)
    mask = seen if bias is None else bias if seen is None else np.where(seen, bias, -np.inf).astype(bias.dtype)
    if mask is not None:
        mask = np.ascontiguousarray(np.broadcast_to(mask, case.shape))
    found = [attention(case, mask)]
    same_heads = x["q"].shape[1] == x["k"].shape[1]
    if case.timed and same_heads and seen is None and case.dtype == "float32" and "softcap" not in case.options:
        found.append(multi_head(case, mask))
    for run in found[len(found) == 1:]:
        run()
    return min(found, key=lambda run: seconds(run, 3) if len(found) > 1 else 0)


def arrays(made):
    binding, whole = made
    return {"out": whole(binding.copy_outputs_to_cpu()[0])}


serve(prepare, arrays)
