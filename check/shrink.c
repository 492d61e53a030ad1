#include "check/shrink.h"

#include <stddef.h>
#include <string.h>

#define TRIES 400

typedef struct {
  worker *run;
  arena *memory;
  const attest_description *description;
  verdict_kind kind; /* of the failure that is kept */
  int tries;
} search;

static bool is_wrong_value(verdict_kind kind) { return kind == VERDICT_NOT_FINITE || kind == VERDICT_BEYOND; }

static bool same_recipe(const recipe *a, const recipe *b) {
  char text_a[RECIPE_TEXT_MAX], text_b[RECIPE_TEXT_MAX];
  recipe_print(a, text_a);
  recipe_print(b, text_b);
  return strcmp(text_a, text_b) == 0;
}

/* Takes over a smaller recipe if it is one and fails alike; *taken says so. */
static check_status try_smaller(search *s, const recipe *smaller, recipe *r, verdict *v, bool *taken, check_error *error) {
  verdict found;
  *taken = false;
  if (same_recipe(smaller, r) || s->tries >= TRIES) return CHECK_OK;
  s->tries++;
  const check_status status = verdict_of_case(s->run, s->memory, smaller, s->description, &found, error);
  if (status != CHECK_OK) return status;
  *taken = found.kind == s->kind || (is_wrong_value(found.kind) && is_wrong_value(s->kind));
  if (!*taken) return CHECK_OK;
  *r = *smaller;
  *v = found;
  return CHECK_OK;
}

/* ---- options: back to what is plain */

typedef void simplify(recipe *r);

static void no_bias(recipe *r) { r->bias = BIAS_NONE; }
static void no_mask(recipe *r) { r->mask = MASK_NONE; }
static void full_lengths(recipe *r) { r->lengths = LENGTHS_FULL; }
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

static simplify *const options[] = {no_bias,     no_mask,     full_lengths, no_sink, default_scale, no_softcap, plain_layout, plain_place,
                                    fill_hidden, normal_fill, no_window,    no_left, no_right,      no_causal,  top_left,     no_alignment};

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

static const size_t sizes[] = {offsetof(recipe, batch), offsetof(recipe, keys), offsetof(recipe, q_len), offsetof(recipe, d_k),
                               offsetof(recipe, d_v)};

static int64_t *size_at(recipe *r, size_t at) { return (int64_t *)(void *)((char *)r + at); }

static check_status shrink_size(search *s, size_t at, recipe *r, verdict *v, bool *changed, check_error *error) {
  check_status status = CHECK_OK;
  for (int step = 0; status == CHECK_OK && step < 3;) {
    const int64_t now = *size_at(r, at), next = step == 0 ? 1 : step == 1 ? now / 2 : now - 1;
    recipe smaller = *r;
    bool taken = false;
    *size_at(&smaller, at) = next >= 1 ? next : now;
    status = try_smaller(s, &smaller, r, v, &taken, error);
    *changed = *changed || taken;
    if (!taken || step == 0) step++; /* halves and ones go on as long as they help */
  }
  return status;
}

static check_status simplify_by(search *s, simplify *const *steps, size_t count, recipe *r, verdict *v, bool *changed, check_error *error) {
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

check_status shrink_case(worker *w, arena *memory, const attest_description *description, recipe *r, verdict *v, check_error *error) {
  search s = {w, memory, description, v->kind, 0};
  check_status status = CHECK_OK;
  for (bool changed = true; changed && status == CHECK_OK;) {
    changed = false;
    status = simplify_by(&s, options, sizeof options / sizeof options[0], r, v, &changed, error);
    if (status == CHECK_OK) status = simplify_by(&s, heads, sizeof heads / sizeof heads[0], r, v, &changed, error);
    for (size_t n = 0; status == CHECK_OK && n < sizeof sizes / sizeof sizes[0]; n++)
      status = shrink_size(&s, sizes[n], r, v, &changed, error);
  }
  return status;
}
