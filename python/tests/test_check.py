"""check: a callable through the whole checker.

Would notice: a wrong callable that passes; a fault that is reported as another one; a right callable that fails; a
report that names a case other than the failing one.
"""

import copy
import json
import pickle
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from plain import attention, operands

import attncheck

SMALL = attncheck.Supports(head_sizes=(8, 16), keys_most=64, q_len_most=64, strided=False)


def small(fn, **options):
    return attncheck.check(fn, **{"dtypes": ["float32"], "supports": SMALL, **options})


def test_a_right_one_passes_in_every_type():
    report = attncheck.check(attention, dtypes=["float64", "float32", "float16"], supports=SMALL)
    assert report.ok, str(report)
    assert sum(report.to_json()["types"][t]["passed"] for t in ("f64", "f32", "f16")) > 1000
    unjudged = {(one["option"], one["level"]) for one in report.never_judged}
    assert ("causal", "top-left") in unjudged and ("sink", "normal") in unjudged
    assert not any(option == "softcap" for option, _ in unjudged)


def test_bfloat16_of_numpy():
    pytest.importorskip("ml_dtypes")
    report = small(attention, dtypes=["bfloat16"])
    assert report.ok, str(report)


def test_all_options_reach_the_callable():
    seen = set()

    def reference(q, k, v, **options):
        seen.update(options)
        return attncheck.attention(q, k, v, variant="fast", **options)

    report = small(reference)
    assert report.ok, str(report)
    assert seen == {"causal", "window", "diagonal", "mask", "bias", "kv_len", "scale", "softcap", "sinks"}
    assert not {one["option"] for one in report.never_judged} - {
        "layout",
        "columns",
        "heads",
        "lengths",
        "dtype",
        "lse",
    }


def test_a_wrong_one_fails_and_is_repeated():
    def wrong(q, k, v, *, mask=None, scale=None):
        if scale is None and q.shape[-1] == 16:
            scale = 0.24
        return attention(q, k, v, mask=mask, scale=scale)

    report = small(wrong)
    assert not report.ok
    assert "16 columns" in str(report)
    case = next(one["smallest"] for one in report.failures if "smallest" in one)
    assert f"attncheck.check(wrong, case='{case}')" in str(report)
    again = small(wrong, case=case)
    assert not again.ok and len(again.failures) == 1
    assert small(attention, case=case).ok
    with pytest.raises(AssertionError, match="fail: "):
        report.raise_if_failed()


def test_lse_and_weights():
    def all_of(q, k, v, *, causal=None):
        found = attncheck.attention(q, k, v, causal=causal, variant="blocked", return_lse=True, return_weights=True)
        return tuple(found)

    assert small(all_of, returns=("out", "lse", "weights")).ok

    def wrong_weights(q, k, v, *, causal=None):
        found = all_of(q, k, v, causal=causal)
        return (*found[:2], found[2] * np.float32(1.01))

    report = small(wrong_weights, returns=("out", "lse", "weights"))
    assert not report.ok and "weights at [" in str(report) and "out at [" not in str(report)

    def in_base_2(q, k, v):
        found = attncheck.attention(q, k, v, variant="fast", return_lse=True)
        return found.out, found.lse * np.float32(np.log2(np.e))

    report = small(in_base_2, returns=("out", "lse"))
    assert not report.ok and "lse-base-2" in str(report)
    assert small(in_base_2, returns=("out", "lse"), accept="lse-base-2").ok


def test_names_of_the_callable():
    def torch_like(q, k, v, attn_mask=None, is_causal=False):
        return attncheck.attention(q, k, v, mask=attn_mask, causal="top-left" if is_causal else None, variant="fast")

    def top_left_only(value):
        if value != "top-left":
            raise NotImplementedError("only the top left")
        return {"is_causal": True}

    report = small(torch_like, options={"mask": "attn_mask", "causal": top_left_only})
    assert report.ok, str(report)
    assert report.to_json()["judged"]["causal"]["top-left"] > 20
    unjudged = {(one["option"], one["level"]) for one in report.never_judged}
    assert ("causal", "bottom-right") in unjudged and ("causal", "top-left") not in unjudged


