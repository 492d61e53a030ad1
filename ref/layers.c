/* The public entries to multi-head attention and to stacks of blocks: what a layer must be, then ref_multi_head and
   ref_stack. */
#include "ref/block.h"
#include "ref/elementary.h"
#include "ref/multi_head.h"
#include "ref/workspace.h"

#include "ref/logic/layers_check.h"

/*@ assigns \nothing; ensures value: \result != 0 <==> IsPositive(n); */
static bool is_size(int64_t n) { return n > 0 && n <= ATTEST_MAX_SIZE; }

/*@ assigns \nothing; ensures value: \result != 0 <==> IsLength(n); */
static bool is_length(int64_t n) { return n >= 0 && n <= ATTEST_MAX_SIZE; }

/*@ assigns \nothing; ensures value: \result == Larger(a,b); */
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* a*b*c, sizes in range, is at most ATTEST_MAX_ELEMENTS / 16: then the fewer than sixteen arrays of a block can be
   added up. */
/*@ requires range: IsLength(a) && IsLength(b) && IsLength(c);
    assigns \nothing;
    ensures value: \result != 0 <==> Fits(a,b,c); */
static bool fits(int64_t a, int64_t b, int64_t c) { return a == 0 || b == 0 || c <= ATTEST_MAX_ELEMENTS / 16 / a / b; }

/* A row of all heads is a size, and the scores of all heads, though never stored, count like an array. */
/*@ requires sizes: LayerSizes(a) && IsLength(n.q_len) && IsLength(n.kv_len);
    assigns \nothing;
    ensures value: \result != 0 <==> LayerFits(a,n.q_len,n.kv_len); */
static bool layer_fits(attest_multi_head a, ref_lengths n) {
  const int64_t rows = larger(n.q_len, n.kv_len), columns = larger(a.d_model, a.d_context), d = larger(a.d_k, a.d_v);
  return a.q_heads <= ATTEST_MAX_SIZE / d && fits(a.q_heads, n.q_len, n.kv_len) && fits(a.q_heads, d, columns) &&
         fits(a.q_heads, d, rows) && fits(1, rows, columns);
}

/*@ assigns \nothing;
    ensures says: LayerSays(\result,a,n.q_len,n.kv_len);
    ensures ok: \result == ATTEST_OK <==> GoodLayer(a,n.q_len,n.kv_len); */
static attest_status check_layer(attest_multi_head a, ref_lengths n) {
  if (a.w_q == NULL || a.w_k == NULL || a.w_v == NULL || a.w_o == NULL) return ATTEST_BAD_POINTER;
  if (!is_size(a.d_model) || !is_size(a.d_context) || !is_size(a.d_k) || !is_size(a.d_v)) return ATTEST_BAD_SHAPE;
  if (!is_length(n.q_len) || !is_length(n.kv_len)) return ATTEST_BAD_SHAPE;
  if (!is_size(a.q_heads) || !is_size(a.kv_heads) || a.q_heads % a.kv_heads != 0) return ATTEST_BAD_HEADS;
  return layer_fits(a, n) ? ATTEST_OK : ATTEST_TOO_LARGE;
}

/* See attest_layers.h. */
/*@ requires readable: layer != \null ==> \valid_read(layer);
    requires writable: bytes != \null ==> \valid(bytes);
    assigns *bytes;
    ensures null: layer == \null || bytes == \null ==> \result == ATTEST_BAD_POINTER;
    ensures says: layer != \null && bytes != \null ==> LayerSays(\result,\old(*layer),q_len,kv_len);
    ensures ok: \result == ATTEST_OK <==> layer != \null && bytes != \null && GoodLayer(\old(*layer),q_len,kv_len);
    ensures bytes: \result == ATTEST_OK ==> *bytes == LayerBytes(\old(*layer),q_len,kv_len);
    ensures untouched: \result != ATTEST_OK ==> bytes != \null ==> *bytes == \old(*bytes); */
