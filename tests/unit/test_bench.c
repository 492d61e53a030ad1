/* The benchmarks' arithmetic: what is counted, what is planned, when a difference is one, and that a wrong variant is
   not timed. */
#include <math.h>

#include "bench/compare.h"
#include "bench/pairs.h"
#include "bench/peak.h"
#include "bench/plan.h"
#include "bench/problem.h"
#include "bench/rank.h"
#include "bench/shape.h"
#include "bench/standing.h"
#include "bench/sweep.h"
#include "check/cases/random.h"
#include "check/cases/tensor.h"
#include "tests/unit/support_bench.h"

/* ---- what is counted */

/* The rule as attest.h has it, written again. */
static bool sees(const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t at[] = {b, h, i, j}, kv_len = p->kv_len != NULL ? p->kv_len[b] : p->k.size[2];
  int64_t place = i;
  if (p->alignment == ATTEST_ALIGN_BOTTOM_RIGHT) place += kv_len - p->q.size[2];
  if (p->alignment == ATTEST_ALIGN_OFFSET) place += p->offset;
  if (j >= kv_len || (p->causal && j > place)) return false;
  if (p->windowed && p->window_left >= 0 && j < place - p->window_left) return false;
  if (p->windowed && p->window_right >= 0 && j > place + p->window_right) return false;
  const int64_t *s = p->mask.stride;
  if (p->mask.data != NULL && !((const unsigned char *)p->mask.data)[b * s[0] + h * s[1] + i * s[2] + j * s[3]])
    return false;
  return p->bias.data == NULL || tensor_element(&p->bias, at) > -HUGE_VAL;
}

static int64_t pairs_one_by_one(const attest_problem *p) {
  int64_t count = 0;
  for (int64_t b = 0; b < p->q.size[0]; b++)
    for (int64_t h = 0; h < p->q.size[1]; h++)
      for (int64_t i = 0; i < p->q.size[2]; i++)
        for (int64_t j = 0; j < p->k.size[2]; j++) count += sees(p, b, h, i, j);
  return count;
}

static void pairs_are_counted(void **state) {
  (void)state;
  static const char *const recipes[] = {
      "q_len=7 keys=7",
      "q_len=7 keys=11 q_heads=4 kv_heads=2 causal=yes alignment=bottom-right",
      "q_len=11 keys=7 causal=yes alignment=bottom-right",
      "q_len=7 keys=11 causal=yes alignment=top-left",
      "q_len=7 keys=11 causal=yes alignment=offset offset=-3",
      "q_len=9 keys=9 windowed=yes left=2 right=1 alignment=top-left",
      "batch=3 q_len=5 keys=12 kv_len=empty causal=yes alignment=bottom-right",
      "batch=2 q_heads=3 q_len=5 keys=12 mask=random",
      "q_heads=2 q_len=8 keys=70 mask=shared causal=yes alignment=top-left",
      "q_heads=2 q_len=8 keys=9 bias=hidden",
      "batch=2 q_heads=2 q_len=8 keys=9 bias=rows mask=rows kv_len=ragged layout=padded",
  };
  for (size_t n = 0; n < sizeof recipes / sizeof recipes[0]; n++) {
    bench_shape s = shape_of(recipes[n]);
    assert_int_equal(s.pairs, pairs_one_by_one(&s.problem));
    shape_free(&s);
  }
}

/* By hand: 4 q_len keys d a head; of 4 queries that see 1, 2, 3 and 4 of 4 keys, 10 pairs; d_k and d_v apart. */
static void flops_and_bytes(void **state) {
  (void)state;
  bench_shape s = shape_of("q_heads=2 kv_heads=2 q_len=8 keys=16 d_k=4 d_v=4");
  assert_same(s.flops, 2.0 * 4 * 8 * 16 * 4);
  assert_same(s.bytes, 4.0 * 2 * (8 * 4 + 16 * 4 + 16 * 4 + 8 * 4));
  shape_free(&s);
  s = shape_of("dtype=bf16 q_len=4 keys=4 d_k=3 d_v=5 causal=yes alignment=top-left");
  assert_same(s.flops, 10 * 2.0 * (3 + 5));
  assert_same(s.bytes, 2.0 * (4 * 3 + 4 * 3 + 4 * 5 + 4 * 5));
  shape_free(&s);
  s = shape_of("q_heads=2 kv_heads=2 q_len=4 keys=8 mask=shared"); /* a mask of 8 bytes for all */
  int shown = 0;
  for (int j = 0; j < 8; j++) shown += ((const bool *)s.problem.mask.data)[j * s.problem.mask.stride[ATTEST_COLUMN]];
  assert_same(s.bytes, 4.0 * 2 * (4 + shown + shown + 4) + 8);
  shape_free(&s);
}