def test_layout():
    def bshd(q, k, v, *, causal=None):
        assert q.ndim == 4 and (q.shape[2] == k.shape[2] or q.shape[2] > k.shape[2])
        return attncheck.attention(q, k, v, causal=causal, layout="BSHD", variant="fast")

    assert small(bshd, layout="BSHD").ok


def test_exceptions_fail_with_their_traceback():
    def raises(q, k, v):
        if q.shape[2] > 3:
            raise ValueError("too many\nqueries")
        return attention(q, k, v)

    report = small(raises)
    assert not report.ok and "ValueError: too many queries" in str(report)
    assert any('raise ValueError("too many' in trace for trace in report.errors.values())
    assert all(case.startswith("dtype=f32") for case in report.errors)


def test_not_implemented_skips_and_is_listed():
    def refuses(q, k, v, *, mask=None):
        if mask is not None:
            raise NotImplementedError("no masks here")
        return attention(q, k, v)

    report = small(refuses)
    assert report.ok
    assert any(one["option"] == "mask" for one in report.never_judged)


@pytest.mark.parametrize(
    "result, says",
    [
        (lambda q: q[:, :, :, :1], "out: expected shape"),
        (lambda q: q.astype(np.float64), "out: expected float32, found float64"),
        (lambda q: (q, q), "expected out, found 2 values"),
        (lambda q: None, "out: expected an array, found None"),
        (lambda q: "text", "out: expected float64, float32, float16 or bfloat16"),
    ],
)
def test_what_is_no_answer_is_told(result, says):
    report = small(lambda q, k, v: result(q), case="dtype=f32 q_len=3 keys=4 d_k=8 d_v=8")
    assert not report.ok and says in str(report)


def test_zeros_nan_and_changed_inputs_fail():
    def changes(q, k, v):
        v[...] = 0
        return np.zeros_like(q)

    assert "it changed its inputs" in str(small(changes, case="dtype=f32 q_len=3 keys=4 d_k=8 d_v=8"))
    assert not small(lambda q, k, v: np.zeros((*q.shape[:3], v.shape[3]), q.dtype)).ok
    assert not small(lambda q, k, v: np.full((*q.shape[:3], v.shape[3]), np.nan, q.dtype)).ok


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_interrupts_stop_the_run(interrupt):
    calls = 0

    def stops(q, k, v):
        nonlocal calls
        calls += 1
        if calls == 20:
            raise interrupt
        return attention(q, k, v)

    with pytest.raises(interrupt):
        small(stops)
    assert calls == 20


def test_slow_calls_are_given_up():
    import time

    calls = 0

    def slow(q, k, v):
        nonlocal calls
        calls += 1
        time.sleep(0.05)
        return attention(q, k, v)

    report = small(slow, timeout=0.01)
    assert not report.ok and "hung" in str(report)
    assert calls <= 6  # three to find out what it supports, three cases


def test_every_form_has_the_failures():
    report = small(lambda q, k, v: attention(q, k, v) * np.float32(1.001))
    failures = len(report.failures)
    assert failures > 100
    suites = ElementTree.fromstring(report.to_junit())
    assert len(suites.findall(".//testcase/failure")) >= failures
    sarif = json.loads(report.to_sarif())
    results = sarif["runs"][0]["results"]
    assert sum(one["level"] == "error" for one in results) >= failures
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("test_check.py") and place["region"]["startLine"] > 1
    assert "FAIL" in report.to_html() and "iframe" in report._repr_html_()
    assert repr(report).startswith("fail: ")


