/* Timed calls: the operands are new, drawn and used once, and candidates that do less than the work are found. */
#define _GNU_SOURCE /* NOLINT: reserved for this; mremap is not portable */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/trial.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/variant.h"
#include "check/run/process.h"
#include "tests/unit/support_bench.h"

static stage stage_of(const bench_shape *shape, int64_t sets) {
  stage s;
  check_error error;
  assert_int_equal(stage_make(shape, sets, &s, &error), CHECK_OK);
  return s;
}

/* ---- operands */

static double moment(const attest_tensor *t, int power) {
  double sum = 0;
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(t->size, at); more; more = tensor_next(t->size, at))
    sum += pow(tensor_element(t, at), power);
  return sum / (double)tensor_count(t->size);
}

/* Nearly normal in every type; other numbers in each set, operand and seed; the same from the same seed. */
static void contents(void **state) {
  (void)state;
  static const char *const recipes[] = {"dtype=f64 q_len=64 keys=64 d_k=16 d_v=16", "dtype=f32 q_len=64 keys=64",
                                        "dtype=f16 q_len=64 keys=64", "dtype=bf16 q_len=64 keys=64"};
  for (size_t n = 0; n < sizeof recipes / sizeof recipes[0]; n++) {
    bench_shape shape = shape_of(recipes[n]);
    stage s = stage_of(&shape, 2);
    stage_refresh(&s, 7);
    const attest_tensor *const q = &s.sets[0].problem.q, *const k = &s.sets[0].problem.k;
    assert_true(fabs(moment(q, 1)) < 0.15 && fabs(moment(q, 2) - 1) < 0.15);
    const size_t bytes = (size_t)tensor_count(q->size) * attest_dtype_size(q->dtype);
    unsigned char *const kept = malloc(bytes);
    (void)memcpy(kept, q->data, bytes);
    assert_memory_not_equal(kept, s.sets[1].problem.q.data, bytes);
    assert_memory_not_equal(kept, k->data, bytes);
    stage_refresh(&s, 8);
    assert_memory_not_equal(kept, q->data, bytes);
    stage_refresh(&s, 7);
    assert_memory_equal(kept, q->data, bytes);
    free(kept);
    stage_free(&s);
    shape_free(&shape);
  }
}

/* A kernel that computes binary32 in bfloat16 must not be right because the operands are such numbers. */
static void significant(void **state) {
  (void)state;
  bench_shape shape = shape_of("dtype=f32 q_len=64 keys=64");
  stage s = stage_of(&shape, 1);
  int64_t at[ATTEST_AXES], exact = 0;
  stage_refresh(&s, 1);
  const attest_tensor *const q = &s.sets[0].problem.q;
  for (bool more = tensor_first(q->size, at); more; more = tensor_next(q->size, at))
    exact += tensor_rounded(ATTEST_F16, tensor_element(q, at)) == tensor_element(q, at);
  assert_true(exact * 10 < tensor_count(q->size));
  stage_free(&s);
  shape_free(&shape);
}

static void drawn_once(void **state) {
  (void)state;
  bench_shape shape = shape_of("dtype=f32 q_len=4 keys=4 d_k=4 d_v=4");
  stage s = stage_of(&shape, 16);
  stage_pick picks[2][16];
  for (int seed = 0; seed < 2; seed++) {
    bool seen[4][16] = {{false}};
    stage_draw(&s, (uint64_t)seed, 16, picks[seed]);
    for (int n = 0; n < 16; n++) {
      const stage_pick *const p = &picks[seed][n];
      const int64_t sets[] = {p->q, p->k, p->v, p->out};
      for (int t = 0; t < 4; t++) {
        assert_false(seen[t][sets[t]]);
        seen[t][sets[t]] = true;
      }
      assert_ptr_equal(s.calls[n].problem.k.data, s.sets[p->k].problem.k.data);
      assert_ptr_equal(s.calls[n].answer.out.data, s.sets[p->out].answer.out.data);
      assert_true(isnan(*(const float *)s.calls[n].answer.out.data));
    }
  }
  assert_memory_not_equal(picks[0], picks[1], sizeof picks[0]);
  stage_free(&s);
  shape_free(&shape);
}

/* ---- candidates: functions, in a fork of this process */

static attest_status honest(const attest_problem *p, const attest_answer *a) { return variant_answer("attest", p, a); }

static size_t out_bytes(const attest_answer *a) {
  return (size_t)tensor_count(a->out.size) * attest_dtype_size(a->out.dtype);
}

static attest_status zeros(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)memset(a->out.data, 0, out_bytes(a));
  return ATTEST_OK;
}

static attest_status nothing(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  return ATTEST_OK;
}

