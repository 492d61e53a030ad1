/* One run of benchmarks, of which one variant is made wrong on one shape and one fails while it is timed, at once or
   the second time: they have an error instead of a time, all others have theirs. */
#include "bench/limits.h"
#include "bench/run.h"
#include "tests/unit/support.h"

enum { REPETITIONS = 2 };

static json_t *document;
static bench_result *results;
static sweep_cases cases;

#if defined __aarch64__
#define FAILING "/neon/"
#else
#define FAILING "/base/"
#endif

static bool is_of(const char *name, const char *variant, const char *keys) {
  return strstr(name, variant) != NULL && strstr(name, keys) != NULL;
}

/* Whether what is being timed is to fail: of 16 keys at once, of 32 the second time. */
static bool to_fail;

static void follow(size_t done, size_t total, const char *name) {
  static int begun[2]; /* full, causal */
  (void)done;
  (void)total;
  to_fail = is_of(name, FAILING, "keys:16") ||
            (is_of(name, FAILING, "keys:32") && begun[strstr(name, "causal") != NULL]++ > 0);
}

/* blocked forgets a number where there are 48 keys. */
static attest_status compute(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                             void *workspace, size_t bytes) {
  if (to_fail) return ATTEST_BAD_WORKSPACE;
  const attest_status status = attest_attention(p, a, name, threads, workspace, bytes);
  if (strcmp(name, "blocked") == 0 && p->k.size[2] == 48) ((float *)a->out.data)[3] = 0;
  return status;
}

static int run_once(void **state) {
  (void)state;
  static const sweep_row row = {
      "mine", "", SWEEP_KEYS, {[SWEEP_MASK] = "full,causal", [SWEEP_D_K] = "8", [SWEEP_KEYS] = "16,32,48,64"}};
  const char *const given[SWEEP_COLUMNS] = {NULL};
  const bench_settings settings = {
      .repetitions = REPETITIONS, .min_time = 1e-6, .memory = (size_t)1 << 20, .compute = compute, .progress = follow};
  check_error error;
  if (sweep_add(&row, given, NULL, 1, &cases, &error) != CHECK_OK) return 1;
  return bench_run(&cases, &settings, &document, &results, &error) == CHECK_OK ? 0 : 1;
}

static int forget(void **state) {
  (void)state;
  json_decref(document);
  free(results);
  free(cases.at);
  return 0;
}

static bool is_failed(const bench_result *r) {
  return is_of(r->name, FAILING, "keys:16") || is_of(r->name, FAILING, "keys:32");
}
static bool is_wrong(const bench_result *r) { return is_of(r->name, "/blocked/", "keys:48") || is_failed(r); }

/* Of these variants some or all of the shapes are not: they take another type, or few queries only. */
static bool is_choosy(const char *name) {
  static const char *const parts[] = {"blocked64/", "blas64/", "blas-tiled64/", "/decode-", "bf16/"};
  for (size_t n = 0; n < sizeof parts / sizeof parts[0]; n++)
    if (strstr(name, parts[n]) != NULL) return true;
  return false;
}

static void states(void **state) {
  (void)state;
  size_t timed = 0, wrong = 0;
  for (size_t n = 0; n < cases.count; n++) {
    const bench_result *r = &results[n];
    if (is_choosy(r->name)) assert_true(r->state == BENCH_UNSUPPORTED || strstr(r->name, "/decode-") != NULL);
    else assert_int_equal(r->state, is_wrong(r) ? BENCH_WRONG : BENCH_TIMED);
    timed += r->state == BENCH_TIMED;
    wrong += r->state == BENCH_WRONG;
    if (r->state == BENCH_WRONG)
      assert_non_null(strstr(r->text, is_failed(r) ? attest_strerror(ATTEST_BAD_WORKSPACE) : "out at [0,0,0,3]"));
    if (r->state == BENCH_TIMED)
      assert_true(r->seconds > 0 && r->isa_share > 0 && r->peak_share > 0 && r->roof_share > 0);
    /* no instruction set is above the highest */
    if (r->state == BENCH_TIMED) assert_true(r->peak_share <= r->isa_share * 1.001);
  }
  assert_int_equal(wrong, 3 * 2); /* full and causal */
  assert_true(timed > 2);
}

static void entries(void **state) {
  (void)state;
  runs read;
  check_error error;
  assert_int_equal(runs_read(document, "the document", &read, &error), CHECK_OK);
  /* narrow types may be faster than f32, and tiles of bfloat16 are: they are not called impossible */
  const double f32 = limits_possible(&read, ATTEST_F32, 1);
  assert_true(f32 > 0 && limits_possible(&read, ATTEST_F16, 1) >= 2 * f32);
  assert_true(limits_possible(&read, ATTEST_BF16, 1) >= f32);
  const double f64 = limits_possible(&read, ATTEST_F64, 1);
  assert_true(f64 > 0 && f64 != f32); /* its own loops are taken */
  for (size_t n = 0; n < cases.count; n++) {
    const bench_result *r = &results[n];
    const run *there = runs_find(&read, r->name);
    assert_int_equal(there != NULL, r->state != BENCH_UNSUPPORTED);
    if (there == NULL) continue;
    assert_int_equal(there->count, r->state == BENCH_WRONG ? 0 : REPETITIONS);
    assert_int_equal(there->error != NULL && strncmp(there->error, "wrong: ", 7) == 0, r->state == BENCH_WRONG);
    if (r->state == BENCH_WRONG) continue;
    assert_same(run_count(there, "flops"), r->flops);
    assert_same(run_count(there, "extra_memory"), (double)r->extra);
    assert_near(run_count(there, "intensity"), r->flops / r->bytes, 1e-12);
    assert_true(run_count(there, "percent_of_peak") > 0);
  }
  assert_non_null(runs_find(&read, "peak/read/memory/threads:1"));
  runs_free(&read);
}

/* In the order of the cases, whatever the order in which they were run; all of a benchmark side by side. */
static void order(void **state) {
  (void)state;
  runs read;
  check_error error;
  size_t place = 0;
  assert_int_equal(runs_read(document, "the document", &read, &error), CHECK_OK);
  while (place < read.count && strncmp(read.at[place].name, "peak/", 5) == 0) place++;
  for (size_t n = 0; n < cases.count; n++) {
    if (results[n].state == BENCH_UNSUPPORTED) continue;
    assert_true(place < read.count);
    assert_string_equal(read.at[place++].name, results[n].name);
  }
  assert_int_equal(place, read.count);
  runs_free(&read);
}

/* Each family has a fit, that with a wrong one among them too. */
static void fits(void **state) {
  (void)state;
  for (size_t n = 0; n < cases.count; n++) {
    if (is_choosy(results[n].name) || strstr(results[n].name, FAILING) != NULL) continue;
    size_t entry, found = 0;
    json_t *value;
    json_array_foreach(json_object_get(document, "benchmarks"), entry, value) {
      const char *const of = json_string_value(json_object_get(value, "run_name"));
      found += of != NULL && strcmp(of, cases.at[n].family) == 0 && json_is_string(json_object_get(value, "big_o"));
    }
    assert_int_equal(found, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(states), cmocka_unit_test(entries), cmocka_unit_test(order),
                                     cmocka_unit_test(fits)};
  return cmocka_run_group_tests(tests, run_once, forget);
}
