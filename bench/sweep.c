#define _DEFAULT_SOURCE /* NOLINT: strsep */
#include "bench/sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"

static const char *const column_names[SWEEP_COLUMNS] = {"variant", "dtype", "mask",  "batch", "heads",  "kv-heads",
                                                        "d-k",     "d-v",   "q-len", "keys",  "threads"};

static const char *const masks[] = {"full", "causal", "mask", "bias", "mask+bias", "window", "ragged", NULL};

const char *sweep_mask_name(size_t n) { return masks[n]; }

#define WINDOW 256

/* The table. Omitted values are those of plain self-attention with one head; see defaults. */
/* The variants of the rows that compare with peers. */
#define COMPARED (SWEEP_SELECTED "," SWEEP_PEERS)

static const sweep_row table[] = {
    {"length",
     "sequence length",
     SWEEP_KEYS,
     {[SWEEP_MASK] = "full,causal", [SWEEP_D_K] = "64,128", [SWEEP_KEYS] = "128,256,512,1024,2048,4096"}},
    {"d_k", "columns of q and k", SWEEP_D_K, {[SWEEP_D_K] = "16,32,64,80,96,128,192,256", [SWEEP_D_V] = "64"}},
    {"d_v", "columns of v", SWEEP_D_V, {[SWEEP_D_V] = "16,32,64,80,96,128,192,256"}},
    {"d", "columns of q, k and v", SWEEP_D_K, {[SWEEP_D_K] = "32,64,65,80,96,100,128,192,256", [SWEEP_KEYS] = "1024"}},
    {"heads", "heads", SWEEP_HEADS, {[SWEEP_MASK] = "causal", [SWEEP_HEADS] = "1,2,4,8,16,32", [SWEEP_KEYS] = "256"}},
    {"grouped",
     "kv heads that 8 query heads share",
     SWEEP_KV_HEADS,
     {[SWEEP_HEADS] = "8", [SWEEP_KV_HEADS] = "1,2,4,8"}},
    {"batch", "batches", SWEEP_BATCH, {[SWEEP_MASK] = "causal", [SWEEP_BATCH] = "1,2,4,8,16", [SWEEP_KEYS] = "256"}},
    {"threads",
     "threads, as many as there are processors",
     SWEEP_THREADS,
     {[SWEEP_HEADS] = "8", [SWEEP_KEYS] = "1024", [SWEEP_THREADS] = "1,2,4,8,16,32,64"}},
    {"dtype",
     "types",
     SWEEP_KEYS,
     {[SWEEP_DTYPE] = "f64,f32,f16,bf16", [SWEEP_D_K] = "64,128", [SWEEP_KEYS] = "512,2048"}},
    {"mask",
     "masks, biases and windows",
     SWEEP_KEYS,
     {[SWEEP_MASK] = "full,causal,mask,bias,mask+bias,window", [SWEEP_KEYS] = "512,2048"}},
    {"mask", "", SWEEP_KEYS, {[SWEEP_MASK] = "ragged", [SWEEP_BATCH] = "4", [SWEEP_KEYS] = "512,2048"}},
    {"decode",
     "one query, its keys",
     SWEEP_KEYS,
     {[SWEEP_HEADS] = "8", [SWEEP_Q_LEN] = "1", [SWEEP_KEYS] = "256,1024,4096,16384"}},
    {"decode",
     "",
     SWEEP_KEYS,
     {[SWEEP_HEADS] = "8", [SWEEP_KV_HEADS] = "1", [SWEEP_Q_LEN] = "1", [SWEEP_KEYS] = "256,1024,4096,16384"}},
    {"peers",
     "the variant that attest selects, for comparison with --peers",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED,
      [SWEEP_MASK] = "full,causal",
      [SWEEP_HEADS] = "8",
      [SWEEP_D_K] = "64,128",
      [SWEEP_KEYS] = "128,512,1024"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED, [SWEEP_MASK] = "full,causal", [SWEEP_D_K] = "64,128", [SWEEP_KEYS] = "2048,4096"}},
    {"peers",
     "",
     SWEEP_D_K,
     {[SWEEP_VARIANT] = COMPARED, [SWEEP_HEADS] = "8", [SWEEP_D_K] = "32,65,80,96,100,192,256", [SWEEP_KEYS] = "1024"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED, [SWEEP_MASK] = "mask,bias", [SWEEP_HEADS] = "8", [SWEEP_KEYS] = "1024"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED, [SWEEP_DTYPE] = "f16,bf16", [SWEEP_D_K] = "64,128", [SWEEP_KEYS] = "2048"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED,
      [SWEEP_HEADS] = "8,32",
      [SWEEP_D_K] = "64,128",
      [SWEEP_Q_LEN] = "1",
      [SWEEP_KEYS] = "4096"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED,
      [SWEEP_HEADS] = "8",
      [SWEEP_KV_HEADS] = "1",
      [SWEEP_Q_LEN] = "1",
      [SWEEP_KEYS] = "4096"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED,
      [SWEEP_HEADS] = "8",
      [SWEEP_DTYPE] = "f16,bf16",
      [SWEEP_Q_LEN] = "1",
      [SWEEP_KEYS] = "4096"}},
    {"peers",
     "",
     SWEEP_KEYS,
     {[SWEEP_VARIANT] = COMPARED,
      [SWEEP_HEADS] = "8",
      [SWEEP_MASK] = "mask",
      [SWEEP_Q_LEN] = "1",
      [SWEEP_KEYS] = "4096"}},
    {"quick", "some of each, for --quick", SWEEP_KEYS, {[SWEEP_MASK] = "full,causal", [SWEEP_KEYS] = "128,512,2048"}},
    {"quick", "", SWEEP_KEYS, {[SWEEP_DTYPE] = "f64,f32,f16,bf16", [SWEEP_D_K] = "128"}},
    {"quick", "", SWEEP_KEYS, {[SWEEP_HEADS] = "8", [SWEEP_Q_LEN] = "1", [SWEEP_KEYS] = "4096"}},
    {"smoke",
     "next to nothing, for --smoke",
     SWEEP_KEYS,
     {[SWEEP_MASK] = "full,causal", [SWEEP_D_K] = "8", [SWEEP_KEYS] = "16,32,48"}},
};