/* A key that no query sees need not be read: of 8 keys, queries at 6 and 7 with one key to the left see 3. Two heads of
   one kv head see the same ones. */
static void bytes_of_seen_keys(void **state) {
  (void)state;
  bench_shape s = shape_of("q_len=2 keys=8 causal=yes windowed=yes alignment=bottom-right left=1 right=0");
  assert_same(s.bytes, 4.0 * (2 + 3 + 3 + 2));
  shape_free(&s);
  s = shape_of("q_heads=2 q_len=2 keys=8 causal=yes windowed=yes alignment=bottom-right left=1 right=0");
  assert_same(s.bytes, 4.0 * (2 * 2 + 3 + 3 + 2 * 2));
  shape_free(&s);
  s = shape_of("q_heads=2 q_len=2 keys=8 causal=yes windowed=yes alignment=bottom-right left=1 right=0 mask=all");
  assert_same(s.bytes, 4.0 * (2 * 2 + 3 + 3 + 2 * 2) + 2 * 2 * 8);
  shape_free(&s);
}

/* ---- the U test, by hand */

static void ranks(void **state) {
  (void)state;
  const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10}, mixed[] = {1.5, 2.5, 3.5, 4.5, 5.5};
  assert_near(rank_test(low, 5, high, 5), 2.0 / 252, 1e-12); /* 1 of 252 orders, on either side */
  assert_near(rank_test(high, 5, low, 5), 2.0 / 252, 1e-12);
  const double a[] = {1, 2, 4}, b[] = {3, 5, 6, 7}; /* U = 1: of the 35 orders, 2 have 1 or less */
  assert_near(rank_test(a, 3, b, 4), 4.0 / 35, 1e-12);
  assert_near(rank_test(a, 1, b, 1), 1, 1e-12);
  assert_near(rank_test(low, 5, mixed, 5), 2 * 87.0 / 252, 1e-12); /* U = 10 */
  assert_near(rank_test(low, 0, high, 5), 1, 0);
}

static void ranks_with_ties(void **state) {
  (void)state;
  const double a[] = {1, 2, 2, 3}, b[] = {2, 3, 3, 4}, same_all[] = {5, 5, 5, 5};
  /* pairs in order: 4 + 3 + 3 + 1 = 11, and 4 equal ones: U = 13, on the other side 3, in the middle 8. Ties: 3 twos
     and 3 threes, 24 each */
  const double z = 4.5 / sqrt(16.0 / 12 * (9 - 48.0 / 56));
  assert_near(rank_test(a, 4, b, 4), erfc(z / sqrt(2)), 1e-12);
  assert_near(rank_test(same_all, 4, same_all, 4), 1, 0);
  assert_near(rank_test_least(5, 5), 2.0 / 252, 1e-12);
  assert_near(rank_test_least(3, 3), 0.1, 1e-12);
  assert_near(rank_test_least(1, 1), 1, 0);
}

/* Past 20, the normal approximation: of 21 below 21, U = 0. */
static void ranks_of_many(void **state) {
  (void)state;
  double a[21], b[21];
  for (int n = 0; n < 21; n++) {
    a[n] = n;
    b[n] = n + 100;
  }
  assert_near(rank_test(a, 21, b, 21), erfc((441.0 / 2 - 0.5) / sqrt(2 * 441.0 / 12 * 43)), 1e-15);
}

