"""The sizes and options that a callable supports."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from . import _library as c


def _number(name: str, value: Any) -> int:
    try:
        found = operator.index(value)
    except TypeError:
        found = -1
    if isinstance(value, bool) or not 0 <= found < 2**63:
        raise ValueError(f"Supports: {name}: expected a number, 0 or more, found {value!r}")
    return found


@dataclass(frozen=True)
class Supports:
    """The sizes and options that a callable supports. None (0, ()) means: find out.

    True or False states whether it supports an option; a number limits a size. Anything that it does not support is not
    tried, and is listed as never judged.
    """

    head_sizes: Sequence[int] = ()  # values of d_k and d_v, 8 at most
    head_size_multiple: int = 0  # d_k and d_v are multiples of this number
    q_len_multiple: int = 0  # the number of queries is a multiple of this number
    keys_multiple: int = 0  # the number of keys is a multiple of this number
    q_len_least: int = 0  # fewest queries
    keys_least: int = 0
    q_len_most: int = 0
    keys_most: int = 0
    batches: bool | None = None  # more than one
    heads: bool | None = None  # more than one query head
    grouped_heads: bool | None = None  # fewer kv heads than query heads
    cross: bool | None = None  # different numbers of queries and keys
    other_d_v: bool | None = None  # d_v other than d_k
    top_left: bool | None = None  # causal="top-left"
    bottom_right: bool | None = None  # causal="bottom-right"
    offset: bool | None = None  # causal= an offset
    window: bool | None = None
    mask: bool | None = None
    bias: bool | None = None
    kv_len: bool | None = None
    sink: bool | None = None  # the option sinks
    scale: bool | None = None  # other than 1/sqrt(d_k)
    softcap: bool | None = None
    bshd: bool | None = None  # memory in the order batch, position, head, column
    strided: bool | None = None  # all other strides

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "head_sizes":
                if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
                    raise ValueError(f"Supports: head_sizes: expected a sequence of numbers, found {value!r}")
                sizes = tuple(_number("head_sizes", size) for size in value)
                if len(sizes) > c.HEAD_SIZES_MOST:
                    raise ValueError(f"Supports: head_sizes: expected {c.HEAD_SIZES_MOST} at most, found {len(sizes)}")
                object.__setattr__(self, f.name, sizes)
            elif isinstance(f.default, int):
                object.__setattr__(self, f.name, _number(f.name, value))
            elif value is not None and not isinstance(value, bool):
                raise ValueError(f"Supports: {f.name}: expected True, False or None, found {value!r}")

    def put(self, to: c.Supports, lacks: frozenset[str]) -> None:
        """Fills in the struct; lacks: abilities for which the callable has no keyword."""
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "head_sizes":
                to.head_sizes = (ctypes.c_int64 * c.HEAD_SIZES_MOST)(*value)
            elif isinstance(f.default, int):
                setattr(to, f.name, value)
            elif value is not None or f.name in lacks:
                setattr(to, f.name, c.YES if value else c.NO)
