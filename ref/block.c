/* r = x + MultiHead(LN1(x)),  y = r + FFN(LN2(r)) (Xiong et al. 2020, section 3) */
#include "ref/block.h"

#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/index.h"
#include "ref/multi_head.h"

#include "ref/logic/block_ext.h"
#include "ref/logic/multi_head_ext.h"
#include "ref/logic/stack.h"

int64_t ref_block_doubles(attest_block b, int64_t rows) {
  //@ assert fits: Fits(1,rows,b.d_hidden) && 0 <= times(rows,b.d_hidden) <= MaxArray;
  //@ assert same: Fits(1,rows,b.attention.d_model);
  //@ assert rows: 0 <= times(rows,b.attention.d_model) <= MaxArray;
  const int64_t x = ref_times(rows, b.attention.d_model), hidden = ref_times(rows, b.d_hidden),
                heads = ref_multi_head_doubles(b.attention, (ref_lengths){rows, rows});
  return x + x + (hidden > heads ? hidden : heads);
}

/* parts of the workspace: the normalised rows, what is added to x, what computing that needs */
typedef struct {
  double *normed, *change, *rest;
} block_parts;

/*@ requires block: GoodBlock(b,b.attention.d_model,rows);
    requires valid: \valid(work + (0 .. BlockDoubles(b,rows)-1));
    requires apart: ApartBlock(work,BlockDoubles(b,rows),b);
    assigns \nothing;
    ensures places: \result.normed == work && \result.change == work + times(rows,b.attention.d_model) &&
      \result.rest == work + 2 * times(rows,b.attention.d_model);
    ensures sizes: 0 <= times(rows,b.attention.d_model) && 0 <= times(rows,b.d_hidden);
    ensures size_heads: 2 * times(rows,b.attention.d_model) + LayerDoubles(b.attention,rows,rows) <=
      BlockDoubles(b,rows);
    ensures size_hidden: 2 * times(rows,b.attention.d_model) + times(rows,b.d_hidden) <= BlockDoubles(b,rows);
    ensures in_change: \subset(\result.change + (0 .. times(rows,b.attention.d_model)-1),
      work + (0 .. BlockDoubles(b,rows)-1));
    ensures in_heads: \subset(\result.rest + (0 .. LayerDoubles(b.attention,rows,rows)-1),
      work + (0 .. BlockDoubles(b,rows)-1));
    ensures in_hidden: \subset(\result.rest + (0 .. times(rows,b.d_hidden)-1), work + (0 .. BlockDoubles(b,rows)-1));
    ensures part_normed: PartOf(\result.normed,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures part_change: PartOf(\result.change,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures part_heads: PartOf(\result.rest,LayerDoubles(b.attention,rows,rows),work,BlockDoubles(b,rows));
    ensures part_hidden: PartOf(\result.rest,times(rows,b.d_hidden),work,BlockDoubles(b,rows));
    ensures apart_change:
      Apart(\result.change,times(rows,b.attention.d_model),\result.normed,times(rows,b.attention.d_model));
    ensures apart_heads: Apart(\result.rest,LayerDoubles(b.attention,rows,rows),\result.normed,times(rows,
      b.attention.d_model));
    ensures apart_hidden: Apart(\result.rest,times(rows,b.d_hidden),\result.normed,times(rows,b.attention.d_model)) &&
      Apart(\result.rest,times(rows,b.d_hidden),\result.change,times(rows,b.attention.d_model));
    ensures block_normed: ApartBlock(\result.normed,times(rows,b.attention.d_model),b);
    ensures block_change: ApartBlock(\result.change,times(rows,b.attention.d_model),b);
    ensures layer_heads: ApartLayer(\result.rest,LayerDoubles(b.attention,rows,rows),b.attention);
    ensures half_hidden: ApartSecondHalf(\result.rest,times(rows,b.d_hidden),b); */
static block_parts block_parts_of(attest_block b, int64_t rows, double *work) {
  //@ assert fits: Fits(1,rows,b.d_hidden) && 0 <= times(rows,b.d_hidden) <= MaxArray;
  //@ assert same: Fits(1,rows,b.attention.d_model);
  //@ assert rows: 0 <= times(rows,b.attention.d_model) <= MaxArray;
  const int64_t x = ref_times(rows, b.attention.d_model);
  const block_parts p = {work, work + x, work + x + x};
  //@ assert part_normed: PartOf(p.normed,x,work,BlockDoubles(b,rows));
  //@ assert part_change: PartOf(p.change,x,work,BlockDoubles(b,rows));
  //@ assert part_heads: PartOf(p.rest,LayerDoubles(b.attention,rows,rows),work,BlockDoubles(b,rows));
  //@ assert part_hidden: PartOf(p.rest,times(rows,b.d_hidden),work,BlockDoubles(b,rows));
  //@ assert layer_normed: ApartLayer(p.normed,x,b.attention);
  //@ assert half_normed: ApartSecondHalf(p.normed,x,b);
  //@ assert layer_change: ApartLayer(p.change,x,b.attention);
  //@ assert half_change: ApartSecondHalf(p.change,x,b);
  return p;
}

