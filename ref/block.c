/* r = x + MultiHead(LN1(x)),  y = r + FFN(LN2(r)) (Xiong et al. 2020, section 3) */
#include "ref/block.h"

#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/matrix.h"
#include "ref/multi_head.h"

#include "ref/logic/block_ext.h"
#include "ref/logic/multi_head_ext.h"
#include "ref/logic/stack.h"

int64_t ref_block_doubles(const attest_block *b, int64_t rows) {
  //@ assert fits: Fits(1,rows,b->d_hidden) && 0 <= times(rows,b->d_hidden) <= MaxArray;
  //@ assert same: Fits(1,rows,b->attention.d_model);
  //@ assert rows: 0 <= times(rows,b->attention.d_model) <= MaxArray;
  const int64_t x = ref_times(rows, b->attention.d_model), hidden = ref_times(rows, b->d_hidden),
                heads = ref_multi_head_doubles(&b->attention, (ref_lengths){rows, rows});
  return x + x + (hidden > heads ? hidden : heads);
}

/* parts of the workspace: the normalised rows, what is added to x, what computing that needs */
typedef struct {
  double *normed, *change, *rest;
} block_parts;

/*@ requires block: \valid_read(b) && GoodBlock(b,b->attention.d_model,rows);
    requires valid: \valid(work + (0 .. BlockDoubles(b,rows)-1));
    requires apart: ApartBlock(work,BlockDoubles(b,rows),b);
    assigns \nothing;
    ensures places: \result.normed == work && \result.change == work + times(rows,b->attention.d_model) &&
      \result.rest == work + 2 * times(rows,b->attention.d_model);
    ensures sizes: 0 <= times(rows,b->attention.d_model) && 0 <= times(rows,b->d_hidden);
    ensures size_heads: 2 * times(rows,b->attention.d_model) + LayerDoubles(&b->attention,rows,rows) <=
      BlockDoubles(b,rows);
    ensures size_hidden: 2 * times(rows,b->attention.d_model) + times(rows,b->d_hidden) <= BlockDoubles(b,rows);
    ensures in_change: \subset(\result.change + (0 .. times(rows,b->attention.d_model)-1),
      work + (0 .. BlockDoubles(b,rows)-1));
    ensures in_heads: \subset(\result.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1),
      work + (0 .. BlockDoubles(b,rows)-1));
    ensures in_hidden: \subset(\result.rest + (0 .. times(rows,b->d_hidden)-1), work + (0 .. BlockDoubles(b,rows)-1));
    ensures part_normed: PartOf(\result.normed,times(rows,b->attention.d_model),work,BlockDoubles(b,rows));
    ensures part_change: PartOf(\result.change,times(rows,b->attention.d_model),work,BlockDoubles(b,rows));
    ensures part_heads: PartOf(\result.rest,LayerDoubles(&b->attention,rows,rows),work,BlockDoubles(b,rows));
    ensures part_hidden: PartOf(\result.rest,times(rows,b->d_hidden),work,BlockDoubles(b,rows));
    ensures apart_change:
      Apart(\result.change,times(rows,b->attention.d_model),\result.normed,times(rows,b->attention.d_model));
    ensures apart_heads: Apart(\result.rest,LayerDoubles(&b->attention,rows,rows),\result.normed,times(rows,
      b->attention.d_model));
    ensures apart_hidden: Apart(\result.rest,times(rows,b->d_hidden),\result.normed,times(rows,b->attention.d_model)) &&
      Apart(\result.rest,times(rows,b->d_hidden),\result.change,times(rows,b->attention.d_model));
    ensures block_normed: ApartBlock(\result.normed,times(rows,b->attention.d_model),b);
    ensures block_change: ApartBlock(\result.change,times(rows,b->attention.d_model),b);
    ensures layer_heads: ApartLayer(\result.rest,LayerDoubles(&b->attention,rows,rows),&b->attention);
    ensures half_hidden: ApartSecondHalf(\result.rest,times(rows,b->d_hidden),b); */
