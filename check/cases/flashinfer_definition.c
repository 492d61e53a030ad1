#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/flashinfer_definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/document.h"
#include "check/cases/format.h"
#include "check/cases/problem_f64.h"
#include "check/cases/shapes.h"
#include "check/cases/store.h"

static const struct {
  const char *name, *description;
} axes[] = {{"batch", "sequences"},
            {"q_heads", "heads of q; query head h uses kv head h // (q_heads // kv_heads)"},
            {"kv_heads", "heads of k and v"},
            {"q_len", "queries of each sequence"},
            {"keys", "keys of each sequence"},
            {"d_k", "columns of q and k"},
            {"d_v", "columns of v"},
            {"mask_batch", "batch, or 1: one for all"},
            {"mask_heads", "q_heads, or 1: one for all"},
            {"mask_q_len", "q_len, or 1: one for all"},
            {"mask_keys", "keys, or 1: one for all"},
            {"bias_batch", "batch, or 1: one for all"},
            {"bias_heads", "q_heads, or 1: one for all"},
            {"bias_q_len", "q_len, or 1: one for all"},
            {"bias_keys", "keys, or 1: one for all"}};

static bool has_diagonal(const attest_problem *p) { return p->causal || p->windowed; }

/* By attest_alignment: in names, and in tags. */
static const char *const alignments[][2] = {[ATTEST_ALIGN_TOP_LEFT] = {"top_left", "top-left"},
                                            [ATTEST_ALIGN_BOTTOM_RIGHT] = {"bottom_right", "bottom-right"},
                                            [ATTEST_ALIGN_OFFSET] = {"offset", "offset"}};

/* ---- inputs */

static void add_array(flashinfer_problem *p, const char *name, const npy_array *array, const char *const names[],
                      const char *description) {
  flashinfer_input *const to = &p->inputs[p->count++];
  *to = (flashinfer_input){
      .name = name, .dtype = case_dtype_name(array->dtype), .description = description, .array = *array};
  for (int d = 0; d < array->ndim; d++) to->axes[d] = names[d];
}

static void add_scalar(flashinfer_problem *p, const char *name, const char *dtype, double value,
                       const char *description) {
  p->inputs[p->count++] = (flashinfer_input){.name = name, .dtype = dtype, .description = description, .scalar = value};
}

static void add_arrays(flashinfer_problem *p, float *sinks) {
  static const char *const q[2][4] = {{"batch", "q_heads", "q_len", "d_k"}, {"batch", "q_len", "q_heads", "d_k"}};
  static const char *const k[2][4] = {{"batch", "kv_heads", "keys", "d_k"}, {"batch", "keys", "kv_heads", "d_k"}};
  static const char *const v[2][4] = {{"batch", "kv_heads", "keys", "d_v"}, {"batch", "keys", "kv_heads", "d_v"}};
  static const char *const mask[] = {"mask_batch", "mask_heads", "mask_q_len", "mask_keys"};
  static const char *const bias[] = {"bias_batch", "bias_heads", "bias_q_len", "bias_keys"};
  static const char *const batch[4] = {"batch"}, *const heads[4] = {"q_heads"};
  npy_array arrays[CASE_KV_LEN + 1];
  store_arrays(p->problem, p->bshd, arrays);
  arrays[CASE_SINK].dtype = NPY_F32;
  arrays[CASE_SINK].data = sinks;
  add_array(p, "q", &arrays[CASE_Q], q[p->bshd], "queries");
  add_array(p, "k", &arrays[CASE_K], k[p->bshd], "keys; those that no query sees may hold NaN or infinity");
  add_array(p, "v", &arrays[CASE_V], v[p->bshd], "values; those of keys that no query sees may hold NaN or infinity");
  if (arrays[CASE_MASK].data != NULL) add_array(p, "mask", &arrays[CASE_MASK], mask, "true: the query sees the key");
  if (arrays[CASE_BIAS].data != NULL)
    add_array(p, "bias", &arrays[CASE_BIAS], bias, "added to the scores; -infinity hides the key");
  if (arrays[CASE_KV_LEN].data != NULL)
    add_array(p, "kv_len", &arrays[CASE_KV_LEN], batch, "how many keys of each sequence count, 0 .. keys");
  if (sinks != NULL)
    add_array(p, "sinks", &arrays[CASE_SINK], heads, "a score of each head that joins the denominator only");
}

static void add_scalars(flashinfer_problem *p) {
  const attest_problem *const of = p->problem;
  const double scale = of->scale != 0.0 ? of->scale : problem_f64_default_scale(of->q.size[ATTEST_COLUMN]);
  add_scalar(p, "scale", "float32", (double)(float)scale, "factor of q . k");
  if (of->softcap > 0.0)
    add_scalar(p, "softcap", "float32", (double)(float)of->softcap, "scores become softcap * tanh(score / softcap)");
  if (has_diagonal(of) && of->alignment == ATTEST_ALIGN_OFFSET)
    add_scalar(p, "offset", "int64", (double)of->offset, "query i stands at key i + offset");
  if (!of->windowed) return;
  add_scalar(p, "window_left", "int64", (double)of->window_left, "keys seen before the diagonal; -1: all");
  add_scalar(p, "window_right", "int64", (double)of->window_right, "keys seen after the diagonal; -1: all");
}

