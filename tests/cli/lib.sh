# For the scripts of the golden tests; run.sh reads it before each.

# try ARG ...: runs attest, then prints its exit status.
try() {
  "$ATTEST" "$@"
  echo "exit $?"
}

# heading TEXT: says in the output what comes next.
heading() {
  echo "--- $1"
}

# fresh NAME: a new copy of a case, as the directory c.
fresh() {
  rm -rf c
  cp -R "$CASES/$1" c
}

# byte N: that byte.
byte() {
  printf "\\$(printf %03o "$1")"
}

# npy_text VERSION HEADER: everything of a .npy file before its data, to standard output.
npy_text() {
  length=$((${#2} + 1))
  printf '\223NUMPY'
  byte "$1"
  byte 0
  byte $((length % 256))
  byte $((length / 256))
  [ "$1" -eq 1 ] || { byte 0 && byte 0; }
  printf '%s\n' "$2"
}

# npy DESCR SHAPE DATA: a .npy file in C order, to standard output; DATA is a format of printf.
npy() {
  npy_text 1 "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"
  printf "$3"
}

# zeros DESCR SHAPE BYTES: a .npy file of that many zero bytes.
zeros() {
  npy "$1" "$2" ''
  head -c "$3" /dev/zero
}

# large N: as the directory c, a case without outputs of its own; they take more than 8 N^2 bytes.
large() {
  rm -rf c
  mkdir c
  zeros '<f4' "(1, 1, $1, 1)" $((4 * $1)) >c/q.npy
  cp c/q.npy c/k.npy
  cp c/q.npy c/v.npy
  shape="{\"dtype\": \"float32\", \"shape\": [1, 1, $1, 1]}"
  echo "{\"layout\": \"BHSD\", \"tensors\": {\"q\": $shape, \"k\": $shape, \"v\": $shape}}" >c/case.json
}

# skip REASON: ends a script that cannot run here.
skip() {
  echo "$1"
  exit 77
}
