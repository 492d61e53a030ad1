/* What a problem and an answer must be: types, sizes that agree, products that can be counted, options in range. */
#include "ref/check.h"

#include "ref/element.h"

/*@ assigns \nothing; ensures value: \result != 0 <==> IsReal(d); */
static bool is_real(attest_dtype d) {
  return d == ATTEST_F64 || d == ATTEST_F32 || d == ATTEST_F16 || d == ATTEST_BF16;
}

/*@ assigns \nothing;
    ensures value: \result != 0 <==> HasElements(t); */
static bool has_elements(attest_tensor t) {
  return t.size[0] != 0 && t.size[1] != 0 && t.size[2] != 0 && t.size[3] != 0;
}

/* stride * (n - 1) is in range. */
/*@ requires size: 0 <= n <= MaxSize;
    assigns \nothing;
    ensures value: \result != 0 <==> Reach(n,stride); */
static bool reaches(int64_t n, int64_t stride) {
  return n <= 1 || (stride <= ATTEST_MAX_ELEMENTS / (n - 1) && stride >= -ATTEST_MAX_ELEMENTS / (n - 1));
}

/* Every size in range, no product of sizes or stride reaches over ATTEST_MAX_ELEMENTS. */
/*@ assigns \nothing;
    ensures says: \result == ATTEST_OK || (\result == ATTEST_BAD_SHAPE && !SizesInRange(t)) ||
      (\result == ATTEST_TOO_LARGE && !InReach(t));
    ensures ok: \result == ATTEST_OK <==> SizesGood(t); */
static attest_status check_sizes(attest_tensor t) {
  int64_t elements = 1;
  /*@ loop invariant range: 0 <= d <= 4;
      loop invariant count: elements == Elements(t,d) && 0 <= elements <= MaxElements;
      loop invariant counted: d >= 3 ==> Elements(t,3) <= MaxElements;
      loop invariant sizes: \forall integer e; 0 <= e < d ==> 0 <= t.size[e] <= MaxSize;
      loop invariant strides: \forall integer e; 0 <= e < d ==> Reach(t.size[e],t.stride[e]);
      loop assigns d, elements; loop variant 4 - d; */
  for (int d = 0; d < ATTEST_AXES; d++) {
    const int64_t n = t.size[d];
    //@ assert dimension: d == 0 || d == 1 || d == 2 || d == 3;
    if (n < 0 || n > ATTEST_MAX_SIZE) return ATTEST_BAD_SHAPE;
    //@ assert product: elements * n == times(elements,n) && times(elements,n) == Elements(t,d+1);
    if (n > 0 && elements > ATTEST_MAX_ELEMENTS / n) return ATTEST_TOO_LARGE;
    //@ assert fits: 0 <= times(elements,n) <= MaxElements;
    elements *= n;
    if (!reaches(n, t.stride[d])) return ATTEST_TOO_LARGE;
  }
  return ATTEST_OK;
}

/* q, k or v: there, of real numbers. */
/*@ assigns \nothing;
    ensures says: \result == ATTEST_OK || (\result == ATTEST_BAD_DTYPE && !IsReal(t.dtype)) ||
      (\result == ATTEST_BAD_SHAPE && !SizesInRange(t)) || (\result == ATTEST_TOO_LARGE && !InReach(t)) ||
      (\result == ATTEST_BAD_POINTER && !ThereOrEmpty(t));
    ensures ok: \result == ATTEST_OK <==> Operand(t) && Countable(t); */
static attest_status check_operand(attest_tensor t) {
  if (!is_real(t.dtype)) return ATTEST_BAD_DTYPE;
  const attest_status status = check_sizes(t);
  if (status != ATTEST_OK) return status;
  return t.data == NULL && has_elements(t) ? ATTEST_BAD_POINTER : ATTEST_OK;
}

/* mask or bias: absent, or of the sizes of the scores. */
/*@ assigns \nothing;
    ensures says: \result == ATTEST_OK || (\result == ATTEST_BAD_SHAPE && !OptionalShaped(t,p)) ||
      (\result == ATTEST_TOO_LARGE && t.data != \null && !InReach(t));
    ensures ok: \result == ATTEST_OK <==> Optional(t,p) && (t.data != \null ==> Countable(t)); */
static attest_status check_optional(attest_tensor t, attest_problem p) {
  if (t.data == NULL) return ATTEST_OK;
  const attest_status status = check_sizes(t);
  if (status != ATTEST_OK) return status;
  const bool same = t.size[ATTEST_BATCH] == p.q.size[ATTEST_BATCH] && t.size[ATTEST_HEAD] == p.q.size[ATTEST_HEAD] &&
                    t.size[ATTEST_POSITION] == p.q.size[ATTEST_POSITION] &&
                    t.size[ATTEST_COLUMN] == p.k.size[ATTEST_POSITION];
  return same ? ATTEST_OK : ATTEST_BAD_SHAPE;
}

