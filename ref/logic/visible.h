/* Which keys a query sees. */
#ifndef ATTEST_LOGIC_VISIBLE_H
#define ATTEST_LOGIC_VISIBLE_H
#include "ref/logic/exp.h"
#include "ref/logic/view.h"
/*@ // far enough from the limits of int64_t for position - left and position + right
    predicate RuleInRange(ref_rule r) = -2*MaxSize <= r.position <= 2*MaxSize && r.left <= MaxSize &&
      r.right <= MaxSize;
    predicate InPlace(ref_rule r, integer j) =
      j < r.kv_len && (r.causal != 0 ==> j <= r.position) &&
      (r.left >= 0 ==> r.position - r.left <= j) && (r.right >= 0 ==> j <= r.position + r.right);
    predicate Visible(ref_rule r, rvec mask, rvec bias, integer j) = InPlace(r,j) && at(mask,j) != 0 &&
      !Minf(at(bias,j));
    axiomatic VisibleRow {
      logic rvec seen(ref_rule r, rvec mask, rvec bias);      // j -> not 0 where visible
      axiom seen_at: \forall ref_rule r, rvec mask, bias, integer j; at(seen(r,mask,bias), j) != 0 <==>
        Visible(r,mask,bias,j);
    }
    // what is read: the mask where the place shows the key, the bias where the mask does too
    predicate ReadMask{L}(ref_rule r, ref_flags mask, integer n) = mask.at != \null ==> \forall integer j;
      0 <= j < n ==>
      InPlace(r,j) ==> \valid_read(mask.at + times(j,mask.step));
    predicate ReadBias{L}(ref_rule r, ref_flags mask, ref_vector bias, integer n) = bias.at != \null ==>
      \forall integer j; 0 <= j < n ==>
      InPlace(r,j) ==> at(optflags(mask),j) != 0 ==> \valid_read(bias.at + times(j,bias.step));
    predicate ApartMask{L}(unsigned char *p, integer n, ref_rule r, ref_flags mask) = mask.at != \null ==>
      \forall integer j; 0 <= j < n ==>
      InPlace(r,j) ==> \separated(p + (0 .. n-1), mask.at + times(j,mask.step));
    predicate ReachOptional(ref_flags mask, ref_vector bias, integer n) =
      (mask.at != \null ==> Reach(n,mask.step)) && (bias.at != \null ==> Reach(n,bias.step));
*/
#endif
