/* Counts of parameters, and when they fit. Needs the types of attest_layers.h. */
#ifndef ATTEST_LOGIC_PARAMETERS_H
#define ATTEST_LOGIC_PARAMETERS_H
#include "ref/logic/limit.h"
/*@ logic integer BiasRow(attest_model_sizes s) = s.biases != 0 ? 1 : 0;    // what a bias adds to a row of a projection
    logic integer QueryHead(attest_model_sizes s) = times(s.d_k, s.d_model + BiasRow(s));
    logic integer KeyHead(attest_model_sizes s) = times(s.d_k, s.d_model + BiasRow(s));
    logic integer ValueDownHead(attest_model_sizes s) = times(s.d_v, s.d_model + BiasRow(s));
    logic integer ValueUpHead(attest_model_sizes s) = times(s.d_model, s.d_v);
    logic integer AttentionLayer(attest_model_sizes s) = times(s.q_heads, QueryHead(s)) + times(s.kv_heads, KeyHead(s))
      +
      times(s.kv_heads, ValueDownHead(s)) + times(s.q_heads, ValueUpHead(s)) + (s.biases != 0 ? s.d_model : 0);
    logic integer FeedForwardLayer(attest_model_sizes s) =
      s.d_hidden == 0 ? 0 : 2 * times(s.d_hidden, s.d_model) + (s.biases != 0 ? s.d_hidden + s.d_model : 0);
    logic integer NormsLayer(attest_model_sizes s) = s.layer_norms != 0 ? 4 * s.d_model : 0;
    logic integer Total(attest_model_sizes s) =
      times(s.layers, AttentionLayer(s)) + times(s.layers, FeedForwardLayer(s)) + times(s.layers, NormsLayer(s));
    predicate IsSize(integer n) = 0 <= n <= ATTEST_MAX_SIZE;
    predicate ModelSizes(attest_model_sizes s) = IsSize(s.d_model) && IsSize(s.q_heads) && IsSize(s.kv_heads) &&
      IsSize(s.d_k) &&
      IsSize(s.d_v) && IsSize(s.d_hidden) && IsSize(s.layers);
    predicate CountsFit(attest_model_sizes s) = AttentionLayer(s) <= INT64_MAX && Total(s) <= INT64_MAX;
    lemma times_sizes: \forall integer a, b; IsSize(a) ==> 0 <= b <= ATTEST_MAX_SIZE + 1 ==>
      times(a,b) <= ATTEST_MAX_ELEMENTS + ATTEST_MAX_SIZE;
*/
#endif
