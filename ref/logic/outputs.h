/* Where the answers of a problem go: what of it is valid, and what it is apart from. */
#ifndef ATTEST_LOGIC_OUTPUTS_H
#define ATTEST_LOGIC_OUTPUTS_H
#include "ref/logic/problem.h"
/*@ // of n rows
    predicate ValidOutputs{L}(attest_problem *p, ref_outputs o, integer n) =
      \valid(o.out + (0 .. times(n,p->v.size[3])-1)) &&
      \valid(o.lse + (0 .. span(o.lse,n)-1)) && \valid(o.weights + (0 .. span(o.weights,times(n,p->k.size[2]))-1));
    predicate ApartOutputs{L}(attest_problem *p, ref_outputs o, integer n, double *work, integer m, unsigned char *vis)
      =
      \separated(o.out + (0 .. times(n,p->v.size[3])-1), o.lse + (0 .. span(o.lse,n)-1),
        o.weights + (0 .. span(o.weights,times(n,p->k.size[2]))-1), work + (0 .. m-1), vis + (0 .. p->k.size[2]-1));
    predicate ApartInputs{L}(attest_problem *p, ref_outputs o, integer n, double *work, integer m) =
      ApartProblem(o.out,times(n,p->v.size[3]),p) && ApartProblem(o.lse,span(o.lse,n),p) &&
      ApartProblem(o.weights,span(o.weights,times(n,p->k.size[2])),p) && ApartProblem(work,m,p);
    predicate ApartMatrix{L}(attest_problem *p, ref_outputs o, integer n, double *work, integer m, ref_matrix A,
      integer r, integer d) =
      OffMat(o.out,times(n,p->v.size[3]),A,r,d) && OffMat(o.lse,span(o.lse,n),A,r,d) &&
      OffMat(o.weights,span(o.weights,times(n,p->k.size[2])),A,r,d) && OffMat(work,m,A,r,d);
    predicate ApartNumber{L}(attest_problem *p, ref_outputs o, integer n, double *work, integer m, double *x) =
      \separated(x, o.out + (0 .. times(n,p->v.size[3])-1)) && \separated(x, o.lse + (0 .. span(o.lse,n)-1)) &&
      \separated(x, o.weights + (0 .. span(o.weights,times(n,p->k.size[2]))-1)) && \separated(x, work + (0 .. m-1));
*/
/*@ // rows are those of the outputs from row r on
    predicate FromRow{L}(attest_problem *p, ref_outputs o, ref_outputs rows, integer r) = rows.out ==
      o.out + times(r,p->v.size[3]) &&
      (o.lse == \null ==> rows.lse == \null) && (o.lse != \null ==> rows.lse == o.lse + r) &&
      (o.weights == \null ==> rows.weights == \null) &&
        (o.weights != \null ==> rows.weights == o.weights + times(r,p->k.size[2]));
*/
#endif