static attest_status without_last_row(const attest_problem *p, const attest_answer *a) {
  const attest_status status = honest(p, a);
  const size_t row = (size_t)a->out.size[ATTEST_COLUMN] * attest_dtype_size(a->out.dtype);
  (void)memset((char *)a->out.data + out_bytes(a) - row, 0xff, row);
  return status;
}

/* Computes every other call, and gives its answer for the next one too. */
static attest_status every_other(const attest_problem *p, const attest_answer *a) {
  static unsigned char kept[1 << 16];
  static int calls;
  if (calls++ % 2 == 1) {
    (void)memcpy(a->out.data, kept, out_bytes(a));
    return ATTEST_OK;
  }
  const attest_status status = honest(p, a);
  (void)memcpy(kept, a->out.data, out_bytes(a));
  return status;
}

/* Keeps the answer for the first bytes of q. */
static attest_status replays(const attest_problem *p, const attest_answer *a) {
  static struct { unsigned char first[16], out[1024]; } kept[64];
  static size_t count;
  for (size_t n = 0; n < count; n++) {
    if (memcmp(kept[n].first, p->q.data, sizeof kept[n].first) != 0) continue;
    (void)memcpy(a->out.data, kept[n].out, out_bytes(a));
    return ATTEST_OK;
  }
  const attest_status status = honest(p, a);
  assert_true(out_bytes(a) <= sizeof kept[0].out);
  if (count == sizeof kept / sizeof kept[0]) return status;
  (void)memcpy(kept[count].out, a->out.data, out_bytes(a));
  (void)memcpy(kept[count++].first, p->q.data, sizeof kept[0].first);
  return status;
}

/* Sets v to 0, so that 0 is right. */
static attest_status changes_inputs(const attest_problem *p, const attest_answer *a) {
  const size_t bytes = (size_t)tensor_count(p->v.size) * attest_dtype_size(p->v.dtype);
  char *const v = (char *)p->v.data, *const page = v - (uintptr_t)v % 4096;
  (void)mprotect(page, bytes + (size_t)(v - page), PROT_READ | PROT_WRITE);
  (void)memset(v, 0, bytes);
  return zeros(p, a);
}

/* Goes on in a thread after the call has returned. */
static attest_problem late_problem;
static attest_answer late_answer;

static void *finish_late(void *unused) {
  const struct timespec moment = {.tv_nsec = 20000000};
  (void)unused;
  (void)nanosleep(&moment, NULL);
  (void)mprotect((char *)late_answer.out.data - (uintptr_t)late_answer.out.data % 4096, 1 << 14,
                 PROT_READ | PROT_WRITE);
  (void)zeros(&late_problem, &late_answer);
  return NULL;
}

static attest_status late(const attest_problem *p, const attest_answer *a) {
  pthread_t thread;
  late_problem = *p;
  late_answer = *a;
  return pthread_create(&thread, NULL, finish_late, NULL) == 0 ? ATTEST_OK : ATTEST_FAILED;
}

static attest_status crashes(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  abort();
}

static peer peer_of(attest_candidate_function *compute) {
  peer p = {.name = "test", .of = candidate_of_function("test", compute, NULL)};
  for (int type = 0; type <= ATTEST_BF16; type++) p.arithmetic[type] = bound_default((attest_dtype)type);
  return p;
}

/* Times eight batches of a candidate; returns whether it is right. */
static bool is_right(attest_candidate_function *compute, const char *text, peer_report *report) {
  bench_shape shape = shape_of(text);
  stage s = stage_of(&shape, 8);
  peer p = peer_of(compute);
  trial_times times;
  const bool right = trial_time(&p, &s, "", 64, 5, &times, report);
  assert_int_equal(report->status, CHECK_OK);
  if (right) assert_true(trial_seconds(&times) > 0 && times.cpu >= 0);
  candidate_end(&p.of);
  stage_free(&s);
  shape_free(&shape);
  return right;
}

static const char small[] = "dtype=f32 q_heads=2 kv_heads=1 q_len=5 keys=6 d_k=8 d_v=8";

static void right_ones(void **state) {
  (void)state;
  static const char *const recipes[] = {
      small, "dtype=f64 q_len=3 keys=9 d_k=4 d_v=5 causal=yes alignment=bottom-right",
      "dtype=f32 batch=2 q_heads=4 kv_heads=2 q_len=7 keys=7 d_k=8 d_v=8 mask=random kv_len=ragged sink=normal",
      "dtype=bf16 q_len=9 keys=9 d_k=8 d_v=8 bias=random windowed=yes left=2 right=0 alignment=top-left"};
  for (size_t n = 0; n < sizeof recipes / sizeof recipes[0]; n++) {
    peer_report report;
    if (!is_right(honest, recipes[n], &report)) fail_msg("%s: %s", recipes[n], report.text);
  }
}

