"""Which conventions the libraries of `make peers` follow: `attest check --suite conventions` on the candidates beside this file, in float32, as a table.
make conventions; or: python3 examples/conventions.py [TYPE]
Each library is run by build/peers/bin/python. A number is that of the cases that follow the convention, 'of' those in which it has to show."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

LIBRARIES = {"NumPy": "numpy", "ONNX Runtime": "onnxruntime", "PyTorch": "torch", "JAX": "jax", "OpenVINO": "openvino"}
root = Path(__file__).resolve().parent.parent


def attest(*arguments):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([root / "build/attest", *arguments, "--json", file.name], stdout=subprocess.PIPE, text=True, cwd=root)
        if done.returncode > 1:
            sys.exit(done.returncode)
        return json.loads(Path(file.name).read_text()), done.stdout.rstrip().splitlines()[-1]


def judge(name, dtype):
    command = f"build/peers/bin/python examples/{name}_candidate.py"
    return attest("check", "--command", command, "--suite", "conventions", "--dtype", dtype, "--timeout", "1800")


def entry(results, convention):
    found = next((c for c in results["conventions"] if c["convention"] == convention["name"]), None)
    if found is None:
        return "-"
    shows = "" if convention["may"] else f" of {found['followed'] + found['broken']}"
    return f"{found['followed']}{shows}" + ("" if found["consistent"] else ", inconsistent")


dtype = sys.argv[1] if len(sys.argv) > 1 else "f32"
conventions = attest("zoo", "--conventions")[0]["conventions"]
found = {library: judge(name, dtype) for library, name in LIBRARIES.items()}
print("| convention |", " | ".join(found), "|")
print("|---|" + "---|" * len(found))
for convention in conventions:
    print(f"| {convention['name']} |", " | ".join(entry(results, convention) for results, _ in found.values()), "|")
verdicts = [("pass" if results["pass"] else "fail") + f": {sum(t['failed'] for t in results['types'].values())} of "
            f"{sum(t['passed'] + t['failed'] + t['by_convention'] for t in results['types'].values())} cases fail" for results, _ in found.values()]
print("| verdict |", " | ".join(verdicts), "|")
