"""An implementation to judge: jax.nn.dot_product_attention on the CPU, every type. (It compiles for each new shape: minutes for 300 cases.)
make peers; attest check --command 'build/peers/bin/python examples/jax_candidate.py' --dtype f32 --timeout 3600
A diagonal at the top left is the function's own; other diagonals, windows and lengths are given to it as a mask."""
import json
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # else float64 becomes float32


def load(folder, case, name):
    x = np.load(folder / f"{name}.npy")
    return x.view(jnp.bfloat16) if case["tensors"][name]["dtype"] == "bfloat16" else x


def visible(options, q_len, keys, causal, x):
    lengths = x.get("kv_len", np.array([keys]))[:, None, None, None]
    corner = {"bottom-right": lengths - q_len, "offset": options.get("offset", 0)}.get(options.get("alignment"), 0)
    i, j = np.arange(q_len)[:, None] + corner, np.arange(keys)
    left, right = options.get("window") or (None, None)
    seen = (j < lengths) & x.get("mask", True) & (j <= i if causal else True)
    return seen & (True if left is None else j >= i - left) & (True if right is None else j <= i + right)


def attention(options, q, k, v, x):
    causal, own = options.get("causal", False), options.get("alignment") == "top-left"
    seen = visible(options, q.shape[1], k.shape[1], causal and not own, x)
    return jax.nn.dot_product_attention(q, k, v, bias=x.get("bias"), mask=seen, scale=options.get("scale"), is_causal=causal and own)


def unsupported(case, x):
    reasons = {"a sink": "sink" in x, "a softcap": "softcap" in case["options"], "a size of 0": 0 in x["q"].shape + x["k"].shape,
               "q and v of different widths": x["q"].shape[3] != x["v"].shape[3]}
    return next((reason for reason, applies in reasons.items() if applies), None)


for name in json.loads((Path(sys.argv[1]) / "index.json").read_text())["cases"]:
    folder = Path(sys.argv[1]) / name
    case = json.loads((folder / "case.json").read_text())
    x = {tensor: load(folder, case, tensor) for tensor in case["tensors"]}
    swap = (lambda t: t) if case["layout"] == "BSHD" else (lambda t: t.swapaxes(1, 2))  # the function's own layout is BSHD
    q, k, v = (swap(x[tensor]) for tensor in "qkv")
    if reason := unsupported(case, x):
        (folder / "skip.txt").write_text(reason)
    else:
        out = swap(np.asarray(attention(case["options"], q, k, v, x)))
        np.save(folder / "out.npy", np.ascontiguousarray(out).view(np.uint16) if out.dtype == jnp.bfloat16 else out)
