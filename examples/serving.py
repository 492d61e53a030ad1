"""What the candidates in Python share. A candidate calls serve(tensor, prepare), and each call of the function that prepare(case) returns
computes the answer once.

    python3 CANDIDATE DIRECTORY     answers the cases of a directory, as `attest check --command` asks
    python3 CANDIDATE               answers lines on standard input, as `attest bench --peers` asks"""
import json
import os
import sys
from functools import cached_property
from pathlib import Path

import numpy as np


class Unsupported(Exception):
    """Raised for a case that the library does not support; its text says why."""


class Case:
    """options as in case.json; dtype, "float32" say; x: the inputs by name, where q, k and v are (batch, head, position, column),
    and bfloat16 is uint16; timed: whether it will be computed more than once; calls: how many results are then kept at a time."""

    def __init__(self, folder, timed):
        case = json.loads((folder / "case.json").read_text())
        inputs = {"q", "k", "v", "mask", "bias", "sink", "kv_len"} & set(case["tensors"])
        self.folder, self.timed, self.calls, self.bshd = folder, timed, 1, case["layout"] == "BSHD"
        self.options, self.dtype = case.get("options", {}), case["tensors"]["q"]["dtype"]
        self.x = {name: self.swap(name, np.load(folder / f"{name}.npy")) for name in inputs}

    def swap(self, name, x):
        return x.swapaxes(1, 2) if self.bshd and name in ("q", "k", "v", "out") else x

    def refuse(self, reasons):
        """reasons: {"a sink": whether it applies, ...}; raises Unsupported for the first that applies."""
        for reason, applies in reasons.items():
            if applies:
                raise Unsupported(reason)

    @cached_property
    def shape(self):
        """(batch, q_heads, q_len, keys)"""
        return (*self.x["q"].shape[:3], self.x["k"].shape[2])

    @property
    def other_bias(self):
        """Whether there is a bias of another type than q."""
        return "bias" in self.x and self.x["bias"].dtype != self.x["q"].dtype

    @property
    def offset(self):
        """The last key that query 0 sees by a diagonal: a number, or an array over the batch."""
        lengths = self.x["kv_len"][:, None, None, None] if "kv_len" in self.x else self.shape[3]
        return {"bottom-right": lengths - self.shape[2], "offset": self.options.get("offset", 0)}.get(self.options.get("alignment"), 0)

    @property
    def top_left(self):
        """Whether causality begins at the first key, which is the diagonal that the libraries have of their own."""
        return bool(self.options.get("causal") and np.all(self.offset == 0))

    def visible(self, causal=True):
        """Who sees what by mask, lengths, window and, if causal, the diagonal, as far as it broadcasts to shape; None if all is seen."""
        i, j, options = np.arange(self.shape[2])[:, None] + self.offset, np.arange(self.shape[3]), self.options
        left, right = options.get("window") or (None, None)
        rules = [self.x["mask"]] if "mask" in self.x else []
        rules += [j < self.x["kv_len"][:, None, None, None]] if "kv_len" in self.x else []
        rules += [j <= i] if causal and options.get("causal") else []
        rules += [j >= i - left] if left is not None else []
        rules += [j <= i + right] if right is not None else []
        seen = np.True_
        for rule in rules:
            seen = seen & rule
        return None if seen.all() else seen.reshape((1,) * (4 - seen.ndim) + seen.shape)


def save(folder, made, swap=lambda name, x: x):
    for output, x in made.items():
        np.save(folder / f"{output}.npy", np.ascontiguousarray(swap(output, x)))


class Server:
    """Answers cases, and computes those that it has answered again, on other q, k and v."""

    def __init__(self, tensor, prepare, outputs):
        self.tensor, self.prepare, self.outputs = tensor, prepare, outputs
        self.ready, self.sets, self.made = {}, [], []

    def answer(self, directory, timed=True):
        for name in json.loads((Path(directory) / "index.json").read_text())["cases"]:
            case = Case(Path(directory) / name, timed)
            try:
                with np.errstate(all="ignore"):
                    attend = self.prepare(case)
                    made = self.outputs(attend(*(self.tensor(case.x[x]) for x in "qkv")))
            except Unsupported as reason:
                (case.folder / "skip.txt").write_text(str(reason))
                continue
            save(case.folder, made, case.swap)
            if timed:
                self.ready[str(case.folder)] = case, attend

    def load(self, rest):
        count, _, folder = rest.partition(" ")
        (case, self.attend), self.operands = self.ready[folder], Path(folder) / "operands"
        self.sets, self.made = [], []  # those of the case before: they can be large
        case.calls = int(count)
        self.sets = [[self.tensor(np.load(self.operands / str(n) / f"{x}.npy")) for x in "qkv"] for n in range(case.calls)]

    def compute(self, rest):
        numbers = [int(n) for n in rest.split()]
        self.made = [self.attend(*(self.sets[n][x] for x, n in enumerate(numbers[at:at + 3]))) for at in range(0, len(numbers), 3)]

    def write(self, rest):
        save(self.operands, {"out": self.outputs(self.made[int(rest)])["out"]})


def serve(tensor, prepare, outputs=lambda out: {"out": np.asarray(out)}):
    """tensor(x): an array as the library's own tensor; prepare(case): a function attend(q, k, v) of such tensors, whose results stay
    valid after the next call; outputs(made): what it returned as arrays, {"out": ..., "lse": ...}, bfloat16 as uint16."""
    server = Server(tensor, prepare, outputs)
    if len(sys.argv) > 1:
        return server.answer(sys.argv[1], timed=False)
    to = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever a library prints
    for line in sys.stdin:
        question, _, rest = line.rstrip("\n").partition(" ")
        try:
            {"answer": server.answer, "load": server.load, "compute": server.compute, "write": server.write}[question](rest)
            print("done", file=to)
        except Exception as reason:  # what a library says of itself
            print(type(reason).__name__, *str(reason).split(), file=to)
