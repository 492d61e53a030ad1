"""What a callable takes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, fields

from . import _library as c


@dataclass(frozen=True)
class Supports:
    """What a callable takes; None (0, ()): find out. What it does not take is not tried, and listed as never judged."""

    head_sizes: Sequence[int] = ()
    head_size_multiple: int = 0
    q_len_multiple: int = 0
    keys_multiple: int = 0
    q_len_least: int = 0
    keys_least: int = 0
    q_len_most: int = 0
    keys_most: int = 0
    batches: bool | None = None  # more than one
    heads: bool | None = None  # more than one query head
    grouped_heads: bool | None = None  # fewer kv heads than query heads
    cross: bool | None = None  # other numbers of queries and keys
    other_d_v: bool | None = None  # d_v other than d_k
    top_left: bool | None = None
    bottom_right: bool | None = None
    offset: bool | None = None
    window: bool | None = None
    mask: bool | None = None
    bias: bool | None = None
    kv_len: bool | None = None
    sink: bool | None = None
    scale: bool | None = None
    softcap: bool | None = None
    bshd: bool | None = None  # memory in the order batch, position, head, column
    strided: bool | None = None  # all other strides

    def put(self, to: c.Supports, lacks: frozenset[str]) -> None:
        """Fills in the struct; lacks: abilities for which the callable has no keyword."""
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "head_sizes":
                to.head_sizes = (ctypes.c_int64 * c.HEAD_SIZES_MOST)(*value)
            elif isinstance(value, int) and not isinstance(value, bool):
                setattr(to, f.name, value)
            elif value is not None or f.name in lacks:
                setattr(to, f.name, c.YES if value else c.NO)
