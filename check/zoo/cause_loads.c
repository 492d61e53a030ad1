/* Causes: the batch, head, row or column that is read. */
#include "check/zoo/cause.h"

static int64_t number(const zoo_row *r) { return (int64_t)r->number; }

/* ---- the kv head of a query head */

static int64_t kv_head_within(const zoo_row *r, int64_t n) { return zoo_within(n, r->w->kv_heads); }
static int64_t head_mod(const zoo_row *r) { return r->h % r->w->kv_heads; }
static int64_t head_0(const zoo_row *r) { return (void)r, 0; }
static int64_t next_head(const zoo_row *r) { return kv_head_within(r, zoo_right.kv_head(r) + 1); }
static int64_t head_before(const zoo_row *r) { return kv_head_within(r, zoo_right.kv_head(r) - 1); }
static int64_t last_head(const zoo_row *r) { return r->w->kv_heads - 1; }
static int64_t head_reversed(const zoo_row *r) { return r->w->kv_heads - 1 - zoo_right.kv_head(r); }
static int64_t by_kv_heads(const zoo_row *r) { return kv_head_within(r, r->h / r->w->kv_heads); }
static int64_t head_clipped(const zoo_row *r) { return r->h < r->w->kv_heads ? r->h : r->w->kv_heads - 1; }
static int64_t group_rounded(const zoo_row *r) {
  const int64_t group = zoo_group(r);
  int64_t power = 1;
  while (2 * power <= group) power *= 2;
  return kv_head_within(r, r->h / power);
}
static int64_t group_rounded_clipped(const zoo_row *r) {
  const int64_t group = zoo_group(r), last = r->w->kv_heads - 1;
  int64_t power = 1;
  while (2 * power <= group) power *= 2;
  return r->h / power < last ? r->h / power : last;
}
static int64_t group_rounded_up(const zoo_row *r) {
  const int64_t group = zoo_group(r);
  int64_t power = 1;
  while (power < group) power *= 2;
  return kv_head_within(r, r->h / power);
}
static int64_t by_2(const zoo_row *r) { return kv_head_within(r, r->h / 2); }
static int64_t head_up(const zoo_row *r) { return kv_head_within(r, (r->h + zoo_group(r) - 1) / zoo_group(r)); }

/* ---- other rows of q, k and v */

static double q_at(const zoo_row *r, int64_t b, int64_t h, int64_t i, int64_t c) {
  return problem_f64_row(r->w->q, b * r->w->q_heads + h, r->w->q_len, r->w->d_k, i)[c];
}
static double k_at(const zoo_row *r, int64_t b, int64_t g, int64_t j, int64_t c) {
  return problem_f64_row(r->w->k, b * r->w->kv_heads + g, r->w->keys, r->w->d_k, j)[c];
}
static double v_at(const zoo_row *r, int64_t b, int64_t g, int64_t j, int64_t c) {
  return problem_f64_row(r->w->v, b * r->w->kv_heads + g, r->w->keys, r->w->d_v, j)[c];
}
static int64_t g_of(const zoo_row *r) { return r->step.kv_head(r); }
static int64_t batch_after(const zoo_row *r) { return zoo_within(r->b + 1, r->w->batch); }

static double q_of_batch_0(const zoo_row *r, int64_t j, int64_t c) { return (void)j, q_at(r, 0, r->h, r->i, c); }
static double q_of_head_0(const zoo_row *r, int64_t j, int64_t c) { return (void)j, q_at(r, r->b, 0, r->i, c); }
static double q_of_next_head(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, zoo_within(r->h + 1, r->w->q_heads), r->i, c);
}
static double q_of_head_before(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, zoo_within(r->h - 1, r->w->q_heads), r->i, c);
}
static double q_of_row_0(const zoo_row *r, int64_t j, int64_t c) { return (void)j, q_at(r, r->b, r->h, 0, c); }
static double q_of_row(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, r->h, zoo_within(r->i + number(r), r->w->q_len), c);
}
static double q_of_tile(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, r->h, r->i / number(r) * number(r), c);
}
static double q_of_first_tile(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, r->h, r->i % number(r), c);
}
static double q_of_last_row(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, r->h, r->w->q_len - 1, c);
}
static double q_reversed(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, q_at(r, r->b, r->h, r->w->q_len - 1 - r->i, c);
}
static double q_clipped(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, r->i < number(r)
                      ? zoo_right.q(r, 0, c)
                      : q_at(r, r->b, r->h, number(r) - 1 < r->w->q_len ? number(r) - 1 : r->w->q_len - 1, c);
}

