/* The public entry to attention: what a call must be, then ref_attention. */
#include "ref/check.h"
#include "ref/problem.h"
#include "ref/workspace.h"

/* See attest.h. */
/*@ requires readable: p != \null ==> \valid_read(p) && ReadVectorsOfSizes(*p);
    assigns \nothing;
    ensures null: p == \null ==> \result == ATTEST_BAD_POINTER;
    ensures says: p != \null ==> Says(\result,*p);
    ensures ok: p != \null ==> (\result == ATTEST_OK <==> Accepted(*p)); */
attest_status attest_problem_check(const attest_problem *p) {
  return p != NULL ? ref_check_problem(*p) : ATTEST_BAD_POINTER;
}

/* Checks the problem, then the answer. */
/*@ requires readable: p != \null ==> \valid_read(p) && ReadVectorsOfSizes(*p);
    requires readable_answer: a != \null ==> \valid_read(a);
    assigns \nothing;
    ensures null: p == \null ==> \result == ATTEST_BAD_POINTER;
    ensures problem: p != \null ==> !Accepted(*p) ==> Says(\result,*p);
    ensures pointer: p != \null ==> Accepted(*p) ==>
      (\result == ATTEST_BAD_POINTER <==> a == \null || OutMissing(*p,*a));
    ensures dtype: p != \null ==> Accepted(*p) ==> \result == ATTEST_BAD_DTYPE ==> !AnswerDoubles(*a);
    ensures shape: p != \null ==> Accepted(*p) ==> \result == ATTEST_BAD_SHAPE ==> !AnswerShaped(*p,*a);
    ensures status: p != \null ==> Accepted(*p) ==> \result == ATTEST_OK || \result == ATTEST_BAD_POINTER ||
      \result == ATTEST_BAD_DTYPE || \result == ATTEST_BAD_SHAPE;
    ensures ok: \result == ATTEST_OK <==> Described(p,a); */
static attest_status check_call(const attest_problem *p, const attest_answer *a) {
  const attest_status status = attest_problem_check(p);
  if (status != ATTEST_OK) return status;
  return a != NULL ? ref_check_answer(*p, *a) : ATTEST_BAD_POINTER;
}

/* See attest.h. */
/*@ requires readable: p != \null ==> \valid_read(p) && ReadVectorsOfSizes(*p);
    requires readable_answer: a != \null ==> \valid_read(a);
    requires writable: bytes != \null ==> \valid(bytes);
    assigns *bytes;
    ensures null: p == \null ==> \result == ATTEST_BAD_POINTER;
    ensures problem: p != \null ==> !Accepted{Pre}(\old(*p)) ==> Says{Pre}(\result,\old(*p));
    ensures pointer: p != \null ==> Accepted{Pre}(\old(*p)) ==> a == \null || OutMissing(\old(*p),\old(*a)) ==>
      \result == ATTEST_BAD_POINTER;
    ensures answer: p != \null ==> a != \null ==> Accepted{Pre}(\old(*p)) ==> !OutMissing(\old(*p),\old(*a)) ==>
      !AnswerGood(\old(*p),\old(*a)) ==> (\result == ATTEST_BAD_DTYPE && !AnswerDoubles(\old(*a))) ||
      (\result == ATTEST_BAD_SHAPE && !AnswerShaped(\old(*p),\old(*a)));
    ensures no_place: Described{Pre}(p,a) ==> bytes == \null ==> \result == ATTEST_BAD_POINTER;
    ensures ok: \result == ATTEST_OK <==> Described{Pre}(p,a) && bytes != \null;
    ensures bytes: \result == ATTEST_OK ==> *bytes == 9 * \old(p->k.size[2]);
    ensures untouched: \result != ATTEST_OK ==> bytes != \null ==> *bytes == \old(*bytes); */
attest_status attest_reference_workspace(const attest_problem *p, const attest_answer *a, size_t *bytes) {
  const attest_status status = check_call(p, a);
  if (status != ATTEST_OK) return status;
  if (bytes == NULL) return ATTEST_BAD_POINTER;
  *bytes = ref_workspace_bytes(p->k.size[ATTEST_POSITION], p->k.size[ATTEST_POSITION]);
  return ATTEST_OK;
}

