"""Rewrites a test of ONNX Attention (opset 23 to 25) as cases of attest.

What the operator means and how each part is said here (onnx/reference/ops/op_attention.py, and the operator's text
[ONNX2025]):
  3-D inputs        (batch, position, head * column), head-major; q_num_heads and kv_num_heads split them.
  past_key, past_value  stand before K and V; present_key and present_value are the two joined.
  attn_mask         right-aligned; true = visible, or added to the scores; a last dimension shorter than the keys is filled
                    up with false or -inf.
  nonpad_kv_seqlen  kv_len.
  is_causal, left_window_size, right_window_size  around the diagonal j = i + offset, with offset = keys of the past, else
                    nonpad_kv_seqlen - q_len (bottom-right), else 0 (top-left). A window side of -1 has no limit.
  softmax_precision decides rounding only: nothing to say.
  qk_matmul_output  by qk_matmul_output_mode: 0 the scaled scores, 1 after softcap, 2 after the mask too, 3 the weights.

attest has no output for scores, but the log-sum-exp of a key that stands alone is its score. So modes 0 to 2 become a
second case, __scores, in which every key of every batch entry is a batch entry with that one key, and lse is expected.
"""
from dataclasses import dataclass

import numpy as np

INPUTS = {"Q", "K", "V", "attn_mask", "past_key", "past_value", "nonpad_kv_seqlen"}
OUTPUTS = {"Y", "present_key", "present_value", "qk_matmul_output"}
ATTRIBUTES = {
    "scale", "softcap", "is_causal", "q_num_heads", "kv_num_heads", "left_window_size", "right_window_size",
    "qk_matmul_output_mode", "softmax_precision",
}
SCORES, SCORES_CAPPED, SCORES_MASKED, WEIGHTS = range(4)  # qk_matmul_output_mode


class Inexpressible(Exception):
    """attest has no words for this test."""


class Inconsistent(Exception):
    """The test contradicts itself, or what is written above about the operator."""


@dataclass
class Case:
    """options and tensors of a case directory, layout BHSD; suffix is appended to the name of the test."""
    suffix: str
    options: dict
    tensors: dict
    note: str = ""


def convert(arrays, attributes):
    """The cases that say what a test says: arrays by the operator's names of inputs and outputs; attributes as given."""
    unknown = sorted((set(arrays) - INPUTS - OUTPUTS) | (set(attributes) - ATTRIBUTES))
    if unknown:
        raise Inexpressible("no meaning is known here for " + ", ".join(unknown))
    if attributes.get("scale") == 0:
        raise Inexpressible("scale 0 stands for the default")

    missing = sorted({"Q", "K", "V", "Y"} - set(arrays))
    if missing:
        raise Inconsistent("it lacks " + ", ".join(missing))

    arrays = split_heads(arrays, attributes)
    tensors = {"q": arrays["Q"], "k": joined(arrays, "past_key", "K", "present_key"),
               "v": joined(arrays, "past_value", "V", "present_value")}
    if "attn_mask" in arrays:
        mask = filled_up(arrays["attn_mask"], tensors["k"].shape[2])
        tensors["mask" if mask.dtype == np.bool_ else "bias"] = mask
    if "nonpad_kv_seqlen" in arrays:
        tensors["kv_len"] = arrays["nonpad_kv_seqlen"]
    options = {"scale": attributes.get("scale")}
    if attributes.get("softcap", 0) > 0:
        options["softcap"] = attributes["softcap"]
    options |= diagonal(arrays, attributes)

    main = Case("", options, tensors | {"out": arrays["Y"]})
    cases = [main]
    if "qk_matmul_output" in arrays:
        mode = attributes.get("qk_matmul_output_mode", SCORES)
        if mode == WEIGHTS:
            main.tensors["weights"] = arrays["qk_matmul_output"]
        else:
            cases.append(scores_case(options, tensors, arrays["qk_matmul_output"], mode))
    return cases


