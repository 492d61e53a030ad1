#include "check/run/shrink.h"

#include <stddef.h>

#define TRIES 400
#define TOGETHER 128
#define ELEMENTS ((int64_t)1 << 24) /* most elements of cases judged together: they may become files */

typedef struct {
  const shrink_judge *by;
  verdict_kind kind; /* kind of the failure to keep */
  int tries;
  size_t known; /* verdicts known, of cases judged together */
  recipe tried[TOGETHER];
  verdict found[TOGETHER];
} search;

static bool is_wrong_value(verdict_kind kind) { return kind == VERDICT_NOT_FINITE || kind == VERDICT_BEYOND; }

/* ---- options: back to their defaults */

typedef void simplify(recipe *r);

static void no_bias(recipe *r) { r->bias = BIAS_NONE; }
static void no_mask(recipe *r) { r->mask = MASK_NONE; }
static void full_lengths(recipe *r) { r->kv_len = KV_LEN_FULL; }
static void no_sink(recipe *r) { r->sink = SINK_NONE; }
static void default_scale(recipe *r) { r->scale = 0; }
static void no_softcap(recipe *r) { r->softcap = 0; }
static void plain_layout(recipe *r) { r->layout = LAYOUT_BHSD; }
static void plain_place(recipe *r) { r->place = PLACE_ALIGNED; }
static void fill_hidden(recipe *r) { r->hidden = HIDDEN_FILL; }
static void normal_fill(recipe *r) { r->fill = FILL_NORMAL; }
static void no_left(recipe *r) { r->left = ATTEST_UNLIMITED; }
static void no_right(recipe *r) { r->right = ATTEST_UNLIMITED; }
static void no_causal(recipe *r) { r->causal = 0; }

static void no_window(recipe *r) {
  r->windowed = 0;
  r->left = r->right = ATTEST_UNLIMITED;
}

static void no_alignment(recipe *r) {
  if (r->causal || r->windowed) return;
  r->alignment = ATTEST_ALIGN_NONE;
  r->offset = 0;
}

static void top_left(recipe *r) {
  if (r->alignment == ATTEST_ALIGN_NONE) return;
  r->alignment = ATTEST_ALIGN_TOP_LEFT;
  r->offset = 0;
}

static simplify *const options[] = {no_bias,      no_mask,     full_lengths, no_sink,     default_scale, no_softcap,
                                    plain_layout, plain_place, fill_hidden,  normal_fill, no_window,     no_left,
                                    no_right,     no_causal,   top_left,     no_alignment};

/* ---- sizes: to 1, to half, one less */

static void one_head(recipe *r) { r->q_heads = r->kv_heads = 1; }
static void one_group(recipe *r) {
  r->q_heads /= r->kv_heads;
  r->kv_heads = 1;
}
static void two_groups(recipe *r) {
  if (r->kv_heads <= 2) return;
  r->q_heads = r->q_heads / r->kv_heads * 2;
  r->kv_heads = 2;
}
static void two_of_a_group(recipe *r) {
  if (r->q_heads > 2 * r->kv_heads) r->q_heads = 2 * r->kv_heads;
}
static void one_of_a_group(recipe *r) { r->q_heads = r->kv_heads; }

static simplify *const heads[] = {one_head, one_group, two_groups, two_of_a_group, one_of_a_group};

/* Lengths that go down together, for kernels that take equal ones only. */
static void half_lengths(recipe *r) {
  if (r->q_len < 2 || r->keys < 2) return;
  r->q_len /= 2;
  r->keys /= 2;
}
static void shorter_lengths(recipe *r) {
  if (r->q_len < 2 || r->keys < 2) return;
  r->q_len--;
  r->keys--;
}

static simplify *const lengths[] = {half_lengths, half_lengths, half_lengths,
                                    half_lengths, half_lengths, shorter_lengths};

#define LENGTHS (sizeof lengths / sizeof lengths[0])
#define OPTIONS (sizeof options / sizeof options[0])
#define HEADS (sizeof heads / sizeof heads[0])

static const size_t sizes[] = {offsetof(recipe, batch), offsetof(recipe, keys), offsetof(recipe, q_len),
                               offsetof(recipe, d_k), offsetof(recipe, d_v)};

#define SIZES (sizeof sizes / sizeof sizes[0])

static int64_t *size_at(recipe *r, size_t at) { return (int64_t *)(void *)((char *)r + at); }

/* The smaller size of each step: 1, half, one less. 0: there is none. */
static int64_t smaller_size(int64_t now, int step) {
  return now <= 1 ? 0 : step == 0 ? 1 : step == 1 ? now / 2 : now - 1;
}

/* ---- verdicts */