attest_status attest_multi_head_workspace(const attest_multi_head *layer, int64_t q_len, int64_t kv_len,
                                          size_t *bytes) {
  if (layer == NULL || bytes == NULL) return ATTEST_BAD_POINTER;
  const ref_lengths n = {q_len, kv_len};
  const attest_status status = check_layer(*layer, n);
  if (status != ATTEST_OK) return status;
  *bytes = ref_workspace_bytes(ref_multi_head_doubles(*layer, n), kv_len);
  return ATTEST_OK;
}

/* See attest_layers.h. */
/*@ requires readable: layer != \null ==> \valid_read(layer);
    behavior computed:
      assumes computed: LayerComputable(layer,x,q_len,context,kv_len,y,workspace,bytes);
      requires layer: ReadLayer(*layer);
      requires rows: \valid_read(x + (0 .. times(q_len,layer->d_model)-1)) &&
        \valid_read(context + (0 .. times(kv_len,layer->d_context)-1));
      requires writable: \valid(y + (0 .. times(q_len,layer->d_model)-1)) &&
        \valid((double *)workspace + (0 .. LayerDoubles(*layer,q_len,kv_len)-1)) &&
        \valid((unsigned char *)((double *)workspace + LayerDoubles(*layer,q_len,kv_len)) + (0 .. kv_len-1));
      requires apart: \separated(y + (0 .. times(q_len,layer->d_model)-1),
        (double *)workspace + (0 .. LayerDoubles(*layer,q_len,kv_len)-1),
        (unsigned char *)((double *)workspace + LayerDoubles(*layer,q_len,kv_len)) + (0 .. kv_len-1));
      requires apart_layer: ApartLayer((double *)workspace,LayerDoubles(*layer,q_len,kv_len),*layer) &&
        ApartLayer(y,times(q_len,layer->d_model),*layer);
      requires apart_rows:
        \separated((double *)workspace + (0 .. LayerDoubles(*layer,q_len,kv_len)-1),
          x + (0 .. times(q_len,layer->d_model)-1)) &&
        \separated((double *)workspace + (0 .. LayerDoubles(*layer,q_len,kv_len)-1),
          context + (0 .. times(kv_len,layer->d_context)-1));
      assigns y[0 .. times(q_len,layer->d_model)-1], ((double *)workspace)[0 .. LayerDoubles(*layer,q_len,kv_len)-1],
        ((unsigned char *)((double *)workspace + LayerDoubles(*layer,q_len,kv_len)))[0 .. kv_len-1];
      ensures ok: \result == ATTEST_OK;
      ensures value: mat(y,q_len,layer->d_model) == MultiHead{Pre}(\old(*layer), mat{Pre}(x,q_len,layer->d_model),
        mat{Pre}(context,kv_len,layer->d_context), causal);
    behavior refused:
      assumes refused: !LayerComputable(layer,x,q_len,context,kv_len,y,workspace,bytes);
      assigns \nothing;
      ensures failed: \result != ATTEST_OK;
      ensures null: layer == \null || x == \null || context == \null || y == \null ==> \result == ATTEST_BAD_POINTER;
      ensures layer: layer != \null && x != \null && context != \null && y != \null ==>
        !GoodLayer(*layer,q_len,kv_len) ==> LayerSays(\result,*layer,q_len,kv_len);
      ensures workspace: layer != \null && x != \null && context != \null && y != \null ==>
        GoodLayer(*layer,q_len,kv_len) ==> \result == (workspace == \null && LayerBytes(*layer,q_len,kv_len) > 0 ?
          ATTEST_BAD_POINTER : ATTEST_BAD_WORKSPACE);
    complete behaviors;
    disjoint behaviors; */
