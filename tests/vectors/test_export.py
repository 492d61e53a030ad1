#!/usr/bin/env python3
"""Tests export.py: python3 tests/vectors/test_export.py [--shared DIR]

Exports, then evaluates every case in binary64 with attention written here, apart from the exporter and from the
reference in C, and compares all expected outputs. Closes with 'N passed, M failed'."""
import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "data" / "activations"
TOLERANCE = {"float64": 1e-12, "float32": 2e-6, "float16": 5e-4, "bfloat16": 4e-3}  # absolute, by the dtype of the expected output
OF_LARGEST = {"float16": 2**-10, "bfloat16": 2**-7}  # two roundings, as a share of the largest output: of cases that exceed the above
EXPECTED = {"out", "lse", "weights", "y"}

counts = {True: 0, False: 0}
wider = {}  # cases with a tolerance of their own: whether they need it in any set


def check(passed, what):
    """Counts one assertion and names it if it fails."""
    counts[bool(passed)] += 1
    if not passed:
        print(f"FAIL {what}")


# ---- the oracle

def attention(options, t):
    """out, lse and weights in binary64 of the tensors of a case, BHSD."""
    q, k, v = t["q"], t["k"], t["v"]
    (batch, heads, q_len, d_k), keys = q.shape, k.shape[2]
    k, v = (np.repeat(x, heads // x.shape[1], axis=1) for x in (k, v))
    shape = (batch, heads, q_len, keys)

    kv_len = t["kv_len"] if "kv_len" in t else np.full(batch, keys)
    shift = {"top-left": np.zeros(batch), "bottom-right": kv_len - q_len, None: np.full(batch, np.nan),
             "offset": np.full(batch, options.get("offset", np.nan))}[options.get("alignment")]
    b, _, i, j = np.indices(shape, sparse=True)
    position = i + shift[b]
    left, right = (np.inf if side is None else side for side in options.get("window") or (None, None))
    visible = np.broadcast_to(j < kv_len[b], shape).copy()
    if options.get("causal"):
        visible &= j <= position
    if left < np.inf or right < np.inf:
        visible &= (position - left <= j) & (j <= position + right)
    if "mask" in t:
        visible &= t["mask"]

    s = q @ k.swapaxes(2, 3) * (options["scale"] or 1 / np.sqrt(d_k))
    cap = options.get("softcap", 0)
    if cap:
        s = cap * np.tanh(s / cap)
    if "bias" in t:
        visible &= t["bias"] > -np.inf
        s = s + t["bias"]
    s = np.where(visible, s, -np.inf)
    some = visible.any(axis=-1, keepdims=True)
    m = np.where(some, s.max(axis=-1, keepdims=True), 0)
    e = np.exp(s - m)
    total = np.where(some, e.sum(axis=-1, keepdims=True), 1)
    weights = e / total
    lse = np.where(some, m + np.log(total), -np.inf)[..., 0]
    return {"out": weights @ v, "lse": lse, "weights": weights}


def layer(options, t):
    """y of a multi-head layer: projections, self-attention, W_O."""
    heads = t["q"].shape[1]

    def projected(name):
        x = t["x"] @ t[f"w_{name}"].T + t[f"b_{name}"]
        return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)

    out = attention(options, {name: projected(name) for name in "qkv"})["out"].swapaxes(1, 2)
    return out.reshape(*out.shape[:2], -1) @ t["w_o"].T + t["b_o"]


def distance(got, expected):
    """Largest |got - expected|; equal infinities are at distance 0, and NaN is at distance NaN."""
    if got.shape != expected.shape:
        return np.inf
    with np.errstate(invalid="ignore"):
        return np.where(got == expected, 0, np.abs(got - expected)).max()


# ---- case directories

def read_case(folder):
    """case.json, and the tensors widened to binary64 (mask and kv_len as they are)."""
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    tensors = {}
    for name, about in case["tensors"].items():
        x = np.load(folder / f"{name}.npy")
        if about["dtype"] == "bfloat16":
            assert x.dtype == np.uint16
            x = (x.astype(np.uint32) << 16).view(np.float32)
        else:
            assert x.dtype.name == about["dtype"]
        assert list(x.shape) == about["shape"] and x.flags.c_contiguous
        tensors[name] = x if name in ("mask", "kv_len") else x.astype(np.float64)
    return case, tensors


def judge(case, tensors, options):
    """The outputs expected of a case: (distance, dtype, tolerance) of each."""
    got = attention(options, tensors)
    if "y" in tensors:
        got["y"] = layer(options, tensors)
    for name in sorted(EXPECTED & set(tensors)):
        dtype = case["tensors"][name]["dtype"]
        yield distance(got[name], tensors[name]), dtype, case["tolerance"] if "tolerance" in case else TOLERANCE[dtype]


def cases_of(folder):
    return json.loads((folder / "index.json").read_text(encoding="utf-8"))["cases"]


def evaluate(folder, title):
    """Judges every case of a directory of case directories; prints the worst of each dtype."""
    judged = {}
    for name in cases_of(folder):
        case, tensors = read_case(folder / name)
        verdicts = list(judge(case, tensors, case["options"]))
        check(verdicts and all(d <= limit for d, _, limit in verdicts), f"{title} {name}: {verdicts}")
        for d, dtype, limit in verdicts:
            judged.setdefault(dtype, []).append((d, limit, name))
        if verdicts and (dtype := verdicts[0][1]) in OF_LARGEST:
            if case["tolerance"] != TOLERANCE[dtype]:
                check(case["tolerance"] == OF_LARGEST[dtype] * np.abs(tensors["out"]).max(), f"{title} {name}: tolerance")
                wider[name] = wider.get(name, False) or max(d for d, _, _ in verdicts) > TOLERANCE[dtype]
    for dtype, rows in sorted(judged.items()):
        d, limit, name = max(rows)
        print(f"{title}: {len(rows)} outputs in {dtype}, worst error {d:.3g}, allowed {limit:.3g}, in {name}")


def without(name, options, tensors):
    """A case with one thing left out: an option, or a tensor."""
    return ({key: value for key, value in options.items() if key != name}, {key: x for key, x in tensors.items() if key != name})


def test_notice(folder):
    """Every option and every optional tensor matters: leaving it out makes at least one case fail."""
    for name in ("softcap", "causal", "window", "mask", "bias", "kv_len", "scale", "top-left", "bottom-right", "offset"):
        having = noticed = 0
        for path in cases_of(folder):
            case, tensors = read_case(folder / path)
            options = case["options"]
            if name not in tensors and not options.get(name) and options.get("alignment") != name:
                continue
            having += 1
            if options.get("alignment") == name:  # put the diagonal elsewhere
                options = options | {"alignment": "bottom-right" if name == "top-left" else "top-left"}
            else:
                options, tensors = without(name, options, tensors)
            verdicts = judge(case, tensors, {"scale": None} | options)
            noticed += any(not d <= limit for d, _, limit in verdicts)
        print(f"without {name}: noticed by {noticed} of {having} cases")
        check(noticed > 0, f"no case notices that {name} is left out")


# ---- the exporter

def run_export(out, *arguments, wheel=True):
    """export.py in a process of its own, if asked as though the onnx wheel were not installed."""
    hide = "" if wheel else "sys.modules['onnx'] = None; "
    code = f"import sys, runpy; {hide}sys.argv[0] = 'export.py'; sys.path.insert(0, {str(HERE)!r}); " \
           f"runpy.run_path({str(HERE / 'export.py')!r}, run_name='__main__')"
    return subprocess.run([sys.executable, "-c", code, "--out", str(out), *arguments], capture_output=True, text=True, check=False)


def test_export(out, wheel):
    """Exports twice: the second export replaces the first and is the same, byte by byte. Nothing is skipped."""
    first = run_export(out, *sys.argv[1:], wheel=wheel)
    print(first.stdout + first.stderr, end="")
    if first.returncode:
        return first.returncode
    before = contents(out)
    check(run_export(out, *sys.argv[1:], wheel=wheel).returncode == 0 and contents(out) == before, f"{out.name}: two exports differ")
    check("  skipped " not in first.stdout, f"{out.name}: tests were skipped")
    return 0


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_same_tests(wheel, stored):
    """What is stored and what the wheel generates are the same tests: equal inputs, outputs within their tolerance."""
    for name in sorted(set(cases_of(wheel / "onnx")) & set(cases_of(stored / "onnx"))):
        (case, a), (other, b) = (read_case(folder / "onnx" / name) for folder in (wheel, stored))
        same = case["options"] == other["options"] and case["tensors"] == other["tensors"] and all(
            distance(a[x], b[x]) <= 2 * case.get("tolerance", 2e-6) if x in EXPECTED else np.array_equal(a[x], b[x]) for x in a)
        check(same, f"{name}: the stored test is not the one of the wheel")


def stored_test(folder, attributes=None, **arrays):
    """Stores a test of ONNX Attention with a past, one key and one value, but for the arrays given."""
    one = np.ones((1, 1, 1, 2), dtype=np.float32)
    return store(folder, "test_attention_past", attributes, {
        "Q": one, "K": one, "V": one, "past_key": one, "past_value": one, "Y": one,
        "present_key": np.repeat(one, 2, axis=2), "present_value": np.repeat(one, 2, axis=2)} | arrays)


def store(folder, name, attributes, arrays):
    """Stores a test of ONNX Attention as the decoded vectors are stored."""
    path = folder / "onnx" / name
    path.mkdir(parents=True)
    about = {name: {"dtype": x.dtype.name, "shape": list(x.shape)} for name, x in arrays.items()}
    for name, x in arrays.items():
        np.save(path / f"{name}.npy", x)
    (path / "case.json").write_text(json.dumps({"op": "Attention", "source": "made here", "attributes": attributes or {},
                                                "inputs": about, "outputs": {}}), encoding="utf-8")
    return path


def test_refusals(scratch):
    """Bad input: the exit status, one line that says what is wrong, and nothing written."""
    def refused(name, status, text, prepare):
        shared, out = scratch / name, scratch / f"{name}-out"
        prepare(shared)
        result = run_export(out, "--shared", str(shared), wheel=False)
        lines = result.stderr.splitlines()
        check(result.returncode == status and len(lines) == 1 and text in lines[0] and not out.exists()
              and not out.with_name(out.name + ".tmp").exists(), f"{name}: status {result.returncode}: {result.stdout}{result.stderr}")

    mode_2 = np.array([[[[1.0, -np.inf]]]], dtype=np.float32)
    refused("nothing", 2, "nothing to export", lambda shared: None)
    refused("present", 1, "present_key is not past_key followed by K",
            lambda shared: stored_test(shared, present_key=np.zeros((1, 1, 2, 2), dtype=np.float32)))
    refused("hidden", 1, "qk_matmul_output is not -inf just where a key is hidden",
            lambda shared: stored_test(shared, {"qk_matmul_output_mode": 2}, qk_matmul_output=mode_2))
    refused("heads", 1, "Q has 2 columns, and q_num_heads is 0",
            lambda shared: stored_test(shared, Q=np.ones((1, 1, 2), dtype=np.float32)))
    refused("broadcast", 1, "broadcast", lambda shared: stored_test(shared, {"qk_matmul_output_mode": 2}, qk_matmul_output=mode_2,
                                                                    attn_mask=np.ones((3, 3, 1, 2), dtype=np.float32)))
    refused("shape", 2, "case.json promises", lambda shared: np.save(stored_test(shared) / "V.npy", np.ones(3, dtype=np.float32)))
    refused("truncated", 2, "a .npy file was expected", lambda shared: (stored_test(shared) / "Q.npy").write_bytes(b""))
    refused("json", 2, "a JSON object was expected", lambda shared: (stored_test(shared) / "case.json").write_text("{"))
    refused("members", 2, "attributes, inputs, outputs was expected",
            lambda shared: (stored_test(shared) / "case.json").write_text('{"op": "Attention", "source": ""}'))

    stored_test(scratch / "good")
    result = run_export(scratch / "good-out", "--shared", str(scratch / "good"), wheel=False)
    check(result.returncode == 0 and cases_of(scratch / "good-out") == ["onnx/test_attention_past"], f"good: {result.stderr}")
    stored_test(scratch / "unknown", {"rotary": 1})
    result = run_export(scratch / "unknown-out", "--shared", str(scratch / "unknown"), wheel=False)
    check("  skipped test_attention_past: no meaning is known here for rotary" in result.stdout, f"unknown attribute: {result.stdout}")

    (scratch / "letters").mkdir()
    (scratch / "letters" / "a").write_text("kept")
    result = run_export(scratch / "letters", "--shared", str(scratch / "good"), wheel=False)
    check(result.returncode == 2 and (scratch / "letters" / "a").exists(), "a folder that is no export was replaced")


def test_masked_scores(scratch):
    """Scores after window, kv_len and mask together, which no test of ONNX has: exported as written down here by hand."""
    seen = np.array([[[[1, 1, 0, 0, 0], [0, 1, 0, 1, 0], [0, 0, 0, 1, 0]]]], dtype=np.bool_)
    q, kv = np.ones((1, 1, 3, 2), dtype=np.float32), np.ones((1, 1, 5, 2), dtype=np.float32)
    store(scratch / "masked", "test_attention", {"qk_matmul_output_mode": 2, "left_window_size": 1, "right_window_size": 1}, {
        "Q": q, "K": kv, "V": kv, "attn_mask": np.array([1, 1, 0, 1, 1], dtype=np.bool_), "nonpad_kv_seqlen": np.array([4]),
        "Y": q, "qk_matmul_output": np.where(seen, np.sqrt(2), -np.inf).astype(np.float32)})
    result = run_export(scratch / "masked-out", "--shared", str(scratch / "masked"), wheel=False)
    check(result.returncode == 0, f"masked scores: {result.stderr}")
    if result.returncode == 0:
        evaluate(scratch / "masked-out", "made here")


def test_sample(exported):
    """The committed sample is what the exporter writes for these cases."""
    if not (exported / "minilm").is_dir():
        print("tests/data/activations: not compared with its source, which is not here")
        return
    for name in cases_of(SAMPLE):
        check(contents(SAMPLE / name) == contents(exported / "minilm" / name), f"{SAMPLE.name}/{name} differs from its source")


def main():
    check(not distance(np.array([np.nan]), np.array([0.0])) <= 1 and not distance(np.array([np.nan]), np.array([np.nan])) <= 1
          and distance(np.array([-np.inf]), np.array([-np.inf])) == 0 and distance(np.array([-np.inf]), np.array([0.0])) == np.inf,
          "distance: NaN, infinity")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        generated, stored = scratch / "generated", scratch / "stored"
        has_wheel = find_spec("onnx") is not None
        if has_wheel:
            check(test_export(generated, wheel=True) == 0, "the exporter fails with the wheel")
            for name in ("onnx", "flex", "window", "minilm"):
                if (generated / name).is_dir():
                    evaluate(generated / name, name)
        status = test_export(stored, wheel=False)
        check(status == 0 or has_wheel and status == 2, "the exporter fails without the wheel")
        if status == 0:
            for name in ("onnx",) if has_wheel else ("onnx", "flex", "window", "minilm"):
                evaluate(stored / name, f"{name}, stored")
        if has_wheel and status == 0:
            test_same_tests(generated, stored)
        exported = generated if has_wheel else stored
        if exported.is_dir():
            test_notice(exported)
            test_sample(exported)
        test_masked_scores(scratch)
        test_refusals(scratch)
    evaluate(SAMPLE, SAMPLE.name)
    for name, needed in wider.items() if has_wheel else ():
        check(needed, f"{name}: a tolerance of its own, and no need of it")
    print(f"{counts[True]} passed, {counts[False]} failed")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