static void quantiles(void **state) {
  (void)state;
  double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
  assert_same(rank_quantile(odd, 3, 0.5), 2);
  assert_same(rank_quantile(even, 4, 0.5), 2.5);
  assert_same(rank_quantile(odd, 3, 0.25), 1.5);
  assert_same(rank_quantile(even, 4, 0.75), 3.25);
  assert_same(rank_quantile(odd, 3, 0), 1);
  assert_same(rank_quantile(odd, 3, 1), 3);
  assert_same(rank_quantile(odd, 1, 0.75), 1);
  const run r = {.seconds = even, .count = 4}, none = {.count = 0};
  assert_near(run_spread(&r), 0.3, 1e-15);
  assert_true(isnan(run_spread(&none)) && isnan(run_median(&none)));
}

/* ---- ours beside others */

enum { REPETITIONS = 9 };

/* Ours and others that take so many times as long, each with this many repetitions. */
static runs_standing stand_beside(size_t repetitions, const double *times, size_t others) {
  double ours[REPETITIONS], its[REPETITIONS];
  runs_beside on = {.timed = 0};
  runs_standing s = {.problems = 0};
  for (size_t n = 0; n < others; n++) {
    for (size_t r = 0; r < repetitions; r++) {
      ours[r] = 1 + 1e-3 * (double)r;
      its[r] = times[n] * (1.0005 + 1e-3 * (double)r);
    }
    assert_true(runs_set_beside(&(run){.seconds = ours, .count = repetitions},
                                &(run){.seconds = its, .count = repetitions}, &on));
  }
  runs_stand(&on, &s);
  assert_int_equal(s.problems, 1);
  assert_int_equal(s.ahead + s.behind + s.level + s.few, 1);
  return s;
}

static void too_few_are_not_equal(void **state) {
  (void)state;
  const double slow[] = {30}, fast[] = {0.1}, same[] = {1}, both[] = {30, 1}, all[] = {30, 1, 0.1};
  for (size_t repetitions = 1; repetitions <= REPETITIONS; repetitions++) {
    const bool enough = rank_test_least(repetitions, repetitions) < 0.05;
    assert_int_equal(enough, repetitions >= 4); /* 2 of 70 orders; of 3 and 3, 2 of 20 */
    assert_int_equal(stand_beside(repetitions, slow, 1).ahead, enough);
    assert_int_equal(stand_beside(repetitions, fast, 1).behind, enough);
    assert_int_equal(stand_beside(repetitions, same, 1).level, enough);
    assert_int_equal(stand_beside(repetitions, both, 2).level, enough);
    assert_int_equal(stand_beside(repetitions, all, 3).behind, enough);
    assert_int_equal(stand_beside(repetitions, all, 3).few, !enough);
  }
  /* equal times of each: the normal approximation is below 0.05 for three of each */
  double low[] = {1, 1, 1}, high[] = {2, 2, 2};
  const run a = {.seconds = low, .count = 3}, b = {.seconds = high, .count = 3};
  assert_true(rank_test(low, 3, high, 3) < 0.05);
  assert_int_equal(runs_order(&a, &b), 0);
  assert_false(runs_can_order(&a, &b));
}

/* One that can be told apart from others leaves open whether ours is faster than one that cannot. */
static void one_of_few_leaves_it_open(void **state) {
  (void)state;
  runs_standing s = {.problems = 0};
  runs_stand(&(runs_beside){.timed = 2, .few = 1}, &s);
  runs_stand(&(runs_beside){.timed = 2, .few = 1, .level = 1}, &s);
  assert_true(s.few == 2 && s.ahead + s.behind + s.level == 0);
  runs_stand(&(runs_beside){.timed = 2, .few = 1, .faster = 1}, &s);
  assert_true(s.few == 2 && s.behind == 1);
  runs_stand(&(runs_beside){.timed = 0}, &s);
  char text[RUNS_STANDING_MAX];
  assert_string_equal(runs_standing_words(&s, text), "of 3 problems, attest is ahead of all others on 0, behind on 1, "
                                                     "indistinguishable on 0; too few repetitions to tell on 2");
  assert_string_equal(runs_standing_words(&(runs_standing){.problems = 1, .ahead = 1}, text),
                      "of 1 problem, attest is ahead of all others on 1, behind on 0, indistinguishable on 0");
}

/* ---- verdicts on changes */

enum { AT_ONCE = 30, LOOPS = 6, DRAWS = 20261126 };