def test_maps_stand_with_their_cases():
    def drops_the_tail(q, k, v):
        whole = k.shape[2] // 16 * 16 or None
        return attention(q, k[:, :, :whole], v[:, :, :whole])

    report = small(drops_the_tail)
    mapped = [one for one in report.failures if "grid" in one]
    assert mapped and "grid" in report.failures[0]
    for one in mapped:
        sizes = dict(word.split("=") for word in one["case"].split())
        grid = one["grid"]
        assert grid["queries"] == int(sizes.get("q_len", 1)) and grid["width"] == int(sizes["d_v"])
        assert grid["head"] < int(sizes.get("q_heads", 1)) and grid["batch"] < int(sizes.get("batch", 1))
        assert len(one["smallest"]) <= len(one["case"])


@pytest.mark.parametrize(
    "options, says",
    [
        ({"suite": "small"}, "quick, full, conventions"),
        ({"case": "keys=-1"}, "keys"),
        ({"accept": "no-such"}, "no-such"),
        ({"dtypes": ["int8"]}, "int8"),
        ({"returns": ("lse",)}, "out, then lse"),
        ({"returns": ("out", "lse", "lse")}, "out, then lse"),
        ({"options": {"causl": "is_causal"}}, "options: expected names among causal, .*found 'causl'"),
        ({"options": {"causal": 1}}, "options: causal: expected a name or a function"),
        ({"layout": "SBHD"}, "layout: expected BHSD or BSHD, found 'SBHD'"),
        ({"layout": "bshd"}, "layout: expected BHSD or BSHD"),
        ({"framework": "tf"}, "framework: expected numpy, torch or jax, found 'tf'"),
        ({"seed": 2**64}, "seed: expected a number of 64 bits"),
        ({"arithmetic": attncheck.Arithmetic(accumulate="int8")}, "int8"),
    ],
)
def test_bad_arguments_are_refused(options, says):
    with pytest.raises(ValueError, match=says):
        small(attention, **options)


def test_what_is_no_function_is_refused():
    for no_function in (None, "attention"):
        with pytest.raises(TypeError, match="fn: expected a callable"):
            small(no_function)


@pytest.mark.parametrize(
    "said, says",
    [
        ({"head_sizes": (-1,)}, "head_sizes: expected a number, 0 or more, found -1"),
        ({"head_sizes": 64}, "head_sizes: expected a sequence of numbers, found 64"),
        ({"head_sizes": range(8, 80, 8)}, "head_sizes: expected 8 at most, found 9"),
        ({"q_len_most": 1 << 70}, "q_len_most: expected a number"),
        ({"head_size_multiple": 64.0}, "head_size_multiple: expected a number"),
        ({"keys_most": True}, "keys_most: expected a number"),
        ({"mask": "no"}, "mask: expected True, False or None, found 'no'"),
    ],
)
def test_bad_supports_are_refused(said, says):
    with pytest.raises(ValueError, match=says):
        attncheck.Supports(**said)


def test_a_number_of_numpy_limits():
    seen = []

    def fn(q, k, v):
        seen.append(q.shape[2])
        return attention(q, k, v)

    small(fn, supports=attncheck.Supports(head_sizes=[np.int64(8)], q_len_most=np.int64(16), keys_most=16))
    assert max(seen) == 16


def test_a_callable_may_keep_what_it_is_given():
    kept = []

    def keeps(q, k, v):
        kept.append((q, q.copy()))
        return attention(q, k, v)

    assert small(keeps).ok
    assert all(np.array_equal(q, was, equal_nan=True) for q, was in kept)


def test_strides_reach_the_callable():
    """Would notice operands that are packed on the way to the callable."""
    seen = set()

    def fn(q, k, v):
        seen.add(k.flags.c_contiguous)
        return attention(q, k, v)

    assert small(fn, supports=attncheck.Supports(head_sizes=(8,), keys_most=16, q_len_most=16)).ok
    assert seen == {False, True}


def test_a_changed_input_is_seen():
    def changes(q, k, v):
        out = attention(q, k, v)
        q *= 0
        return out

    report = small(changes)
    assert not report.ok and "changed" in str(report)


