"""The explorer in Chromium. It starts without an error, and its reference answers as the library does. It shows the
numbers that it computed. Every control changes something, by keyboard too; nothing leaves the screen; axe finds no
serious fault."""

from __future__ import annotations

import ctypes
import itertools
import json
import math
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attncheck
import numpy as np
import pytest

webdriver = pytest.importorskip("selenium.webdriver")
keyboard = pytest.importorskip("selenium.webdriver.common.keys").Keys
axe = pytest.importorskip("axe_playwright_python")

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "build/explorer/explorer.html"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
WIDGETS = ["scale", "masks", "formats", "online", "judge", "order", "heads"]
WIDTHS = [400, 1280]

pytestmark = pytest.mark.skipif(
    not (PAGE.exists() and CHROMIUM and DRIVER), reason="needs the page (make explorer), chromium and chromium-driver"
)


def browser(width: int) -> Any:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=webdriver.ChromeService(executable_path=DRIVER), options=options)
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.set_script_timeout(60)
    return driver


def opened(driver: Any) -> Any:
    driver.get(PAGE.as_uri())
    driver.execute_async_script(
        """const done = arguments[0];
        const look = () => (document.documentElement.dataset.ready ? done() : setTimeout(look, 20)); look()"""
    )
    return driver


def session(width: int) -> Iterator[Any]:
    driver = browser(width)
    yield opened(driver)
    assert driver.get_log("browser") == []  # what any test put into the console
    driver.quit()


@pytest.fixture(scope="module", params=WIDTHS)
def page(request: pytest.FixtureRequest) -> Iterator[Any]:
    yield from session(request.param)


@pytest.fixture(scope="module")
def wide() -> Iterator[Any]:
    yield from session(max(WIDTHS))


def of_c(page: Any, begin: list[Any], sizes: list[Any], names: list[str]) -> dict[str, np.ndarray]:
    """What the page's module answers to a problem of normal numbers: begin are the arguments of engine.begin."""
    script = """const [begin, names] = arguments, e = explorer.engine;
        e.begin(...begin); e.fill('q', 11); e.fill('k', 12); e.fill('v', 13);
        e.attend(); e.bound(begin[0]); e.mutate(-2);
        return Object.fromEntries(names.map((name) => [name, e.read(name).map((x) => x.toString())]))"""
    heads, q_len, keys, d_k, d_v = sizes
    shapes = {
        "q": (heads, q_len, d_k),
        "k": (heads, keys, d_k),
        "v": (heads, keys, d_v),
        "weights": (heads, q_len, keys),
        "lse": (heads, q_len),
    }
    found = page.execute_script(script, begin, names)
    return {
        name: np.array([float(x.replace("Infinity", "inf")) for x in numbers]).reshape(
            1, *shapes.get(name, (heads, q_len, d_v))
        )
        for name, numbers in found.items()
    }


SIZES = [[1, 1, 1, 1, 1], [2, 5, 9, 4, 3], [3, 8, 40, 16, 8]]
OPTIONS = [
    ({}, {}),
    ({"causal": 1, "alignment": 1}, {"causal": "top-left"}),
    ({"causal": 1, "alignment": 2}, {"causal": "bottom-right"}),
    ({"scale": 1, "softcap": 2}, {"scale": 1, "softcap": 2}),
    ({"windowed": 1, "windowLeft": 2, "windowRight": 1, "alignment": 1}, {"window": (2, 1), "diagonal": "top-left"}),
]


@pytest.mark.parametrize("dtype", range(4))
@pytest.mark.parametrize(("sizes", "options"), list(itertools.product(SIZES, OPTIONS)))
def test_the_module_answers_as_the_library(wide: Any, dtype: int, sizes: list[int], options: Any) -> None:
    theirs, ours = options
    heads, q_len, keys, d_k, d_v = sizes
    begin = [dtype, {"heads": heads, "qLen": q_len, "keys": keys, "dK": d_k, "dV": d_v}, theirs]
    found = of_c(wide, begin, sizes, ["q", "k", "v", "out", "lse", "weights", "bound", "found"])
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    q, k, v = (found[name].astype([np.float64, np.float32, np.float16, bfloat16][dtype]) for name in "qkv")
    answer = attncheck.attention(q, k, v, return_lse=True, return_weights=True, **ours)
    # the same source on another C library: exp and log may differ in the last place
    for name, expected in zip(("out", "lse", "weights"), answer, strict=True):
        np.testing.assert_allclose(found[name], expected, rtol=1e-13, atol=1e-14)
    bound = attncheck.bound(q, k, v, **ours)
    np.testing.assert_allclose(found["bound"], bound, rtol=1e-6)
    attncheck.assert_close(found["found"].astype(q.dtype), q, k, v, **ours)


