#include "check/zoo/profile.h"

#include <string.h>

/* ---- properties of a problem */

static bool is_contiguous(const attest_tensor *t) {
  int64_t stride = 1;
  for (int d = 3; d >= 0; d--) {
    if (t->size[d] > 1 && t->stride[d] != stride) return false;
    stride *= t->size[d];
  }
  return true;
}

static bool has_plain_layout(const attest_problem *p) {
  return is_contiguous(&p->q) && is_contiguous(&p->k) && is_contiguous(&p->v);
}

static bool has_groups(const attest_problem *p) { return p->q.size[1] != p->k.size[1]; }

/* Options beside causal. A profile supports only those that it names. */
typedef struct {
  bool causal, kv_len, mask, bias, groups, strides;
} allowed;

static bool has_only(const attest_problem *p, allowed may) {
  return (may.causal || !p->causal) && (may.kv_len || p->kv_len == NULL) && (may.mask || p->mask.data == NULL) &&
         (may.bias || p->bias.data == NULL) && (may.groups || !has_groups(p)) && (may.strides || has_plain_layout(p)) &&
         !p->windowed && p->sink == NULL && !(p->softcap > 0);
}

static bool is_multiple(int64_t n, int64_t of) { return n > 0 && n % of == 0; }

/* ---- profiles */

static bool plain(const attest_problem *p) { return has_only(p, (allowed){.causal = false}); }
static bool causal(const attest_problem *p) { return has_only(p, (allowed){.causal = true}); }
static bool lengths(const attest_problem *p) { return has_only(p, (allowed){.causal = true, .kv_len = true}); }
static bool grouped(const attest_problem *p) { return has_only(p, (allowed){.groups = true}); }
static bool mask(const attest_problem *p) { return has_only(p, (allowed){.mask = true}); }
static bool bias(const attest_problem *p) { return has_only(p, (allowed){.bias = true}); }
static bool strided(const attest_problem *p) { return has_only(p, (allowed){.strides = true}); }
static bool decode(const attest_problem *p) {
  return p->q.size[2] == 1 && has_only(p, (allowed){.kv_len = true, .groups = true});
}

static bool self_attention(const attest_problem *p) {
  return p->q.size[2] == p->k.size[2] && p->alignment != ATTEST_ALIGN_BOTTOM_RIGHT &&
         p->alignment != ATTEST_ALIGN_OFFSET && causal(p);
}

static bool tiles_64(const attest_problem *p) {
  return p->q.size[3] == 64 && p->v.size[3] == 64 && is_multiple(p->q.size[2], 64) && is_multiple(p->k.size[2], 64) &&
         p->alignment != ATTEST_ALIGN_OFFSET && causal(p);
}

static const zoo_profile profiles[] = {
    {"plain", "q, k, v and a scale, contiguous", ATTEST_F32, plain},
    {"causal", "causal, any alignment", ATTEST_F32, causal},
    {"lengths", "causal and kv_len", ATTEST_F32, lengths},
    {"grouped", "grouped heads", ATTEST_F32, grouped},
    {"mask", "a boolean mask", ATTEST_F32, mask},
    {"bias", "a bias", ATTEST_F32, bias},
    {"decode", "one query, kv_len, grouped heads", ATTEST_F32, decode},
    {"tiles-64", "head size 64, lengths in multiples of 64, causal", ATTEST_F32, tiles_64},
    {"bf16", "bfloat16 only, causal", ATTEST_BF16, causal},
    {"self", "as many queries as keys, causal top-left", ATTEST_F32, self_attention},
    {"strided", "q, k, v with any strides", ATTEST_F32, strided},
};

const zoo_profile *zoo_profiles(size_t *count) {
  *count = sizeof profiles / sizeof profiles[0];
  return profiles;
}

const zoo_profile *zoo_profile_find(const char *name) {
  for (size_t n = 0; n < sizeof profiles / sizeof profiles[0]; n++)
    if (strcmp(profiles[n].name, name) == 0) return &profiles[n];
  return NULL;
}

bool zoo_profile_takes(const zoo_profile *profile, const attest_problem *problem) {
  return problem->q.dtype == profile->dtype && profile->takes(problem);
}
