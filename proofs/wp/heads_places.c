/* groups of heads, heads as views of projections: every lemma */
#include "ref/logic/heads_places.h"