def numbers_of(page: Any, widget: str) -> Any:
    """What a widget has computed; JSON knows neither NaN nor infinity."""
    script = """return JSON.stringify(document.getElementById(arguments[0]).numbers,
        (_, x) => (typeof x === 'number' && !Number.isFinite(x) ? String(x) : x))"""
    return json.loads(page.execute_script(script, widget))


def text_of(page: Any, widget: str) -> str:
    return page.execute_script(
        "return document.getElementById(arguments[0]).querySelector('.shown').textContent", widget
    )


def short(x: float) -> str:
    """A number as the page writes it: three significant digits."""
    if x == 0:
        return "0"
    if not math.isfinite(x):
        return "NaN" if math.isnan(x) else "∞" if x > 0 else "\u2212∞"
    if 1e-3 <= abs(x) < 1e5:
        text = np.format_float_positional(x, precision=3, fractional=False, trim="-")
    else:
        mantissa, exponent = f"{x:.2e}".split("e")
        text = f"{mantissa}e{int(exponent)}"
    return text.replace("-", "\u2212")


def said(x: float) -> str:
    """The same, but a count keeps all its digits."""
    return str(int(x)) if math.isfinite(x) and x == int(x) and abs(x) < 1e5 else short(x)


def flat(numbers: Any) -> list[float]:
    if isinstance(numbers, dict):
        return [x for inner in numbers.values() for x in flat(inner)]
    if isinstance(numbers, list):
        return [x for inner in numbers for x in flat(inner)]
    return [float(numbers)]


@pytest.mark.parametrize("widget", WIDGETS)
def test_what_is_computed_is_shown(page: Any, widget: str) -> None:
    opened(page)
    if widget == "judge":
        press(page, widget, "turn")
    numbers, shown = numbers_of(page, widget), text_of(page, widget)
    counted = {key: value for key, value in numbers.items() if key not in ("scores", "weights", "budget")}
    budget = [short(x if widget == "judge" else 100 * x) for x in numbers.get("budget", [])]
    missing = [text for text in budget + [said(x) for x in flat(counted)] if text not in shown]
    assert flat(counted) and not missing


def peakedness(q: np.ndarray, k: np.ndarray, scale: float | None) -> np.ndarray:
    """Entropy, largest weight and norm of softmax's derivative, of each query: the heads of q, each with keys."""
    options = {} if scale is None else {"scale": scale}
    w = attncheck.attention(q, k, k[..., :1], return_weights=True, **options).weights.reshape(-1, k.shape[2])
    entropy = -np.sum(w * np.log(np.maximum(w, np.finfo(float).tiny)), 1)
    derivative = [np.linalg.norm(np.diag(row) - np.outer(row, row)) for row in w]
    return np.array([entropy, w.max(1), derivative])


def test_scores_and_softmax_are_the_library_s(page: Any, module: Module) -> None:
    opened(page)
    numbers = numbers_of(page, "scale")
    script = """const e = explorer.engine; e.begin(0, {heads: 1000, qLen: 1, keys: 1, dK: 64, dV: 1});
        e.fill('q', 1); e.fill('k', 2); return [e.read('q'), e.read('k')]"""
    q, k = (np.array(x).reshape(1000, 64) for x in page.execute_script(script))
    scores = (q * k).sum(1)
    assert scores.var() == pytest.approx(64, rel=0.2)  # the claim; this draw has 1000 pairs
    expected = [np.mean(scores**2), np.mean(scores**2) / 64]
    np.testing.assert_allclose(numbers["variance"], expected, rtol=1e-9)
    assert "over 400 queries, each with 64 keys of its own" in says(page, "scale")
    module.begin(0, [400, 1, 64, 64, 1], (1, 2, 3))
    q, k = module.array("q").reshape(1, 400, 1, 64), module.array("k").reshape(1, 400, 64, 64)
    random = np.random.default_rng(5)
    others = random.standard_normal((1, 1000, 1, 64)), random.standard_normal((1, 1000, 64, 64))
    for which, scale in enumerate((1.0, None)):
        shown, independent = peakedness(q, k, scale), peakedness(*others, scale)
        found = [numbers[name][which] for name in ("entropy", "largest", "derivative")]
        np.testing.assert_allclose(found, shown.mean(1), rtol=1e-9)
        # other queries with other keys have the same averages, but for the error of both samples
        error = np.hypot(shown.std(1, ddof=1) / 400**0.5, independent.std(1, ddof=1) / 1000**0.5)
        assert (np.abs(found - independent.mean(1)) < 4 * error).all()


