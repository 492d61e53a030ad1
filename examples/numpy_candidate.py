"""An implementation to judge, to start from: NumPy, every option; float64 in float64, the other types in float32.
attest check --command 'python3 examples/numpy_candidate.py'"""
import json
import sys
from pathlib import Path

import numpy as np


def load(folder, case, name):
    if name not in case["tensors"]:
        return None
    x = np.load(folder / f"{name}.npy")
    if case["tensors"][name]["dtype"] == "bfloat16":  # the upper half of a float32
        return (x.astype(np.uint32) << 16).view(np.float32)
    return x.astype(np.float32) if x.dtype == np.float16 else x


def visible(options, shape, mask, bias, kv_len):
    batch, _, q_len, keys = shape
    lengths = (np.full(batch, keys) if kv_len is None else kv_len)[:, None, None, None]
    corner = {"bottom-right": lengths - q_len, "offset": options.get("offset", 0)}.get(options.get("alignment"), 0)
    i, j = np.arange(q_len)[:, None] + corner, np.arange(keys)
    left, right = options.get("window") or (None, None)
    seen = (j < lengths) & (True if mask is None else mask) & (True if bias is None else bias > -np.inf)
    seen = seen & (j <= i if options.get("causal") else True) & (True if left is None else j >= i - left)
    return np.broadcast_to(seen & (True if right is None else j <= i + right), shape)


def attention(options, q, k, v, mask, bias, sink, kv_len):
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
    seen = visible(options, (*q.shape[:3], k.shape[2]), mask, bias, kv_len)
    s = q @ k.swapaxes(2, 3) * q.dtype.type(options.get("scale") or 1 / np.sqrt(q.shape[3]))
    s = options["softcap"] * np.tanh(s / q.dtype.type(options["softcap"])) if options.get("softcap") else s
    s = np.where(seen, s if bias is None else s + bias, -np.inf)
    sink = np.full((*s.shape[:3], 1), -np.inf) if sink is None else np.broadcast_to(sink[:, None, None], (*s.shape[:3], 1))
    s = np.concatenate([s, sink], axis=3, dtype=q.dtype)
    m = s.max(axis=3, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0))
    total = e.sum(axis=3, keepdims=True)
    w = e[..., :-1] / np.where(total > 0, total, 1)
    finite = np.isfinite(v).all(axis=(0, 1, 3))
    out = w @ np.where(finite[:, None], v, 0)
    for j in np.flatnonzero(~finite):  # 0 * NaN is NaN: only queries that see these keys may multiply them
        out += np.where(seen[..., j, None], w[..., j, None] * v[:, :, None, j], 0)
    return out, (m + np.log(total))[..., 0]


for name in json.loads((Path(sys.argv[1]) / "index.json").read_text())["cases"]:
    folder = Path(sys.argv[1]) / name
    case = json.loads((folder / "case.json").read_text())
    q, k, v, *rest = (load(folder, case, tensor) for tensor in ("q", "k", "v", "mask", "bias", "sink", "kv_len"))
    swap = (lambda x: x.swapaxes(1, 2)) if case["layout"] == "BSHD" else (lambda x: x)
    with np.errstate(all="ignore"):
        out, lse = attention(case["options"], swap(q), swap(k), swap(v), *rest)
    np.save(folder / "out.npy", swap(out))
    np.save(folder / "lse.npy", lse)
