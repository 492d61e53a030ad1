#!/bin/bash
# usage: tests/run.sh [SUITE ...]   suites: unit cli faults check cheats mutants clang sanitize threads valgrind neon vectors python install debian lint listing coverage prove, or all;
# check_some lint_changed, with unit and cli also called quick.
# Runs suites and adds up what they counted. Each suite is a function that prints, per test, what it found, and closes with
# 'N passed, M failed' (', K skipped' may follow); one that does not close so counts as one failure. Logs lie in build/log.
set -uo pipefail
cd "$(dirname "$0")/.."
# two programs run at a time: their OpenMP threads must not spin while they wait
export VECTORS=${VECTORS:-../shared/vectors} JOBS=${JOBS:-2} OMP_WAIT_POLICY=passive
mkdir -p build/log

sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"

# build the tests and the command in $1 with compiler $2 and flags $3
build() { make -s -j"$JOBS" BUILD="$1" CC="$2" CFLAGS="$3" LDFLAGS="${4:-}" all units; }

# one unit program: how many of its tests passed and failed, and, if any did, what it printed
unit_program() {
  local log status passed failed skipped
  log=build/log/$(echo "$1" | tr / -).txt
  "$1" > "$log" 2>&1
  status=$?
  passed=$(grep -c '^\[       OK \]' "$log")
  failed=$(sed -n 's/^\[  FAILED  \] \([^ ]* *: *\)\{0,1\}\([0-9]*\) test(s).*/\2/p' "$log" | head -1)
  failed=${failed:-0}
  skipped=$(sed -n 's/^\[  SKIPPED \] \([^ ]* *: *\)\{0,1\}\([0-9]*\) test(s).*/\2/p' "$log" | head -1)
  skipped=${skipped:-0}
  if [ "$status" != 0 ] && [ "$failed" = 0 ] || [ $((passed + failed + skipped)) = 0 ]; then failed=1; fi
  if [ "$failed" != 0 ]; then cat "$log"; fi
  echo "$1: $passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
}
export -f unit_program

# unit programs that run whole sessions
longest="session probe convention xray ask zoo bias_test support"

# every unit program of build folder $1, the longest first, one more than $JOBS at a time since some wait; $2: of the longest, these
unit_programs() {
  {
    printf "$1/tests/test_%s\n" ${2:-$longest}
    find "$1/tests" -type f -name 'test_*' -executable | grep -v $(printf -- "-e /test_%s\$ " $longest)
  } | xargs -P $((JOBS + 1)) -I {} bash -c 'unit_program {}' |
    awk '{print} /^build.*: [0-9]+ passed, [0-9]+ failed/ {p += $2; f += $4; k += $6} END {printf "%d passed, %d failed%s\n", p, p + f ? f : 1, k ? ", " k " skipped" : ""}'
}

# several closing lines as one; none at all is a failure
total() { awk '/^[0-9]+ passed, [0-9]+ failed/ {n++; p += $1; f += $3; k += $5} {print "  " $0} END {printf "%d passed, %d failed%s\n", p, n ? f : 1, k ? ", " k " skipped" : ""}'; }

# the closing line of a step that does not come to its own: what total is to count where something before it fails
lost="0 passed, 1 failed"

# a check that counts as one test
one() { if "$@"; then echo "1 passed, 0 failed"; else echo "failed: ${*:1:4} ..."; echo "0 passed, 1 failed"; fi; }
export -f one

# such checks, one a line of standard input, $JOBS at a time
side_by_side() { xargs -d '\n' -P "$JOBS" -I {} bash -c 'printed=$(one {} 2>&1); echo "$printed"'; }

unit() { build build "${CC:-cc}" "-O2 -g" && unit_programs build; }

cli() { build build "${CC:-cc}" "-O2 -g" && ATTEST=build/attest tests/cli/run.sh; }

# everything compiles with clang, without a warning, and the reference computes with it what it computes with gcc
clang() {
  local -x UNCHECKED=-O0
  {
    one build build/clang clang -O0
    for t in attention layers softmax; do one quietly build/clang/tests/test_$t; done
  } | total
}