/* Two documents of benchmarks "0", "1", .. and the loops of a machine. */
typedef struct documents {
  char name[AT_ONCE + LOOPS][32];
  double seconds[2][AT_ONCE + LOOPS][REPETITIONS];
  run at[2][AT_ONCE + LOOPS];
  runs of[2];
} documents;

/* So many benchmarks, whose repetitions are times[document], 0.1% apart; those of the loops take 1 and machine. */
static documents *documents_of(size_t benchmarks, size_t repetitions, const double times[2], double machine) {
  documents *const d = calloc(1, sizeof *d);
  assert_non_null(d);
  for (size_t n = 0; n < benchmarks + LOOPS; n++)
    (void)snprintf(d->name[n], sizeof d->name[n], "%s%zu", n < benchmarks ? "" : "peak/", n);
  for (int side = 0; side < 2; side++) {
    for (size_t n = 0; n < benchmarks + LOOPS; n++) {
      const double its = n < benchmarks ? times[side] : side == 0 ? 1 : machine;
      for (size_t r = 0; r < repetitions; r++) d->seconds[side][n][r] = its * (1 + 1e-3 * (double)r);
      d->at[side][n] = (run){.name = d->name[n], .seconds = d->seconds[side][n], .count = repetitions};
    }
    d->of[side] = (runs){d->at[side], benchmarks + LOOPS};
  }
  return d;
}

static size_t count_verdict(const changes *made, compare_verdict asked) {
  size_t count = 0;
  for (size_t n = 0; n < made->count; n++) count += made->at[n].verdict == asked;
  return count;
}

/* The verdict on all of them, which is the same. */
static compare_verdict verdict_of(double first, double second, size_t repetitions, size_t benchmarks, double machine) {
  changes made;
  check_error error;
  documents *const d = documents_of(benchmarks, repetitions, (const double[]){first, second}, machine);
  assert_int_equal(compare_runs(&d->of[0], &d->of[1], 0.05, &made, &error), CHECK_OK);
  const compare_verdict its = made.at[0].verdict;
  assert_int_equal(count_verdict(&made, its), benchmarks);
  assert_int_equal(made.compared, benchmarks);
  compare_free(&made);
  free(d);
  return its;
}

static void changes_are_shown(void **state) {
  (void)state;
  assert_int_equal(verdict_of(1, 1.02, 8, 1, 1), COMPARE_SAME); /* certain, but within the limit */
  assert_int_equal(verdict_of(1, 1.08, 8, 1, 1), COMPARE_SLOWER);
  assert_int_equal(verdict_of(1.08, 1, 8, 1, 1), COMPARE_FASTER);
  assert_int_equal(verdict_of(1, 1, 3, 1, 1), COMPARE_UNCLEAR); /* p is 0.1 at best */
  assert_int_equal(verdict_of(1, 2, 5, 1, 1), COMPARE_UNCLEAR); /* 2 of 252 */
  assert_int_equal(verdict_of(1, 2, 6, 1, 1), COMPARE_SLOWER);  /* 2 of 924 */
  /* of as many as a p of 0.0022 would find one in by chance */
  assert_int_equal(verdict_of(1, 2, 6, 30, 1), COMPARE_UNCLEAR);
  assert_int_equal(verdict_of(1, 2, 9, 30, 1), COMPARE_SLOWER);
  assert_int_equal(compare_needs(1), 6);
  assert_int_equal(compare_needs(30), 8);
}

/* What the machine's loops took longer too is not the program's; and within it nothing is shown to be the same. */
static void the_machine_changes(void **state) {
  (void)state;
  assert_int_equal(verdict_of(1, 1.1, 9, 2, 1), COMPARE_SLOWER);
  assert_int_equal(verdict_of(1, 1.1, 9, 2, 1.1), COMPARE_UNCLEAR);
  assert_int_equal(verdict_of(1, 1.2, 9, 2, 1.1), COMPARE_UNCLEAR);
  assert_int_equal(verdict_of(1, 1.3, 9, 2, 1.1), COMPARE_SLOWER);
  assert_int_equal(verdict_of(1, 0.9, 9, 2, 1.1), COMPARE_FASTER);
  assert_int_equal(verdict_of(1, 0.9, 9, 2, 0.9), COMPARE_UNCLEAR);
  assert_int_equal(verdict_of(1, 1, 9, 2, 1.2), COMPARE_UNCLEAR);
  assert_int_equal(verdict_of(1, 1.01, 9, 2, 1.01), COMPARE_SAME);
}

