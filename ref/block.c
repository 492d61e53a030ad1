/* r = x + MultiHead(LN1(x)),  y = r + FFN(LN2(r)) (Xiong et al. 2020, section 3) */
#include "ref/block.h"

#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/matrix.h"
#include "ref/multi_head.h"

#include "ref/logic/block_ext.h"
#include "ref/logic/multi_head_ext.h"
#include "ref/logic/stack.h"

/* what a block needs: doubles of x, of the larger of the hidden features and of the attention */
typedef struct {
  int64_t x, rest;
} block_sizes;

/*@ requires valid: \valid_read(b);
    requires block: GoodBlock(b,b->attention.d_model,rows);
    assigns \nothing;
    ensures x: 0 <= \result.x <= MaxArray && \result.x == times(rows,b->attention.d_model);
    ensures rest: 0 <= \result.rest <= 5 * MaxArray + MaxSize && times(rows,b->d_hidden) <= \result.rest &&
      LayerDoubles(&b->attention,rows,rows) <= \result.rest;
    ensures all: BlockDoubles(b,rows) == \result.x + \result.x + \result.rest; */
static block_sizes sizes_of(const attest_block *b, int64_t rows) {
  //@ assert fits: Fits(1,rows,b->d_hidden) && 0 <= times(rows,b->d_hidden) <= MaxArray;
  //@ assert same: Fits(1,rows,b->attention.d_model);
  //@ assert rows: 0 <= times(rows,b->attention.d_model) <= MaxArray;
  const int64_t x = ref_times(rows, b->attention.d_model), hidden = ref_times(rows, b->d_hidden),
                heads = ref_multi_head_doubles(&b->attention, (ref_lengths){rows, rows});
  return (block_sizes){x, hidden > heads ? hidden : heads};
}

int64_t ref_block_doubles(const attest_block *b, int64_t rows) {
  const block_sizes s = sizes_of(b, rows);
  return s.x + s.x + s.rest;
}

/* parts of the workspace: the normalised rows, what is added to x, what computing that needs */
typedef struct {
  double *normed, *change, *rest;
} block_parts;

/*@ requires sizes: 0 <= s.x <= MaxArray && 0 <= s.rest <= 5 * MaxArray + MaxSize;
    requires valid: \valid(work + (0 .. s.x + s.x + s.rest-1));
    assigns \nothing;
    ensures places: \result.normed == work && \result.change == work + s.x && \result.rest == work + (s.x + s.x);
    ensures valid_normed: \valid(\result.normed + (0 .. s.x-1));
    ensures valid_change: \valid(\result.change + (0 .. s.x-1));
    ensures valid_rest: \valid(\result.rest + (0 .. s.rest-1));
    ensures part_normed: PartOf(\result.normed,s.x,work,s.x + s.x + s.rest);
    ensures part_change: PartOf(\result.change,s.x,work,s.x + s.x + s.rest);
    ensures part_rest: \forall integer n; 0 <= n <= s.rest ==> PartOf(\result.rest,n,work,s.x + s.x + s.rest);
    ensures apart_change: Apart(\result.change,s.x,\result.normed,s.x);
    ensures apart_rest: \forall integer n; 0 <= n <= s.rest ==> Apart(\result.rest,n,\result.normed,s.x) &&
      Apart(\result.rest,n,\result.change,s.x); */
static block_parts parts_of(double *work, block_sizes s) { return (block_parts){work, work + s.x, work + s.x + s.x}; }