@pytest.mark.parametrize(("exponent", "queries"), [(0, 400), (6, 400), (7, 256), (10, 32)])
def test_queries_are_counted(wide: Any, exponent: int, queries: int) -> None:
    opened(wide)
    move(wide, "scale", "exponent", exponent)
    assert f"over {queries} queries" in says(wide, "scale")


def test_eight_bits_are_those_of_ml_dtypes(wide: Any) -> None:
    e4m3 = pytest.importorskip("ml_dtypes").float8_e4m3fn
    x = np.concatenate([np.linspace(-448, 448, 20001), np.linspace(-0.04, 0.04, 20001), [0, 2.0**-10, 3 * 2.0**-10]])
    found = wide.execute_script("return arguments[0].map(explorer.engine.e4m3)", x.tolist())
    np.testing.assert_array_equal(found, x.astype(e4m3).astype(float))
    assert wide.execute_script("return [1e9, -500, 449].map(explorer.engine.e4m3)") == [448, -448, 448]


def test_masks_are_the_library_s(page: Any) -> None:
    opened(page)
    numbers = numbers_of(page, "masks")
    script = """const e = explorer.engine; e.begin(0, {qLen: 4, keys: 6, dK: 8, dV: 1});
        e.fill('q', 1); e.fill('k', 2); e.fill('v', 3); return ['q', 'k', 'v'].map(e.read)"""
    q, k, v = (
        np.array(x).reshape(1, 1, rows, -1) for x, rows in zip(page.execute_script(script), (4, 6, 6), strict=True)
    )
    out, lse, _ = attncheck.attention(q, k, v, causal="bottom-right", return_lse=True)
    np.testing.assert_allclose(numbers["out"], out.ravel(), rtol=1e-12)
    np.testing.assert_allclose(numbers["lse"], lse.ravel(), rtol=1e-12)


def test_a_hidden_nan_spoils_what_multiplies_it(page: Any) -> None:
    opened(page)
    move(page, "masks", "poison", "1")
    numbers = numbers_of(page, "masks")
    assert numbers["multiplied"] == ["NaN"] * 4
    assert [isinstance(x, float) for x in numbers["out"]] == [True, True, True, False]


def test_tiles_reach_the_reference_unless_they_forget(page: Any) -> None:
    opened(page)
    numbers = numbers_of(page, "online")
    assert abs(numbers["out"][-1] - numbers["reference"][-1]) > 0.01
    move(page, "online", "forget", "0")
    numbers = numbers_of(page, "online")
    np.testing.assert_allclose(numbers["out"], numbers["reference"], rtol=1e-12)


def test_heads_are_the_library_s_and_one_looks_at_the_chicken(page: Any) -> None:
    opened(page)
    folder = ROOT / "tests/data/activations/tired_layer3"
    tokens = json.loads((folder / "case.json").read_text())["tokens"][0]
    expected = attncheck.attention(*(np.load(folder / f"{t}.npy") for t in "qkv"), return_weights=True).weights[0]
    it = tokens.index("it")
    first = [tokens[head[it].argmax()] for head in expected]
    assert first.count("chicken") == 1 and first[1] == "chicken" and first.count("[CLS]") > 6
    found = np.array(numbers_of(page, "heads")["weights"]).reshape(len(tokens), len(tokens))
    np.testing.assert_allclose(found, expected[1], rtol=1e-12)


