/* Polarity, broadcasting and strides of masks and inputs. */
#include "check/zoo/families.h"

/* The mask at another row of the same case; a row beyond the last wraps around. */
static double mask_of(const zoo_row *r, int64_t b, int64_t h, int64_t i, int64_t j) {
  const problem_f64 *w = r->w;
  const int64_t row =
      (zoo_within(b, w->batch) * w->q_heads + zoo_within(h, w->q_heads)) * w->q_len + zoo_within(i, w->q_len);
  return w->mask[row * w->keys + zoo_within(j, w->keys)];
}

static bool inverted(const zoo_row *r, int64_t j) { return r->w->mask == NULL || r->step.mask(r, j) == 0; }

static double bias_of_chunk(const zoo_row *r, int64_t j) {
  const int64_t row = (r->b * r->w->q_heads + r->h) * r->w->q_len + r->i / 16 * 16;
  return r->w->bias[row * r->w->keys + j];
}

static double one_row_in_tiles(const zoo_row *r, int64_t j) {
  const attest_tensor *mask = &r->w->problem->mask;
  return mask_of(r, r->b, r->h, r->i, mask->stride[ATTEST_POSITION] == 0 ? j + r->i * ZOO_TILE : j);
}

static double first_head(const zoo_row *r, int64_t j) { return mask_of(r, r->b, 0, r->i, j); }

static double one_flag_a_row(const zoo_row *r, int64_t j) {
  return mask_of(r, r->b, r->h, r->w->problem->mask.stride[ATTEST_COLUMN] == 0 ? r->i + j : r->i, j);
}

static double of_kv_head(const zoo_row *r, int64_t j) { return mask_of(r, r->b, zoo_right.kv_head(r), r->i, j); }

static double first_row_only(const zoo_row *r, int64_t j) {
  const bool shared = r->w->problem->mask.stride[ATTEST_POSITION] == 0;
  return shared && (r->b > 0 || r->h > 0 || r->i > 0) ? 1 : zoo_right.mask(r, j);
}

/* The element of a widened tensor at an offset in the original memory, or the nearest one. */
static double at_offset(const attest_tensor *t, const double *wide, int64_t offset) {
  int64_t at[ATTEST_AXES];
  (void)tensor_find(t, offset, at);
  return wide[((at[ATTEST_BATCH] * t->size[ATTEST_HEAD] + at[ATTEST_HEAD]) * t->size[ATTEST_POSITION] +
               at[ATTEST_POSITION]) *
                  t->size[ATTEST_COLUMN] +
              at[ATTEST_COLUMN]];
}

static double contiguous(const attest_tensor *t, const double *wide, int64_t b, int64_t h, int64_t i, int64_t c) {
  return at_offset(t, wide,
                   ((b * t->size[ATTEST_HEAD] + h) * t->size[ATTEST_POSITION] + i) * t->size[ATTEST_COLUMN] + c);
}

static double contiguous_q(const zoo_row *r, int64_t j, int64_t c) {
  (void)j;
  return contiguous(&r->w->problem->q, r->w->q, r->b, r->h, r->i, c);
}

static double contiguous_k(const zoo_row *r, int64_t j, int64_t c) {
  return contiguous(&r->w->problem->k, r->w->k, r->b, zoo_right.kv_head(r), j, c);
}

static double contiguous_v(const zoo_row *r, int64_t j, int64_t c) {
  return contiguous(&r->w->problem->v, r->w->v, r->b, zoo_right.kv_head(r), j, c);
}

static double with_strides(const attest_tensor *t, const double *wide, const int64_t stride[ATTEST_AXES],
                           const zoo_row *r, int64_t j, int64_t c) {
  return at_offset(t, wide,
                   r->b * stride[ATTEST_BATCH] + zoo_right.kv_head(r) * stride[ATTEST_HEAD] +
                       j * stride[ATTEST_POSITION] + c * stride[ATTEST_COLUMN]);
}