/* y = the layer norm of every row of x */
/*@ requires size: 0 <= rows <= MaxSize && 0 < d <= MaxSize && epsilon > 0;
    requires affine: gain != \null && offset != \null;
    requires valid: \valid_read(x + (0 .. times(rows,d)-1)) && \valid(y + (0 .. times(rows,d)-1)) && \valid_read(gain + (0 .. d-1)) &&
      \valid_read(offset + (0 .. d-1));
    requires apart: Apart(y,times(rows,d),x,times(rows,d)) && Apart(y,times(rows,d),gain,d) && Apart(y,times(rows,d),offset,d);
    assigns y[0 .. times(rows,d)-1];
    ensures kept: \forall double *p, integer n, t; Apart(y,times(rows,d),p,n) ==> 0 <= t < n ==> p[t] == \at(p[t],Pre);
    ensures kept_rows: KeptRows{Pre,Post}(y,times(rows,d));
    ensures kept_vector: KeptVector{Pre,Post}(y,times(rows,d));
    ensures kept_array: KeptArray{Pre,Post}(y,times(rows,d));
    ensures value: MatSame(fmat(y,d), normalised(fmat{Pre}(x,d),fvec{Pre}(gain),fvec{Pre}(offset),d,epsilon), rows, d); */
static void norm(const double *x, const double *gain, const double *offset, double *y, int64_t rows, int64_t d, double epsilon) {
  //@ assert separate_x: \separated(y + (0 .. times(rows,d)-1), x + (0 .. times(rows,d)-1));
  //@ assert separate_gain: \separated(y + (0 .. times(rows,d)-1), gain + (0 .. d-1));
  //@ assert separate_offset: \separated(y + (0 .. times(rows,d)-1), offset + (0 .. d-1));
  ref_layer_norm(x, gain, offset, y, rows, d, epsilon);
  //@ assert kept: \forall double *p, integer n, t; Apart(y,times(rows,d),p,n) ==> 0 <= t < n ==> p[t] == \at(p[t],Pre);
  /*@ assert row: \forall integer r; 0 <= r < rows ==>
        Same(row(fmat(y,d),r), ln(row(fmat{Pre}(x,d),r),fvec{Pre}(gain),fvec{Pre}(offset),d,epsilon), d); */
}

/* x = x + change, row by row */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= d <= MaxSize;
    requires valid: \valid_read(change + (0 .. times(rows,d)-1)) && \valid(x + (0 .. times(rows,d)-1));
    requires apart: Apart(x,times(rows,d),change,times(rows,d));
    assigns x[0 .. times(rows,d)-1];
    ensures kept: \forall double *p, integer n, t; Apart(x,times(rows,d),p,n) ==> 0 <= t < n ==> p[t] == \at(p[t],Pre);
    ensures value: MatSame(fmat(x,d), added(fmat{Pre}(x,d),fmat{Pre}(change,d)), rows, d); */
static void add_rows(const double *change, double *x, int64_t rows, int64_t d) {
  //@ assert separate: \separated(x + (0 .. times(rows,d)-1), change + (0 .. times(rows,d)-1));
  //@ assert inside: \forall integer r, c; 0 <= r < rows ==> 0 <= c < d ==> 0 <= times(r,d) + c < times(rows,d);
  ref_residual_add(change, x, ref_times(rows, d));
  //@ assert kept: \forall double *p, integer n, t; Apart(x,times(rows,d),p,n) ==> 0 <= t < n ==> p[t] == \at(p[t],Pre);
  //@ assert memory: \forall integer t; 0 <= t < times(rows,d) ==> x[t] == \at(x[t],Pre) + \at(change[t],Pre);
  /*@ assert entry: \forall integer r, c; 0 <= r < rows ==> 0 <= c < d ==>
        el(fmat(x,d),r,c) == el(fmat{Pre}(x,d),r,c) + el(fmat{Pre}(change,d),r,c); */
}

/* y = attention of the rows of x among themselves */
/*@ requires layer: ReadLayer(a) && GoodLayer(a,rows,rows) && a->d_context == a->d_model;
    requires valid: \valid_read(x + (0 .. times(rows,a->d_model)-1)) && \valid(y + (0 .. times(rows,a->d_model)-1)) &&
      \valid(work + (0 .. LayerDoubles(a,rows,rows)-1)) && \valid(vis + (0 .. rows-1));
    requires apart: \separated(y + (0 .. times(rows,a->d_model)-1), work + (0 .. LayerDoubles(a,rows,rows)-1), vis + (0 .. rows-1));
    requires apart_layer: ApartLayer(work,LayerDoubles(a,rows,rows),a) && ApartLayer(y,times(rows,a->d_model),a);
    requires apart_rows: Apart(work,LayerDoubles(a,rows,rows),x,times(rows,a->d_model));
    assigns y[0 .. times(rows,a->d_model)-1], work[0 .. LayerDoubles(a,rows,rows)-1], vis[0 .. rows-1];
    ensures kept: \forall double *p, integer n, t; Apart(y,times(rows,a->d_model),p,n) ==> Apart(work,LayerDoubles(a,rows,rows),p,n) ==>
      0 <= t < n ==> p[t] == \at(p[t],Pre);
    ensures value: MatSame(fmat(y,a->d_model), MultiHead{Pre}(a,fmat{Pre}(x,a->d_model),fmat{Pre}(x,a->d_model),rows,causal), rows,
      a->d_model); */
