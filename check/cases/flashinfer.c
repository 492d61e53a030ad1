#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/flashinfer.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/build.h"
#include "check/cases/document.h"
#include "check/cases/flashinfer_definition.h"
#include "check/cases/new_file.h"
#include "check/cases/safetensors.h"
#include "check/cases/suite.h"

const char *flashinfer_reason_text(flashinfer_reason reason) {
  static const char *const texts[FLASHINFER_REASONS] = {
      [FLASHINFER_F64] = "of float64",
      [FLASHINFER_EMPTY] = "with an axis of size 0",
      [FLASHINFER_NAN] = "with NaN in the answer",
  };
  return texts[reason];
}

/* FLASHINFER_REASONS: none. */
static flashinfer_reason reason_of(const recipe *r) {
  if (r->dtype == ATTEST_F64) return FLASHINFER_F64;
  if (r->batch == 0 || r->q_len == 0 || r->keys == 0) return FLASHINFER_EMPTY;
  return r->fill == FILL_NAN ? FLASHINFER_NAN : FLASHINFER_REASONS;
}

static json_t *input_document(const flashinfer_input *input, const char *blob) {
  if (input->array.data != NULL)
    return json_pack("{s:s, s:s, s:s}", "type", "safetensors", "path", blob, "tensor_key", input->name);
  const bool integer = strcmp(input->dtype, "int64") == 0;
  return json_pack("{s:s, s:o}", "type", "scalar", "value",
                   integer ? json_integer((json_int_t)input->scalar) : json_real(input->scalar));
}

/* NULL: no memory. */
static json_t *workload_document(const flashinfer_problem *p, const char *uuid, const char *blob) {
  json_t *axes = json_object(), *inputs = json_object();
  for (size_t n = 0; n < p->count; n++) {
    const flashinfer_input *const input = &p->inputs[n];
    for (int d = 0; d < input->array.ndim; d++) document_set(axes, input->axes[d], json_integer(input->array.size[d]));
    document_set(inputs, input->name, input_document(input, blob));
  }
  json_t *document = json_pack("{s:s, s:{s:s, s:o, s:o}, s:n, s:n}", "definition", p->name, "workload", "uuid", uuid,
                               "axes", axes, "inputs", inputs, "solution", "evaluation");
  if (document_is_whole()) return document;
  json_decref(document);
  return NULL;
}

static check_status write_definition(const char *directory, const flashinfer_problem *p, flashinfer_count *counted,
                                     check_error *error) {
  char folder[CASE_PATH_MAX], name[FLASHINFER_NAME_MAX + 8], path[CASE_PATH_MAX];
  check_status status = new_file_directory(directory, "definitions/" FLASHINFER_OPERATION, folder, error);
  (void)snprintf(name, sizeof name, "%s.json", p->name);
  if (status == CHECK_OK) status = case_join(path, folder, name, error);
  if (status != CHECK_OK || access(path, F_OK) == 0) return status;
  counted->definitions++;
  return new_file_document(folder, name, flashinfer_definition(p), JSON_INDENT(2), error);
}

static check_status write_tensors(const char *directory, const flashinfer_problem *p, const char *blob, const recipe *r,
                                  check_error *error) {
  char path[CASE_PATH_MAX], text[RECIPE_TEXT_MAX];
  safetensors_tensor tensors[sizeof p->inputs / sizeof *p->inputs];
  size_t count = 0;
  FILE *stream;
  for (size_t n = 0; n < p->count; n++)
    if (p->inputs[n].array.data != NULL) tensors[count++] = (safetensors_tensor){p->inputs[n].name, p->inputs[n].array};
  recipe_print(r, text);
  check_status status = new_file_open(directory, blob, "wbx", path, &stream, error);
  if (status != CHECK_OK) return status;
  const bool whole = safetensors_write(stream, tensors, count, "recipe", text);
  status = new_file_close(stream, path, error);
  return whole || status != CHECK_OK ? status : new_file_no_memory(path, error);
}

static check_status write_workload(const char *directory, const char *name, const recipe *r, arena *memory,
                                   flashinfer_count *counted, check_error *error) {
  char uuid[STORE_NAME_MAX + 24], blob[CASE_PATH_MAX], folder[CASE_PATH_MAX], line[FLASHINFER_NAME_MAX + 8];
  attest_problem problem;
  attest_answer answer;
  flashinfer_problem p;
  check_status status = build_case(r, (build_wanted){false, false}, memory, &problem, &answer, error);
  if (status != CHECK_OK) return status;
  if (!flashinfer_describe(&problem, r->layout == LAYOUT_BSHD, memory, &p)) return new_file_no_memory(name, error);
  (void)snprintf(uuid, sizeof uuid, "%s-%016" PRIx64, name, suite_digest(0, r));
  (void)snprintf(blob, sizeof blob, "blob/workloads/" FLASHINFER_OPERATION "/%s", p.name);
  status = new_file_directory(directory, blob, folder, error);
  (void)snprintf(blob, sizeof blob, "blob/workloads/" FLASHINFER_OPERATION "/%s/%s.safetensors", p.name, uuid);
  (void)snprintf(line, sizeof line, "%s.jsonl", p.name);
  if (status == CHECK_OK) status = write_tensors(directory, &p, blob, r, error);
  if (status == CHECK_OK) status = write_definition(directory, &p, counted, error);
  if (status == CHECK_OK) status = new_file_directory(directory, "workloads/" FLASHINFER_OPERATION, folder, error);
  if (status == CHECK_OK) status = new_file_line(folder, line, workload_document(&p, uuid, blob), error);
  counted->workloads++;
  return status;
}

check_status flashinfer_store(const char *directory, const recipe *cases, size_t count, const shard *part,
                              arena *memory, store_progress *progress, flashinfer_count *counted, check_error *error) {
  check_status status = CHECK_OK;
  *counted = (flashinfer_count){.workloads = 0};
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    char name[STORE_NAME_MAX];
    const flashinfer_reason reason = reason_of(&cases[n]);
    if (!shard_has(part, (int64_t)n)) continue;
    store_name(cases, n, name);
    if (progress != NULL) progress(n, count, name);
    if (reason != FLASHINFER_REASONS) counted->left_out[reason]++;
    else status = write_workload(directory, name, &cases[n], memory, counted, error);
  }
  return status;
}
