# good TEXT: k.npy of a case, from standard input, is read; k does not matter there, as q is 0.
good() {
  heading "$1"
  cat >c/k.npy
  try verify c
}
data='\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
fresh uniform
for version in 1 2 3; do
  { npy_text $version "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 2, 1), }" && printf "$data"; } | good "version $version"
done
{ npy_text 1 "{'shape': (1,1,2,1,), 'fortran_order': True, 'descr': '>f8'}          " && printf "$data"; } | good 'another order of keys'
{ npy_text 1 '{"descr":"<f8","fortran_order":False,"shape":(1,1,2,1)}' && printf "$data"; } | good 'double quotes, no spaces'