static void attend(const attest_multi_head *a, const double *x, int64_t rows, int causal, double *y, double *work, unsigned char *vis) {
  ref_multi_head(a, x, x, (ref_lengths){rows, rows}, causal, y, work, vis);
  /*@ assert kept: \forall double *p, integer n, t; Apart(y,times(rows,a->d_model),p,n) ==> Apart(work,LayerDoubles(a,rows,rows),p,n) ==>
        0 <= t < n ==> p[t] == \at(p[t],Pre); */
  /*@ assert row: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,a->d_model),i),
        LayerRow{Pre}(a,fmat{Pre}(x,a->d_model),fmat{Pre}(x,a->d_model),rows,causal,i), a->d_model); */
}

/* y = the feed-forward of the rows of x; work holds rows x d_hidden doubles */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= b->attention.d_model <= MaxSize && 0 <= b->d_hidden <= MaxSize;
    requires block: ReadBlock(b);
    requires valid: \valid_read(x + (0 .. times(rows,b->attention.d_model)-1)) && \valid(y + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(work + (0 .. times(rows,b->d_hidden)-1));
    requires apart: Apart(work,times(rows,b->d_hidden),x,times(rows,b->attention.d_model)) &&
      Apart(work,times(rows,b->d_hidden),y,times(rows,b->attention.d_model));
    requires apart_work: ApartSecondHalf(work,times(rows,b->d_hidden),b);
    requires apart_y: ApartSecondHalf(y,times(rows,b->attention.d_model),b);
    assigns y[0 .. times(rows,b->attention.d_model)-1], work[0 .. times(rows,b->d_hidden)-1];
    ensures kept: \forall double *p, integer n, t; Apart(y,times(rows,b->attention.d_model),p,n) ==>
      Apart(work,times(rows,b->d_hidden),p,n) ==> 0 <= t < n ==> p[t] == \at(p[t],Pre);
    ensures value: MatSame(fmat(y,b->attention.d_model), fed(fmat{Pre}(x,b->attention.d_model),fmat{Pre}(b->w_1,b->attention.d_model),
      fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),b->attention.d_model,b->d_hidden), rows,
      b->attention.d_model); */
static void feed(const attest_block *b, const double *x, int64_t rows, double *y, double *work) {
  ref_feed_forward(x, b->w_1, b->b_1, b->w_2, b->b_2, work, y, rows, b->attention.d_model, b->d_hidden);
  /*@ assert kept_y: \forall double *p, integer n, t; Apart(y,times(rows,b->attention.d_model),p,n) ==>
        Apart(work,times(rows,b->d_hidden),p,n) ==> 0 <= t < n ==> p[t] == \at(p[t],Pre); */
}

