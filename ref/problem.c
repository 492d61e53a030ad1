/* out[b,h,i] = attention of query i of head h of batch b over the keys and values of kv head h / (q_heads / kv_heads)
   (Ainslie et al. 2023; q_heads = kv_heads is multi-head attention, kv_heads = 1 multi-query attention). */
#include "ref/problem.h"

#include "ref/attention.h"
#include "ref/elementary.h"
#include "ref/logic/attention_ext.h"
#include "ref/logic/separate.h"
#include "ref/widen.h"

enum { BATCH, HEAD, ROW, COL };

/* offset of element (b,h,i,0) */
/*@ requires tensor: \valid_read(t);
    requires range: InRange(times(b,t->stride[0])) && InRange(times(h,t->stride[1])) && InRange(times(i,t->stride[2]));
    assigns \nothing;
    ensures value: \result == Start(t,b,h,i); */
static int64_t start(const attest_tensor *t, int64_t b, int64_t h, int64_t i) {
  return ref_times(b, t->stride[BATCH]) + ref_times(h, t->stride[HEAD]) + ref_times(i, t->stride[ROW]);
}

/* A copy in binary64 of rows rows of elements that are narrower, from offset o on. */
/*@ requires tensor: \valid_read(t);
    requires narrow: t->dtype == ATTEST_F32 || t->dtype == ATTEST_F16 || t->dtype == ATTEST_BF16;
    requires sizes: WidenSizes(t->stride[2],t->stride[3],rows,t->size[3]);
    requires readable: ReadElems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, t->stride[2], t->stride[3],
      rows, t->size[3]);
    requires writable: \valid(copy + (0 .. times(rows,t->size[3])-1));
    assigns copy[0 .. times(rows,t->size[3])-1];
    ensures value: MatSame(fmat(copy,t->size[3]),
      elems{Pre}((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, t->stride[2], t->stride[3]), rows, t->size[3]); */
static void widen_rows(const attest_tensor *t, int64_t o, int64_t rows, double *copy) {
  const int64_t row = t->stride[ROW], col = t->stride[COL], cols = t->size[COL];
  /*@ assert f32: t->dtype == ATTEST_F32 ==> \forall integer i, c; el(f32mat((float *)t->data + o,row,col),i,c) ==
        el(elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, row, col),i,c); */
  /*@ assert f16: t->dtype == ATTEST_F16 ==> \forall integer i, c; el(f16mat((uint16_t *)t->data + o,row,col),i,c) ==
        el(elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, row, col),i,c); */
  /*@ assert bf16: t->dtype == ATTEST_BF16 ==> \forall integer i, c; el(bf16mat((uint16_t *)t->data + o,row,col),i,c) ==
        el(elems((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype, o, row, col),i,c); */
  if (t->dtype == ATTEST_F32) ref_widen_f32((const float *)t->data + o, row, col, copy, rows, cols);
  else if (t->dtype == ATTEST_F16) ref_widen_f16((const uint16_t *)t->data + o, row, col, copy, rows, cols);
  else ref_widen_bf16((const uint16_t *)t->data + o, row, col, copy, rows, cols);
}

/* Rows i .. i+rows-1 of matrix (b,h) in binary64: in place if it is so stored, else a copy; none if there is no tensor. */
/*@ requires tensor: \valid_read(t);
    requires rows: 0 <= rows <= MaxSize;
    requires dtype: t->data != \null ==> IsReal(t->dtype);
    requires columns: t->data != \null ==> 0 <= t->size[3] <= MaxSize && Reach(t->size[3],t->stride[3]);
    requires batch: t->data != \null ==> InRange(times(b,t->stride[0]));
    requires head: t->data != \null ==> InRange(times(h,t->stride[1]));
    requires row: t->data != \null ==> InRange(times(i,t->stride[2]));
    requires reach: t->data != \null ==> Reach(rows,t->stride[2]);
    requires readable: t->data != \null ==> t->dtype != ATTEST_F64 ==> ReadElems((double *)t->data, (float *)t->data, (uint16_t *)t->data,
      t->dtype, Start(t,b,h,i), t->stride[2], t->stride[3], rows, t->size[3]);
    requires writable: \valid(copy + (0 .. CopySize(t,rows)-1));
    assigns copy[0 .. CopySize(t,rows)-1];
    ensures absent: t->data == \null ==> \result.at == \null && \result.row == 0 && \result.col == 0;
    ensures place: Place(t,b,h,i,copy,\result);
    ensures value: t->data != \null ==> MatSame(mat(\result), elems{Pre}((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype,
      Start{Pre}(t,b,h,i), t->stride[2], t->stride[3]), rows, t->size[3]); */
static ref_matrix rows_of(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t rows, double *copy) {
  if (t->data == NULL) return (ref_matrix){NULL, 0, 0};
  const int64_t o = start(t, b, h, i);
  if (t->dtype == ATTEST_F64) return (ref_matrix){(const double *)t->data + o, t->stride[ROW], t->stride[COL]};
  widen_rows(t, o, rows, copy);
  return ref_contiguous(copy, t->size[COL]);
}

