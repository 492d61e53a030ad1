"""How wheels are built: cibuildwheel understands pyproject.toml, and the workflow runs what is tested here."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
JOBS = yaml.safe_load((ROOT / ".github" / "workflows" / "wheels.yml").read_text())["jobs"]


def run(module, *words):
    done = subprocess.run([sys.executable, "-m", module, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pyproject_is_valid():
    """By the schemas of cibuildwheel and scikit-build-core too: a misspelt option would be ignored by pip."""
    run("validate_pyproject", "python/pyproject.toml")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_one_wheel_serves_every_python(machine):
    words = ["--print-build-identifiers", "--platform", "linux", "--archs", machine, "python"]
    assert run("cibuildwheel", *words).split() == [f"cp312-manylinux_{machine}"]


def test_the_workflow_runs_this_cibuildwheel():
    commands = [step["run"] for step in JOBS["wheel"]["steps"] if "run" in step]
    assert re.search(r"cibuildwheel==(\S+)", commands[0])[1] == version("cibuildwheel")


def test_only_a_tag_publishes_and_only_that_job_may():
    assert JOBS["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert JOBS["publish"]["permissions"] == {"id-token": "write"}
    assert {"sdist", "wheel"} == set(JOBS["publish"]["needs"]) == set(JOBS) - {"publish"}
    assert all("permissions" not in JOBS[name] for name in JOBS["publish"]["needs"])
