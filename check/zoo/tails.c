/* Memory beyond the last key: padding of the last tile, and stale data. */
#include "check/zoo/families.h"

static double with_next_batch(const zoo_row *r, double x) {
  const problem_f64 *w = r->w;
  const int64_t matrix = zoo_within(r->b + 1, w->batch) * w->kv_heads;
  return w->keys > 0 ? x + 0 * problem_f64_row(w->v, matrix, w->keys, w->d_v, w->keys - 1)[0] : x;
}

static double zero_keys(const zoo_row *r, double m) { return zoo_phantoms(r, (double)zoo_padding(r), 0, m); }

/* The last tile is visible as a whole or not at all. */
static bool remainder_of_rows(const zoo_row *r, int64_t j) {
  const int64_t rest = r->w->keys % ZOO_TILE, whole = r->w->keys - rest;
  return (j < whole || r->i % ZOO_TILE < rest) && zoo_right.visible(r, j);
}

static double rows_of_padding(const zoo_row *r, double m) {
  return r->i % ZOO_TILE < r->w->keys % ZOO_TILE ? zero_keys(r, m) : 0;
}

/* Scores that the tile before left in these places. */
static double stale_scores(const zoo_row *r, double m) {
  double sum = 0;
  for (int64_t place = r->w->keys; place < r->w->keys + zoo_padding(r); place++)
    if (place >= ZOO_TILE && r->see[place - ZOO_TILE]) sum += zoo_exp(r, r->score[place - ZOO_TILE] - m);
  return zoo_round(r, sum);
}

static int64_t length_of_next(const zoo_row *r) {
  return problem_f64_kv_len(r->w->problem, zoo_within(r->b + 1, r->w->batch));
}

static int64_t whole_tiles(const zoo_row *r) {
  const int64_t whole = r->w->keys / ZOO_TILE * ZOO_TILE;
  return r->w->mask == NULL && whole > 0 ? whole : r->w->keys;
}

static bool several_tiles(const zoo_row *r, int64_t c) {
  (void)c;
  return r->w->d_v > 32 || r->w->q_len > 32;
}

/* Eight lanes: those past the last key hold weights of the previous vector. */
static double whole_register(const zoo_row *r, double m) {
  const int64_t rest = r->w->keys % 8;
  double sum = 0;
  (void)m;
  for (int64_t j = r->w->keys - 8; rest > 0 && j < r->w->keys - rest; j++) sum += j >= 0 ? r->p[j] : 0;
  return zoo_round(r, sum);
}

static int64_t one_more(const zoo_row *r) {
  const int64_t length = zoo_right.length(r);
  return length < r->w->keys ? length + 1 : length;
}

static const zoo_mutant mutants[] = {
    {.name = "hidden-value-nan",
     .id = "G1",
     .where = "vllm-project/vllm#47305",
     .what = "a weight of 0 multiplies the values in v: 0 * NaN",
     .shows = "NaN or infinity in V at a hidden key reaches the row",
     .convention = true,
     .form = ZOO_TILED,
     .steps = {.reads = zoo_read_all}},
    {.name = "next-batch-nan",
     .id = "G3",
     .where = "flashinfer-ai/flashinfer#942",
     .what = "rows of another batch are multiplied by 0, and added",
     .shows = "NaN in V of a batch reaches another",
     .form = ZOO_TILED,
     .steps = {.correction = with_next_batch}},
    {.name = "zero-keys-counted",
     .id = "G6",
     .where = "flashinfer-ai/flashinfer#5090 (reported)",
     .what = "the last tile is filled up with zeros: exp(0 - m) each in the denominator",
     .shows = "keys no multiple of 64",
     .form = ZOO_TILED,
     .steps = {.tail = zero_keys}},
    {.name = "remainder-of-rows",
     .id = "G7",
     .where = "intel/sycl-tla#813",
     .what = "the check for keys in the last tile uses the row instead of the column",
     .shows = "keys no multiple of 64: all of the tile, or nothing",
     .form = ZOO_TILED,
     .steps = {.visible = remainder_of_rows, .tail = rows_of_padding}},
    {.name = "stale-scores",
     .id = "G8",
     .where = "FluxML/NNkernels.jl#16",
     .what = "the sum over a tile lacks the check for the last key",
     .shows = "keys no multiple of 64, from 65 on: scores of the previous tile are counted again",
     .form = ZOO_TILED,
     .steps = {.tail = stale_scores}},
    {.name = "length-of-next-batch",
     .id = "G10",
     .where = "Dao-AILab/flash-attention#2862 (reported)",
     .what = "the lengths are read one place too far",
     .shows = "lengths that differ from batch to batch",
     .form = ZOO_TILED,
     .steps = {.length = length_of_next}},
    {.name = "tail-dropped",
     .id = "G15",
     .where = "NVIDIA/cudnn-frontend v1.0.1 release notes",
     .what = "without a mask, only whole tiles of keys are right: here, the remaining keys are left out",
     .shows = "keys no multiple of 64, no mask",
     .form = ZOO_TILED,
     .steps = {.last = whole_tiles}},
    {.name = "single-tile-skipped",
     .id = "M",
     .where = "ggml-org/whisper.cpp#3790",
     .what = "where there is only one tile of output, it is skipped",
     .shows = "unwritten outputs of at most 32 rows and columns",
     .form = ZOO_TILED,
     .steps = {.stores = several_tiles}},
    {.name = "whole-register",
     .id = "M",
     .where = "OpenNMT/CTranslate2#351",
     .what = "the last sum includes the whole register, with the lanes past the end",
     .shows = "keys no multiple of 8, from 9 on",
     .form = ZOO_MATERIALISED,
     .steps = {.tail = whole_register}},
    {.name = "length-plus-one",
     .id = "M",
     .where = "microsoft/onnxruntime-genai#2354",
     .what = "queries attend to the slot after the length, which is not yet written",
     .shows = "lengths below the number of keys",
     .form = ZOO_MATERIALISED,
     .steps = {.length = one_more}},
};

const zoo_family zoo_tails = {"tails", mutants, sizeof mutants / sizeof mutants[0]};