/* Row i of matrix (b,h); none if there is no tensor. */
/*@ requires tensor: \valid_read(t);
    requires dtype: t->data != \null ==> IsReal(t->dtype);
    requires columns: t->data != \null ==> 0 <= t->size[3] <= MaxSize && Reach(t->size[3],t->stride[3]);
    requires batch: t->data != \null ==> InRange(times(b,t->stride[0]));
    requires head: t->data != \null ==> InRange(times(h,t->stride[1]));
    requires row: t->data != \null ==> InRange(times(i,t->stride[2]));
    requires readable: t->data != \null ==> ReadTensorRow(t,b,h,i);
    requires writable: \valid(copy + (0 .. CopySize(t,1)-1));
    assigns copy[0 .. CopySize(t,1)-1];
    ensures absent: t->data == \null ==> \result.at == \null;
    ensures place: PlaceRow(t,b,h,i,copy,\result);
    ensures in_place: t->data != \null ==> t->dtype == ATTEST_F64 ==> \forall integer c;
      \result.at + times(c,\result.step) == (double *)t->data + spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]);
    ensures there: t->data != \null ==> 0 < t->size[3] ==> \result.at != \null;
    ensures readable: t->data != \null ==> ReadVec(\result,t->size[3]);
    ensures reach: t->data != \null ==> Reach(t->size[3],\result.step);
    ensures value: t->data != \null ==> \forall integer c; 0 <= c < t->size[3] ==> at(vec(\result),c) == el(tmat{Pre}(t,b,h),i,c); */
static ref_vector row_of(const attest_tensor *t, int64_t b, int64_t h, int64_t i, double *copy) {
  const ref_matrix m = rows_of(t, b, h, i, 1, copy);
  //@ assert first_row: \let none = 0; times(none,t->stride[2]) == 0 && times(none,m.row) == 0;
  /*@ assert row: t->data != \null ==> \forall integer c; el(elems{Pre}((double *)t->data, (float *)t->data, (uint16_t *)t->data, t->dtype,
        Start{Pre}(t,b,h,i), t->stride[2], t->stride[3]),0,c) == el(tmat{Pre}(t,b,h),i,c); */
  //@ assert view: \forall integer c; el(mat(m),0,c) == *(m.at + times(c,m.col));
  /*@ assert offsets: \let none = 0; t->data != \null ==> \forall integer c; spot(Start(t,b,h,i),none,c,t->stride[2],t->stride[3]) ==
        Start(t,b,h,i) + times(c,t->stride[3]); */
  /*@ assert in_place: t->data != \null ==> t->dtype == ATTEST_F64 ==> \forall integer c; 0 <= c < t->size[3] ==>
        \valid_read(m.at + times(c,m.col)); */
  /*@ assert in_copy: t->data != \null ==> t->dtype != ATTEST_F64 ==> \forall integer c; 0 <= c < t->size[3] ==>
        times(c,m.col) == c && \valid_read(m.at + times(c,m.col)); */
  //@ assert readable: t->data != \null ==> \forall integer c; 0 <= c < t->size[3] ==> \valid_read(m.at + times(c,m.col));
  //@ assert first: \let none = 0; t->data != \null ==> 0 < t->size[3] ==> \valid_read(m.at + times(none,m.col));
  /*@ assert addresses: t->data != \null ==> t->dtype == ATTEST_F64 ==> \forall integer c;
        spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]) == Start(t,b,h,i) + times(c,t->stride[3]) &&
        m.at + times(c,m.col) == (double *)t->data + spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]); */
  return (ref_vector){m.at, m.col};
}

/*@ requires tensor: \valid_read(t);
    requires batch: t->data != \null ==> InRange(times(b,t->stride[0]));
    requires head: t->data != \null ==> InRange(times(h,t->stride[1]));
    requires row: t->data != \null ==> InRange(times(i,t->stride[2]));
    requires readable: t->data != \null ==> ReadFlagsRow(t,b,h,i);
    assigns \nothing;
    ensures absent: t->data == \null ==> \result.at == \null;
    ensures place: t->data != \null ==> \result.at == (unsigned char *)t->data + Start(t,b,h,i) && \result.step == t->stride[3];
    ensures addresses: t->data != \null ==> \forall integer j; \result.at + times(j,\result.step) ==
      (unsigned char *)t->data + spot(origin(b,h,t->stride[0],t->stride[1]),i,j,t->stride[2],t->stride[3]);
    ensures readable: t->data != \null ==> \forall integer j; 0 <= j < t->size[3] ==> \valid_read(\result.at + times(j,\result.step));
    ensures value: t->data != \null ==> \forall integer j; 0 <= j < t->size[3] ==> at(optflags(\result),j) == el(tflags(t,b,h),i,j); */
static ref_flags flags_of(const attest_tensor *t, int64_t b, int64_t h, int64_t i) {
  if (t->data == NULL) return (ref_flags){NULL, 0};
  const ref_flags f = {(const unsigned char *)t->data + start(t, b, h, i), t->stride[COL]};
  /*@ assert offsets: \forall integer c; spot(origin(b,h,t->stride[0],t->stride[1]),i,c,t->stride[2],t->stride[3]) ==
        Start(t,b,h,i) + times(c,t->stride[3]); */
  //@ assert readable: \forall integer c; 0 <= c < t->size[3] ==> \valid_read((unsigned char *)t->data + (Start(t,b,h,i) + times(c,t->stride[3])));
  return f;
}

/*@ requires problem: \valid_read(p) && GoodOptions(p);
    requires sizes: 0 <= p->q.size[2] <= MaxSize && 0 <= kv_len <= MaxSize;
    assigns \nothing;
    ensures value: \result == (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? kv_len - p->q.size[2] :
                               (p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : 0));
    ensures range: -MaxSize <= \result <= MaxSize; */
