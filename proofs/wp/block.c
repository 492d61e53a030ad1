/* linear maps, layer normalisation, feed-forward: every lemma */
#include "ref/logic/view.h"
#include "ref/logic/feed_forward.h"
#include "ref/logic/norm_moments.h"
//@ check lemma contradiction: \false; // must not be provable
