"""The structs of _library.py against the C compiler's. Would notice: a member of the headers that moved."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from attncheck import _library as c

INCLUDE = Path(__file__).resolve().parents[2] / "include"
STRUCTS = {
    "attest_tensor": c.Tensor,
    "attest_output": c.Tensor,
    "attest_problem": c.Problem,
    "attest_answer": c.Answer,
    "attest_arithmetic": c.Arithmetic,
    "attest_supports": c.Supports,
    "attest_description": c.Description,
    "attest_check_options": c.CheckOptions,
    "attest_words": c.Words,
    "attest_callbacks": c.Callbacks,
    "attest_findings": c.Findings,
    "attest_judge_options": c.JudgeOptions,
}
NUMBERS = {
    "ATTEST_ABI": c.ABI,
    "ATTEST_AXES": c.AXES,
    "ATTEST_REASON_MAX": c.REASON_MAX,
    "ATTEST_BF16": c.BF16,
    "ATTEST_BOOL": c.BOOL,
    "ATTEST_UNSUPPORTED": c.UNSUPPORTED,
    "ATTEST_FAILED": c.FAILED,
    "ATTEST_BAD_OPTION": c.BAD_OPTION,
    "ATTEST_ALIGN_NONE": c.ALIGN_NONE,
    "ATTEST_ALIGN_TOP_LEFT": c.ALIGN_TOP_LEFT,
    "ATTEST_ALIGN_BOTTOM_RIGHT": c.ALIGN_BOTTOM_RIGHT,
    "ATTEST_ALIGN_OFFSET": c.ALIGN_OFFSET,
    "ATTEST_UNLIMITED": c.UNLIMITED,
    "ATTEST_UNSAID": c.UNSAID,
    "ATTEST_YES": c.YES,
    "ATTEST_NO": c.NO,
    "ATTEST_CONVENTIONS": 2,
}


def test_structs_and_numbers_are_those_of_the_headers(tmp_path):
    cc = shutil.which("cc")
    if cc is None:
        pytest.skip("no C compiler")
    lines = [f'printf("{name} %d\\n", (int){name});' for name in NUMBERS]
    expected = [f"{name} {value}" for name, value in NUMBERS.items()]
    for name, struct in STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        expected.append(f"{name} {ctypes.sizeof(struct)}")
        for member, _ in struct._fields_:
            own = member.rstrip("_")
            lines.append(f'printf("{name}.{own} %zu\\n", offsetof({name}, {own}));')
            expected.append(f"{name}.{own} {getattr(struct, member).offset}")
    source = tmp_path / "layout.c"
    source.write_text("#include <stdio.h>\n#include <attest_check.h>\nint main(void) {\n" + "\n".join(lines) + "\n}\n")
    subprocess.run([cc, "-I", INCLUDE, source, "-o", tmp_path / "layout"], check=True)
    found = subprocess.run([tmp_path / "layout"], check=True, capture_output=True, text=True).stdout.splitlines()
    assert found == expected