static int64_t elements_of(const recipe *r) {
  return r->batch * (r->q_heads * r->q_len * (r->d_k + r->keys) + r->kv_heads * r->keys * (r->d_k + r->d_v));
}

/* Adds a case to the next call of the judge, if there is room. */
static void guess(search *s, size_t *count, int64_t *elements, const recipe *r) {
  for (size_t n = 0; n < *count; n++)
    if (recipe_equal(&s->tried[n], r)) return;
  if (*count == TOGETHER || *elements + elements_of(r) > ELEMENTS) return;
  s->tried[(*count)++] = *r;
  *elements += elements_of(r);
}

/* Adds the cases that are tried next if r stays, if every simplification helps, or if a size goes down step by step. */
static void guess_next(search *s, size_t *count, int64_t *elements, const recipe *r) {
  recipe all = *r;
  for (size_t n = 0; n < OPTIONS + HEADS; n++) {
    simplify *const step = n < OPTIONS ? options[n] : heads[n - OPTIONS];
    recipe one = *r;
    step(&one);
    step(&all);
    guess(s, count, elements, &one);
    guess(s, count, elements, &all);
  }
  for (size_t n = 0; n < SIZES; n++)
    for (int step = 0; step < 3; step++) {
      recipe smaller = *r;
      for (int times = 0; times < (step == 0 ? 1 : 6); times++) {
        const int64_t next = smaller_size(*size_at(&smaller, sizes[n]), step);
        if (next == 0) break;
        *size_at(&smaller, sizes[n]) = next;
        guess(s, count, elements, &smaller);
      }
    }
}

/* Judges a case that would replace r. */
static check_status judge(search *s, const recipe *smaller, const recipe *r, const verdict **found,
                          check_error *error) {
  for (size_t n = 0; n < s->known; n++)
    if (recipe_equal(&s->tried[n], smaller)) {
      *found = &s->found[n];
      return CHECK_OK;
    }
  size_t count = 0;
  int64_t elements = 0;
  s->tried[count++] = *smaller;
  if (s->by->together) guess_next(s, &count, &elements, r);
  const check_status status = s->by->judge(s->by->context, s->tried, count, s->found, error);
  s->known = status == CHECK_OK ? count : 0;
  *found = &s->found[0];
  return status;
}

/* Replaces r if the recipe differs from it and fails in the same way; *taken says whether. */
static check_status try_smaller(search *s, const recipe *smaller, recipe *r, verdict *v, bool *taken,
                                check_error *error) {
  const verdict *found;
  *taken = false;
  if (recipe_equal(smaller, r) || s->tries >= TRIES) return CHECK_OK;
  s->tries++;
  const check_status status = judge(s, smaller, r, &found, error);
  if (status != CHECK_OK) return status;
  *taken = found->kind == s->kind || (is_wrong_value(found->kind) && is_wrong_value(s->kind));
  if (!*taken) return CHECK_OK;
  *r = *smaller;
  *v = *found;
  return CHECK_OK;
}

/* ---- the search */

static check_status shrink_size(search *s, size_t at, recipe *r, verdict *v, bool *changed, check_error *error) {
  check_status status = CHECK_OK;
  for (int step = 0; status == CHECK_OK && step < 3;) {
    const int64_t next = smaller_size(*size_at(r, at), step);
    recipe smaller = *r;
    bool taken = false;
    if (next == 0) break;
    *size_at(&smaller, at) = next;
    status = try_smaller(s, &smaller, r, v, &taken, error);
    *changed = *changed || taken;
    if (!taken || step == 0) step++; /* 1 and halves repeat while they help */
  }
  return status;
}

static check_status simplify_by(search *s, simplify *const *steps, size_t count, recipe *r, verdict *v, bool *changed,
                                check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    recipe simpler = *r;
    bool taken = false;
    steps[n](&simpler);
    status = try_smaller(s, &simpler, r, v, &taken, error);
    *changed = *changed || taken;
  }
  return status;
}

check_status shrink_case(const shrink_judge *by, recipe *r, verdict *v, check_error *error) {
  search s = {.by = by, .kind = v->kind};
  check_status status = CHECK_OK;
  for (bool changed = true; changed && status == CHECK_OK;) {
    changed = false;
    status = simplify_by(&s, options, OPTIONS, r, v, &changed, error);
    if (status == CHECK_OK) status = simplify_by(&s, heads, HEADS, r, v, &changed, error);
    if (status == CHECK_OK) status = simplify_by(&s, lengths, LENGTHS, r, v, &changed, error);
    for (size_t n = 0; status == CHECK_OK && n < SIZES; n++) status = shrink_size(&s, sizes[n], r, v, &changed, error);
  }
  return status;
}
