/* visible(j) = in_place(j) and mask_j and bias_j > -infinity */
#include "ref/visible.h"

#include "ref/elementary.h"

/*@ requires rule: RuleInRange(r);
    requires key: 0 <= j <= MaxSize;
    assigns \nothing;
    ensures value: \result != 0 <==> InPlace(r,j); */
static int in_place(ref_rule r, int64_t j) {
  return j < r.kv_len && !(r.causal && j > r.position) && !(r.left >= 0 && j < r.position - r.left) &&
         !(r.right >= 0 && j > r.position + r.right);
}

void ref_visible_row(ref_rule rule, ref_flags mask, ref_vector bias, int64_t n, unsigned char *vis) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant visible: \forall integer t; 0 <= t < j ==>
        (vis[t] != 0 <==> Visible(rule,optflags{Pre}(mask),optvec{Pre}(bias),t));
      loop invariant bits: \forall integer t; 0 <= t < j ==> 0 <= vis[t] <= 1;
      loop assigns j, vis[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    //@ assert kept_mask: \let jj = j; InPlace(rule,jj) ==> at(optflags(mask),jj) == at(optflags{Pre}(mask),jj);
    //@ assert kept_bias: \let jj = j; at(optvec(bias),jj) == at(optvec{Pre}(bias),jj);
    vis[j] = in_place(rule, j) && ref_flag_or_true(mask, j) && !ref_is_minus_infinity(ref_entry_or_zero(bias, j));
  }
}
