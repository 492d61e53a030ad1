/* layers: every lemma */
#include "attest_layers.h"
#include "ref/logic/multi_head_laws.h"
#include "ref/logic/joined_laws.h"
//@ check lemma contradiction: \false; // must not be provable
