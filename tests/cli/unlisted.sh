heading 'an output need not be listed'
fresh inputs
npy '<f8' '(1, 1, 1, 1)' '\0\0\0\0\0\0\360\077' >c/out.npy
try verify c
npy '<f8' '(1, 1, 1, 1)' '\0\0\0\0\0\0\360\277' >c/out.npy
try verify c
heading 'u2 is bfloat16'
npy '<u2' '(1, 1, 1, 1)' '\200\077' >c/out.npy
try verify c
heading 'but must be right'
npy '<f8' '(1, 1, 1)' '\0\0\0\0\0\0\360\077' >c/out.npy
try verify c
npy '<f8' '(1, 1, 2, 1)' '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\360\077' >c/out.npy
try verify c
npy '<i8' '(1, 1, 1, 1)' '\1\0\0\0\0\0\0\0' >c/out.npy
try verify c
npy '<f8' '(1, 1, 1, 1)' '\0\0\0' >c/out.npy
try verify c
heading 'an input must be listed'
fresh inputs
npy '|b1' '(1,)' '\1' >c/mask.npy
try verify c
heading 'an output of what is not there'
fresh inputs
npy '<f8' '(1, 1, 1)' '\0\0\0\0\0\0\360\077' >c/y.npy
try verify c
fresh layer
npy '<f8' '(1, 1, 1, 1)' '\0\0\0\0\0\0\360\077' >c/out.npy
try verify c
