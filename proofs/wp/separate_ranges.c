/* written memory and the views and tensors that it must not overlap: lemmas about parts of it, and about what is kept
   */
#include "ref/logic/kept.h"
#include "ref/logic/slab.h"
