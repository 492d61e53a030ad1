/* heads side by side, and the theorems about them: every lemma */
#include "ref/logic/theorems_heads.h"
//@ check lemma contradiction: \false; // must not be provable