static const char *const defaults[SWEEP_COLUMNS] = {
    [SWEEP_VARIANT] = "", [SWEEP_DTYPE] = "f32", [SWEEP_MASK] = "full", [SWEEP_BATCH] = "1",
    [SWEEP_HEADS] = "2",  [SWEEP_KV_HEADS] = "", [SWEEP_D_K] = "64",    [SWEEP_D_V] = "",
    [SWEEP_Q_LEN] = "",   [SWEEP_KEYS] = "512",  [SWEEP_THREADS] = "1"};

const char *sweep_column_name(sweep_column column) { return column_names[column]; }

const sweep_row *sweep_table(size_t n) { return n < sizeof table / sizeof table[0] ? &table[n] : NULL; }

/* ---- the values of a column */

enum { MOST_VALUES = 32, MOST_VARIANTS = 48 };

typedef struct column {
  size_t count;
  int64_t number[MOST_VALUES]; /* for variants, types and masks: the index of the name; 0: given by another column */
} column;

/* The variants of this machine, the peers, and SWEEP_SELECTED as the last. SWEEP_SELECTED is part of "" only if there
   are peers. */
typedef struct variant_names {
  size_t count, implied, first_peer, past_peers;
  const char *at[MOST_VARIANTS];
} variant_names;

static variant_names names_of_variants(const char *const *peers) {
  variant_names names = {.count = 0};
  for (size_t n = 0; attest_variant_name(n) != NULL && names.count + 1 < MOST_VARIANTS; n++)
    names.at[names.count++] = attest_variant_name(n);
  names.first_peer = names.count;
  for (size_t n = 0; peers != NULL && peers[n] != NULL && names.count + 1 < MOST_VARIANTS; n++)
    names.at[names.count++] = peers[n];
  names.past_peers = names.count;
  const bool any = peers != NULL && peers[0] != NULL;
  names.implied = names.count + any;
  names.at[names.count++] = SWEEP_SELECTED;
  return names;
}

static check_status unexpected(sweep_column c, const char *expected, const char *found, check_error *error) {
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected %s, found %s", column_names[c], expected, found);
}

