"""What documents point to is there: files and folders, and the headings that links name."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTED = ["git", "ls-files", "-co", "--exclude-standard", "--", "*.md"]
DOCUMENTS = subprocess.run(LISTED, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)


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
