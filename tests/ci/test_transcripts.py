"""What documents show as the output of a command is what the command prints."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^    .*\n)+", re.M)


def transcripts(document):
    """The blocks that begin with a command that the documents type in a checkout: its commands, and what they print."""
    for block in BLOCK.findall((ROOT / document).read_text()):
        lines = [line[4:] for line in block.splitlines()]
        commands = [line[2:] for line in lines if line.startswith("$ ")]
        if any(command.startswith("build/attest ") for command in commands):
            yield "\n".join(commands), [line for line in lines if not line.startswith("$ ")]


def output_of(commands, directory):
    for name in ("build", "tests"):
        (directory / name).symlink_to(ROOT / name)
    run = subprocess.run(["sh", "-c", commands], cwd=directory, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.stdout


@pytest.mark.parametrize("document", ["README.md", "check/cases/README.md"])
def test_a_transcript_is_what_is_printed(document, tmp_path):
    """'...' stands for omitted text and lines."""
    found = list(transcripts(document))
    assert len(found) == 1
    commands, shown = found[0]
    printed, at = output_of(commands, tmp_path), 0
    for piece in (piece.strip() for line in shown for piece in line.split("...")):
        assert piece in printed[at:]
        at = printed.index(piece, at) + len(piece)


def test_the_table_of_stories_is_what_is_printed(tmp_path):
    printed = output_of("build/attest zoo --stories", tmp_path)
    rows = re.findall(
        r"^\| wrong: .*\((?:as )?([^()]*)\) \| accepts \| rejects, (budget used \S+) \|$",
        (ROOT / "README.md").read_text(),
        re.M,
    )
    assert len(rows) == 3
    for source, budget in rows:
        story = printed[printed.index(f"({source})") :]
        verdicts = re.findall(r"rejects, (.*)", story)
        assert budget in verdicts[0]
