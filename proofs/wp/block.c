/* linear maps, layer normalisation, feed-forward: every lemma */
#include "ref/logic/contiguous.h"
#include "ref/logic/feed_forward.h"
#include "ref/logic/norm_moments.h"