static block_parts parts_of(const attest_block *b, int64_t rows, double *work) {
  //@ assert fits: Fits(1,rows,b->d_hidden) && 0 <= times(rows,b->d_hidden) <= MaxArray;
  //@ assert same: Fits(1,rows,b->attention.d_model);
  //@ assert rows: 0 <= times(rows,b->attention.d_model) <= MaxArray;
  const int64_t x = ref_times(rows, b->attention.d_model);
  const block_parts p = {work, work + x, work + x + x};
  //@ assert part_normed: PartOf(p.normed,x,work,BlockDoubles(b,rows));
  //@ assert part_change: PartOf(p.change,x,work,BlockDoubles(b,rows));
  //@ assert part_heads: PartOf(p.rest,LayerDoubles(&b->attention,rows,rows),work,BlockDoubles(b,rows));
  //@ assert part_hidden: PartOf(p.rest,times(rows,b->d_hidden),work,BlockDoubles(b,rows));
  //@ assert layer_normed: ApartLayer(p.normed,x,&b->attention);
  //@ assert half_normed: ApartSecondHalf(p.normed,x,b);
  //@ assert layer_change: ApartLayer(p.change,x,&b->attention);
  //@ assert half_change: ApartSecondHalf(p.change,x,b);
  return p;
}

/* y = the layer norm of every row of x */
/*@ requires size: 0 <= rows <= MaxSize && 0 < d <= MaxSize && epsilon > 0;
    requires affine: gain != \null && offset != \null;
    requires valid: \valid_read(x + (0 .. times(rows,d)-1)) && \valid(y + (0 .. times(rows,d)-1)) &&
      \valid_read(gain + (0 .. d-1)) &&
      \valid_read(offset + (0 .. d-1));
    requires apart: Apart(y,times(rows,d),x,times(rows,d)) && Apart(y,times(rows,d),gain,d) &&
      Apart(y,times(rows,d),offset,d);
    assigns y[0 .. times(rows,d)-1];
    ensures kept: KeptBeside{Pre,Post}(y,times(rows,d),y,times(rows,d));
    ensures value: MatSame(fmat(y,d), normalised(fmat{Pre}(x,d),fvec{Pre}(gain),fvec{Pre}(offset),d,epsilon), rows, d);
      */
static void norm(const double *x, const double *gain, const double *offset, double *y, int64_t rows, int64_t d,
                 double epsilon) {
  //@ assert separate_x: \separated(y + (0 .. times(rows,d)-1), x + (0 .. times(rows,d)-1));
  //@ assert separate_gain: \separated(y + (0 .. times(rows,d)-1), gain + (0 .. d-1));
  //@ assert separate_offset: \separated(y + (0 .. times(rows,d)-1), offset + (0 .. d-1));
  ref_layer_norm(x, gain, offset, y, rows, d, epsilon);
  /*@ assert row: \forall integer r; 0 <= r < rows ==>
        Same(row(fmat(y,d),r), ln(row(fmat{Pre}(x,d),r),fvec{Pre}(gain),fvec{Pre}(offset),d,epsilon), d); */
}

/* x = x + change, row by row */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= d <= MaxSize;
    requires valid: \valid_read(change + (0 .. times(rows,d)-1)) && \valid(x + (0 .. times(rows,d)-1));
    requires apart: Apart(x,times(rows,d),change,times(rows,d));
    assigns x[0 .. times(rows,d)-1];
    ensures kept: KeptBeside{Pre,Post}(x,times(rows,d),x,times(rows,d));
    ensures value: MatSame(fmat(x,d), added(fmat{Pre}(x,d),fmat{Pre}(change,d)), rows, d); */
static void add_rows(const double *change, double *x, int64_t rows, int64_t d) {
  //@ assert separate: \separated(x + (0 .. times(rows,d)-1), change + (0 .. times(rows,d)-1));
  //@ assert inside: \forall integer r, c; 0 <= r < rows ==> 0 <= c < d ==> 0 <= times(r,d) + c < times(rows,d);
  ref_residual_add(change, x, ref_times(rows, d));
  //@ assert memory: \forall integer t; 0 <= t < times(rows,d) ==> x[t] == \at(x[t],Pre) + \at(change[t],Pre);
  /*@ assert entry: \forall integer r, c; 0 <= r < rows ==> 0 <= c < d ==>
        el(fmat(x,d),r,c) == el(fmat{Pre}(x,d),r,c) + el(fmat{Pre}(change,d),r,c); */
}

