/* Which keys a query sees: by their place, by the mask, by the bias; and which kv head its head shares. No memory
   here. */
#ifndef ATTEST_LOGIC_PLACE_H
#define ATTEST_LOGIC_PLACE_H
#include "attest.h"
#include "ref/logic/exp.h"
#include "ref/logic/index.h"
#include "ref/logic/same_keys.h"
/*@ axiomatic Places {
      type place;
      // kv_len keys count, the query stands at key position pos; a window reaches left and right of it
      logic place place_of(integer kv_len, integer causal, integer windowed, integer left, integer right, integer pos);
      predicate Shown(place r, integer j);                   // key j is shown by its place
      axiom Shown_def: \forall integer kv_len, left, right, pos, j, causal, windowed;
        Shown(place_of(kv_len,causal,windowed,left,right,pos),j) <==>
          j < kv_len && (causal != 0 ==> j <= pos) && (windowed != 0 ==> left != ATTEST_UNLIMITED ==> pos - left <= j)
            &&
          (windowed != 0 ==> right != ATTEST_UNLIMITED ==> j <= pos + right);
      logic rvec shown(place r, rvec mask, rvec bias);        // j -> not 0 where the query sees key j
      axiom shown_at: \forall place r, integer j, rvec mask, bias;
        at(shown(r,mask,bias), j) != 0 <==> Shown(r,j) && at(mask,j) != 0 && !Minf(at(bias,j));
      logic rvec all(real x);                                 // j -> x
      axiom all_at: \forall real x, integer j; at(all(x), j) == x;
      logic rvec keys_seen(integer causal, integer i);        // j -> not 0 where row i sees key j, by its place only
      axiom keys_seen_at: \forall integer causal, i, j; at(keys_seen(causal,i), j) != 0 <==> (causal != 0 ==> j <= i);
    }
    axiomatic Groups {
      // h is of this group of size heads; opaque: quotients can't be triggers
      logic integer group_of(integer h, integer size);
      axiom group_of_def: \forall integer h, size; group_of(h,size) == h / size;
    }
    lemma group_range: \forall integer h, size, n; 0 < size ==> 0 <= h < times(n,size) ==> 0 <= group_of(h,size) < n;
    lemma group_exact: \forall integer m, n; 0 < n ==> 0 < m ==> m % n == 0 ==> 0 < m / n && m == times(n, m / n);
    lemma group_in: \forall integer m, n, h; 0 < n ==> 0 < m ==> m % n == 0 ==> 0 <= h < m ==>
      0 <= group_of(h, m / n) < n;
*/
#endif
