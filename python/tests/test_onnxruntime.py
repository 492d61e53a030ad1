"""ONNX Runtime's Attention (opset 23), judged as its user would: a right implementation that nobody here wrote.

Would notice: a suite or a bound that rejects what a widely used runtime computes; an option that is passed on with
another meaning than ONNX gives it.
"""

import functools

import numpy as np
import pytest

import attncheck

onnxruntime = pytest.importorskip("onnxruntime")
onnx = pytest.importorskip("onnx")


@functools.cache
def session(element, mask, attributes):
    """The operator for arrays of any shape."""
    names = ["q", "k", "v"] + (["mask"] if mask else [])
    types = [element] * 3 + [onnx.TensorProto.BOOL]
    inputs = [onnx.helper.make_tensor_value_info(name, of, [None] * 4) for name, of in zip(names, types)]
    out = onnx.helper.make_tensor_value_info("out", element, [None] * 4)
    node = onnx.helper.make_node("Attention", names, ["out"], **dict(attributes))
    graph = onnx.helper.make_graph([node], "attention", inputs, [out])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 23)], ir_version=10)
    one_thread = onnxruntime.SessionOptions()
    one_thread.intra_op_num_threads = one_thread.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), one_thread, providers=["CPUExecutionProvider"])


def attention(q, k, v, *, causal=None, mask=None, scale=None, softcap=None):
    if causal not in (None, "top-left"):
        raise NotImplementedError("the operator's diagonal is at the top left")
    if scale is not None and scale <= 0:
        raise NotImplementedError("ONNX Runtime wants a positive scale")
    if 0 in (q.shape[2], k.shape[2]):
        raise NotImplementedError("ONNX Runtime wants a query and a key")
    inputs = {"q": q, "k": k, "v": v}
    if mask is not None:
        inputs["mask"] = np.broadcast_to(mask, (*q.shape[:3], k.shape[2]))
    given = {"is_causal": int(causal is not None), "scale": scale, "softcap": softcap}
    attributes = tuple((name, value) for name, value in given.items() if value)
    run = session(onnx.helper.np_dtype_to_tensor_dtype(q.dtype), mask is not None, attributes)
    return run.run(None, {name: np.ascontiguousarray(x) for name, x in inputs.items()})[0]


SUPPORTED = attncheck.Supports(keys_most=128, q_len_most=64)


def test_onnx_runtime_passes():
    report = attncheck.check(attention, dtypes=["float32"], supports=SUPPORTED)
    assert report.ok, str(report)
    judged = report.to_json()["judged"]
    assert judged["causal"]["top-left"] > 100 and judged["mask"]["random"] > 20 and judged["softcap"]["narrow"] > 50
    assert {one["option"] for one in report.never_judged} >= {"bias", "kv_len", "sink", "window"}


def test_a_scale_that_is_lost_on_the_way_is_found():
    def loses_it(q, k, v, *, mask=None, scale=None):
        return attention(q, k, v, mask=mask)

    report = attncheck.check(loses_it, dtypes=["float32"], supports=SUPPORTED)
    assert not report.ok and "scale-lost" in str(report)
