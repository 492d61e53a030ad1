"""OpenVINO: its operator ScaledDotProductAttention (opset 13), compiled for each shape before it is timed; float32 is computed in float32."""
import numpy as np
import openvino
from openvino import opset13
from worker import Unsupported, causal, serve

TYPES = {"float32": openvino.Type.f32, "float16": openvino.Type.f16, "bfloat16": openvino.Type.bf16}


def tensor(values):
    if values.dtype != np.uint16:
        return openvino.Tensor(np.ascontiguousarray(values))
    made = openvino.Tensor(openvino.Type.bf16, list(values.shape))
    made.data.view(np.uint16)[...] = values
    return made


def prepare(options, dtype, inputs):
    if dtype not in TYPES:
        raise Unsupported(dtype)
    is_causal = causal(options, inputs)
    if inputs["q"].shape[1] != inputs["k"].shape[1]:
        raise Unsupported("fewer heads of keys than of queries")
    given = {name: tensor(values) for name, values in inputs.items()}
    parameters = {name: opset13.parameter(list(t.shape), t.element_type, name=name) for name, t in given.items()}
    mask = [parameters[name] for name in ("mask", "bias") if name in parameters]
    scale = [opset13.constant(np.float32(options["scale"]), TYPES[dtype])] if options.get("scale") else []
    if scale and not mask:
        raise Unsupported("a scale without a mask")
    node = opset13.scaled_dot_product_attention(parameters["q"], parameters["k"], parameters["v"], *mask, *scale, causal=is_causal)
    precision = "f32" if dtype == "float32" else dtype.replace("float", "f")
    compiled = openvino.Core().compile_model(openvino.Model([node], list(parameters.values())), "CPU",
                                             {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": precision})
    request = compiled.create_infer_request()
    for name, t in given.items():
        request.set_tensor(name, t)

    def run():
        request.infer()
        return request

    return run


def save(request):
    out = request.get_output_tensor(0)
    return out.data.view(np.uint16) if out.element_type == openvino.Type.bf16 else out.data


serve(prepare, save)
