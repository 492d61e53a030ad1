/* Which variant computes a problem, and the threads that do. */
#include "opt/cpu.h"
#include "opt/variant.h"

#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#include <pthread.h>
#endif

enum { LINE = 64 };

static const variant *const variants[] = {
#if defined __x86_64__
    &variant_decode_avx512, &variant_amxbf16, &variant_avx512bf16, &variant_avx512, &variant_decode_avx2, &variant_avx2,
    &variant_decode_base, &variant_base,
#elif defined __aarch64__
    &variant_decode_neon, &variant_neon,
#endif
    &variant_blocked, &variant_blocked64,
    /* by name only, for the variants before do everything: what a program computes must not depend on what it is linked
       with */
    &variant_blas_tiled, &variant_blas, &variant_blas_tiled64, &variant_blas64};

enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* Whether it is linked, and a machine with these features runs it. */
static bool runs_on(unsigned features, const variant *v) { return v != NULL && (v->needs & ~features) == 0; }

const char *attest_variant_name(size_t n) {
  const unsigned features = cpu_features();
  for (size_t i = 0; i < VARIANTS; i++)
    if (runs_on(features, variants[i]) && n-- == 0) return variants[i]->name;
  return NULL;
}

attest_status attest_variant_arithmetic(const char *name, attest_dtype dtype, attest_arithmetic *arithmetic) {
  const unsigned features = cpu_features();
  if (name == NULL || arithmetic == NULL) return ATTEST_BAD_POINTER;
  for (size_t i = 0; i < VARIANTS; i++) {
    if (!runs_on(features, variants[i]) || strcmp(name, variants[i]->name) != 0) continue;
    const attest_dtype computes = dtype == ATTEST_F64 ? ATTEST_F64 : ATTEST_F32;
    *arithmetic = (attest_arithmetic){.accumulate = computes,
                                      .scores = computes,
                                      .probabilities = variants[i]->rounds_weights ? dtype : computes,
                                      .rescales = -1};
    return ATTEST_OK;
  }
  return ATTEST_BAD_OPTION;
}

static attest_status select_variant(const char *name, const attest_problem *p, const attest_answer *a,
                                    const variant **selected) {
  const unsigned features = cpu_features();
  *selected = NULL;
  bool known = name == NULL;
  for (size_t i = 0; i < VARIANTS && *selected == NULL; i++) {
    if (!runs_on(features, variants[i])) continue;
    if (name != NULL ? strcmp(name, variants[i]->name) != 0 : (variants[i]->pays & ~features) != 0) continue;
    known = true;
    if (variants[i]->supports(p, a)) *selected = variants[i];
  }
  return !known ? ATTEST_BAD_OPTION : *selected == NULL ? ATTEST_UNSUPPORTED : ATTEST_OK;
}

/* A tensor of the answer: of this type and these sizes, its strides within reach. */
static attest_status check_output(const attest_output *t, attest_dtype dtype, const attest_problem *p,
                                  int64_t columns) {
  const int64_t size[] = {p->q.size[ATTEST_BATCH], p->q.size[ATTEST_HEAD], p->q.size[ATTEST_POSITION], columns};
  if (t->dtype != dtype) return ATTEST_BAD_DTYPE;
  for (int d = 0; d < ATTEST_AXES; d++) {
    if (t->size[d] != size[d]) return ATTEST_BAD_SHAPE;
    if (size[d] <= 1) continue; /* the stride is never used */
    const int64_t most = ATTEST_MAX_ELEMENTS / (size[d] - 1);
    if (t->stride[d] > most || t->stride[d] < -most) return ATTEST_TOO_LARGE;
  }
  return ATTEST_OK;
}

static attest_status check_answer(const attest_problem *p, const attest_answer *a) {
  if (a == NULL) return ATTEST_BAD_POINTER;
  attest_status status = check_output(&a->out, p->q.dtype, p, p->v.size[ATTEST_COLUMN]);
  if (status == ATTEST_OK && a->lse.data != NULL)
    status = check_output(&a->lse, p->q.dtype == ATTEST_F64 ? ATTEST_F64 : ATTEST_F32, p, 1);
  if (status == ATTEST_OK && a->weights.data != NULL)
    status = check_output(&a->weights, p->q.dtype, p, p->k.size[ATTEST_POSITION]);
  if (status != ATTEST_OK) return status;
  const bool empty = a->out.size[ATTEST_BATCH] * a->out.size[ATTEST_HEAD] == 0 || a->out.size[ATTEST_POSITION] == 0;
  return a->out.data == NULL && !empty ? ATTEST_BAD_POINTER : ATTEST_OK;
}

/* What is to be done, by whom. */
typedef struct job {
  const variant *by;
  plan plan;
  int threads;
  size_t bytes;
} job;

