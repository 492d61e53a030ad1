/* r = x + MultiHead(LN1(x)),  y = r + FFN(LN2(r)) (Xiong et al. 2020, section 3) */
#include "ref/block.h"

#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/matrix.h"
#include "ref/multi_head.h"

int64_t ref_block_doubles(const attest_block *b, int64_t rows) {
  const int64_t half = rows * b->attention.d_model, hidden = rows * b->d_hidden;
  const int64_t heads = ref_multi_head_doubles(&b->attention, (ref_lengths){rows, rows});
  return 2 * half + (hidden > heads ? hidden : heads);
}

void ref_block(const attest_block *b, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  const int64_t d = b->attention.d_model, n = ref_times(rows, d);
  double *normed = work, *change = normed + n, *rest = change + n;
  ref_layer_norm(x, b->gain_1, b->offset_1, normed, rows, d, b->epsilon);
  ref_multi_head(&b->attention, normed, normed, (ref_lengths){rows, rows}, causal, change, rest, vis);
  ref_residual_add(change, x, n);
  ref_layer_norm(x, b->gain_2, b->offset_2, normed, rows, d, b->epsilon);
  ref_feed_forward(normed, b->w_1, b->b_1, b->w_2, b->b_2, rest, change, rows, d, b->d_hidden);
  ref_residual_add(change, x, n);
}

void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  for (int64_t l = 0; l < count; l++) ref_block(blocks + l, x, rows, causal, work, vis);
}