static void name_definition(flashinfer_problem *p) {
  static const char *const with[] = {"mask", "kv_len", "sinks", "softcap", "bias"};
  const attest_problem *const of = p->problem;
  char *const to = p->name;
  size_t n = (size_t)snprintf(to, FLASHINFER_NAME_MAX, "attention_%s_%s%s%s", format_names[of->q.dtype],
                              p->bshd ? "bshd" : "bhsd", of->causal ? "_causal" : "", of->windowed ? "_window" : "");
  if (has_diagonal(of)) n += (size_t)snprintf(to + n, FLASHINFER_NAME_MAX - n, "_%s", alignments[of->alignment][0]);
  for (size_t w = 0; w < sizeof with / sizeof *with; w++)
    for (size_t i = 0; i < p->count; i++)
      if (strcmp(p->inputs[i].name, with[w]) == 0)
        n += (size_t)snprintf(to + n, FLASHINFER_NAME_MAX - n, "_%s", with[w]);
  if (of->bias.data != NULL && of->bias.dtype != of->q.dtype)
    (void)snprintf(to + n, FLASHINFER_NAME_MAX - n, "_%s", format_names[of->bias.dtype]);
}

bool flashinfer_describe(const attest_problem *problem, bool bshd, arena *memory, flashinfer_problem *described) {
  const size_t heads = (size_t)problem->q.size[ATTEST_HEAD];
  float *sinks = NULL;
  if (problem->sink != NULL) {
    sinks = arena_place(memory, "sinks", heads * sizeof *sinks, false, false);
    if (sinks == NULL) return false;
    for (size_t h = 0; h < heads; h++) sinks[h] = (float)problem->sink[h];
  }
  *described = (flashinfer_problem){.problem = problem, .bshd = bshd};
  add_arrays(described, sinks);
  add_scalars(described);
  name_definition(described);
  return true;
}

/* ---- the reference implementation, as PyTorch */

static void write_visible(FILE *to, const attest_problem *p) {
  static const char *const behind[] = {[ATTEST_ALIGN_TOP_LEFT] = "",
                                       [ATTEST_ALIGN_BOTTOM_RIGHT] = " + keys - q_len",
                                       [ATTEST_ALIGN_OFFSET] = " + offset"};
  (void)fputs("    visible = torch.ones_like(scores, dtype=torch.bool)\n", to);
  if (p->kv_len != NULL) (void)fputs("    visible &= j < keys\n", to);
  if (has_diagonal(p)) (void)fprintf(to, "    diagonal = i%s\n", behind[p->alignment]);
  if (p->causal) (void)fputs("    visible &= j <= diagonal\n", to);
  if (p->windowed)
    (void)fputs("    if window_left >= 0:\n"
                "        visible &= j >= diagonal - window_left\n"
                "    if window_right >= 0:\n"
                "        visible &= j <= diagonal + window_right\n",
                to);
  if (p->mask.data != NULL) (void)fputs("    visible &= mask\n", to);
  if (p->bias.data != NULL) (void)fputs("    visible &= bias != float(\"-inf\")\n", to);
}

static void write_scores(FILE *to, const flashinfer_problem *p) {
  const attest_problem *const of = p->problem;
  if (p->bshd) (void)fputs("    q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)\n", to);
  (void)fputs("    q_len, keys, group = q.shape[2], k.shape[2], q.shape[1] // k.shape[1]\n"
              "    i = torch.arange(q_len, device=q.device)[:, None]\n"
              "    j = torch.arange(keys, device=q.device)\n",
              to);
  if (of->kv_len != NULL) (void)fputs("    keys = kv_len[:, None, None, None]  # that count\n", to);
  (void)fputs("    q64 = q.double()\n"
              "    k64 = k.double().repeat_interleave(group, dim=1)\n"
              "    v64 = v.double().repeat_interleave(group, dim=1)\n"
              "    scores = scale * (q64 @ k64.transpose(-1, -2))\n",
              to);
  if (of->softcap > 0.0) (void)fputs("    scores = softcap * torch.tanh(scores / softcap)\n", to);
  if (of->bias.data != NULL) (void)fputs("    scores = scores + bias.double()\n", to);
}