#ifdef _OPENMP
/* Of all threads, as many as have a million multiply-adds or so each: less is done before the others are awake. */
static int worthwhile(const attest_problem *p) {
  const double rows =
      (double)p->q.size[ATTEST_BATCH] * (double)p->q.size[ATTEST_HEAD] * (double)p->q.size[ATTEST_POSITION];
  const double worth =
      rows * (double)p->k.size[ATTEST_POSITION] * (double)(p->q.size[ATTEST_COLUMN] + p->v.size[ATTEST_COLUMN]) / 1e6;
  const int all = omp_get_max_threads();
  return worth < 1 ? 1 : worth < all ? (int)worth : all;
}
#endif

static attest_status make_job(const char *name, const attest_problem *p, const attest_answer *a, int threads,
                              job *made) {
  attest_status status = attest_problem_check(p);
  if (status == ATTEST_OK) status = check_answer(p, a);
  if (status == ATTEST_OK) status = threads < 0 ? ATTEST_BAD_OPTION : select_variant(name, p, a, &made->by);
  if (status != ATTEST_OK) return status;
#ifdef _OPENMP
  made->threads = threads == 0 ? worthwhile(p) : threads;
#else
  made->threads = 1;
#endif
  made->plan = made->by->plan(p, made->threads);
  const int64_t most = made->plan.pieces > made->plan.joins ? made->plan.pieces : made->plan.joins;
  if (made->threads > most) made->threads = most < 1 ? 1 : (int)most;
  const size_t own = made->plan.own;
  if (made->plan.shared > SIZE_MAX / 4 || (own > 0 && (size_t)made->threads > SIZE_MAX / 4 / own))
    return ATTEST_TOO_LARGE;
  made->bytes = made->plan.shared + own * (size_t)made->threads + 2 * LINE;
  return ATTEST_OK;
}

static char *next_line(char *p) { return p + (LINE - (uintptr_t)p % LINE) % LINE; }

attest_status attest_attention_workspace(const attest_problem *problem, const attest_answer *answer, const char *name,
                                         int threads, size_t *bytes) {
  job made;
  if (problem == NULL || bytes == NULL) return ATTEST_BAD_POINTER;
  const attest_status status = make_job(name, problem, answer, threads, &made);
  if (status == ATTEST_OK) *bytes = made.bytes;
  return status;
}

attest_status attest_variant_selected(const attest_problem *problem, const attest_answer *answer, const char **name) {
  job made;
  if (problem == NULL || name == NULL) return ATTEST_BAD_POINTER;
  const attest_status status = make_job(NULL, problem, answer, 1, &made);
  if (status == ATTEST_OK) *name = made.by->name;
  return status;
}

#ifdef _OPENMP
enum { TRIED = 256 }; /* most threads that are tried at once */

static void *wait_for(void *gate) {
  (void)pthread_mutex_lock(gate);
  (void)pthread_mutex_unlock(gate);
  return NULL;
}

/* How many of so many threads start. OpenMP's own ends the program where one does not (libgomp: "Thread creation
   failed"), so as many are started and ended here first, once: what has started together can again. */
static int threads_that_start(int wanted) {
  static _Atomic int known = 1;
  pthread_t started[TRIED];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  int count = 0;
  if (wanted > TRIED) wanted = TRIED;
  if (wanted <= known) return wanted;
  (void)pthread_mutex_lock(&gate);
  while (count < wanted - 1 && pthread_create(&started[count], NULL, wait_for, &gate) == 0) count++;
  (void)pthread_mutex_unlock(&gate);
  for (int n = 0; n < count; n++) (void)pthread_join(started[n], NULL);
  if (count + 1 > known) known = count + 1;
  return count + 1;
}
#endif

static int own_number(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

attest_status attest_attention(const attest_problem *problem, const attest_answer *answer, const char *name,
                               int threads, void *workspace, size_t bytes) {
  job made;
  if (problem == NULL) return ATTEST_BAD_POINTER;
  const attest_status status = make_job(name, problem, answer, threads, &made);
  if (status != ATTEST_OK) return status;
  if (workspace == NULL) return ATTEST_BAD_POINTER;
  if (bytes < made.bytes) return ATTEST_BAD_WORKSPACE;
#ifdef _OPENMP
  made.threads = threads_that_start(made.threads);
#endif
  char *const shared = next_line(workspace), *const own = next_line(shared + made.plan.shared);
#pragma omp parallel num_threads(made.threads) if (made.threads > 1)
  {
    char *const mine = own + (size_t)own_number() * made.plan.own;
#pragma omp for schedule(dynamic)
    for (int64_t n = 0; n < made.plan.pieces; n++) made.by->piece(problem, answer, &made.plan, n, shared, mine);
#pragma omp for schedule(dynamic)
    for (int64_t n = 0; n < made.plan.joins; n++) made.by->join(problem, answer, &made.plan, n, shared);
  }
  return ATTEST_OK;
}
