/* What a row sees, and what is added to its scores, where there is neither mask nor bias nor window. */
#ifndef ATTEST_LOGIC_PLAIN_H
#define ATTEST_LOGIC_PLAIN_H
#include "ref/logic/sum.h"
#include "ref/logic/product.h"
/*@ axiomatic Plain {
      logic rvec keys_seen(integer causal, integer i);                  // j -> not 0 where row i sees key j
      axiom keys_seen_at: \forall integer causal, i, j; at(keys_seen(causal,i), j) != 0 <==> (causal != 0 ==> j <= i);
      logic rvec zeros;
      axiom zeros_at: \forall integer j; at(zeros, j) == RZ;
    }
*/
#endif