static int64_t offset_of(const attest_problem *p, int64_t kv_len) {
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) return kv_len - p->q.size[ROW];
  return p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : 0;
}

/*@ requires problem: ReadableProblem(p);
    requires options: GoodOptions(p);
    requires lengths: GoodLengths(p);
    requires sizes: 0 <= p->q.size[2] <= MaxSize && 0 <= p->k.size[2] <= MaxSize;
    requires row: 0 <= b < p->q.size[0] && 0 <= i < p->q.size[2];
    assigns \nothing;
    ensures range: RuleInRange(\result);
    ensures value: \forall integer j; InPlace(\result,j) <==> VisiblePlace(p,b,i,j); */
static ref_rule rule_of(const attest_problem *p, int64_t b, int64_t i) {
  const int64_t kv_len = p->kv_len != NULL ? p->kv_len[b] : p->k.size[ROW];
  const int64_t left = p->windowed ? p->window_left : ATTEST_UNLIMITED, right = p->windowed ? p->window_right : ATTEST_UNLIMITED;
  return (ref_rule){kv_len, i + offset_of(p, kv_len), p->causal, left, right};
}

/*@ requires problem: \valid_read(p) && p->q.size[3] > 0;
    assigns \nothing;
    ensures value: \result == Scale(p); */
static double scale_of(const attest_problem *p) {
  if (p->scale > 0 || p->scale < 0) return p->scale;
  return ref_quotient(ref_one(), ref_sqrt((double)p->q.size[COL]));
}

/* Doubles that a widened copy of rows rows takes. */
/*@ requires tensor: \valid_read(t);
    requires sizes: t->data != \null ==> 0 <= rows <= MaxSize && 0 <= t->size[3] <= MaxSize;
    assigns \nothing;
    ensures value: \result == CopySize(t,rows);
    ensures range: 0 <= \result <= MaxElements; */
static int64_t copy_size(const attest_tensor *t, int64_t rows) {
  return t->data == NULL || t->dtype == ATTEST_F64 ? 0 : ref_times(rows, t->size[COL]);
}

/* Doubles that one row takes: its weights, and copies of its query and its bias. */
/*@ requires problem: \valid_read(p) && 0 <= p->k.size[2] <= MaxSize && 0 <= p->q.size[3] <= MaxSize;
    requires bias: p->bias.data != \null ==> 0 <= p->bias.size[3] <= MaxSize;
    assigns \nothing;
    ensures value: \result == RowWork(p);
    ensures range: 0 <= \result <= 3*MaxElements; */
static int64_t row_doubles(const attest_problem *p) { return p->k.size[ROW] + copy_size(&p->q, 1) + copy_size(&p->bias, 1); }

attest_status ref_attention_doubles(const attest_problem *p, int64_t *doubles) {
  const int64_t keys = p->k.size[ROW];
  const int64_t need = row_doubles(p) + copy_size(&p->k, keys) + copy_size(&p->v, keys);
  if (need > ATTEST_MAX_ELEMENTS) return ATTEST_ERROR_OVERFLOW;
  *doubles = need;
  return ATTEST_OK;
}

/* The kv head that query head h shares. */
/*@ requires problem: \valid_read(p);
    requires heads: 0 <= h < p->q.size[1] && 0 < p->k.size[1] && p->q.size[1] % p->k.size[1] == 0;
    assigns \nothing;
    ensures value: \result == KvHead(p,h);
    ensures range: 0 <= \result < p->k.size[1]; */
static int64_t kv_head(const attest_problem *p, int64_t h) {
  const int64_t heads = p->q.size[HEAD], kv_heads = p->k.size[HEAD], group = heads / kv_heads;
  //@ assert whole: heads == kv_heads*group;
  //@ assert positive: group > 0;
  const int64_t g = h / group;
  //@ assert below: g*group <= h;
  //@ assert few: g < kv_heads;
  return g;
}

