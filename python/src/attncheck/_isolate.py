"""A callable in a process of its own: its crash, or a call that does not return, is a finding."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import traceback
from multiprocessing.connection import Connection
from typing import Any

from ._calling import Array, Asked, Caller, Malformed


class IsolatedError(Exception):
    """An exception of the callable, with its traceback as text."""

    def __init__(self, line: str, trace: str) -> None:
        super().__init__(line)
        self.trace = trace


def _serve(line: Connection, caller: Caller) -> None:
    """The other process: answers until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to both; the parent decides
    while True:
        try:
            asked = line.recv()
        except EOFError:
            return
        reply: tuple[str, Any]
        try:
            reply = ("outputs", caller.invoke(asked))
        except NotImplementedError as error:
            reply = ("unsupported", str(error))
        except Malformed as error:
            reply = ("malformed", str(error))
        except BaseException as error:
            reply = ("error", (f"{type(error).__name__}: {error}", traceback.format_exc()))
        line.send(reply)


class Isolated:
    """Calls a caller in a spawned process, which is started when needed and again after it was lost."""

    def __init__(self, caller: Caller, timeout: float) -> None:
        try:
            pickle.dumps(caller)
        except Exception as error:
            raise ValueError(f"isolate: the callable cannot be sent to another process: {error}") from None
        self.caller = caller
        self.timeout = timeout
        self.process: Any = None
        self.line: Any = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, self.caller), daemon=True)
        self.process.start()
        other.close()

    def end(self) -> None:
        if self.process is not None:
            self.line.close()
            self.process.kill()
            self.process.join()
            self.process = None

    def _lost(self) -> str:
        self.process.join()
        code = self.process.exitcode
        return (
            f"its process was ended by {signal.Signals(-code).name}" if code < 0 else f"its process exited with {code}"
        )

    def invoke(self, asked: Asked) -> list[Array]:
        starts = self.process is None
        if starts:
            self._start()
        try:
            self.line.send(asked)
            # a process that starts first imports what the callable needs
            if not self.line.poll(self.timeout + (60 if starts else 0)):
                self.end()
                raise IsolatedError(f"no answer within {self.timeout:g} seconds", "")
            kind, value = self.line.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            text = self._lost()
            self.end()
            raise IsolatedError(text, "") from None
        if kind == "unsupported":
            raise NotImplementedError(value)
        if kind == "malformed":
            raise Malformed(value)
        if kind == "error":
            raise IsolatedError(*value)
        outputs: list[Array] = value
        return outputs
