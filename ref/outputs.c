/* Row i of the outputs: out[i], lse[i], weights[i,0..keys-1]; and the rows from one on, which are outputs of their own.
   */
#include "ref/outputs.h"

#include "ref/logic/kept_apart.h"
#include "ref/logic/slab.h"

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

void ref_store_row(int64_t i, double lse, const double *w, int64_t keys, ref_outputs o) {
  //@ assert spans: (o.lse != \null ==> span(o.lse,1) == 1) && (o.weights != \null ==> span(o.weights,keys) == keys);
  if (o.lse != NULL) o.lse[i] = lse;
  //@ assert set: o.lse != \null ==> at(fvec(o.lse),i) == lse;
  //@ assert kept: Same(fvec(w), fvec{Pre}(w), keys);
  if (o.weights != NULL) copy_row(w, o.weights + ref_times(i, keys), keys);
  //@ assert copied: o.weights != \null ==> Same(fvec{Pre}(w), fvec(o.weights + times(i,keys)), keys);
}

/* Rows r .. r+n-1 of d columns are among m rows. */
/*@ ghost
/@ requires sizes: 0 <= r && 0 <= n && 0 <= d;
   assigns \nothing;
   ensures first: 0 <= times(r,d);
   ensures inside: \forall integer m; r + n <= m ==> times(r,d) + times(n,d) <= times(m,d); @/
static void rows_inside(int64_t r, int64_t n, int64_t d) {}
*/

ref_outputs ref_outputs_from(const attest_problem *p, ref_outputs o, int64_t r) {
  //@ ghost rows_inside(r, p->q.size[ATTEST_POSITION], p->v.size[ATTEST_COLUMN]);
  //@ ghost rows_inside(r, p->q.size[ATTEST_POSITION], p->k.size[ATTEST_POSITION]);
  //@ assert nonnegative: 0 <= times(p->q.size[2],p->v.size[3]) && 0 <= times(p->q.size[2],p->k.size[2]);
  return (ref_outputs){.out = o.out + ref_times(r, p->v.size[ATTEST_COLUMN]),
                       .lse = o.lse != NULL ? o.lse + r : NULL,
                       .weights = o.weights != NULL ? o.weights + ref_times(r, p->k.size[ATTEST_POSITION]) : NULL};
}