/* The sizes of q, k and v agree, and those of the outputs can be counted. */
/*@ requires sizes: Operand(p.q) && Operand(p.k) && Operand(p.v);
    assigns \nothing;
    ensures says: \result == ATTEST_OK || (\result == ATTEST_BAD_SHAPE && !SizesAgree(p)) ||
      (\result == ATTEST_BAD_HEADS && !HeadsDivide(p)) || (\result == ATTEST_TOO_LARGE && !CountableOutputs(p));
    ensures ok: \result == ATTEST_OK <==> GoodSizes(p) && CountableOutputs(p); */
static attest_status check_agreement(attest_problem p) {
  const int64_t batch = p.q.size[ATTEST_BATCH], heads = p.q.size[ATTEST_HEAD], kv_heads = p.k.size[ATTEST_HEAD],
                keys = p.k.size[ATTEST_POSITION];
  if (p.k.size[ATTEST_BATCH] != batch || p.v.size[ATTEST_BATCH] != batch || p.v.size[ATTEST_HEAD] != kv_heads ||
      p.v.size[ATTEST_POSITION] != keys)
    return ATTEST_BAD_SHAPE;
  if (p.q.size[ATTEST_COLUMN] == 0 || p.k.size[ATTEST_COLUMN] != p.q.size[ATTEST_COLUMN] ||
      p.v.size[ATTEST_COLUMN] == 0)
    return ATTEST_BAD_SHAPE;
  if (kv_heads == 0 || heads == 0 || heads % kv_heads != 0) return ATTEST_BAD_HEADS;
  const attest_tensor scores = {.size = {batch, heads, p.q.size[ATTEST_POSITION], keys}};
  const attest_tensor out = {.size = {batch, heads, p.q.size[ATTEST_POSITION], p.v.size[ATTEST_COLUMN]}};
  const attest_status status = check_sizes(scores);
  return status != ATTEST_OK ? status : check_sizes(out);
}

/*@ assigns \nothing; ensures value: \result != 0 <==> IsSide(s); */
static bool is_side(int64_t s) { return s == ATTEST_UNLIMITED || (s >= 0 && s <= ATTEST_MAX_SIZE); }

/*@ assigns \nothing;
    ensures says: \result == ATTEST_OK || \result == ATTEST_BAD_OPTION;
    ensures ok: \result == ATTEST_OK <==> FiniteOptions(p); */
static attest_status check_options(attest_problem p) {
  if (!ref_is_finite(p.scale) || !ref_is_finite(p.softcap) || p.softcap < 0) return ATTEST_BAD_OPTION;
  if (p.windowed && (!is_side(p.window_left) || !is_side(p.window_right))) return ATTEST_BAD_OPTION;
  switch (p.alignment) {
  case ATTEST_ALIGN_NONE:
    return p.causal || p.windowed ? ATTEST_BAD_OPTION : ATTEST_OK;
  case ATTEST_ALIGN_TOP_LEFT:
  case ATTEST_ALIGN_BOTTOM_RIGHT:
    return ATTEST_OK;
  case ATTEST_ALIGN_OFFSET:
    return p.offset < -ATTEST_MAX_SIZE || p.offset > ATTEST_MAX_SIZE ? ATTEST_BAD_OPTION : ATTEST_OK;
  }
  return ATTEST_BAD_OPTION;
}

/* kv_len within the keys, sinks finite. */
/*@ requires readable: ReadVectors(p);
    assigns \nothing;
    ensures says: \result == ATTEST_OK || (\result == ATTEST_BAD_SHAPE && !GoodLengths(p)) ||
      (\result == ATTEST_BAD_OPTION && !FiniteSinks(p));
    ensures ok: \result == ATTEST_OK <==> GoodLengths(p) && FiniteSinks(p); */
static attest_status check_vectors(attest_problem p) {
  /*@ loop invariant range: 0 <= b;
      loop invariant lengths: p.kv_len != \null ==> \forall integer c; 0 <= c < b ==>
        0 <= p.kv_len[c] <= p.k.size[2];
      loop assigns b; loop variant p.q.size[0] - b; */
  for (int64_t b = 0; p.kv_len != NULL && b < p.q.size[ATTEST_BATCH]; b++)
    if (p.kv_len[b] < 0 || p.kv_len[b] > p.k.size[ATTEST_POSITION]) return ATTEST_BAD_SHAPE;
  /*@ loop invariant range: 0 <= h;
      loop invariant finite: p.sink != \null ==> \forall integer g; 0 <= g < h ==> Finite(p.sink[g]);
      loop assigns h; loop variant p.q.size[1] - h; */
  for (int64_t h = 0; p.sink != NULL && h < p.q.size[ATTEST_HEAD]; h++)
    if (!ref_is_finite(p.sink[h])) return ATTEST_BAD_OPTION;
  return ATTEST_OK;
}