/* y = attention of the rows of x among themselves */
/*@ requires layer: ReadLayer(a) && GoodLayer(a,rows,rows) && a->d_context == a->d_model;
    requires valid: \valid_read(x + (0 .. times(rows,a->d_model)-1)) && \valid(y + (0 .. times(rows,a->d_model)-1)) &&
      \valid(work + (0 .. LayerDoubles(a,rows,rows)-1)) && \valid(vis + (0 .. rows-1));
    requires apart: \separated(y + (0 .. times(rows,a->d_model)-1), work + (0 .. LayerDoubles(a,rows,rows)-1),
      vis + (0 .. rows-1));
    requires apart_layer: ApartLayer(work,LayerDoubles(a,rows,rows),a) && ApartLayer(y,times(rows,a->d_model),a);
    requires apart_rows: Apart(work,LayerDoubles(a,rows,rows),x,times(rows,a->d_model));
    assigns y[0 .. times(rows,a->d_model)-1], work[0 .. LayerDoubles(a,rows,rows)-1], vis[0 .. rows-1];
    ensures kept: KeptBeside{Pre,Post}(y,times(rows,a->d_model),work,LayerDoubles(a,rows,rows));
    ensures value: MatSame(fmat(y,a->d_model),
      MultiHead{Pre}(a,fmat{Pre}(x,a->d_model),fmat{Pre}(x,a->d_model),rows,causal), rows,
      a->d_model); */
static void attend(const attest_multi_head *a, const double *x, int64_t rows, int causal, double *y, double *work,
                   unsigned char *vis) {
  ref_multi_head(a, x, x, (ref_lengths){rows, rows}, causal, y, work, vis);
  /*@ assert row: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,a->d_model),i),
        LayerRow{Pre}(a,fmat{Pre}(x,a->d_model),fmat{Pre}(x,a->d_model),rows,causal,i), a->d_model); */
}

/* y = the feed-forward of the rows of x; work holds rows x d_hidden doubles */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= b->attention.d_model <= MaxSize && 0 <= b->d_hidden <= MaxSize;
    requires block: ReadBlock(b);
    requires valid: \valid_read(x + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(y + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(work + (0 .. times(rows,b->d_hidden)-1));
    requires apart: Apart(work,times(rows,b->d_hidden),x,times(rows,b->attention.d_model)) &&
      Apart(work,times(rows,b->d_hidden),y,times(rows,b->attention.d_model));
    requires apart_work: ApartSecondHalf(work,times(rows,b->d_hidden),b);
    requires apart_y: ApartSecondHalf(y,times(rows,b->attention.d_model),b);
    assigns y[0 .. times(rows,b->attention.d_model)-1], work[0 .. times(rows,b->d_hidden)-1];
    ensures kept: KeptBeside{Pre,Post}(y,times(rows,b->attention.d_model),work,times(rows,b->d_hidden));
    ensures value: MatSame(fmat(y,b->attention.d_model),
      fed(fmat{Pre}(x,b->attention.d_model),fmat{Pre}(b->w_1,b->attention.d_model),
      fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),b->attention.d_model,
        b->d_hidden), rows,
      b->attention.d_model); */
static void feed(const attest_block *b, const double *x, int64_t rows, double *y, double *work) {
  ref_feed_forward(x, b->w_1, b->b_1, b->w_2, b->b_2, work, y, rows, b->attention.d_model, b->d_hidden);
}

/* x = x + MultiHead(LN1(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b->attention.d_model,rows);
    requires room: BlockRoom(b,x,rows,work,BlockDoubles(b,rows),vis);
    assigns x[0 .. times(rows,b->attention.d_model)-1], work[0 .. BlockDoubles(b,rows)-1], vis[0 .. rows-1];
    ensures kept: KeptBeside{Pre,Post}(x,times(rows,b->attention.d_model),work,BlockDoubles(b,rows));
    ensures value: MatSame(fmat(x,b->attention.d_model),
      FirstHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model),rows,causal), rows,
      b->attention.d_model); */
static void first_half(const attest_block *b, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  const int64_t d = b->attention.d_model;
  const block_parts p = parts_of(b, rows, work);
  //@ assert apart_x: Apart(work,BlockDoubles(b,rows),x,times(rows,d));
  //@ assert apart_normed: Apart(p.normed,times(rows,d),x,times(rows,d));
  //@ assert apart_change: Apart(p.change,times(rows,d),x,times(rows,d));
  //@ assert apart_rest: Apart(p.rest,LayerDoubles(&b->attention,rows,rows),x,times(rows,d));
  norm(x, b->gain_1, b->offset_1, p.normed, rows, d, b->epsilon);
  //@ ghost Normed: ;
  //@ assert kept_norm: KeptBeside{Pre,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert normed: MatSame(fmat(p.normed,d), FirstNorm{Pre}(b,fmat{Pre}(x,d)), rows, d);
  //@ assert kept_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert fields: SameBlockFields{Here,Pre}(b);
  //@ assert block: SameBlock{Here,Pre}(b);
  //@ assert layer: SameLayer{Here,Pre}(&b->attention);
  /*@ assert same: MatSame(MultiHead(&b->attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal),
        MultiHead{Pre}(&b->attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal), rows, d); */
  /*@ assert carry: MatSame(MultiHead{Pre}(&b->attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal),
        MultiHead{Pre}(&b->attention,FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal),
          rows, d); */
  attend(&b->attention, p.normed, rows, causal, p.change, p.rest, vis);
  //@ ghost Attended: ;
  //@ assert kept_attend: KeptBeside{Normed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  /*@ assert change: MatSame(fmat(p.change,d),
        MultiHead{Pre}(&b->attention,FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal),
          rows, d); */
  //@ assert still_x: MatSame(fmat(x,d), fmat{Normed}(x,d), rows, d);
  //@ assert same_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  /*@ assert sum: MatSame(added(fmat(x,d),fmat(p.change,d)), added(fmat{Pre}(x,d),
        MultiHead{Pre}(&b->attention,FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal)),
          rows, d); */
  add_rows(p.change, x, rows, d);
  //@ assert kept_add: KeptBeside{Attended,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
}

