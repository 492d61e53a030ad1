#!/usr/bin/env python3
"""Writes the conformance vectors as case directories: python3 tests/vectors/export.py --out build/vectors

Sets: onnx (ONNX Attention), flex (ONNX FlexAttention), window (local windows), minilm (activations of a real model);
README.md says where each comes from. Exit status: 0 written; 1 a vector contradicts itself; 2 bad usage or bad input;
3 the result cannot be written. OUT appears whole or not at all."""
import argparse
import json
import shutil
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from onnx_attention import Inconsistent, Inexpressible, convert

ROOT = Path(__file__).resolve().parents[2]
LICENSE = "Apache-2.0 (c) ONNX Project Contributors"

# The activations were computed in binary32 from scores of up to 73; their own rounding reaches 3.2e-6.
ACTIVATIONS_TOLERANCE = 5e-6

# Absolute, by the type of the expected output.
ABSOLUTE = {"float64": 1e-12, "float32": 2e-6, "float16": 5e-4, "bfloat16": 4e-3}

# ONNX computes its 16-bit cases in 16 bits and rounds at every step, the probabilities and the outputs among them: either may
# be off by the unit roundoff u of the format, relative to the largest output. In these cases that exceeds what is above.
ROUNDED_FURTHER = {"test_attention_4d_gqa_with_past_and_present_fp16", "test_attention_4d_padded_kv_bf16", "test_attention_4d_causal_bf16",
                   "test_attention_4d_causal_padded_kv_bf16"}
UNIT_ROUNDOFF = {"float16": 2.0**-11, "bfloat16": 2.0**-8}


class BadInput(Exception):
    """One line: what, where, what was expected."""


@dataclass
class Vector:
    """A test of ONNX Attention: arrays by the operator's names of inputs and outputs."""
    name: str
    arrays: dict
    attributes: dict
    about: dict  # source, license, note


def wheel_vectors():
    """The version of the onnx wheel and the tests it generates; (None, []) if it cannot be imported."""
    try:
        with warnings.catch_warnings():  # other operators' tests overflow on purpose while they are generated
            warnings.simplefilter("ignore")
            import onnx
            from onnx.backend.test.case.node import collect_testcases
            tests = collect_testcases("Attention")
    except ImportError:
        return None, []
    # The _expanded tests are the same data again, for the operator written out as a graph of simpler ones.
    return onnx.__version__, [wheel_vector(onnx, test) for test in tests if "_expanded" not in test.name]


def wheel_vector(onnx, test):
    node, = test.model.graph.node
    (inputs, outputs), = test.data_sets
    names = [name for name in [*node.input, *node.output] if name]
    arrays = dict(zip(names, [*inputs, *outputs], strict=True))
    attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    source = f"onnx {onnx.__version__} (PyPI), onnx.backend.test.case.node, opset {test.model.opset_import[0].version}"
    return Vector(test.name, arrays, attributes, {"source": source, "license": LICENSE})


def stored_vectors(folder, operator):
    """The tests of one operator among those stored, decoded, in a folder."""
    vectors = []
    for path in folders(folder):
        stored = read_about(path, "op", "source", "attributes", "inputs", "outputs")
        if stored["op"] != operator:
            continue
        arrays = {name: read_array(path, name, expected) for name, expected in (stored["inputs"] | stored["outputs"]).items()}
        about = {"source": stored["source"], "license": stored.get("license", LICENSE)}
        if "note" in stored:
            about["note"] = stored["note"]
        vectors.append(Vector(path.name, arrays, stored["attributes"], about))
    return vectors


def folders(parent):
    return sorted(path for path in parent.iterdir() if path.is_dir())


def read_about(folder, *members):
    """case.json of a folder, which must have these members."""
    path = folder / "case.json"
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}; a JSON object was expected") from error
    missing = [name for name in members if not isinstance(about, dict) or name not in about]
    if missing:
        raise BadInput(f"{path}: an object with {', '.join(missing)} was expected")
    return about


def read_array(folder, name, expected):
    """NAME.npy, checked against the dtype and shape that case.json promises."""
    path = folder / f"{name}.npy"
    try:
        array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise BadInput(f"{path}: {error}; a .npy file was expected") from error
    if describe(array) != expected:
        raise BadInput(f"{path}: holds {describe(array)}; case.json promises {expected}")
    return array


def describe(array):
    return {"dtype": array.dtype.name, "shape": list(array.shape)}


