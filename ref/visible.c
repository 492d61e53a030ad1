/* visible(j) = in_place(j) and mask_j and bias_j > -infinity */
#include "ref/visible.h"

#include "ref/element.h"

/* Key j counts and lies on the query's side of the diagonal and in its window. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p);
    requires query: 0 <= b < p.q.size[0] && 0 <= i < p.q.size[2] && 0 <= j < p.k.size[2];
    assigns \nothing;
    ensures value: \result != 0 <==> Shown(Place(p,b,i),j); */
static int in_place(attest_problem p, int64_t b, int64_t i, int64_t j) {
  const int64_t kv_len = p.kv_len != NULL ? p.kv_len[b] : p.k.size[ATTEST_POSITION];
  int64_t position = i;
  if (p.alignment == ATTEST_ALIGN_BOTTOM_RIGHT) position = i + kv_len - p.q.size[ATTEST_POSITION];
  if (p.alignment == ATTEST_ALIGN_OFFSET) position = i + p.offset;
  if (p.windowed && p.window_left != ATTEST_UNLIMITED && j < position - p.window_left) return 0;
  if (p.windowed && p.window_right != ATTEST_UNLIMITED && j > position + p.window_right) return 0;
  return j < kv_len && !(p.causal && j > position);
}

void ref_visible_row(attest_problem p, int64_t b, int64_t h, int64_t i, unsigned char *vis) {
  /*@ loop invariant range: 0 <= j <= p.k.size[2];
      loop invariant visible: \forall integer t; 0 <= t < j ==> (vis[t] != 0 <==> at(visible{Pre}(p,b,h,i),t) != 0);
      loop assigns j, vis[0 .. p.k.size[2]-1]; loop variant p.k.size[2] - j; */
  for (int64_t j = 0; j < p.k.size[ATTEST_POSITION]; j++) {
    //@ assert only: OnlyBytes{Pre,Here}(vis,p.k.size[2]);
    //@ assert kept_mask: \let jj = j; at(masks(p,b,h,i),jj) == at(masks{Pre}(p,b,h,i),jj);
    //@ assert readable_bias: ReadBias(p,b,h,i,j);
    vis[j] = in_place(p, b, i, j) && (p.mask.data == NULL || ref_flag(p.mask, b, h, i, j)) &&
             (p.bias.data == NULL || !ref_is_minus_infinity(ref_element(p.bias, b, h, i, j)));
  }
}
