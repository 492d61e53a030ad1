/* stacks of blocks: every lemma */
#include "attest_layers.h"
#include "ref/logic/stack.h"
//@ check lemma contradiction: \false; // must not be provable
