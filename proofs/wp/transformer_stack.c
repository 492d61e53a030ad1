/* stacks of blocks: every lemma */
#include "attest.h"
#include "ref/logic/stack.h"