/* x = x + MultiHead(LN1(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b->attention.d_model,rows);
    requires valid: \valid(x + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.normed + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(p.change + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1)) &&
      \valid(vis + (0 .. rows-1));
    requires apart: \separated(p.change + (0 .. times(rows,b->attention.d_model)-1),
      p.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1), vis + (0 .. rows-1));
    requires apart_x: Apart(x,times(rows,b->attention.d_model),p.change,times(rows,b->attention.d_model));
    requires apart_normed: Apart(p.normed,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_change: Apart(p.change,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_rest: Apart(p.rest,LayerDoubles(&b->attention,rows,rows),x,times(rows,b->attention.d_model)) &&
      Apart(p.rest,LayerDoubles(&b->attention,rows,rows),p.normed,times(rows,b->attention.d_model));
    requires block_normed: ApartBlock(p.normed,times(rows,b->attention.d_model),b);
    requires layer_change: ApartLayer(p.change,times(rows,b->attention.d_model),&b->attention);
    requires layer_rest: ApartLayer(p.rest,LayerDoubles(&b->attention,rows,rows),&b->attention);
    assigns x[0 .. times(rows,b->attention.d_model)-1], p.normed[0 .. times(rows,b->attention.d_model)-1],
      p.change[0 .. times(rows,b->attention.d_model)-1], p.rest[0 .. LayerDoubles(&b->attention,rows,rows)-1], vis[0 .. rows-1];
    ensures kept: \forall double *q, integer n, t; Apart(x,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.normed,times(rows,b->attention.d_model),q,n) ==> Apart(p.change,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.rest,LayerDoubles(&b->attention,rows,rows),q,n) ==> 0 <= t < n ==> q[t] == \at(q[t],Pre);
    ensures value: MatSame(fmat(x,b->attention.d_model), FirstHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model),rows,causal), rows,
      b->attention.d_model); */
static void first_half(const attest_block *b, double *x, int64_t rows, int causal, block_parts p, unsigned char *vis) {
  const int64_t d = b->attention.d_model;
  norm(x, b->gain_1, b->offset_1, p.normed, rows, d, b->epsilon);
  //@ ghost Normed: ;
  //@ assert normed: MatSame(fmat(p.normed,d), FirstNorm{Pre}(b,fmat{Pre}(x,d)), rows, d);
  //@ assert kept_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert layer: SameLayer{Here,Pre}(&b->attention);
  /*@ assert same: MatSame(MultiHead(&b->attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal),
        MultiHead{Pre}(&b->attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal), rows, d); */
  /*@ assert carry: MatSame(MultiHead{Pre}(&b->attention,fmat(p.normed,d),fmat(p.normed,d),rows,causal),
        MultiHead{Pre}(&b->attention,FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal), rows, d); */
  attend(&b->attention, p.normed, rows, causal, p.change, p.rest, vis);
  /*@ assert change: MatSame(fmat(p.change,d),
        MultiHead{Pre}(&b->attention,FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal), rows, d); */
  //@ assert memory_x: \forall integer t; 0 <= t < times(rows,d) ==> x[t] == \at(x[t],Normed);
  //@ assert still_x: MatSame(fmat(x,d), fmat{Normed}(x,d), rows, d);
  //@ assert same_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  /*@ assert sum: MatSame(added(fmat(x,d),fmat(p.change,d)), added(fmat{Pre}(x,d),
        MultiHead{Pre}(&b->attention,FirstNorm{Pre}(b,fmat{Pre}(x,d)),FirstNorm{Pre}(b,fmat{Pre}(x,d)),rows,causal)), rows, d); */
  add_rows(p.change, x, rows, d);
}