/* What query i of head (b,h) is, with k and v the keys and values of its kv head. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2];
    requires readable: ReadTensorRow(&p->q,b,h,i) && (p->mask.data != \null ==> ReadFlagsRow(&p->mask,b,h,i)) &&
      (p->bias.data != \null ==> ReadTensorRow(&p->bias,b,h,i));
    requires writable: \valid(work + (0 .. RowWork(p)-1));
    requires apart: ApartProblem(work,RowWork(p),p);
    assigns work[p->k.size[2] .. RowWork(p)-1];
    ensures sizes: \result.keys == p->k.size[2] && \result.d_k == p->q.size[3] && \result.d_v == p->v.size[3];
    ensures k: \result.k.at == k.at && \result.k.row == k.row && \result.k.col == k.col;
    ensures v: \result.v.at == v.at && \result.v.row == v.row && \result.v.col == v.col;
    ensures rule: RuleInRange(\result.rule) && \forall integer j; InPlace(\result.rule,j) <==> VisiblePlace{Pre}(p,b,i,j);
    ensures options: \result.scale == Scale{Pre}(p) && \result.softcap == \old(p->softcap) && \result.has_sink == HasSink{Pre}(p) &&
      \result.sink == Sink{Pre}(p,h);
    ensures q_in_place: p->q.dtype == ATTEST_F64 ==> \forall integer c; \result.q.at + times(c,\result.q.step) ==
      (double *)p->q.data + spot(origin(b,h,p->q.stride[0],p->q.stride[1]),i,c,p->q.stride[2],p->q.stride[3]);
    ensures q_copied: p->q.dtype != ATTEST_F64 ==> \result.q.at == work + p->k.size[2] && \result.q.step == 1;
    ensures bias_in_place: p->bias.data != \null ==> p->bias.dtype == ATTEST_F64 ==> \forall integer c;
      \result.bias.at + times(c,\result.bias.step) ==
      (double *)p->bias.data + spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],p->bias.stride[3]);
    ensures bias_copied: p->bias.data != \null ==> p->bias.dtype != ATTEST_F64 ==>
      \result.bias.at == work + (p->k.size[2] + CopySize(&p->q,1)) && \result.bias.step == 1;
    ensures bias_absent: p->bias.data == \null ==> \result.bias.at == \null;
    ensures mask_in_place: p->mask.data != \null ==> \forall integer j; \result.mask.at + times(j,\result.mask.step) ==
      (unsigned char *)p->mask.data + spot(origin(b,h,p->mask.stride[0],p->mask.stride[1]),i,j,p->mask.stride[2],p->mask.stride[3]);
    ensures mask_absent: p->mask.data == \null ==> \result.mask.at == \null;
    ensures readable: ReadVec(\result.q,\result.d_k);
    ensures readable_bias: \result.bias.at != \null ==> ReadVec(\result.bias,\result.keys);
    ensures readable_mask: \result.mask.at != \null ==> \forall integer j; 0 <= j < \result.keys ==>
      \valid_read(\result.mask.at + times(j,\result.mask.step));
    ensures reach: Reach(\result.d_k,\result.q.step) && ReachOptional(\result.mask,\result.bias,\result.keys);
    ensures q: Same(vec(\result.q), row(tmat{Pre}(&p->q,b,h),i), p->q.size[3]);
    ensures bias: Same(optvec(\result.bias), biases{Pre}(p,b,h,i), p->k.size[2]);
    ensures mask: Same(optflags(\result.mask), masks{Pre}(p,b,h,i), p->k.size[2]); */
static ref_query query_of(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v, double *work) {
  double *q_copy = work + p->k.size[ROW], *bias_copy = q_copy + copy_size(&p->q, 1);
  //@ assert q_in_range: TensorInRange(&p->q) && IsReal(p->q.dtype);
  //@ assert bias_in_range: p->bias.data != \null ==> TensorInRange(&p->bias) && IsReal(p->bias.dtype);
  //@ assert mask_in_range: p->mask.data != \null ==> TensorInRange(&p->mask);
  //@ assert bias_sizes: p->bias.data != \null ==> SizesAre(&p->bias,p->q.size[0],p->q.size[1],p->q.size[2],p->k.size[2]);
  //@ assert mask_sizes: p->mask.data != \null ==> SizesAre(&p->mask,p->q.size[0],p->q.size[1],p->q.size[2],p->k.size[2]);
  //@ assert q_reach: Reach(p->q.size[0],p->q.stride[0]) && Reach(p->q.size[1],p->q.stride[1]) && Reach(p->q.size[2],p->q.stride[2]);
  //@ assert split: 0 <= CopySize(&p->q,1) && 0 <= CopySize(&p->bias,1) && RowWork(p) == p->k.size[2] + CopySize(&p->q,1) + CopySize(&p->bias,1);
  const ref_rule rule = rule_of(p, b, i);
  const ref_flags mask = flags_of(&p->mask, b, h, i);
  const double scale = scale_of(p), softcap = p->softcap, sink = p->sink != NULL ? p->sink[h] : ref_zero();
  const ref_vector q = row_of(&p->q, b, h, i, q_copy);
  //@ assert q_there: p->q.data != \null;
  //@ assert q_row: Same(vec(q), row(tmat{Pre}(&p->q,b,h),i), p->q.size[3]);
  //@ assert bias_head: p->bias.data != \null ==> ApartHead(work,RowWork(p),&p->bias,b,h);
  //@ assert bias_apart: p->bias.data != \null ==> ApartRow(work,RowWork(p),&p->bias,b,h,i);
  /*@ assert bias_in_place: p->bias.data != \null ==> p->bias.dtype == ATTEST_F64 ==> \forall integer c; 0 <= c < p->bias.size[3] ==>
        telem(&p->bias,spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],p->bias.stride[3])) ==
        telem{Pre}(&p->bias,spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],p->bias.stride[3])); */
  //@ assert bias_narrow: p->bias.data != \null ==> p->bias.dtype != ATTEST_F64 ==> \forall integer o; telem(&p->bias,o) == telem{Pre}(&p->bias,o);
  /*@ assert bias_elements: p->bias.data != \null ==> \forall integer c; 0 <= c < p->bias.size[3] ==>
        el(tmat(&p->bias,b,h),i,c) == el(tmat{Pre}(&p->bias,b,h),i,c); */
  //@ assert q_head: ApartHead(work,RowWork(p),&p->q,b,h);
  //@ assert q_apart: ApartRow(work,RowWork(p),&p->q,b,h,i);
  /*@ assert q_in_place: p->q.dtype == ATTEST_F64 ==> \forall integer c; 0 <= c < p->q.size[3] ==>
        q.at + times(c,q.step) == (double *)p->q.data + spot(origin(b,h,p->q.stride[0],p->q.stride[1]),i,c,p->q.stride[2],p->q.stride[3]) &&
        \separated(bias_copy + (0 .. CopySize(&p->bias,1)-1), q.at + times(c,q.step)); */
  //@ assert q_size: \let one = 1; p->q.dtype != ATTEST_F64 ==> times(one,p->q.size[3]) == p->q.size[3] && CopySize(&p->q,1) == p->q.size[3];
  /*@ assert q_copied: p->q.dtype != ATTEST_F64 ==> \forall integer c; 0 <= c < p->q.size[3] ==> times(c,q.step) == c &&
        \separated(bias_copy + (0 .. CopySize(&p->bias,1)-1), q.at + times(c,q.step)); */
  /*@ assert q_separated: \forall integer c; 0 <= c < p->q.size[3] ==>
        \separated(bias_copy + (0 .. CopySize(&p->bias,1)-1), q.at + times(c,q.step)); */
  const ref_vector bias = row_of(&p->bias, b, h, i, bias_copy);
  //@ assert q_elements: \forall integer c; 0 <= c < p->q.size[3] ==> at(vec(q),c) == el(tmat{Pre}(&p->q,b,h),i,c);
  /*@ assert bias_row: p->bias.data != \null ==> \forall integer j; 0 <= j < p->k.size[2] ==>
        at(vec(bias),j) == el(tmat{Pre}(&p->bias,b,h),i,j); */
  //@ assert bias_or_zero: \forall integer j; 0 <= j < p->k.size[2] ==> at(optvec(bias),j) == at(biases{Pre}(p,b,h,i),j);
  return (ref_query){.keys = p->k.size[ROW],
                     .d_k = p->q.size[COL],
                     .d_v = p->v.size[COL],
                     .q = q,
                     .k = k,
                     .v = v,
                     .mask = mask,
                     .bias = bias,
                     .rule = rule,
                     .scale = scale,
                     .softcap = softcap,
                     .has_sink = p->sink != NULL,
                     .sink = sink};
}