static void what_is_not_in_both(void **state) {
  (void)state;
  changes made;
  check_error error;
  documents *const d = documents_of(4, 9, (const double[]){1, 1}, 1);
  d->at[0][0].count = 0;
  d->at[1][1].count = 0;
  d->at[1][2].error = "an error in one repetition";
  d->at[1][3].name = "new";
  assert_int_equal(compare_runs(&d->of[0], &d->of[1], 0.05, &made, &error), CHECK_OK);
  const compare_verdict wanted[] = {COMPARE_FAILED, COMPARE_WRONG, COMPARE_WRONG, COMPARE_GONE, COMPARE_NEW};
  assert_int_equal(made.count, 5);
  assert_int_equal(made.compared, 0);
  for (size_t n = 0; n < made.count; n++) {
    assert_int_equal(made.at[n].verdict, wanted[n]);
    assert_true(isnan(made.at[n].p) && isnan(made.at[n].ratio));
  }
  compare_free(&made);
  free(d);
}

/* A program with itself, 20 benchmarks, on a machine that is up to 15% slower in one of the runs; a neighbour makes
   some repetitions 20% slower, each for itself, a share of them that is another in each run; the benchmarks feel both
   once to twice as much as the loops of the machine; beside that they are 3% apart, and each benchmark by 1% for a
   reason of its own. "0" takes `times` as long in the second. The comparisons, of so many, that call it, and another,
   changed. */
static void compare_many(size_t comparisons, double times, size_t found[2]) {
  const size_t benchmarks = 20;
  check_error error;
  uint64_t place = 0;
  for (size_t n = 0; n < comparisons; n++) {
    changes made;
    documents *const d = documents_of(benchmarks, REPETITIONS, (const double[]){1, 1}, 1);
    for (int side = 0; side < 2; side++) {
      const double machine = 1 + 0.075 * (1 + random_uniform_at(DRAWS, place++)),
                   share = random_uniform_at(DRAWS, place++);
      for (size_t b = 0; b < benchmarks + LOOPS; b++) {
        const double felt = b < benchmarks ? 1 + (double)b / (double)(benchmarks - 1) : 1;
        const double own =
            pow(machine, felt) * exp(0.01 * random_normal_at(DRAWS, place++)) * (side == 1 && b == 0 ? times : 1);
        for (size_t k = 0; k < REPETITIONS; k++) {
          const double neighbour = random_uniform_at(DRAWS, place++) < share ? pow(1.2, felt) : 1;
          d->seconds[side][b][k] = own * neighbour * exp(0.03 * random_normal_at(DRAWS, place++));
        }
      }
    }
    assert_int_equal(compare_runs(&d->of[0], &d->of[1], 0.05, &made, &error), CHECK_OK);
    const size_t changed = count_verdict(&made, COMPARE_SLOWER) + count_verdict(&made, COMPARE_FASTER);
    const bool first = made.at[0].verdict == COMPARE_SLOWER;
    found[0] += first;
    found[1] += changed > first;
    compare_free(&made);
    free(d);
  }
}

/* Would notice: chances that are not corrected (of 20 benchmarks one is beyond 5% by chance in most runs), a machine
   that is taken for the program, and a rule that never finds anything. */
static void a_program_is_not_taken_for_another(void **state) {
  (void)state;
  size_t unchanged[2] = {0}, slower[2] = {0};
  compare_many(1000, 1, unchanged);
  assert_in_range(unchanged[0] + unchanged[1], 0, 5);
  compare_many(200, 2.5, slower);
  assert_in_range(slower[0], 195, 200);
  assert_in_range(slower[1], 0, 1);
}

/* ---- the plan */