class Module:
    """module.c compiled for this machine, with the functions of engine.mjs that the tests need."""

    arrays = ("q", "k", "v", "out", "lse", "weights", "bound", "found")

    def __init__(self) -> None:
        subprocess.run(["make", "-s", "build/explorer/module.so"], cwd=ROOT, check=True)
        self.c = ctypes.CDLL(str(ROOT / "build/explorer/module.so"))
        self.c.at.restype = ctypes.POINTER(ctypes.c_double)
        self.c.set.argtypes = (ctypes.c_int, ctypes.c_double)
        self.c.fill.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_double)
        self.c.e4m3.argtypes, self.c.e4m3.restype = (ctypes.c_double,), ctypes.c_double
        self.c.e4m3_bound.argtypes, self.c.e4m3_bound.restype = (ctypes.c_double,) * 2, ctypes.c_double
        self.c.mutant_name.restype = self.c.mutant_what.restype = ctypes.c_char_p

    def array(self, name: str) -> np.ndarray:
        n = self.arrays.index(name)
        return np.ctypeslib.as_array(self.c.at(n), (self.c.count(n),))

    def begin(self, dtype: int, sizes: list[int], seeds: tuple[int, int, int], q: float = 1, v: float = 1) -> None:
        """Begins a problem: heads, queries, keys, d_k, d_v; filled from seeds, q and v times a factor."""
        assert self.c.begin(dtype, *sizes) == 1
        for n, (seed, factor) in enumerate(zip(seeds, (q, 1, v), strict=True)):
            self.c.fill(n, seed, factor)

    def expect(self, dtype: int) -> tuple[np.ndarray, np.ndarray]:
        """What the reference answers, and the bound of an output stored in this type."""
        assert self.c.attend() == 0 and self.c.bound(dtype) == 1
        return self.array("out").copy(), self.array("bound").copy()

    def found(self, status: int) -> np.ndarray:
        assert status == 0
        return self.array("found").copy()

    def permutation(self, n: int, seed: int) -> list[int]:
        order = list(range(n))
        for j in range(n - 1, 0, -1):
            other = self.c.below(seed, j, j + 1)
            order[j], order[other] = order[other], order[j]
        return order

    def mutants(self) -> dict[str, int]:
        names = [*range(-3, 0), *range(self.c.mutants())]
        return {self.c.mutant_name(n).decode(): n for n in names}


@pytest.fixture(scope="module")
def module() -> Module:
    return Module()


FORMATS = {"float32": 1, "float16": 2, "bfloat16": 3}


def types() -> list[Any]:
    return [np.float64, np.float32, np.float16, pytest.importorskip("ml_dtypes").bfloat16]


def used(found: np.ndarray, expected: np.ndarray, bound: np.ndarray) -> float:
    return float(np.max(np.abs(found - expected) / bound))


def test_formats_are_the_library_s(page: Any, module: Module) -> None:
    opened(page)
    for seed, size in ((1, 0), (1, 4), (7, 2)):
        move(page, "formats", "seed", seed)
        move(page, "formats", "size", size)
        numbers = numbers_of(page, "formats")
        for n, dtype in enumerate((1, 2, 3, 1)):
            module.begin(dtype, [1, 16, 64, 32, 16], (seed, seed + 1, seed + 2), q=2**size)
            for name in "qkv" if n == 3 else "":
                module.array(name)[:] = [module.c.e4m3(x) for x in module.array(name)]
            expected, bound = module.expect(dtype)
            found = module.found(module.c.mutate(-2))
            if n == 3:
                bound = np.array([module.c.e4m3_bound(x, b) for x, b in zip(expected, bound, strict=True)])
                found = np.array([module.c.e4m3(x) for x in found])
            assert numbers["error"][n] == pytest.approx(np.abs(found - expected).max(), rel=1e-6)
            assert numbers["budget"][n] == pytest.approx(used(found, expected, bound), rel=1e-5)
        assert all(0 < budget <= 1 for budget in numbers["budget"])
        assert numbers["error"] == sorted(numbers["error"])


def rows_of(page: Any, widget: str, table: int) -> list[list[str]]:
    """The cells of a table of a widget, without its head."""
    script = """return [...document.getElementById(arguments[0]).querySelectorAll('.shown table')[arguments[1]]
        .tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))"""
    return page.execute_script(script, widget, table)


def says(page: Any, widget: str) -> str:
    return page.execute_script(
        "return document.getElementById(arguments[0]).querySelector('.says').textContent", widget
    )


def press(page: Any, widget: str, button: str) -> str:
    """Presses a button, and returns what stands on it afterwards."""
    script = """const [widget, name] = arguments;
        const button = document.getElementById(widget).querySelector('.controls').elements.namedItem(name);
        button.click(); return button.textContent"""
    return page.execute_script(script, widget, button)


# tolerances of the rounds, in tenths of powers of 10: loose, tight, those of numpy, one of them off
TOLERANCES = [(-2, -2), (-3, -2.5), (-8, -5), (0, -8), (-4, -8), (-8, 0)]


