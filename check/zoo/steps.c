#include "check/zoo/steps.h"

/* ---- visible keys */

static int64_t length(const zoo_row *r) { return problem_f64_kv_len(r->w->problem, r->b); }

static int64_t offset(const zoo_row *r) { return problem_f64_offset(r->w->problem, r->length); }

static int64_t last(const zoo_row *r) { return r->w->keys; }

static bool causal(const zoo_row *r, int64_t j) { return !r->w->problem->causal || j <= r->i + r->offset; }

static bool window(const zoo_row *r, int64_t j) {
  const attest_problem *p = r->w->problem;
  const int64_t at = r->i + r->offset;
  if (!p->windowed) return true;
  return (p->window_left == ATTEST_UNLIMITED || j >= at - p->window_left) &&
         (p->window_right == ATTEST_UNLIMITED || j <= at + p->window_right);
}

static bool unmasked(const zoo_row *r, int64_t j) { return r->w->mask == NULL || r->step.mask(r, j) != 0; }

static bool unbiased(const zoo_row *r, int64_t j) { return r->w->bias == NULL || r->step.bias(r, j) != -HUGE_VAL; }

static bool visible(const zoo_row *r, int64_t j) {
  const zoo_steps *step = &r->step;
  return j < r->length && step->causal(r, j) && step->window(r, j) && step->unmasked(r, j) && step->unbiased(r, j);
}

/* ---- loads */

static int64_t kv_head(const zoo_row *r) { return r->h / zoo_group(r); }

static double load_q(const zoo_row *r, int64_t j, int64_t c) {
  (void)j;
  return problem_f64_row(r->w->q, r->b * r->w->q_heads + r->h, r->w->q_len, r->w->d_k, r->i)[c];
}

static int64_t kv_matrix(const zoo_row *r) { return r->b * r->w->kv_heads + r->step.kv_head(r); }

static double load_k(const zoo_row *r, int64_t j, int64_t c) {
  return problem_f64_row(r->w->k, kv_matrix(r), r->w->keys, r->w->d_k, j)[c];
}

static double load_v(const zoo_row *r, int64_t j, int64_t c) {
  return problem_f64_row(r->w->v, kv_matrix(r), r->w->keys, r->w->d_v, j)[c];
}

static int64_t flat_row(const zoo_row *r) { return (r->b * r->w->q_heads + r->h) * r->w->q_len + r->i; }

static double load_mask(const zoo_row *r, int64_t j) { return r->w->mask[flat_row(r) * r->w->keys + j]; }

static double load_bias(const zoo_row *r, int64_t j) { return r->w->bias[flat_row(r) * r->w->keys + j]; }

static double load_sink(const zoo_row *r, int64_t j) {
  (void)j;
  return zoo_round(r, r->w->problem->sink[r->h]);
}

/* ---- scores */

static double scale(const zoo_row *r, int64_t j) {
  (void)j;
  return zoo_round(r, r->w->scale);
}

static double dot(const zoo_row *r, int64_t j) {
  const double *k = r->k + j * r->w->d_k;
  const attest_dtype type = r->step.dots(r);
  double sum = 0;
  for (int64_t c = 0; c < r->w->d_k; c++) sum = zoo_round_to(type, sum + zoo_round(r, r->q[c] * k[c]));
  return sum;
}

static double cap(const zoo_row *r, double x) {
  const double softcap = zoo_round(r, r->w->problem->softcap);
  return softcap > 0 ? zoo_round(r, softcap * zoo_round(r, tanh(zoo_round(r, x / softcap)))) : x;
}

static double score(const zoo_row *r, int64_t j) {
  const double s = r->step.cap(r, zoo_round(r, r->step.dot(r, j) * r->step.scale(r, j)));
  return r->w->bias != NULL ? zoo_round(r, s + r->step.bias(r, j)) : s;
}

static double hidden(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return -HUGE_VAL;
}

/* ---- softmax */

static double lowest(const zoo_row *r, double x) {
  (void)r;
  (void)x;
  return -HUGE_VAL;
}

static double higher(const zoo_row *r, double m, double s) {
  (void)r;
  return isnan(m) || s <= m ? m : s;
}

static double same(const zoo_row *r, double x) {
  (void)r;
  return x;
}

