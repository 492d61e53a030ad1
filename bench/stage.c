#include "bench/stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/random.h"
#include "check/cases/tensor.h"

/* ---- contents: element n of a tensor depends on the seed, the set, the tensor and n */

enum { Q, K, V, OPERANDS };

static uint64_t stream_of(uint64_t seed, int64_t set, int operand) {
  return random_bits_at(seed, (uint64_t)(OPERANDS * set + operand));
}

/* Sum of four uniform numbers of 16 bits (Irwin-Hall), brought to mean 0 and variance 1: 18 bits, more than any 16-bit
   type keeps, so that a kernel which computes in one is not right by chance. */
static float number_at(uint64_t stream, uint64_t n) {
  const uint64_t bits = random_bits_at(stream, n),
                 pairs = (bits & 0x0000ffff0000ffff) + (bits >> 16 & 0x0000ffff0000ffff);
  const int64_t sum = (int64_t)((pairs & 0xffffffff) + (pairs >> 32));
  return (float)(sum - 131070) * (1.7320508F / 65536);
}

static uint32_t bits_of(float x) {
  uint32_t bits;
  (void)memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* The upper half of binary32 is bfloat16. */
static uint16_t bf16_of(float x) { return (uint16_t)(bits_of(x) >> 16); }

/* Cut off; numbers below 2^-14 become 0. */
static uint16_t f16_of(float x) {
  const uint32_t bits = bits_of(x), sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  return (uint16_t)(rest < 0x38800000 ? sign : sign | (rest - 0x38000000) >> 13);
}

/* Writes elements first .. first+count of a stream. */
static void write_numbers(attest_dtype type, uint64_t stream, uint64_t first, size_t count, void *to) {
  if (type == ATTEST_F64)
    for (size_t n = 0; n < count; n++) ((double *)to)[n] = (double)number_at(stream, first + n);
  if (type == ATTEST_F32)
    for (size_t n = 0; n < count; n++) ((float *)to)[n] = number_at(stream, first + n);
  if (type == ATTEST_F16)
    for (size_t n = 0; n < count; n++) ((uint16_t *)to)[n] = f16_of(number_at(stream, first + n));
  if (type == ATTEST_BF16)
    for (size_t n = 0; n < count; n++) ((uint16_t *)to)[n] = bf16_of(number_at(stream, first + n));
}

/* ---- memory */

static size_t bytes_of(const int64_t size[ATTEST_AXES], attest_dtype type) {
  return (size_t)tensor_count(size) * attest_dtype_size(type);
}

static size_t rounded(size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

/* The operand of a problem. */
static attest_tensor *operand_of(attest_problem *p, int operand) {
  return operand == Q ? &p->q : operand == K ? &p->k : &p->v;
}

static size_t bytes_of_inputs(const bench_shape *shape) {
  attest_problem p = shape->problem;
  size_t bytes = 0;
  for (int t = 0; t < OPERANDS; t++) bytes += rounded(bytes_of(operand_of(&p, t)->size, p.q.dtype));
  return bytes;
}

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the operands of a benchmark");
}

/* Places the further sets, each operand and each output on pages of its own. What the candidate can write is never read
   as a size or an address: the sets stay in memory of our own, the calls are a copy. */
static bool place_sets(stage *s, size_t inputs, size_t out) {
  const size_t more = (size_t)(s->count - 1), calls = (size_t)s->count * sizeof *s->calls;
  char *in = arena_place(&s->memory, "operands", more * inputs, false, false),
       *its = arena_place(&s->memory, "outputs", more * out, false, true);
  s->sets = malloc(calls);
  s->calls = arena_place(&s->memory, "calls", calls, false, false);
  return in != NULL && its != NULL && s->sets != NULL && s->calls != NULL;
}

static void point_sets(stage *s, const worker_call *first, size_t inputs, size_t out) {
  const arena_array *const last = &s->memory.array[s->memory.arrays - 1];
  unsigned char *in = last[-2].data, *its = last[-1].data;
  s->sets[0] = *first;
  for (int64_t n = 1; n < s->count; n++) {
    worker_call *const set = &s->sets[n];
    unsigned char *at = in + (size_t)(n - 1) * inputs;
    *set = *first;
    for (int t = 0; t < OPERANDS; t++) {
      attest_tensor *const its_own = operand_of(&set->problem, t);
      its_own->data = at;
      at += rounded(bytes_of(its_own->size, its_own->dtype));
    }
    set->answer.out.data = its + (size_t)(n - 1) * out;
  }
}

check_status stage_make(const bench_shape *shape, int64_t most, stage *s, check_error *error) {
  const size_t inputs = bytes_of_inputs(shape), out = rounded(bytes_of(shape->answer.out.size, shape->problem.q.dtype));
  const double fit = (double)STAGE_BYTES / (double)(inputs + out);
  worker_call first;
  *s = (stage){.shape = shape, .count = (int64_t)fmax(1, fmin(fmin((double)most, STAGE_MOST_SETS), fit))};
  check_status status =
      arena_make_shared(&s->memory, shape->memory.size + (size_t)s->count * (inputs + out + 4096), error);
  if (status == CHECK_OK)
    status = build_case(&shape->of, (build_wanted){.lse = false}, &s->memory, &first.problem, &first.answer, error);
  if (status == CHECK_OK && !place_sets(s, inputs, out)) status = no_memory(error);
  if (status == CHECK_OK) point_sets(s, &first, inputs, out);
  return status;
}

void stage_free(stage *s) {
  free(s->sets);
  arena_free(&s->memory);
  s->sets = NULL;
  s->shape = NULL;
}

void stage_refresh(stage *s, uint64_t seed) {
  s->seed = seed;
  for (int64_t n = 0; n < s->count; n++)
    for (int t = 0; t < OPERANDS; t++) {
      const attest_tensor *const to = operand_of(&s->sets[n].problem, t);
      write_numbers(to->dtype, stream_of(seed, n, t), 0, (size_t)tensor_count(to->size), tensor_writable(to).data);
    }
}

/* ---- a batch */

/* Draws count of the sets, each at most once (the shuffle of Fisher & Yates [Durstenfeld1964]). */
static void draw(uint64_t seed, int64_t sets, int64_t count, int64_t drawn[STAGE_MOST_SETS]) {
  for (int64_t n = 0; n < sets; n++) drawn[n] = n;
  for (int64_t n = 0; n < count && n < sets; n++) {
    const int64_t other = n + random_below(seed, (uint64_t)n, sets - n), kept = drawn[n];
    drawn[n] = drawn[other];
    drawn[other] = kept;
  }
}

void stage_draw(stage *s, uint64_t seed, int64_t count, stage_pick *picks) {
  int64_t drawn[OPERANDS + 1][STAGE_MOST_SETS];
  for (int t = 0; t <= OPERANDS; t++) draw(random_bits_at(seed, (uint64_t)t), s->count, count, drawn[t]);
  for (int64_t n = 0; n < count; n++) {
    picks[n] = (stage_pick){drawn[Q][n], drawn[K][n], drawn[V][n], drawn[OPERANDS][n]};
    worker_call call = s->sets[picks[n].out];
    call.problem.q.data = s->sets[picks[n].q].problem.q.data;
    call.problem.k.data = s->sets[picks[n].k].problem.k.data;
    call.problem.v.data = s->sets[picks[n].v].problem.v.data;
    s->calls[n] = call;
    const attest_output *const out = &call.answer.out;
    (void)memset(out->data, ARENA_PATTERN, bytes_of(out->size, out->dtype));
  }
}

/* ---- judging */

/* Whether no element of an output is as the pattern left it. */
static bool is_written(const attest_output *out) {
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(out->size, at); more; more = tensor_next(out->size, at))
    if (verdict_is_unwritten(out, at)) return false;
  return true;
}

