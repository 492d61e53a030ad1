"""An implementation to judge and to time: scaled_dot_product_attention of PyTorch on the CPU, every type.
make peers; attest check --command 'build/peers/bin/python examples/torch_candidate.py'
A diagonal at the top left is the function's own where nothing else is hidden; all else is given to it as a mask."""
import numpy as np
import torch
from serving import serve

torch.set_num_threads(1)
torch.set_grad_enabled(False)


def tensor(x):
    return torch.from_numpy(x.view(np.int16)).view(torch.bfloat16) if x.dtype == np.uint16 else torch.from_numpy(x)


def array(x):
    return x.contiguous().view(torch.int16).numpy().view(np.uint16) if x.dtype == torch.bfloat16 else x.numpy()


def prepare(case):
    case.refuse({"a sink": "sink" in case.x, "a softcap": "softcap" in case.options, "a bias of another type": case.other_bias})
    bias = tensor(case.x["bias"]) if "bias" in case.x else None
    own = case.top_left and bias is None and case.visible(causal=False) is None
    seen = None if own else case.visible()
    mask = bias if seen is None else torch.from_numpy(np.ascontiguousarray(seen))
    if bias is not None and seen is not None:
        mask = torch.where(mask, bias, -torch.inf).to(bias.dtype)
    return lambda q, k, v: torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=own, scale=case.options.get("scale"),
                                                                            enable_gqa=q.shape[1] != k.shape[1])


serve(tensor, prepare, lambda out: {"out": array(out)})
