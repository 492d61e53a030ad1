/* r = x + MultiHead(LN1(x)),  y = r + FFN(LN2(r)) [Xiong2020, section 3] */
#include "ref/block.h"

#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/index.h"
#include "ref/multi_head.h"

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
    ensures in_change: \subset(\result.change + (0 .. times(rows,b.attention.d_model)-1),
      work + (0 .. BlockDoubles(b,rows)-1));
    ensures in_heads: \subset(\result.rest + (0 .. LayerDoubles(b.attention,rows,rows)-1),
      work + (0 .. BlockDoubles(b,rows)-1));
    ensures in_hidden: \subset(\result.rest + (0 .. times(rows,b.d_hidden)-1), work + (0 .. BlockDoubles(b,rows)-1));
    ensures parts: BlockParts(b,rows,\result.normed,\result.change,\result.rest,work); */
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
    ensures only: OnlyTwo{Pre,Post}(x,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures value: mat(x,rows,b.attention.d_model) ==
      FirstHalf{Pre}(b, mat{Pre}(x,rows,b.attention.d_model), causal); */
static void first_half(attest_block b, double *x, int64_t rows, bool causal, double *work, unsigned char *vis) {
  const int64_t d = b.attention.d_model;
  const block_parts p = block_parts_of(b, rows, work);
  //@ assert apart_normed: Apart(p.normed,times(rows,d),x,times(rows,d));
  //@ assert apart_change: Apart(p.change,times(rows,d),x,times(rows,d));
  //@ assert apart_rest: Apart(p.rest,LayerDoubles(b.attention,rows,rows),x,times(rows,d));
  ref_layer_norm(x, b.gain_1, b.offset_1, p.normed, rows, d, b.epsilon);
  //@ ghost Normed: ;
  //@ assert only: OnlyTwo{Pre,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert x: mat(x,rows,d) == mat{Pre}(x,rows,d);
  //@ assert layer: KeptLayer{Pre,Here}(b.attention);
  ref_multi_head(b.attention, p.normed, p.normed, (ref_lengths){rows, rows}, causal, p.change, p.rest, vis);
  //@ ghost Attended: ;
  //@ assert only_attend: OnlyTwo{Normed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert kept_x: Kept{Normed,Here}(x,times(rows,d));
  //@ assert still_x: mat(x,rows,d) == mat{Normed}(x,rows,d);
  ref_residual_add(p.change, x, ref_times(rows, d));
  //@ assert only_add: OnlyTwo{Attended,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
}

/* x = x + FFN(LN2(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b.attention.d_model,rows);
    requires room: HalfRoom(b,x,rows,work,BlockDoubles(b,rows));
    assigns x[0 .. times(rows,b.attention.d_model)-1], work[0 .. BlockDoubles(b,rows)-1];
    ensures only: OnlyTwo{Pre,Post}(x,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures value: mat(x,rows,b.attention.d_model) == SecondHalf{Pre}(b, mat{Pre}(x,rows,b.attention.d_model)); */
static void second_half(attest_block b, double *x, int64_t rows, double *work) {
  const int64_t d = b.attention.d_model;
  const block_parts p = block_parts_of(b, rows, work);
  //@ assert apart_normed: Apart(p.normed,times(rows,d),x,times(rows,d));
  //@ assert apart_change: Apart(p.change,times(rows,d),x,times(rows,d));
  //@ assert apart_rest: Apart(p.rest,times(rows,b.d_hidden),x,times(rows,d));
  ref_layer_norm(x, b.gain_2, b.offset_2, p.normed, rows, d, b.epsilon);
  //@ ghost Normed: ;
  //@ assert only: OnlyTwo{Pre,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert x: mat(x,rows,d) == mat{Pre}(x,rows,d);
  //@ assert half: KeptHalf{Pre,Here}(b);
  ref_feed_forward(p.normed, b.w_1, b.b_1, b.w_2, b.b_2, p.rest, p.change, rows, d, b.d_hidden);
  //@ ghost Fed: ;
  //@ assert only_feed: OnlyTwo{Normed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert still_x: mat(x,rows,d) == mat{Normed}(x,rows,d);
  ref_residual_add(p.change, x, ref_times(rows, d));
  //@ assert only_add: OnlyTwo{Fed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
}

void ref_block(attest_block b, double *x, int64_t rows, bool causal, double *work, unsigned char *vis) {
  first_half(b, x, rows, causal, work, vis);
  //@ assert half: KeptHalf{Pre,Here}(b);
  second_half(b, x, rows, work);
}

void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal, double *work,
               unsigned char *vis) {
  /*@ loop invariant range: 0 <= l <= count;
      loop invariant blocks: \forall integer k; 0 <= k < count ==> blocks[k] == \at(blocks[k],Pre);
      loop invariant only: OnlyTwo{Pre,Here}(x,times(rows,blocks->attention.d_model),work,
        StackDoubles{Pre}(blocks,count,rows));
      loop invariant value: mat(x,rows,blocks->attention.d_model) ==
        stack_of{Pre}(blocks, l, mat{Pre}(x,rows,blocks->attention.d_model), causal);
      loop assigns l, x[0 .. times(rows,blocks->attention.d_model)-1],
        work[0 .. StackDoubles{Pre}(blocks,count,rows)-1], vis[0 .. rows-1]; loop variant count - l; */
  for (int64_t l = 0; l < count; l++) {
    //@ assert block: \let ll = l; blocks[ll] == \at(blocks[ll],Pre);
    //@ assert most: BlockDoubles(blocks[l],rows) <= StackDoubles{Pre}(blocks,count,rows);
    //@ assert good: GoodBlock(blocks[l],blocks->attention.d_model,rows);
    //@ assert apart_x: ApartBlock(x,times(rows,blocks->attention.d_model),blocks[l]);
    //@ assert apart_work: ApartBlock(work,StackDoubles{Pre}(blocks,count,rows),blocks[l]);
    //@ assert kept: KeptBlock{Pre,Here}(blocks[l]);
    /*@ assert carry: block_of(blocks[l], mat(x,rows,blocks->attention.d_model), causal) ==
          block_of{Pre}(blocks[l], mat(x,rows,blocks->attention.d_model), causal); */
    //@ assert part: PartOf(work,BlockDoubles(blocks[l],rows),work,StackDoubles{Pre}(blocks,count,rows));
    //@ assert apart_part: ApartBlock(work,BlockDoubles(blocks[l],rows),blocks[l]);
    //@ assert room: BlockRoom(blocks[l],x,rows,work,BlockDoubles(blocks[l],rows),vis);
    //@ ghost Before: ;
    ref_block(blocks[l], x, rows, causal, work, vis);
    //@ assert kept_number: \forall integer k; 0 <= k < count ==> Kept{Before,Here}(&blocks[k].epsilon,1);
    //@ assert number: \forall integer k; 0 <= k < count ==> blocks[k].epsilon == \at(blocks[k].epsilon,Before);
    /*@ assert wider:
          OnlyTwo{Before,Here}(x,times(rows,blocks->attention.d_model),work,StackDoubles{Pre}(blocks,count,rows)); */
  }
}
