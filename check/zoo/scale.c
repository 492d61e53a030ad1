/* Scale, softcap, bias: wrong ones, and wrong orders. */
#include "check/zoo/families.h"

static double softcap(const zoo_row *r) { return r->w->problem->softcap; }

static bool default_scale(const zoo_row *r) { return r->w->problem->scale == 0; }

static double inverse_root(const zoo_row *r, double n) { return zoo_round(r, 1 / sqrt(n)); }

/* cap(-infinity) = -cap */
static double capped_infinity(const zoo_row *r, int64_t j) {
  (void)j;
  return softcap(r) > 0 ? -zoo_round(r, softcap(r)) : -HUGE_VAL;
}

static double capped_padding(const zoo_row *r, double m) {
  return softcap(r) > 0 && r->w->mask == NULL ? zoo_phantoms(r, (double)zoo_padding(r), -softcap(r), m) : 0;
}

static double uncapped(const zoo_row *r, double x) {
  (void)r;
  return x;
}

static double scaled(const zoo_row *r, int64_t j) { return zoo_round(r, r->step.dot(r, j) * r->step.scale(r, j)); }

static double bias_of(const zoo_row *r, int64_t j) { return r->w->bias != NULL ? r->step.bias(r, j) : 0; }

static double cap_after_bias(const zoo_row *r, int64_t j) {
  return r->step.cap(r, zoo_round(r, scaled(r, j) + bias_of(r, j)));
}

static double scale_after_bias(const zoo_row *r, int64_t j) {
  return r->step.cap(r, zoo_round(r, zoo_round(r, r->step.dot(r, j) + bias_of(r, j)) * r->step.scale(r, j)));
}

static double reciprocal(const zoo_row *r, int64_t j) {
  (void)j;
  return zoo_round(r, 1 / r->w->scale);
}

static double of_the_model(const zoo_row *r, int64_t j) {
  return default_scale(r) ? inverse_root(r, (double)(r->w->q_heads * r->w->d_k)) : zoo_right.scale(r, j);
}

static double of_padded_columns(const zoo_row *r, int64_t j) {
  const int64_t columns = (r->w->d_k + 31) / 32 * 32;
  return default_scale(r) ? inverse_root(r, (double)columns) : zoo_right.scale(r, j);
}

static double always_default(const zoo_row *r, int64_t j) {
  (void)j;
  return inverse_root(r, (double)r->w->d_k);
}

static double not_in_decode(const zoo_row *r, int64_t j) { return r->w->q_len == 1 ? 1 : zoo_right.scale(r, j); }

/* Keys of score 0 that pad to a multiple of 256. */
static double zero_keys(const zoo_row *r, double m) {
  return zoo_phantoms(r, (double)((256 - r->w->keys % 256) % 256), 0, m);
}

static double slopes_off_by_one(const zoo_row *r, int64_t j) {
  const int64_t heads = r->w->q_heads;
  return (heads & (heads - 1)) != 0 ? zoo_right.bias(r, j) / 2 : zoo_right.bias(r, j);
}

static double slope_of_local_head(const zoo_row *r, int64_t j) {
  const int64_t local = r->w->q_heads % 2 == 0 ? r->h % (r->w->q_heads / 2) : r->h;
  return problem_f64_row(r->w->bias, r->b * r->w->q_heads + local, r->w->q_len, r->w->keys, r->i)[j];
}

