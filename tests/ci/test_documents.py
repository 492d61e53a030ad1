"""What documents point to is there: files, folders, headings that links name; and the sources that comments cite."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTED = ["git", "ls-files", "-co", "--exclude-standard", "--", "*.md"]
DOCUMENTS = subprocess.run(LISTED, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)
BIBLIOGRAPHY = ROOT / "BIBLIOGRAPHY.md"
CITING = ["c", "h", "cc", "cpp", "py", "mjs", "css", "html", "sh", "md", "ipynb", "acsl"]  # suffixes
CITATION = re.compile(r"\[([A-Z][A-Za-z]+\d{4}[a-z]?)(?=[\],])")  # [Key2002] and [Key2002, section 4.2]
OTHER_FORM = re.compile(r"\bet al\b\.?|[A-Z]\w+ (?:&|and) [A-Z]\w+,? \(?(?:19|20)\d\d\b")
ENTRY = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.M | re.S)


def texts():
    """The sources and documents, by their names: all but the bibliography, this file, and what a command made."""
    listed = ["git", "ls-files", "-co", "--exclude-standard", "--", *(f"*.{suffix}" for suffix in CITING)]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    others = {"BIBLIOGRAPHY.md", Path(__file__).resolve().relative_to(ROOT).as_posix()}
    kept = [name for name in names if name not in others and not name.startswith("reports/sample/")]
    return {name: (ROOT / name).read_text() for name in kept if (ROOT / name).exists()}


def citations(of):
    """The names of the files that cite each key."""
    cited = {}
    for name, text in of.items():
        for key in CITATION.findall(CODE.sub("", text) if name.endswith(".md") else text):
            cited.setdefault(key, set()).add(name)
    return cited


TEXTS = texts()
CITED = citations(TEXTS)
ENTRIES = ENTRY.findall(BIBLIOGRAPHY.read_text())


def anchors(document):
    """The names of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.M)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading) for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in plain}


@pytest.mark.skipif(not DOCUMENTS, reason="not a git checkout")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name):
    document = ROOT / name
    dead = []
    for path, anchor in LINK.findall(CODE.sub("", document.read_text())):
        to = document.parent / path if path else document
        if not to.exists() or (anchor and to.suffix == ".md" and anchor not in anchors(to)):
            dead.append(f"{path}#{anchor}" if anchor else path)
    assert dead == []


def test_there_are_documents_with_links():
    """So that the test above looks at something."""
    assert not DOCUMENTS or len(LINK.findall((ROOT / "README.md").read_text())) > 20


@pytest.mark.skipif(not DOCUMENTS, reason="not a git checkout")
def test_every_source_cited_is_in_the_bibliography():
    unknown = set(CITED) - {key for key, _ in ENTRIES}
    assert {key: CITED[key] for key in unknown} == {}


@pytest.mark.skipif(not DOCUMENTS, reason="not a git checkout")
@pytest.mark.parametrize("key, entry", ENTRIES, ids=[key for key, _ in ENTRIES])
def test_an_entry_links_the_files_that_cite_it(key, entry):
    """That these are there, test_links_lead_somewhere says."""
    used = re.search(r"^Used for .*$", entry, re.M)
    assert used, f"{key}: expected a line 'Used for ..' with links to the files that cite it"
    assert {path for path, _ in LINK.findall(used[0])} == CITED.get(key, set())


def test_entries_are_sorted_and_their_keys_differ():
    keys = [key for key, _ in ENTRIES]
    assert len(keys) > 20
    assert keys == sorted(set(keys), key=str.lower)
    assert [key for key in keys if not CITATION.match(f"[{key}]")] == []


@pytest.mark.skipif(not DOCUMENTS, reason="not a git checkout")
def test_sources_are_cited_by_key():
    assert {name: found for name, text in TEXTS.items() if (found := OTHER_FORM.findall(text))} == {}


def test_a_citation_is_recognised():
    text = "[Higham2002] [Dao2023a, section 3.1]; [Gemma2024,\n   section 2] a[ATTEST_AVX512] x[0] [Link](2002.md)"
    assert CITATION.findall(text) == ["Higham2002", "Dao2023a", "Gemma2024"]
    assert OTHER_FORM.findall("Dao et al. 2022; Cody & Waite 1980; Kahan and Higham (2002); March 2026") != []
