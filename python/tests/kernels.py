"""Kernels that other processes import, and kernels with interfaces of their own."""

import contextlib
import os
import signal
import time

import numpy as np
from plain import attention

import attncheck


def right(q, k, v, *, mask=None, scale=None):
    return attention(q, k, v, mask=mask, scale=scale)


def crashes(q, k, v):
    if q.shape[2] > 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    return attention(q, k, v)


def hangs(q, k, v):
    if q.shape[2] > 3:
        time.sleep(60)
    return attention(q, k, v)


def writes_to_the_line(q, k, v):
    if q.shape[2] > 3:
        for number in range(3, 40):
            with contextlib.suppress(OSError):
                os.write(number, b"\x7f\xff\xff\xff" + b"x" * 100)
        time.sleep(60)
    return attention(q, k, v)


def raises(q, k, v):
    raise RuntimeError("out of registers")


def varlen(q, k, v, cu_q, cu_k, most_q, most_k, *, causal=None, scale=None, fault=None):
    out = np.full((q.shape[0], q.shape[1], v.shape[2]), np.nan, q.dtype)
    for b in range(len(cu_q) - 1):
        first, last = cu_k[b], cu_k[b + 1] + (1 if fault == "one key too many" else 0)
        x = [
            np.ascontiguousarray(t.swapaxes(0, 1))[None]
            for t in (q[cu_q[b] : cu_q[b + 1]], k[first:last], v[first:last])
        ]
        if fault == "one length":
            causal = "top-left" if causal == "bottom-right" else causal
        out[cu_q[b] : cu_q[b + 1]] = attncheck.attention(*x, causal=causal, scale=scale, variant="fast")[0].swapaxes(
            0, 1
        )
    return out


def gather_pages(pages, table, length, order, offset=0):
    pages = pages if order == "NHD" else pages.swapaxes(1, 2)
    size = pages.shape[1]
    rows = [pages[table[j // size], min(j % size + offset, size - 1)] for j in range(length)]
    return np.stack(rows, 1)[None] if rows else np.zeros((1, pages.shape[2], 0, pages.shape[3]), pages.dtype)


def paged_kernel(order, fault=None):
    def kernel(q, k_pages, v_pages, table, lengths, *, causal=None, scale=None):
        out = np.empty((*q.shape[:3], v_pages.shape[3]), q.dtype)
        for b in range(q.shape[0]):
            own = table[0] if fault == "table of batch 0" else table[b]
            length = int(lengths.max()) if fault == "length of the longest" else int(lengths[b])
            if fault == "table of batch 0":
                length = min(length, int(lengths[0]))
            x = [
                gather_pages(pages, own, length, order, 1 if fault == "one too far" else 0)
                for pages in (k_pages, v_pages)
            ]
            out[b] = attncheck.attention(q[b : b + 1], *x, causal=causal, scale=scale, variant="fast")[0]
        return out

    return kernel


def appending(q, k_cache, v_cache, k_new, v_new, cache_len, *, causal=None, fault=None):
    new = k_new.shape[2]
    at = cache_len + (1 if fault == "a key behind" else 0)
    k_cache[:, :, at : at + new], v_cache[:, :, at : at + new] = k_new, v_new
    keys = cache_len if fault == "not the new ones" else cache_len + new
    return attncheck.attention(q, k_cache[:, :, :keys], v_cache[:, :, :keys], causal=causal, variant="fast")
