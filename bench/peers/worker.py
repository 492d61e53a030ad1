"""The part of a peer that is the same for all libraries in Python: what `attest bench --peers` asks on standard input, a line each, is answered on what was
standard output when it was started (README.md). A peer calls serve(prepare), and prepare(options, tensors) returns the function that is timed: one call computes
the answer once, from tensors that the library has made its own before. Unsupported(reason) is raised for what it cannot do."""
import json
import os
import sys
import time
from pathlib import Path

import numpy as np


class Unsupported(Exception):
    pass


def load(folder):
    case = json.loads((folder / "case.json").read_text())
    # an array of uint16 is one of bfloat16: nothing else is stored so
    inputs = {name: np.load(folder / f"{name}.npy") for name in case["tensors"]}
    return case["options"], case["tensors"]["q"]["dtype"], inputs


def causal(options, inputs):
    """Whether the case is causal, each query seeing the keys up to its own; in the place of that there may be a mask, or a bias, and nothing else."""
    others = set(options) - {"causal", "alignment", "scale"} | set(inputs) - {"q", "k", "v", "mask", "bias"}
    if others:
        raise Unsupported(", ".join(sorted(others)))
    if bool(options.get("causal")) + ("mask" in inputs) + ("bias" in inputs) > 1:
        raise Unsupported("two of a diagonal, a mask and a bias")
    if options.get("causal") and inputs["q"].shape[2] != inputs["k"].shape[2]:
        raise Unsupported("causal with fewer queries than keys")
    return bool(options.get("causal"))


def serve(prepare, save=lambda x: np.asarray(x)):
    to = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever a library prints
    computes = {}
    for line in sys.stdin:
        question, _, rest = line.rstrip("\n").partition(" ")
        if question == "answer":
            try:
                computes[rest] = prepare(*load(Path(rest)))
                np.save(Path(rest) / "out.npy", np.ascontiguousarray(save(computes[rest]())))
                print("done", file=to)
            except Exception as reason:  # also what a library says of itself
                print(" ".join(str(reason).split()) or type(reason).__name__, file=to)
        else:
            calls, _, folder = rest.partition(" ")
            begun = time.process_time()
            for _ in range(int(calls)):
                computes[folder]()
            print(time.process_time() - begun, file=to)