/* x = x + FFN(LN2(x)) */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b->attention.d_model,rows);
    requires valid: \valid(x + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.normed + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(p.change + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.rest + (0 .. times(rows,b->d_hidden)-1));
    requires apart_x: Apart(x,times(rows,b->attention.d_model),p.change,times(rows,b->attention.d_model));
    requires apart_normed: Apart(p.normed,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_change: Apart(p.change,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_rest: Apart(p.rest,times(rows,b->d_hidden),x,times(rows,b->attention.d_model)) &&
      Apart(p.rest,times(rows,b->d_hidden),p.normed,times(rows,b->attention.d_model)) &&
      Apart(p.rest,times(rows,b->d_hidden),p.change,times(rows,b->attention.d_model));
    requires half_normed: ApartSecondHalf(p.normed,times(rows,b->attention.d_model),b);
    requires half_change: ApartSecondHalf(p.change,times(rows,b->attention.d_model),b);
    requires half_rest: ApartSecondHalf(p.rest,times(rows,b->d_hidden),b);
    assigns x[0 .. times(rows,b->attention.d_model)-1], p.normed[0 .. times(rows,b->attention.d_model)-1],
      p.change[0 .. times(rows,b->attention.d_model)-1], p.rest[0 .. times(rows,b->d_hidden)-1];
    ensures kept: \forall double *q, integer n, t; Apart(x,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.normed,times(rows,b->attention.d_model),q,n) ==> Apart(p.change,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.rest,times(rows,b->d_hidden),q,n) ==> 0 <= t < n ==> q[t] == \at(q[t],Pre);
    ensures value: MatSame(fmat(x,b->attention.d_model), SecondHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model)), rows,
      b->attention.d_model); */
static void second_half(const attest_block *b, double *x, int64_t rows, block_parts p) {
  const int64_t d = b->attention.d_model;
  norm(x, b->gain_2, b->offset_2, p.normed, rows, d, b->epsilon);
  //@ ghost Normed: ;
  //@ assert kept_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  //@ assert kept_w1: MatSame(fmat(b->w_1,d), fmat{Pre}(b->w_1,d), b->d_hidden, d);
  //@ assert kept_b1: Same(fvec_or_zero(b->b_1), fvec_or_zero{Pre}(b->b_1), b->d_hidden);
  //@ assert kept_w2: MatSame(fmat(b->w_2,b->d_hidden), fmat{Pre}(b->w_2,b->d_hidden), d, b->d_hidden);
  //@ assert kept_b2: Same(fvec_or_zero(b->b_2), fvec_or_zero{Pre}(b->b_2), d);
  /*@ assert carry: MatSame(
        fed(fmat(p.normed,d),fmat(b->w_1,d),fvec_or_zero(b->b_1),fmat(b->w_2,b->d_hidden),fvec_or_zero(b->b_2),d,b->d_hidden),
        fed(normalised(fmat{Pre}(x,d),fvec{Pre}(b->gain_2),fvec{Pre}(b->offset_2),d,\at(b->epsilon,Pre)),fmat{Pre}(b->w_1,d),
            fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),d,b->d_hidden), rows, d); */
  feed(b, p.normed, rows, p.change, p.rest);
  //@ assert memory_x: \forall integer t; 0 <= t < times(rows,d) ==> x[t] == \at(x[t],Normed);
  //@ assert still_x: MatSame(fmat(x,d), fmat{Normed}(x,d), rows, d);
  //@ assert same_x: MatSame(fmat(x,d), fmat{Pre}(x,d), rows, d);
  /*@ assert change: MatSame(fmat(p.change,d),
        fed(normalised(fmat{Pre}(x,d),fvec{Pre}(b->gain_2),fvec{Pre}(b->offset_2),d,\at(b->epsilon,Pre)),fmat{Pre}(b->w_1,d),
            fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),d,b->d_hidden), rows, d); */
  /*@ assert sum: MatSame(added(fmat(x,d),fmat(p.change,d)), added(fmat{Pre}(x,d),
        fed(normalised(fmat{Pre}(x,d),fvec{Pre}(b->gain_2),fvec{Pre}(b->offset_2),d,\at(b->epsilon,Pre)),fmat{Pre}(b->w_1,d),
            fvec_or_zero{Pre}(b->b_1),fmat{Pre}(b->w_2,b->d_hidden),fvec_or_zero{Pre}(b->b_2),d,b->d_hidden)), rows, d); */
  add_rows(p.change, x, rows, d);
}

/* first_half, saying that what the second half reads stays what it was */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b->attention.d_model,rows);
    requires valid: \valid(x + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.normed + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(p.change + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1)) &&
      \valid(vis + (0 .. rows-1));
    requires apart: \separated(p.change + (0 .. times(rows,b->attention.d_model)-1),
      p.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1), vis + (0 .. rows-1));
    requires apart_x: Apart(x,times(rows,b->attention.d_model),p.change,times(rows,b->attention.d_model));
    requires apart_normed: Apart(p.normed,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_change: Apart(p.change,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_rest: Apart(p.rest,LayerDoubles(&b->attention,rows,rows),x,times(rows,b->attention.d_model)) &&
      Apart(p.rest,LayerDoubles(&b->attention,rows,rows),p.normed,times(rows,b->attention.d_model));
    requires block_normed: ApartBlock(p.normed,times(rows,b->attention.d_model),b);
    requires block_x: ApartBlock(x,times(rows,b->attention.d_model),b);
    requires block_change: ApartBlock(p.change,times(rows,b->attention.d_model),b);
    requires block_rest: ApartBlock(p.rest,LayerDoubles(&b->attention,rows,rows),b);
    assigns x[0 .. times(rows,b->attention.d_model)-1], p.normed[0 .. times(rows,b->attention.d_model)-1],
      p.change[0 .. times(rows,b->attention.d_model)-1], p.rest[0 .. LayerDoubles(&b->attention,rows,rows)-1], vis[0 .. rows-1];
    ensures kept: \forall double *q, integer n, t; Apart(x,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.normed,times(rows,b->attention.d_model),q,n) ==> Apart(p.change,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.rest,LayerDoubles(&b->attention,rows,rows),q,n) ==> 0 <= t < n ==> q[t] == \at(q[t],Pre);
    ensures second: SameSecondHalf{Post,Pre}(b);
    ensures value: MatSame(fmat(x,b->attention.d_model), FirstHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model),rows,causal), rows,
      b->attention.d_model); */
