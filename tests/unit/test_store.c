/* check/cases/store: what is stored is, element by element and bit by bit, the problem that was built; and
   check/cases/temp_dir, in which it is stored. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/cases/build.h"
#include "check/cases/case.h"
#include "check/cases/index.h"
#include "check/cases/temp_dir.h"
#include "check/cases/store.h"
#include "tests/unit/support.h"

static temp_dir directory;
static arena memory, built;

static int set_up(void **state) {
  (void)state;
  check_error error;
  return arena_make(&memory, (size_t)1 << 26, &error) == CHECK_OK &&
                 arena_make(&built, (size_t)1 << 26, &error) == CHECK_OK &&
                 temp_dir_make("/tmp/attest-test-store", &directory, &error) == CHECK_OK
             ? 0
             : -1;
}

static int tear_down(void **state) {
  (void)state;
  temp_dir_remove(&directory);
  arena_free(&memory);
  arena_free(&built);
  return 0;
}

static const char *below(const char *name) {
  static char path[TEMP_DIR_PATH_MAX + 64];
  (void)snprintf(path, sizeof path, "%s/%s", directory.path, name);
  return path;
}

static const unsigned char *element(const attest_tensor *t, const int64_t at[4]) {
  int64_t offset = 0;
  for (int d = 0; d < 4; d++) offset += at[d] * t->stride[d];
  return (const unsigned char *)t->data + offset * (int64_t)attest_dtype_size(t->dtype);
}

/* The same type, sizes and bits, whatever the strides. */
static void same_tensor(const attest_tensor *stored, const attest_tensor *made) {
  assert_int_equal(stored->data != NULL, made->data != NULL);
  if (made->data == NULL) return;
  int64_t at[4];
  assert_int_equal(stored->dtype, made->dtype);
  assert_memory_equal(stored->size, made->size, sizeof made->size);
  for (at[0] = 0; at[0] < made->size[0]; at[0]++)
    for (at[1] = 0; at[1] < made->size[1]; at[1]++)
      for (at[2] = 0; at[2] < made->size[2]; at[2]++)
        for (at[3] = 0; at[3] < made->size[3]; at[3]++)
          assert_memory_equal(element(stored, at), element(made, at), attest_dtype_size(made->dtype));
}

static void same_options(const attest_problem *stored, const attest_problem *made) {
  assert_same(stored->scale, made->scale);
  assert_same(stored->softcap, made->softcap);
  assert_int_equal(stored->causal, made->causal);
  assert_int_equal(stored->windowed, made->windowed);
  if (made->windowed)
    assert_true(stored->window_left == made->window_left && stored->window_right == made->window_right);
  if (!made->causal && !made->windowed) return;
  assert_int_equal(stored->alignment, made->alignment);
  if (made->alignment == ATTEST_ALIGN_OFFSET) assert_int_equal(stored->offset, made->offset);
}

static void same_problem(const attest_problem *stored, const attest_problem *made) {
  same_options(stored, made);
  same_tensor(&stored->q, &made->q);
  same_tensor(&stored->k, &made->k);
  same_tensor(&stored->v, &made->v);
  same_tensor(&stored->mask, &made->mask);
  same_tensor(&stored->bias, &made->bias);
  assert_int_equal(stored->kv_len != NULL, made->kv_len != NULL);
  if (made->kv_len != NULL)
    assert_memory_equal(stored->kv_len, made->kv_len, (size_t)made->q.size[0] * sizeof(int64_t));
  assert_int_equal(stored->sink != NULL, made->sink != NULL);
  if (made->sink != NULL) assert_memory_equal(stored->sink, made->sink, (size_t)made->q.size[1] * sizeof(double));
}

static void stored_as_built(const char *text) {
  check_error error;
  recipe r;
  attest_problem problem;
  attest_answer answer;
  attention_case c;
  assert_int_equal(recipe_parse(text, &r, &error), CHECK_OK);
  if (store_case(below("case"), &r, &memory, &error) != CHECK_OK) fail_msg("%s", error.text);
  assert_int_equal(build_case(&r, (build_wanted){false, false}, &built, &problem, &answer, &error), CHECK_OK);
  if (case_open(below("case"), &c, &error) != CHECK_OK || case_load(&c, &error) != CHECK_OK) fail_msg("%s", error.text);
  same_problem(&c.problem, &problem);
  assert_int_equal(c.bshd, r.layout == LAYOUT_BSHD);
  assert_true(c.tolerance != c.tolerance); /* none is stated */
  case_free(&c);
}

