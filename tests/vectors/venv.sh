#!/bin/sh
# usage: venv.sh DIR: a Python environment with what requirements.txt pins, all of it or, where PyPI is not reached, Debian's
# numpy alone; export.py then uses the stored vectors instead of the onnx package, and says so.
set -eu
dir=$1
here=$(dirname "$0")
python3=/usr/bin/python3
[ -x "$python3" ] || python3=python3
rm -rf "$dir"
"$python3" -m venv --system-site-packages "$dir"
if ! "$dir/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"; then
  echo "venv.sh: PyPI is not reached: the vectors of the onnx package are left out" >&2
fi
touch "$dir/ready"
