#!/usr/bin/env python3
"""Writes the whole of ref/ as one file, without its annotations, in the order in which one reads it.

usage: ref/listing.py FILE.c FILE.html

FILE.c compiles by itself, with include/ in the path, to what the files of ref/ compile to. FILE.html is the same with colours and a table of
contents; it needs Pygments."""

import html
import pathlib
import re
import sys

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CLexer

ROOT = pathlib.Path(__file__).resolve().parents[1]
# from the definition to what calls it; a file that is not named comes last
READING = ["attention", "visible", "softmax", "elementary", "problem", "check", "reference", "dot", "linear", "concat", "layer_sizes", "head_tensor", "layer_heads",
           "multi_head", "layer_norm", "feed_forward", "block", "layers", "status", "teaching/simplified", "teaching/value_up",
           "teaching/multi_head_sum", "teaching/parameters"]
ANNOTATION = re.compile(r"^[ \t]*/\*@.*?\*/[ \t]*\n|^[ \t]*//@[^\n]*\n|/\*@.*?\*/ ?|//@[^\n]*", re.M | re.S)
GUARD = re.compile(r"\A(?P<opening>/\*.*?\*/\n)#ifndef (\w+)\n#define \2\n(?P<body>.*)#endif\n\Z", re.S)
OWN = re.compile(r'^#include "ref/[^"]+"[^\n]*\n', re.M)
ANY = re.compile(r"^#include [<\"][^>\"]+[>\"][^\n]*\n", re.M)


def plain(path):
    """A file without annotations and without the project's own includes."""
    text = ANNOTATION.sub("", path.read_text())
    guarded = GUARD.match(text)
    return OWN.sub("", guarded["opening"] + guarded["body"] if guarded else text)


def headers(path, found):
    """The headers of ref/ that a file needs, each after those that it needs itself."""
    for name in re.findall(r'^#include "(ref/(?!logic/)[^"]+)"', path.read_text(), re.M):
        if ROOT / name not in found:
            headers(ROOT / name, found)
            found.append(ROOT / name)
    return found


def sources():
    names = [str(p.relative_to(ROOT / "ref").with_suffix("")) for p in sorted((ROOT / "ref").rglob("*.c"))]
    return [ROOT / "ref" / f"{name}.c" for name in sorted(names, key=lambda n: READING.index(n) if n in READING else len(READING))]


def parts():
    """[(name, text)] of all files, and the includes of none of them but once, at the start."""
    files, listed = sources(), []
    for source in files:
        headers(source, listed)
    texts = [(str(p.relative_to(ROOT)), plain(p)) for p in [*listed, *files]]
    includes = sorted({line.split("/*")[0].strip() for _, text in texts for line in ANY.findall(text)}, key=lambda i: ('"' in i, i))
    opening = "/* The reference as one file, without annotations: the declarations, then the definition of attention and what is built on it. */\n"
    return [("includes", opening + "\n".join(includes) + "\n"), *((name, re.sub(r"\n{3,}", "\n\n", ANY.sub("", text)).strip() + "\n") for name, text in texts)]


def page(listed):
    style = HtmlFormatter(cssclass="c")
    contents = "".join(f'<li><a href="#{html.escape(name)}">{html.escape(name)}</a></li>' for name, _ in listed)
    code = "".join(f'<h2 id="{html.escape(name)}">{html.escape(name)}</h2>{highlight(text, CLexer(), style)}' for name, text in listed)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The reference of attest</title>
<style>{style.get_style_defs(".c")}
body {{ max-width: 76em; margin: auto; padding: 0 1em; font-family: sans-serif }} pre {{ overflow-x: auto; line-height: 1.35 }} ul {{ columns: 14em }}</style>
<h1>The reference of attest</h1>
<p>The whole source of <code>ref/</code> without its annotations: the declarations first, then the definition of attention and what is built on it.
The contracts that are proved of it stand in the files themselves.</p>
<ul>{contents}</ul>
{code}</html>
"""


def main():
    listed = parts()
    pathlib.Path(sys.argv[1]).write_text("\n".join(f"/* ---- {name} */\n\n{text}" for name, text in listed))
    pathlib.Path(sys.argv[2]).write_text(page(listed))


if __name__ == "__main__":
    main()
