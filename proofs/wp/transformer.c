/* heads and layers: every lemma */
#include "attest.h"
#include "ref/logic/multi_head_laws.h"
#include "ref/logic/joined_laws.h"
#include "ref/logic/layer_heads_ext.h"