static double k_as_v(const zoo_row *r, int64_t j, int64_t c) {
  return with_strides(&r->w->problem->k, r->w->k, r->w->problem->v.stride, r, j, c);
}

static double v_as_k(const zoo_row *r, int64_t j, int64_t c) {
  return with_strides(&r->w->problem->v, r->w->v, r->w->problem->k.stride, r, j, c);
}

static double shared_tail(const zoo_row *r, int64_t j, int64_t c) {
  const bool wrong =
      r->w->problem->k.stride[ATTEST_BATCH] == 0 && r->w->mask != NULL && r->w->keys % 32 == 1 && j == r->w->keys - 1;
  return zoo_right.k(r, wrong ? 0 : j, c);
}

static double q_of_first_head(const zoo_row *r, int64_t j, int64_t c) {
  (void)j;
  return problem_f64_row(r->w->q, r->b * r->w->q_heads, r->w->q_len, r->w->d_k, r->i)[c];
}

static int64_t first_kv_head(const zoo_row *r) {
  (void)r;
  return 0;
}

/* Rows after the last whole group of 8: their last tile is treated as hidden. */
static bool unmasked_groups_of_8(const zoo_row *r, int64_t j) {
  const bool passed_over =
      r->w->mask != NULL && r->i >= r->w->q_len / 8 * 8 && j >= (r->w->keys - 1) / ZOO_TILE * ZOO_TILE;
  return !passed_over && zoo_right.unmasked(r, j);
}

static bool infinity_is_a_number(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return true;
}

static bool any_length(const zoo_row *r, int64_t j) {
  return zoo_right.causal(r, j) && zoo_right.window(r, j) && zoo_right.unmasked(r, j) && zoo_right.unbiased(r, j);
}

static double everything_passes(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return 1;
}

/* Keys hidden only by the mask keep their score. */
static double masked_later(const zoo_row *r, int64_t j) {
  const bool only_masked =
      j < r->length && zoo_right.causal(r, j) && zoo_right.window(r, j) && zoo_right.unbiased(r, j);
  return only_masked ? r->step.score(r, j) : -HUGE_VAL;
}

