"""The pytest plugin: @attncheck.cases, the fixture attncheck_check, and two options."""

from __future__ import annotations

import random
from typing import Any

import pytest

from . import _check
from . import _library as c
from ._case import Case, recipes


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("attncheck", "judging attention")
    group.addoption("--attncheck-suite", default="quick", choices=c.SUITES, help="the suite of cases (default: quick)")
    group.addoption("--attncheck-seed", default="1", help="the seed of the cases: a number, or random (default: 1)")


def _seed(config: pytest.Config) -> int:
    """The seed of the run. Under xdist the controller draws it for all."""
    drawn: int | None = getattr(config, "attncheck_seed", None)
    if drawn is None:
        text = config.getoption("--attncheck-seed")
        from_controller = getattr(config, "workerinput", {}).get("attncheck_seed")
        if from_controller is not None:
            drawn = int(from_controller)
        elif text == "random":
            drawn = random.SystemRandom().getrandbits(31)
        elif text.isdecimal():
            drawn = int(text)
        else:
            raise pytest.UsageError(f"--attncheck-seed: expected a number or random, found {text!r}")
        config.attncheck_seed = drawn  # type: ignore[attr-defined]
    return drawn


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "attncheck_cases(...): cases of attncheck, made by @attncheck.cases")
    _seed(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """xdist, in the controller: a worker that is about to start."""
    node.workerinput["attncheck_seed"] = _seed(node.config)


def pytest_report_header(config: pytest.Config) -> str:
    return f"attncheck: suite {config.getoption('--attncheck-suite')}, seed {_seed(config)}"


class _Made:
    """A case that is made when its test runs."""

    def __init__(self, recipe: str, how: dict[str, Any]) -> None:
        self.recipe = recipe
        self.how = how


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marker = metafunc.definition.get_closest_marker("attncheck_cases")
    if marker is None:
        return
    wanted = marker.kwargs
    suite = wanted["suite"] or metafunc.config.getoption("--attncheck-suite")
    seed = _seed(metafunc.config) if wanted["seed"] is None else wanted["seed"]
    if "case" not in metafunc.fixturenames:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: @attncheck.cases needs an argument named case")
    made = []
    for dtype in wanted["dtypes"]:
        made += recipes(dtype, wanted["supports"], suite, seed)[: wanted["most"]]
    metafunc.parametrize("case", [_Made(recipe, wanted["how"]) for recipe in made], ids=made, indirect=True)


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """What the kernel of a test with @attncheck.cases does not compute is skipped, as in `check`."""
    outcome = yield
    error = outcome.excinfo[1] if outcome.excinfo is not None else None
    if isinstance(error, NotImplementedError) and pyfuncitem.get_closest_marker("attncheck_cases") is not None:
        outcome.force_exception(pytest.skip.Exception(f"not implemented: {error}"))


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    """The case of a test with @attncheck.cases."""
    made: _Made = request.param
    return Case(made.recipe, **made.how)


@pytest.fixture
def attncheck_check(pytestconfig: pytest.Config) -> Any:
    """`attncheck.check` with the suite and seed of the command line. The test fails unless the callable passes."""

    def judge(fn: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        given = {"suite": pytestconfig.getoption("--attncheck-suite"), "seed": _seed(pytestconfig), **options}
        report = _check.check(fn, **given)
        report.raise_if_failed()
        return report

    return judge
