#include "ref/logic/sum.h"
#include "ref/logic/ratio.h" /* early: the fewer facts in scope, the easier its lemmas */
#include "ref/attention.h"
#include "ref/logic/theorems.h"