static const zoo_mutant mutants[] = {
    {.name = "mask-inverted",
     .id = "D4",
     .where = "InseeFrLab/torchTextClassifiers#92",
     .what = "true means hidden in one interface and visible in the other",
     .shows = "boolean masks",
     .form = ZOO_MATERIALISED,
     .steps = {.unmasked = inverted}},
    {.name = "chunk-bias",
     .id = "D5",
     .where = "google-research/tabfm#40",
     .what = "a chunk of 16 queries takes the bias of its first one",
     .shows = "biases with more than one query",
     .form = ZOO_MATERIALISED,
     .steps = {.bias = bias_of_chunk}},
    {.name = "mask-row-stride",
     .id = "D6",
     .where = "openvinotoolkit/openvino#30698",
     .what = "a mask of one row for all queries is loaded with the stride of a tile",
     .shows = "shared masks, from the second query on",
     .form = ZOO_TILED,
     .steps = {.mask = one_row_in_tiles}},
    {.name = "mask-of-first-head",
     .id = "D7",
     .where = "openvinotoolkit/openvino#21217",
     .what = "a mask is assumed to have one head",
     .shows = "masks that differ from head to head",
     .form = ZOO_MATERIALISED,
     .steps = {.mask = first_head}},
    {.name = "mask-key-stride",
     .id = "D9",
     .where = "pytorch/pytorch#128816",
     .what = "a mask with one flag for each query is read as if it had one for each key",
     .shows = "masks with a last stride of 0",
     .form = ZOO_TILED,
     .steps = {.mask = one_flag_a_row}},
    {.name = "mask-of-kv-head",
     .id = "D10",
     .where = "facebookresearch/xformers#952",
     .what = "the mask is read at the kv head",
     .shows = "masks with grouped heads",
     .form = ZOO_TILED,
     .steps = {.mask = of_kv_head}},
    {.name = "shared-keys-tail",
     .id = "D11",
     .where = "pytorch/pytorch#191937 (reported)",
     .what = "batches share k: with a mask and kv_len = 1 mod 32, another key is read as the last",
     .shows = "stride 0 of k, a mask, 33 or 65 keys",
     .form = ZOO_TILED,
     .steps = {.k = shared_tail}},
    {.name = "strides-ignored",
     .id = "D12",
     .where = "pytorch/pytorch#181133",
     .what = "q, k and v are read as if they were contiguous",
     .shows = "every other layout",
     .form = ZOO_MATERIALISED,
     .steps = {.q = contiguous_q, .k = contiguous_k, .v = contiguous_v}},
    {.name = "v-strides-ignored",
     .id = "D13",
     .where = "ROCm/pytorch#3230 (reported)",
     .what = "v is read as if it were contiguous",
     .shows = "every other layout",
     .form = ZOO_TILED,
     .steps = {.v = contiguous_v}},
    {.name = "strides-exchanged",
     .id = "D14",
     .where = "flagos-ai/FlagAttention#46 (reported)",
     .what = "k is read with the strides of v and v with those of k",
     .shows = "d_k and d_v that differ",
     .form = ZOO_TILED,
     .steps = {.k = k_as_v, .v = v_as_k}},
    {.name = "heads-read-the-first",
     .id = "D15",
     .where = "BobMcDear/attorch#14 (reported)",
     .what = "the offset of a head is computed as a quotient of strides, which is 0",
     .shows = "every head but the first returns the first",
     .form = ZOO_TILED,
     .steps = {.q = q_of_first_head, .kv_head = first_kv_head}},
    {.name = "mask-row-once",
     .id = "D18",
     .where = "jax-ml/jax#28974 (reported)",
     .what = "a shared mask is copied into a bias without being broadcast",
     .shows = "shared masks: every row but the first sees all",
     .form = ZOO_MATERIALISED,
     .steps = {.mask = first_row_only}},
    {.name = "mask-groups-of-8",
     .id = "D20",
     .where = "ggml-org/llama.cpp#29220",
     .what = "a pass over the mask finds hidden tiles 8 rows at a time, and misreads the last rows",
     .shows = "masks, q_len no multiple of 8: the last tile of the last rows is left out",
     .form = ZOO_TILED,
     .steps = {.unmasked = unmasked_groups_of_8}},
    {.name = "infinite-bias-nan",
     .id = "D21",
     .where = "tc-mb/llama.cpp-omni#89",
     .what = "a bias of -infinity is a score like others: -inf - -inf",
     .shows = "NaN in rows with a bias of -infinity at every key",
     .form = ZOO_MATERIALISED,
     .steps = {.unbiased = infinity_is_a_number}},
    {.name = "lengths-ignored",
     .id = "D22",
     .where = "jax-ml/jax#23349 (reported)",
     .what = "keys after the length are visible",
     .shows = "lengths below the number of keys",
     .form = ZOO_MATERIALISED,
     .steps = {.visible = any_length}},
    {.name = "mask-ignored",
     .id = "D23",
     .where = "pytorch/pytorch#117939",
     .what = "the mask is never added to the scores (in the documented reference)",
     .shows = "boolean masks",
     .form = ZOO_MATERIALISED,
     .steps = {.mask = everything_passes}},
    {.name = "mask-after-softmax",
     .id = "D24",
     .where = "huggingface/pytorch-image-models#2236",
     .what = "the mask is applied to the weights: hidden keys are in the denominator",
     .shows = "boolean masks: rows sum to less than 1",
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = masked_later, .weight = zoo_weigh_all}},
};

const zoo_family zoo_broadcast = {"broadcast", mutants, sizeof mutants / sizeof mutants[0]};
