"""An implementation to judge, to start from: NumPy, every option; float64 in float64, the other types in float32.
attest check --command 'python3 examples/numpy_candidate.py'"""
from functools import partial

import numpy as np
from serving import serve


def wide(x):
    if x.dtype == np.uint16:  # bfloat16, the upper half of a float32
        return (x.astype(np.uint32) << 16).view(np.float32)
    return x.astype(np.float32) if x.dtype == np.float16 else x


def scores(case, q, k, bias):
    s = q @ k.swapaxes(2, 3) * q.dtype.type(case.options.get("scale") or 1 / np.sqrt(q.shape[3]))
    cap = q.dtype.type(case.options.get("softcap") or 0)
    s = cap * np.tanh(s / cap) if cap else s
    seen, s = case.visible(), s if bias is None else s + bias
    seen = seen if bias is None else (bias > -np.inf) & (True if seen is None else seen)
    return (s, np.ones(s.shape, bool)) if seen is None else (np.where(seen, s, -np.inf), np.broadcast_to(seen, s.shape))


def attention(case, q, k, v):
    q, k, v = wide(q), wide(k), wide(v)
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
    s, seen = scores(case, q, k, wide(case.x["bias"]) if "bias" in case.x else None)
    sink = case.x.get("sink", np.full(q.shape[1], -np.inf)).astype(q.dtype)
    s = np.concatenate([s, np.broadcast_to(sink[:, None, None], (*s.shape[:3], 1))], axis=3)
    m = s.max(axis=3, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0))
    total = e.sum(axis=3, keepdims=True)
    w = e[..., :-1] / np.where(total > 0, total, 1)
    finite = np.isfinite(v).all(axis=(0, 1, 3))
    out = w @ np.where(finite[:, None], v, 0)
    for j in np.flatnonzero(~finite):  # 0 * NaN is NaN: only queries that see these keys may multiply them
        out += np.where(seen[..., j, None], w[..., j, None] * v[:, :, None, j], 0)
    return {"out": out, "lse": (m + np.log(total))[..., 0]}


serve(np.asarray, lambda case: partial(attention, case), lambda made: made)