static void plans(void **state) {
  (void)state;
  const double call[] = {0.001, 0.01, 3};
  bool out[3];
  double sum = 0;
  const double fits = plan_min_time(call, 3, 5, 22, out);
  for (int n = 0; n < 3; n++) {
    assert_false(out[n]);
    sum += plan_seconds(call[n], 5, fits);
  }
  assert_true(fits > PLAN_SHORTEST && fits < PLAN_LONGEST && sum <= 22 && sum > 21.9);
  assert_same(plan_min_time(call, 3, 5, 1e6, out), PLAN_LONGEST);
  (void)plan_min_time(call, 3, 5, 10, out); /* five times 3 seconds cannot be */
  assert_true(!out[0] && !out[1] && out[2]);
  (void)plan_min_time(call, 3, 5, -1, out);
  assert_true(out[0] && out[1] && out[2]);
}

/* ---- what is added to a document, and taken out */

static json_t *document_of(const char *text) {
  json_error_t reason;
  json_t *document = json_loads(text, 0, &reason);
  assert_non_null(document);
  return document;
}

static double number_at(const json_t *document, size_t entry, const char *key) {
  const json_t *number = json_object_get(json_array_get(json_object_get(document, "benchmarks"), entry), key);
  return json_is_number(number) ? json_number_value(number) : -1;
}

static void standings(void **state) {
  (void)state;
  json_t *document =
      document_of("{\"benchmarks\": [{\"run_name\": \"a\", \"FLOP/s\": 50}, {\"run_name\": \"b\", \"FLOP/s\": 50},"
                  "{\"run_name\": \"a\", \"FLOP/s\": 20, \"aggregate_name\": \"median\"},"
                  "{\"run_name\": \"a\", \"FLOP/s\": 20, \"aggregate_name\": \"stddev\"}, {\"run_name\": \"a\"}]}");
  standing_add(document, "a", &(standing){.isa = 100, .highest = 200, .intensity = 4, .roof = 80});
  assert_same(number_at(document, 0, "percent_of_isa_peak"), 50);
  assert_same(number_at(document, 0, "percent_of_peak"), 25);
  assert_same(number_at(document, 0, "percent_of_roof"), 62.5);
  assert_same(number_at(document, 0, "intensity"), 4);
  assert_same(number_at(document, 2, "percent_of_peak"), 10);
  for (size_t n = 1; n < 5; n += n == 1 ? 2 : 1) assert_same(number_at(document, n, "percent_of_peak"), -1);
  standing_add(document, "b", &(standing){.isa = (double)NAN, .highest = 200, .intensity = 4, .roof = (double)NAN});
  assert_same(number_at(document, 1, "percent_of_isa_peak"), -1);
  assert_same(number_at(document, 1, "percent_of_peak"), 25);
  json_decref(document);
}

static void late_ones_are_taken_out(void **state) {
  (void)state;
  json_t *document =
      document_of("{\"benchmarks\": [{\"run_name\": \"f/1\", \"n\": 0}, {\"run_name\": \"f/1\", \"n\": 1, \"late\": 1},"
                  "{\"run_name\": \"f/1\", \"n\": 2, \"aggregate_name\": \"mean\"}, {\"run_name\": \"f/2\", \"n\": 3},"
                  "{\"run_name\": \"f/2\", \"n\": 4, \"aggregate_name\": \"mean\"},"
                  "{\"run_name\": \"f\", \"n\": 5, \"aggregate_name\": \"BigO\"}]}");
  const json_t *const entries = json_object_get(document, "benchmarks");
  standing_drop_late(document, "f/2", "f"); /* none of it is */
  assert_int_equal(json_array_size(entries), 6);
  standing_drop_late(document, "f/1", "f");
  assert_int_equal(json_array_size(entries), 3);
  assert_same(number_at(document, 0, "n"), 0);
  assert_same(number_at(document, 1, "n"), 3);
  assert_same(number_at(document, 2, "n"), 4);
  json_decref(document);
}

/* ---- a variant that is wrong */

static int calls;

static attest_status is_right(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                              void *workspace, size_t bytes) {
  calls++;
  return attest_attention(p, a, name, threads, workspace, bytes);
}

/* The last element that there is, in the answer of the last head of the last batch. */
static float *last_of(const attest_answer *a) {
  const attest_output *t = &a->out;
  return (float *)t->data + t->size[0] * t->size[1] * t->size[2] * t->size[3] - 1;
}

