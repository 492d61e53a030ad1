"""An implementation to judge: scaled_dot_product_attention of PyTorch on the CPU, every type.
make peers; attest check --command 'build/peers/bin/python examples/torch_candidate.py'
A diagonal at the top left is the function's own where there is nothing else to hide; all else is given to it as a mask."""
import json
import sys
from pathlib import Path

import numpy as np
import torch


def load(folder, case, name):
    if name not in case["tensors"]:
        return None
    x = np.load(folder / f"{name}.npy")
    return torch.from_numpy(x.view(np.int16)).view(torch.bfloat16) if case["tensors"][name]["dtype"] == "bfloat16" else torch.from_numpy(x)


def save(path, x):
    np.save(path, x.contiguous().view(torch.int16).numpy().view(np.uint16) if x.dtype == torch.bfloat16 else x.numpy())


def visible(options, q_len, keys, mask, kv_len):
    lengths = (torch.tensor([keys]) if kv_len is None else kv_len)[:, None, None, None]
    corner = {"bottom-right": lengths - q_len, "offset": options.get("offset", 0)}.get(options.get("alignment"), 0)
    i, j = torch.arange(q_len)[:, None] + corner, torch.arange(keys)
    left, right = options.get("window") or (None, None)
    seen = (j < lengths) & (True if mask is None else mask) & (j <= i if options.get("causal") else True)
    return seen & (True if left is None else j >= i - left) & (True if right is None else j <= i + right)


def attention(options, q, k, v, mask, bias, kv_len):
    only_causal = options.get("causal") and options["alignment"] == "top-left" and not options.get("window")
    own = only_causal and mask is None and bias is None and kv_len is None
    seen = None if own else visible(options, q.shape[2], k.shape[2], mask, kv_len)
    if bias is not None:
        seen = torch.where(seen, bias, -torch.inf).to(q.dtype)
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=seen, is_causal=bool(own), scale=options.get("scale"),
                                                            enable_gqa=True)


def unsupported(case):
    reasons = {"a sink": "sink" in case["tensors"], "a softcap": "softcap" in case["options"]}
    return next((reason for reason, applies in reasons.items() if applies), None)


for name in json.loads((Path(sys.argv[1]) / "index.json").read_text())["cases"]:
    folder = Path(sys.argv[1]) / name
    case = json.loads((folder / "case.json").read_text())
    q, k, v, *rest = (load(folder, case, tensor) for tensor in ("q", "k", "v", "mask", "bias", "kv_len"))
    if reason := unsupported(case):
        (folder / "skip.txt").write_text(reason)
    else:
        swap = (lambda x: x.transpose(1, 2)) if case["layout"] == "BSHD" else (lambda x: x)
        save(folder / "out.npy", swap(attention(case["options"], swap(q), swap(k), swap(v), *rest)))
