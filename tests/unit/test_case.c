/* check/case, check/index and check/judge, on case directories written here. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */ /* NOLINT: reserved for this */

#include <ftw.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/index.h"
#include "check/judge/judge.h"
#include "tests/unit/random.h"
#include "tests/unit/support.h"

static char directory[] = "/tmp/attest-test-case-XXXXXX";

static int make_directory(void **state) {
  (void)state;
  return mkdtemp(directory) != NULL ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *level) {
  (void)status;
  (void)type;
  return level->level > 0 ? remove(path) : 0;
}

/* Between tests the directory is empty. */
static int empty_directory(void **state) {
  (void)state;
  return nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static int remove_directory(void **state) {
  (void)state;
  return rmdir(directory);
}

static const char *below(const char *name) {
  static char path[sizeof directory + 64];
  (void)snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static void save_text(const char *name, const char *text) {
  FILE *file = fopen(below(name), "wb");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static npy_array contiguous(npy_dtype dtype, int ndim, const int64_t *size, void *data) {
  npy_array array = {.dtype = dtype, .ndim = ndim, .data = data};
  int64_t stride = 1;
  for (int d = ndim - 1; d >= 0; d--) {
    array.size[d] = size[d];
    array.stride[d] = stride;
    stride *= size[d];
  }
  return array;
}

#define SIZES(...)                                                                                                     \
  sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (const int64_t[]) { __VA_ARGS__ }

static void save(const char *name, npy_dtype dtype, size_t ndim, const int64_t *size, void *data) {
  check_error error;
  const npy_array array = contiguous(dtype, (int)ndim, size, data);
  if (npy_write(below(name), &array, &error) != CHECK_OK) fail_msg("%s", error.text);
}

static void load(attention_case *c) {
  check_error error;
  if (case_open(directory, c, &error) != CHECK_OK) fail_msg("%s", error.text);
  if (case_load(c, &error) != CHECK_OK) fail_msg("%s", error.text);
}

#define FLOAT64(name, shape) "\"" name "\": {\"dtype\": \"float64\", \"shape\": " shape "}"

/* batch 2, q_heads 4, kv_heads 2, q_len 3, keys 5, d_k 2, d_v 1 */
enum { BATCH = 2, Q_HEADS = 4, KV_HEADS = 2, Q_LEN = 3, KEYS = 5, D_K = 2, D_V = 1 };
enum { ROWS = BATCH * Q_HEADS * Q_LEN, OUTPUTS = ROWS * D_V, WEIGHTS = ROWS * KEYS };
#define QKV FLOAT64("q", "[2, 4, 3, 2]") ", " FLOAT64("k", "[2, 2, 5, 2]") ", " FLOAT64("v", "[2, 2, 5, 1]")

static struct {
  double q[BATCH * Q_HEADS * Q_LEN * D_K], k[BATCH * KV_HEADS * KEYS * D_K], v[BATCH * KV_HEADS * KEYS * D_V];
} input;

/* q, k and v of the sizes above, also saved. */
static void save_input(void) {
  random_stream r = {7};
  random_fill(&r, input.q, sizeof input.q / sizeof(double));
  random_fill(&r, input.k, sizeof input.k / sizeof(double));
  random_fill(&r, input.v, sizeof input.v / sizeof(double));
  save("q.npy", NPY_F64, SIZES(BATCH, Q_HEADS, Q_LEN, D_K), input.q);
  save("k.npy", NPY_F64, SIZES(BATCH, KV_HEADS, KEYS, D_K), input.k);
  save("v.npy", NPY_F64, SIZES(BATCH, KV_HEADS, KEYS, D_V), input.v);
}

static void options_become_the_problem(void **state) {
  (void)state;
  save_input();
  save_text("case.json", "{\"layout\": \"BHSD\", \"tolerance\": 0.25, \"texts\": [[]], \"options\": {\"scale\": -0.5, "
                         "\"softcap\": 3, \"causal\": true,"
                         " \"alignment\": \"offset\", \"offset\": -2, \"window\": [4, null]}, \"tensors\": {" QKV "}}");
  attention_case c;
  load(&c);
  const attest_problem *p = &c.problem;
  assert_same(p->scale, -0.5);
  assert_same(p->softcap, 3);
  assert_true(p->causal && p->windowed);
  assert_int_equal(p->alignment, ATTEST_ALIGN_OFFSET);
  assert_int_equal(p->offset, -2);
  assert_int_equal(p->window_left, 4);
  assert_true(p->window_right == ATTEST_UNLIMITED);
  assert_null(p->mask.data);
  assert_null(p->bias.data);
  assert_null(p->sink);
  assert_null(p->kv_len);
  assert_same(c.tolerance, 0.25);
  assert_same(judge_tolerance(&c), 0.25);
  assert_true(c.has_attention && !c.has_layer && !c.bshd);
  case_free(&c);
  case_free(&c);
}

static void options_off(void **state) {
  (void)state;
  save_input();
  save_text("case.json",
            "{\"layout\": \"BHSD\", \"options\": {\"scale\": null, \"softcap\": 0, \"causal\": false, \"window\": null,"
            " \"alignment\": \"bottom-right\"}, \"tensors\": {" QKV "}}");
  attention_case c;
  load(&c);
  assert_same(c.problem.scale, 0);
  assert_false(c.problem.causal || c.problem.windowed);
  assert_int_equal(c.problem.alignment, ATTEST_ALIGN_BOTTOM_RIGHT);
  assert_true(isnan(c.tolerance));
  assert_same(judge_tolerance(&c), 1e-12);
  case_free(&c);
}

static void assert_strides(const attest_tensor *t, int64_t a, int64_t b, int64_t c, int64_t d) {
  const int64_t strides[4] = {a, b, c, d};
  for (int n = 0; n < 4; n++) assert_int_equal(t->stride[n], strides[n]);
}

static void mask_and_bias_are_broadcast_by_strides(void **state) {
  (void)state;
  save_input();
  unsigned char mask[Q_HEADS * KEYS] = {1, 1};
  float bias[BATCH * Q_LEN] = {0.5F, -1};
  int32_t kv_len[BATCH] = {5, 0};
  uint16_t sink[Q_HEADS] = {0x3c00, 0xc000, 0, 0x3800}; /* binary16: 1, -2, 0, 0.5 */
  save("mask.npy", NPY_BOOL, SIZES(Q_HEADS, 1, KEYS), mask);
  save("bias.npy", NPY_F32, SIZES(BATCH, 1, Q_LEN, 1), bias);
  save("kv_len.npy", NPY_I32, SIZES(BATCH), kv_len);
  save("sink.npy", NPY_F16, SIZES(Q_HEADS), sink);
  save_text("case.json",
            "{\"layout\": \"BHSD\", \"tensors\": {" QKV
            ", \"mask\": {\"dtype\": \"bool\", \"shape\": [4, 1, 5]}, \"bias\": {\"dtype\": \"float32\","
            " \"shape\": [2, 1, 3, 1]}, \"kv_len\": {\"dtype\": \"int32\", \"shape\": [2]}, \"sink\": {\"dtype\": "
            "\"float16\", \"shape\": [4]}}}");
  attention_case c;
  load(&c);
  static const int64_t sizes[4] = {BATCH, Q_HEADS, Q_LEN, KEYS};
  assert_memory_equal(c.problem.mask.size, sizes, sizeof sizes);
  assert_memory_equal(c.problem.bias.size, sizes, sizeof sizes);
  assert_strides(&c.problem.mask, 0, KEYS, 0, 1);
  assert_strides(&c.problem.bias, Q_LEN, 0, 1, 0);
  assert_ptr_equal(c.problem.mask.data, c.array[CASE_MASK].data);
  assert_int_equal(c.problem.mask.dtype, ATTEST_BOOL);
  assert_int_equal(c.problem.bias.dtype, ATTEST_F32);
  assert_int_equal(c.problem.kv_len[0], 5);
  assert_int_equal(c.problem.kv_len[1], 0);
  assert_all_same(c.problem.sink, ((const double[]){1, -2, 0, 0.5}), Q_HEADS);
  case_free(&c);
}

/* From batch, head, position, column to batch, position, head, column. */
static void exchange(const double *from, double *to, int64_t batch, int64_t heads, int64_t positions, int64_t columns) {
  for (int64_t b = 0; b < batch; b++)
    for (int64_t h = 0; h < heads; h++)
      for (int64_t i = 0; i < positions; i++)
        memcpy(to + ((b * positions + i) * heads + h) * columns, from + ((b * heads + h) * positions + i) * columns,
               (size_t)columns * sizeof *to);
}

/* The same case in the other layout has the same outputs, bit for bit, and they are attest_reference's. */
static void layouts_agree(void **state) {
  (void)state;
  static const bool wanted[JUDGE_OUTPUTS] = {true, true, true, false};
  static double q[sizeof input.q / sizeof(double)], k[sizeof input.k / sizeof(double)],
      v[sizeof input.v / sizeof(double)];
  double out[OUTPUTS], lse[ROWS], weights[WEIGHTS];
  save_input();
  const attest_problem problem = {.q = tensor_f64(input.q, BATCH, Q_HEADS, Q_LEN, D_K),
                                  .k = tensor_f64(input.k, BATCH, KV_HEADS, KEYS, D_K),
                                  .v = tensor_f64(input.v, BATCH, KV_HEADS, KEYS, D_V)};
  attend(&problem, out, lse, weights);
  for (int layout = 0; layout < 2; layout++) {
    attention_case c;
    judge_answer answer;
    check_error error;
    save_text("case.json", layout == 0
                               ? "{\"layout\": \"BHSD\", \"tensors\": {" QKV "}}"
                               : "{\"layout\": \"BSHD\", \"tensors\": {" FLOAT64("q", "[2, 3, 4, 2]") ", " FLOAT64(
                                     "k", "[2, 5, 2, 2]") ", " FLOAT64("v", "[2, 5, 2, 1]") "}}");
    load(&c);
    assert_int_equal(c.size[CASE_Q_HEADS], Q_HEADS);
    assert_int_equal(c.size[CASE_KEYS], KEYS);
    assert_int_equal(judge_compute(&c, NULL, wanted, &answer, &error), CHECK_OK);
    assert_all_same(answer.output[0], out, OUTPUTS);
    assert_all_same(answer.output[1], lse, ROWS);
    assert_all_same(answer.output[2], weights, WEIGHTS);
    assert_null(answer.output[3]);
    judge_free(&answer);
    case_free(&c);
    exchange(input.q, q, BATCH, Q_HEADS, Q_LEN, D_K);
    exchange(input.k, k, BATCH, KV_HEADS, KEYS, D_K);
    exchange(input.v, v, BATCH, KV_HEADS, KEYS, D_V);
    save("q.npy", NPY_F64, SIZES(BATCH, Q_LEN, Q_HEADS, D_K), q);
    save("k.npy", NPY_F64, SIZES(BATCH, KEYS, KV_HEADS, D_K), k);
    save("v.npy", NPY_F64, SIZES(BATCH, KEYS, KV_HEADS, D_V), v);
  }
}

/* Each element of out in turn is off by a hair, by much, NaN or infinite: found, and at its place. */
static void every_wrong_element_is_found(void **state) {
  (void)state;
  double out[OUTPUTS], stored[BATCH * Q_LEN * Q_HEADS * D_V], q[sizeof input.q / sizeof(double)];
  save_input();
  exchange(input.q, q, BATCH, Q_HEADS, Q_LEN, D_K); /* the case is BSHD; k and v are as good as any in that order */
  save("q.npy", NPY_F64, SIZES(BATCH, Q_LEN, Q_HEADS, D_K), q);
  save("k.npy", NPY_F64, SIZES(BATCH, KEYS, KV_HEADS, D_K), input.k);
  save("v.npy", NPY_F64, SIZES(BATCH, KEYS, KV_HEADS, D_V), input.v);
  save_text("case.json", "{\"layout\": \"BSHD\", \"tensors\": {" FLOAT64("q", "[2, 3, 4, 2]") ", " FLOAT64(
                             "k", "[2, 5, 2, 2]") ", " FLOAT64("v", "[2, 5, 2, 1]") "}}");
  attention_case c;
  judge_answer answer;
  judge_verdict result;
  check_error error;
  load(&c);
  assert_int_equal(judge_compute(&c, NULL, (const bool[JUDGE_OUTPUTS]){true}, &answer, &error), CHECK_OK);
  memcpy(out, answer.output[0], sizeof out);
  judge_free(&answer);
  case_free(&c);
  static const double wrong[] = {3e-12, -100, (double)NAN, (double)INFINITY, -(double)INFINITY};
  for (int64_t n = -1; n < ROWS; n++) {
    double damaged[OUTPUTS];
    memcpy(damaged, out, sizeof out);
    const double amount = wrong[(n + 1) % 5];
    if (n >= 0) damaged[n] += amount;
    exchange(damaged, stored, BATCH, Q_HEADS, Q_LEN, D_V);
    save("out.npy", NPY_F64, SIZES(BATCH, Q_LEN, Q_HEADS, D_V), stored);
    load(&c);
    assert_int_equal(judge_case(&c, &result, &error), CHECK_OK);
    assert_true(result.judged && result.output[0].judged && !result.output[1].judged);
    assert_int_equal(result.pass, n < 0);
    if (n < 0) assert_same(result.output[0].error, 0);
    else {
      static const int64_t size[3] = {Q_HEADS, Q_LEN, D_V};
      const int64_t *at = result.output[0].at;
      assert_int_equal(((at[0] * size[0] + at[1]) * size[1] + at[2]) * size[2] + at[3], n);
      assert_same(result.output[0].reference, out[n]);
      assert_near(result.output[0].error, isfinite(amount) ? fabs(amount) : (double)INFINITY, 1e-15);
    }
    case_free(&c);
  }
}

/* float32 numbers are widened exactly: the tolerance is of the case's type, the comparison in binary64. */
static void tolerances_are_those_of_the_type(void **state) {
  (void)state;
  static const struct {
    npy_dtype dtype;
    const char *name;
    double tolerance;
  } types[] = {
      {NPY_F64, "float64", 1e-12}, {NPY_F32, "float32", 2e-6}, {NPY_F16, "float16", 5e-4}, {NPY_U16, "bfloat16", 4e-3}};
  double zero[1] = {0};
  for (int n = 0; n < 4; n++)
    for (int side = 0; side < 2; side++) {
      double out[1] = {types[n].tolerance * (side == 0 ? 1 - 1e-12 : 1 + 1e-12)};
      char text[512];
      (void)snprintf(
          text, sizeof text,
          "{\"layout\": \"BHSD\", \"tensors\": {\"q\": {\"dtype\": \"%s\", \"shape\": [1, 1, 1, 1]},"
          "\"k\": {\"dtype\": \"%s\", \"shape\": [1, 1, 1, 1]}, \"v\": {\"dtype\": \"%s\", \"shape\": [1, 1, 1, 1]}}}",
          types[n].name, types[n].name, types[n].name);
      save("q.npy", types[n].dtype, SIZES(1, 1, 1, 1), zero);
      save("k.npy", types[n].dtype, SIZES(1, 1, 1, 1), zero);
      save("v.npy", types[n].dtype, SIZES(1, 1, 1, 1), zero);
      save("out.npy", NPY_F64, SIZES(1, 1, 1, 1), out);
      save_text("case.json", text);
      attention_case c;
      judge_verdict result;
      check_error error;
      load(&c);
      assert_int_equal(judge_case(&c, &result, &error), CHECK_OK);
      assert_same(result.tolerance, types[n].tolerance);
      assert_int_equal(result.pass, side == 0);
      assert_same(result.output[0].error, out[0]);
      case_free(&c);
    }
}

/* d_model 4, 2 query heads on 1 kv head, d_k 3, d_v 2, causal, kv_len 2 of 3 in batch 1. */
static void layer_of_each_batch(void **state) {
  (void)state;
  double x[2 * 3 * 4], w_q[6 * 4], b_q[6], w_k[3 * 4], w_v[2 * 4], b_v[2], w_o[4 * 4], y[2 * 3 * 4];
  int64_t kv_len[2] = {3, 2};
  random_stream r = {8};
  random_fill(&r, x, 24);
  random_fill(&r, w_q, 24);
  random_fill(&r, b_q, 6);
  random_fill(&r, w_k, 12);
  random_fill(&r, w_v, 8);
  random_fill(&r, b_v, 2);
  random_fill(&r, w_o, 16);
  save("x.npy", NPY_F64, SIZES(2, 3, 4), x);
  save("w_q.npy", NPY_F64, SIZES(6, 4), w_q);
  save("b_q.npy", NPY_F64, SIZES(6), b_q);
  save("w_k.npy", NPY_F64, SIZES(3, 4), w_k);
  save("w_v.npy", NPY_F64, SIZES(2, 4), w_v);
  save("b_v.npy", NPY_F64, SIZES(2), b_v);
  save("w_o.npy", NPY_F64, SIZES(4, 4), w_o);
  save("kv_len.npy", NPY_I64, SIZES(2), kv_len);
  /* clang-format off */
  save_text("case.json",
            "{\"layout\": \"BHSD\", \"options\": {\"q_heads\": 2, \"kv_heads\": 1, \"causal\": true, "
            "\"alignment\": \"top-left\"}, \"tensors\": {\"kv_len\": {\"dtype\": \"int64\", \"shape\": [2]}, "
            FLOAT64("x", "[2, 3, 4]") ", " FLOAT64("w_q", "[6, 4]") ", " FLOAT64("b_q", "[6]") ", "
            FLOAT64("w_k", "[3, 4]") ", " FLOAT64("w_v", "[2, 4]") ", " FLOAT64("b_v", "[2]") ", "
            FLOAT64("w_o", "[4, 4]") "}}");
  /* clang-format on */
  const attest_multi_head layer = {.d_model = 4,
                                   .d_context = 4,
                                   .q_heads = 2,
                                   .kv_heads = 1,
                                   .d_k = 3,
                                   .d_v = 2,
                                   .w_q = w_q,
                                   .b_q = b_q,
                                   .w_k = w_k,
                                   .w_v = w_v,
                                   .b_v = b_v,
                                   .w_o = w_o};
  size_t bytes;
  assert_int_equal(attest_multi_head_workspace(&layer, 3, 3, &bytes), ATTEST_OK);
  void *workspace = guarded(bytes);
  for (int64_t b = 0; b < 2; b++)
    assert_int_equal(
        attest_multi_head_forward(&layer, x + b * 12, 3, x + b * 12, kv_len[b], true, y + b * 12, workspace, bytes),
        ATTEST_OK);
  guarded_free(workspace, bytes);
  save("y.npy", NPY_F64, SIZES(2, 3, 4), y);
  attention_case c;
  judge_verdict result;
  check_error error;
  load(&c);
  assert_true(c.has_layer && !c.has_attention);
  assert_int_equal(c.size[CASE_D_K], 3);
  assert_int_equal(c.size[CASE_D_V], 2);
  assert_int_equal(judge_case(&c, &result, &error), CHECK_OK);
  assert_true(result.pass && result.output[JUDGE_OUTPUTS - 1].judged);
  assert_same(result.output[JUDGE_OUTPUTS - 1].error, 0);
  case_free(&c);
  y[23] += 1;
  save("y.npy", NPY_F64, SIZES(2, 3, 4), y);
  load(&c);
  assert_int_equal(judge_case(&c, &result, &error), CHECK_OK);
  assert_false(result.pass);
  static const int64_t last[4] = {1, 2, 3, 0};
  assert_memory_equal(result.output[JUDGE_OUTPUTS - 1].at, last, sizeof last);
  case_free(&c);
}

static void no_keys_and_no_queries(void **state) {
  (void)state;
  double none[1] = {0}, zero[2] = {0, 0}, minus_infinity[1] = {-(double)INFINITY};
  save("q.npy", NPY_F64, SIZES(1, 1, 1, 2), zero);
  save("k.npy", NPY_F64, SIZES(1, 1, 0, 2), none);
  save("v.npy", NPY_F64, SIZES(1, 1, 0, 1), none);
  save("out.npy", NPY_F64, SIZES(1, 1, 1, 1), zero);
  save("lse.npy", NPY_F64, SIZES(1, 1, 1), minus_infinity);
  save("weights.npy", NPY_F64, SIZES(1, 1, 1, 0), none);
  save_text("case.json", "{\"layout\": \"BHSD\", \"tensors\": {" FLOAT64("q", "[1, 1, 1, 2]") ", " FLOAT64(
                             "k", "[1, 1, 0, 2]") ", " FLOAT64("v", "[1, 1, 0, 1]") "}}");
  attention_case c;
  judge_verdict result;
  check_error error;
  load(&c);
  assert_int_equal(judge_case(&c, &result, &error), CHECK_OK);
  assert_true(result.pass && result.output[0].judged && result.output[1].judged && result.output[2].judged);
  case_free(&c);
}

/* Case after case fails to load, at each of its files in turn; the sanitizers see whether anything is left. */
static void a_failure_frees_everything(void **state) {
  (void)state;
  static const char *const files[] = {"q.npy", "k.npy", "v.npy", "sink.npy"};
  double sink[Q_HEADS] = {0};
  for (int n = 0; n < 4; n++) {
    save_input();
    save("sink.npy", NPY_F64, SIZES(Q_HEADS), sink);
    save_text("case.json", "{\"layout\": \"BHSD\", \"tensors\": {" QKV ", " FLOAT64("sink", "[4]") "}}");
    save_text(files[n], "no array");
    attention_case c;
    check_error error;
    assert_int_equal(case_open(directory, &c, &error), CHECK_OK);
    assert_int_equal(case_load(&c, &error), CHECK_BAD_INPUT);
    assert_non_null(strstr(error.text, files[n]));
    case_free(&c);
  }
}

static void make_case(const char *name) {
  char file[64];
  assert_int_equal(mkdir(below(name), 0777), 0);
  (void)snprintf(file, sizeof file, "%s/case.json", name);
  save_text(file, "{}");
}

static void assert_index(const char *const *names, size_t count) {
  case_index index;
  check_error error;
  if (index_read(directory, &index, &error) != CHECK_OK) fail_msg("%s", error.text);
  assert_int_equal(index.count, count);
  for (size_t i = 0; i < count; i++) {
    assert_string_equal(index.entries[i].name, names[i]);
    assert_string_equal(index.entries[i].path, below(names[i]));
  }
  index_free(&index);
}

static void directories_of_cases(void **state) {
  (void)state;
  case_index index;
  check_error error;
  assert_int_equal(index_read(directory, &index, &error), CHECK_BAD_INPUT);
  index_free(&index);
  make_case("b");
  make_case("a");
  make_case("c");
  assert_int_equal(mkdir(below("a-directory"), 0777), 0);
  assert_index((const char *const[]){"a", "b", "c"}, 3);
  make_case("c/nested");
  save_text("index.json", "{\"cases\": [\"c/nested\", \"b\"]}");
  assert_index((const char *const[]){"c/nested", "b"}, 2);
  save_text("case.json", "{}");
  assert_int_equal(index_read(directory, &index, &error), CHECK_OK);
  assert_int_equal(index.count, 1);
  assert_string_equal(index.entries[0].path, directory);
  assert_string_equal(index.entries[0].name, strrchr(directory, '/') + 1);
  index_free(&index);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(options_become_the_problem, empty_directory),
      cmocka_unit_test_teardown(options_off, empty_directory),
      cmocka_unit_test_teardown(mask_and_bias_are_broadcast_by_strides, empty_directory),
      cmocka_unit_test_teardown(layouts_agree, empty_directory),
      cmocka_unit_test_teardown(every_wrong_element_is_found, empty_directory),
      cmocka_unit_test_teardown(tolerances_are_those_of_the_type, empty_directory),
      cmocka_unit_test_teardown(layer_of_each_batch, empty_directory),
      cmocka_unit_test_teardown(no_keys_and_no_queries, empty_directory),
      cmocka_unit_test_teardown(a_failure_frees_everything, empty_directory),
      cmocka_unit_test_teardown(directories_of_cases, empty_directory),
  };
  return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