static check_status read_variant(const char *word, const variant_names *among, int64_t *number, check_error *error) {
  char names[400] = "";
  size_t used = 0;
  for (size_t n = 0; n < among->count; n++) {
    *number = (int64_t)n;
    if (strcmp(among->at[n], word) == 0) return CHECK_OK;
    if (used < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", n > 0 ? ", " : "", among->at[n]);
  }
  return unexpected(SWEEP_VARIANT, names, word, error);
}

static check_status read_mask(const char *word, int64_t *number, check_error *error) {
  for (*number = 0; masks[*number] != NULL; (*number)++)
    if (strcmp(masks[*number], word) == 0) return CHECK_OK;
  return unexpected(SWEEP_MASK, "full, causal, mask, bias, mask+bias, window or ragged", word, error);
}

static check_status read_value(sweep_column c, const char *word, const variant_names *variants, int64_t *number,
                               check_error *error) {
  attest_dtype dtype;
  if (c == SWEEP_VARIANT) return read_variant(word, variants, number, error);
  if (c == SWEEP_MASK) return read_mask(word, number, error);
  if (c == SWEEP_DTYPE) {
    const bool known = format_named(word, &dtype);
    *number = dtype;
    return known ? CHECK_OK : unexpected(c, "f64, f32, f16 or bf16", word, error);
  }
  const int64_t most = c == SWEEP_THREADS                                     ? 1024
                       : c == SWEEP_BATCH || c == SWEEP_D_K || c == SWEEP_D_V ? 1 << 16
                                                                              : 1 << 20;
  char *end, range[64];
  errno = 0;
  *number = strtoll(word, &end, 10);
  if (*end == '\0' && errno == 0 && *number >= 1 && *number <= most) return CHECK_OK;
  (void)snprintf(range, sizeof range, "integers from 1 to %" PRId64 " with commas between them", most);
  return unexpected(c, range, word, error);
}

/* The value of "" in the table. */
static column implied(sweep_column c, const variant_names *variants) {
  column values = {.count = c != SWEEP_VARIANT};
  while (c == SWEEP_VARIANT && values.count < variants->implied && values.count < MOST_VALUES) {
    values.number[values.count] = (int64_t)values.count;
    values.count++;
  }
  return values;
}

static void add_peers(const variant_names *variants, column *values) {
  for (size_t n = variants->first_peer; n < variants->past_peers && values->count < MOST_VALUES; n++)
    values->number[values->count++] = (int64_t)n;
}

static check_status read_column(sweep_column c, const char *text, const variant_names *variants, column *values,
                                check_error *error) {
  char copy[256], *rest = copy;
  *values = (column){.count = 0};
  if (strlen(text) >= sizeof copy) return unexpected(c, "fewer than 256 characters", text, error);
  (void)memcpy(copy, text, strlen(text) + 1);
  for (char *word; (word = strsep(&rest, ",")) != NULL;) {
    if (c == SWEEP_VARIANT && strcmp(word, SWEEP_PEERS) == 0) {
      add_peers(variants, values);
      continue;
    }
    if (values->count == MOST_VALUES) return unexpected(c, "at most 32 values", text, error);
    const check_status status = read_value(c, word, variants, &values->number[values->count++], error);
    if (status != CHECK_OK) return status;
  }
  return CHECK_OK;
}

/* ---- one case: one value of each column */

static int64_t other_if_none(int64_t value, int64_t other) { return value != 0 ? value : other; }

static recipe shape_of(const int64_t v[SWEEP_COLUMNS]) {
  recipe r = recipe_default();
  const char *const mask = masks[v[SWEEP_MASK]];
  r.dtype = v[SWEEP_DTYPE];
  r.batch = v[SWEEP_BATCH];
  r.q_heads = v[SWEEP_HEADS];
  r.kv_heads = other_if_none(v[SWEEP_KV_HEADS], r.q_heads);
  r.d_k = v[SWEEP_D_K];
  r.d_v = other_if_none(v[SWEEP_D_V], r.d_k);
  r.keys = v[SWEEP_KEYS];
  r.q_len = other_if_none(v[SWEEP_Q_LEN], r.keys);
  r.seed = 1;
  r.causal = strcmp(mask, "causal") == 0 || strcmp(mask, "window") == 0;
  r.windowed = strcmp(mask, "window") == 0;
  if (r.causal) r.alignment = ATTEST_ALIGN_BOTTOM_RIGHT;
  if (r.windowed) r.left = WINDOW;
  const bool both = strcmp(mask, "mask+bias") == 0;
  r.mask = both || strcmp(mask, "mask") == 0 ? MASK_RANDOM : MASK_NONE;
  r.bias = both || strcmp(mask, "bias") == 0 ? BIAS_RANDOM : BIAS_NONE;
  r.kv_len = strcmp(mask, "ragged") == 0 ? KV_LEN_RAGGED : KV_LEN_FULL;
  return r;
}

/* Names the family. Heads and d_k are always in the name; other columns only if not the default; the axis never. */
static void name_family(const sweep_row *row, const int64_t v[SWEEP_COLUMNS], sweep_case *c) {
  size_t used = (size_t)snprintf(c->family, sizeof c->family, "%s/%s/%s/%s", row->name, c->variant,
                                 format_names[v[SWEEP_DTYPE]], masks[v[SWEEP_MASK]]);
  for (sweep_column n = SWEEP_BATCH; n < SWEEP_COLUMNS; n++) {
    const bool plain = (n == SWEEP_BATCH || n == SWEEP_THREADS) && v[n] == 1;
    if (n == row->axis || plain || v[n] == 0) continue;
    used += (size_t)snprintf(c->family + used, sizeof c->family - used, "/%s:%" PRId64, column_names[n], v[n]);
  }
}

static check_status add_case(const sweep_row *row, const int64_t v[SWEEP_COLUMNS], const variant_names *variants,
                             sweep_cases *cases, check_error *error) {
  sweep_case c = {.value = v[row->axis], .threads = (int)v[SWEEP_THREADS], .shape = shape_of(v)};
  (void)snprintf(c.axis, sizeof c.axis, "%s", column_names[row->axis]);
  (void)snprintf(c.variant, sizeof c.variant, "%s", variants->at[v[SWEEP_VARIANT]]);
  name_family(row, v, &c);
  for (size_t n = 0; n < cases->count; n++) /* rows of a sweep may repeat a case if a column is given */
    if (cases->at[n].value == c.value && strcmp(cases->at[n].family, c.family) == 0) return CHECK_OK;
  char text[RECIPE_TEXT_MAX];
  recipe checked;
  recipe_print(&c.shape, text);
  /* Finds heads that do not divide, and tensors that are too large. */
  check_status status = recipe_parse(text, &checked, error);
  if (status != CHECK_OK) return status;
  sweep_case *const more = realloc(cases->at, (cases->count + 1) * sizeof *more);
  if (more == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the list of benchmarks");
  cases->at = more;
  more[cases->count++] = c;
  return CHECK_OK;
}

check_status sweep_add(const sweep_row *row, const char *const given[SWEEP_COLUMNS], const char *const *peers,
                       int most_threads, sweep_cases *cases, check_error *error) {
  const variant_names variants = names_of_variants(peers);
  column columns[SWEEP_COLUMNS];
  int order[SWEEP_COLUMNS], place = 0;
  size_t total = 1;
  for (int c = 0; c < SWEEP_COLUMNS; c++) {
    const char *const own = row->value[c] != NULL ? row->value[c] : defaults[c], *const text =
                                                                                     given[c] != NULL ? given[c] : own;
    columns[c] = implied((sweep_column)c, &variants);
    const bool is_implied = given[c] == NULL && *own == '\0';
    const check_status status =
        is_implied ? CHECK_OK : read_column((sweep_column)c, text, &variants, &columns[c], error);
    if (status != CHECK_OK) return status;
    total *= columns[c].count;
    if (c != (int)row->axis) order[place++] = c;
  }
  order[place] = (int)row->axis; /* the last varies fastest: the values of a family are consecutive */
  for (size_t n = 0; n < total; n++) {
    int64_t v[SWEEP_COLUMNS];
    size_t rest = n;
    for (int c = SWEEP_COLUMNS - 1; c >= 0; c--) {
      v[order[c]] = columns[order[c]].number[rest % columns[order[c]].count];
      rest /= columns[order[c]].count;
    }
    if (given[SWEEP_THREADS] == NULL && v[SWEEP_THREADS] > most_threads) continue;
    const check_status status = add_case(row, v, &variants, cases, error);
    if (status != CHECK_OK) return status;
  }
  return CHECK_OK;
}