class Unreadable(Exception):
    def __str__(self):
        raise ValueError("no text")


def test_exceptions_that_cannot_be_printed():
    """Would notice an exception that leaves a callback, after which its result is chance."""
    case = "dtype=f32 q_len=3 keys=4 d_k=8 d_v=8"

    def fn_of(error):
        def fn(q, k, v):
            raise error

        return fn

    for error, says in ((RuntimeError("fichier \udce9"), "RuntimeError: fichier ?"), (Unreadable(), "Unreadable: ")):
        report = small(fn_of(error), case=case)
        assert not report.ok and says in str(report) and "unknown status" not in str(report)
    with pytest.raises(ValueError, match="no case could be judged"):
        small(fn_of(NotImplementedError("fichier \udce9")), suite="conventions")


def test_what_is_no_exception_ends_the_run():
    class Ends(BaseException):
        pass

    def fn(q, k, v):
        raise Ends

    with pytest.raises(Ends):
        small(fn)


def test_a_case_can_be_copied():
    case = attncheck.Case("dtype=f32 q_len=3 keys=4 d_k=8 d_v=8 seed=3", layout="BSHD")
    for other in (copy.copy(case), copy.deepcopy(case), pickle.loads(pickle.dumps(case))):
        assert np.array_equal(other.q, case.q) and other.q is not case.q and other.layout == "BSHD"
        del case
        case = other
    case.assert_close(attncheck.attention(case.q, case.k, case.v, layout="BSHD"))


def test_nothing_is_printed_unless_asked(capfd, monkeypatch):
    case = "dtype=f32 q_len=3 keys=4 d_k=8 d_v=8"
    monkeypatch.setitem(sys.modules, "ipykernel", sys)  # a notebook's package, outside of one
    small(attention, case=case)
    assert capfd.readouterr() == ("", "")
    small(attention, case=case, progress=True)
    out, err = capfd.readouterr()
    assert out == "" and "attention: " in err


def test_torch():
    torch = pytest.importorskip("torch")

    def eager(q, k, v, *, mask=None, scale=None):
        group = q.shape[1] // k.shape[1]
        k, v = k.repeat_interleave(group, 1).float(), v.repeat_interleave(group, 1).float()
        s = q.float() @ k.mT * (q.shape[-1] ** -0.5 if scale is None else scale)
        s = s if mask is None else s.masked_fill(~mask, -torch.inf)
        return (torch.softmax(s, -1) @ v).to(q.dtype)

    report = small(eager, framework="torch", dtypes=["float32", "bfloat16"], accept="all")
    assert report.ok, str(report)
    report = small(lambda q, k, v: eager(q, k, v, scale=0.1), framework="torch", dtypes=["bfloat16"])
    assert not report.ok and "scale" in str(report)


def test_jax():
    jnp = pytest.importorskip("jax.numpy")
    import jax

    def eager(q, k, v, *, scale=None):
        group = q.shape[1] // k.shape[1]
        k, v = (jnp.repeat(x.astype(jnp.float32), group, 1) for x in (k, v))
        s = jnp.einsum("bhid,bhjd->bhij", q.astype(jnp.float32), k, precision="highest")
        p = jax.nn.softmax(s * (q.shape[-1] ** -0.5 if scale is None else scale), axis=-1)
        return jnp.einsum("bhij,bhjd->bhid", p, v, precision="highest").astype(q.dtype)

    one = "dtype=f32 batch=2 q_heads=4 kv_heads=2 q_len=5 keys=9 d_k=16 d_v=16 seed=3"
    assert small(eager, framework="jax", case=one).ok
    assert small(eager, framework="jax", dtypes=["bfloat16"], case=one.replace("f32", "bf16")).ok


def test_operands_of_the_tests_differ():
    assert not np.array_equal(operands(0)[0], operands(1)[0])