static attest_status is_off(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                            void *workspace, size_t bytes) {
  const attest_status status = is_right(p, a, name, threads, workspace, bytes);
  *last_of(a) += 1e-3f;
  return status;
}

static attest_status gives_nan(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                               void *workspace, size_t bytes) {
  const attest_status status = is_right(p, a, name, threads, workspace, bytes);
  ((float *)a->out.data)[a->out.size[3] * 90] = (float)NAN; /* a row between those that are looked at */
  return status;
}

static attest_status writes_nothing(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                                    void *workspace, size_t bytes) {
  (void)name, (void)p, (void)a, (void)threads, (void)workspace, (void)bytes;
  return ATTEST_OK;
}

static attest_status refuses(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                             void *workspace, size_t bytes) {
  (void)name, (void)p, (void)a, (void)threads, (void)workspace, (void)bytes;
  return ATTEST_BAD_OPTION;
}

/* The mask forgotten. */
static attest_status sees_all(const attest_problem *p, const attest_answer *a, const char *name, int threads,
                              void *workspace, size_t bytes) {
  attest_problem other = *p;
  other.causal = false;
  return is_right(&other, a, name, threads, workspace, bytes);
}

/* Whether blocked with this in its place is right on the case; the text why not. */
static bool judged(const char *text, shape_function *compute, char why[200]) {
  bench_shape s = shape_of(text);
  size_t bytes = 0;
  bool right = true;
  double seconds = -1;
  check_error error;
  assert_int_equal(attest_attention_workspace(&s.problem, &s.answer, "blocked", 1, &bytes), ATTEST_OK);
  void *workspace = malloc(bytes);
  assert_int_equal(shape_judge(&s, compute, "blocked", 1, workspace, bytes, &right, why, &seconds, &error), CHECK_OK);
  assert_true(!right || seconds >= 0);
  free(workspace);
  shape_free(&s);
  return right;
}

static void wrong_ones_are_found(void **state) {
  (void)state;
  static const char *const cases[] = {
      "q_heads=2 q_len=100 keys=120 d_k=8 d_v=8 causal=yes alignment=bottom-right seed=1",
      /* samples of its rows */
      "batch=2 q_heads=4 kv_heads=2 q_len=512 keys=512 d_k=16 d_v=16 causal=yes alignment=bottom-right seed=1",
      ("batch=2 q_heads=3 q_len=300 keys=400 d_k=16 d_v=16 causal=yes alignment=bottom-right mask=random kv_len=ragged "
       "sink=normal"),
  };
  char why[200];
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    calls = 0;
    assert_true(judged(cases[n], is_right, why));
    assert_int_equal(calls, 2);
    assert_false(judged(cases[n], is_off, why));
    assert_non_null(strstr(why, "expected"));
    assert_false(judged(cases[n], gives_nan, why));
    assert_non_null(strstr(why, "expected a finite number"));
    assert_false(judged(cases[n], writes_nothing, why));
    assert_false(judged(cases[n], sees_all, why));
    assert_false(judged(cases[n], refuses, why));
    assert_non_null(strstr(why, "it returned"));
  }
}

/* ---- the table */

static void rows_become_cases(void **state) {
  (void)state;
  const sweep_row row = {
      "mine", "", SWEEP_D_K, {[SWEEP_MASK] = "full,causal", [SWEEP_D_K] = "8,16,24", [SWEEP_KEYS] = "32"}};
  const char *given[SWEEP_COLUMNS] = {[SWEEP_VARIANT] = "blocked"};
  sweep_cases cases = {.count = 0};
  check_error error;
  assert_int_equal(sweep_add(&row, given, NULL, 1, &cases, &error), CHECK_OK);
  assert_int_equal(cases.count, 6);
  assert_string_equal(cases.at[4].family, "mine/blocked/f32/causal/heads:2/keys:32");
  assert_string_equal(cases.at[4].axis, "d-k");
  assert_int_equal(cases.at[4].value, 16);
  const recipe *r = &cases.at[4].shape;
  assert_true(r->causal && r->alignment == ATTEST_ALIGN_BOTTOM_RIGHT && r->d_k == 16 && r->d_v == 16 &&
              r->q_len == 32 && r->keys == 32 && r->q_heads == 2 && r->kv_heads == 2 && r->batch == 1);
  assert_int_equal(sweep_add(&row, given, NULL, 1, &cases, &error), CHECK_OK); /* what is there is not added again */
  assert_int_equal(cases.count, 6);
  given[SWEEP_THREADS] = "1,3"; /* more than there are, but asked for */
  given[SWEEP_Q_LEN] = "1";
  given[SWEEP_DTYPE] = "bf16,f64";
  assert_int_equal(sweep_add(&row, given, NULL, 1, &cases, &error), CHECK_OK);
  assert_int_equal(cases.count, 6 + 6 * 4);
  assert_string_equal(cases.at[29].family, "mine/blocked/f64/causal/heads:2/q-len:1/keys:32/threads:3");
  free(cases.at);
}