def write_case(folder, about, tensors):
    """One case directory; bfloat16, which NumPy cannot store, goes as its 16 bits."""
    folder.mkdir(parents=True)
    for name, array in tensors.items():
        bits = array.view(np.uint16) if array.dtype.name == "bfloat16" else array
        np.save(folder / f"{name}.npy", np.ascontiguousarray(bits, dtype=bits.dtype.newbyteorder("<")))
    about = about | {"tensors": {name: describe(array) for name, array in tensors.items()}}
    write_json(folder / "case.json", about)


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def export_attention(out, vectors):
    """Writes tests of the operator; returns the names of the cases and a line for each test skipped."""
    names, skipped = [], []
    for vector in vectors:
        try:
            cases = convert(vector.arrays, vector.attributes)
        except Inexpressible as reason:
            skipped.append(f"{vector.name}: {reason}")
            continue
        except (Inconsistent, ValueError) as error:  # ValueError: NumPy finds shapes that do not fit
            raise Inconsistent(f"{vector.name}: {error}") from error
        for case in cases:
            notes = [note for note in (vector.about.get("note"), case.note) if note]
            about = vector.about | ({"note": "; ".join(notes)} if notes else {})
            about |= {"layout": "BHSD", "options": case.options} | tolerance(vector.name, case.tensors)
            name = vector.name + case.suffix
            write_case(out / name, about, case.tensors)
            names.append(name)
    return names, skipped


def tolerance(name, tensors):
    """The member of case.json: what others rounded, they rounded as they liked, so no derived bound applies."""
    expected = tensors["out"] if "out" in tensors else tensors["lse"]
    if name not in ROUNDED_FURTHER:
        return {"tolerance": ABSOLUTE[expected.dtype.name]}
    values = expected.astype(np.float64)
    return {"tolerance": 2 * UNIT_ROUNDOFF[expected.dtype.name] * np.abs(values[np.isfinite(values)]).max(initial=0)}


def export_activations(out, folder):
    """Writes the stored activations, which are case directories already, with their tolerance."""
    paths = folders(folder)
    for path in paths:
        about = read_about(path, "tensors", "layout")
        tensors = {name: read_array(path, name, expected) for name, expected in about["tensors"].items()}
        write_case(out / path.name, about | {"tolerance": ACTIVATIONS_TOLERANCE}, tensors)
    return [path.name for path in paths], []


def export(out, shared):
    """Writes every set that has a source; returns the names of all cases."""
    version, generated = wheel_vectors()
    stored, windows, activations = shared / "onnx", shared / "onnx_window", shared / "minilm"
    attention = (f"the onnx wheel {version}", lambda to: export_attention(to, generated)) if version else (
        stored, lambda to: export_attention(to, stored_vectors(stored, "Attention")))
    plan = [  # set, where it comes from, how to write it
        ("onnx", *attention),
        ("flex", stored, lambda to: export_attention(to, stored_vectors(stored, "FlexAttention"))),
        ("window", windows, lambda to: export_attention(to, stored_vectors(windows, "Attention"))),
        ("minilm", activations, lambda to: export_activations(to, activations)),
    ]

    index = []
    for name, source, write in plan:
        if isinstance(source, Path) and not source.is_dir():
            print(f"{name}: left out: there is no {source}" + ("" if version else ", and the onnx wheel cannot be imported"))
            continue
        names, skipped = write(out / name)
        if not names and not skipped:
            print(f"{name}: left out: {source} holds none")
            continue
        scores = sum(case.endswith("__scores") for case in names)
        kinds = f" ({scores} of them scores)" if scores else ""
        print(f"{name}: {len(names)} cases{kinds}, {len(skipped)} skipped, from {source}")
        for line in skipped:
            print(f"  skipped {line}")
        if names:
            write_json(out / name / "index.json", {"cases": names})
        index += [f"{name}/{case}" for case in names]
    if not index:
        raise BadInput(f"nothing to export: the onnx wheel cannot be imported, and {shared} holds no vectors")
    write_json(out / "index.json", {"cases": index})
    return index


def main():
    parser = argparse.ArgumentParser(description="Write the conformance vectors as case directories.",
                                     epilog="Example: python3 tests/vectors/export.py --out build/vectors")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write; an earlier export there is replaced")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared" / "vectors", metavar="DIR",
                        help="stored vectors (folders onnx, onnx_window, minilm); sets it lacks are left out (default: %(default)s)")
    arguments = parser.parse_args()

    try:
        out = arguments.out.resolve()
        if out.exists() and not (out / "index.json").is_file():
            raise BadInput(f"{out}: exists and has no index.json; an earlier export, or nothing, was expected")
        scratch = out.with_name(out.name + ".tmp")
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            (scratch / "new").mkdir(parents=True)
            names = export(scratch / "new", arguments.shared)
            if out.exists():
                out.rename(scratch / "old")
            (scratch / "new").rename(out)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except (BadInput, Inconsistent, OSError) as error:
        print(f"export.py: {error}", file=sys.stderr)
        return {BadInput: 2, Inconsistent: 1}.get(type(error), 3)
    print(f"{len(names)} cases in {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