attest_status ref_check_problem(attest_problem p) {
  attest_status status = check_operand(p.q);
  if (status == ATTEST_OK) status = check_operand(p.k);
  if (status == ATTEST_OK) status = check_operand(p.v);
  if (status == ATTEST_OK) status = check_agreement(p);
  if (status == ATTEST_OK && p.mask.data != NULL && p.mask.dtype != ATTEST_BOOL) status = ATTEST_BAD_DTYPE;
  if (status == ATTEST_OK && p.bias.data != NULL && !is_real(p.bias.dtype)) status = ATTEST_BAD_DTYPE;
  if (status == ATTEST_OK) status = check_optional(p.mask, p);
  if (status == ATTEST_OK) status = check_optional(p.bias, p);
  if (status == ATTEST_OK) status = check_options(p);
  if (status == ATTEST_OK) status = check_vectors(p);
  return status;
}

/* The stride of each axis is the number of elements of one of its entries. The stride of an axis with one entry does
   not matter. */
/*@ requires range: 0 <= o.size[0] <= MaxSize && 0 <= o.size[1] <= MaxSize && 0 <= o.size[2] <= MaxSize &&
      0 <= o.size[3] <= MaxSize;
    requires count: times(times(o.size[0],o.size[1]),o.size[2]) <= MaxElements &&
      times(times(times(o.size[0],o.size[1]),o.size[2]),o.size[3]) <= MaxElements;
    assigns \nothing;
    ensures value: \result != 0 <==> Contiguous(o); */
static bool is_contiguous(attest_output o) {
  const int64_t batch = o.size[ATTEST_BATCH], heads = o.size[ATTEST_HEAD], rows = o.size[ATTEST_POSITION],
                columns = o.size[ATTEST_COLUMN];
  if (batch == 0 || heads == 0 || rows == 0 || columns == 0) return true;
  //@ assert heads: heads <= times(batch,heads) && times(heads,rows) <= times(times(batch,heads),rows);
  //@ assert all: times(times(heads,rows),columns) <= times(times(times(batch,heads),rows),columns);
  return (columns == 1 || o.stride[ATTEST_COLUMN] == 1) && (rows == 1 || o.stride[ATTEST_POSITION] == columns) &&
         (heads == 1 || o.stride[ATTEST_HEAD] == ref_times(rows, columns)) &&
         (batch == 1 || o.stride[ATTEST_BATCH] == ref_times(ref_times(heads, rows), columns));
}

/* An output of the reference: binary64, contiguous, a row of so many columns for each query. */
/*@ requires problem: GoodProblem(p);
    requires count: 0 <= columns <= MaxSize && times(Rows(p),columns) <= MaxElements;
    assigns \nothing;
    ensures dtype: \result == ATTEST_BAD_DTYPE <==> o.dtype != ATTEST_F64;
    ensures shape: \result == ATTEST_BAD_SHAPE <==> o.dtype == ATTEST_F64 && !Shaped(o,p,columns);
    ensures ok: \result == ATTEST_OK <==> o.dtype == ATTEST_F64 && Shaped(o,p,columns); */
static attest_status check_output(attest_output o, attest_problem p, int64_t columns) {
  if (o.dtype != ATTEST_F64) return ATTEST_BAD_DTYPE;
  const bool same = o.size[ATTEST_BATCH] == p.q.size[ATTEST_BATCH] && o.size[ATTEST_HEAD] == p.q.size[ATTEST_HEAD] &&
                    o.size[ATTEST_POSITION] == p.q.size[ATTEST_POSITION] && o.size[ATTEST_COLUMN] == columns;
  return same && is_contiguous(o) ? ATTEST_OK : ATTEST_BAD_SHAPE;
}

attest_status ref_check_answer(attest_problem p, attest_answer a) {
  if (a.out.data == NULL && p.q.size[ATTEST_BATCH] > 0 && p.q.size[ATTEST_POSITION] > 0) return ATTEST_BAD_POINTER;
  attest_status status = check_output(a.out, p, p.v.size[ATTEST_COLUMN]);
  if (status == ATTEST_OK && a.lse.data != NULL) status = check_output(a.lse, p, 1);
  if (status == ATTEST_OK && a.weights.data != NULL) status = check_output(a.weights, p, p.k.size[ATTEST_POSITION]);
  return status;
}