static void names_tell_problems(void **state) {
  static const char *const names[][3] = {
      {"quick/avx2/f32/causal/heads:2/d-k:64/keys:512", "quick/f32/causal/heads:2/d-k:64/keys:512",
       "f32, causal, 2 heads of 64, 512 keys"},
      {"peers/f32/f16/full/heads:1/d-k:8/q-len:1/keys:1/manual_time", "peers/f16/full/heads:1/d-k:8/q-len:1/keys:1",
       "f16, full, 1 head of 8, 1 query, 1 key"},
      {"mask/attest/f64/mask+bias/batch:3/heads:8/kv-heads:2/d-k:64/d-v:32/q-len:5/keys:7/threads:4/real_time",
       "mask/f64/mask+bias/batch:3/heads:8/kv-heads:2/d-k:64/d-v:32/q-len:5/keys:7/threads:4",
       "f64, mask+bias, 3 batches, 8 heads of 64 on 2 kv heads, values of 32, 5 queries, 7 keys, 4 threads"},
  };
  char text[PROBLEM_MAX];
  (void)state;
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    assert_string_equal(problem_of(names[n][0], text), names[n][1]);
    assert_string_equal(problem_words(names[n][0], text), names[n][2]);
  }
}

/* Every row of the table, and that no two of its benchmarks share a name. */
static void table_is_whole(void **state) {
  (void)state;
  const char *given[SWEEP_COLUMNS] = {NULL};
  sweep_cases cases = {.count = 0};
  check_error error;
  size_t rows = 0;
  for (; sweep_table(rows) != NULL; rows++) {
    const size_t before = cases.count;
    assert_int_equal(sweep_add(sweep_table(rows), given, NULL, 4, &cases, &error), CHECK_OK);
    assert_true(cases.count > before);
  }
  assert_true(rows > 10);
  for (size_t n = 0; n < cases.count; n++) assert_true(cases.at[n].threads <= 4);
  free(cases.at);
}

static void each_variant_has_a_peak(void **state) {
  (void)state;
  assert_string_equal(peak_isa_of("blocked"), peak_isa_of("blocked64"));
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    bool there = false;
    for (size_t loop = 0; peak_loop_at(loop) != NULL; loop++)
      there = there || strcmp(peak_loop_at(loop)->isa, peak_isa_of(attest_variant_name(n))) == 0;
    assert_true(there);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_counted),
      cmocka_unit_test(flops_and_bytes),
      cmocka_unit_test(bytes_of_seen_keys),
      cmocka_unit_test(ranks),
      cmocka_unit_test(ranks_with_ties),
      cmocka_unit_test(ranks_of_many),
      cmocka_unit_test(quantiles),
      cmocka_unit_test(too_few_are_not_equal),
      cmocka_unit_test(one_of_few_leaves_it_open),
      cmocka_unit_test(standings),
      cmocka_unit_test(late_ones_are_taken_out),
      cmocka_unit_test(changes_are_shown),
      cmocka_unit_test(the_machine_changes),
      cmocka_unit_test(what_is_not_in_both),
      cmocka_unit_test(a_program_is_not_taken_for_another),
      cmocka_unit_test(plans),
      cmocka_unit_test(wrong_ones_are_found),
      cmocka_unit_test(rows_become_cases),
      cmocka_unit_test(names_tell_problems),
      cmocka_unit_test(table_is_whole),
      cmocka_unit_test(each_variant_has_a_peak),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
