"""A callable in a process of its own: its crash, or a call that does not return, is a finding."""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import threading
import traceback
from collections.abc import Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from ._calling import Array, Asked, Caller, Malformed, message_of

_TRANSPORT = 60.0  # seconds that starting, and carrying the operands there, may take


class IsolatedError(Exception):
    """An exception of the callable, with its traceback as text."""

    def __init__(self, line: str, trace: str) -> None:
        super().__init__(line)
        self.trace = trace


def _reply(caller: Caller, asked: Asked) -> tuple[str, Any]:
    try:
        return ("outputs", caller.invoke(asked))
    except NotImplementedError as error:
        return ("unsupported", message_of(error))
    except Malformed as error:
        return ("malformed", str(error))
    except BaseException as error:
        return ("error", (f"{type(error).__name__}: {message_of(error)}", traceback.format_exc()))


def _serve(line: Connection, caller: Caller) -> None:
    """The other process. It reports its start; for each call, it reports that the operands are there, then answers."""
    with contextlib.suppress(EOFError, ConnectionError):
        line.send(None)
        while True:
            asked = line.recv()
            line.send(None)
            line.send(_reply(caller, asked))


class Isolated:
    """Calls a caller in a spawned process. Starts the process when it is needed, and again after it was lost."""

    def __init__(self, caller: Caller, timeout: float) -> None:
        try:
            pickle.dumps(caller)
        except Exception as error:
            raise ValueError(f"isolate: the callable cannot be sent to another process: {error}") from None
        self.caller = caller
        self.timeout = timeout
        self.process: Any = None
        self.line: Any = None

    def start(self) -> None:
        """Starts the process for the first time. Raises ValueError if it cannot import the callable."""
        try:
            self._start()
        except IsolatedError as error:
            raise ValueError(f"isolate: the other process: {error}") from None
        except (EOFError, ConnectionError):
            raise ValueError(
                f"isolate: {self._lost()} before it had the callable: expected a function of a module it can import"
            ) from None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, self.caller), daemon=True)
        # The terminal sends Ctrl-C to both processes, and the parent decides: the other one inherits the mask.
        resource_tracker.ensure_running()  # it unblocks the signal where start() runs it first
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        other.close()
        with self._within(_TRANSPORT):
            self.line.recv()  # it imports what the callable needs

    @contextlib.contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """Ends the process when the time is over. Any wait for its messages, even for the rest of one, then fails."""
        over = threading.Event()
        process = self.process

        def end() -> None:
            over.set()
            process.kill()

        clock = threading.Timer(min(seconds, threading.TIMEOUT_MAX), end)
        clock.daemon = True
        clock.start()
        try:
            yield
        except Exception as error:  # a message that is cut off is no pickle, or one that has no end
            if over.is_set():
                raise IsolatedError(f"no answer within {seconds:g} seconds", "") from None
            if isinstance(error, (EOFError, ConnectionError)):
                raise
            raise IsolatedError(f"its answer cannot be read: {type(error).__name__}", "") from None
        finally:
            clock.cancel()

    def end(self) -> None:
        if self.process is not None:
            self.line.close()
            if self.process.pid is not None:
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
        try:
            if self.process is None:
                self._start()
            with self._within(_TRANSPORT):
                self.line.send(asked)
                self.line.recv()
            with self._within(self.timeout):
                kind, value = self.line.recv()
        except (EOFError, ConnectionError):
            text = self._lost()
            self.end()
            raise IsolatedError(text, "") from None
        except IsolatedError:
            self.end()
            raise
        if kind == "unsupported":
            raise NotImplementedError(value)
        if kind == "malformed":
            raise Malformed(value)
        if kind == "error":
            raise IsolatedError(*value)
        outputs: list[Array] = value
        return outputs