def split_heads(arrays, attributes):
    """The arrays with Q, K, V and Y 4-D: batch, head, position, column."""
    if arrays["Q"].ndim == 4:
        return arrays
    heads = {"Q": "q_num_heads", "K": "kv_num_heads", "V": "kv_num_heads", "Y": "q_num_heads"}
    split = dict(arrays)
    for name, attribute in heads.items():
        batch, positions, width = arrays[name].shape
        count = attributes.get(attribute, 0)
        if count < 1 or width % count:
            raise Inconsistent(f"{name} has {width} columns, and {attribute} is {count}")
        split[name] = arrays[name].reshape(batch, positions, count, width // count).swapaxes(1, 2)
    return split


def joined(arrays, past, new, present):
    """The past and the new keys (or values), checked against the present ones where the test has them."""
    whole = np.concatenate((arrays[past], arrays[new]), axis=2) if past in arrays else arrays[new]
    if present in arrays and not (arrays[present].dtype == whole.dtype and np.array_equal(arrays[present], whole)):
        raise Inconsistent(f"{present} is not {past} followed by {new}")
    return whole


def filled_up(mask, keys):
    """The mask with as many columns as there are keys."""
    hidden = False if mask.dtype == np.bool_ else -np.inf
    missing = np.full((*mask.shape[:-1], keys - mask.shape[-1]), hidden, dtype=mask.dtype)
    return np.concatenate((mask, missing), axis=-1)


def diagonal(arrays, attributes):
    """The options that hide keys by position."""
    causal = bool(attributes.get("is_causal", 0))
    sides = [None if size < 0 else size for size in
             (attributes.get("left_window_size", -1), attributes.get("right_window_size", -1))]
    options = {"causal": causal}
    if sides != [None, None]:
        options["window"] = sides
    if not causal and "window" not in options:
        return options
    if "past_key" in arrays:
        return options | {"alignment": "offset", "offset": arrays["past_key"].shape[2]}
    return options | {"alignment": "bottom-right" if "nonpad_kv_seqlen" in arrays else "top-left"}


def visible(options, tensors):
    """Where a key is visible to a query but for the bias: batch, head or 1, query, key."""
    batch, _, q_len, _ = tensors["q"].shape
    keys = tensors["k"].shape[2]
    kv_len = tensors.get("kv_len", np.full(batch, keys)).reshape(batch, 1, 1, 1)
    offset = {"bottom-right": kv_len - q_len, "offset": options.get("offset")}.get(options.get("alignment"), 0)
    ahead = np.arange(keys) - np.arange(q_len).reshape(q_len, 1) - offset  # how far key j lies ahead of the diagonal
    left, right = options.get("window", (None, None))
    seen = np.broadcast_to(np.arange(keys) < kv_len, (batch, 1, q_len, keys))
    if options["causal"]:
        seen = seen & (ahead <= 0)
    if left is not None:
        seen = seen & (-ahead <= left)
    if right is not None:
        seen = seen & (ahead <= right)
    return seen & tensors["mask"] if "mask" in tensors else seen


def scores_case(options, tensors, qk, mode):
    """The case whose log-sum-exp is qk: batch entry b * keys + j holds key j of entry b, alone."""
    batch, kv_heads, keys, _ = tensors["k"].shape
    q_len = tensors["q"].shape[2]

    def alone(x):  # (batch, heads, q_len, keys) to (batch * keys, heads, q_len), key by key
        return np.moveaxis(x, 3, 1).reshape(batch * keys, x.shape[1], q_len)

    def column(x):  # the same for what broadcasts to it; one column
        heads = x.shape[-3] if x.ndim > 2 else 1
        return alone(np.broadcast_to(x, (batch, heads, q_len, keys)))[..., np.newaxis]

    single = {
        "q": np.repeat(tensors["q"], keys, axis=0),
        "k": np.moveaxis(tensors["k"], 2, 1).reshape(batch * keys, kv_heads, 1, -1),
        "v": np.zeros((batch * keys, kv_heads, 1, 1), dtype=tensors["v"].dtype),
        "lse": alone(qk),
    }
    kept = {"scale": options["scale"], "causal": False}
    if mode != SCORES and "softcap" in options:
        kept["softcap"] = options["softcap"]
    if mode == SCORES_MASKED:
        seen = visible(options, tensors)
        single["mask"] = column(seen)
        if "bias" in tensors:
            single["bias"] = column(tensors["bias"])
            seen = seen & (tensors["bias"] > -np.inf)
        if not np.array_equal(qk == -np.inf, np.broadcast_to(~seen, qk.shape)):
            raise Inconsistent("qk_matmul_output is not -inf just where a key is hidden")
    what = {SCORES: "the scaled scores", SCORES_CAPPED: "the scores after softcap", SCORES_MASKED: "the scores after the mask"}[mode]
    note = f"lse of each key alone is {what} (qk_matmul_output_mode {mode}); batch entry b * {keys} + j is key j of entry b"
    return Case("__scores", kept, single, note)
