"""Attention in plain NumPy, for tests: the definition, one row after the other, in float64; and a fast one."""

import numpy as np


def offset_of(alignment, queries, keys):
    return {"top-left": 0, "bottom-right": keys - queries}.get(alignment, alignment)


def rows(q, k, v, causal=None, mask=None, bias=None, window=None, diagonal=None, kv_len=None, scale=None, softcap=None,
         sinks=None):  # fmt: skip
    """out, lse and weights of the definition, BHSD."""
    batch, heads, queries, d_k = q.shape
    keys, group = k.shape[2], heads // k.shape[1]
    out, lse = np.zeros((batch, heads, queries, v.shape[3])), np.full((batch, heads, queries), -np.inf)
    weights = np.zeros((batch, heads, queries, keys))
    scale = 1 / np.sqrt(d_k) if scale is None else scale
    for b, h, i in np.ndindex(batch, heads, queries):
        n = keys if kv_len is None else int(np.broadcast_to(kv_len, batch)[b])
        seen = np.arange(keys) < n
        if causal is not None:
            seen &= np.arange(keys) <= i + offset_of(causal, queries, n)
        if window is not None:
            at = i + offset_of(diagonal if causal is None else causal, queries, n)
            left, right = window
            seen &= (np.arange(keys) >= at - left) if left is not None else True
            seen &= (np.arange(keys) <= at + right) if right is not None else True
        s = scale * (k[b, h // group].astype(np.float64) @ q[b, h, i].astype(np.float64))
        s = softcap * np.tanh(s / softcap) if softcap else s
        if mask is not None:
            seen = seen & np.broadcast_to(mask, weights.shape)[b, h, i]
        if bias is not None:
            row = np.broadcast_to(bias, weights.shape)[b, h, i].astype(np.float64)
            seen, s = seen & (row > -np.inf), s + row
        at_most = np.concatenate([s[seen], [sinks[h]] if sinks is not None else []])
        if at_most.size == 0:
            continue
        top = at_most.max()
        total = np.exp(at_most - top).sum()
        weights[b, h, i][seen] = np.exp(s[seen] - top) / total
        lse[b, h, i] = top + np.log(total)
        out[b, h, i] = weights[b, h, i][seen] @ v[b, h // group][seen].astype(np.float64)
    return out, lse, weights


def attention(q, k, v, *, mask=None, scale=None, softcap=None):
    """In float32 (float64 for float64): right, and restricted."""
    wide = np.float64 if q.dtype == np.float64 else np.float32
    group = q.shape[1] // k.shape[1]
    with np.errstate(all="ignore"):
        scale = wide(1 / np.sqrt(q.shape[-1]) if scale is None else scale)
        k, v = (np.repeat(x.astype(wide), group, 1) for x in (k, v))
        s = (q.astype(wide) @ k.swapaxes(-1, -2)) * scale
        if softcap is not None:
            s = wide(softcap) * np.tanh(s / wide(softcap))
        if mask is not None:
            s = np.where(mask, s, -np.inf)
        top = s.max(-1, keepdims=True, initial=-np.inf)
        p = np.exp(s - np.where(np.isfinite(top), top, 0))
        total = p.sum(-1, keepdims=True)
        v = np.where(np.isfinite(v) | (p.max(-2, initial=0)[..., None] > 0), v, 0)
        return np.where(total > 0, p @ v / total, np.where(np.isnan(total), total, 0)).astype(q.dtype)


def operands(seed=0, batch=1, heads=2, kv_heads=None, queries=5, keys=7, d_k=8, d_v=None, dtype=np.float32):
    r = np.random.default_rng(seed)
    kv_heads, d_v = kv_heads or heads, d_v or d_k
    shapes = ((batch, heads, queries, d_k), (batch, kv_heads, keys, d_k), (batch, kv_heads, keys, d_v))
    return tuple(r.standard_normal(shape).astype(dtype) for shape in shapes)
