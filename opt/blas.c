/* Attention by matrix products of a library (OpenBLAS). What others call eager or unfused: the products are as fast as
   they come, everything between them goes through memory.

   For the rows Q_i of a slice (queries of the heads that share one kv head), and its keys in blocks K_j, V_j:
     S  = Q_i K_j^T                                  a matrix product
     S  = scale * S, softcap, bias                   -infinity where the key is hidden, whatever stood there
     m' = max(m, rowmax(S)),  P = exp(S - m')
     l  = exp(m - m') l + rowsum(P)
     O  = exp(m - m') O + P V_j                      a matrix product
     m  = m'
   and at the end out = O / l, lse = m + log(l).

   blas        one block: all rows and all keys of the slice. S and P are whole, rows x keys numbers of workspace a
               thread, and weights = P / l can be given: the textbook's form [Vaswani2017, section 3.2.1]
   blas-tiled  blocks of ROWS rows and KEYS keys; the sum over blocks is the online softmax [Milakov2018, algorithm 3]
               [Dao2022]
   and blas64, blas-tiled64 the same for problems with an f64 tensor.

   0 times a value that is not finite is NaN, so where a block has such values and some key is hidden, the second
   product is done here, by selection.

   The library's own threads are not used: each thread of ours calls it for its own piece. OpenBLAS built with OpenMP
   sees this by itself, for it asks OpenMP how many threads the caller may start, and that is set to 1 for the time of a
   piece, in the calling thread only: no state of the library, which others in the process may use, is touched. (Of its
   other builds, that with POSIX threads knows only a number for the whole process, and that without threads hands the
   same buffer to two callers.) Which instructions it uses is its own choice: ATTEST_CPU does not reach it,
   OPENBLAS_CORETYPE does. */
#ifdef REAL
#define NAMED(name) name##64
#define SOFTMAX(isa) softmax64_##isa
#define SUFFIX "64"
#else
#define NAMED(name) name
#define SOFTMAX(isa) softmax_##isa
#define SUFFIX ""
#endif

#include <cblas.h>
#include <limits.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "opt/cpu.h"
#include "opt/score.h"
#include "opt/softmax.h"
#include "opt/variant.h"

enum { ROWS = 192, KEYS = 384 };

typedef real softmax_step(real *s, ptrdiff_t n, real scale, real *m); /* opt/softmax.h */

typedef struct work {
  const slice *of;
  int64_t row, rows, key, keys; /* the block at hand */
  int64_t d_k, d_v, step;       /* step: from row to row of s */
  real *q, *s, *o, *m, *l;      /* rows x (d_k, step, d_v, 1, 1) */
  real *copied_k, *copied_v;    /* step x (d_k, d_v): for what does not lie as the library wants it */
  const real *k, *v;            /* the keys and values at hand */
  int64_t k_step, v_step;
  softmax_step *softmax;
} work;

/* Lays out the memory for blocks of so many rows and keys; the numbers it takes. All below 2^31, so that nothing
   overflows. */
static uint64_t lay_out(work *w, const attest_problem *p, int64_t rows, int64_t keys, real *memory) {
  w->d_k = p->q.size[ATTEST_COLUMN], w->d_v = p->v.size[ATTEST_COLUMN], w->step = keys;
  const struct {
    real **array;
    int64_t rows, cols;
  } arrays[] = {{&w->q, rows, w->d_k}, {&w->s, rows, keys},          {&w->o, rows, w->d_v},       {&w->m, rows, 1},
                {&w->l, rows, 1},      {&w->copied_k, keys, w->d_k}, {&w->copied_v, keys, w->d_v}};
  uint64_t used = 0;
  for (size_t n = 0; n < sizeof arrays / sizeof arrays[0]; n++) {
    if (memory != NULL) *arrays[n].array = memory + used;
    used += (uint64_t)arrays[n].rows * (uint64_t)arrays[n].cols;
  }
  return used;
}

/* ---- matrix products */

/* C = A B + beta C, or A B^T; row by row, ld* numbers apart; C is m x n, and the sums have k terms. */
static void multiply(CBLAS_TRANSPOSE of_b, const int64_t size[3], const real *a, int64_t lda, const real *b,
                     int64_t ldb, real beta, real *c, int64_t ldc) {
  const blasint m = (blasint)size[0], n = (blasint)size[1], k = (blasint)size[2];
  const void *const from = a, *const and = b;
  void *const to = c;
  if (IN_F64)
    cblas_dgemm(CblasRowMajor, CblasNoTrans, of_b, m, n, k, 1, from, (blasint)lda, and, (blasint)ldb, (double)beta, to,
                (blasint)ldc);
  else
    cblas_sgemm(CblasRowMajor, CblasNoTrans, of_b, m, n, k, 1, from, (blasint)lda, and, (blasint)ldb, (float)beta, to,
                (blasint)ldc);
}

/* Rows of k or v from the block's first key on, as the library reads them: where they lie, if they lie so, else in
   copied. */
