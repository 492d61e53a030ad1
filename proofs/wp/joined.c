/* joined heads: every lemma */
#include "ref/logic/theorems_heads.h"
#include "ref/logic/joined_laws.h"
//@ check lemma contradiction: \false; // must not be provable
