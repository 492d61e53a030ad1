/* Two rows of visibility that show the same of n keys. */
#ifndef ATTEST_LOGIC_SAME_KEYS_H
#define ATTEST_LOGIC_SAME_KEYS_H
#include "ref/logic/sum.h"
/*@ axiomatic SameKeysDefinition {
      predicate SameKeys(rvec vis, rvec vis2, integer n);     // the same keys are visible
      axiom SameKeys_def: \forall rvec vis, vis2, integer n; SameKeys(vis,vis2,n) <==>
        \forall integer j; 0 <= j < n ==> (at(vis,j) != 0 <==> at(vis2,j) != 0);
    }
*/
#endif
