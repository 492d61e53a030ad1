#!/bin/sh
# usage: setup.sh [PACKAGE ...]
# Installs the Debian packages that are missing, and those named. Needs root or sudo; without rights it prints the line to run and stops with status 2.
set -eu

packages="build-essential pkg-config libopenblas-openmp-dev libbenchmark-dev libjansson-dev libseccomp-dev strace libboost-math-dev liblapacke-dev gnuplot-nox libcmocka-dev libmpfr-dev python3 python3-venv python3-numpy
  clang clang-format clang-tidy libclang-rt-dev libomp-dev cppcheck valgrind gcovr openmpi-bin mandoc zsh cmake debhelper lintian
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user frama-c-base why3 z3 cvc4 cvc5
  lld wasi-libc libclang-rt-dev-wasm32 nodejs node-d3 esbuild chromium chromium-driver $*"

if ! command -v dpkg-query > /dev/null; then
  echo "setup.sh: not a Debian system; install what these Debian packages hold: $(echo $packages)" >&2
  exit 0
fi

missing=
for p in $packages; do
  case $(dpkg-query -W -f '${db:Status-Status}' "$p" 2> /dev/null) in
  installed) ;;
  *) missing="$missing $p" ;;
  esac
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
  as=
elif command -v sudo > /dev/null && sudo -n true 2> /dev/null || { [ -t 0 ] && command -v sudo > /dev/null; }; then
  as=sudo
else
  echo "setup.sh: packages are missing; run as root: apt-get update && $install" >&2
  exit 2
fi
export DEBIAN_FRONTEND=noninteractive
$as apt-get update
$as $install