/* Some rows of a set's operand, made anew. */
typedef struct fresh_rows {
  attest_tensor tensor;
  bool same; /* as in the arena */
  void *data;
} fresh_rows;

/* Makes rows of one head; data NULL: no memory. */
static fresh_rows make_rows(const stage *s, int64_t set, int operand, int64_t b, int64_t h, int64_t first,
                            int64_t count) {
  fresh_rows made = {.tensor = *operand_of(&s->sets[set].problem, operand)};
  attest_tensor *const t = &made.tensor;
  const int64_t heads = t->size[ATTEST_HEAD], rows = t->size[ATTEST_POSITION], columns = t->size[ATTEST_COLUMN];
  const size_t size = attest_dtype_size(t->dtype), from = (size_t)(((b * heads + h) * rows + first) * columns),
               numbers = (size_t)(count * columns);
  made.data = malloc(numbers * size + 1);
  if (made.data == NULL) return made;
  write_numbers(t->dtype, stream_of(s->seed, set, operand), from, numbers, made.data);
  made.same = memcmp(made.data, (const char *)t->data + from * size, numbers * size) == 0;
  t->data = made.data;
  t->size[ATTEST_BATCH] = t->size[ATTEST_HEAD] = 1;
  t->size[ATTEST_POSITION] = count;
  return made;
}

static check_status judge_row(const stage *s, const stage_pick *call, int64_t b, int64_t h, int64_t i,
                              const attest_arithmetic *arithmetic, verdict *v, check_error *error) {
  const recipe *const r = &s->shape->of;
  const int64_t g = h / (r->q_heads / r->kv_heads);
  fresh_rows made[] = {make_rows(s, call->q, Q, b, h, i, 1), make_rows(s, call->k, K, b, g, 0, r->keys),
                       make_rows(s, call->v, V, b, g, 0, r->keys)};
  const bool whole = made[Q].data != NULL && made[K].data != NULL && made[V].data != NULL;
  check_status status = whole ? CHECK_OK : no_memory(error);
  const shape_row row = {b, h, i, {made[Q].tensor, made[K].tensor, made[V].tensor}, &s->sets[call->out].answer.out};
  if (whole) status = shape_judge_row(s->shape, &row, arithmetic, v, error);
  if (status == CHECK_OK && !(made[Q].same && made[K].same && made[V].same)) {
    v->kind = VERDICT_OUTSIDE;
    (void)snprintf(v->text, sizeof v->text, "it changed its inputs");
  }
  for (int t = 0; t < OPERANDS; t++) free(made[t].data);
  return status;
}

check_status stage_judge(const stage *s, const stage_pick *call, uint64_t seed, int rows,
                         const attest_arithmetic *arithmetic, bool *right, char text[200], check_error *error) {
  const recipe *const r = &s->shape->of;
  *right = is_written(&s->sets[call->out].answer.out);
  if (!*right) (void)snprintf(text, 200, "some of out was not written by the end of the timed calls");
  for (int n = 0; *right && n < rows; n++) {
    const uint64_t place = 3 * (uint64_t)n;
    verdict v = {.text = ""};
    const check_status status =
        judge_row(s, call, random_below(seed, place, r->batch), random_below(seed, place + 1, r->q_heads),
                  random_below(seed, place + 2, r->q_len), arithmetic, &v, error);
    if (status != CHECK_OK) return status;
    *right = v.kind == VERDICT_PASS;
    if (!*right && v.text[0] != '\0') (void)snprintf(text, 200, "%.199s", v.text);
    else if (!*right) verdict_print_element(&v.element, text);
  }
  return CHECK_OK;
}