/* x = x + MultiHead(LN1(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b.attention.d_model,rows);
    requires room: BlockRoom(b,x,rows,work,BlockDoubles(b,rows),vis);
    assigns x[0 .. times(rows,b.attention.d_model)-1], work[0 .. BlockDoubles(b,rows)-1], vis[0 .. rows-1];
    ensures kept: KeptBeside{Pre,Post}(x,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures value: MatSame(fmat(x,b.attention.d_model),
      FirstHalf{Pre}(b,fmat{Pre}(x,b.attention.d_model),rows,causal), rows, b.attention.d_model); */
static void first_half(attest_block b, double *x, int64_t rows, bool causal, double *work, unsigned char *vis) {
  const int64_t d = b.attention.d_model;
  const block_parts p = block_parts_of(b, rows, work);
  //@ assert apart_x: Apart(work,BlockDoubles(b,rows),x,times(rows,d));
  //@ assert apart_normed: Apart(p.normed,times(rows,d),x,times(rows,d));
  //@ assert apart_change: Apart(p.change,times(rows,d),x,times(rows,d));
  //@ assert apart_rest: Apart(p.rest,LayerDoubles(b.attention,rows,rows),x,times(rows,d));
  ref_layer_norm(x, b.gain_1, b.offset_1, p.normed, rows, d, b.epsilon);
  //@ ghost Normed: ;
  //@ assert kept_norm: KeptBeside{Pre,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert normed: MatSame(fmat(p.normed,d), FirstNorm{Pre}(b,fmat{Pre}(x,d)), rows, d);
  //@ assert kept_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert layer: SameLayer{Here,Pre}(b.attention);
  /*@ assert carry: MatSame(MultiHead(b.attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal),
        MultiHead{Pre}(b.attention,
        FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal), rows, d); */
  ref_multi_head(b.attention, p.normed, p.normed, (ref_lengths){rows, rows}, causal, p.change, p.rest, vis);
  //@ ghost Attended: ;
  //@ assert kept_attend: KeptBeside{Normed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert still_x: MatSame(fmat(x,d), fmat{Normed}(x,d), rows, d);
  //@ assert same_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  /*@ assert sum: MatSame(added(fmat(x,d),fmat(p.change,d)), FirstHalf{Pre}(b,fmat{Pre}(x,d),rows,causal), rows, d); */
  ref_residual_add(p.change, x, ref_times(rows, d));
  //@ assert kept_add: KeptBeside{Attended,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
}

/* x = x + FFN(LN2(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b.attention.d_model,rows);
    requires valid: \valid(x + (0 .. times(rows,b.attention.d_model)-1)) && \valid(work + (0 ..
      BlockDoubles(b,rows)-1));
    requires apart: Apart(work,BlockDoubles(b,rows),x,times(rows,b.attention.d_model));
    requires apart_block: ApartBlock(x,times(rows,b.attention.d_model),b) && ApartBlock(work,BlockDoubles(b,rows),b);
    assigns x[0 .. times(rows,b.attention.d_model)-1], work[0 .. BlockDoubles(b,rows)-1];
    ensures kept: KeptBeside{Pre,Post}(x,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures value: MatSame(fmat(x,b.attention.d_model), SecondHalf{Pre}(b,fmat{Pre}(x,b.attention.d_model)), rows,
      b.attention.d_model); */