/*@ requires size: 0 <= n;
    requires valid: \valid(dst + (0 .. n-1)) && \valid_read(src + (0 .. n-1));
    requires apart: \separated(dst + (0 .. n-1), src + (0 .. n-1));
    assigns dst[0 .. n-1];
    ensures value: Same(fvec(dst), fvec{Pre}(src), n); */
static void copy_row(const double *src, double *dst, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer e; 0 <= e < j ==> at(fvec(dst),e) == at(fvec{Pre}(src),e);
      loop assigns j, dst[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) dst[j] = src[j];
}

/* Where the answers go, row after row: out and, where not NULL, lse and weights. */
typedef struct {
  double *out, *lse, *weights;
} outputs;

/*@ predicate ValidOutputs{L}(attest_problem *p, outputs o) = \valid(o.out + (0 .. times(Rows(p),p->v.size[3])-1)) &&
      \valid(o.lse + (0 .. span(o.lse,Rows(p))-1)) && \valid(o.weights + (0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1));
    predicate ApartOutputs{L}(attest_problem *p, outputs o, double *work, integer m, unsigned char *vis) =
      \separated(o.out + (0 .. times(Rows(p),p->v.size[3])-1), o.lse + (0 .. span(o.lse,Rows(p))-1),
        o.weights + (0 .. span(o.weights,times(Rows(p),p->k.size[2]))-1), work + (0 .. m-1), vis + (0 .. p->k.size[2]-1));
    predicate ApartInputs{L}(attest_problem *p, outputs o, double *work, integer m) =
      ApartProblem(o.out,times(Rows(p),p->v.size[3]),p) && ApartProblem(o.lse,span(o.lse,Rows(p)),p) &&
      ApartProblem(o.weights,span(o.weights,times(Rows(p),p->k.size[2])),p) && ApartProblem(work,m,p);
    predicate ApartMatrix{L}(attest_problem *p, outputs o, double *work, integer m, ref_matrix A, integer n, integer d) =
      SepMat(o.out,times(Rows(p),p->v.size[3]),A,n,d) && SepMat(o.lse,span(o.lse,Rows(p)),A,n,d) &&
      SepMat(o.weights,span(o.weights,times(Rows(p),p->k.size[2])),A,n,d) && SepMat(work,m,A,n,d);
    // the answer of row i, with the keys and values in K and V
    predicate RowOutput{L}(attest_problem *p, rmat K, rmat V, integer b, integer h, integer i, integer c, real y) =
      Attention(row(tmat(&p->q,b,h),i), K, V, visible(p,b,h,i), biases(p,b,h,i), Scale(p), p->softcap, HasSink(p), Sink(p,h),
                p->k.size[2], p->q.size[3], c, y);
    predicate RowWeights{L}(attest_problem *p, rmat K, integer b, integer h, integer i, rvec w) =
      AttentionWeights(row(tmat(&p->q,b,h),i), K, visible(p,b,h,i), biases(p,b,h,i), Scale(p), p->softcap, HasSink(p), Sink(p,h),
                       p->k.size[2], p->q.size[3], w);
    predicate RowLse{L}(attest_problem *p, rmat K, integer b, integer h, integer i, real y) =
      AttentionLse(row(tmat(&p->q,b,h),i), K, visible(p,b,h,i), biases(p,b,h,i), Scale(p), p->softcap, HasSink(p), Sink(p,h),
                   p->k.size[2], p->q.size[3], y);
*/