static const real *rows_of(const work *w, const attest_tensor *t, real *copied, int64_t *step) {
  const int64_t cols = t->size[ATTEST_COLUMN], apart = t->stride[ATTEST_POSITION];
  if (t->dtype == (IN_F64 ? ATTEST_F64 : ATTEST_F32) && t->stride[ATTEST_COLUMN] == 1 && apart >= cols &&
      apart <= INT_MAX) {
    *step = apart;
    return (const real *)(const void *)slice_key(w->of, t, w->key);
  }
  for (int64_t j = 0; j < w->keys; j++) load_row(copied + j * cols, slice_key(w->of, t, w->key + j), t);
  *step = cols;
  return copied;
}

/* ---- a block */

/* That of the widest instruction set that this machine has, and ATTEST_CPU allows. */
static softmax_step *softmax_widest(void) {
#ifdef __x86_64__
  const unsigned cpu = cpu_features();
  return (cpu & CPU_AVX512) != 0 ? SOFTMAX(avx512) : (cpu & CPU_AVX2) != 0 ? SOFTMAX(avx2) : SOFTMAX(base);
#else
  return SOFTMAX(neon);
#endif
}

/* Row i of S, where a bias, a mask or a softcap is, from products to scores; whether it sees any of keys first .. end -
   1 of the block. */
static bool score(const work *w, const score_row *row, real *s, int64_t first, int64_t end) {
  bool any = false;
  for (int64_t j = first; j < end; j++) {
    const bool sees = score_sees(row, w->key + j);
    s[j] = sees ? score_of(row, w->key + j, s[j]) : (real)-INFINITY;
    any = any || sees;
  }
  return any;
}

/* The step of the online softmax for row i: S becomes P, what was summed is brought to the new maximum. */
static void fold(const work *w, int64_t i) {
  real *const s = w->s + i * w->step, *const o = w->o + i * w->d_v, m = w->m[i];
  const score_row row = score_row_of(w->of, w->row + i);
  const bool plain = row.bias == NULL && row.mask == NULL && row.cap == 0;
  const int64_t first = slice_clamp(row.first - w->key, w->keys), end = slice_clamp(row.end - w->key, w->keys);
  if (first >= end || !(plain || score(w, &row, s, first, end))) {
    memset(s, 0, (size_t)w->keys * sizeof *s);
    return;
  }
  const real sum = w->softmax(s + first, end - first, plain ? row.scale : 1, &w->m[i]);
  memset(s, 0, (size_t)first * sizeof *s);
  memset(s + end, 0, (size_t)(w->keys - end) * sizeof *s);
  const real keep = w->l[i] == 0 ? 0 : exponential(m - w->m[i]);
  for (int64_t c = 0; c < w->d_v && keep != 1; c++) o[c] *= keep;
  w->l[i] = w->l[i] * keep + sum;
}

static bool all_finite(const work *w) {
  real sum = 0;
  for (int64_t j = 0; j < w->keys; j++)
    for (int64_t c = 0; c < w->d_v; c++) sum += w->v[j * w->v_step + c] * 0;
  return sum == 0;
}

/* O += P V for the keys that each row sees, whatever the others hold. */
static void gather_seen(const work *w) {
  for (int64_t i = 0; i < w->rows; i++) {
    const score_row row = score_row_of(w->of, w->row + i);
    for (int64_t j = 0; j < w->keys; j++) {
      if (!score_sees(&row, w->key + j)) continue;
      for (int64_t c = 0; c < w->d_v; c++) w->o[i * w->d_v + c] += w->s[i * w->step + j] * w->v[j * w->v_step + c];
    }
  }
}

/* Keys key .. key + keys - 1 for all rows. */
static void attend_block(work *w, int64_t key, int64_t keys) {
  const attest_problem *const p = w->of->problem;
  w->key = key, w->keys = keys;
  w->k = rows_of(w, &p->k, w->copied_k, &w->k_step);
  w->v = rows_of(w, &p->v, w->copied_v, &w->v_step);
  multiply(CblasTrans, (int64_t[]){w->rows, keys, w->d_k}, w->q, w->d_k, w->k, w->k_step, 0, w->s, w->step);
  for (int64_t i = 0; i < w->rows; i++) fold(w, i);
  const bool hides =
      p->mask.data != NULL || p->bias.data != NULL || slice_hides(w->of, w->row, w->row + w->rows, key, key + keys);
  if (hides && !all_finite(w)) gather_seen(w);
  else multiply(CblasNoTrans, (int64_t[]){w->rows, w->d_v, keys}, w->s, w->step, w->v, w->v_step, 1, w->o, w->d_v);
}

/* ---- a piece */

/* Starts row i: its query, and its head's sink as a key whose value is 0. */
static void begin(const work *w, int64_t i) {
  const attest_problem *const p = w->of->problem;
  const int64_t head = w->of->kv_head * w->of->group + (w->row + i) % w->of->group;
  load_row(w->q + i * w->d_k, slice_row(w->of, &p->q, w->row + i), &p->q);
  memset(w->o + i * w->d_v, 0, (size_t)w->d_v * sizeof *w->o);
  w->m[i] = p->sink != NULL ? (real)p->sink[head] : (real)-INFINITY;
  w->l[i] = p->sink != NULL ? 1 : 0;
}