static double k_of_batch_0(const zoo_row *r, int64_t j, int64_t c) { return k_at(r, 0, g_of(r), j, c); }
static double v_of_batch_0(const zoo_row *r, int64_t j, int64_t c) { return v_at(r, 0, g_of(r), j, c); }
static double k_of_next_batch(const zoo_row *r, int64_t j, int64_t c) { return k_at(r, batch_after(r), g_of(r), j, c); }
static double v_of_next_batch(const zoo_row *r, int64_t j, int64_t c) { return v_at(r, batch_after(r), g_of(r), j, c); }
static double k_mod(const zoo_row *r, int64_t j, int64_t c) { return k_at(r, r->b, head_mod(r), j, c); }
static double v_mod(const zoo_row *r, int64_t j, int64_t c) { return v_at(r, r->b, head_mod(r), j, c); }
static double k_head_0(const zoo_row *r, int64_t j, int64_t c) { return k_at(r, r->b, 0, j, c); }
static double v_head_0(const zoo_row *r, int64_t j, int64_t c) { return v_at(r, r->b, 0, j, c); }
static double v_next_head(const zoo_row *r, int64_t j, int64_t c) { return v_at(r, r->b, next_head(r), j, c); }
static double k_next_head(const zoo_row *r, int64_t j, int64_t c) { return k_at(r, r->b, next_head(r), j, c); }

static int64_t row_within(const zoo_row *r, int64_t j) { return zoo_within(j, r->w->keys); }
static double v_moved(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.v(r, row_within(r, j + number(r)), c);
}
static double v_moved_zero(const zoo_row *r, int64_t j, int64_t c) {
  const int64_t at = j + number(r);
  return at >= 0 && at < r->w->keys ? zoo_right.v(r, at, c) : 0;
}
static double k_moved(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.k(r, row_within(r, j + number(r)), c);
}
static double v_reversed(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.v(r, r->w->keys - 1 - j, c); }
static double k_of_first_tile(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.k(r, j % number(r), c); }
static double v_of_first_tile(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.v(r, j % number(r), c); }
static double k_is_v(const zoo_row *r, int64_t j, int64_t c) { return c < r->w->d_v ? zoo_right.v(r, j, c) : 0; }
static double v_is_k(const zoo_row *r, int64_t j, int64_t c) { return c < r->w->d_k ? zoo_right.k(r, j, c) : 0; }
static double v_exchanged(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.v(r, row_within(r, j ^ 1), c); }
static double v_first_column(const zoo_row *r, int64_t j, int64_t c) { return (void)c, zoo_right.v(r, j, 0); }
static double v_columns_moved(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.v(r, j, zoo_within(c + number(r), r->w->d_v));
}
static double v_columns_reversed(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.v(r, j, r->w->d_v - 1 - c);
}
static double v_columns_below(const zoo_row *r, int64_t j, int64_t c) {
  return c < number(r) ? zoo_right.v(r, j, c) : 0;
}
static double v_columns_of_k(const zoo_row *r, int64_t j, int64_t c) {
  return c < r->w->d_k ? zoo_right.v(r, j, c) : 0;
}
static double v_columns_whole(const zoo_row *r, int64_t j, int64_t c) {
  return c < r->w->d_v / number(r) * number(r) ? zoo_right.v(r, j, c) : 0;
}
static double v_columns_mod(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.v(r, j, c % number(r)); }
static double v_rows_of_d_k(const zoo_row *r, int64_t j, int64_t c) {
  const problem_f64 *w = r->w;
  const int64_t first = problem_f64_kv(w, r->b, r->h) * w->keys * w->d_v;
  return w->v[zoo_within(first + j * w->d_k + c, w->batch * w->kv_heads * w->keys * w->d_v)];
}
/* Heads of k and v that are q_len rows apart in memory, not keys. */
static double of_heads_apart(const zoo_row *r, const double *all, int64_t columns, int64_t j, int64_t c) {
  const problem_f64 *w = r->w;
  const int64_t first = r->b * w->kv_heads * w->keys + g_of(r) * w->q_len, rows = w->batch * w->kv_heads * w->keys;
  return all[zoo_within(first + j, rows) * columns + c];
}
static double k_heads_of_q_len(const zoo_row *r, int64_t j, int64_t c) {
  return of_heads_apart(r, r->w->k, r->w->d_k, j, c);
}
static double v_heads_of_q_len(const zoo_row *r, int64_t j, int64_t c) {
  return of_heads_apart(r, r->w->v, r->w->d_v, j, c);
}
static double k_rows_of_d_v(const zoo_row *r, int64_t j, int64_t c) {
  const problem_f64 *w = r->w;
  const int64_t first = problem_f64_kv(w, r->b, r->h) * w->keys * w->d_k;
  return w->k[zoo_within(first + j * w->d_v + c, w->batch * w->kv_heads * w->keys * w->d_k)];
}
static double v_transposed(const zoo_row *r, int64_t j, int64_t c) {
  const int64_t n = zoo_within(c * r->w->keys + j, r->w->keys * r->w->d_v);
  return zoo_right.v(r, n / r->w->d_v, n % r->w->d_v);
}

