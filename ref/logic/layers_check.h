/* What a status other than ATTEST_OK says of a layer, of a block and of a stack: which condition is not met. */
#ifndef ATTEST_LOGIC_LAYERS_CHECK_H
#define ATTEST_LOGIC_LAYERS_CHECK_H
#include "ref/logic/layers_fit.h"
/*@ predicate LayerPresent(attest_multi_head a) = a.w_q != \null && a.w_k != \null && a.w_v != \null && a.w_o != \null;
    predicate LayerShaped(attest_multi_head a, integer q_len, integer kv_len) = IsPositive(a.d_model) &&
      IsPositive(a.d_context) && IsPositive(a.d_k) && IsPositive(a.d_v) && IsLength(q_len) && IsLength(kv_len);
    predicate LayerHeads(attest_multi_head a) =
      IsPositive(a.q_heads) && IsPositive(a.kv_heads) && a.q_heads % a.kv_heads == 0;
    predicate LayerSays(integer status, attest_multi_head a, integer q_len, integer kv_len) =
      (status == ATTEST_BAD_POINTER && !LayerPresent(a)) ||
      (status == ATTEST_BAD_SHAPE && !LayerShaped(a,q_len,kv_len)) || (status == ATTEST_BAD_HEADS && !LayerHeads(a)) ||
      (status == ATTEST_TOO_LARGE && !LayerFits(a,q_len,kv_len)) || (status == ATTEST_OK && GoodLayer(a,q_len,kv_len));
    predicate BlockPresent(attest_block b) = LayerPresent(b.attention) && b.gain_1 != \null && b.offset_1 != \null &&
      b.gain_2 != \null && b.offset_2 != \null && b.w_1 != \null && b.w_2 != \null;
    predicate BlockShaped(attest_block b, integer d_model, integer rows) = LayerShaped(b.attention,rows,rows) &&
      b.attention.d_model == d_model && b.attention.d_context == d_model && IsPositive(b.d_hidden);
    predicate BlockFits(attest_block b, integer d_model, integer rows) =
      LayerFits(b.attention,rows,rows) && Fits(1,rows,b.d_hidden) && Fits(1,d_model,b.d_hidden);
    predicate BlockSays(integer status, attest_block b, integer d_model, integer rows) =
      (status == ATTEST_BAD_POINTER && !BlockPresent(b)) ||
      (status == ATTEST_BAD_SHAPE && !BlockShaped(b,d_model,rows)) ||
      (status == ATTEST_BAD_HEADS && !LayerHeads(b.attention)) ||
      (status == ATTEST_TOO_LARGE && !BlockFits(b,d_model,rows)) ||
      (status == ATTEST_BAD_OPTION && !(Finite(b.epsilon) && b.epsilon > 0)) ||
      (status == ATTEST_OK && GoodBlock(b,d_model,rows));
    // what it says of one of the blocks, or that there are none or too many
    predicate StackSays{L}(integer status, attest_block *blocks, integer count, integer rows) =
      (status == ATTEST_BAD_SHAPE && !IsPositive(count)) || (status == ATTEST_OK && GoodStack(blocks,count,rows)) ||
      (status != ATTEST_OK && \exists integer l; 0 <= l < count &&
        BlockSays(status,blocks[l],blocks[0].attention.d_model,rows));
*/
#endif
