"""The result of a check."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Report:
    """The result of a check. str() gives the text that `attest check` prints; a notebook shows the page."""

    ok: bool
    text: str
    document: dict[str, Any]
    errors: dict[str, str]
    forms: dict[str, str]

    @property
    def failures(self) -> list[dict[str, Any]]:
        """The failing cases: case (its recipe), verdict, and the worst element or another explanation."""
        found: list[dict[str, Any]] = self.document["failures"]
        return found

    @property
    def never_judged(self) -> list[dict[str, Any]]:
        """The options and levels that no case has judged, and why."""
        found: list[dict[str, Any]] = self.document["never_judged"]
        return found

    @property
    def skipped(self) -> dict[str, int]:
        """Why cases were skipped, and how many."""
        found: dict[str, int] = self.document["skipped"]
        return found

    def to_json(self) -> dict[str, Any]:
        """The whole result (check/results/README.md of the project describes the members)."""
        return self.document

    def to_junit(self) -> str:
        """JUnit XML, for build servers."""
        return self.forms["junit"]

    def to_sarif(self) -> str:
        """SARIF 2.1.0, for code hosts."""
        return self.forms["sarif"]

    def to_html(self) -> str:
        """A page: every failing case, and maps of the errors."""
        return self.forms["html"]

    def raise_if_failed(self) -> None:
        """Raises AssertionError with the text, and the first traceback of the callable, unless it is ok."""
        __tracebackhide__ = True
        if not self.ok:
            first = next(iter(self.errors.values()), "")
            raise AssertionError(self.text + ("\n" + first if first else ""))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text.strip().splitlines()[-1] if self.text.strip() else "no case"

    def _repr_html_(self) -> str:
        page = html.escape(self.forms["html"], quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0; background: white"></iframe>'
