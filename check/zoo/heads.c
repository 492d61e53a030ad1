/* Grouped heads, and d_k used for d_v. */
#include "check/zoo/families.h"

static int64_t tiled_heads(const zoo_row *r) { return r->h % r->w->kv_heads; }

static int64_t divided_by_kv_heads(const zoo_row *r) { return r->h / r->w->kv_heads % r->w->kv_heads; }

/* Block n computes head (n % group) * group + n / group; heads without a block are not written. */
static bool blocks_reach(const zoo_row *r, int64_t c) {
  const int64_t group = zoo_group(r);
  bool reached = false;
  (void)c;
  for (int64_t n = 0; n < r->w->q_heads; n++) reached = reached || n % group * group + n / group == r->h;
  return reached;
}

static double repeated_k(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.k(r, j / zoo_group(r), c); }
static double repeated_v(const zoo_row *r, int64_t j, int64_t c) { return zoo_right.v(r, j / zoo_group(r), c); }

/* If the group is no power of 2, the log-sum-exp is that of another row: modelled as if both ranges had the same. */
static double merge_by_power_of_2(const zoo_row *r, double range, double largest) {
  const int64_t group = zoo_group(r);
  return (group & (group - 1)) != 0 && range != -HUGE_VAL ? 1 : zoo_right.merge_weight(r, range, largest);
}

static double columns_of_k(const zoo_row *r, int64_t j, int64_t c) { return c < r->w->d_k ? zoo_right.v(r, j, c) : 0; }

static double blocks_of_k(const zoo_row *r, int64_t j, int64_t c) {
  return c < (r->w->d_k + 15) / 16 * 16 ? zoo_right.v(r, j, c) : 0;
}

static double v_rows_of_k(const zoo_row *r, int64_t j, int64_t c) {
  const problem_f64 *w = r->w;
  const int64_t first = problem_f64_kv(w, r->b, r->h) * w->keys * w->d_v,
                all = w->batch * w->kv_heads * w->keys * w->d_v;
  return w->v[zoo_within(first + j * w->d_k + c, all)];
}

static double k_rows_of_128(const zoo_row *r, int64_t j, int64_t c) {
  const problem_f64 *w = r->w;
  const int64_t row = w->d_k > 128 ? 128 : w->d_k;
  return w->k[problem_f64_kv(w, r->b, r->h) * w->keys * w->d_k + j * row + c];
}

/* Head and batch packed into one number of 16 bits. */
static int64_t wrapped(const zoo_row *r, int64_t *h) {
  const int64_t n = (r->b * r->w->q_heads + r->h) & 0xffff;
  *h = n % r->w->q_heads;
  return n / r->w->q_heads;
}

static double q_of_wrapped(const zoo_row *r, int64_t j, int64_t c) {
  int64_t h;
  const int64_t b = wrapped(r, &h);
  (void)j;
  return problem_f64_row(r->w->q, b * r->w->q_heads + h, r->w->q_len, r->w->d_k, r->i)[c];
}

static double next_sink(const zoo_row *r, int64_t j) {
  (void)j;
  return zoo_round(r, r->w->problem->sink[zoo_within(r->h + 1, r->w->q_heads)]);
}

static const zoo_mutant mutants[] = {
    {.name = "kv-head-tiled",
     .id = "F1",
     .where = "onnx/onnx#7274 (reported)",
     .what = "query head h reads kv head h % kv_heads, not h / group",
     .shows = "grouped heads, from two kv heads on",
     .convention = true,
     .form = ZOO_MATERIALISED,
     .steps = {.kv_head = tiled_heads}},
    {.name = "kv-head-by-count",
     .id = "F3",
     .where = "PSAL-POSTECH/ONNXim#34 (reported)",
     .what = "query head h reads kv head h / kv_heads, not h / group",
     .shows = "a group size that differs from the number of kv heads",
     .form = ZOO_MATERIALISED,
     .steps = {.kv_head = divided_by_kv_heads}},
    {.name = "head-blocks-collide",
     .id = "F4",
     .where = "HazyResearch/HipKittens#22",
     .what = "the group size is both modulus and stride of the head of a block: right where it equals the number of kv "
             "heads",
     .shows = "heads that are not written",
     .form = ZOO_TILED,
     .steps = {.stores = blocks_reach}},
    {.name = "keys-repeated",
     .id = "F5",
     .where = "PrimeIntellect-ai/prime-rl#2681 (reported)",
     .what = "k and v are repeated along the keys, not along the heads",
     .shows = "grouped heads",
     .form = ZOO_MATERIALISED,
     .steps = {.k = repeated_k, .v = repeated_v}},
    {.name = "merge-group-of-3",
     .id = "F6",
     .where = "flashinfer-ai/flashinfer#1614",
     .what = "ranges are merged by the wrong log-sum-exp where the group does not divide a tile of queries",
     .shows = "groups of 3",
     .form = ZOO_SPLIT,
     .steps = {.merge_weight = merge_by_power_of_2}},
    {.name = "v-columns-of-k",
     .id = "F8",
     .where = "lucidrains/flash-attention-jax#15 (reported)",
     .what = "v is assumed to have d_k columns",
     .shows = "d_v above d_k: the last columns are 0",
     .form = ZOO_TILED,
     .steps = {.v = columns_of_k}},
    {.name = "v-rows-of-k",
     .id = "F10",
     .where = "sgl-project/sgl-kernel-xpu#204 (reported)",
     .what = "the rows of v are assumed to be d_k apart",
     .shows = "d_k and d_v that differ: other rows, other heads",
     .form = ZOO_TILED,
     .steps = {.v = v_rows_of_k}},
    {.name = "v-blocks-of-k",
     .id = "F11",
     .where = "fla-org/flash-linear-attention#633",
     .what = "v is read in as many blocks of 16 columns as k has",
     .shows = "d_v above d_k by a block: the last columns are 0",
     .form = ZOO_TILED,
     .steps = {.v = blocks_of_k}},
    {.name = "k-rows-of-128",
     .id = "F12",
     .where = "gittensor-ai-lab/sparkinfer#425 (reported)",
     .what = "the rows of k are assumed to be at most 128 apart",
     .shows = "d_k above 128",
     .form = ZOO_TILED,
     .steps = {.k = k_rows_of_128}},
    {.name = "heads-65536",
     .id = "M",
     .where = "pytorch/pytorch#177985",
     .what = "heads of all batches are counted in 16 bits",
     .shows = "from head 65,536 on: the query of an earlier one",
     .form = ZOO_TILED,
     .steps = {.q = q_of_wrapped}},
    {.name = "sink-of-next-head",
     .id = "M",
     .where = "flashinfer-ai/flashinfer#4525",
     .what = "sinks are read past their place",
     .shows = "sinks with several heads",
     .form = ZOO_TILED,
     .steps = {.sink = next_sink}},
};

const zoo_family zoo_heads = {"heads", mutants, sizeof mutants / sizeof mutants[0]};
