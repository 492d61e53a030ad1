"""From the struct of a problem to a call of a callable, and from what it returns to the struct of an answer."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Union

import numpy as np

from . import _library as c
from ._arrays import NAMES, as_numpy, need_framework, to_framework, view_of
from ._problem import need_layout

# the keyword options of a callable, and the abilities that a callable without such a keyword lacks
KEYWORDS = {
    "causal": ("top_left", "bottom_right", "offset"),
    "mask": ("mask",),
    "bias": ("bias",),
    "window": ("window",),
    "kv_len": ("kv_len",),
    "scale": ("scale",),
    "softcap": ("softcap",),
    "sinks": ("sink",),
}
INTEGERS = -2  # the code of arrays that are none of attention's types
Option = Union[str, Callable[[Any], Mapping[str, Any]]]
Array = tuple[np.ndarray, int]  # of NumPy (bfloat16 as uint16), and the code of its type


def message_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(its message cannot be read)"


class Malformed(Exception):
    """The value that a callable returned is not an answer."""


@dataclass
class Asked:
    """A problem in terms that another process can be sent."""

    operands: list[Array]
    arrays: dict[str, Array] = field(default_factory=dict)
    plain: dict[str, Any] = field(default_factory=dict)


def gather(p: c.Problem) -> Asked:
    """The operands (batch, head, position, column) and the options of a problem, by their own names."""
    # copies: the callable may keep what it is given
    asked = Asked([(view_of(tensor, copy=True), tensor.dtype) for tensor in (p.q, p.k, p.v)])
    diagonal = {c.ALIGN_TOP_LEFT: "top-left", c.ALIGN_BOTTOM_RIGHT: "bottom-right"}.get(p.alignment, p.offset)
    if p.causal:
        asked.plain["causal"] = diagonal
    if p.windowed:
        sides = (p.window_left, p.window_right)
        asked.plain["window"] = tuple(None if side == c.UNLIMITED else side for side in sides)
        if not p.causal:
            asked.plain["diagonal"] = diagonal
    for name in ("mask", "bias"):
        tensor = getattr(p, name)
        if tensor.data:
            asked.arrays[name] = (view_of(tensor, copy=True), tensor.dtype)
    if p.kv_len:
        asked.arrays["kv_len"] = (np.array(p.kv_len[: p.q.size[0]], dtype=np.int32), INTEGERS)
    if p.sink:
        asked.arrays["sinks"] = (np.array(p.sink[: p.q.size[1]], dtype=np.float32), c.F32)
    if p.scale != 0:
        asked.plain["scale"] = p.scale
    if p.softcap != 0:
        asked.plain["softcap"] = p.softcap
    return asked


def give_back(asked: Asked, p: c.Problem) -> None:
    """Copies the inputs back after a call: the judge sees what the callable changed, if it was given these arrays."""
    for (array, _), tensor in zip(asked.operands, (p.q, p.k, p.v)):
        view_of(tensor)[...] = array
    for name in ("mask", "bias"):
        if name in asked.arrays:
            view_of(getattr(p, name))[...] = asked.arrays[name][0]


@dataclass
class Caller:
    """How a callable is called."""

    fn: Callable[..., Any]
    framework: str = "numpy"
    device: str | None = None
    layout: str = "BHSD"
    options: Mapping[str, Option] = field(default_factory=dict)
    returns: Sequence[str] = ("out",)

    def __post_init__(self) -> None:
        need_framework(self.framework)
        need_layout(self.layout)
        known = (*KEYWORDS, "diagonal")
        for name, own in self.options.items():
            if name not in known:
                raise ValueError(f"options: expected names among {', '.join(known)}, found {name!r}")
            if not isinstance(own, str) and not callable(own):
                raise ValueError(f"options: {name}: expected a name or a function, found {own!r}")

    def lacks(self) -> frozenset[str]:
        """Abilities for which the callable has no keyword."""
        try:
            parameters = inspect.signature(self.fn).parameters
        except (TypeError, ValueError):
            return frozenset()
        if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
            return frozenset()
        missing = (own for name, own in KEYWORDS.items() if name not in self.options and name not in parameters)
        return frozenset(ability for abilities in missing for ability in abilities)

    def array(self, array: Array) -> Any:
        return to_framework(*array, self.framework, self.device)

    def operands(self, asked: Asked) -> list[Any]:
        moved = self.layout == "BSHD"
        return [self.array((x.transpose(0, 2, 1, 3) if moved else x, code)) for x, code in asked.operands]

    def keywords(self, asked: Asked) -> dict[str, Any]:
        """The options by the callable's names."""
        given: dict[str, Any] = {}
        arrays = {name: self.array(array) for name, array in asked.arrays.items()}
        for name, value in {**asked.plain, **arrays}.items():
            own = self.options.get(name, name)
            given.update({own: value} if isinstance(own, str) else own(value))
        return given

    def invoke(self, asked: Asked) -> list[Array]:
        """Calls the callable. Returns the outputs in the order of returns."""
        result = self.fn(*self.operands(asked), **self.keywords(asked))
        if result is None:
            raise Malformed("out: expected an array, found None (does the function return its output?)")
        values = result if isinstance(result, tuple) else (result,)
        if len(values) != len(self.returns):
            raise Malformed(f"expected {', '.join(self.returns)}, found {len(values)} values (name them in returns=)")
        try:
            return [as_numpy(value, name) for name, value in zip(self.returns, values)]
        except TypeError as error:
            raise Malformed(str(error)) from None

    def take(self, outputs: Sequence[Array], answer: c.Answer) -> None:
        """Writes the outputs into an answer."""
        for name, (array, code) in zip(self.returns, outputs):
            tensor = getattr(answer, name)
            if tensor.data or name == "out":
                self._store(name, array, code, tensor)

    def _store(self, name: str, array: np.ndarray, code: int, to: c.Tensor) -> None:
        view = view_of(to)
        if name == "lse":
            view = view[..., 0]
        elif name == "out" and self.layout == "BSHD":
            view = view.transpose(0, 2, 1, 3)
        if array.shape != view.shape:
            raise Malformed(f"{name}: expected shape {view.shape}, found {array.shape}")
        if code != to.dtype:
            raise Malformed(f"{name}: expected {NAMES[to.dtype]}, found {NAMES[code]}")
        if code == c.BF16:  # PyTorch's NaN of all ones is what memory holds before it is written
            array = np.where((array & 0x7FFF) > 0x7F80, np.uint16(0x7FC0), array)
        view[...] = array
