"""The C library behind the package: attest.h and attest_check.h of the project, by ctypes.

Every struct below has the members of the header's struct, in its order; tests/test_layout.py compares offsets and sizes
with what the C compiler says.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p
from pathlib import Path

ABI = 2
AXES = 4
REASON_MAX = 200

# attest_dtype
F64, F32, F16, BF16, BOOL = range(5)

# attest_status
OK = 0
BAD_OPTION = 6
UNSUPPORTED = 8
FAILED = 9

# attest_alignment
ALIGN_NONE, ALIGN_TOP_LEFT, ALIGN_BOTTOM_RIGHT, ALIGN_OFFSET = range(4)

# attest_ability
UNSAID, YES, NO = range(3)

# attest_suite
SUITES = ("quick", "full", "conventions")

UNLIMITED = -1


class Tensor(Structure):
    """attest_tensor, and attest_output, which has the same members."""

    _fields_ = [("data", c_void_p), ("dtype", c_int), ("size", c_int64 * AXES), ("stride", c_int64 * AXES)]


class Problem(Structure):
    """attest_problem"""

    _fields_ = [
        ("q", Tensor),
        ("k", Tensor),
        ("v", Tensor),
        ("mask", Tensor),
        ("bias", Tensor),
        ("kv_len", POINTER(c_int64)),
        ("sink", POINTER(c_double)),
        ("scale", c_double),
        ("softcap", c_double),
        ("causal", c_bool),
        ("windowed", c_bool),
        ("window_left", c_int64),
        ("window_right", c_int64),
        ("alignment", c_int),
        ("offset", c_int64),
    ]


class Answer(Structure):
    """attest_answer"""

    _fields_ = [("out", Tensor), ("lse", Tensor), ("weights", Tensor)]


class Arithmetic(Structure):
    """attest_arithmetic"""

    _fields_ = [
        ("accumulate", c_int),
        ("scores", c_int),
        ("score_roundings", c_int),
        ("probabilities", c_int),
        ("height", c_int64),
        ("rescales", c_int64),
    ]


ABILITIES = (
    "batches", "heads", "grouped_heads", "cross", "other_d_v", "top_left", "bottom_right", "offset", "window", "mask",
    "bias", "kv_len", "sink", "scale", "softcap", "bshd", "strided",
)  # fmt: skip
SIZES = (
    "head_size_multiple", "q_len_multiple", "keys_multiple", "q_len_least", "keys_least", "q_len_most", "keys_most",
)  # fmt: skip
HEAD_SIZES_MOST = 8


class Supports(Structure):
    """attest_supports"""

    _fields_ = [
        *((name, c_int) for name in ABILITIES),
        ("head_sizes", c_int64 * HEAD_SIZES_MOST),
        *((name, c_int64) for name in SIZES),
    ]


class Description(Structure):
    """attest_description"""

    _fields_ = [
        ("name", c_char_p),
        ("gives_lse", c_bool),
        ("gives_weights", c_bool),
        ("arithmetic", Arithmetic),
        ("supports", Supports),
        ("conventions", c_char_p),
    ]


class CheckOptions(Structure):
    """attest_check_options"""

    _fields_ = [
        ("suite", c_int),
        ("without", c_bool * 4),
        ("seed", c_uint64),
        ("minutes", c_double),
        ("seconds", c_double),
        ("recipe", c_char_p),
        ("accept", c_char_p),
        ("refuse", c_char_p),
        ("require", c_char_p),
    ]


class Words(Structure):
    """attest_words"""

    _fields_ = [("repeat", c_char_p), ("repeat_end", c_char_p), ("accept", c_char_p), ("timeout", c_char_p)]


COMPUTE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(Problem), POINTER(Answer), c_void_p)
DESCRIBE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int, POINTER(Description))
PROGRESS = ctypes.CFUNCTYPE(None, c_void_p, c_int64, c_int64, c_int)
STOPPED = ctypes.CFUNCTYPE(c_bool, c_void_p)


class Callbacks(Structure):
    """attest_callbacks"""

    _fields_ = [
        ("context", c_void_p),
        ("name", c_char_p),
        ("file", c_char_p),
        ("line", c_int64),
        ("words", Words),
        ("compute", COMPUTE),
        ("describe", DESCRIBE),
        ("progress", PROGRESS),
        ("stopped", STOPPED),
    ]


class Findings(Structure):
    """attest_findings"""

    _fields_ = [
        ("pass_", c_bool),
        ("text", c_char_p),
        ("json", c_char_p),
        ("junit", c_char_p),
        ("html", c_char_p),
        ("sarif", c_char_p),
    ]


class JudgeOptions(Structure):
    """attest_judge_options"""

    _fields_ = [
        ("arithmetic", POINTER(Arithmetic)),
        ("accept", c_char_p),
        ("refuse", c_char_p),
        ("seconds", c_double),
    ]


def _load() -> ctypes.CDLL:
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    path = Path(__file__).with_name("libattncheck" + suffix)
    if not path.exists():
        raise ImportError(f"{path}: expected the package's library, found none; install it: pip install ./python")
    library = ctypes.CDLL(str(path))
    found = ctypes.c_uint32.in_dll(library, "attest_abi").value
    if found != ABI:
        raise ImportError(f"{path}: expected ABI {ABI}, found {found}: library and package have different versions")
    one: dict[str, tuple[object, list[object]]] = {
        "attest_strerror": (c_char_p, [c_int]),
        "attest_version": (c_char_p, []),
        "attest_problem_check": (c_int, [POINTER(Problem)]),
        "attest_reference_workspace": (c_int, [POINTER(Problem), POINTER(Answer), POINTER(c_size_t)]),
        "attest_reference": (c_int, [POINTER(Problem), POINTER(Answer), c_void_p, c_size_t]),
        "attest_variant_name": (c_char_p, [c_size_t]),
        "attest_attention_workspace": (
            c_int, [POINTER(Problem), POINTER(Answer), c_char_p, c_int, POINTER(c_size_t)]),
        "attest_attention": (c_int, [POINTER(Problem), POINTER(Answer), c_char_p, c_int, c_void_p, c_size_t]),
        "attest_convention": (c_char_p, [c_size_t, POINTER(c_char_p)]),
        "attest_bound": (c_int, [POINTER(Problem), POINTER(Arithmetic), c_int, c_int, POINTER(Answer)]),
        "attest_judge": (c_int, [POINTER(Problem), POINTER(Answer), POINTER(JudgeOptions), POINTER(Findings)]),
        "attest_check_here": (c_int, [POINTER(Callbacks), POINTER(CheckOptions), POINTER(Findings)]),
        "attest_findings_free": (None, [POINTER(Findings)]),
        "attest_cases_of_suite": (c_int, [POINTER(Supports), c_int, c_int, c_uint64, POINTER(c_void_p)]),
        "attest_cases_free": (None, [c_void_p]),
        "attest_case_make": (c_int, [c_char_p, POINTER(c_void_p), c_char_p]),
        "attest_case_free": (None, [c_void_p]),
        "attest_case_problem": (POINTER(Problem), [c_void_p]),
    }  # fmt: skip
    for name, (result, arguments) in one.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


library = _load()


def message(status: int) -> str:
    """The message for a status."""
    text: bytes = library.attest_strerror(status)
    return text.decode()