/* Each of: types, layouts, kinds of shared mask and bias, hidden values, options, sizes of 0. */
static void bit_by_bit(void **state) {
  static const char *const texts[] = {
      "dtype=f64 batch=2 q_heads=4 kv_heads=2 q_len=3 keys=5 d_k=2 d_v=3 sink=normal kv_len=ragged softcap=30 "
      "scale=-0.1 seed=1",
      "dtype=f32 batch=2 q_heads=2 q_len=3 keys=5 d_k=2 d_v=3 layout=bshd mask=rows bias=rows hidden=nan seed=2",
      "dtype=f16 batch=2 q_heads=2 q_len=3 keys=5 d_k=2 d_v=3 layout=transposed mask=random bias=hidden "
      "hidden=infinity seed=3",
      "dtype=bf16 batch=2 q_heads=2 q_len=3 keys=5 d_k=2 d_v=3 layout=padded mask=shared bias=shared hidden=nan seed=4",
      "dtype=bf16 batch=3 q_heads=2 q_len=3 keys=5 d_k=2 d_v=3 layout=shared place=last bias=slopes kv_len=empty "
      "seed=5",
      "dtype=f32 q_len=4 keys=6 causal=yes alignment=offset offset=-2 windowed=yes left=3 seed=6",
      "dtype=f32 q_len=4 keys=6 windowed=yes right=0 alignment=bottom-right hidden=huge seed=7",
      "dtype=f32 q_len=0 keys=6 mask=shared bias=random seed=8",
      "dtype=f32 q_len=4 keys=0 mask=random bias=shared layout=transposed seed=9"};
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
    assert_int_equal(set_up(state), 0);
    stored_as_built(texts[n]);
    tear_down(state);
  }
}

static void an_index_of_all(void **state) {
  (void)state;
  check_error error;
  recipe cases[3];
  case_index index;
  char name[STORE_NAME_MAX];
  for (int n = 0; n < 3; n++) {
    cases[n] = recipe_default();
    cases[n].dtype = n < 2 ? ATTEST_F64 : ATTEST_BF16;
    cases[n].seed = n;
  }
  assert_int_equal(store_cases(directory.path, cases, 3, &(shard){1, 1}, &memory, NULL, &error), CHECK_OK);
  assert_int_equal(index_read(directory.path, &index, &error), CHECK_OK);
  assert_int_equal(index.count, 3);
  for (size_t n = 0; n < 3; n++) {
    store_name(cases, n, name);
    assert_string_equal(index.entries[n].name, name);
  }
  assert_string_equal(name, "bf16-00002");
  index_free(&index);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static void kept_or_removed(void **state) {
  (void)state;
  check_error error;
  temp_dir s = {.path = ""};
  char path[TEMP_DIR_PATH_MAX];
  assert_int_equal(temp_dir_make(below("not-there/x"), &s, &error), CHECK_BAD_INPUT);
  temp_dir_remove(&s); /* harmless */
  assert_int_equal(temp_dir_make(below("x"), &s, &error), CHECK_OK);
  (void)snprintf(path, sizeof path, "%s", s.path);
  temp_dir_remove(&s);
  assert_false(exists(path));
  assert_int_equal(temp_dir_make(below("x"), &s, &error), CHECK_OK);
  (void)snprintf(path, sizeof path, "%s", s.path);
  assert_int_equal(temp_dir_keep(&s, below("kept"), &error), CHECK_OK);
  assert_true(exists(below("kept")) && !exists(path));
  assert_int_equal(temp_dir_make(below("y"), &s, &error), CHECK_OK);
  assert_int_equal(mkdir(below("kept/full"), 0700), 0);
  assert_int_equal(temp_dir_keep(&s, below("kept"), &error), CHECK_FAILURE); /* not empty: it stays as it is */
  assert_true(exists(below("kept/full")));
}

/* Killed, a process takes its directory and its command with it. */
static void gone_with_its_process(void **state) {
  (void)state;
  int ends[2];
  struct {
    char path[TEMP_DIR_PATH_MAX];
    pid_t command;
  } made = {.command = 0};
  assert_int_equal(pipe(ends), 0);
  const pid_t process = fork();
  if (process == 0) {
    temp_dir s = {.path = ""};
    check_error error;
    if (temp_dir_make(below("x"), &s, &error) != CHECK_OK) _exit(1);
    (void)snprintf(made.path, sizeof made.path, "%s", s.path);
    made.command = fork();
    if (made.command == 0) {
      (void)setpgid(0, 0);
      (void)close(s.line); /* as exec would */
      for (;;) (void)pause();
    }
    (void)setpgid(made.command, made.command);
    temp_dir_ends_group(&s, made.command);
    if (write(ends[1], &made, sizeof made) != (ssize_t)sizeof made) _exit(1);
    for (;;) (void)pause();
  }
  assert_int_equal(read(ends[0], &made, sizeof made), sizeof made);
  assert_true(exists(made.path) && kill(made.command, 0) == 0);
  assert_int_equal(kill(process, SIGKILL), 0);
  assert_int_equal(waitpid(process, NULL, 0), process);
  const struct timespec moment = {.tv_nsec = 10000000};
  for (int tries = 0; exists(made.path) && tries < 1000; tries++) (void)nanosleep(&moment, NULL);
  assert_false(exists(made.path));
  (void)close(ends[0]);
  (void)close(ends[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bit_by_bit),
      cmocka_unit_test_setup_teardown(an_index_of_all, set_up, tear_down),
      cmocka_unit_test_setup_teardown(kept_or_removed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(gone_with_its_process, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("test_store", tests, NULL, NULL);
}