/* Row i of head (b,h), with its keys and values, to row r of the outputs. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires row: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1] && 0 <= i < p->q.size[2] && 0 <= r < Rows(p);
    requires readable: ReadTensorRow(&p->q,b,h,i) && (p->mask.data != \null ==> ReadFlagsRow(&p->mask,b,h,i)) &&
      (p->bias.data != \null ==> ReadTensorRow(&p->bias,b,h,i));
    requires reach: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col) && Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer j; 0 <= j < p->k.size[2] ==> at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: ValidOutputs(p,o) && \valid(work + (0 .. RowWork(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,work,RowWork(p),vis);
    requires apart_inputs: ApartInputs(p,o,work,RowWork(p));
    requires apart_k: ApartMatrix(p,o,work,RowWork(p),k,p->k.size[2],p->q.size[3]);
    requires apart_v: ApartMatrix(p,o,work,RowWork(p),v,p->k.size[2],p->v.size[3]);
    requires apart_mask: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1],
      o.out[times(r,p->v.size[3]) .. times(r,p->v.size[3]) + p->v.size[3]-1], o.lse[r .. r + span(o.lse,1)-1],
      o.weights[times(r,p->k.size[2]) .. times(r,p->k.size[2]) + span(o.weights,p->k.size[2])-1];
    ensures output: \forall integer c; 0 <= c < p->v.size[3] ==>
      RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,el(fmat(o.out,p->v.size[3]),r,c));
    ensures lse: o.lse != \null ==> RowLse{Pre}(p,mat{Pre}(k),b,h,i,at(fvec(o.lse),r));
    ensures weights: o.weights != \null ==> RowWeights{Pre}(p,mat{Pre}(k),b,h,i,row(fmat(o.weights,p->k.size[2]),r)); */
