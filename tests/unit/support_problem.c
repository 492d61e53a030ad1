#include "tests/unit/support_problem.h"

#include <math.h>

#include "tests/unit/random.h"
#include "tests/unit/support.h"

static void *zeros(size_t bytes) {
  void *memory = calloc(bytes + (bytes == 0), 1);
  if (memory == NULL) abort();
  return memory;
}

void store_poison(void *memory, attest_dtype dtype, int64_t o, bool infinite) {
  switch (dtype) {
  case ATTEST_F64:
    ((double *)memory)[o] = infinite ? HUGE_VAL : (double)NAN;
    break;
  case ATTEST_F32:
    ((float *)memory)[o] = infinite ? HUGE_VALF : NAN;
    break;
  case ATTEST_F16:
    ((uint16_t *)memory)[o] = infinite ? 0x7c00u : 0x7e00u;
    break;
  case ATTEST_BF16:
    ((uint16_t *)memory)[o] = infinite ? 0x7f80u : 0x7fc0u;
    break;
  case ATTEST_BOOL:
    ((unsigned char *)memory)[o] = 1;
    break;
  }
}

/* A finite number of the type, |x| < 4; some are 0, some subnormal in the 16-bit formats. */
static void store_value(void *memory, attest_dtype dtype, int64_t o, random_stream *r) {
  const double x = random_one_in(r, 12) ? 0 : 2 * random_value(r);
  const uint16_t sign = (uint16_t)((random_bits(r) >> 60) << 15), fraction = (uint16_t)(random_bits(r) >> 48);
  const bool tiny = random_one_in(r, 20);
  switch (dtype) {
  case ATTEST_F64:
    ((double *)memory)[o] = x;
    break;
  case ATTEST_F32:
    ((float *)memory)[o] = (float)x;
    break;
  case ATTEST_F16:
    ((uint16_t *)memory)[o] = (uint16_t)(sign | (tiny ? 0 : random_integer(r, 9, 16) << 10) | (fraction & 0x3ff));
    break;
  case ATTEST_BF16:
    ((uint16_t *)memory)[o] = (uint16_t)(sign | (tiny ? 0 : random_integer(r, 121, 128) << 7) | (fraction & 0x7f));
    break;
  case ATTEST_BOOL:
    ((unsigned char *)memory)[o] = 1;
    break;
  }
}

static void store_minus_infinity(void *memory, attest_dtype dtype, int64_t o) {
  if (dtype == ATTEST_F64) ((double *)memory)[o] = -HUGE_VAL;
  if (dtype == ATTEST_F32) ((float *)memory)[o] = -HUGE_VALF;
  if (dtype == ATTEST_F16) ((uint16_t *)memory)[o] = 0xfc00u;
  if (dtype == ATTEST_BF16) ((uint16_t *)memory)[o] = 0xff80u;
}

static attest_dtype random_real(random_stream *r) {
  static const attest_dtype real[] = {ATTEST_F64, ATTEST_F32, ATTEST_F16, ATTEST_BF16};
  return real[random_integer(r, 0, 3)];
}

/* Strides for the sizes of t: dimensions in random order in memory, some broadcast, padded or reversed. Returns the
   elements that the tensor reaches over; *origin is where element (0,0,0,0) lies among them. */
static int64_t random_layout(random_stream *r, attest_tensor *t, int64_t *origin) {
  int order[4] = {3, 2, 1, 0};
  for (int d = 3; d > 0; d--) {
    const int other = (int)random_integer(r, 0, d), kept = order[d];
    order[d] = order[other];
    order[other] = kept;
  }
  int64_t pitch = random_one_in(r, 4) ? 2 : 1;
  *origin = 0;
  for (int d = 0; d < ATTEST_AXES; d++) {
    const int64_t n = t->size[order[d]];
    int64_t *stride = &t->stride[order[d]];
    *stride = random_one_in(r, 12) ? 0 : pitch;
    if (*stride != 0) pitch *= (n > 0 ? n : 1) + (random_one_in(r, 4) ? 1 : 0);
    if (*stride == 0 || n < 2 || !random_one_in(r, 4)) continue;
    *origin += *stride * (n - 1);
    *stride = -*stride;
  }
  int64_t reach = 1;
  for (int d = 0; d < ATTEST_AXES; d++)
    reach += t->size[d] > 0 ? (t->size[d] - 1) * (t->stride[d] < 0 ? -t->stride[d] : t->stride[d]) : 0;
  if (tensor_elements(t) > 0) return reach;
  *origin = 0;
  return 0;
}

