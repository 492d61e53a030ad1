"""Ctrl-C, and threads. Would notice: an interrupt that is lost or late, a process left behind, two calls that mix."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from plain import attention, operands

import attncheck

# In a process and a session of its own, as of a terminal. A thread stands for the user.
SCRIPT = """
import os, signal, sys, threading, time
import attncheck, kernels

def interrupted(delay, isolate):
    pressed = []
    def press():
        pressed.append(time.monotonic())
        os.killpg(0, signal.SIGINT)
    user = threading.Timer(delay, press)
    user.start()
    try:
        attncheck.check(kernels.right, dtypes=["float32", "float16"], isolate=isolate)
    except KeyboardInterrupt:
        assert time.monotonic() - pressed[0] < 1, "late"
    else:
        raise AssertionError("lost")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background inherits that it is ignored
    isolate = sys.argv[1] == "isolate"
    for n in range(int(sys.argv[2])):
        interrupted(0.05 + 0.06 * n, isolate)
    children = open(f"/proc/self/task/{os.getpid()}/children").read().split()
    told = [open(f"/proc/{child}/cmdline").read() for child in children]
    assert all("resource_tracker" in line for line in told), told
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("where, times", [("here", 8), ("isolate", 6)])
def test_ctrl_c_stops_at_once_and_leaves_nothing(tmp_path, where, times):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    paths = os.pathsep.join([str(Path(__file__).parent), str(tmp_path)])
    done = subprocess.run(
        [sys.executable, script, where, str(times)],
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_check_in_a_thread_leaves_signals_alone():
    found = []
    before = signal.getsignal(signal.SIGINT)

    def work():
        found.append(attncheck.check(attention, case="dtype=f32 q_len=3 keys=4 d_k=8 d_v=8"))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found[0].ok and signal.getsignal(signal.SIGINT) is before
    assert not multiprocessing.active_children()


def said_of(out, problem, explain):
    try:
        attncheck.assert_close(out, *problem, explain=explain)
    except AssertionError as error:
        return str(error)
    return "right"


def test_threads_do_not_disturb_each_other():
    judged = []
    for seed in range(24):
        problem = operands(seed, queries=16, keys=20 + seed)
        good = attention(*problem)
        bad = good.copy()
        bad[0, 1, seed % 16, 2] += 0.01
        judged += [(good, problem), (bad, problem)]
    expected = [said_of(out, problem, 0) for out, problem in judged]
    assert len(set(expected)) == 25
    found = {}

    def work(name):
        found[name] = [said_of(out, problem, 0) for out, problem in judged]

    threads = [threading.Thread(target=work, args=(name,)) for name in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {0: expected, 1: expected}


def test_the_lock_of_the_interpreter_is_released():
    q, k, v = operands(queries=512, keys=1024, d_k=64)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    clock.start()
    begun = time.monotonic()
    out = attncheck.attention(q, k, v)
    between = time.monotonic()
    attncheck.assert_close(out.astype(np.float32), q, k, v)
    ended = time.monotonic()
    done.set()
    clock.join()
    for first, last in ((begun, between), (between, ended)):
        inside = sum(first < t < last for t in ticks)
        assert inside > 5, f"{inside} ticks in {last - first:.3f} s"