static const zoo_mutant mutants[] = {
    {.name = "cap-after-mask",
     .id = "E1",
     .where = "onnx/onnx#7865",
     .what = "softcap comes after the mask: -infinity becomes -cap",
     .shows = "softcap with hidden keys: they leak",
     .form = ZOO_MATERIALISED,
     .steps = {.hidden = capped_infinity, .weight = zoo_weigh_all, .reads = zoo_read_weighted}},
    {.name = "cap-of-padding",
     .id = "E3",
     .where = "ggml-org/llama.cpp#29034 (reported)",
     .what = "padded keys get -infinity, then softcap: -cap",
     .shows = "softcap without mask, keys no multiple of 64",
     .form = ZOO_TILED,
     .steps = {.tail = capped_padding}},
    {.name = "cap-ignored",
     .id = "E4",
     .where = "sgl-project/sgl-kernel-xpu#491 (reported)",
     .what = "softcap is accepted but not applied",
     .shows = "softcap",
     .form = ZOO_TILED,
     .steps = {.cap = uncapped}},
    {.name = "cap-of-bias",
     .id = "E5",
     .where = "emmtrix/emx-onnx-cgen#731",
     .what = "softcap is applied to score + bias",
     .shows = "softcap with a bias",
     .form = ZOO_MATERIALISED,
     .steps = {.score = cap_after_bias}},
    {.name = "bias-scaled",
     .id = "E6",
     .where = "tenstorrent/tt-metal#42891 (reported)",
     .what = "the scale is applied to q . k + bias",
     .shows = "biases",
     .form = ZOO_TILED,
     .steps = {.score = scale_after_bias}},
    {.name = "scale-reciprocal",
     .id = "E7",
     .where = "AI-Hypercomputer/maxtext#1370",
     .what = "scores are multiplied by 1 / scale instead of scale",
     .shows = "every scale but 1",
     .form = ZOO_MATERIALISED,
     .steps = {.scale = reciprocal}},
    {.name = "scale-of-model",
     .id = "E8",
     .where = "karpathy/ng-video-lecture#6",
     .what = "the scale is 1 / sqrt of the columns of all heads, not of one",
     .shows = "the default scale with several heads",
     .form = ZOO_MATERIALISED,
     .steps = {.scale = of_the_model}},
    {.name = "scale-of-padded",
     .id = "E10",
     .where = "intel/ipex-llm#12619",
     .what = "columns are padded to 32, and the scale is computed from that",
     .shows = "the default scale, d_k no multiple of 32",
     .form = ZOO_TILED,
     .steps = {.scale = of_padded_columns}},
    {.name = "scale-lost",
     .id = "E11",
     .where = "openvinotoolkit/openvino#31365",
     .what = "the given scale is lost, and the default is used",
     .shows = "every scale but the default",
     .form = ZOO_MATERIALISED,
     .steps = {.scale = always_default}},
    {.name = "scale-lost-in-decode",
     .id = "E13",
     .where = "bytedance/Protenix#159 (reported)",
     .what = "one of two paths does not scale (here the one for one query)",
     .shows = "q_len = 1",
     .form = ZOO_MATERIALISED,
     .steps = {.scale = not_in_decode}},
    {.name = "zero-keys-256",
     .id = "E14",
     .where = "leejet/stable-diffusion.cpp#774 (reported)",
     .what = "k is padded with zeros to a multiple of 256, and these keys take part in the softmax",
     .shows = "the denominator of nearly every row",
     .form = ZOO_MATERIALISED,
     .steps = {.tail = zero_keys}},
    {.name = "dot-in-f16",
     .id = "E15",
     .where = "philipturner/metal-flash-attention#8",
     .what = "q . k is summed in binary16, and scaled afterwards",
     .shows = "infinite scores past 65504; every other score keeps 11 bits",
     .form = ZOO_TILED,
     .steps = {.dots = zoo_half}},
    {.name = "slopes-off-by-one",
     .id = "E16",
     .where = "ml-explore/mlx#3071",
     .what = "the exponent of the slopes is off by one where the number of heads is no power of 2",
     .shows = "biases with 3 or 6 heads",
     .form = ZOO_TILED,
     .steps = {.bias = slopes_off_by_one}},
    {.name = "slopes-of-local-head",
     .id = "E17",
     .where = "flashinfer-ai/flashinfer#1606",
     .what = "heads are split over two devices, and each device counts its slopes from its own first head",
     .shows = "biases that differ from head to head, in the second half of the heads",
     .form = ZOO_TILED,
     .steps = {.bias = slope_of_local_head}},
};

const zoo_family zoo_scale = {"scale", mutants, sizeof mutants / sizeof mutants[0]};
