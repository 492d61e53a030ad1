"""Arrays of other libraries as memory that C reads, without a copy where type and strides allow, and back."""

from __future__ import annotations

import ctypes
import importlib
import warnings
from typing import Any

import numpy as np

from . import _library as c

NAMES = {c.F64: "float64", c.F32: "float32", c.F16: "float16", c.BF16: "bfloat16", c.BOOL: "bool"}
STORED = {c.F64: np.float64, c.F32: np.float32, c.F16: np.float16, c.BF16: np.uint16, c.BOOL: np.bool_}
_CODES = {name: code for code, name in NAMES.items()}
_copied_from_device = False


def dtype_code(name: str) -> int:
    """The code of a type by its name: "float32", "f32", "bf16", .."""
    short = {"f64": "float64", "f32": "float32", "f16": "float16", "fp16": "float16", "bf16": "bfloat16"}
    found = _CODES.get(short.get(name, name))
    if found is None or found == c.BOOL:
        raise ValueError(f"dtype: expected float64, float32, float16 or bfloat16, found {name!r}")
    return found


def framework_of(array: Any) -> str:
    """ "torch", "jax", or "numpy" for all others."""
    module = type(array).__module__.split(".")[0]
    return "torch" if module == "torch" else "jax" if module in ("jax", "jaxlib") else "numpy"


def bfloat16() -> Any:
    """NumPy's type for bfloat16, from ml_dtypes; None if ml_dtypes is not installed."""
    try:
        import ml_dtypes
    except ImportError:
        return None
    return np.dtype(ml_dtypes.bfloat16)


def _from_torch(tensor: Any) -> tuple[np.ndarray, int]:
    import torch

    global _copied_from_device
    tensor = tensor.detach()
    if tensor.device.type != "cpu":
        if not _copied_from_device:
            warnings.warn(f"tensors are copied from {tensor.device} to the host to be judged", stacklevel=4)
        _copied_from_device = True
        tensor = tensor.cpu()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(np.uint16), c.BF16
    return _from_numpy(tensor.numpy())


def _from_numpy(array: np.ndarray) -> tuple[np.ndarray, int]:
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    code = _CODES.get(array.dtype.name)
    if code == c.BF16:
        array = array.view(np.uint16)
    return array, -1 if code is None else code


def on_host(array: Any) -> np.ndarray:
    """Converts an array of any library to NumPy. Its type must be one that NumPy has."""
    if framework_of(array) == "torch":
        array = array.detach().cpu().numpy()
    if hasattr(array, "__dlpack__") and not hasattr(array, "__array__"):
        return np.from_dlpack(array)
    return np.asarray(array)


def as_numpy(array: Any, name: str, mask: bool = False) -> tuple[np.ndarray, int]:
    """Converts an array of any library to NumPy (bfloat16 as uint16); also returns the code of its type.

    A mask must be of type bool.
    """
    if array is None:
        raise TypeError(f"{name}: expected an array, found None")
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name}: expected an array without a mask of its own, found a masked array (fill it first)")
    if isinstance(array, (list, tuple)) and not mask:
        array = np.asarray(array, np.float64)
    view, code = _from_torch(array) if framework_of(array) == "torch" else _from_numpy(on_host(array))
    if mask and code != c.BOOL:
        found = NAMES.get(code, view.dtype.name)
        raise TypeError(f"{name}: expected bool (True: the key is seen), found {found}; pass an additive mask as bias")
    if not mask and code in (-1, c.BOOL):
        raise TypeError(f"{name}: expected float64, float32, float16 or bfloat16, found {view.dtype.name}")
    return view, code


def tensor_of(array: np.ndarray, code: int) -> tuple[c.Tensor, np.ndarray]:
    """The struct for an array of four axes, and the array that it points into."""
    size = np.dtype(STORED[code]).itemsize
    if any(step % size for step in array.strides) or array.ctypes.data % size:
        array = np.ascontiguousarray(array)
    axes = range(c.AXES)
    made = c.Tensor(
        data=array.ctypes.data if array.size else None,
        dtype=code,
        size=(ctypes.c_int64 * c.AXES)(*(array.shape[n] for n in axes)),
        stride=(ctypes.c_int64 * c.AXES)(*(array.strides[n] // size for n in axes)),
    )
    return made, array


def view_of(tensor: c.Tensor, copy: bool = False) -> np.ndarray:
    """NumPy's view of the memory of a struct (bfloat16 as uint16), or a copy with the same strides."""
    dtype = np.dtype(STORED[tensor.dtype])
    shape, strides = tuple(tensor.size), tuple(tensor.stride)
    if 0 in shape or not tensor.data:
        return np.empty(shape, dtype)
    # the memory from the least to the greatest address of an element
    low = sum((n - 1) * step for n, step in zip(shape, strides) if step < 0)
    high = sum((n - 1) * step for n, step in zip(shape, strides) if step > 0)
    start = tensor.data + low * dtype.itemsize
    memory = np.ctypeslib.as_array((ctypes.c_uint8 * ((high - low + 1) * dtype.itemsize)).from_address(start))
    flat = (memory.copy() if copy else memory).view(dtype)
    return np.lib.stride_tricks.as_strided(flat[-low:], shape, tuple(step * dtype.itemsize for step in strides))


def need_framework(name: str) -> None:
    """Imports a framework. Raises ValueError for an unknown name, ImportError if it is not installed."""
    if name not in ("numpy", "torch", "jax"):
        raise ValueError(f"framework: expected numpy, torch or jax, found {name!r}")
    importlib.import_module(name)


def to_framework(array: np.ndarray, code: int, framework: str, device: str | None = None) -> Any:
    """Converts an array (bfloat16 as uint16) to an array of a framework."""
    if framework == "numpy":
        return array.view(_need_bfloat16()) if code == c.BF16 else array
    if framework == "torch":
        import torch

        if any(step < 0 for step in array.strides):
            array = array.copy()
        if not array.flags.writeable:
            array = array.copy()
        made = torch.from_numpy(array.view(np.int16) if code == c.BF16 else array)
        made = made.view(torch.bfloat16) if code == c.BF16 else made
        return made.to(device) if device is not None else made
    if framework == "jax":
        import jax
        import jax.numpy as jnp

        made = jnp.asarray(array.view(_need_bfloat16()) if code == c.BF16 else array)
        return jax.device_put(made, jax.devices(device)[0]) if device is not None else made
    raise AssertionError(framework)  # need_framework refuses it before


def _need_bfloat16() -> Any:
    found = bfloat16()
    if found is None:
        raise TypeError("bfloat16 in NumPy needs ml_dtypes: pip install ml_dtypes")
    return found


def numbers_of(array: np.ndarray, code: int) -> np.ndarray:
    """The values of an array as float64 (bfloat16 is the upper half of float32)."""
    if code == c.BF16:
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64)
