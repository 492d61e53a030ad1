#include "check/cases/options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool read_scale(const json_t *value, attention_case *c) {
  c->problem.scale = json_number_value(value); /* 0 for null */
  return json_is_null(value) || (json_is_number(value) && isfinite(c->problem.scale) && c->problem.scale != 0.0);
}

static bool read_softcap(const json_t *value, attention_case *c) {
  c->problem.softcap = json_number_value(value);
  return json_is_number(value) && isfinite(c->problem.softcap) && c->problem.softcap >= 0.0;
}

static bool read_causal(const json_t *value, attention_case *c) {
  c->problem.causal = json_is_true(value);
  return json_is_boolean(value);
}

static bool read_alignment(const json_t *value, attention_case *c) {
  static const struct {
    const char *name;
    attest_alignment alignment;
  } alignments[] = {{"top-left", ATTEST_ALIGN_TOP_LEFT},
                    {"bottom-right", ATTEST_ALIGN_BOTTOM_RIGHT},
                    {"offset", ATTEST_ALIGN_OFFSET}};
  for (size_t i = 0; json_is_string(value) && i < 3; i++)
    if (strcmp(json_string_value(value), alignments[i].name) == 0) c->problem.alignment = alignments[i].alignment;
  return c->problem.alignment != ATTEST_ALIGN_NONE;
}

static bool read_integer(const json_t *value, int64_t least, int64_t *integer) {
  *integer = json_integer_value(value);
  return json_is_integer(value) && *integer >= least && *integer <= ATTEST_MAX_SIZE;
}

static bool read_offset(const json_t *value, attention_case *c) {
  return read_integer(value, -ATTEST_MAX_SIZE, &c->problem.offset);
}

static bool read_side(const json_t *value, int64_t *side) {
  if (!json_is_null(value)) return read_integer(value, 0, side);
  *side = ATTEST_UNLIMITED;
  return true;
}

static bool read_window(const json_t *value, attention_case *c) {
  if (json_is_null(value)) return true;
  c->problem.windowed = true;
  return json_array_size(value) == 2 && read_side(json_array_get(value, 0), &c->problem.window_left) &&
         read_side(json_array_get(value, 1), &c->problem.window_right);
}

static bool read_heads(const json_t *value, attention_case *c, case_size heads) {
  c->size_from[heads] = "options";
  return read_integer(value, 1, &c->size[heads]);
}

static bool read_q_heads(const json_t *value, attention_case *c) { return read_heads(value, c, CASE_Q_HEADS); }

static bool read_kv_heads(const json_t *value, attention_case *c) { return read_heads(value, c, CASE_KV_HEADS); }

static const struct {
  const char *name;
  bool (*read)(const json_t *, attention_case *);
  const char *expected;
} members[] = {
    {"scale", read_scale, "null for the default, or a finite number that is not 0"},
    {"softcap", read_softcap, "a finite number, 0 (off) or more"},
    {"causal", read_causal, "true or false"},
    {"alignment", read_alignment, "\"top-left\", \"bottom-right\" or \"offset\""},
    {"offset", read_offset, "an integer of -2^30 .. 2^30"},
    {"window", read_window, "null, or [left, right] with each null or an integer of 0 .. 2^30"},
    {"q_heads", read_q_heads, "an integer of 1 .. 2^30"},
    {"kv_heads", read_kv_heads, "an integer of 1 .. 2^30"},
};

static check_status read_member(const char *path, const char *name, const json_t *value, attention_case *c,
                                check_error *error) {
  char where[80];
  (void)snprintf(where, sizeof where, "options.%.60s", name);
  for (size_t m = 0; m < sizeof members / sizeof members[0]; m++)
    if (strcmp(name, members[m].name) == 0)
      return members[m].read(value, c) ? CHECK_OK : json_unexpected(path, where, members[m].expected, value, error);
  return check_fail(error, CHECK_BAD_INPUT, "%s: %s: unknown option", path, where);
}

check_status options_read(const char *path, const json_t *options, attention_case *c, check_error *error) {
  if (!json_is_object(options)) return json_unexpected(path, "options", "an object", options, error);
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)options, name, value) {
    const check_status status = read_member(path, name, value, c, error);
    if (status != CHECK_OK) return status;
  }
  const attest_problem *problem = &c->problem;
  if ((problem->causal || problem->windowed) && problem->alignment == ATTEST_ALIGN_NONE)
    return json_unexpected(path, "options.alignment",
                           "\"top-left\", \"bottom-right\" or \"offset\" with causal or window", NULL, error);
  const json_t *offset = json_object_get(options, "offset");
  if ((offset != NULL) != (problem->alignment == ATTEST_ALIGN_OFFSET))
    return json_unexpected(path, "options.offset", "an integer with alignment \"offset\", and only then", offset,
                           error);
  return CHECK_OK;
}

static json_t *side_document(int64_t side) { return side == ATTEST_UNLIMITED ? json_null() : json_integer(side); }

json_t *options_document(const attest_problem *problem) {
  static const char *const alignments[] = {"", "top-left", "bottom-right", "offset"};
  const bool placed = problem->causal || problem->windowed;
  json_t *options = json_object();
  int failed = options == NULL;
  if (problem->scale != 0.0) failed |= json_object_set_new(options, "scale", json_real(problem->scale));
  if (problem->softcap > 0.0) failed |= json_object_set_new(options, "softcap", json_real(problem->softcap));
  if (problem->causal) failed |= json_object_set_new(options, "causal", json_true());
  if (problem->windowed)
    failed |= json_object_set_new(
        options, "window",
        json_pack("[o,o]", side_document(problem->window_left), side_document(problem->window_right)));
  if (placed) failed |= json_object_set_new(options, "alignment", json_string(alignments[problem->alignment]));
  if (placed && problem->alignment == ATTEST_ALIGN_OFFSET)
    failed |= json_object_set_new(options, "offset", json_integer(problem->offset));
  if (failed == 0) return options;
  json_decref(options);
  return NULL;
}
