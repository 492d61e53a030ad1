"""An implementation to judge and to time: ScaledDotProductAttention of OpenVINO (opset 13), compiled for each shape; float32 is computed in float32.
make peers; attest check --command 'build/peers/bin/python examples/openvino_candidate.py' --dtype f32
A diagonal at the top left is the operator's own where nothing else is hidden; all else is given to it as a mask."""
from collections import deque

import numpy as np
import openvino
from openvino import opset13
from serving import serve

TYPES = {"float32": openvino.Type.f32, "float16": openvino.Type.f16, "bfloat16": openvino.Type.bf16}


def tensor(x):
    if x.dtype != np.uint16:
        return openvino.Tensor(np.ascontiguousarray(x))
    made = openvino.Tensor(openvino.Type.bf16, list(x.shape))
    made.data.view(np.uint16)[...] = x
    return made


def array(out):
    return out.data.view(np.uint16) if out.element_type == openvino.Type.bf16 else out.data


def prepare(case):
    own, seen, scale = case.top_left and case.visible(causal=False) is None, case.visible(), case.options.get("scale")
    own = own and "bias" not in case.x
    hidden = None if own else seen
    case.refuse({case.dtype: case.dtype not in TYPES, "a sink": "sink" in case.x, "a softcap": "softcap" in case.options,
                 "fewer heads of keys than of queries": case.x["q"].shape[1] != case.x["k"].shape[1],
                 "a bias of another type": case.other_bias, "a bias beside what is hidden": "bias" in case.x and hidden is not None,
                 "a scale without a mask": bool(scale) and hidden is None and "bias" not in case.x,
                 "a size of 0": 0 in case.x["q"].shape + case.x["k"].shape})
    given = {name: tensor(case.x[name]) for name in "qkv"}
    if "bias" in case.x or hidden is not None:
        given["mask"] = tensor(case.x["bias"] if hidden is None else hidden)
    parameters = {name: opset13.parameter(list(t.shape), t.element_type, name=name) for name, t in given.items()}
    rest = [opset13.constant(np.float32(scale), TYPES[case.dtype])] if scale else []
    node = opset13.scaled_dot_product_attention(*parameters.values(), *rest, causal=own)
    precision = "f32" if case.dtype == "float32" else case.dtype.replace("float", "f")
    compiled = openvino.Core().compile_model(openvino.Model([node], list(parameters.values())), "CPU",
                                             {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": precision})
    request = compiled.create_infer_request()
    for name, t in given.items():
        request.set_tensor(name, t)
    shape = (*case.x["q"].shape[:3], case.x["v"].shape[3])
    outputs = deque()  # used again, the oldest first

    def attend(q, k, v):
        out = openvino.Tensor(TYPES[case.dtype], shape) if len(outputs) < case.calls else outputs.popleft()
        outputs.append(out)
        for name, t in (("q", q), ("k", k), ("v", v)):
            request.set_tensor(name, t)
        request.set_output_tensor(0, out)
        request.infer()
        return out

    return attend


serve(tensor, prepare, lambda out: {"out": array(out)})
