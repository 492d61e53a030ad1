"""Arrays in whatever memory.

Would notice: bytes, strides or offsets that are misread, an array library that is refused, memory that is written.
"""

import numpy as np
import pytest
from plain import operands

import attncheck


class DLPack:
    """An array of an unknown library: it offers DLPack and nothing else."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def read_only(x):
    x = x.copy()
    x.setflags(write=False)
    return x


def reversed_memory(x):
    return np.ascontiguousarray(x[:, ::-1, ::-1, ::-1])[:, ::-1, ::-1, ::-1]


def packed_struct(x):
    made = np.zeros(x.shape, [("tag", "i1"), ("value", x.dtype)])
    made["value"] = x
    return made["value"]


FORMS = {
    "DLPack only": DLPack,
    "read-only": read_only,
    "big-endian": lambda x: x.astype(x.dtype.newbyteorder(">")),
    "negative strides": reversed_memory,
    "every second column": lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    "columns apart": lambda x: np.asfortranarray(x),
    "unaligned": packed_struct,
    "list": lambda x: x.tolist(),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_form_of_the_memory_does_not_matter(form):
    q, k, v = (x.astype(np.float64) for x in operands(batch=2))
    out = attncheck.attention(q, k, v, variant="fast")
    made = [FORMS[form](x) for x in (q, k, v)]
    np.testing.assert_array_equal(attncheck.attention(*made), attncheck.attention(q, k, v))
    np.testing.assert_array_equal(attncheck.attention(*made, variant="fast"), out)
    attncheck.assert_close(FORMS[form](out), *made)
    wrong = out.copy()
    wrong[1, 0, 2, 3] += 1e-6
    with pytest.raises(AssertionError, match=r"out at \[1,0,2,3\]"):
        attncheck.assert_close(FORMS[form](wrong), *made, explain=0)


def test_options_of_any_library():
    q, k, v = operands(batch=2)
    options = {
        "mask": np.arange(7) % 2 == 0,
        "bias": np.linspace(-1, 1, 35).reshape(5, 7),
        "kv_len": np.array([3, 7]),
        "sinks": np.array([0.5, -1.0]),
    }
    expected = attncheck.attention(q, k, v, **options)
    given = {name: DLPack(value) for name, value in options.items()}
    np.testing.assert_array_equal(attncheck.attention(q, k, v, **given), expected)
    given = {name: value if value.dtype == bool else value.astype(value.dtype.newbyteorder(">"))
             for name, value in options.items()}  # fmt: skip
    np.testing.assert_array_equal(attncheck.attention(q, k, v, **given), expected)


def test_elements_that_share_memory():
    q, k, v = operands()
    q, k = np.broadcast_to(q[:, :1, :1], q.shape), np.broadcast_to(k[:, :, :1], k.shape)
    assert 0 in q.strides and 0 in k.strides
    mean = np.broadcast_to(v.astype(np.float64).mean(2, keepdims=True), (*q.shape[:3], v.shape[3]))
    np.testing.assert_allclose(attncheck.attention(q, k, v), mean, rtol=1e-12, atol=1e-14)
    attncheck.assert_close(attncheck.attention(q, k, v, variant="fast"), q, k, v)
    attncheck.assert_close(np.broadcast_to(np.float32(0), mean.shape), q, k, np.zeros_like(v))


@pytest.mark.parametrize("size", ["batch", "queries", "keys"])
def test_sizes_of_0(size):
    q, k, v = operands(batch=2, **({size: 0} if size != "batch" else {}))
    if size == "batch":
        q, k, v = q[:0], k[:0], v[:0]
    found = attncheck.attention(q, k, v, return_lse=True)
    assert found.out.shape == q.shape and not found.out.any()
    assert found.lse.shape == q.shape[:3] and np.all(found.lse == -np.inf)
    attncheck.assert_close(attncheck.attention(q, k, v, variant="fast"), q, k, v)


@pytest.mark.parametrize("dtype", ["int32", "uint8", "bool", "complex64", "object", "longdouble", "U3"])
def test_types_that_are_not_computed_are_named(dtype):
    q, k, v = operands()
    with pytest.raises(TypeError, match=f"k: expected float64.*, found {np.dtype(dtype).name}"):
        attncheck.attention(q, np.zeros(k.shape, dtype), v)