static double k_columns_rotated(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.k(r, j, zoo_within(c + number(r), r->w->d_k));
}
static double v_columns_rotated(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.v(r, j, zoo_within(c + number(r), r->w->d_v));
}
static double v_last_column_before(const zoo_row *r, int64_t j, int64_t c) {
  return zoo_right.v(r, j, c > 0 && c == r->w->d_v - 1 ? c - 1 : c);
}

/* ---- strides */

/* The number that contiguous memory would have at (b, h, i, c); NaN where the tensor has no element there. */
static double dense(const attest_tensor *t, const zoo_row *r, int64_t h, int64_t i, int64_t c, bool bshd) {
  const int64_t *n = t->size;
  const int64_t at = bshd ? ((r->b * n[2] + i) * n[1] + h) * n[3] + c : ((r->b * n[1] + h) * n[2] + i) * n[3] + c;
  int64_t place[ATTEST_AXES];
  return tensor_find(t, at, place) ? tensor_element(t, place) : (double)NAN;
}
static double q_dense(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, dense(&r->w->problem->q, r, r->h, r->i, c, false);
}
static double k_dense(const zoo_row *r, int64_t j, int64_t c) {
  return dense(&r->w->problem->k, r, g_of(r), j, c, false);
}
static double v_dense(const zoo_row *r, int64_t j, int64_t c) {
  return dense(&r->w->problem->v, r, g_of(r), j, c, false);
}
static double q_bshd(const zoo_row *r, int64_t j, int64_t c) {
  return (void)j, dense(&r->w->problem->q, r, r->h, r->i, c, true);
}
static double k_bshd(const zoo_row *r, int64_t j, int64_t c) {
  return dense(&r->w->problem->k, r, g_of(r), j, c, true);
}
static double v_bshd(const zoo_row *r, int64_t j, int64_t c) {
  return dense(&r->w->problem->v, r, g_of(r), j, c, true);
}