static void first_only(const attest_block *b, double *x, int64_t rows, int causal, block_parts p, unsigned char *vis) {
  //@ assert w1_x: Apart(x,times(rows,b->attention.d_model),b->w_1,times(b->d_hidden,b->attention.d_model));
  //@ assert w1_normed: Apart(p.normed,times(rows,b->attention.d_model),b->w_1,times(b->d_hidden,b->attention.d_model));
  //@ assert w1_change: Apart(p.change,times(rows,b->attention.d_model),b->w_1,times(b->d_hidden,b->attention.d_model));
  //@ assert w1_rest: Apart(p.rest,LayerDoubles(&b->attention,rows,rows),b->w_1,times(b->d_hidden,b->attention.d_model));
  //@ assert w2_x: Apart(x,times(rows,b->attention.d_model),b->w_2,times(b->attention.d_model,b->d_hidden));
  //@ assert w2_normed: Apart(p.normed,times(rows,b->attention.d_model),b->w_2,times(b->attention.d_model,b->d_hidden));
  //@ assert w2_change: Apart(p.change,times(rows,b->attention.d_model),b->w_2,times(b->attention.d_model,b->d_hidden));
  //@ assert w2_rest: Apart(p.rest,LayerDoubles(&b->attention,rows,rows),b->w_2,times(b->attention.d_model,b->d_hidden));
  //@ assert b1_x: b->b_1 != \null ==> Apart(x,times(rows,b->attention.d_model),b->b_1,b->d_hidden);
  //@ assert b1_normed: b->b_1 != \null ==> Apart(p.normed,times(rows,b->attention.d_model),b->b_1,b->d_hidden);
  //@ assert b1_change: b->b_1 != \null ==> Apart(p.change,times(rows,b->attention.d_model),b->b_1,b->d_hidden);
  //@ assert b1_rest: b->b_1 != \null ==> Apart(p.rest,LayerDoubles(&b->attention,rows,rows),b->b_1,b->d_hidden);
  //@ assert b2_x: b->b_2 != \null ==> Apart(x,times(rows,b->attention.d_model),b->b_2,b->attention.d_model);
  //@ assert b2_normed: b->b_2 != \null ==> Apart(p.normed,times(rows,b->attention.d_model),b->b_2,b->attention.d_model);
  //@ assert b2_change: b->b_2 != \null ==> Apart(p.change,times(rows,b->attention.d_model),b->b_2,b->attention.d_model);
  //@ assert b2_rest: b->b_2 != \null ==> Apart(p.rest,LayerDoubles(&b->attention,rows,rows),b->b_2,b->attention.d_model);
  first_half(b, x, rows, causal, p, vis);
  //@ assert memory_epsilon: \let e = &b->epsilon; \forall integer t; 0 <= t < 1 ==> e[t] == \at(e[t],Pre);
  //@ assert kept_epsilon: b->epsilon == \at(b->epsilon,Pre);
  //@ assert memory_gain: \forall integer t; 0 <= t < b->attention.d_model ==> b->gain_2[t] == \at(b->gain_2[t],Pre);
  //@ assert memory_offset: \forall integer t; 0 <= t < b->attention.d_model ==> b->offset_2[t] == \at(b->offset_2[t],Pre);
  //@ assert memory_w1: \forall integer t; 0 <= t < times(b->d_hidden,b->attention.d_model) ==> b->w_1[t] == \at(b->w_1[t],Pre);
  //@ assert memory_w2: \forall integer t; 0 <= t < times(b->attention.d_model,b->d_hidden) ==> b->w_2[t] == \at(b->w_2[t],Pre);
  //@ assert memory_b1: b->b_1 != \null ==> \forall integer t; 0 <= t < b->d_hidden ==> b->b_1[t] == \at(b->b_1[t],Pre);
  //@ assert memory_b2: b->b_2 != \null ==> \forall integer t; 0 <= t < b->attention.d_model ==> b->b_2[t] == \at(b->b_2[t],Pre);
  //@ assert same_gain: Same(fvec(b->gain_2), fvec{Pre}(b->gain_2), b->attention.d_model);
  //@ assert same_offset: Same(fvec(b->offset_2), fvec{Pre}(b->offset_2), b->attention.d_model);
  //@ assert same_w1: MatSame(fmat(b->w_1,b->attention.d_model), fmat{Pre}(b->w_1,b->attention.d_model), b->d_hidden, b->attention.d_model);
  //@ assert same_w2: MatSame(fmat(b->w_2,b->d_hidden), fmat{Pre}(b->w_2,b->d_hidden), b->attention.d_model, b->d_hidden);
  //@ assert same_b1: Same(fvec_or_zero(b->b_1), fvec_or_zero{Pre}(b->b_1), b->d_hidden);
  //@ assert same_b2: Same(fvec_or_zero(b->b_2), fvec_or_zero{Pre}(b->b_2), b->attention.d_model);
}

