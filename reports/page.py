#!/usr/bin/env python3
"""usage: page.py VERIFY_JSON PROOFS_JSON > index.html: the results page, self-contained, from data alone."""

import collections
import html
import json
import math
import pathlib
import platform
import sys

STYLE = """
:root { color-scheme: light dark; --edge: #8886; --soft: #8882; --bad: #d55e00; --good: #0072b2 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2 } p { overflow-wrap: anywhere } h2 { margin-top: 2.5rem }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .9rem }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--edge); text-align: left; white-space: nowrap }
td.n { text-align: right; font-variant-numeric: tabular-nums }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem }
.cards div { border: 1px solid var(--edge); border-radius: .5rem; padding: .7rem 1rem } .cards b { display: block; font-size: 1.5rem }
.fail { color: var(--bad); font-weight: bold } svg { width: 100%; height: auto } svg text { fill: currentColor; font-size: 11px }
footer { margin: 3rem 0; font-size: .85rem }
@media (prefers-color-scheme: dark) { :root { --bad: #e69f00; --good: #56b4e9 } }
@media print { body { max-width: none } }
"""


def number(x):
    return "0" if x == 0 else f"{x:.3g}"


def table(head, rows):
    cells = "".join(f"<th>{html.escape(h)}</th>" for h in head)
    lines = []
    for row in rows:
        lines.append("<tr>" + "".join(f'<td class="{c}">{v}</td>' for c, v in row) + "</tr>")
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def worst(case):
    """The output with the largest error, and that error."""
    return max(((float(o["error"]), name) for name, o in case["outputs"].items()), default=(0, ""))


def card(figure, text):
    return f"<div><b>{html.escape(figure)}</b>{html.escape(text)}</div>"


def share(case):
    """The worst error as a share of the tolerance."""
    return worst(case)[0] / case["tolerance"]


def strip(sets):
    """A row a set, a dot a case, at the share of its tolerance that its worst error takes; logarithmic, the limit drawn as a line."""
    low, high = -5, 1
    width, left, line, foot = 640, 60, 34, 40
    height = line * len(sets) + foot

    def x(value):
        return left + (min(high, max(low, math.log10(value) if value > 0 else low)) - low) / (high - low) * (width - left - 20)

    marks = []
    for row, (name, members) in enumerate(sets.items()):
        y = line * (row + 0.5)
        marks.append(f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{html.escape(name)}</text>')
        for i, case in enumerate(members):
            colour = "var(--bad)" if case["result"] == "fail" else "var(--good)"
            dodge = (i * 0.618034 % 1 - 0.5) * (line - 12)
            marks.append(f'<circle cx="{x(share(case)):.1f}" cy="{y + dodge:.1f}" r="2.5" fill="{colour}" fill-opacity=".6"/>')
    bottom = line * len(sets)
    for power in range(low, high + 1):
        label = f"{10.0 ** power:g}" if power > low else f"{10.0 ** power:g} or less"
        marks.append(f'<line x1="{x(10.0 ** power):.1f}" x2="{x(10.0 ** power):.1f}" y1="0" y2="{bottom}" stroke="{"var(--bad)" if power == 0 else "var(--soft)"}"/>')
        marks.append(f'<text x="{x(10.0 ** power):.1f}" y="{bottom + 15}" text-anchor="middle">{label}</text>')
    marks.append(f'<text x="{(left + width) / 2}" y="{height - 6}" text-anchor="middle">worst error of the case / its tolerance</text>')
    alt = "One dot a case at its worst error over its tolerance, a row for each set; all lie left of the line at 1 if all passed."
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{alt}">{"".join(marks)}</svg>'


def vectors_section(cases):
    sets = collections.defaultdict(list)
    for c in cases:
        if c["result"] == "skip":
            continue
        sets[c["name"].rsplit("/", 1)[0] if "/" in c["name"] else "cases"].append(c)
    rows = []
    for name, members in sets.items():
        passed = sum(c["result"] == "pass" for c in members)
        error, case = max((worst(c)[0], c["name"]) for c in members)
        rows.append([("", html.escape(name)), ("n", len(members)), ("n", passed), ("n", number(error)), ("", html.escape(case.rsplit("/", 1)[-1]))])
    largest = max((c for c in cases if c["result"] != "skip"), key=share)
    found = (f"The worst error of any case is {number(share(largest))} of its tolerance, in {html.escape(largest['name'])}.")
    every = [[("", html.escape(c["name"])), ("fail" if c["result"] == "fail" else "", c["result"]), ("", worst(c)[1]),
              ("n", number(worst(c)[0])), ("n", number(c["tolerance"]))] for c in cases]
    return (f"<h2>Cases that others computed</h2><p>{found}</p>{strip(sets)}"
            + table(["set", "cases", "passed", "worst error", "in"], rows)
            + "<details><summary>Every case</summary>" + table(["case", "result", "output", "worst error", "tolerance"], every) + "</details>")


def proofs_section(proofs):
    goals = sum(r["goals"] for fs in proofs["units"].values() for r in fs.values())
    proved = sum(r["proved"] for fs in proofs["units"].values() for r in fs.values())
    rows = [[("", html.escape(u)), ("", "lemmas" if f == "lemma" else html.escape(f)), ("n", r["goals"]), ("n" if r["goals"] == r["proved"] else "n fail", r["proved"]),
             ("", ", ".join(f"{p} {n}" for p, n in r["provers"].items()))] for u, fs in proofs["units"].items() for f, r in fs.items()]
    still = [f for fs in proofs["units"].values() for f, r in fs.items() if r["proved"] < r["goals"]]
    text = (f"{proved} of {goals} goals about the C source are proved by Frama-C WP in exact arithmetic: every access valid, nothing else written, "
            "no overflow, every loop ends, and the result is what the contract defines. Exact arithmetic says nothing about rounding. "
            + (f"Stated and not yet proved, only tested: {', '.join(map(html.escape, still))}." if still else "Nothing is left open."))
    tools = ", ".join(html.escape(v if name in v.lower() else f"{name.replace('frama-c', 'Frama-C')} {v}") for name, v in proofs["versions"].items())
    return (f"<h2>Proofs</h2><p>{text}</p><details><summary>Every function</summary>" + table(["file", "function", "goals", "proved", "by"], rows)
            + f"</details><p>{tools}</p>", proved, goals)


def main():
    verify = json.loads(pathlib.Path(sys.argv[1]).read_text())
    proofs = json.loads(pathlib.Path(sys.argv[2]).read_text())
    cases = verify["cases"]
    passed, failed = (sum(c["result"] == r for c in cases) for r in ("pass", "fail"))
    proofs_html, proved, goals = proofs_section(proofs)
    real = sum(c["result"] == "pass" and "minilm" in c["name"] for c in cases)
    cards = [card(f"{'pass' if failed == 0 else 'FAIL'}: {passed} of {passed + failed}", "cases computed by others, reproduced by the reference")]
    if real:
        cards.append(card(f"{real}", "of them the activations of a real model"))
    cards.append(card(f"{proved} of {goals}", "goals about the source proved"))
    machine = html.escape(f"{platform.machine()}, {platform.platform()}")
    print(f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>attest: results</title><style>{STYLE}</style></head><body><h1>attest: results</h1><div class="cards">{"".join(cards)}</div>
{vectors_section(cases)}{proofs_html}
<footer>Made by <code>make report</code> on {machine}. Cases: <code>attest verify build/vectors</code>. Proofs: <code>make prove</code>.</footer>
</body></html>""")


if __name__ == "__main__":
    main()
