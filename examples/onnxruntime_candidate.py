"""An implementation to judge and to time: attention in ONNX Runtime, float32 and float16, by the operator Attention of ONNX (opset 23).
make peers; attest check --command 'build/peers/bin/python examples/onnxruntime_candidate.py'
A diagonal at the top left is the operator's own; other diagonals, windows and lengths are given to it as a mask. Where it is timed, the faster of it
and MultiHeadAttention of com.microsoft is taken, which is found out on each shape before."""
import time

import numpy as np
import onnxruntime
from onnx import helper
from serving import serve


HEADS, PACKED = "batch, head, position, column", "batch, position, heads side by side"


def tensor(x):
    """In both layouts: which of them is used depends on the operator."""
    packed = np.ascontiguousarray(x.swapaxes(1, 2)).reshape(x.shape[0], x.shape[2], -1)
    return {layout: onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(x)) for layout, x in ((HEADS, x), (PACKED, packed))}


def bind(node, inputs, layout, opsets):
    """inputs: q, k, v, and a mask or bias; the result is attend(q, k, v)."""
    infos = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for name, x in inputs.items()]
    out = helper.make_tensor_value_info("out", infos[0].type.tensor_type.elem_type, None)
    model = helper.make_model(helper.make_graph([node], "attention", infos, [out]), opset_imports=opsets, ir_version=10)
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), settings, providers=["CPUExecutionProvider"])
    binding, operands = session.io_binding(), list(inputs)[:3]
    for name in list(inputs)[3:]:
        binding.bind_cpu_input(name, inputs[name])

    def attend(*qkv):
        for name, x in zip(operands, qkv):
            binding.bind_ortvalue_input(name, x[layout])
        binding.bind_output("out")  # another one for each call
        session.run_with_iobinding(binding)
        return binding.get_outputs()[0]

    return attend


def given(case, names):
    return {name: case.options[name] for name in names if case.options.get(name)}


def attention(case, mask):
    inputs = {name.upper(): case.x[name] for name in "qkv"} | ({} if mask is None else {"attn_mask": mask})
    node = helper.make_node("Attention", list(inputs), ["out"], is_causal=int(case.top_left), **given(case, ("scale", "softcap")))
    attend = bind(node, inputs, HEADS, [helper.make_opsetid("", 23)])
    return lambda q, k, v: (attend(q, k, v), lambda out: out)


def multi_head(case, bias):
    (batch, heads, q_len, _), width = case.x["q"].shape, case.x["v"].shape[3]
    names = ["q", "k", "v"] + ([] if bias is None else ["", "", "bias"])
    inputs = {name: case.x[name].swapaxes(1, 2).reshape(batch, case.x[name].shape[2], -1) for name in "qkv"}
    inputs |= {} if bias is None else {"bias": bias}
    node = helper.make_node("MultiHeadAttention", names, ["out"], domain="com.microsoft", num_heads=heads, unidirectional=int(case.top_left),
                            **given(case, ("scale",)))
    attend = bind(node, inputs, PACKED, [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
    return lambda q, k, v: (attend(q, k, v), lambda out: out.reshape(batch, q_len, heads, width).swapaxes(1, 2))


def seconds(attend, qkv):
    begun = time.process_time()
    for _ in range(3):
        attend(*qkv)
    return time.process_time() - begun


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
    if len(found) == 1:
        return found[0]
    qkv = [tensor(x[name]) for name in "qkv"]
    for attend in found:
        attend(*qkv)
    return min(found, key=lambda attend: seconds(attend, qkv))


def arrays(made):
    out, whole = made
    return {"out": whole(out.numpy())}


serve(tensor, prepare, arrays)
