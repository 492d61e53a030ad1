"""A bar of progress: one line on standard error, of a terminal or a notebook."""

from __future__ import annotations

import sys
import time


def _in_notebook() -> bool:
    """A library may have imported ipykernel elsewhere; a notebook's shell has a kernel."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


class Progress:
    """Redraws at most ten times a second. wanted None: if standard error is a terminal, or this is a notebook."""

    def __init__(self, name: str, wanted: bool | None) -> None:
        self.name = name
        self.wanted = wanted if wanted is not None else sys.stderr.isatty() or _in_notebook()
        self.drawn = 0.0
        self.width = 0

    def show(self, done: int, total: int, what: str) -> None:
        if not self.wanted or time.monotonic() - self.drawn < 0.1:
            return
        self.drawn = time.monotonic()
        of = f"/{total} {20 * done // total * '#':20}" if total > 0 else ""
        self._write(f"{self.name}: {done}{of} {what}")

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def end(self) -> None:
        if self.width > 0:
            self._write("")
            sys.stderr.write("\r")
            self.width = 0
