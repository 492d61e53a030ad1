/* heads, layers and blocks: every lemma */
#include "attest_layers.h"
#include "ref/logic/multi_head_laws.h"
#include "ref/logic/joined_laws.h"
#include "ref/logic/layer_heads_ext.h"
#include "ref/logic/multi_head_ext.h"
#include "ref/logic/block_ext.h"
//@ check lemma contradiction: \false; // must not be provable
