#include "check/judge/other_problem.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"

/* Whether, in any batch, the diagonal from the bottom right differs from that from the top left. */
static bool has_corner(const attest_problem *p) {
  if ((!p->causal && !p->windowed) || p->alignment != ATTEST_ALIGN_BOTTOM_RIGHT) return false;
  for (int64_t b = 0; b < p->q.size[ATTEST_BATCH]; b++)
    if (problem_f64_offset(p, problem_f64_kv_len(p, b)) != 0) return true;
  return false;
}

convention_set other_problem_shows(const attest_problem *p, const attest_answer *answer) {
  const int64_t q_heads = p->q.size[ATTEST_HEAD], kv_heads = p->k.size[ATTEST_HEAD];
  convention_set set = 0;
  if (has_corner(p)) set |= CONVENTION_BIT(CONVENTION_TOP_LEFT);
  if (kv_heads > 1 && q_heads > kv_heads) set |= CONVENTION_BIT(CONVENTION_KV_TILED);
  if (p->causal && p->mask.data != NULL) set |= CONVENTION_BIT(CONVENTION_MASK_LOST);
  if (p->scale != 0 && p->scale != problem_f64_default_scale(p->q.size[ATTEST_COLUMN]))
    set |= CONVENTION_BIT(CONVENTION_DEFAULT_SCALE);
  if (answer->lse.data != NULL) set |= CONVENTION_BIT(CONVENTION_LSE_BASE_2);
  return set;
}

/* Replaces a k or v by a copy with one matrix for each query head: that of head h % heads. The copy is *memory. */
static check_status tile_heads(attest_tensor *t, int64_t q_heads, void **memory, check_error *error) {
  const int64_t heads = t->size[ATTEST_HEAD], matrix = t->size[ATTEST_POSITION] * t->size[ATTEST_COLUMN];
  double *from = tensor_widen(t), *to = malloc(((size_t)(t->size[ATTEST_BATCH] * q_heads * matrix) + 1) * sizeof *to);
  *memory = to;
  for (int64_t n = 0; from != NULL && to != NULL && n < t->size[ATTEST_BATCH] * q_heads; n++) {
    const int64_t source = n / q_heads * heads + n % q_heads % heads;
    (void)memcpy(to + n * matrix, from + source * matrix, (size_t)matrix * sizeof *to);
  }
  const bool whole = from != NULL && to != NULL;
  free(from);
  *t = (attest_tensor){.data = to,
                       .dtype = ATTEST_F64,
                       .size = {t->size[ATTEST_BATCH], q_heads, t->size[ATTEST_POSITION], t->size[ATTEST_COLUMN]},
                       .stride = {q_heads * matrix, matrix, t->size[ATTEST_COLUMN], 1}};
  return whole ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for k and v of every head");
}

check_status other_problem_make(const attest_problem *problem, convention_set followed, other_problem *other,
                                check_error *error) {
  attest_problem *p = &other->problem;
  check_status status = CHECK_OK;
  *other = (other_problem){.problem = *problem};
  if ((followed & CONVENTION_BIT(CONVENTION_TOP_LEFT)) != 0 && p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT)
    p->alignment = ATTEST_ALIGN_TOP_LEFT;
  if ((followed & CONVENTION_BIT(CONVENTION_MASK_LOST)) != 0 && p->causal) p->mask.data = NULL;
  if ((followed & CONVENTION_BIT(CONVENTION_DEFAULT_SCALE)) != 0) p->scale = 0;
  if ((followed & CONVENTION_BIT(CONVENTION_KV_TILED)) == 0) return CHECK_OK;
  status = tile_heads(&p->k, p->q.size[ATTEST_HEAD], &other->memory[0], error);
  return status == CHECK_OK ? tile_heads(&p->v, p->q.size[ATTEST_HEAD], &other->memory[1], error) : status;
}

void other_problem_free(other_problem *other) {
  free(other->memory[0]);
  free(other->memory[1]);
}
