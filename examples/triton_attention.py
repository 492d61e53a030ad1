"""A kernel in Triton, and how it is judged: pip install ./python torch triton, then python3 triton_attention.py

FlashAttention's loop [Dao2022, algorithm 1] for float16 and bfloat16: one program for BLOCK_M queries of a head, keys
in tiles of BLOCK_N, the online softmax in float32. It has causal masks at the bottom right, grouped heads and any
length; head sizes are 16, 32, 64 and 128. Without a GPU it runs in Triton's interpreter (TRITON_INTERPRET=1),
which takes long.
"""

import argparse
import os
import sys

import torch

if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")

import triton
import triton.language as tl

import attncheck

HEAD_SIZES = (16, 32, 64, 128)


# one compiled kernel for all lengths and strides: a check has hundreds
@triton.jit(do_not_specialize=(
    "queries", "keys", "group", "heads",
    "q_batch", "q_head", "q_row", "k_batch", "k_head", "k_row", "v_batch", "v_head", "v_row",
))  # fmt: skip
def forward(
    q, k, v, out, lse, scale, queries, keys, group, heads,
    q_batch, q_head, q_row, k_batch, k_head, k_row, v_batch, v_head, v_row,
    CAUSAL: tl.constexpr, D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    at = tl.program_id(0).to(tl.int64)
    b, h = at // heads, at % heads
    i = tl.program_id(1) * BLOCK_M + tl.arange(0, BLOCK_M)
    d = tl.arange(0, D)
    q += b * q_batch + h * q_head
    k += b * k_batch + h // group * k_head
    v += b * v_batch + h // group * v_head
    its_q = tl.load(q + i[:, None] * q_row + d[None, :], mask=i[:, None] < queries, other=0.0)
    top = tl.full([BLOCK_M], -float("inf"), tl.float32)
    total = tl.zeros([BLOCK_M], tl.float32)
    mean = tl.zeros([BLOCK_M, D], tl.float32)
    end = keys
    if CAUSAL:  # the last query sees the last key
        end = tl.minimum(keys, (tl.program_id(1) + 1) * BLOCK_M + keys - queries)
    for start in range(0, end, BLOCK_N):
        j = start + tl.arange(0, BLOCK_N)
        there = j < keys
        its_k = tl.load(k + j[None, :] * k_row + d[:, None], mask=there[None, :], other=0.0)
        s = tl.dot(its_q, its_k, input_precision="ieee") * scale
        seen = there[None, :]
        if CAUSAL:
            seen = seen & (j[None, :] <= i[:, None] + keys - queries)
        s = tl.where(seen, s, -float("inf"))
        higher = tl.maximum(top, tl.max(s, 1))
        shift = tl.where(higher == -float("inf"), 0.0, higher)
        p = tl.exp(s - shift[:, None])
        keep = tl.exp(top - shift)
        its_v = tl.load(v + j[:, None] * v_row + d[None, :], mask=there[:, None], other=0.0)
        total = total * keep + tl.sum(p, 1)
        mean = mean * keep[:, None] + tl.dot(p.to(its_v.dtype), its_v, input_precision="ieee")
        top = higher
    mean = tl.where(total[:, None] > 0, mean / total[:, None], tl.where(total[:, None] != total[:, None], total[:, None], 0.0))
    row = at * queries + i
    tl.store(out + row[:, None] * D + d[None, :], mean.to(out.dtype.element_ty), mask=i[:, None] < queries)
    tl.store(lse + row, top + tl.log(total), mask=i < queries)


def attention(q, k, v, *, causal=None, scale=None):
    batch, heads, queries, d = q.shape
    if d not in HEAD_SIZES or v.shape[-1] != d or causal not in (None, "bottom-right"):
        raise NotImplementedError(f"head size {d}, values {v.shape[-1]}, causal {causal}")
    q, k, v = (x if x.stride(-1) == 1 else x.contiguous() for x in (q, k, v))
    out = torch.empty((batch, heads, queries, d), dtype=q.dtype, device=q.device)
    lse = torch.empty((batch, heads, queries), dtype=torch.float32, device=q.device)
    grid = (batch * heads, triton.cdiv(queries, 64))  # the second has at most 65,535: the check found the other order
    if out.numel() > 0:
        forward[grid](
            q, k, v, out, lse, d**-0.5 if scale is None else scale, queries, k.shape[2], heads // k.shape[1], heads,
            *(step for x in (q, k, v) for step in x.stride()[:3]),
            CAUSAL=causal is not None, D=d, BLOCK_M=64, BLOCK_N=32,
        )  # fmt: skip
    return out, lse


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default="quick")
    parser.add_argument("--case")
    asked = parser.parse_args()
    on_gpu = torch.cuda.is_available()
    report = attncheck.check(
        attention,
        suite=asked.suite,
        case=asked.case,
        dtypes=["float16", "bfloat16"] if on_gpu else ["float16"],  # the interpreter multiplies the bits of bfloat16
        supports=attncheck.Supports(head_sizes=HEAD_SIZES, other_d_v=False, top_left=False, offset=False),
        framework="torch",
        device="cuda" if on_gpu else None,
        returns=("out", "lse"),
        timeout=60,
    )
    print(report)
    sys.exit(not report.ok)
