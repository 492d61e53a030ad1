#include "ref/logic/sum.h"
#include "ref/logic/ratio.h" /* early: the fewer facts in scope, the easier its lemmas */
#include "ref/logic/problem.h"
#include "ref/logic/theorems.h"
//@ check lemma contradiction: \false; // must not be provable
