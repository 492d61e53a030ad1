# bad TEXT: k.npy of a case, from standard input, is refused.
bad() {
  heading "$1"
  cat >c/k.npy
  try verify c
}
# header TEXT: the same, for a header with one element of data.
header() {
  { npy_text 1 "$1" && printf '\0\0\0\0\0\0\0\0'; } | bad "$1"
}
fresh uniform
k=$CASES/uniform/k.npy
size=$(wc -c <"$k")
head -c $((size - 1)) "$k" | bad 'truncated in the data'
head -c 100 "$k" | bad 'truncated in the header'
head -c 9 "$k" | bad 'truncated in the length'
printf '' | bad 'empty'
{ cat "$k" && printf x; } | bad 'oversized'
printf 'PK\003\004 this is not an array' | bad 'not .npy'
npy_text 4 '{}' | bad 'version 4'
printf '\223NUMPY\002\001\020\0\0\0' | bad 'version 2.1'
printf '\223NUMPY\001\0\377\377' | bad 'length 65535'
printf '\223NUMPY\002\0\377\377\377\377' | bad 'length 4294967295'
printf '\223NUMPY\002\0\001' | bad 'version 2 truncated in the length'
npy '<f8' '(1000000000000000,)' '\0\0\0\0\0\0\0\0' | bad '10^15 elements, one there'
npy '<f8' '(4294967296, 4294967296, 4294967296)' '' | bad 'a product over SIZE_MAX'
npy '<f8' '(2305843009213693952,)' '' | bad '2^61 elements: over INT64_MAX bytes'
npy '<f8' '(0, 4294967296, 4294967296, 4294967296)' '' | bad 'the same, but empty'
npy '<f8' '(9223372036854775808,)' '' | bad 'a size over INT64_MAX'
npy '<f8' '(-1,)' '' | bad 'a negative size'
npy '<f8' '(1, 1, 2, 1, 1)' '' | bad 'five dimensions'
npy '<f4' '(1, 1, 2, 1)' '\0\0\0\0\0\0\0\0' | bad 'another dtype'
npy '<f8' '(1, 2, 1, 1)' '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' | bad 'another shape'
npy '<f8' '(2,)' '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' | bad 'another rank'
npy '<f8' '()' '\0\0\0\0\0\0\0\0' | bad 'no dimensions'
for descr in '=f8' '|f8' 'f8' '<f16' '<c8' '|O' '<b1' '|u1' '<u8' '<M8[s]'; do npy $descr '(1,)' '\0\0\0\0\0\0\0\0' | bad "descr $descr"; done
header "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': [1], }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (01,), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1L,), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1,,), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1 1), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1,"
header "{'descr': '<f8', 'fortran_order': False, }"
header "{'descr': '<f8', 'descr': '<f8', 'shape': (1,), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}"
header "{'descr': '<f8' 'fortran_order': False, 'shape': (1,), }"
header "{'descr' '<f8', 'fortran_order': False, 'shape': (1,), }"
header "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), } x"
header "'descr': '<f8', 'fortran_order': False, 'shape': (1,)"
header ''
heading 'b1 that is neither 0 nor 1'
fresh masked
npy '|b1' '(2, 1)' '\1\2' >c/mask.npy
try verify c
heading 'a directory, a pipe and a link to nothing in place of a file'
fresh uniform
rm c/k.npy
mkdir c/k.npy
try verify c
rmdir c/k.npy
mkfifo c/k.npy
try verify c
rm c/k.npy
ln -s nothing c/k.npy
try verify c
heading 'a link to the file is fine'
rm c/k.npy
ln -s "$k" c/k.npy
try verify c