static void write_weights(FILE *to, const attest_problem *p) {
  (void)fputs("    scores = scores.masked_fill(~visible, float(\"-inf\"))\n"
              "    row_max = scores.amax(-1, keepdim=True)\n",
              to);
  if (p->sink != NULL)
    (void)fputs("    sink = sinks.double()[None, :, None, None]\n"
                "    row_max = torch.maximum(row_max, sink)\n"
                "    weights = torch.exp(scores - row_max)\n"
                "    weights = weights / (weights.sum(-1, keepdim=True) + torch.exp(sink - row_max))\n",
                to);
  else
    (void)fputs("    empty = ~visible.any(-1, keepdim=True)  # a query that sees no key: its output is 0\n"
                "    weights = torch.exp(scores - row_max.masked_fill(empty, 0.0))\n"
                "    weights = weights / weights.sum(-1, keepdim=True).masked_fill(empty, 1.0)\n",
                to);
}

static void write_reference(FILE *to, const flashinfer_problem *p) {
  (void)fputs("import torch\n\n\ndef run(", to);
  for (size_t n = 0; n < p->count; n++) (void)fprintf(to, "%s%s", n > 0 ? ", " : "", p->inputs[n].name);
  (void)fputs("):\n", to);
  write_scores(to, p);
  write_visible(to, p->problem);
  write_weights(to, p->problem);
  (void)fputs("    # a value that is not finite reaches only the queries that see its key\n"
              "    finite = torch.isfinite(v64).all(-1)\n"
              "    out = weights @ v64.masked_fill(~finite[..., None], 0.0)\n"
              "    for b, h, n in torch.nonzero(~finite & visible.any(-2)).tolist():\n"
              "        term = weights[b, h, :, n, None] * v64[b, h, n]\n"
              "        out[b, h] += torch.where(visible[b, h, :, n, None], term, 0.0)\n",
              to);
  (void)fprintf(to, "    return out.to(q.dtype)%s\n", p->bshd ? ".transpose(1, 2).contiguous()" : "");
}

static json_t *reference_document(const flashinfer_problem *p) {
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  if (to != NULL) write_reference(to, p);
  json_t *document = to != NULL && fclose(to) == 0 ? json_string(text) : NULL;
  free(text);
  return document;
}

/* ---- the definition */

static bool has_axis(const flashinfer_problem *p, const char *name) {
  for (size_t n = 0; n < p->count; n++)
    for (int d = 0; d < p->inputs[n].array.ndim; d++)
      if (strcmp(p->inputs[n].axes[d], name) == 0) return true;
  return false;
}

static json_t *axes_document(const flashinfer_problem *p) {
  json_t *document = json_object();
  for (size_t n = 0; n < sizeof axes / sizeof *axes; n++)
    if (has_axis(p, axes[n].name))
      document_set(document, axes[n].name, json_pack("{s:s, s:s}", "type", "var", "description", axes[n].description));
  return document;
}

static json_t *tensor_document(const char *const names[], int count, const char *dtype, const char *description) {
  json_t *shape = count > 0 ? json_array() : json_null();
  for (int d = 0; d < count; d++) document_append(shape, json_string(names[d]));
  return json_pack("{s:o, s:s, s:s}", "shape", shape, "dtype", dtype, "description", description);
}

static json_t *inputs_document(const flashinfer_problem *p) {
  json_t *document = json_object();
  for (size_t n = 0; n < p->count; n++) {
    const flashinfer_input *const input = &p->inputs[n];
    document_set(document, input->name,
                 tensor_document(input->axes, input->array.ndim, input->dtype, input->description));
  }
  return document;
}

/* The evaluator of the Python package reads these. */
static json_t *tags_document(const flashinfer_problem *p) {
  const attest_problem *const of = p->problem;
  json_t *tags = json_pack("[s, s]", "attest", p->bshd ? "layout:BSHD" : "layout:BHSD");
  if (of->causal) document_append(tags, json_string("causal"));
  if (has_diagonal(of)) document_append(tags, json_sprintf("diagonal:%s", alignments[of->alignment][1]));
  return tags;
}

json_t *flashinfer_definition(const flashinfer_problem *p) {
  static const char *const out[2][4] = {{"batch", "q_heads", "q_len", "d_v"}, {"batch", "q_len", "q_heads", "d_v"}};
  json_t *document =
      json_pack("{s:s, s:s, s:o, s:s}", "name", p->name, "op_type", FLASHINFER_OPERATION, "tags", tags_document(p),
                "description", "attention as attest defines it, computed in float64 and rounded to the type of q");
  document_set(document, "axes", axes_document(p));
  document_set(document, "constraints", json_pack("[s]", "q_heads % kv_heads == 0"));
  document_set(document, "inputs", inputs_document(p));
  document_set(document, "outputs",
               json_pack("{s:o}", "out", tensor_document(out[p->bshd], 4, p->inputs[0].dtype, "softmax(scores) v")));
  document_set(document, "reference", reference_document(p));
  if (document_is_whole()) return document;
  json_decref(document);
  return NULL;
}
