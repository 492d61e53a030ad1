/* Which keys a query sees. */
#ifndef ATTEST_REF_VISIBLE_H
#define ATTEST_REF_VISIBLE_H

#include <stdint.h>

#include "ref/matrix.h"

/* The rule of places. The query stands at a key position: its row number plus the offset of the alignment. */
typedef struct {
  int64_t kv_len; /* keys that count */
  int64_t position;
  int causal;
  int64_t left, right; /* window sides; below 0: unlimited */
} ref_rule;

#include "ref/logic/visible.h" /* needs the type above */

/* vis[j] becomes 1 if the query sees key j, else 0, for the n keys of its row. Key j is visible if
     j < kv_len, and j <= position if causal, and position - left <= j <= position + right,
     and mask_j, and bias_j is not -infinity.
   What one condition hides, the next does not read. */
/*@ requires size: 0 <= n <= MaxSize;
    requires rule: RuleInRange(rule);
    requires reach: ReachOptional(mask,bias,n);
    requires readable: ReadMask(rule,mask,n) && ReadBias(rule,mask,bias,n);
    requires writable: \valid(vis + (0 .. n-1));
    requires apart: ApartMask(vis,n,rule,mask);
    assigns vis[0 .. n-1];
    ensures visible: \forall integer j; 0 <= j < n ==>
      (vis[j] != 0 <==> Visible(rule,optflags{Pre}(mask),optvec{Pre}(bias),j));
    ensures bits: \forall integer j; 0 <= j < n ==> 0 <= vis[j] <= 1; */
void ref_visible_row(ref_rule rule, ref_flags mask, ref_vector bias, int64_t n, unsigned char *vis);

#endif