/* x = x + FFN(LN2(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b->attention.d_model,rows);
    requires valid: \valid(x + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(work + (0 .. BlockDoubles(b,rows)-1));
    requires apart: Apart(work,BlockDoubles(b,rows),x,times(rows,b->attention.d_model));
    requires apart_block: ApartBlock(x,times(rows,b->attention.d_model),b) && ApartBlock(work,BlockDoubles(b,rows),b);
    assigns x[0 .. times(rows,b->attention.d_model)-1], work[0 .. BlockDoubles(b,rows)-1];
    ensures kept: KeptBeside{Pre,Post}(x,times(rows,b->attention.d_model),work,BlockDoubles(b,rows));
    ensures value: MatSame(fmat(x,b->attention.d_model), SecondHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model)), rows,
      b->attention.d_model); */
static void second_half(const attest_block *b, double *x, int64_t rows, double *work) {
  const int64_t d = b->attention.d_model;
  const block_parts p = parts_of(b, rows, work);
  //@ assert apart_x: Apart(work,BlockDoubles(b,rows),x,times(rows,d));
  //@ assert apart_normed: Apart(p.normed,times(rows,d),x,times(rows,d));
  //@ assert apart_change: Apart(p.change,times(rows,d),x,times(rows,d));
  //@ assert apart_rest: Apart(p.rest,times(rows,b->d_hidden),x,times(rows,d));
  norm(x, b->gain_2, b->offset_2, p.normed, rows, d, b->epsilon);
  //@ ghost Normed: ;
  //@ assert kept_norm: KeptBeside{Pre,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert kept_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert kept_w1: MatSame(fmat(b->w_1,d), fmat{Pre}(b->w_1,d), b->d_hidden, d);
  //@ assert kept_b1: Same(fvec_or_zero(b->b_1), fvec_or_zero{Pre}(b->b_1), b->d_hidden);
  //@ assert kept_w2: MatSame(fmat(b->w_2,b->d_hidden), fmat{Pre}(b->w_2,b->d_hidden), d, b->d_hidden);
  //@ assert kept_b2: Same(fvec_or_zero(b->b_2), fvec_or_zero{Pre}(b->b_2), d);
  /*@ assert carry: MatSame(
        fed(fmat(p.normed,d),fmat(b->w_1,d),fvec_or_zero(b->b_1),fmat(b->w_2,b->d_hidden),fvec_or_zero(b->b_2),d,
          b->d_hidden),
        fed(normalised(fmat{Pre}(x,d),fvec{Pre}(b->gain_2),fvec{Pre}(b->offset_2),d,\at(b->epsilon,Pre)),
          fmat{Pre}(b->w_1,d),
            fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),d,b->d_hidden), rows, d);
              */
  feed(b, p.normed, rows, p.change, p.rest);
  //@ ghost Fed: ;
  //@ assert kept_feed: KeptBeside{Normed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
  //@ assert still_x: MatSame(fmat(x,d), fmat{Normed}(x,d), rows, d);
  //@ assert same_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  /*@ assert change: MatSame(fmat(p.change,d),
        fed(normalised(fmat{Pre}(x,d),fvec{Pre}(b->gain_2),fvec{Pre}(b->offset_2),d,\at(b->epsilon,Pre)),
          fmat{Pre}(b->w_1,d),
            fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),d,b->d_hidden), rows, d);
              */
  /*@ assert sum: MatSame(added(fmat(x,d),fmat(p.change,d)), added(fmat{Pre}(x,d),
        fed(normalised(fmat{Pre}(x,d),fvec{Pre}(b->gain_2),fvec{Pre}(b->offset_2),d,\at(b->epsilon,Pre)),
          fmat{Pre}(b->w_1,d),
            fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),d,b->d_hidden)), rows, d);
              */
  add_rows(p.change, x, rows, d);
  //@ assert kept_add: KeptBeside{Fed,Here}(x,times(rows,d),work,BlockDoubles(b,rows));
}

