/* What a problem must be, what its answer is, and what is read and written for it. Sizes: q.size is batch, q_heads,
   q_len, d_k; k.size is batch, kv_heads, keys, d_k; v.size[3] is d_v. */
#ifndef ATTEST_LOGIC_PROBLEM_H
#define ATTEST_LOGIC_PROBLEM_H
#include "ref/logic/attention.h"
#include "ref/logic/place.h"
#include "ref/logic/tensor.h"
#include "ref/logic/view.h"
/*@ // what attest_problem_check establishes
    predicate Operand(attest_tensor t) = IsReal(t.dtype) && TensorInRange(t) &&
      (t.data == \null ==> t.size[0] == 0 || t.size[1] == 0 || t.size[2] == 0 || t.size[3] == 0);
    predicate SizesAre(attest_tensor t, integer batch, integer heads, integer rows, integer columns) =
      t.size[0] == batch && t.size[1] == heads && t.size[2] == rows && t.size[3] == columns;
    predicate GoodSizes(attest_problem p) =
      p.q.size[3] > 0 && p.v.size[3] > 0 && p.q.size[1] > 0 && p.k.size[1] > 0 && p.q.size[1] % p.k.size[1] == 0 &&
      SizesAre(p.k, p.q.size[0], p.k.size[1], p.k.size[2], p.q.size[3]) &&
      SizesAre(p.v, p.q.size[0], p.k.size[1], p.k.size[2], p.v.size[3]);
    predicate Optional(attest_tensor t, attest_problem p) = t.data != \null ==>
      TensorInRange(t) && SizesAre(t, p.q.size[0], p.q.size[1], p.q.size[2], p.k.size[2]);
    // rows of the outputs, in all heads of all batches
    logic integer Rows(attest_problem p) = times(times(p.q.size[0],p.q.size[1]),p.q.size[2]);
    predicate CountableOutputs(attest_problem p) = Rows(p) <= MaxElements && times(Rows(p),p.v.size[3]) <= MaxElements
      &&
      times(Rows(p),p.k.size[2]) <= MaxElements;
    predicate IsSide(integer s) = s == ATTEST_UNLIMITED || 0 <= s <= MaxSize;
    predicate GoodOptions(attest_problem p) =
      p.softcap >= 0 && (p.windowed ==> IsSide(p.window_left) && IsSide(p.window_right)) &&
      (p.alignment == ATTEST_ALIGN_NONE || p.alignment == ATTEST_ALIGN_TOP_LEFT ||
        p.alignment == ATTEST_ALIGN_BOTTOM_RIGHT || p.alignment == ATTEST_ALIGN_OFFSET) &&
      (p.alignment == ATTEST_ALIGN_NONE ==> !p.causal && !p.windowed) &&
      (p.alignment == ATTEST_ALIGN_OFFSET ==> -MaxSize <= p.offset <= MaxSize);
    predicate GoodLengths{L}(attest_problem p) =
      p.kv_len != \null ==> \forall integer b; 0 <= b < p.q.size[0] ==> 0 <= p.kv_len[b] <= p.k.size[2];
    predicate GoodProblem{L}(attest_problem p) =
      Operand(p.q) && Operand(p.k) && Operand(p.v) && GoodSizes(p) && CountableOutputs(p) &&
      (p.bias.data != \null ==> IsReal(p.bias.dtype)) && (p.mask.data != \null ==> p.mask.dtype == ATTEST_BOOL) &&
      Optional(p.mask,p) && Optional(p.bias,p) && GoodOptions(p) && GoodLengths(p);
    predicate ReadVectors{L}(attest_problem p) =
      (p.kv_len != \null ==> \valid_read(p.kv_len + (0 .. p.q.size[0]-1))) &&
      (p.sink != \null ==> \valid_read(p.sink + (0 .. p.q.size[1]-1)));

    // the parts of the answer of query i of head h of batch b
    logic integer KvHead(attest_problem p, integer h) = group_of(h, p.q.size[1] / p.k.size[1]);
    logic integer KvLen{L}(attest_problem p, integer b) = p.kv_len != \null ? p.kv_len[b] : p.k.size[2];
    logic integer Offset{L}(attest_problem p, integer b) =
      p.alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? KvLen(p,b) - p.q.size[2] :
        (p.alignment == ATTEST_ALIGN_OFFSET ? p.offset : 0);
    logic place Place{L}(attest_problem p, integer b, integer i) =
      place_of(KvLen(p,b), p.causal, p.windowed, p.window_left, p.window_right, i + Offset(p,b));
    logic rvec biases{L}(attest_problem p, integer b, integer h, integer i) =
      p.bias.data == \null ? all(RZ) : row(tmat(p.bias,b,h),i);
    logic rvec masks{L}(attest_problem p, integer b, integer h, integer i) =
      p.mask.data == \null ? all(1) : row(tflags(p.mask,b,h),i);
    logic rvec visible{L}(attest_problem p, integer b, integer h, integer i) =
      shown(Place(p,b,i), masks(p,b,h,i), biases(p,b,h,i));
    logic real Scale(attest_problem p) = p.scale != 0 ? p.scale : 1 / root(p.q.size[3]);
    logic integer HasSink(attest_problem p) = p.sink != \null ? 1 : 0;
    logic real Sink{L}(attest_problem p, integer h) = p.sink != \null ? p.sink[h] : RZ;
    logic rmat KeysOf{L}(attest_problem p, integer b, integer h) = tmat(p.k,b,KvHead(p,h));
    logic rmat ValuesOf{L}(attest_problem p, integer b, integer h) = tmat(p.v,b,KvHead(p,h));
    logic rvec ScoresOf{L}(attest_problem p, integer b, integer h, integer i) =
      scores(row(tmat(p.q,b,h),i), KeysOf(p,b,h), biases(p,b,h,i), Scale(p), p.softcap, p.q.size[3]);

    // THE ANSWER to query i: column c of the output, the weights, the log-sum-exp
    predicate Output{L}(attest_problem p, integer b, integer h, integer i, integer c, real y) =
      Attention(row(tmat(p.q,b,h),i), KeysOf(p,b,h), ValuesOf(p,b,h), visible(p,b,h,i), biases(p,b,h,i), Scale(p),
        p.softcap,
        HasSink(p), Sink(p,h), p.k.size[2], p.q.size[3], c, y);
    predicate OutputRow{L}(attest_problem p, integer b, integer h, integer i, rvec y) =
      AttentionRow(row(tmat(p.q,b,h),i), KeysOf(p,b,h), ValuesOf(p,b,h), visible(p,b,h,i), biases(p,b,h,i), Scale(p),
        p.softcap, HasSink(p), Sink(p,h), p.k.size[2], p.q.size[3], p.v.size[3], y);
    predicate OutputWeights{L}(attest_problem p, integer b, integer h, integer i, rvec w) =
      AttentionWeights(row(tmat(p.q,b,h),i), KeysOf(p,b,h), visible(p,b,h,i), biases(p,b,h,i), Scale(p), p.softcap,
        HasSink(p), Sink(p,h), p.k.size[2], p.q.size[3], w);
    predicate OutputLse{L}(attest_problem p, integer b, integer h, integer i, real y) =
      AttentionLse(row(tmat(p.q,b,h),i), KeysOf(p,b,h), visible(p,b,h,i), biases(p,b,h,i), Scale(p), p.softcap,
        HasSink(p), Sink(p,h), p.k.size[2], p.q.size[3], y);

    predicate IsQuery(attest_problem p, integer b, integer h, integer i) =
      0 <= b < p.q.size[0] && 0 <= h < p.q.size[1] && 0 <= i < p.q.size[2];
    // what is read for a query: each condition of visibility where those before it show the key, rows of k and v where
    // all do
    predicate ReadMask{L}(attest_problem p, integer b, integer h, integer i, integer j) =
      p.mask.data != \null ==> Shown(Place(p,b,i),j) ==> ReadFlag(p.mask,b,h,i,j);
    predicate ReadBias{L}(attest_problem p, integer b, integer h, integer i, integer j) =
      p.bias.data != \null ==> Shown(Place(p,b,i),j) ==> at(masks(p,b,h,i),j) != 0 ==> ReadAt(p.bias,b,h,i,j);
    predicate ReadKey{L}(attest_problem p, integer b, integer h, integer i, integer j) =
      at(visible(p,b,h,i),j) != 0 ==> ReadRow(p.k,b,KvHead(p,h),j) && ReadRow(p.v,b,KvHead(p,h),j);
    predicate ReadQuery{L}(attest_problem p, integer b, integer h, integer i) = ReadRow(p.q,b,h,i) &&
      \forall integer j; 0 <= j < p.k.size[2] ==> ReadMask(p,b,h,i,j) && ReadBias(p,b,h,i,j) && ReadKey(p,b,h,i,j);
    // a[0 .. m-1] overlaps nothing of the problem
    predicate ApartProblem(double *a, integer m, attest_problem p) =
      (p.sink != \null ==> \separated(a + (0 .. m-1), p.sink + (0 .. p.q.size[1]-1))) &&
      ApartTensor(a,m,p.q) && ApartTensor(a,m,p.k) && ApartTensor(a,m,p.v) &&
      (p.bias.data != \null ==> ApartTensor(a,m,p.bias));
    // what query i of head h of batch b sees is at L what it is at K
    predicate SameQuery{K,L}(attest_problem p, integer b, integer h, integer i) =
      row(tmat{L}(p.q,b,h),i) == row(tmat{K}(p.q,b,h),i) && KeysOf{L}(p,b,h) == KeysOf{K}(p,b,h) &&
      ValuesOf{L}(p,b,h) == ValuesOf{K}(p,b,h) && biases{L}(p,b,h,i) == biases{K}(p,b,h,i) &&
      masks{L}(p,b,h,i) == masks{K}(p,b,h,i) && visible{L}(p,b,h,i) == visible{K}(p,b,h,i) &&
      Sink{L}(p,h) == Sink{K}(p,h);
    predicate ApartMask(unsigned char *a, integer m, attest_problem p) = p.mask.data != \null ==>
      ApartFlags(a,m,p.mask);
    // where a row of the answer goes: visibility and weights of every key, the output
    predicate RowRoom{L}(attest_problem p, unsigned char *vis, double *w, double *out) =
      \valid(vis + (0 .. p.k.size[2]-1)) && \valid(w + (0 .. p.k.size[2]-1)) && \valid(out + (0 .. p.v.size[3]-1)) &&
      \separated(vis + (0 .. p.k.size[2]-1), w + (0 .. p.k.size[2]-1), out + (0 .. p.v.size[3]-1)) &&
      ApartMask(vis,p.k.size[2],p) && ApartProblem(w,p.k.size[2],p) && ApartProblem(out,p.v.size[3],p);
*/
#endif