#define OUT ((double *)a->out.data)
#define LSE ((double *)a->lse.data)
#define WEIGHTS ((double *)a->weights.data)
#define WORK ((double *)workspace)
#define FLAGS ((unsigned char *)(WORK + p->k.size[2]))
/* See attest.h. */
/*@ requires readable: p != \null ==> \valid_read(p) && ReadVectorsOfSizes(*p);
    requires readable_answer: a != \null ==> \valid_read(a);
    behavior computed:
      assumes computed: Computable(p,a,workspace,bytes);
      requires tensors: \forall integer b, h, i; IsQuery(*p,b,h,i) ==> ReadQuery(*p,b,h,i);
      requires writable: WritableAnswers(*p,OUT,LSE,WEIGHTS,WORK,FLAGS);
      requires apart: ApartCall(*p,OUT,LSE,WEIGHTS,WORK,FLAGS);
      assigns OUT[0 .. OutSize(*p)-1], LSE[0 .. LseSize(*p,LSE)-1], WEIGHTS[0 .. WeightsSize(*p,WEIGHTS)-1],
        WORK[0 .. p->k.size[2]-1], FLAGS[0 .. p->k.size[2]-1];
      ensures ok: \result == ATTEST_OK;
      ensures answered: \forall integer b, h, i; IsQuery(\old(*p),b,h,i) ==>
        Answered{Pre,Post}(\old(*p),\old(OUT),\old(LSE),\old(WEIGHTS),b,h,i);
    behavior refused:
      assumes refused: !Computable(p,a,workspace,bytes);
      assigns \nothing;
      ensures failed: \result != ATTEST_OK;
      ensures null: p == \null ==> \result == ATTEST_BAD_POINTER;
      ensures problem: p != \null ==> !Accepted(*p) ==> Says(\result,*p);
      ensures pointer: p != \null ==> Accepted(*p) ==> a == \null || OutMissing(*p,*a) ==> \result ==
        ATTEST_BAD_POINTER;
      ensures answer: p != \null ==> a != \null ==> Accepted(*p) ==> !OutMissing(*p,*a) ==> !AnswerGood(*p,*a) ==>
        (\result == ATTEST_BAD_DTYPE && !AnswerDoubles(*a)) || (\result == ATTEST_BAD_SHAPE && !AnswerShaped(*p,*a));
      ensures workspace: Described(p,a) ==>
        \result == (workspace == \null && p->k.size[2] > 0 ? ATTEST_BAD_POINTER : ATTEST_BAD_WORKSPACE);
    complete behaviors;
    disjoint behaviors; */
attest_status attest_reference(const attest_problem *p, const attest_answer *a, void *workspace, size_t bytes) {
  const attest_status status = check_call(p, a);
  if (status != ATTEST_OK) return status;
  const int64_t keys = p->k.size[ATTEST_POSITION];
  const size_t need = ref_workspace_bytes(keys, keys);
  if (workspace == NULL && need > 0) return ATTEST_BAD_POINTER;
  if (bytes < need) return ATTEST_BAD_WORKSPACE;
  double *const out = a->out.data;
  if (out == NULL) return ATTEST_OK; // no query
  double *const work = workspace;
  unsigned char *const vis = keys > 0 ? (unsigned char *)(work + keys) : NULL;
  //@ assert flags: keys > 0 ? vis == FLAGS : keys == 0;
  //@ assert apart: ApartCall(*p,out,LSE,WEIGHTS,work,vis);
  //@ assert full: keys > 0 ==> WritableAnswers(*p,out,LSE,WEIGHTS,work,vis);
  //@ assert empty: keys == 0 ==> WritableAnswers(*p,out,LSE,WEIGHTS,work,vis);
  //@ assert writable: WritableAnswers(*p,out,LSE,WEIGHTS,work,vis);
  ref_attention(*p, out, a->lse.data, a->weights.data, work, vis);
  return ATTEST_OK;
}