def test_the_score_of_the_rounds_is_the_library_s(page: Any, module: Module) -> None:
    opened(page)
    number = module.mutants()
    total = {"wrong": 0, "correct": 0, "yours": [0, 0], "bound": [0, 0]}
    for round_number, (atol, rtol) in enumerate(TOLERANCES, 1):
        move(page, "judge", "atol", atol)
        move(page, "judge", "rtol", rtol)
        announced = says(page, "judge")
        before, accepted = numbers_of(page, "judge"), [row[1] for row in rows_of(page, "judge", 1)]
        assert before["budget"] == [] and announced.startswith(f"Round {round_number}: ")
        assert f"Your tolerances accept {accepted.count('accept')} of them" in announced
        assert press(page, "judge", "turn") == "Next round"
        rows, numbers = rows_of(page, "judge", 1), numbers_of(page, "judge")
        assert [row[1] for row in rows] == accepted and numbers["error"] == before["error"]
        # the problem as the page states it, from the seeds of the round
        dtype = FORMATS[re.search(r"candidates in (\w+)", announced)[1]]
        near, size = "near 0.75" in announced, 4 if "scores × 4" in announced else 1
        seed = 1000 + 10 * round_number
        module.begin(dtype, [2, 40, 100, 32, 16], (seed + 1, seed + 2, seed + 3), q=size, v=0.02 if near else 1)
        module.c.set(2, 1)
        module.c.set(6, 2)
        if near:
            module.array("v")[:] += 0.75
        module.expect(dtype)
        q, k, v = (
            module.array(t).reshape(1, 2, -1, d).astype(types()[dtype]) for t, d in (("q", 32), ("k", 32), ("v", 16))
        )
        expected = attncheck.attention(q, k, v, causal="bottom-right").ravel()
        bound = attncheck.bound(q, k, v, causal="bottom-right").ravel()
        kinds = {"yours": [0, 0], "bound": [0, 0]}
        wrong = [row[-1].startswith("correct-") is False for row in rows]
        for n, row in enumerate(rows):
            name, _, what = row[-1].partition(": ")
            assert what == (module.c.mutant_what(number[name]).decode() if wrong[n] else "")
            found = module.found(module.c.mutate(number[name]))
            error, close = np.abs(found - expected), np.isclose(found, expected, 10.0**rtol, 10.0**atol).all()
            within = used(found, expected, bound)
            tolerance = np.max(error / (10.0**atol + 10.0**rtol * np.abs(expected)))
            assert numbers["error"][n] == pytest.approx(error.max(), rel=1e-6)
            assert numbers["expected"][n] == pytest.approx(expected[error.argmax()], rel=1e-9)
            assert numbers["tolerance"][n] == pytest.approx(tolerance, rel=1e-6)
            assert numbers["budget"][n] == pytest.approx(within, rel=1e-5)
            assert row[1:3] == ["accept" if close else "reject", "accept" if within <= 1 else "reject"]
            assert row[3:5] == [short(numbers["error"][n]), short(numbers["expected"][n])]
            for rule, accepts in (("yours", close), ("bound", within <= 1)):
                kinds[rule][0] += bool(wrong[n] and accepts)
                kinds[rule][1] += bool(not wrong[n] and not accepts)
        assert kinds["bound"][1] == 0  # the bound never rejects a correct kernel
        for who, rule in (("your tolerances", "yours"), ("The derived bound", "bound")):
            through, rejected = kinds[rule]
            assert (
                f"{who} let {through} of {sum(wrong)} wrong candidates through and rejected {rejected} of "
                f"{len(rows) - sum(wrong)} correct ones" in says(page, "judge")
            )
            total[rule] = [a + b for a, b in zip(total[rule], kinds[rule], strict=True)]
        total["wrong"] += sum(wrong)
        total["correct"] += len(rows) - sum(wrong)
        assert rows_of(page, "judge", 0) == [
            [name, f"{total[rule][0]} of {total['wrong']}", f"{total[rule][1]} of {total['correct']}"]
            for name, rule in (("your tolerances", "yours"), ("the derived bound", "bound"))
        ]
        assert f"Score after {round_number} round" in says(page, "judge")
        assert f"{sum(total['yours'])} mistake" in says(page, "judge")
        press(page, "judge", "turn")
    assert sum(total["yours"]) > sum(total["bound"])