attest_status attest_multi_head_forward(const attest_multi_head *layer, const double *x, int64_t q_len,
                                        const double *context, int64_t kv_len, bool causal, double *y, void *workspace,
                                        size_t bytes) {
  if (layer == NULL || x == NULL || context == NULL || y == NULL) return ATTEST_BAD_POINTER;
  const ref_lengths n = {q_len, kv_len};
  const attest_status status = check_layer(*layer, n);
  if (status != ATTEST_OK) return status;
  const int64_t doubles = ref_multi_head_doubles(*layer, n);
  const size_t need = ref_workspace_bytes(doubles, kv_len);
  if (workspace == NULL && need > 0) return ATTEST_BAD_POINTER;
  if (bytes < need) return ATTEST_BAD_WORKSPACE;
  double *work = workspace != NULL ? workspace : y; // of no bytes: an address to add 0 to, which NULL is not
  //@ assert nothing: workspace == \null ==> LayerDoubles(*layer,q_len,kv_len) == 0 && ApartLayer(work,0,*layer);
  //@ assert apart_work: ApartLayer(work,LayerDoubles(*layer,q_len,kv_len),*layer);
  ref_multi_head(*layer, x, context, n, causal, y, work, (unsigned char *)(work + doubles));
  return ATTEST_OK;
}

/*@ assigns \nothing;
    ensures says: BlockSays(\result,b,d_model,rows);
    ensures ok: \result == ATTEST_OK <==> GoodBlock(b,d_model,rows); */
static attest_status check_block(attest_block b, int64_t d_model, int64_t rows) {
  const attest_status status = check_layer(b.attention, (ref_lengths){rows, rows});
  if (status != ATTEST_OK) return status;
  if (b.attention.d_model != d_model || b.attention.d_context != d_model || !is_size(b.d_hidden))
    return ATTEST_BAD_SHAPE;
  if (!fits(1, rows, b.d_hidden) || !fits(1, d_model, b.d_hidden)) return ATTEST_TOO_LARGE;
  if (b.gain_1 == NULL || b.offset_1 == NULL || b.gain_2 == NULL || b.offset_2 == NULL) return ATTEST_BAD_POINTER;
  if (b.w_1 == NULL || b.w_2 == NULL) return ATTEST_BAD_POINTER;
  return ref_is_finite(b.epsilon) && b.epsilon > 0 ? ATTEST_OK : ATTEST_BAD_OPTION;
}

/*@ requires valid: count > 0 ==> \valid_read(blocks + (0 .. count-1));
    assigns \nothing;
    ensures says: StackSays(\result,blocks,count,rows);
    ensures ok: \result == ATTEST_OK <==> GoodStack(blocks,count,rows); */
static attest_status check_stack(const attest_block *blocks, int64_t count, int64_t rows) {
  if (!is_size(count)) return ATTEST_BAD_SHAPE;
  /*@ loop invariant range: 0 <= l <= count;
      loop invariant good: \forall integer k; 0 <= k < l ==> GoodBlock(blocks[k], blocks->attention.d_model, rows);
      loop assigns l; loop variant count - l; */
  for (int64_t l = 0; l < count; l++) {
    const attest_status status = check_block(blocks[l], blocks[0].attention.d_model, rows);
    if (status != ATTEST_OK) return status;
  }
  return ATTEST_OK;
}

/* The most that a block needs. */
/*@ requires valid: \valid_read(blocks + (0 .. count-1));
    requires good: GoodStack(blocks,count,rows);
    assigns \nothing;
    ensures range: 0 <= \result <= 7 * MaxArray + MaxSize;
    ensures most: \result == StackDoubles(blocks,count,rows); */
static int64_t stack_doubles(const attest_block *blocks, int64_t count, int64_t rows) {
  int64_t most = 0;
  /*@ loop invariant range: 0 <= l <= count && 0 <= most <= 7 * MaxArray + MaxSize;
      loop invariant most: most == StackDoubles(blocks,l,rows);
      loop assigns l, most; loop variant count - l; */
  for (int64_t l = 0; l < count; l++) {
    //@ assert good: GoodBlock(blocks[l], blocks->attention.d_model, rows);
    most = larger(most, ref_block_doubles(blocks[l], rows));
  }
  return most;
}

