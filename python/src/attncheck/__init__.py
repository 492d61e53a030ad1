"""Judges implementations of attention element by element, against error bounds derived from their arithmetic."""

from ._attention import Arithmetic, Result, assert_close, attention, bound, conventions, variants
from ._case import Case, cases
from ._check import check
from ._judging import ConventionWarning, VagueWarning
from ._problem import ProblemError
from ._report import Report
from ._supports import Supports

__version__ = "0.1.0"
__all__ = [
    "Arithmetic",
    "Case",
    "ConventionWarning",
    "ProblemError",
    "Report",
    "Result",
    "Supports",
    "VagueWarning",
    "assert_close",
    "attention",
    "bound",
    "cases",
    "check",
    "conventions",
    "variants",
]