static void second_half(attest_block b, double *x, int64_t rows, double *work) {
  const int64_t d = b.attention.d_model;
  const block_parts p = block_parts_of(b, rows, work);
  //@ assert apart_x: Apart(work,BlockDoubles(b,rows),x,times(rows,d));
  //@ assert apart_normed: Apart(p.normed,times(rows,d),x,times(rows,d));
  //@ assert apart_change: Apart(p.change,times(rows,d),x,times(rows,d));
  //@ assert apart_rest: Apart(p.rest,times(rows,b.d_hidden),x,times(rows,d));
  ref_layer_norm(x, b.gain_2, b.offset_2, p.normed, rows, d, b.epsilon);
  //@ ghost Normed: ;
  //@ assert kept_norm: KeptBeside{Pre,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert kept_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert half: SameHalf{Here,Pre}(b);
  //@ assert normed: MatSame(fmat(p.normed,d), SecondNorm{Pre}(b,fmat{Pre}(x,d)), rows, d);
  //@ assert carry: MatSame(Fed(b,fmat(p.normed,d)), Fed{Pre}(b,SecondNorm{Pre}(b,fmat{Pre}(x,d))), rows, d);
  ref_feed_forward(p.normed, b.w_1, b.b_1, b.w_2, b.b_2, p.rest, p.change, rows, d, b.d_hidden);
  //@ ghost Fed: ;
  //@ assert kept_feed: KeptBeside{Normed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert still_x: MatSame(fmat(x,d), fmat{Normed}(x,d), rows, d);
  //@ assert same_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert sum: MatSame(added(fmat(x,d),fmat(p.change,d)), SecondHalf{Pre}(b,fmat{Pre}(x,d)), rows, d);
  ref_residual_add(p.change, x, ref_times(rows, d));
  //@ assert kept_add: KeptBeside{Fed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
}

void ref_block(attest_block b, double *x, int64_t rows, bool causal, double *work, unsigned char *vis) {
  first_half(b, x, rows, causal, work, vis);
  //@ assert same: SameBlock{Here,Pre}(b);
  /*@ assert carry: MatSame(SecondHalf(b,fmat(x,b.attention.d_model)),
        SecondHalf{Pre}(b,FirstHalf{Pre}(b,fmat{Pre}(x,b.attention.d_model),rows,causal)), rows, b.attention.d_model);
          */
  second_half(b, x, rows, work);
}

void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal, double *work,
               unsigned char *vis) {
  /*@ loop invariant range: 0 <= l <= count;
      loop invariant blocks: \forall integer k; 0 <= k < count ==> blocks[k] == \at(blocks[k],Pre);
      loop invariant kept: KeptBeside{Pre,Here}(x,times(rows,blocks->attention.d_model),work,
        StackDoubles{Pre}(blocks,count,rows));
      loop invariant value: MatSame(fmat(x,blocks->attention.d_model), stack_of{Pre}(blocks,l,
        fmat{Pre}(x,blocks->attention.d_model),rows,causal), rows, blocks->attention.d_model);
      loop assigns l, x[0 .. times(rows,blocks->attention.d_model)-1], work[0 ..
        StackDoubles{Pre}(blocks,count,rows)-1],
        vis[0 .. rows-1];
      loop variant count - l; */
  for (int64_t l = 0; l < count; l++) {
    //@ assert block: \let ll = l; blocks[ll] == \at(blocks[ll],Pre);
    //@ assert most: BlockDoubles(blocks[l],rows) <= StackDoubles{Pre}(blocks,count,rows);
    //@ assert good: GoodBlock(blocks[l],blocks->attention.d_model,rows);
    //@ assert apart_x: ApartBlock(x,times(rows,blocks->attention.d_model),blocks[l]);
    //@ assert apart_work: ApartBlock(work,StackDoubles{Pre}(blocks,count,rows),blocks[l]);
    //@ assert same: SameBlock{Here,Pre}(blocks[l]);
    /*@ assert carry: MatSame(block_of(blocks[l],fmat(x,blocks->attention.d_model),rows,causal),
          block_of{Pre}(blocks[l],stack_of{Pre}(blocks,l,
          fmat{Pre}(x,blocks->attention.d_model),rows,causal),rows,causal), rows, blocks->attention.d_model); */
    //@ assert part: PartOf(work,BlockDoubles(blocks[l],rows),work,StackDoubles{Pre}(blocks,count,rows));
    //@ assert apart_part: ApartBlock(work,BlockDoubles(blocks[l],rows),blocks[l]);
    //@ assert room: BlockRoom(blocks[l],x,rows,work,BlockDoubles(blocks[l],rows),vis);
    //@ ghost Before: ;
    ref_block(blocks[l], x, rows, causal, work, vis);
    //@ assert number: \forall integer k; 0 <= k < count ==> blocks[k].epsilon == \at(blocks[k].epsilon,Before);
    /*@ assert wider:
          KeptBeside{Before,Here}(x,times(rows,blocks->attention.d_model),work,StackDoubles{Pre}(blocks,count,rows)); */
  }
}