/* Divides, and stores the row. One that saw nothing is 0. */
static void finish(const work *w, int64_t i) {
  const attest_output *const out = &w->of->answer->out, *const lse = &w->of->answer->lse;
  real *const o = w->o + i * w->d_v;
  for (int64_t c = 0; c < w->d_v; c++) o[c] = w->l[i] == 0 ? 0 : o[c] / w->l[i];
  store_row(slice_output_row(w->of, out, w->row + i), out, w->d_v, o);
  if (lse->data != NULL) store(slice_output_row(w->of, lse, w->row + i), lse->dtype, 0, w->m[i] + logarithm(w->l[i]));
}

/* The weights of row i, where P is whole: keys key .. key + keys - 1 of all. A NaN among them is in all of P, but not
   in weights that are hidden. */
static void store_weights(const work *w, int64_t i) {
  const attest_output *const t = &w->of->answer->weights;
  const score_row row = score_row_of(w->of, w->row + i);
  char *const to = slice_output_row(w->of, t, w->row + i);
  for (int64_t j = 0; j < t->size[ATTEST_COLUMN]; j++) {
    const bool sees = j >= w->key && j < w->key + w->keys && score_sees(&row, j);
    store(to, t->dtype, j * t->stride[ATTEST_COLUMN], sees ? w->s[i * w->step + j - w->key] / w->l[i] : 0);
  }
}

/* How many threads the caller may start from now on; the result is how many it could before. */
static int allow_threads(int threads) {
#ifdef _OPENMP
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  return before;
#else
  return threads;
#endif
}

/* Rows row .. row + rows - 1 of slice n, keys in blocks of so many. */
static void attend(const attest_problem *p, const attest_answer *a, int64_t n, int64_t row, int64_t rows, int64_t keys,
                   void *own) {
  const slice of = slice_of(p, a, n);
  work w = {.of = &of, .row = row, .rows = of.rows - row < rows ? of.rows - row : rows, .softmax = softmax_widest()};
  (void)lay_out(&w, p, rows, keys, own);
  for (int64_t i = 0; i < w.rows; i++) begin(&w, i);
  const int64_t end = slice_end_key(&of, row + w.rows - 1);
  const int threads = allow_threads(1);
  for (int64_t key = slice_first_key(&of, row); key < end; key += keys)
    attend_block(&w, key, end - key < keys ? end - key : keys);
  (void)allow_threads(threads);
  for (int64_t i = 0; i < w.rows; i++) finish(&w, i);
  for (int64_t i = 0; i < w.rows && a->weights.data != NULL; i++) store_weights(&w, i);
}

/* ---- the variants */

static int64_t rows_of_slice(const attest_problem *p) {
  return slice_count(p) == 0 ? 0 : p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION];
}

static plan plan_of(const attest_problem *p, int64_t rows, int64_t keys) {
  work w;
  const uint64_t numbers = lay_out(&w, p, rows, keys, NULL), most = SIZE_MAX / 2;
  const int64_t blocks = rows == 0 ? 0 : (rows_of_slice(p) + rows - 1) / rows;
  return (plan){.pieces = slice_count(p) * blocks,
                .rows = rows,
                .own = numbers > (most - 63) / sizeof(real) ? most : (numbers * sizeof(real) + 63) / 64 * 64};
}

static plan plan_whole(const attest_problem *p, int threads) {
  (void)threads;
  return plan_of(p, rows_of_slice(p), p->k.size[ATTEST_POSITION]);
}

static plan plan_tiled(const attest_problem *p, int threads) {
  (void)threads;
  return plan_of(p, ROWS, KEYS);
}

static void attend_whole(const attest_problem *p, const attest_answer *a, const plan *made, int64_t n, void *shared,
                         void *own) {
  (void)shared;
  attend(p, a, n, 0, made->rows, p->k.size[ATTEST_POSITION], own);
}

static void attend_tiled(const attest_problem *p, const attest_answer *a, const plan *made, int64_t n, void *shared,
                         void *own) {
  (void)shared;
  const int64_t per_slice = made->pieces / slice_count(p);
  attend(p, a, n / per_slice, n % per_slice * ROWS, ROWS, KEYS, own);
}

/* The library counts in int. */
static bool supports_whole(const attest_problem *p, const attest_answer *a) {
  (void)a;
  return slice_in_f64(p) == IN_F64 && rows_of_slice(p) <= INT_MAX;
}

static bool supports_tiled(const attest_problem *p, const attest_answer *a) {
  return slice_in_f64(p) == IN_F64 && a->weights.data == NULL;
}

const variant NAMED(variant_blas) = {
    .name = "blas" SUFFIX, .supports = supports_whole, .plan = plan_whole, .piece = attend_whole};

const variant NAMED(variant_blas_tiled) = {
    .name = "blas-tiled" SUFFIX, .supports = supports_tiled, .plan = plan_tiled, .piece = attend_tiled};
