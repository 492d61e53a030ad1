/* r = x + MultiHead(LN1(x)),  y = r + FFN(LN2(r)) (Xiong et al. 2020, section 3) */
#include "ref/block.h"

#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/matrix.h"
#include "ref/multi_head.h"

#include "ref/logic/block_ext.h"
#include "ref/logic/multi_head_ext.h"

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
    ensures kept_rows: KeptRows{Pre,Post}(x,times(rows,d));
    ensures kept_vector: KeptVector{Pre,Post}(x,times(rows,d));
    ensures kept_array: KeptArray{Pre,Post}(x,times(rows,d));
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

void ref_block(const attest_block *b, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  const int64_t d = b->attention.d_model;
  const double epsilon = b->epsilon;
  const block_parts p = parts_of(work, sizes_of(b, rows));
  norm(x, b->gain_1, b->offset_1, p.normed, rows, d, epsilon);
  ref_multi_head(&b->attention, p.normed, p.normed, (ref_lengths){rows, rows}, causal, p.change, p.rest, vis);
  add_rows(p.change, x, rows, d);
  norm(x, b->gain_2, b->offset_2, p.normed, rows, d, epsilon);
  ref_feed_forward(p.normed, b->w_1, b->b_1, b->w_2, b->b_2, p.rest, p.change, rows, d, b->d_hidden);
  add_rows(p.change, x, rows, d);
}

void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, int causal, double *work, unsigned char *vis) {
  for (int64_t l = 0; l < count; l++) ref_block(blocks + l, x, rows, causal, work, vis);
}