def test_a_judged_round_is_counted_once_and_a_game_starts_again(page: Any) -> None:
    opened(page)
    first = text_of(page, "judge")
    score = rows_of(page, "judge", 0)
    assert score == [["your tolerances", "0 of 0", "0 of 0"], ["the derived bound", "0 of 0", "0 of 0"]]
    press(page, "judge", "turn")
    accepted = [row[1] for row in rows_of(page, "judge", 1)].count("accept")
    counted, announced = rows_of(page, "judge", 0), says(page, "judge")
    assert counted != score
    move(page, "judge", "atol", 0)  # after the round the tolerances can be tried, but nothing is counted
    assert [row[1] for row in rows_of(page, "judge", 1)].count("accept") > accepted
    assert (rows_of(page, "judge", 0), says(page, "judge")) == (counted, announced)
    assert press(page, "judge", "turn") == "Judge with these tolerances"
    assert rows_of(page, "judge", 0) == counted and says(page, "judge").startswith("Round 2: ")
    press(page, "judge", "again")
    assert rows_of(page, "judge", 0) == score and says(page, "judge").startswith("Game 2, round 1: ")
    assert text_of(page, "judge") != first
    opened(page)  # the same game comes again
    assert text_of(page, "judge") == first


def test_the_bound_errs_only_where_a_correct_kernel_could(wide: Any) -> None:
    opened(wide)
    formats = set()
    for _ in range(12):
        formats.add(re.search(r"candidates in (\w+), values \w+", says(wide, "judge"))[0])
        press(wide, "judge", "turn")
        rows = rows_of(wide, "judge", 1)
        assert len(rows) == 6 and {row[0] for row in rows} == set("123456")
        correct = [row for row in rows if row[-1].startswith("correct-")]
        assert 1 <= len(correct) <= 3 and all(row[2] == "accept" for row in correct)
        missed = any(row[2] == "accept" for row in rows if row not in correct)
        assert missed == ("a correct kernel may have errors as large" in says(wide, "judge"))
        press(wide, "judge", "turn")
    assert len(formats) == 6  # three formats, values near 0.75 and around 0


def test_only_the_sentence_is_announced(page: Any) -> None:
    opened(page)
    script = "return [...document.querySelectorAll('[aria-live]')].map((e) => [e.className, e.ariaLive])"
    assert page.execute_script(script) == [["says", "polite"]] * len(WIDGETS)
    # the same element stays: a screen reader announces what is written into it
    script = """const before = document.querySelector('#judge .says');
        document.querySelector('#judge [name=turn]').click();
        return before === document.querySelector('#judge .says')"""
    assert page.execute_script(script)


def send(page: Any, *keys: str) -> None:
    for key in keys:
        webdriver.ActionChains(page).send_keys(key).perform()
    page.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 0))")


def test_rounds_are_played_by_keyboard(page: Any) -> None:
    opened(page)
    page.execute_script("document.querySelector('#judge .question input').focus()")
    send(page, keyboard.SPACE, keyboard.TAB)
    assert page.switch_to.active_element.text == "Not correct. Why?"
    send(page, keyboard.TAB, keyboard.ARROW_RIGHT, keyboard.TAB, keyboard.HOME, keyboard.TAB)
    numbers = [
        page.find_element("css selector", f"#judge [name={name}]").get_attribute("value") for name in ("atol", "rtol")
    ]
    assert numbers == ["-1.5", "-8"]
    for round_number in (1, 2, 3):
        assert page.switch_to.active_element.text == "Judge with these tolerances"
        send(page, keyboard.ENTER)
        assert page.switch_to.active_element.text == "Next round"
        assert f"Score after {round_number} round" in says(page, "judge")
        send(page, keyboard.SPACE)
    send(page, keyboard.TAB, keyboard.ENTER)
    assert page.switch_to.active_element.text == "Start again"
    assert says(page, "judge").startswith("Game 2, round 1: ")


ORDERS = [
    {},
    {"seed": 3},
    {"batch": 1},
    {"batch": 2, "seed": 20},
    {"batch": 3},
    {"batch": 3, "seed": 1, "keys": 10},
    {"split": "2", "keys": 3},
    {"split": "0", "keys": 5, "seed": 7},
    {"split": "8", "batch": 3, "keys": 3, "seed": 2},
]


