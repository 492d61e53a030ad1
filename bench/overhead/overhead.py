"""What the clock of attest bench adds to a call (bench/README.md): times overhead.so, which notes the time of each call by
its own clock, and compares the sums over the same calls. A line for each shape.

usage: overhead.py ATTEST overhead.so"""
import array, json, os, subprocess, sys, tempfile

# query rows, keys, heads: calls of some 20 us to some milliseconds, with little and with much to read
SHAPES = ["1 128 2", "1 512 2", "1 512 8", "64 64 1", "64 128 2", "1 2048 8", "128 512 2", "512 512 4"]


def noted(path, count):
    numbers = array.array("d")
    with open(path, "rb") as file:
        numbers.frombytes(file.read())
    return numbers[1 + int(numbers[0]) - count:1 + int(numbers[0])]  # the calls before these were judged, not timed


def measure(attest, library, shape, to):
    queries, keys, heads = shape.split()
    calls, document = os.path.join(to, "calls"), os.path.join(to, "document.json")
    subprocess.run([attest, "bench", "peers", "--candidate", library, "--trusted", "--variant", "candidate", "--q-len", queries,
                    "--keys", keys, "--heads", heads, "--kv-heads", heads, "--d-k", "64", "--dtype", "f32", "--mask", "full",
                    "--json", document], env={**os.environ, "ATTEST_CALLS": calls}, check=True, stdout=subprocess.DEVNULL)
    runs = [b for b in json.load(open(document))["benchmarks"] if "peers/" in b["name"] and b["run_type"] == "iteration"]
    count, unit = sum(b["iterations"] for b in runs), {"us": 1e-6, "ns": 1e-9, "ms": 1e-3}[runs[0]["time_unit"]]
    own = sum(noted(calls, count))
    clock = sum(b["iterations"] * b["real_time"] * unit for b in runs)
    os.remove(calls)
    return 1e6 * own / count, 1e6 * (clock - own) / count


def main():
    attest, library = sys.argv[1:]
    print("   a call, us   the clock adds, us       %   queries keys heads")
    for shape in SHAPES:
        with tempfile.TemporaryDirectory() as to:
            own, more = measure(attest, library, shape, to)
        print(f"{own:13.1f}{more:21.2f}{100 * more / own:8.2f}   {shape}")


main()