/* See attest_layers.h. */
/*@ requires readable: blocks != \null ==> count > 0 ==> \valid_read(blocks + (0 .. count-1));
    requires writable: bytes != \null ==> \valid(bytes);
    assigns *bytes;
    ensures null: blocks == \null || bytes == \null ==> \result == ATTEST_BAD_POINTER;
    ensures says: blocks != \null && bytes != \null ==> StackSays{Pre}(\result,blocks,count,rows);
    ensures ok: \result == ATTEST_OK <==> blocks != \null && bytes != \null && GoodStack{Pre}(blocks,count,rows);
    ensures bytes: \result == ATTEST_OK ==> *bytes == StackBytes{Pre}(blocks,count,rows);
    ensures untouched: \result != ATTEST_OK ==> bytes != \null ==> *bytes == \old(*bytes); */
attest_status attest_stack_workspace(const attest_block *blocks, int64_t count, int64_t rows, size_t *bytes) {
  if (blocks == NULL || bytes == NULL) return ATTEST_BAD_POINTER;
  const attest_status status = check_stack(blocks, count, rows);
  if (status != ATTEST_OK) return status;
  *bytes = ref_workspace_bytes(stack_doubles(blocks, count, rows), rows);
  return ATTEST_OK;
}

/* See attest_layers.h. */
/*@ requires readable: blocks != \null ==> count > 0 ==> \valid_read(blocks + (0 .. count-1));
    behavior computed:
      assumes computed: StackComputable(blocks,count,x,rows,workspace,bytes);
      requires blocks: \forall integer l; 0 <= l < count ==> ReadBlock(blocks[l]);
      requires room: StackRoom(blocks,count,x,rows,(double *)workspace,StackDoubles(blocks,count,rows),
        (unsigned char *)((double *)workspace + StackDoubles(blocks,count,rows)));
      assigns x[0 .. times(rows,blocks->attention.d_model)-1],
        ((double *)workspace)[0 .. StackDoubles(blocks,count,rows)-1],
        ((unsigned char *)((double *)workspace + StackDoubles(blocks,count,rows)))[0 .. rows-1];
      ensures ok: \result == ATTEST_OK;
      ensures value: mat(x,rows,blocks->attention.d_model) ==
        stack_of{Pre}(blocks, count, mat{Pre}(x,rows,blocks->attention.d_model), causal);
    behavior refused:
      assumes refused: !StackComputable(blocks,count,x,rows,workspace,bytes);
      assigns \nothing;
      ensures failed: \result != ATTEST_OK;
      ensures null: blocks == \null || x == \null ==> \result == ATTEST_BAD_POINTER;
      ensures blocks: blocks != \null && x != \null ==> !GoodStack(blocks,count,rows) ==>
        StackSays(\result,blocks,count,rows);
      ensures workspace: blocks != \null && x != \null ==> GoodStack(blocks,count,rows) ==>
        \result == (workspace == \null && StackBytes(blocks,count,rows) > 0 ? ATTEST_BAD_POINTER
          : ATTEST_BAD_WORKSPACE);
    complete behaviors;
    disjoint behaviors; */
attest_status attest_stack_forward(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal,
                                   void *workspace, size_t bytes) {
  if (blocks == NULL || x == NULL) return ATTEST_BAD_POINTER;
  const attest_status status = check_stack(blocks, count, rows);
  if (status != ATTEST_OK) return status;
  const int64_t doubles = stack_doubles(blocks, count, rows);
  const size_t need = ref_workspace_bytes(doubles, rows);
  if (workspace == NULL && need > 0) return ATTEST_BAD_POINTER;
  if (bytes < need) return ATTEST_BAD_WORKSPACE;
  double *work = workspace != NULL ? workspace : x; // of no bytes: an address to add 0 to, which NULL is not
  ref_stack(blocks, count, x, rows, causal, work, (unsigned char *)(work + doubles));
  return ATTEST_OK;
}