@pytest.mark.parametrize("values", ORDERS)
def test_orders_move_the_bits_that_the_library_moves(page: Any, module: Module, values: dict[str, Any]) -> None:
    opened(page)
    for name, value in values.items():
        move(page, "order", name, value)
    numbers, rows = numbers_of(page, "order"), rows_of(page, "order", 0)
    keys, seed, batch = 2 ** values.get("keys", 8), values.get("seed", 0), 2 ** values.get("batch", 0)
    ranges = int(values.get("split", 8 // batch))
    assert numbers["ranges"] == ranges
    kernels = [0, 1, 2, 4, 8]

    def computed(kernel: int, order: list[int]) -> tuple[np.ndarray, float]:
        module.begin(1, [1, 8, keys, 16, 16], (1, 2, 3))
        for name in "kv":
            module.array(name)[:] = module.array(name).reshape(keys, 16)[order].ravel()
        expected, bound = module.expect(1)
        found = module.found(module.c.split(kernel) if kernel else module.c.mutate(-1))
        q, k, v = (module.array(t).reshape(1, 1, -1, 16).astype(np.float32) for t in "qkv")
        attncheck.assert_close(found.reshape(1, 1, 8, 16).astype(np.float32), q, k, v)
        np.testing.assert_allclose(expected, attncheck.attention(q, k, v).ravel(), rtol=1e-12)
        return found.astype(np.float32), used(found, expected, bound)

    first, budget = computed(1, list(range(keys)))
    order = module.permutation(keys, seed) if seed else list(range(keys))
    assert sorted(order) == list(range(keys))
    for n, kernel in enumerate(kernels):
        found, within = computed(kernel, order)
        words = [x.view(np.uint32) for x in (first, found)]
        bits = np.unpackbits((words[0] ^ words[1]).view(np.uint8)).sum()
        rank = [np.where(w >> 31 == 1, -(w & 0x7FFFFFFF).astype(np.int64), w) for w in words]
        steps = np.abs(rank[1] - rank[0])
        expected = [int((steps > 0).sum()), int(bits), int(steps.max())]
        assert [numbers[name][n] for name in ("moved", "bits", "most")] == expected
        assert numbers["budget"][n] == pytest.approx(within, rel=1e-5)
        assert within <= 1
        assert rows[n][1:] == [
            f"{expected[0]} of 128",
            f"{expected[1]} of 4096",
            str(expected[2]),
            f"{short(100 * numbers['budget'][n])}%",
        ]
        assert ("(shown)" in rows[n][0]) == (kernel == ranges)
        if kernel != ranges:
            continue
        sentence = says(page, "order")
        if expected[0]:
            assert (
                f"{expected[0]} of 128 outputs move, by {expected[2]} ulp at most: {expected[1]} of 4096 bits differ"
                in sentence
            )
        else:
            assert "no bit moves" in sentence
        assert f"they use {short(100 * max(budget, within))}% of it at most" in sentence
        # the figure: the ulps of each output, and the bits of the output that moves furthest
        script = "return [...document.querySelectorAll('#order svg text')].map((t) => t.textContent)"
        texts = page.execute_script(script)
        at = int(steps.argmax())
        patterns = [f"{w[at]:032b}" for w in words]
        for word, pattern in zip(("before", "now"), patterns, strict=True):
            start = texts.index(word) + 1
            assert "".join(texts[start : start + 32]) == pattern
        start = texts.index("query 0")
        cells = [text for text in texts[start : texts.index("before")] if not text.startswith(("query", "Bits"))]
        assert cells[:128] == ["99+" if s > 99 else str(s) for s in steps]
        marked = page.execute_script("return document.querySelectorAll('#order svg rect.bad').length")
        assert marked == sum(a != b for a, b in zip(*patterns, strict=True))


def test_the_batch_size_moves_bits_of_a_sequence(page: Any) -> None:
    opened(page)
    moved = []
    for batch, ranges in enumerate((8, 4, 2, 1)):
        move(page, "order", "batch", batch)
        numbers = numbers_of(page, "order")
        assert numbers["ranges"] == ranges
        moved.append(numbers["moved"][[0, 1, 2, 4, 8].index(ranges)])
    assert all(moved[:3]) and moved[3] == 0  # one range is the order that the others are compared with


def test_each_widget_asks_first(page: Any) -> None:
    opened(page)
    script = """const question = document.querySelector(`#${arguments[0]} .question`), {length} = question.elements;
        const answers = [...question.querySelectorAll('input')];
        const say = (input) => { input.click(); const details = question.querySelector('details');
            return [details.querySelector('summary').textContent, details.open]; };
        return [question.compareDocumentPosition(document.querySelector(`#${arguments[0]} .controls`)),
            question.querySelector('legend').textContent, question.querySelector('details').open,
            answers.map(say), explorer.widgets.find((w) => w.id === arguments[0]).question]"""
    for widget in WIDGETS:
        place, legend, opened_first, answers, question = page.execute_script(script, widget)
        assert place == 4 and legend.endswith("?") and not opened_first  # 4: the controls follow
        right = question["right"]
        assert answers == [["Correct. Why?", False] if n == right else ["Not correct. Why?", True] for n in range(3)]
        assert question["why"].endswith(".") and len(set(question["choices"])) == 3


def move(page: Any, widget: str, control: str, value: Any) -> None:
    script = """const [widget, control, value, done] = arguments;
        const input = document.getElementById(widget).querySelector('.controls').elements.namedItem(control);
        input.value = value; input.dispatchEvent(new Event('input', {bubbles: true}));
        requestAnimationFrame(() => setTimeout(done, 0));"""
    page.execute_async_script(script, widget, control, str(value))


@pytest.mark.parametrize("widget", WIDGETS)
def test_every_control_moves_something(page: Any, widget: str) -> None:
    opened(page)
    # what one control does may need another: a diagonal a mask, a window more keys than it is wide
    script = """return explorer.widgets.find((w) => w.id === arguments[0]).controls
        .map((c) => [c.name, c.value, c.choices ? c.choices.map((x) => x[0])
            : Array.from({length: Math.min((c.max - c.min) / c.step, 64) + 1}, (_, n) => c.min + n * c.step)])"""
    controls = page.execute_script(script, widget)
    for name, first, values in controls:
        before = text_of(page, widget)
        seen = set()
        for value in values:
            move(page, widget, name, value)
            seen.add(text_of(page, widget))
        assert len(seen | {before}) > 1, name
        move(page, widget, name, first)
        assert text_of(page, widget) == before


@pytest.mark.parametrize("widget", WIDGETS)
def test_the_keyboard_is_enough(page: Any, widget: str) -> None:
    opened(page)
    section = page.find_element("id", widget)
    before = text_of(page, widget)
    seen = set()
    for key in (keyboard.HOME, keyboard.END):
        section.find_element("css selector", ".controls input").send_keys(key)
        page.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 0))")
        seen.add(text_of(page, widget))
    assert seen != {before}
    section.find_element("css selector", ".question input").send_keys(keyboard.SPACE)
    assert section.find_element("css selector", "summary").text != "The answer"