void ref_block(const attest_block *b, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  first_half(b, x, rows, causal, work, vis);
  //@ assert same: SameBlock{Here,Pre}(b);
  /*@ assert carry: MatSame(SecondHalf(b,fmat(x,b->attention.d_model)),
        SecondHalf{Pre}(b,FirstHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model),rows,causal)), rows, b->attention.d_model);
          */
  second_half(b, x, rows, work);
}

void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, int causal, double *work,
               unsigned char *vis) {
  /*@ loop invariant range: 0 <= l <= count;
      loop invariant kept: KeptBeside{Pre,Here}(x,times(rows,blocks->attention.d_model),work,StackDoubles(blocks,count,
        rows));
      loop invariant value: MatSame(fmat(x,blocks->attention.d_model),
        stack_of{Pre}(blocks,l,fmat{Pre}(x,blocks->attention.d_model),rows,causal), rows, blocks->attention.d_model);
      loop assigns l, x[0 .. times(rows,blocks->attention.d_model)-1], work[0 .. StackDoubles(blocks,count,rows)-1],
        vis[0 .. rows-1];
      loop variant count - l; */
  for (int64_t l = 0; l < count; l++) {
    const attest_block *b = blocks + l;
    //@ assert most: BlockDoubles(b,rows) <= StackDoubles(blocks,count,rows);
    //@ assert apart_x: ApartBlock(x,times(rows,blocks->attention.d_model),b);
    //@ assert apart_work: ApartBlock(work,StackDoubles(blocks,count,rows),b);
    //@ assert same: SameBlock{Here,Pre}(b);
    //@ assert good: GoodBlock(b,blocks->attention.d_model,rows);
    /*@ assert carry: MatSame(block_of(b,fmat(x,blocks->attention.d_model),rows,causal),
          block_of{Pre}(b,stack_of{Pre}(blocks,l,fmat{Pre}(x,blocks->attention.d_model),rows,causal),rows,causal), rows,
          blocks->attention.d_model); */
    //@ assert part: PartOf(work,BlockDoubles(b,rows),work,StackDoubles(blocks,count,rows));
    //@ assert apart_part: ApartBlock(work,BlockDoubles(b,rows),b);
    //@ assert room: BlockRoom(b,x,rows,work,BlockDoubles(b,rows),vis);
    //@ ghost Before: ;
    ref_block(b, x, rows, causal, work, vis);
    /*@ assert wider: KeptBeside{Before,Here}(x,times(rows,blocks->attention.d_model),work,StackDoubles(blocks,count,
          rows)); */
  }
}