/* both halves */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b->attention.d_model,rows);
    requires valid_rest: \valid(p.rest + (0 .. times(rows,b->d_hidden)-1));
    requires valid: \valid(x + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.normed + (0 .. times(rows,b->attention.d_model)-1)) &&
      \valid(p.change + (0 .. times(rows,b->attention.d_model)-1)) && \valid(p.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1)) &&
      \valid(vis + (0 .. rows-1));
    requires apart: \separated(p.change + (0 .. times(rows,b->attention.d_model)-1),
      p.rest + (0 .. LayerDoubles(&b->attention,rows,rows)-1), vis + (0 .. rows-1));
    requires apart_x: Apart(x,times(rows,b->attention.d_model),p.change,times(rows,b->attention.d_model));
    requires apart_normed: Apart(p.normed,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_change: Apart(p.change,times(rows,b->attention.d_model),x,times(rows,b->attention.d_model));
    requires apart_rest: Apart(p.rest,LayerDoubles(&b->attention,rows,rows),x,times(rows,b->attention.d_model)) &&
      Apart(p.rest,LayerDoubles(&b->attention,rows,rows),p.normed,times(rows,b->attention.d_model));
    requires block_normed: ApartBlock(p.normed,times(rows,b->attention.d_model),b);
    requires block_x: ApartBlock(x,times(rows,b->attention.d_model),b);
    requires block_change: ApartBlock(p.change,times(rows,b->attention.d_model),b);
    requires block_rest: ApartBlock(p.rest,LayerDoubles(&b->attention,rows,rows),b);
    requires second_rest: Apart(p.rest,times(rows,b->d_hidden),x,times(rows,b->attention.d_model)) &&
      Apart(p.rest,times(rows,b->d_hidden),p.normed,times(rows,b->attention.d_model)) &&
      Apart(p.rest,times(rows,b->d_hidden),p.change,times(rows,b->attention.d_model));
    requires block_second: ApartBlock(p.rest,times(rows,b->d_hidden),b);
    assigns x[0 .. times(rows,b->attention.d_model)-1], p.normed[0 .. times(rows,b->attention.d_model)-1],
      p.change[0 .. times(rows,b->attention.d_model)-1], p.rest[0 .. LayerDoubles(&b->attention,rows,rows)-1],
      p.rest[0 .. times(rows,b->d_hidden)-1], vis[0 .. rows-1];
    ensures kept: \forall double *q, integer n, t; Apart(x,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.normed,times(rows,b->attention.d_model),q,n) ==> Apart(p.change,times(rows,b->attention.d_model),q,n) ==>
      Apart(p.rest,LayerDoubles(&b->attention,rows,rows),q,n) ==> Apart(p.rest,times(rows,b->d_hidden),q,n) ==> 0 <= t < n ==>
      q[t] == \at(q[t],Pre);
    ensures value: MatSame(fmat(x,b->attention.d_model), block_of{Pre}(b,fmat{Pre}(x,b->attention.d_model),rows,causal), rows,
      b->attention.d_model); */
static void halves(const attest_block *b, double *x, int64_t rows, int causal, block_parts p, unsigned char *vis) {
  first_only(b, x, rows, causal, p, vis);
  /*@ assert carry: MatSame(SecondHalf(b,fmat(x,b->attention.d_model)),
        SecondHalf{Pre}(b,FirstHalf{Pre}(b,fmat{Pre}(x,b->attention.d_model),rows,causal)), rows, b->attention.d_model); */
  second_half(b, x, rows, p);
}

void ref_block(const attest_block *b, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  const block_sizes s = sizes_of(b, rows);
  const block_parts p = parts_of(work, s);
  //@ assert apart_x: Apart(work,BlockDoubles(b,rows),x,s.x);
  //@ assert layer_normed: ApartLayer(p.normed,s.x,&b->attention);
  //@ assert half_normed: ApartSecondHalf(p.normed,s.x,b);
  //@ assert block_normed: ApartBlock(p.normed,s.x,b);
  //@ assert layer_change: ApartLayer(p.change,s.x,&b->attention);
  //@ assert half_change: ApartSecondHalf(p.change,s.x,b);
  //@ assert block_change: ApartBlock(p.change,s.x,b);
  //@ assert part_first: PartOf(p.rest,LayerDoubles(&b->attention,rows,rows),work,BlockDoubles(b,rows));
  //@ assert layer_first: ApartLayer(p.rest,LayerDoubles(&b->attention,rows,rows),&b->attention);
  //@ assert half_first: ApartSecondHalf(p.rest,LayerDoubles(&b->attention,rows,rows),b);
  //@ assert block_first: ApartBlock(p.rest,LayerDoubles(&b->attention,rows,rows),b);
  //@ assert part_second: PartOf(p.rest,times(rows,b->d_hidden),work,BlockDoubles(b,rows));
  //@ assert layer_second: ApartLayer(p.rest,times(rows,b->d_hidden),&b->attention);
  //@ assert half_second: ApartSecondHalf(p.rest,times(rows,b->d_hidden),b);
  //@ assert block_second: ApartBlock(p.rest,times(rows,b->d_hidden),b);
  halves(b, x, rows, causal, p, vis);
}

void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  /*@ loop invariant range: 0 <= l <= count;
      loop invariant kept: KeptBeside{Pre,Here}(x,times(rows,blocks->attention.d_model),work,StackDoubles(blocks,count,rows));
      loop invariant value: MatSame(fmat(x,blocks->attention.d_model),
        stack_of{Pre}(blocks,l,fmat{Pre}(x,blocks->attention.d_model),rows,causal), rows, blocks->attention.d_model);
      loop assigns l, x[0 .. times(rows,blocks->attention.d_model)-1], work[0 .. StackDoubles(blocks,count,rows)-1], vis[0 .. rows-1];
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
    //@ ghost Before: ;
    ref_block(b, x, rows, causal, work, vis);
    //@ assert wider: KeptBeside{Before,Here}(x,times(rows,blocks->attention.d_model),work,StackDoubles(blocks,count,rows));
  }
}