static void attend_row(const attest_problem *p, int64_t b, int64_t h, int64_t i, ref_matrix k, ref_matrix v, int64_t r, outputs o,
                       double *work, unsigned char *vis) {
  const ref_query a = query_of(p, b, h, i, k, v, work);
  //@ assert k_same: a.k.at == k.at && a.k.row == k.row && a.k.col == k.col;
  //@ assert v_same: a.v.at == v.at && a.v.row == v.row && a.v.col == v.col;
  /*@ assert k_elements: \forall integer j, c; 0 <= j < p->k.size[2] ==> 0 <= c < p->q.size[3] ==>
        *(k.at + (times(j,k.row) + times(c,k.col))) == \at(*(k.at + (times(j,k.row) + times(c,k.col))),Pre); */
  /*@ assert v_elements: \forall integer j, c; 0 <= j < p->k.size[2] ==> 0 <= c < p->v.size[3] ==>
        *(v.at + (times(j,v.row) + times(c,v.col))) == \at(*(v.at + (times(j,v.row) + times(c,v.col))),Pre); */
  //@ assert k_kept: MatSame(mat(a.k), mat{Pre}(k), p->k.size[2], p->q.size[3]);
  //@ assert v_kept: MatSame(mat(a.v), mat{Pre}(v), p->k.size[2], p->v.size[3]);
  /*@ assert visible: \forall integer j; 0 <= j < p->k.size[2] ==>
        (at(seen(a.rule,optflags(a.mask),optvec(a.bias)),j) != 0 <==> at(visible{Pre}(p,b,h,i),j) != 0); */
  //@ assert keys: SameKeys(seen(a.rule,optflags(a.mask),optvec(a.bias)), visible{Pre}(p,b,h,i), p->k.size[2]);
  /*@ assert carry: \forall integer c, real y; 0 <= c < p->v.size[3] ==> Output(a,c,y) ==>
        RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,y); */
  //@ assert carry_weights: \forall rvec w, w2; Same(w,w2,p->k.size[2]) ==> OutputWeights(a,w) ==> RowWeights{Pre}(p,mat{Pre}(k),b,h,i,w2);
  //@ assert carry_lse: \forall real y; OutputLse(a,y) ==> RowLse{Pre}(p,mat{Pre}(k),b,h,i,y);
  //@ assert sees: \forall integer j; 0 <= j < a.keys ==> Sees(a,j) ==> ReadRow(a.k,j,a.d_k) && ReadRow(a.v,j,a.d_v);
  //@ assert inside: 0 <= times(r,p->v.size[3]) && times(r,p->v.size[3]) + p->v.size[3] <= times(Rows(p),p->v.size[3]);
  //@ assert inside_weights: 0 <= times(r,p->k.size[2]) && times(r,p->k.size[2]) + p->k.size[2] <= times(Rows(p),p->k.size[2]);
  //@ assert mask_head: p->mask.data != \null ==> ApartFlagsHead(vis,p->k.size[2],&p->mask,b,h);
  /*@ assert mask_apart: p->mask.data != \null ==> \forall integer j; 0 <= j < a.keys ==>
        a.mask.at + times(j,a.mask.step) ==
          (unsigned char *)p->mask.data + spot(origin(b,h,p->mask.stride[0],p->mask.stride[1]),i,j,p->mask.stride[2],p->mask.stride[3]) &&
        \separated(vis + (0 .. a.keys-1), a.mask.at + times(j,a.mask.step)); */
  //@ assert spans: o.lse != \null ==> span(o.lse,1) == 1 && span(o.lse,Rows(p)) == Rows(p);
  //@ assert weights_span: o.weights != \null ==> span(o.weights,p->k.size[2]) == p->k.size[2] && span(o.weights,times(Rows(p),p->k.size[2])) == times(Rows(p),p->k.size[2]);
  //@ assert q_head: ApartHead(work,RowWork(p),&p->q,b,h) && ApartHead(o.out,times(Rows(p),p->v.size[3]),&p->q,b,h);
  //@ assert bias_head: p->bias.data != \null ==> ApartHead(work,RowWork(p),&p->bias,b,h) && ApartHead(o.out,times(Rows(p),p->v.size[3]),&p->bias,b,h);
  double *out = o.out + ref_times(r, a.d_v);
  /*@ assert q_in_place: p->q.dtype == ATTEST_F64 ==> \forall integer c; 0 <= c < a.d_k ==> a.q.at + times(c,a.q.step) ==
          (double *)p->q.data + spot(origin(b,h,p->q.stride[0],p->q.stride[1]),i,c,p->q.stride[2],p->q.stride[3]) &&
        \separated(work + (0 .. a.keys-1), a.q.at + times(c,a.q.step)) && \separated(out + (0 .. a.d_v-1), a.q.at + times(c,a.q.step)); */
  //@ assert q_size: \let one = 1; p->q.dtype != ATTEST_F64 ==> times(one,p->q.size[3]) == p->q.size[3] && CopySize(&p->q,1) == p->q.size[3];
  /*@ assert q_copied: p->q.dtype != ATTEST_F64 ==> \forall integer c; 0 <= c < a.d_k ==> times(c,a.q.step) == c &&
        \separated(work + (0 .. a.keys-1), a.q.at + times(c,a.q.step)) && \separated(out + (0 .. a.d_v-1), a.q.at + times(c,a.q.step)); */
  /*@ assert bias_in_place: p->bias.data != \null ==> p->bias.dtype == ATTEST_F64 ==> \forall integer c; 0 <= c < a.keys ==>
        a.bias.at + times(c,a.bias.step) ==
          (double *)p->bias.data + spot(origin(b,h,p->bias.stride[0],p->bias.stride[1]),i,c,p->bias.stride[2],p->bias.stride[3]) &&
        \separated(work + (0 .. a.keys-1), a.bias.at + times(c,a.bias.step)) && \separated(out + (0 .. a.d_v-1), a.bias.at + times(c,a.bias.step)); */
  /*@ assert bias_size: \let one = 1; p->bias.data != \null ==> p->bias.dtype != ATTEST_F64 ==>
        times(one,p->bias.size[3]) == p->bias.size[3] && CopySize(&p->bias,1) == p->bias.size[3]; */
  /*@ assert bias_copied: p->bias.data != \null ==> p->bias.dtype != ATTEST_F64 ==> \forall integer c; 0 <= c < a.keys ==>
        times(c,a.bias.step) == c &&
        \separated(work + (0 .. a.keys-1), a.bias.at + times(c,a.bias.step)) && \separated(out + (0 .. a.d_v-1), a.bias.at + times(c,a.bias.step)); */
  /*@ assert q_work: \forall integer c; 0 <= c < a.d_k ==> \separated(work + (0 .. a.keys-1), a.q.at + times(c,a.q.step)); */
  /*@ assert q_out: \forall integer c; 0 <= c < a.d_k ==> \separated(out + (0 .. a.d_v-1), a.q.at + times(c,a.q.step)); */
  /*@ assert bias_work: a.bias.at != \null ==> \forall integer j; 0 <= j < a.keys ==> \separated(work + (0 .. a.keys-1), a.bias.at + times(j,a.bias.step)); */
  /*@ assert bias_out: a.bias.at != \null ==> \forall integer j; 0 <= j < a.keys ==> \separated(out + (0 .. a.d_v-1), a.bias.at + times(j,a.bias.step)); */
  //@ assert k_apart: SepMat(work,a.keys,a.k,a.keys,a.d_k);
  //@ assert k_apart_out: SepMat(out,a.d_v,a.k,a.keys,a.d_k);
  //@ assert v_apart: SepMat(work,a.keys,a.v,a.keys,a.d_v);
  //@ assert v_apart_out: SepMat(out,a.d_v,a.v,a.keys,a.d_v);
  //@ assert apart_work: ApartQuery(work,a.keys,a);
  //@ assert apart_out: ApartQuery(out,a.d_v,a);
  double lse;
  //@ assert apart_lse: ApartQuery(&lse,1,a);
  ref_attention_row(a, vis, work, out, &lse);
  if (o.lse != NULL) o.lse[r] = lse;
  if (o.weights != NULL) copy_row(work, o.weights + ref_times(r, a.keys), a.keys);
}

/* Head (b,h), to the outputs from row first on. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires first: 0 <= first && first + p->q.size[2] <= Rows(p);
    requires readable: ReadTensors(p);
    requires writable: ValidOutputs(p,o) && \valid(work + (0 .. WorkSize(p)-1)) && \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,work,WorkSize(p),vis);
    requires apart_inputs: ApartInputs(p,o,work,WorkSize(p));
    requires apart_flags: \separated(vis + (0 .. p->k.size[2]-1), p) && (p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask));
    assigns work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1],
      o.out[times(first,p->v.size[3]) .. times(Rows(p),p->v.size[3])-1], o.lse[first .. span(o.lse,Rows(p))-1],
      o.weights[times(first,p->k.size[2]) .. span(o.weights,times(Rows(p),p->k.size[2]))-1];
    ensures output: \forall integer i, c; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      ProblemOutput{Pre}(p,b,h,i,c,el(fmat(o.out,p->v.size[3]),first+i,c));
    ensures lse: o.lse != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==> ProblemLse{Pre}(p,b,h,i,at(fvec(o.lse),first+i));
    ensures weights: o.weights != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      ProblemWeights{Pre}(p,b,h,i,row(fmat(o.weights,p->k.size[2]),first+i)); */
