"""Judges implementations of attention element by element, against error bounds derived from their arithmetic."""

from ._attention import Arithmetic, Result, assert_close, attention, bound, variants
from ._check import Supports, check
from ._problem import ProblemError
from ._report import Report

__version__ = "0.1.0"
__all__ = [
    "Arithmetic",
    "ProblemError",
    "Report",
    "Result",
    "Supports",
    "assert_close",
    "attention",
    "bound",
    "check",
    "variants",
]
