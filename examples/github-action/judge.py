"""usage: judge.py MODULE:FUNCTION ARGUMENTS DIR

Judges a function of Python by attncheck.check(function, ARGUMENTS), as action.yml does, and writes DIR/junit.xml and
DIR/attest.sarif. Status 1: it is wrong; 2: it is not found, or the arguments are not understood.
"""

import importlib
import os
import sys
from operator import attrgetter
from pathlib import Path

import attncheck


def judge(name: str, arguments: str) -> attncheck.Report:
    module, _, function = name.partition(":")
    if not function:
        raise ValueError(f"callable: expected module:function, found {name!r}")
    sys.path.insert(0, os.getcwd())
    fn = attrgetter(function)(importlib.import_module(module))
    # as a call in the workflow's own words: Supports(..) and Arithmetic(..) are among them
    keywords = eval(f"dict({arguments})", dict(vars(attncheck)))
    return attncheck.check(fn, **keywords)


def main(name: str, arguments: str, directory: str) -> int:
    try:
        report = judge(name, arguments)
    except Exception as error:  # of the module, or of a call with these arguments: nothing was judged
        print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    Path(directory, "junit.xml").write_text(report.to_junit(), encoding="utf-8")
    Path(directory, "attest.sarif").write_text(report.to_sarif(), encoding="utf-8")
    for trace in list(report.errors.values())[:1]:
        print(trace)
    print(str(report).rstrip())
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