static double none(const zoo_row *r, double x) {
  (void)r;
  (void)x;
  return 0;
}

static double skips(const zoo_row *r, double m) {
  (void)r;
  return m == -HUGE_VAL;
}

static double weight(const zoo_row *r, double j, double m) {
  return r->see[(int64_t)j] ? zoo_exp(r, zoo_round(r, r->score[(int64_t)j] - m)) : 0;
}

static double rescale(const zoo_row *r, double before, double after) {
  return zoo_exp(r, zoo_round(r, before - after));
}

static double rescale_total(const zoo_row *r, double before, double after) { return r->step.rescale(r, before, after); }

static double sink_top(const zoo_row *r, double m) { return r->step.higher(r, m, r->step.sink(r, 0)); }

static double sink_weight(const zoo_row *r, double m) { return zoo_exp(r, zoo_round(r, r->step.sink(r, 0) - m)); }

static bool reads(const zoo_row *r, int64_t j) { return r->see[j]; }

static double share(const zoo_row *r, double x, double l) { return l == 0 ? 0 : zoo_round(r, x / l); }

static double lse(const zoo_row *r, double m, double l) {
  return l == 0 ? -HUGE_VAL : zoo_round(r, m + zoo_round(r, log(l)));
}

static double merge_weight(const zoo_row *r, double range, double largest) {
  return range == -HUGE_VAL ? 0 : zoo_exp(r, zoo_round(r, range - largest));
}

/* ---- formats and answer */

static attest_dtype computes(const zoo_row *r) { return r->computes; }

static attest_dtype given(const zoo_row *r) { return r->type; }

static bool stores(const zoo_row *r, int64_t c) {
  (void)r;
  (void)c;
  return true;
}

static int64_t own_row(const zoo_row *r) { return r->h * r->w->q_len + r->i; }

const zoo_steps zoo_right = {.length = length,
                             .offset = offset,
                             .last = last,
                             .causal = causal,
                             .window = window,
                             .unmasked = unmasked,
                             .unbiased = unbiased,
                             .visible = visible,
                             .kv_head = kv_head,
                             .q = load_q,
                             .k = load_k,
                             .v = load_v,
                             .mask = load_mask,
                             .bias = load_bias,
                             .sink = load_sink,
                             .scale = scale,
                             .dot = dot,
                             .cap = cap,
                             .score = score,
                             .hidden = hidden,
                             .lowest = lowest,
                             .higher = higher,
                             .top = same,
                             .skips = skips,
                             .weight = weight,
                             .tail = none,
                             .rescale = rescale,
                             .rescale_total = rescale_total,
                             .sink_top = sink_top,
                             .sink_weight = sink_weight,
                             .reads = reads,
                             .kept = same,
                             .kept_total = same,
                             .share = share,
                             .lse = lse,
                             .merge_weight = merge_weight,
                             .dots = computes,
                             .sums = computes,
                             .totals = computes,
                             .counted = computes,
                             .weights = given,
                             .stores = stores,
                             .stores_lse = stores,
                             .out_row = own_row,
                             .lse_row = own_row,
                             .correction = same};

double zoo_weigh_all(const zoo_row *r, double j, double m) {
  const double s = r->score[(int64_t)j];
  return s == -HUGE_VAL ? 0 : zoo_exp(r, zoo_round(r, s - m));
}

double zoo_weigh_unguarded(const zoo_row *r, double j, double m) {
  return zoo_exp(r, zoo_round(r, r->score[(int64_t)j] - m));
}

bool zoo_read_all(const zoo_row *r, int64_t j) {
  (void)r;
  (void)j;
  return true;
}

bool zoo_read_weighted(const zoo_row *r, int64_t j) { return r->see[j] || r->p[j] != 0; }

double zoo_own_score(const zoo_row *r, int64_t j) {
  const double bias = r->w->bias != NULL && isfinite(r->step.bias(r, j)) ? r->step.bias(r, j) : 0;
  return r->step.cap(r, zoo_round(r, r->step.dot(r, j) * r->step.scale(r, j))) + bias;
}

attest_dtype zoo_half(const zoo_row *r) {
  (void)r;
  return ATTEST_F16;
}
