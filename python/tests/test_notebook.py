"""The notebook, executed. Would notice: a statement of it that no longer holds, a plot that is not drawn."""

import json
import sys
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "attention.ipynb"


def read():
    return pytest.importorskip("nbformat").read(NOTEBOOK, as_version=4)


def test_it_is_stored_without_outputs():
    cells = [cell for cell in read().cells if cell.cell_type == "code"]
    assert cells and not any(cell.outputs or cell.execution_count for cell in cells)


def test_every_claim_holds_and_every_plot_is_drawn(tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    for needed in ("ipykernel", "matplotlib", "ml_dtypes"):
        pytest.importorskip(needed)
    kernel = tmp_path / "kernels" / "this-python"
    kernel.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    for name in ("JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))

    notebook = read()
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="this-python").execute()

    plots = reports = 0
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        assert not any(output.get("name") == "stderr" for output in outputs), cell.source
        drawn = sum("image/png" in output.get("data", {}) for output in outputs)
        assert drawn == cell.source.count("plt.show()"), cell.source
        plots += drawn
        reports += sum("<iframe" in output.get("data", {}).get("text/html", "") for output in outputs)
    assert plots > 5 and reports == 1
