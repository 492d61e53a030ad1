/* The replies of a worker, in which a candidate may have written what it likes. An input is two bytes (see below) and
   the bytes on the line. */
#include <stdlib.h>
#include <string.h>

#include "check/cases/printable.h"
#include "check/cases/support.h"
#include "check/run/candidate.h"
#include "check/run/serving.h"
#include "tests/fuzz/far_end.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/no_process.h"

/* The first byte: what is asked, and what is sent. The second: the signal by which the process ends. */
enum { DESCRIBE = 1, TYPE = 6, WHOLE = 8, EARLY = 16 };

static void expect_text(const char *text) {
  size_t skip;
  if (text[0] == '\0') abort();
  for (const char *c = text; *c != '\0'; c += skip)
    if (printable_at(c, &skip) == 0) abort();
}

static void expect_ability(attest_ability a) {
  if ((int)a < ATTEST_UNSAID || (int)a > ATTEST_NO) abort();
}

/* A description that is accepted has values that a suite and bounds can be made with. */
static void expect_description(const candidate_description *d, attest_dtype dtype) {
  const attest_arithmetic *const a = &d->says.arithmetic;
  support can = support_everything(dtype);
  if ((int)a->accumulate < ATTEST_F64 || (int)a->accumulate > ATTEST_BF16 || (int)a->scores < ATTEST_F64 ||
      (int)a->scores > ATTEST_BF16 || (int)a->probabilities < ATTEST_F64 || (int)a->probabilities > ATTEST_BF16 ||
      a->height < 0 || a->height > ATTEST_MAX_SIZE)
    abort();
  if (memchr(d->name, '\0', sizeof d->name) == NULL || d->name[0] == '\0' || d->says.name != NULL ||
      d->says.conventions != NULL)
    abort();
  expect_ability(d->says.supports.batches);
  expect_ability(d->says.supports.strided);
  support_declare(&can, &d->says.supports);
  support_settle(&can, SUPPORT_NOT_SUPPORTED);
}

static void describe(candidate *c, attest_dtype dtype) {
  candidate_description d;
  check_error error;
  const check_status status = candidate_describe(c, dtype, &d, &error);
  if (status != CHECK_OK) fuzz_expect_line(status, &error);
  else if (d.takes) expect_description(&d, dtype);
}

/* The question says nothing: there is nobody to answer it. */
static void run(candidate *c) {
  static arena memory;
  outcome became;
  check_error error;
  if (memory.base == NULL && arena_make(&memory, 1 << 16, &error) != CHECK_OK) abort();
  const attest_problem problem = {.scale = 0};
  const attest_answer answer = {.out = {.data = NULL}};
  const check_status status = worker_run(&c->run, &memory, 10, &problem, &answer, &became, &error);
  if (status != CHECK_OK) fuzz_expect_line(status, &error);
  else expect_text(became.kind == OUTCOME_RETURNED ? attest_strerror(became.status) : became.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t bytes[2 * sizeof(worker_reply)];
  if (size < 2) return 0;
  const uint8_t how = data[0], ended = data[1];
  const size_t given = size - 2 < sizeof bytes ? size - 2 : sizeof bytes;
  const size_t sent = (how & WHOLE) != 0 ? sizeof(worker_reply) : given;
  (void)memset(bytes, 0, sizeof bytes);
  (void)memcpy(bytes, data + 2, given);
  const attest_dtype dtype = (attest_dtype)((how & TYPE) / 2);
  no_process_ended = ended % 65;
  candidate c = {.name = "candidate", .seconds = 10, .run = {.process = NO_PROCESS}};
  c.run.socket = far_end_open(bytes, sent, (how & EARLY) != 0 ? sent / 2 : 0);
  if ((how & DESCRIBE) != 0) describe(&c, dtype);
  else run(&c);
  candidate_end(&c);
  far_end_close();
  return 0;
}