# some of what 'make faults' goes through: of each kind of fault a few calls of each command, and bad times
faults() {
  make -s -j"$JOBS" all build/libcandidate.so build/faults/allocations.so && {
    if strace -o build/log/strace.txt true 2> /dev/null; then
      /usr/bin/python3 tests/faults/faults.py build/attest build/faults/allocations.so --jobs "$JOBS" --most "${1:-5}"
    else echo "skip faults.py: strace cannot trace here"; echo "0 passed, 0 failed, 1 skipped"
    fi
    /usr/bin/python3 tests/faults/conditions.py build/attest
  } | total
}

# the fuzz targets in build folder $1, made as by build, on the inputs that are kept
replay() {
  local target
  make -s -j"$JOBS" BUILD="$1" CC="$2" CFLAGS="$3" LDFLAGS="$3" replay && for target in tests/fuzz/corpus/*; do
    target=${target##*/}
    timeout 120 "$1/replay/$target" "tests/fuzz/corpus/$target"/* || echo "$lost"
  done
}

# The unit programs, of those that run whole sessions one, and the tests of the command, under gcc's sanitizers. Kernels are optimised less, which takes a third
# of the time to compile. (clang's run under 'make fuzz'; they check as much, and take more than a minute to compile each kernel.)
sanitize() {
  local -x UNCHECKED=-O1
  local flags="-O1 -g $sanitizers"
  {
    build build/gcc-san gcc "$flags" "$sanitizers" && unit_programs build/gcc-san session && ATTEST=build/gcc-san/attest tests/cli/run.sh &&
      replay build/gcc-san gcc "$flags" "$sanitizers" || echo "$lost"
  } | total
}

# the fast variants on several threads, under ThreadSanitizer: with clang, whose OpenMP says to it (archer) what waits for what. What is not built here, OpenBLAS
# among it, is not watched.
threads() {
  local archer
  archer=$(ls /usr/lib/llvm-*/lib/libarcher.so 2> /dev/null | tail -n 1)
  [ -n "$archer" ] || { echo "skip test_threads: no libarcher.so (libomp-dev)"; echo "0 passed, 0 failed, 1 skipped"; return; }
  make -s BUILD=build/tsan CC=clang CFLAGS="-O1 -g -fsanitize=thread" LDFLAGS=-fsanitize=thread build/tsan/tests/test_threads &&
    one env OMP_TOOL_LIBRARIES="$archer" TSAN_OPTIONS=ignore_noninstrumented_modules=1 build/tsan/tests/test_threads
}

# what reads memory that others give: the reference, files, tensors (the random problems take minutes under valgrind, and the sanitizers see
# them anyway; candidates run in processes of their own)
valgrind() {
  build build "${CC:-cc}" "-O2 -g" && { for t in attention softmax element check layers layers_check npy case tensor; do
    one valgrind_quiet "build/tests/test_$t"
  done; } | total
}
valgrind_quiet() {
  local log
  log=build/log/valgrind-$(basename "$1").txt
  command valgrind --quiet --error-exitcode=1 "$1" > "$log" 2>&1 || { cat "$log"; false; }
}

# the variants of another machine, built for it and run by an emulator, one in each process
neon() {
  local arm=aarch64-linux-gnu-
  make -s -j"$JOBS" BUILD=build/neon CC=${arm}gcc AR=${arm}ar build/neon/libattest.a build/neon/libattest_check.a && {
    ${arm}gcc -O2 -std=c17 -Wall -Wextra -Iinclude -I. tests/cross/variants.c build/neon/libattest_check.a build/neon/libattest.a -fopenmp -lm -static \
      -o build/neon/variants && qemu-aarch64 build/neon/variants | grep neon | xargs -P "$JOBS" -I {} qemu-aarch64 build/neon/variants {} || echo "$lost"
  } | total
}

# the reference on what others computed; before that, the exporter's own test
vectors() {
  { make -s vectors && build/venv/bin/python tests/vectors/test_export.py --shared "$VECTORS" || echo "$lost"; } | total
}

# the Python package, as users install it; its types and style; the action for other people's CI, which runs the command too
python() {
  local bin=build/python/bin
  make -s build/python/ready || { echo "skip python: PyPI is not reached"; echo "0 passed, 0 failed, 1 skipped"; return; }
  {
    one "$bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall ./python
    one "$bin/mypy" --config-file python/pyproject.toml python/src/attncheck
    one "$bin/ruff" check --quiet python
    one "$bin/ruff" format --quiet --check python/src python/tests python/backend.py
    one "$bin/ruff" check --quiet --config python/pyproject.toml tests/ci tests/explorer examples/github-action
    one "$bin/ruff" format --quiet --check --config python/pyproject.toml tests/ci tests/explorer examples/github-action
    one make -s -j"$JOBS" all build/explorer/explorer.html build/explorer/module.so
    "$bin/python" -m pytest -q -rs -n "$JOBS" --no-header -p no:cacheprovider python/tests tests/ci tests/explorer > build/log/pytest.txt 2>&1
    tail -n 60 build/log/pytest.txt
    pytest_total < build/log/pytest.txt
  } | total
}