typedef void store_element(void *memory, attest_dtype dtype, int64_t o, random_stream *r);

/* Fills the elements of the tensor by store, what lies between them with poison. An empty tensor may have no memory at
   all. */
static tensor_storage random_tensor(random_stream *r, attest_tensor *t, store_element *store) {
  int64_t origin = 0;
  const int64_t reach = random_layout(r, t, &origin);
  tensor_storage s = {zeros((size_t)reach * attest_dtype_size(t->dtype)), reach};
  for (int64_t o = 0; o < reach; o++) store_poison(s.memory, t->dtype, o, false);
  for (int64_t b = 0; b < t->size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < t->size[ATTEST_HEAD]; h++)
      for (int64_t i = 0; i < t->size[ATTEST_POSITION]; i++)
        for (int64_t c = 0; c < t->size[ATTEST_COLUMN]; c++)
          store(s.memory, t->dtype,
                origin + b * t->stride[ATTEST_BATCH] + h * t->stride[ATTEST_HEAD] + i * t->stride[ATTEST_POSITION] +
                    c * t->stride[ATTEST_COLUMN],
                r);
  t->data = (char *)s.memory + (size_t)origin * attest_dtype_size(t->dtype);
  return s;
}

static void store_flag(void *memory, attest_dtype dtype, int64_t o, random_stream *r) {
  (void)dtype;
  ((unsigned char *)memory)[o] = random_one_in(r, 3) ? 0 : (unsigned char)random_integer(r, 1, 255);
}

static void store_bias(void *memory, attest_dtype dtype, int64_t o, random_stream *r) {
  if (random_one_in(r, 4)) store_minus_infinity(memory, dtype, o);
  else store_value(memory, dtype, o, r);
}

static void set_size(attest_tensor *t, int64_t batch, int64_t heads, int64_t rows, int64_t cols) {
  const int64_t size[ATTEST_AXES] = {batch, heads, rows, cols};
  memcpy(t->size, size, sizeof size);
}

static void random_tensors(random_stream *r, random_problem *made) {
  attest_problem *p = &made->problem;
  const int64_t batch = random_one_in(r, 60) ? 0 : random_integer(r, 1, 2), kv_heads = random_integer(r, 1, 3);
  const int64_t q_heads = kv_heads * random_integer(r, 1, 3),
                q_len = random_one_in(r, 40) ? 0 : random_integer(r, 1, 6);
  const int64_t keys = random_one_in(r, 25) ? 0 : random_integer(r, 1, 9), d_k = random_integer(r, 1, 8),
                d_v = random_integer(r, 1, 8);
  set_size(&p->q, batch, q_heads, q_len, d_k);
  set_size(&p->k, batch, kv_heads, keys, d_k);
  set_size(&p->v, batch, kv_heads, keys, d_v);
  set_size(&p->mask, batch, q_heads, q_len, keys);
  set_size(&p->bias, batch, q_heads, q_len, keys);
  for (int which = OF_Q; which <= OF_V; which++) {
    problem_tensor(p, which)->dtype = random_real(r);
    made->storage[which] = random_tensor(r, problem_tensor(p, which), store_value);
  }
  p->mask.dtype = ATTEST_BOOL;
  p->bias.dtype = random_real(r);
  if (random_one_in(r, 3)) made->storage[OF_MASK] = random_tensor(r, &p->mask, store_flag);
  if (random_one_in(r, 3)) made->storage[OF_BIAS] = random_tensor(r, &p->bias, store_bias);
}