def test_nothing_leaves_the_screen(page: Any) -> None:
    opened(page)
    press(page, "judge", "turn")
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    script = """const leaves = (box) => box.left < 0 || box.right > innerWidth;
        const texts = [...document.querySelectorAll('svg text')];
        return texts.filter((t) => leaves(t.getBoundingClientRect())).map((t) => t.textContent)"""
    assert page.execute_script(script) == []


def test_questions_and_answers_are_printed(page: Any) -> None:
    opened(page)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    script = """return [...document.querySelectorAll('.question')].flatMap((q) =>
        [q.querySelector('legend'), ...q.querySelectorAll('label span'), q.querySelector('details p')]).filter(
        (said) => !said.checkVisibility({contentVisibilityAuto: true}) || said.getBoundingClientRect().height < 5)
        .map((said) => said.textContent)"""
    hidden = page.execute_script(script)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert hidden == []


def test_axe_finds_no_serious_fault(page: Any) -> None:
    opened(page)
    press(page, "judge", "turn")
    page.execute_script((Path(axe.__file__).parent / "axe.min.js").read_text())
    found = page.execute_async_script("axe.run().then(arguments[0])")
    bad = [(v["id"], v["nodes"][0]["html"]) for v in found["violations"] if v["impact"] in ("serious", "critical")]
    assert bad == []


def test_the_page_stands_without_scripts() -> None:
    text = PAGE.read_text()
    assert PAGE.stat().st_size < 1_500_000
    assert "http://" not in text.replace("http://www.w3.org/", "") and "https://" not in text
    for widget in WIDGETS:
        section = text.split(f'<section id="{widget}">')[1].split("</section>")[0]
        assert "<svg" in section and "<table>" in section and 'class="says"' in section