# pytest's last line as ours
pytest_total() {
  tail -n 1 | awk '{for (n = 2; n <= NF; n++) {if ($n ~ /^passed/) p = $(n-1); if ($n ~ /^(failed|error)/) f += $(n-1); if ($n ~ /^skipped/) k = $(n-1)}}
    END {printf "%d passed, %d failed%s\n", p, p ? f : f + 1, k ? ", " k " skipped" : ""}'
}

# the checker on implementations that are right, the examples among them: no false alarm; and on those that are wrong. The longest is first.
check() {
  local name cpu form type
  build build "${CC:-cc}" "-O2 -g" && make -s examples && {
    {
      echo build/attest zoo --matrix
      echo build/attest zoo --causes --profile lengths
      echo build/attest check reference
      echo build/attest check build/libcandidate.so
      echo "build/attest check --command '/usr/bin/python3 examples/numpy_candidate.py'"
      each_variant
      for cpu in base avx2; do echo env ATTEST_CPU=$cpu build/attest check "$(ATTEST_CPU=$cpu variants | cut -d ' ' -f 1)" --dtype f32; done
      echo build/attest check zoo:correct-materialised
      echo build/attest check zoo:correct-tiled --dtype f32
      echo build/attest check zoo:correct-split --dtype bf16
      echo build/attest zoo --run --dtype bf16
      plain_kernels
      echo build/attest zoo --stories
    } | side_by_side
    onnxruntime
  } | total
}
# the two variants that are selected first in all types, the others in one type each, in turns (the unit tests compare all in all)
each_variant() {
  local name n=0 types=(f32 bf16 f16)
  for name in $(variants); do
    case $n:$name in
      [01]:* | *64 | *bf16) echo build/attest check "$name" ;;
      *) echo build/attest check "$name" --dtype "${types[n % 3]}" ;;
    esac
    n=$((n + 1))
  done
}
# the two variants that are selected first
check_some() {
  build build "${CC:-cc}" "-O2 -g" && {
    for name in $(variants | cut -d ' ' -f 1,2); do echo build/attest check "$name"; done | side_by_side
  } | total
}
# a kernel as people have them passes, and each of nine textbook bugs in it fails and is named
plain_kernels() {
  local bug causes
  causes=(- max-none-divided max-from-0-divided scale-default strides-ignored kv-head-mod diagonal-top-left diagonal-of-tensor diagonal-moved length-of-first)
  rm -rf build/kernels && mkdir -p build/kernels # one that does not compile is then missing
  for bug in 0 1 2 3 4 5 6 7 8 9; do
    "${CC:-cc}" -O2 -std=c17 -Wall -Wextra -Werror -fPIC -shared -DBUG=$bug -Iinclude tests/kernels/plain.c -lm -o build/kernels/plain-$bug.so
    if [ $bug = 0 ]; then echo build/attest check build/kernels/plain-0.so; else echo "tests/kernels/fails.sh ${causes[bug]}" build/attest check build/kernels/plain-$bug.so; fi
  done
}
# the fast variants that this machine runs, as the command names them where it is asked for one that there is not
variants() { build/attest run tests/cli/cases/uniform --impl '' 2>&1 | sed -n 's/.*(\(.*\)).*/\1/p' | tr -d ,; }
# the ONNX Runtime candidate, where PyPI gave the package
onnxruntime() {
  make -s build/venv/ready
  if build/venv/bin/python -c 'import onnxruntime' 2> /dev/null; then
    one build/attest check --command 'build/venv/bin/python examples/onnxruntime_candidate.py' --dtype f32
  else echo "skip examples/onnxruntime_candidate.py: PyPI was not reached"; echo "0 passed, 0 failed, 1 skipped"; fi
}

