/* W_Q of a head is d_k x d_model, W_K and W_V d_k and d_v x d_model (grouped: of a kv head), a head's share of W_O
   d_model x d_v, W_1 and W_2 d_hidden x d_model each; a projection's bias has one entry a row. */
#include "attest_layers.h"

#include "ref/logic/parameters.h" /* needs the types above */

/*@ assigns \nothing; ensures value: \result != 0 <==> IsSize(n); */
static bool is_in_range(int64_t n) { return n >= 0 && n <= ATTEST_MAX_SIZE; }

/*@ assigns \nothing; ensures value: \result != 0 <==> ModelSizes(s); */
static bool are_sizes(attest_model_sizes s) {
  return is_in_range(s.d_model) && is_in_range(s.q_heads) && is_in_range(s.kv_heads) && is_in_range(s.d_k) &&
         is_in_range(s.d_v) && is_in_range(s.d_hidden) && is_in_range(s.layers);
}

/* Entries of a matrix; a row may have one more, its bias. */
/*@ requires range: IsSize(rows) && 0 <= cols <= ATTEST_MAX_SIZE + 1;
    assigns \nothing;
    ensures value: \result == times(rows,cols); */
static int64_t entries(int64_t rows, int64_t cols) { return rows * cols; }

/* total + count * each, non-negative all, or -1 if that exceeds INT64_MAX or total is -1 already. */
/*@ requires range: total >= -1 && count >= 0 && each >= 0;
    assigns \nothing;
    ensures fits: total >= 0 ==> total + times(count,each) <= INT64_MAX ==> \result == total + times(count,each);
    ensures exceeds: total == -1 || total + times(count,each) > INT64_MAX ==> \result == -1; */
static int64_t add(int64_t total, int64_t count, int64_t each) {
  if (total < 0 || (count > 0 && each > (INT64_MAX - total) / count)) return -1;
  return total + count * each;
}

/* The counts that cannot overflow. */
/*@ requires sizes: ModelSizes(s);
    assigns \nothing;
    ensures query: \result.query_head == QueryHead(s);
    ensures key: \result.key_head == KeyHead(s);
    ensures value_down: \result.value_down_head == ValueDownHead(s);
    ensures value_up: \result.value_up_head == ValueUpHead(s);
    ensures feed_forward: \result.feed_forward_layer == FeedForwardLayer(s);
    ensures norms: \result.norms_layer == NormsLayer(s); */
static attest_parameters count_parts(attest_model_sizes s) {
  const int64_t bias = s.biases ? 1 : 0;
  return (attest_parameters){
      .query_head = entries(s.d_k, s.d_model + bias),
      .key_head = entries(s.d_k, s.d_model + bias),
      .value_down_head = entries(s.d_v, s.d_model + bias),
      .value_up_head = entries(s.d_model, s.d_v),
      .feed_forward_layer =
          2 * entries(s.d_hidden, s.d_model) + (s.biases && s.d_hidden > 0 ? s.d_hidden + s.d_model : 0),
      .norms_layer = s.layer_norms ? 4 * s.d_model : 0,
  };
}

/* Of all the attention of a layer; -1 if that exceeds INT64_MAX. */
/*@ requires sizes: ModelSizes(s);
    requires heads: n.query_head == QueryHead(s) && n.key_head == KeyHead(s);
    requires values: n.value_down_head == ValueDownHead(s) && n.value_up_head == ValueUpHead(s);
    assigns \nothing;
    ensures value: \result == (AttentionLayer(s) <= INT64_MAX ? AttentionLayer(s) : -1);
    ensures exceeds: \result < 0 <==> AttentionLayer(s) > INT64_MAX; */
static int64_t count_attention(attest_model_sizes s, attest_parameters n) {
  int64_t total = s.biases ? s.d_model : 0;
  total = add(total, s.q_heads, n.query_head);
  total = add(total, s.kv_heads, n.key_head);
  total = add(total, s.kv_heads, n.value_down_head);
  return add(total, s.q_heads, n.value_up_head);
}

/* Of all the layers; -1 if that exceeds INT64_MAX. */
/*@ requires sizes: ModelSizes(s);
    requires layer: n.attention_layer == AttentionLayer(s) && n.feed_forward_layer == FeedForwardLayer(s) &&
      n.norms_layer == NormsLayer(s);
    assigns \nothing;
    ensures value: \result == (Total(s) <= INT64_MAX ? Total(s) : -1);
    ensures exceeds: \result < 0 <==> Total(s) > INT64_MAX; */
static int64_t count_total(attest_model_sizes s, attest_parameters n) {
  int64_t total = add(0, s.layers, n.attention_layer);
  total = add(total, s.layers, n.feed_forward_layer);
  return add(total, s.layers, n.norms_layer);
}

/* See attest_layers.h. */
/*@ requires valid: (sizes != \null ==> \valid_read(sizes)) && (count != \null ==> \valid(count));
    assigns *count;
    ensures null: \result == ATTEST_BAD_POINTER <==> sizes == \null || count == \null;
    ensures shape: sizes != \null ==> count != \null ==> (\result == ATTEST_BAD_SHAPE <==> !ModelSizes(\old(*sizes)));
    ensures overflow: sizes != \null ==> count != \null ==> ModelSizes(\old(*sizes)) ==> !CountsFit(\old(*sizes)) ==>
      \result == ATTEST_TOO_LARGE;
    ensures counted: sizes != \null ==> count != \null ==> ModelSizes(\old(*sizes)) ==> CountsFit(\old(*sizes)) ==>
      \result == ATTEST_OK;
    ensures untouched: \result != ATTEST_OK ==> count != \null ==> *count == \old(*count);
    ensures query: \result == ATTEST_OK ==> count->query_head == QueryHead(\old(*sizes));
    ensures key: \result == ATTEST_OK ==> count->key_head == KeyHead(\old(*sizes));
    ensures value_down: \result == ATTEST_OK ==> count->value_down_head == ValueDownHead(\old(*sizes));
    ensures value_up: \result == ATTEST_OK ==> count->value_up_head == ValueUpHead(\old(*sizes));
    ensures attention: \result == ATTEST_OK ==> count->attention_layer == AttentionLayer(\old(*sizes));
    ensures feed_forward: \result == ATTEST_OK ==> count->feed_forward_layer == FeedForwardLayer(\old(*sizes));
    ensures norms: \result == ATTEST_OK ==> count->norms_layer == NormsLayer(\old(*sizes));
    ensures total: \result == ATTEST_OK ==> count->total == Total(\old(*sizes)); */
attest_status attest_count_parameters(const attest_model_sizes *sizes, attest_parameters *count) {
  if (sizes == NULL || count == NULL) return ATTEST_BAD_POINTER;
  const attest_model_sizes s = *sizes;
  if (!are_sizes(s)) return ATTEST_BAD_SHAPE;
  attest_parameters n = count_parts(s);
  n.attention_layer = count_attention(s, n);
  if (n.attention_layer < 0) return ATTEST_TOO_LARGE;
  n.total = count_total(s, n);
  if (n.total < 0) return ATTEST_TOO_LARGE;
  *count = n;
  return ATTEST_OK;
}
