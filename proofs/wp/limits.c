/* products against limits, counts of parameters, the sizes of layers: every lemma */
#include "attest_layers.h"

#include "ref/logic/layers_fit.h"
#include "ref/logic/parameters.h"
//@ check lemma contradiction: \false; // must not be provable