static void random_vectors(random_stream *r, random_problem *made) {
  attest_problem *p = &made->problem;
  made->kv_len = zeros((size_t)p->q.size[ATTEST_BATCH] * sizeof *made->kv_len);
  made->sink = zeros((size_t)p->q.size[ATTEST_HEAD] * sizeof *made->sink);
  for (int64_t b = 0; b < p->q.size[ATTEST_BATCH]; b++)
    made->kv_len[b] = random_integer(r, 0, p->k.size[ATTEST_POSITION]);
  for (int64_t h = 0; h < p->q.size[ATTEST_HEAD]; h++) made->sink[h] = 4 * random_value(r);
  if (random_one_in(r, 2)) p->kv_len = made->kv_len;
  if (random_one_in(r, 3)) p->sink = made->sink;
}

static void random_options(random_stream *r, attest_problem *p) {
  static const double scales[] = {0, 0, 0, 1, 0.125, -0.7, 3.3, 60, -200};
  static const double caps[] = {0, 0, 0, 0.5, 3, 50};
  p->scale = scales[random_integer(r, 0, 8)];
  p->softcap = caps[random_integer(r, 0, 5)];
  p->causal = random_one_in(r, 2);
  p->windowed = random_one_in(r, 3);
  p->window_left = random_integer(r, -1, 5);
  p->window_right = random_integer(r, -1, 5);
  p->alignment = (attest_alignment)random_integer(r, p->causal || p->windowed ? 1 : 0, 3);
  p->offset = random_integer(r, -7, 9);
}

random_problem random_problem_make(uint64_t seed) {
  random_stream r = {seed};
  random_problem made = {.seed = seed};
  random_tensors(&r, &made);
  random_vectors(&r, &made);
  random_options(&r, &made.problem);
  return made;
}

void random_problem_free(random_problem *r) {
  for (int which = 0; which < TENSORS; which++) free(r->storage[which].memory);
  free(r->kv_len);
  free(r->sink);
}

attest_tensor *problem_tensor(attest_problem *p, int which) {
  switch (which) {
  case OF_Q:
    return &p->q;
  case OF_K:
    return &p->k;
  case OF_V:
    return &p->v;
  case OF_MASK:
    return &p->mask;
  default:
    return &p->bias;
  }
}

void random_problem_print(const random_problem *r) {
  static const char *const names[TENSORS] = {"q", "k", "v", "mask", "bias"};
  static const char *const types[] = {"f64", "f32", "f16", "bf16", "bool"};
  attest_problem p = r->problem;
  print_error("problem of seed %#llx\n", (unsigned long long)r->seed);
  for (int which = 0; which < TENSORS; which++) {
    const attest_tensor *t = problem_tensor(&p, which);
    if (t->data == NULL) continue;
    print_error("  %-4s %-4s", names[which], types[t->dtype]);
    for (int d = 0; d < ATTEST_AXES; d++) print_error(" %lld by %lld", (long long)t->size[d], (long long)t->stride[d]);
    print_error("\n");
  }
  for (int64_t b = 0; p.kv_len != NULL && b < p.q.size[ATTEST_BATCH]; b++)
    print_error("  kv_len[%lld] %lld\n", (long long)b, (long long)p.kv_len[b]);
  for (int64_t h = 0; p.sink != NULL && h < p.q.size[ATTEST_HEAD]; h++)
    print_error("  sink[%lld] %.17g\n", (long long)h, p.sink[h]);
  print_error("  scale %.17g softcap %.17g causal %d windowed %d left %lld right %lld alignment %d offset %lld\n",
              p.scale, p.softcap, p.causal, p.windowed, (long long)p.window_left, (long long)p.window_right,
              (int)p.alignment, (long long)p.offset);
}