static const cause causes[] = {
    {"kv-head-mod", "query head h reads kv head h mod kv_heads, not h / group", .steps = {.kv_head = head_mod}},
    {"kv-head-0", "every query head reads kv head 0", .steps = {.kv_head = head_0}},
    {"kv-head-by-count", "query head h reads kv head h / kv_heads, not h / group", .steps = {.kv_head = by_kv_heads}},
    {"kv-head-clipped", "query head h reads kv head h, or the last one, not h / group",
     .steps = {.kv_head = head_clipped}},
    {"kv-head-next", "every query head reads the kv head after its own", .steps = {.kv_head = next_head}},
    {"kv-head-before", "every query head reads the kv head before its own", .steps = {.kv_head = head_before}},
    {"kv-head-reversed", "the kv heads are read from the last to the first", .steps = {.kv_head = head_reversed}},
    {"kv-head-last", "every query head reads the last kv head", .steps = {.kv_head = last_head}},
    {"kv-head-power-of-2", "the group is rounded down to a power of 2", .steps = {.kv_head = group_rounded}},
    {"kv-head-power-of-2-clipped",
     "the group is rounded down to a power of 2, and the heads left over read the last kv head",
     .steps = {.kv_head = group_rounded_clipped}},
    {"kv-head-power-of-2-up", "the group is rounded up to a power of 2", .steps = {.kv_head = group_rounded_up}},
    {"kv-head-by-2", "query head h reads kv head h / 2, whatever the group", .steps = {.kv_head = by_2}},
    {"kv-head-rounded-up", "h / group is rounded up: a group begins one head late", .steps = {.kv_head = head_up}},
    {"k-head-mod", "query head h reads k of kv head h mod kv_heads, not h / group; v is right", .steps = {.k = k_mod}},
    {"v-head-mod", "query head h reads v of kv head h mod kv_heads, not h / group; k is right", .steps = {.v = v_mod}},
    {"k-head-0", "every query head reads k of kv head 0; v is right", .steps = {.k = k_head_0}},
    {"v-head-0", "every query head reads v of kv head 0; k is right", .steps = {.v = v_head_0}},
    {"v-head-next", "every query head reads v of the next kv head; k is right", .steps = {.v = v_next_head}},
    {"k-head-next", "every query head reads k of the next kv head; v is right", .steps = {.k = k_next_head}},
    {"kv-batch-0", "every batch reads k and v of batch 0", .steps = {.k = k_of_batch_0, .v = v_of_batch_0}},
    {"k-batch-0", "every batch reads k of batch 0; v is right", .steps = {.k = k_of_batch_0}},
    {"v-batch-0", "every batch reads v of batch 0; k is right", .steps = {.v = v_of_batch_0}},
    {"kv-batch-next", "every batch reads k and v of the next batch",
     .steps = {.k = k_of_next_batch, .v = v_of_next_batch}},
    {"k-batch-next", "every batch reads k of the next batch", .steps = {.k = k_of_next_batch}},
    {"v-batch-next", "every batch reads v of the next batch", .steps = {.v = v_of_next_batch}},
    {"q-batch-0", "every batch reads q of batch 0", .steps = {.q = q_of_batch_0}},
    {"q-head-0", "every head reads q of head 0", .steps = {.q = q_of_head_0}},
    {"q-head-next", "every head reads q of the next head", .steps = {.q = q_of_next_head}},
    {"q-head-before", "every head reads q of the head before", .steps = {.q = q_of_head_before}},
    {"q-row-0", "every query reads row 0 of q", .steps = {.q = q_of_row_0}},
    {"q-row-moved", "query i reads row i {+} of q", {1, -1, 2, -2, 16, 32, 64, 128}, .steps = {.q = q_of_row}},
    {"q-row-of-tile",
     "all queries of a tile of {} read its first row of q",
     {2, 4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.q = q_of_tile}},
    {"q-row-mod", "query i reads row i mod {} of q", {4, 8, 16, 32, 64, 128, 48, 96}, .steps = {.q = q_of_first_tile}},
    {"q-row-clipped",
     "queries from number {} on read the row of q before it",
     {8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.q = q_clipped}},
    {"q-row-last", "every query reads the last row of q", .steps = {.q = q_of_last_row}},
    {"q-reversed", "the rows of q are read from the last to the first", .steps = {.q = q_reversed}},
    {"v-row-moved", "key j reads row j {+} of v", {1, -1, 2, -2}, .steps = {.v = v_moved}},
    {"v-row-moved-zero", "key j reads row j {+} of v, zero past the ends", {1, -1}, .steps = {.v = v_moved_zero}},
    {"k-row-moved", "key j reads row j {+} of k", {1, -1, 2, -2}, .steps = {.k = k_moved}},
    {"v-row-exchanged", "rows 2n and 2n+1 of v are swapped", .steps = {.v = v_exchanged}},
    {"v-reversed", "the rows of v are read from the last to the first", .steps = {.v = v_reversed}},
    {"k-row-mod",
     "key j reads row j mod {} of k",
     {8, 16, 32, 64, 128, 256, 4096, 32768, 65536, 48, 96},
     .steps = {.k = k_of_first_tile}},
    {"v-row-mod",
     "key j reads row j mod {} of v",
     {8, 16, 32, 64, 128, 256, 4096, 32768, 65536, 48, 96},
     .steps = {.v = v_of_first_tile}},
    {"kv-row-mod",
     "key j reads row j mod {} of k and v",
     {8, 16, 32, 64, 128, 256, 4096, 32768, 65536, 48, 96},
     .steps = {.k = k_of_first_tile, .v = v_of_first_tile}},
    {"k-is-v", "v is read instead of k", .steps = {.k = k_is_v}},
    {"v-is-k", "k is read instead of v", .steps = {.v = v_is_k}},
    {"v-columns-of-k", "only d_k columns of v are read, the others are 0", .steps = {.v = v_columns_of_k}},
    {"v-columns-below",
     "only the first {} columns of v are read, the others are 0",
     {4, 8, 16, 32, 64, 128, 256, 48, 96},
     .steps = {.v = v_columns_below}},
    {"v-columns-whole",
     "columns of v after the last whole {} are 0",
     {2, 4, 8, 16, 32, 64},
     .steps = {.v = v_columns_whole}},
    {"v-columns-mod",
     "column c reads column c mod {} of v",
     {4, 8, 16, 32, 64, 128, 48, 96},
     .steps = {.v = v_columns_mod}},
    {"v-columns-moved", "column c reads column c {+} of v", {1, -1, 2, -2}, .steps = {.v = v_columns_moved}},
    {"v-columns-reversed", "the columns of v are read from the last to the first", .steps = {.v = v_columns_reversed}},
    {"v-column-0", "every column reads column 0 of v", .steps = {.v = v_first_column}},
    {"v-rows-of-d_k", "the rows of v are read d_k apart, not d_v", .steps = {.v = v_rows_of_d_k}},
    {"kv-heads-of-q_len", "the heads of k and v are read q_len rows apart, not as many rows as there are keys",
     .steps = {.k = k_heads_of_q_len, .v = v_heads_of_q_len}},
    {"k-rows-of-d_v", "the rows of k are read d_v apart, not d_k", .steps = {.k = k_rows_of_d_v}},
    {"k-columns-rotated",
     "the columns of k are read {+} too far against those of q",
     {1, -1, 2, -2},
     .steps = {.k = k_columns_rotated}},
    {"v-columns-rotated", "the columns of v are read {+} too far", {1, -1, 2, -2}, .steps = {.v = v_columns_rotated}},
    {"v-last-column-before", "the last column of v is read from the column before",
     .steps = {.v = v_last_column_before}},
    {"v-transposed", "rows and columns of v are swapped", .steps = {.v = v_transposed}},
    {"strides-ignored", "the strides of q, k and v are ignored: they are read as contiguous (BHSD)",
     .steps = {.q = q_dense, .k = k_dense, .v = v_dense}, .reads_beyond = true},
    {"strides-kv-ignored", "the strides of k and v are ignored: they are read as contiguous (BHSD)",
     .steps = {.k = k_dense, .v = v_dense}, .reads_beyond = true},
    {"strides-q-ignored", "the strides of q are ignored: it is read as contiguous (BHSD)", .steps = {.q = q_dense},
     .reads_beyond = true},
    {"strides-k-ignored", "the strides of k are ignored: it is read as contiguous (BHSD)", .steps = {.k = k_dense},
     .reads_beyond = true},
    {"strides-v-ignored", "the strides of v are ignored: it is read as contiguous (BHSD)", .steps = {.v = v_dense},
     .reads_beyond = true},
    {"layout-bshd", "q, k and v are read as contiguous in the order batch, position, head, column (BSHD)",
     .steps = {.q = q_bshd, .k = k_bshd, .v = v_bshd}, .reads_beyond = true},
};

const cause_family cause_loads = {"loads", causes, sizeof causes / sizeof causes[0]};
