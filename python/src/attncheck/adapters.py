"""Adapters for kernels whose inputs are not q, k, v of one shape: packed sequences, pages, a growing cache.

Each adapter turns such a kernel into a callable for `check` and `Case`: the same cases reach it through its own
interface, with NaN in all memory that no sequence owns, so that an addressing bug gives a wrong answer. Operands are
batch, head, position, column. Each adapter describes the arrays of its kernel, which are of the same framework.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable

import numpy as np

from . import _library as c
from ._arrays import as_numpy, framework_of, to_framework
from ._calling import INTEGERS, Malformed

_NAN = {c.F64: np.nan, c.F32: np.nan, c.F16: np.nan, c.BF16: 0x7FC0}


class _Host:
    """Operands on the host, and the way back to where they came from."""

    def __init__(self, like: Any) -> None:
        self.framework = framework_of(like)
        self.device = str(like.device) if self.framework == "torch" else None

    def take(self, value: Any) -> np.ndarray:
        array, self.code = as_numpy(value, "operand")
        return array

    def poisoned(self, *shape: int) -> np.ndarray:
        dtype = {c.F64: np.float64, c.F32: np.float32, c.F16: np.float16, c.BF16: np.uint16}[self.code]
        return np.full(shape, _NAN[self.code], dtype)

    def give(self, array: np.ndarray) -> Any:
        return to_framework(array, self.code, self.framework, self.device)

    def integers(self, values: Any) -> Any:
        return to_framework(np.asarray(values, dtype=np.int32), INTEGERS, self.framework, self.device)


def _lengths(kv_len: Any, batch: int, keys: int) -> np.ndarray:
    if kv_len is None:
        return np.full(batch, keys)
    return np.broadcast_to(np.asarray(kv_len.cpu() if hasattr(kv_len, "cpu") else kv_len), batch).astype(np.int64)


def packed(fn: Callable[..., Any], *, slack: int = 3) -> Callable[..., Any]:
    """For fn(q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, **options): sequences end to end.

    q is (tokens, query heads, d_k), k and v (tokens, kv heads, columns); sequence b owns tokens cu_seqlens[b] ..
    cu_seqlens[b + 1] - 1, int32 of batch + 1 (the interface of FlashAttention's varlen functions). slack tokens
    after the last sequence hold NaN. fn returns out as (tokens, query heads, d_v). The diagonal of a causal case is at
    the bottom right of each sequence, or where the case places it.
    """

    def call(q: Any, k: Any, v: Any, *, kv_len: Any = None, **options: Any) -> Any:
        host = _Host(q)
        its_q, its_k, its_v = (host.take(x) for x in (q, k, v))
        batch, heads, queries, _ = its_q.shape
        lengths = _lengths(kv_len, batch, its_k.shape[2])
        starts_q = np.arange(batch + 1) * queries
        starts_k = np.concatenate([[0], np.cumsum(lengths)])

        def pack(x: np.ndarray, starts: np.ndarray) -> np.ndarray:
            to = host.poisoned(int(starts[-1]) + slack, x.shape[1], x.shape[3])
            for b in range(batch):
                to[starts[b] : starts[b + 1]] = x[b, :, : starts[b + 1] - starts[b]].swapaxes(0, 1)
            return to

        out = fn(
            host.give(pack(its_q, starts_q)),
            host.give(pack(its_k, starts_k)),
            host.give(pack(its_v, starts_k)),
            host.integers(starts_q),
            host.integers(starts_k),
            queries,
            int(lengths.max(initial=0)),
            **options,
        )
        found = host.take(out)
        if found.ndim != 3 or found.shape[0] < batch * queries or found.shape[1:] != (heads, its_v.shape[3]):
            raise Malformed(f"out: expected shape {(batch * queries, heads, its_v.shape[3])}, found {found.shape}")
        found = found[: batch * queries]
        return host.give(np.ascontiguousarray(found.reshape(batch, queries, heads, its_v.shape[3]).swapaxes(1, 2)))

    return _named(call, fn, 7)


def paged(
    fn: Callable[..., Any], *, page_size: int = 16, order: str = "NHD", unused: int = 3, seed: int = 0
) -> Callable[..., Any]:
    """For fn(q, k_pages, v_pages, block_table, seq_lens, **options): keys and values in pages, in any order.

    q is (batch, query heads, queries, d_k). Pages are (pages, page_size, kv heads, columns) for order "NHD", (pages,
    kv heads, page_size, columns) for "HND". Key j of sequence b lies in page block_table[b, j // page_size], at
    j % page_size; seq_lens has each sequence's number of keys; both are int32. Pages are shuffled. Memory that no
    sequence owns holds NaN: `unused` pages, the rest of a last page, and the pages of table entries past a sequence's
    end.
    """
    if order not in ("NHD", "HND"):
        raise ValueError(f"order: expected NHD or HND, found {order!r}")
    if page_size < 1:
        raise ValueError(f"page_size: expected 1 or more, found {page_size}")

    def call(q: Any, k: Any, v: Any, *, kv_len: Any = None, **options: Any) -> Any:
        host = _Host(q)
        host.take(q)
        its_k, its_v = host.take(k), host.take(v)
        batch, _, keys, _ = its_k.shape
        lengths = _lengths(kv_len, batch, keys)
        each = max(1, -(-keys // page_size))
        count = batch * each + unused
        shuffled = np.random.default_rng(seed).permutation(count)
        table = shuffled[: batch * each].reshape(batch, each).copy()

        def fill(x: np.ndarray) -> np.ndarray:
            pages = host.poisoned(count, page_size, x.shape[1], x.shape[3])
            for b in range(batch):
                for j in range(int(lengths[b])):
                    pages[table[b, j // page_size], j % page_size] = x[b, :, j]
            return pages if order == "NHD" else np.ascontiguousarray(pages.swapaxes(1, 2))

        k_pages, v_pages = fill(its_k), fill(its_v)
        for b in range(batch):  # past the end, any page but one that holds a key
            table[b, -(-int(lengths[b]) // page_size) :] = shuffled[-1] if unused > 0 else table[b, -1]
        return fn(q, host.give(k_pages), host.give(v_pages), host.integers(table), host.integers(lengths), **options)

    return _named(call, fn, 5)


def append(fn: Callable[..., Any], *, slack: int = 5) -> Callable[..., Any]:
    """For fn(q, k_cache, v_cache, k_new, v_new, cache_len, **options): new keys join a cache, then q attends.

    Caches are (batch, kv heads, capacity, columns) and hold NaN from key cache_len on; k_new and v_new are the keys of
    the last queries, (batch, kv heads, new, columns). fn writes them after the keys of the cache and attends to all
    keys. causal is passed on as it is: a kernel with the usual diagonal, at the bottom right, needs
    Supports(top_left=False, offset=False). Cases with kv_len raise NotImplementedError.
    """

    def call(q: Any, k: Any, v: Any, *, kv_len: Any = None, **options: Any) -> Any:
        if kv_len is not None:
            raise NotImplementedError("kv_len: all caches have one length here")
        host = _Host(q)
        queries = host.take(q).shape[2]
        its_k, its_v = host.take(k), host.take(v)
        keys = its_k.shape[2]
        old = keys - min(queries, keys)

        def cache(x: np.ndarray) -> np.ndarray:
            to = host.poisoned(x.shape[0], x.shape[1], keys + slack, x.shape[3])
            to[:, :, :old] = x[:, :, :old]
            return to

        new_k, new_v = (np.ascontiguousarray(x[:, :, old:]) for x in (its_k, its_v))
        given = (cache(its_k), cache(its_v), new_k, new_v)
        return fn(q, *(host.give(x) for x in given), old, **options)

    return _named(call, fn, 6)


def _named(call: Callable[..., Any], fn: Callable[..., Any], given: int) -> Callable[..., Any]:
    """Gives call the name of the kernel, and as keywords kv_len and the kernel's parameters after the first `given`."""
    call.__name__ = getattr(fn, "__name__", type(fn).__name__)
    try:
        own = list(inspect.signature(fn).parameters.values())
    except (TypeError, ValueError):
        return call
    mine = list(inspect.signature(call).parameters.values())
    named = [p for p in own[given:] if p.kind is p.POSITIONAL_OR_KEYWORD] + [p for p in own if p.kind is p.KEYWORD_ONLY]
    options = [p.replace(kind=p.KEYWORD_ONLY) for p in named if p.name != "kv_len"]
    others = [p for p in own if p.kind is p.VAR_KEYWORD]
    call.__signature__ = inspect.Signature(mine[:-1] + options + others)  # type: ignore[attr-defined]
    return call
