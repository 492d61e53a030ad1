"""An implementation to judge and to time: jax.nn.dot_product_attention on the CPU, every type but float16, compiled for each shape.
make peers; attest check --command 'build/peers/bin/python examples/jax_candidate.py' --dtype f32 --timeout 3600
A diagonal at the top left is the function's own; other diagonals, windows and lengths are given to it as a mask."""
import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp
import numpy as np
from serving import serve

jax.config.update("jax_enable_x64", True)  # else float64 becomes float32


def own(x):
    return jnp.asarray(np.ascontiguousarray(x).view(jnp.bfloat16) if x.dtype == np.uint16 else np.ascontiguousarray(x))


def tensor(x):  # the function's own layout is BSHD
    return own(x.swapaxes(1, 2))


def array(x):
    x = np.asarray(x).swapaxes(1, 2)
    return np.ascontiguousarray(x).view(np.uint16) if x.dtype == jnp.bfloat16 else x


def prepare(case):
    sizes = [size for name in "qkv" for size in case.x[name].shape]
    case.refuse({"a sink": "sink" in case.x, "a softcap": "softcap" in case.options, "a size of 0": 0 in sizes, "a bias of another type": case.other_bias,
                 "float16, which JAX does not multiply on a CPU": case.x["q"].dtype == np.float16,
                 "q and v of different widths": case.x["q"].shape[3] != case.x["v"].shape[3]})
    bias = own(case.x["bias"]) if "bias" in case.x else None
    seen = case.visible(causal=not case.top_left)
    mask = None if seen is None else jnp.asarray(seen)
    attend = jax.jit(lambda q, k, v, bias, mask: jax.nn.dot_product_attention(q, k, v, bias=bias, mask=mask, scale=case.options.get("scale"),
                                                                             is_causal=case.top_left))
    return lambda q, k, v: attend(q, k, v, bias, mask).block_until_ready()


serve(tensor, prepare, lambda out: {"out": array(out)})
