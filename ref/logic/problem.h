/* What a problem must be, what its answer is, and what is read and written for it. Sizes: q.size is batch, q_heads,
   q_len, d_k; k.size is batch, kv_heads, keys, d_k; v.size[3] is d_v. */
#ifndef ATTEST_LOGIC_PROBLEM_H
#define ATTEST_LOGIC_PROBLEM_H
#include "ref/logic/attention.h"
#include "ref/logic/tensor.h"
/*@ // what attest_problem_check establishes
    predicate Operand{L}(attest_tensor *t) = IsReal(t->dtype) && TensorInRange(t) &&
      (t->data == \null ==> t->size[0] == 0 || t->size[1] == 0 || t->size[2] == 0 || t->size[3] == 0);
    predicate GoodSizes{L}(attest_problem *p) =
      p->q.size[3] > 0 && p->v.size[3] > 0 && p->q.size[1] > 0 && p->k.size[1] > 0 &&
        p->q.size[1] % p->k.size[1] == 0 &&
      SizesAre(&p->k, p->q.size[0], p->k.size[1], p->k.size[2], p->q.size[3]) &&
      SizesAre(&p->v, p->q.size[0], p->k.size[1], p->k.size[2], p->v.size[3]);
    predicate OptionalGood{L}(attest_tensor *t, attest_problem *p) = t->data != \null ==>
      TensorInRange(t) && SizesAre(t, p->q.size[0], p->q.size[1], p->q.size[2], p->k.size[2]);
    // rows of the outputs, in all heads of all batches
    logic integer Rows{L}(attest_problem *p) = times(times(p->q.size[0],p->q.size[1]),p->q.size[2]);
    predicate CountableOutputs{L}(attest_problem *p) =
      Rows(p) <= MaxElements && times(Rows(p),p->v.size[3]) <= MaxElements &&
        times(Rows(p),p->k.size[2]) <= MaxElements;
    predicate IsSide(integer s) = s == ATTEST_UNLIMITED || 0 <= s <= MaxSize;
    predicate GoodOptions{L}(attest_problem *p) =
      p->softcap >= 0 && (p->windowed ==> IsSide(p->window_left) && IsSide(p->window_right)) &&
      (p->alignment == ATTEST_ALIGN_NONE || p->alignment == ATTEST_ALIGN_TOP_LEFT ||
        p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ||
       p->alignment == ATTEST_ALIGN_OFFSET) &&
      (p->alignment == ATTEST_ALIGN_NONE ==> !p->causal && !p->windowed) &&
      (p->alignment == ATTEST_ALIGN_OFFSET ==> -MaxSize <= p->offset <= MaxSize);
    predicate GoodLengths{L}(attest_problem *p) =
      p->kv_len != \null ==> \forall integer b; 0 <= b < p->q.size[0] ==> 0 <= p->kv_len[b] <= p->k.size[2];
    predicate GoodProblem{L}(attest_problem *p) =
      Operand(&p->q) && Operand(&p->k) && Operand(&p->v) && GoodSizes(p) && CountableOutputs(p) &&
      (p->bias.data != \null ==> IsReal(p->bias.dtype)) && (p->mask.data != \null ==> p->mask.dtype == ATTEST_BOOL) &&
      OptionalGood(&p->mask,p) && OptionalGood(&p->bias,p) && GoodOptions(p) && GoodLengths(p);
    // what attest_problem_check reads
    predicate ReadableProblem{L}(attest_problem *p) = \valid_read(p) &&
      (p->kv_len != \null ==> \valid_read(p->kv_len + (0 .. p->q.size[0]-1))) &&
      (p->sink != \null ==> \valid_read(p->sink + (0 .. p->q.size[1]-1)));

    // the parts of the answer of query i of head h of batch b
    axiomatic Groups {
      // h is of this group of size heads; opaque: quotients can't be triggers
      logic integer group_of(integer h, integer size);
      axiom group_of_def: \forall integer h, size; group_of(h,size) == h / size;
    }
    lemma group_range: \forall integer h, size, n; 0 < size ==> 0 <= h < times(n,size) ==> 0 <= group_of(h,size) < n;
    logic integer KvHead{L}(attest_problem *p, integer h) = group_of(h, p->q.size[1] / p->k.size[1]);
    logic integer KvLen{L}(attest_problem *p, integer b) = p->kv_len != \null ? p->kv_len[b] : p->k.size[2];
    logic integer Offset{L}(attest_problem *p, integer b) =
      p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT ? KvLen(p,b) - p->q.size[2] :
        (p->alignment == ATTEST_ALIGN_OFFSET ? p->offset : 0);
    axiomatic ProblemRows {
      // key j at its place: kv_len keys count, the query stands at key position pos
      predicate Shown(integer kv_len, integer causal, integer windowed, integer left, integer right, integer pos,
        integer j);
      axiom Shown_def: \forall integer kv_len, left, right, pos, j, causal, windowed;
        Shown(kv_len,causal,windowed,left,right,pos,j) <==>
          j < kv_len && (causal != 0 ==> j <= pos) &&
            (windowed != 0 ==> left != ATTEST_UNLIMITED ==> pos - left <= j) &&
          (windowed != 0 ==> right != ATTEST_UNLIMITED ==> j <= pos + right);
      logic rvec shown(integer kv_len, integer causal, integer windowed, integer left, integer right, integer pos,
        rvec mask, rvec bias);
      axiom shown_at: \forall integer kv_len, left, right, pos, j, causal, windowed, rvec mask, bias;
        at(shown(kv_len,causal,windowed,left,right,pos,mask,bias), j) != 0 <==>
          Shown(kv_len,causal,windowed,left,right,pos,j) && at(mask,j) != 0 && !Minf(at(bias,j));
      logic rvec all(real x);                                 // j -> x
      axiom all_at: \forall real x, integer j; at(all(x), j) == x;
    }
    logic rvec biases{L}(attest_problem *p, integer b, integer h, integer i) =
      p->bias.data == \null ? all(RZ) : row(tmat(&p->bias,b,h),i);
    logic rvec masks{L}(attest_problem *p, integer b, integer h, integer i) =
      p->mask.data == \null ? all(1) : row(tflags(&p->mask,b,h),i);
    predicate VisiblePlace{L}(attest_problem *p, integer b, integer i, integer j) =
      Shown(KvLen(p,b), p->causal, p->windowed, p->window_left, p->window_right, i + Offset(p,b), j);
    logic rvec visible{L}(attest_problem *p, integer b, integer h, integer i) =
      shown(KvLen(p,b), p->causal, p->windowed, p->window_left, p->window_right, i + Offset(p,b), masks(p,b,h,i),
        biases(p,b,h,i));
    logic real Scale{L}(attest_problem *p) = p->scale != 0 ? p->scale : 1 / root(p->q.size[3]);
    logic integer HasSink{L}(attest_problem *p) = p->sink != \null ? 1 : 0;
    logic real Sink{L}(attest_problem *p, integer h) = p->sink != \null ? p->sink[h] : RZ;

    // the answer of query i, with keys K and values V: column c of the output, the weights, the log-sum-exp
    predicate RowOutput{L}(attest_problem *p, rmat K, rmat V, integer b, integer h, integer i, integer c, real y) =
      Attention(row(tmat(&p->q,b,h),i), K, V, visible(p,b,h,i), biases(p,b,h,i), Scale(p), p->softcap, HasSink(p),
        Sink(p,h),
                p->k.size[2], p->q.size[3], c, y);
    predicate RowWeights{L}(attest_problem *p, rmat K, integer b, integer h, integer i, rvec w) =
      AttentionWeights(row(tmat(&p->q,b,h),i), K, visible(p,b,h,i), biases(p,b,h,i), Scale(p), p->softcap, HasSink(p),
        Sink(p,h),
                       p->k.size[2], p->q.size[3], w);
    predicate RowLse{L}(attest_problem *p, rmat K, integer b, integer h, integer i, real y) =
      AttentionLse(row(tmat(&p->q,b,h),i), K, visible(p,b,h,i), biases(p,b,h,i), Scale(p), p->softcap, HasSink(p),
        Sink(p,h),
                   p->k.size[2], p->q.size[3], y);
    // THE ANSWER: with those of its kv head
    predicate ProblemOutput{L}(attest_problem *p, integer b, integer h, integer i, integer c, real y) =
      RowOutput(p,tmat(&p->k,b,KvHead(p,h)),tmat(&p->v,b,KvHead(p,h)),b,h,i,c,y);
    predicate ProblemWeights{L}(attest_problem *p, integer b, integer h, integer i, rvec w) =
      RowWeights(p,tmat(&p->k,b,KvHead(p,h)),b,h,i,w);
    predicate ProblemLse{L}(attest_problem *p, integer b, integer h, integer i, real y) =
      RowLse(p,tmat(&p->k,b,KvHead(p,h)),b,h,i,y);
    // where it goes
    axiomatic RowNumbers {
      // opaque: sums can't be triggers
      logic integer row_number(integer b, integer heads, integer h, integer rows, integer i);
      axiom row_number_def: \forall integer b, heads, h, rows, i;
        row_number(b,heads,h,rows,i) == times(times(b,heads) + h, rows) + i;
    }
    lemma row_number_before: \forall integer b, b2, heads, h, h2, rows, i; 0 <= b ==> 0 <= h ==> 0 <= b2 ==> 0 <= h2 ==>
      0 <= i < rows ==>
      times(b2,heads) + h2 < times(b,heads) + h ==> 0 <= times(b2,heads) ==>
      0 <= row_number(b2,heads,h2,rows,i) < row_number(b,heads,h,rows,0);
    logic integer RowNumber{L}(attest_problem *p, integer b, integer h, integer i) =
      row_number(b, p->q.size[1], h, p->q.size[2], i);

    // doubles of workspace
    logic integer RowWork{L}(attest_problem *p) = p->k.size[2] + CopySize(&p->q,1) + CopySize(&p->bias,1);
    logic integer HeadWork{L}(attest_problem *p) = CopySize(&p->k,p->k.size[2]) + CopySize(&p->v,p->k.size[2]);
    logic integer WorkSize{L}(attest_problem *p) = RowWork(p) + CopySize(&p->k,p->k.size[2]) +
      CopySize(&p->v,p->k.size[2]);
    axiomatic OptionalOutputs {
      logic integer span(double *a, integer n);               // entries of an array that may be absent
      axiom span_null: \forall double *a, integer n; a == \null ==> span(a,n) == 0;
      axiom span_at: \forall double *a, integer n; a != \null ==> span(a,n) == n;
    }
    // k or v: in place only the rows that a query sees are read, of other types every row is widened
    predicate ReadKeys{L}(attest_problem *p, attest_tensor *t) =
      (t->dtype != ATTEST_F64 ==> \forall integer b, g; 0 <= b < t->size[0] ==> 0 <= g < t->size[1] ==>
        ReadTensorMatrix(t,b,g)) &&
      \forall integer b, h, i, j; 0 <= b < p->q.size[0] ==> 0 <= h < p->q.size[1] ==> 0 <= i < p->q.size[2] ==>
        0 <= j < t->size[2] ==>
        at(visible(p,b,h,i),j) != 0 ==> ReadTensorRow(t,b,KvHead(p,h),j);
    predicate ReadRows{L}(attest_tensor *t) = \forall integer b, h, i; 0 <= b < t->size[0] ==> 0 <= h < t->size[1] ==>
      0 <= i < t->size[2] ==>
      ReadTensorRow(t,b,h,i);
    predicate ReadTensors{L}(attest_problem *p) = ReadRows(&p->q) && ReadKeys(p,&p->k) && ReadKeys(p,&p->v) &&
      (p->mask.data != \null ==> \forall integer b, h, i; 0 <= b < p->q.size[0] ==> 0 <= h < p->q.size[1] ==>
        0 <= i < p->q.size[2] ==> ReadFlagsRow(&p->mask,b,h,i)) && (p->bias.data != \null ==> ReadRows(&p->bias));
    // what query i of head (b,h) reads of q, mask and bias
    predicate ReadRowOf{L}(attest_problem *p, integer b, integer h, integer i) = ReadTensorRow(&p->q,b,h,i) &&
      (p->mask.data != \null ==> ReadFlagsRow(&p->mask,b,h,i)) &&
        (p->bias.data != \null ==> ReadTensorRow(&p->bias,b,h,i));
    // a[0 .. m-1] overlaps nothing that p holds
    predicate ApartProblem{L}(double *a, integer m, attest_problem *p) = \separated(a + (0 .. m-1), p) &&
      (p->sink != \null ==> \separated(a + (0 .. m-1), p->sink + (0 .. p->q.size[1]-1))) &&
      ApartTensor(a,m,&p->q) && ApartTensor(a,m,&p->k) && ApartTensor(a,m,&p->v) &&
        (p->bias.data != \null ==> ApartTensor(a,m,&p->bias));
*/
#endif
