"""attention and bound against the definition in NumPy.

Would notice: an option that is lost or misread on its way to C, a layout or a stride that is.
"""

import functools
import warnings

import numpy as np
import pytest
from plain import operands, rows

import attncheck

OPTIONS = [
    {},
    {"causal": "top-left"},
    {"causal": "bottom-right"},
    {"causal": -2},
    {"causal": np.int64(3)},
    {"causal": "top-left", "window": (2, 0)},
    {"window": (1, None), "diagonal": "bottom-right"},
    {"window": (None, 1), "diagonal": 1},
    {"scale": 0.3},
    {"scale": -1.0},
    {"softcap": 1.5},
    {"kv_len": [3, 7]},
    {"kv_len": 4, "causal": "bottom-right"},
    {"sinks": [0.5, -1.0, 2.0, 0.0]},
    {"mask": np.arange(7) % 2 == 0},
    {"bias": np.linspace(-1, 1, 35, dtype=np.float32).reshape(5, 7)},
    {"bias": np.where(np.arange(7) < 4, 0.0, -np.inf)},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("layout", ["BHSD", "BSHD"])
def test_options(options, layout):
    q, k, v = operands(batch=2, heads=4, kv_heads=2, d_v=6)
    out, lse, weights = rows(q, k, v, **options)
    moved = [np.ascontiguousarray(x.swapaxes(1, 2)) for x in (q, k, v)] if layout == "BSHD" else [q, k, v]
    found = attncheck.attention(*moved, layout=layout, return_lse=True, return_weights=True, **options)
    its_out = found.out.swapaxes(1, 2) if layout == "BSHD" else found.out
    assert its_out.dtype == np.float64
    np.testing.assert_allclose(its_out, out, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(found.lse, lse, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(found.weights, weights, rtol=1e-12, atol=1e-14)
    bound = attncheck.bound(*moved, layout=layout, **options)
    fast = attncheck.attention(*moved, layout=layout, variant="fast", **options)
    assert fast.dtype == np.float32 and bound.shape == fast.shape
    assert np.all(np.abs(fast - found.out) <= bound) and np.all(bound < 1e-4)
    attncheck.assert_close(fast, *moved, layout=layout, **options)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_types_and_strides(dtype):
    q, k, v = operands(queries=8, keys=8, dtype=dtype)
    out = attncheck.attention(q, k, v)
    strided = [np.repeat(x, 2, axis=-1)[..., ::2] for x in (q, k, v)]
    reversed_ = [x[:, :, ::-1] for x in (k, v)]
    assert not strided[0].flags.c_contiguous
    np.testing.assert_array_equal(attncheck.attention(*strided), out)
    np.testing.assert_allclose(attncheck.attention(q, *reversed_), out, rtol=1e-12)
    fast = attncheck.attention(q, k, v, variant="fast")
    assert fast.dtype == dtype
    attncheck.assert_close(fast, q, k, v)


def test_fewer_axes():
    q, k, v = operands()
    out, lse, _ = rows(q, k, v)
    found = attncheck.attention(q[0], k[0], v[0], return_lse=True)
    assert found.out.shape == q[0].shape and found.lse.shape == q[0].shape[:-1]
    np.testing.assert_allclose(found.out, out[0], rtol=1e-12)
    np.testing.assert_allclose(found.lse, lse[0], rtol=1e-12)
    flat = attncheck.attention(q[0, 1], k[0, 1], v[0, 1])
    np.testing.assert_allclose(flat, out[0, 1], rtol=1e-12)
    attncheck.assert_close(flat, q[0, 1], k[0, 1], v[0, 1])
    assert attncheck.attention(q, k[0], v[0]).shape == q.shape


def test_bounds_follow_from_the_arithmetic():
    q, k, v = operands(keys=64)
    narrow, wide = attncheck.bound(q, k, v), attncheck.bound(q, k, v, probabilities="bf16", output="bf16")
    assert np.all(wide > 100 * narrow)
    sums = attncheck.bound(q, k, v, return_lse=True)
    assert sums.lse.shape == q.shape[:-1] and np.all(sums.lse > 0)


@pytest.mark.parametrize(
    "change, says",
    [
        ({"causal": True}, "5 queries and 7 keys"),
        ({"causal": "left"}, "'top-left', 'bottom-right' or an offset, found 'left'"),
        ({"window": (1, 2, 3)}, "keys before and after"),
        ({"causal": 2**70}, "'top-left', 'bottom-right' or an offset, found 1180"),
        ({"causal": "top-left", "window": (1.5, 0)}, "window: expected numbers of keys, found 1.5"),
        ({"window": 2}, "diagonal: expected 'top-left', 'bottom-right' or an offset: with 5 queries and 7 keys"),
        ({"window": -1, "diagonal": "top-left"}, "window: expected 0 keys or more on a side, found -1"),
        ({"diagonal": "top-left"}, "diagonal: expected only with a window"),
        ({"causal": "top-left", "window": 2, "diagonal": "bottom-right"}, "diagonal: expected only with a window"),
        ({"layout": "SBHD"}, "BHSD or BSHD"),
        ({"scale": float("nan")}, "scale: expected a finite number"),
        ({"softcap": -1.0}, "softcap: expected a finite number above 0"),
        ({"scale": "1"}, "scale: expected a finite number other than 0, found '1'"),
        ({"scale": 10**400}, "scale: expected a finite number"),
        ({"kv_len": 9}, "kv_len: expected 0 .. 7, the number of keys, found [9]"),
        ({"kv_len": 2.5}, "kv_len: expected an integer, or one for each of 1 batches, found float64"),
        ({"kv_len": [1, 2, 3]}, "of shape (3,)"),
        ({"sinks": [1.0]}, "one for each of 2 query heads"),
        ({"sinks": ["1", "2"]}, "sinks: expected numbers"),
        ({"mask": np.ones((3, 7), bool)}, "broadcasts to (batch, heads, queries, keys) = (1, 2, 5, 7), found (3, 7)"),
    ],
)
def test_what_is_no_problem_is_refused(change, says):
    with pytest.raises(attncheck.ProblemError) as error:
        attncheck.attention(*operands(), **change)
    assert says in str(error.value)


def test_types_that_are_none():
    q, k, v = operands()
    with pytest.raises(TypeError, match="q: expected float64, float32, float16 or bfloat16, found int64"):
        attncheck.attention(q.astype(np.int64), k, v)
    for dtype in ("float32", "int64"):
        with pytest.raises(TypeError, match=f"mask: expected bool .*found {dtype}; pass an additive mask as bias"):
            attncheck.attention(q, k, v, mask=np.ones((5, 7), dtype))
    with pytest.raises(attncheck.ProblemError, match="k: expected the d_k 8 of q, found 7"):
        attncheck.attention(q, k[..., :-1], v)
    with pytest.raises(attncheck.ProblemError, match="v: expected the 7 positions of k, found 6"):
        attncheck.attention(q, k, v[:, :, :-1])
    with pytest.raises(ValueError, match="variant: expected reference, fast, or one of .*found 'no-such'"):
        attncheck.attention(q, k, v, variant="no-such")
    with pytest.raises(TypeError, match="q: .*masked array"):
        attncheck.attention(np.ma.masked_array(q), k, v)
    for function in (attncheck.attention, attncheck.bound, functools.partial(attncheck.assert_close, q)):
        with pytest.raises(TypeError, match="unexpected keyword argument 'is_causal' .did you mean causal"):
            function(q, k, v, is_causal=True)


def test_bfloat16_of_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    q, k, v = (x.astype(ml_dtypes.bfloat16) for x in operands())
    wide = [x.astype(np.float32) for x in (q, k, v)]
    np.testing.assert_array_equal(attncheck.attention(q, k, v), attncheck.attention(*wide))
    out = attncheck.attention(q, k, v, variant="fast")
    assert out.dtype == ml_dtypes.bfloat16
    attncheck.assert_close(out, q, k, v)
    sinks = np.arange(q.shape[1]) * 0.5
    np.testing.assert_array_equal(
        attncheck.attention(q, k, v, sinks=sinks.astype(ml_dtypes.bfloat16)), attncheck.attention(q, k, v, sinks=sinks)
    )


def test_lists_are_float64():
    np.testing.assert_array_equal(
        attncheck.attention([[1, 0]], [[1, 2], [3, 4]], [[5], [6]]),
        attncheck.attention(*(np.array(x, float) for x in ([[1, 0]], [[1, 2], [3, 4]], [[5], [6]]))),
    )


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    q, k, v = (torch.from_numpy(x) for x in operands())
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        a, b, c = (x.to(dtype).requires_grad_(True) for x in (q, k, v))
        exact = attncheck.attention(a, b, c)
        assert isinstance(exact, torch.Tensor) and exact.dtype == torch.float64
        sinks = torch.arange(a.shape[1])
        same = (attncheck.attention(a, b, c, sinks=x) for x in (sinks.to(dtype), sinks))
        assert torch.equal(*same)
        fast = attncheck.attention(a, b, c, variant="fast")
        assert fast.dtype == dtype
        attncheck.assert_close(fast, a, b, c)
        attncheck.assert_close(torch.nn.functional.scaled_dot_product_attention(a, b, c), a, b, c)


def test_arrays_of_jax():
    jnp = pytest.importorskip("jax.numpy")
    q, k, v = (jnp.asarray(x) for x in operands())
    for dtype in (jnp.float32, jnp.bfloat16):
        a, b, c = (x.astype(dtype) for x in (q, k, v))
        fast = attncheck.attention(a, b, c, variant="fast")
        assert type(fast).__module__.startswith("jax") and fast.dtype == dtype
        attncheck.assert_close(fast, a, b, c)


def test_nothing_is_said_without_need(capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        attncheck.assert_close(attncheck.attention(*operands(), variant="fast"), *operands())
    assert capfd.readouterr() == ("", "")