# libraries that cheat are caught: three, drawn at random (make cheats && build/attest zoo --cheats tries all, in half an hour)
cheats() {
  local drawn=build/cheats-drawn names
  names=$(cd check/zoo/cheats && ls ./*.c | sed 's,^\./,,; s,\.c$,,' | shuf -n 3)
  make -s -j"$JOBS" all $(printf 'build/cheats/%s.so ' $names) && rm -rf $drawn && mkdir -p $drawn && {
    for name in $names; do cp "build/cheats/$name.so" $drawn; done
    one build/attest zoo --cheats $drawn
  } | total
}

# faults put into the checker are noticed by its own tests: 16, drawn at random (tests/mutants/run.sh tries all, in 10 minutes)
mutants() { one env DRAWN=16 tests/mutants/run.sh | total; }

# what make install installs can be used, from C with pkg-config and from C++, and by CMake; make uninstall removes it
install() {
  local prefix=$PWD/build/installed moved=$PWD/build/moved
  rm -rf "$prefix" && make -s install PREFIX="$prefix" && export PKG_CONFIG_PATH=$prefix/lib/pkgconfig && {
    local use of
    for use in use:attest use_check:attest_check; do
      of=${use#*:} use=${use%:*}
      one "${CC:-cc}" "tests/install/$use.c" -o "build/$use-c" $(pkg-config --cflags --libs "$of")
      one env LD_LIBRARY_PATH="$prefix/lib" "build/$use-c"
      one g++ -Wall -Wextra -Werror -pedantic -x c++ "tests/install/$use.c" -o "build/$use-cpp" $(pkg-config --cflags --libs "$of")
      one env LD_LIBRARY_PATH="$prefix/lib" "build/$use-cpp"
      one "${CC:-cc}" -static "tests/install/$use.c" -o "build/$use-static" $(pkg-config --static --cflags --libs "$of")
      one "build/$use-static"
    done
    one "${CC:-cc}" tests/install/use_blas.c -o build/use-blas $(pkg-config --cflags --libs attest_blas)
    one build/use-blas blas blas-tiled blas64 blas-tiled64
    one "${CC:-cc}" tests/install/use_blas.c -o build/use-no-blas $(pkg-config --cflags --libs attest)
    one env LD_LIBRARY_PATH="$prefix/lib" build/use-no-blas
    one g++ -std=c++11 -Wall -Wextra -Werror -pedantic -Iinclude -fsyntax-only tests/unit/header.cpp
    one grep -q "^.Dt ATTEST 1" "$prefix/share/man/man1/attest.1"
    one cmp -s cli/complete.bash "$prefix/share/bash-completion/completions/attest"
    one cmp -s cli/complete.zsh "$prefix/share/zsh/site-functions/_attest"
    one exports_declared
    one uninstalled
    one strange_places_are_refused
    rm -rf "$moved" && cp -r "$prefix" "$moved" && rm -r "$prefix" && cmake_uses "$moved"
    one make -q all
  } | total
}
# the shared libraries have every function that the headers declare
exports_declared() {
  local declared exported
  declared=$(sed -n '/^typedef/d; s/^[a-z].*[ *]\(attest_[a-z_0-9]*\)(.*/\1/p' include/*.h | sort)
  exported=$(nm -D --defined-only build/libattest.so build/libattest_check.so | sed -n 's/.* T //p' | sort)
  [ -n "$declared" ] && diff <(echo "$declared") <(echo "$exported")
}
# of what install put below DESTDIR nothing is left, and all else is, also in a folder that is ours
uninstalled() {
  local staged=$PWD/build/staged put="DESTDIR=$PWD/build/staged PREFIX=/opt/attest" foreign
  foreign="opt/attest/lib/cmake/attest/other.cmake opt/attest/lib/libattest.so.7 opt/attest/bin/attest.old"
  rm -rf "$staged" && (umask 077 && make -s install $put) && [ "$(find "$staged" ! -type d | wc -l)" -ge 20 ] || return
  [ -z "$(find "$staged/opt" ! -perm -444)" ] || return
  (cd "$staged" && touch $foreign)
  make -s uninstall $put && [ "$(cd "$staged" && find . ! -type d | sort)" = "$(printf './%s\n' $foreign | sort)" ] && make -s uninstall $put
}
# a place that recipes would read as several, or as a command, is refused before a file is touched
strange_places_are_refused() {
  local place verb said
  for place in "$PWD/build/log/of two" "$PWD/build/log/a&b" "$PWD/build/log/it's"; do
    for verb in install uninstall; do
      ! said=$(make -s $verb DESTDIR="$place" 2>&1) && grep -q "$verb: DESTDIR, PREFIX, LIBDIR: expected letters" <<< "$said" && [ ! -e "$place" ] || return
    done
  done
}
# a project of CMake builds and runs with what is installed below $1, finds it by version, and is refused a version that is not there
cmake_uses() {
  local project=build/cmake/project of
  command -v cmake > /dev/null || { echo "skip cmake: setup.sh installs it"; echo "0 passed, 0 failed, 1 skipped"; return; }
  rm -rf build/cmake
  one quietly cmake_finds "$1" $project "$("$1/bin/attest" --version | sed 's/^attest //');EXACT"
  one quietly cmake --build $project --parallel "$JOBS"
  one quietly ctest --test-dir $project --output-on-failure --no-tests=error
  for of in 0.0 0.1 '0.1...0.2'; do one quietly cmake_finds "$1" build/cmake/version "$of"; done
  for of in 0.99 1.0 '0.0...<0.1' '0.0.9;EXACT'; do one cmake_refuses "$1" build/cmake/version "$of"; done
}
cmake_finds() { cmake -S tests/install -B "$2" -DCMAKE_PREFIX_PATH="$1" -DWANTED="$3"; }
cmake_refuses() { ! quietly cmake_finds "$@" > /dev/null && grep -q 'attest-config.cmake, version: ' build/log/quietly.txt; }
quietly() { "$@" > build/log/quietly.txt 2>&1 || { cat build/log/quietly.txt; false; }; }

# the Debian packages build from a copy of the tree that holds nothing built, lintian finds no error, and what they hold can be used.
# Their build runs no tests: those are the other suites here.
debian() {
  local packages=$PWD/build/debian version
  command -v dh > /dev/null && command -v lintian > /dev/null ||
    { echo "skip debian: setup.sh installs debhelper and lintian"; echo "0 passed, 0 failed, 1 skipped"; return; }
  version=$(sed -n 's/^attest (\(.*\)) .*/\1/p' debian/changelog)_$(dpkg --print-architecture)
  rm -rf "$packages" && mkdir -p "$packages/attest" && git ls-files -z -co --exclude-standard | xargs -0 cp --parents -t "$packages/attest" && {
    one quietly packaged "$packages/attest"
    one lintian --allow-root --fail-on error "$packages/attest_$version.changes"
    for package in attest libattest0 libattest-dev; do one dpkg-deb -x "$packages/${package}_$version.deb" "$packages/root"; done
    one test "$("$packages/root/usr/bin/attest" --version)" = "attest ${version%_*}"
    cmake_uses "$packages/root/usr"
  } | total
}
packaged() (cd "$1" && DEB_BUILD_OPTIONS="parallel=$JOBS noautodbgsym" dpkg-buildpackage -us -uc -b)

# of the files named on standard input, those that lint reads
linted() { grep '\.[ch]$' | grep -v '^tests/install'; }
# and of these, those to be analysed: cheats do on purpose what analysis complains of
analysed() { grep '\.c$' | grep -v '^check/zoo/cheats/'; }
sources() { git ls-files -co --exclude-standard | linted; }
lint() {
  {
    one command clang-format --dry-run --Werror $(sources) bench/*.cc reports/*.cc reports/explorer/*.mjs reports/explorer/widgets/*.mjs
    one static_analysis $(sources | analysed)
    one tidy <<< "$(sources)"
    one binary64
  } | total
}
# the proofs take a cast to float for the identity: in ref/ float stands only where an element is read and a pattern decoded
binary64() { ! grep -nw float $(find ref -maxdepth 1 -name '*.[ch]') ref/teaching/*.[ch] | grep -v -e '^ref/element.h:' -e '^ref/elementary.c:'; }
static_analysis() {
  cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 -Iinclude -I. --suppressions-list=.cppcheck "$@"
}
# clang-tidy on those of the files named on standard input that it can read
tidy() {
  analysed | grep -v -e '^proofs/' -e '^bench/peers/' |
    xargs -r -P "$JOBS" -n 6 sh -c 'clang-tidy --quiet --warnings-as-errors="*" "$@" -- -std=c17 -Iinclude -I. 2> /dev/null' sh > build/log/tidy.txt ||
    { cat build/log/tidy.txt; false; }
}
# the same on what differs from HEAD or, where nothing does, on the last commit. A changed header is read through one file that includes it.
lint_changed() {
  local files compiled
  files=$( { git diff --name-only --diff-filter=d HEAD; git ls-files -o --exclude-standard; } | linted)
  [ -n "$files" ] || files=$(git diff --name-only --diff-filter=d HEAD~1 HEAD | linted)
  [ -n "$files" ] || { echo "no C source changed"; echo "0 passed, 0 failed"; return; }
  compiled=$(for file in $files; do
    case $file in
      check/zoo/cheats/*) ;;
      *.c) echo "$file" ;;
      *.h) git grep -lF "#include \"${file#include/}\"" -- '*.c' | linted | grep -v '^proofs/' | head -n 1 ;;
    esac
  done | sort -u)
  {
    one command clang-format --dry-run --Werror $files
    if [ -n "$compiled" ]; then
      one static_analysis $compiled
      one tidy <<< "$(head -n "$tidy_limit" <<< "$compiled")"
      if [ "$(wc -l <<< "$compiled")" -gt "$tidy_limit" ]; then
        echo "skip clang-tidy of all but the first $tidy_limit files: make lint reads all"; echo "0 passed, 0 failed, 1 skipped"
      fi
    fi
  } | total
}
# as many files as clang-tidy reads in half a minute on 2 cores
tidy_limit=50

# the reference as one file without annotations compiles by itself and is the same program: its own tests pass with it in place of ref/
listing() {
  build build "${CC:-cc}" "-O2 -g" && make -s listing && rm -rf build/listed && mkdir build/listed && cp -a build/obj build/listed && rm -r build/listed/obj/ref && {
    one make -s -j"$JOBS" BUILD=build/listed REF=build/listed/obj/build/reference.o CC="${CC:-cc}" $(printf 'build/listed/tests/test_%s ' attention layers softmax element)
    local t
    for t in attention layers softmax element; do one quietly build/listed/tests/test_$t; done
  } | total
}

# line coverage of ref/ by the programs that test it. Only ref/ is compiled for it: all other objects are those of the suite unit. On one thread, since two
# would count at once.
tests_of_ref="attention bound check element fuzz invariance layers layers_check softmax tensor"
coverage() {
  build build "${CC:-cc}" "-O2 -g" && rm -rf build/coverage && mkdir -p build/coverage && cp -a build/obj build/coverage && rm -r build/coverage/obj/ref &&
    make -s -j"$JOBS" BUILD=build/coverage CC="${CC:-cc}" CFLAGS="-O2 -g" LDFLAGS=--coverage COUNTED="--coverage -O1 -fno-inline" \
      $(printf 'build/coverage/tests/test_%s ' $tests_of_ref) && {
    printf 'build/coverage/tests/test_%s\n' $tests_of_ref | OMP_THREAD_LIMIT=1 xargs -P "$JOBS" -I {} sh -c '{} > build/log/coverage-$(basename {}).txt 2>&1'
    one gcovr --root . --filter ref/ --fail-under-line 100 --print-summary build/coverage
  } | total
}

# every unit, that the committed results are those of this run, and that proofs/TRUST.md says what they say
prove() {
  {
    one python3 proofs/wp/prove.py --jobs "$JOBS" --check
    one python3 proofs/trust.py --check
  } | total
}

suites=${*:-all}
[ "$suites" = quick ] && suites="unit cli check_some lint_changed"
[ "$suites" = all ] && suites="unit cli faults check cheats mutants clang sanitize threads valgrind neon vectors python install debian lint listing coverage prove"
passed=0 failed=0 skipped=0 broken=
for suite in $suites; do
  declare -F "$suite" > /dev/null || { echo "run.sh: no suite '$suite'" >&2; exit 2; }
  echo "== $suite"
  started=$SECONDS
  "$suite" 2>&1 | tee "build/log/$suite.txt"
  echo "$((SECONDS - started)) s"
  line=$(tail -n 1 "build/log/$suite.txt")
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
    [ "${BASH_REMATCH[2]}" = 0 ] || broken="$broken $suite"
  else
    failed=$((failed + 1)) broken="$broken $suite"
  fi
done
for suite in $broken; do
  echo "failed in $suite (build/log/$suite.txt):"
  grep -E '^ *(failed|FAILED|FAIL|WRONG)|\[  FAILED  \]|error:' "build/log/$suite.txt" | cut -c 1-300 | head -n 8
done
echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ]
