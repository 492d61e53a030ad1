#include "check/cases/family.h"

family family_of(const recipe *r) {
  const bool has[FAMILIES] = {[FAMILY_PLAIN] = true,
                              [FAMILY_GQA] = r->kv_heads != r->q_heads,
                              [FAMILY_CAUSAL] = r->causal != 0,
                              [FAMILY_WINDOW] = r->windowed != 0,
                              [FAMILY_KV_LEN] = r->lengths != LENGTHS_FULL,
                              [FAMILY_MASK] = r->mask != MASK_NONE,
                              [FAMILY_BIAS] = r->bias != BIAS_NONE,
                              [FAMILY_SCALE] = r->scale < 0 || r->scale > 0,
                              [FAMILY_SOFTCAP] = r->softcap > 0,
                              [FAMILY_SINK] = r->sink != SINK_NONE};
  int last = FAMILIES - 1;
  while (!has[last]) last--;
  return (family)last;
}

const char *family_name(family f) {
  static const char *const names[FAMILIES] = {"plain", "gqa", "causal", "window", "kv_len", "mask", "bias", "scale", "softcap", "sink"};
  return names[f];
}