static void attend_head(const attest_problem *p, int64_t b, int64_t h, int64_t first, outputs o, double *work, unsigned char *vis) {
  const int64_t q_len = p->q.size[ROW], keys = p->k.size[ROW], g = kv_head(p, h);
  double *k_copy = work + row_doubles(p), *v_copy = k_copy + copy_size(&p->k, keys);
  const ref_matrix k = rows_of(&p->k, b, g, 0, keys, k_copy), v = rows_of(&p->v, b, g, 0, keys, v_copy);
  /*@ loop invariant range: 0 <= i <= q_len;
      loop invariant output: \forall integer r, c; 0 <= r < i ==> 0 <= c < p->v.size[3] ==>
        ProblemOutput{Pre}(p,b,h,r,c,el(fmat(o.out,p->v.size[3]),first+r,c));
      loop invariant lse: o.lse != \null ==> \forall integer r; 0 <= r < i ==> ProblemLse{Pre}(p,b,h,r,at(fvec(o.lse),first+r));
      loop invariant weights: o.weights != \null ==> \forall integer r; 0 <= r < i ==>
        ProblemWeights{Pre}(p,b,h,r,row(fmat(o.weights,p->k.size[2]),first+r));
      loop assigns i, work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1],
        o.out[times(first,p->v.size[3]) .. times(Rows(p),p->v.size[3])-1], o.lse[first .. span(o.lse,Rows(p))-1],
        o.weights[times(first,p->k.size[2]) .. span(o.weights,times(Rows(p),p->k.size[2]))-1];
      loop variant q_len - i; */
  for (int64_t i = 0; i < q_len; i++) attend_row(p, b, h, i, k, v, first + i, o, work, vis);
}

void ref_attention(const attest_problem *p, double *out, double *lse, double *weights, double *work, unsigned char *vis) {
  const int64_t batch = p->q.size[BATCH], heads = p->q.size[HEAD], q_len = p->q.size[ROW];
  const outputs o = {out, lse, weights};
  /*@ loop invariant range: 0 <= b <= batch;
      loop invariant output: \forall integer b2, h2, i, c; 0 <= b2 < b ==> 0 <= h2 < heads ==> 0 <= i < q_len ==>
        0 <= c < p->v.size[3] ==> ProblemOutput{Pre}(p,b2,h2,i,c,el(fmat(out,p->v.size[3]),RowNumber{Pre}(p,b2,h2,i),c));
      loop invariant lse: lse != \null ==> \forall integer b2, h2, i; 0 <= b2 < b ==> 0 <= h2 < heads ==> 0 <= i < q_len ==>
        ProblemLse{Pre}(p,b2,h2,i,at(fvec(lse),RowNumber{Pre}(p,b2,h2,i)));
      loop invariant weights: weights != \null ==> \forall integer b2, h2, i; 0 <= b2 < b ==> 0 <= h2 < heads ==> 0 <= i < q_len ==>
        ProblemWeights{Pre}(p,b2,h2,i,row(fmat(weights,p->k.size[2]),RowNumber{Pre}(p,b2,h2,i)));
      loop assigns b, out[0 .. times(Rows(p),p->v.size[3])-1], lse[0 .. span(lse,Rows(p))-1],
        weights[0 .. span(weights,times(Rows(p),p->k.size[2]))-1], work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1];
      loop variant batch - b; */
  for (int64_t b = 0; b < batch; b++)
    /*@ loop invariant range: 0 <= h <= heads;
        loop invariant output: \forall integer b2, h2, i, c; 0 <= b2 <= b ==> 0 <= h2 < heads ==> (b2 < b || h2 < h) ==> 0 <= i < q_len ==>
          0 <= c < p->v.size[3] ==> ProblemOutput{Pre}(p,b2,h2,i,c,el(fmat(out,p->v.size[3]),RowNumber{Pre}(p,b2,h2,i),c));
        loop invariant lse: lse != \null ==> \forall integer b2, h2, i; 0 <= b2 <= b ==> 0 <= h2 < heads ==> (b2 < b || h2 < h) ==>
          0 <= i < q_len ==> ProblemLse{Pre}(p,b2,h2,i,at(fvec(lse),RowNumber{Pre}(p,b2,h2,i)));
        loop invariant weights: weights != \null ==> \forall integer b2, h2, i; 0 <= b2 <= b ==> 0 <= h2 < heads ==> (b2 < b || h2 < h) ==>
          0 <= i < q_len ==> ProblemWeights{Pre}(p,b2,h2,i,row(fmat(weights,p->k.size[2]),RowNumber{Pre}(p,b2,h2,i)));
        loop assigns h, out[0 .. times(Rows(p),p->v.size[3])-1], lse[0 .. span(lse,Rows(p))-1],
          weights[0 .. span(weights,times(Rows(p),p->k.size[2]))-1], work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1];
        loop variant heads - h; */
    for (int64_t h = 0; h < heads; h++) attend_head(p, b, h, ref_times(ref_times(b, heads) + h, q_len), o, work, vis);
}