static void wrong_ones(void **state) {
  (void)state;
  static const struct {
    attest_candidate_function *compute;
    const char *text;
  } wrong[] = {{zeros, "out at "},
               {nothing, "some of out was not written"},
               {without_last_row, "some of out was not written"},
               {every_other, "out at "},
               {changes_inputs, "it changed its inputs"},
               {late, "some of out was not written"},
               {crashes, "Aborted"}};
  for (size_t n = 0; n < sizeof wrong / sizeof wrong[0]; n++) {
    peer_report report;
    if (is_right(wrong[n].compute, small, &report)) fail_msg("%s: timed", wrong[n].text);
    if (strstr(report.text, wrong[n].text) == NULL) fail_msg("%s: expected %s", report.text, wrong[n].text);
  }
}

/* Two calls with one q never come in a batch: nothing to replay. */
static void replaying_is_of_no_use(void **state) {
  (void)state;
  bench_shape shape = shape_of(small);
  stage s = stage_of(&shape, 64);
  peer p = peer_of(replays);
  trial_times times;
  peer_report report;
  assert_true(trial_time(&p, &s, "", 64, 5, &times, &report)); /* one batch */
  candidate_end(&p.of);
  p = peer_of(replays);
  assert_false(trial_time(&p, &s, "", 512, 5, &times, &report)); /* q of the last call, with another k */
  candidate_end(&p.of);
  stage_free(&s);
  shape_free(&shape);
}

/* Sets whose sizes and addresses a candidate can write: the judge must not read them again. */
static attest_status moves_its_outputs(const attest_problem *p, const attest_answer *a) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)a % page;
  const attest_status status = honest(p, a);
  attest_answer moved = *a;
  const union {
    const attest_answer *given; /* not to be written, says its type */
    char *bytes;
  } there = {.given = a};
  if (there.bytes == NULL) return status;
  char *const first = there.bytes - at;
  if (mprotect(first, 2 * page, PROT_READ | PROT_WRITE) != 0 && mprotect(first, page, PROT_READ | PROT_WRITE) != 0)
    return status;
  moved.out.data = first;
  moved.out.size[ATTEST_COLUMN] = 1;
  (void)memcpy(there.bytes, &moved, sizeof moved);
  return status;
}

static void addresses_are_ours(void **state) {
  (void)state;
  peer_report report;
  if (!is_right(moves_its_outputs, small, &report)) fail_msg("%s", report.text);
}

static void *spin(void *until) {
  while (clock() < *(clock_t *)until) continue;
  return NULL;
}

/* Computes for a while in a second thread. */
static attest_status helped(const attest_problem *p, const attest_answer *a) {
  pthread_t thread;
  clock_t until = clock() + CLOCKS_PER_SEC / 50;
  if (pthread_create(&thread, NULL, spin, &until) != 0) return ATTEST_FAILED;
  (void)spin(&until);
  (void)pthread_join(thread, NULL);
  return honest(p, a);
}

/* All threads count, and what another program computes does not. */
static void cpu_time(void **state) {
  (void)state;
  bench_shape shape = shape_of(small);
  stage s = stage_of(&shape, 1);
  peer p = peer_of(helped);
  trial_times times;
  peer_report report;
  assert_true(trial_time(&p, &s, "", 2, 5, &times, &report));
  assert_true(times.cpu >= 0.039 && trial_seconds(&times) >= 0.039);
  candidate_end(&p.of);
  stage_free(&s);
  shape_free(&shape);
}

static void spin_for(double seconds) {
  clock_t until = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
  (void)spin(&until);
}

/* This program waits a while for a processor that it shares with another. */
static void wait_a_while(void) {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  CPU_SET((size_t)sched_getcpu(), &one);
  assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
  assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
  const pid_t other = fork();
  if (other == 0) {
    spin_for(60);
    _exit(0);
  }
  spin_for(0.03);
  assert_int_equal(kill(other, SIGKILL), 0);
  assert_int_equal(waitpid(other, NULL, 0), other);
  assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
}

/* If the count of waits cannot be read at first, those of before must not shorten the time. */
static void waits_of_before(void **state) {
  (void)state;
  struct rlimit files;
  wait_a_while();
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, files.rlim_max}), 0);
  const process_watch watch = process_watch_begin(0);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
  spin_for(0.002);
  assert_true(process_watch_end(&watch) >= 0.0019);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contents),           cmocka_unit_test(significant), cmocka_unit_test(drawn_once),
      cmocka_unit_test(right_ones),         cmocka_unit_test(wrong_ones),  cmocka_unit_test(replaying_is_of_no_use),
      cmocka_unit_test(addresses_are_ours), cmocka_unit_test(cpu_time),    cmocka_unit_test(waits_of_before)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
