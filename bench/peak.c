/* Each loop is one text for every instruction set. The instructions are volatile assembly, one each, on vectors that
   the compiler keeps in registers, so it can neither drop nor change them. The chains are independent. With a latency
   of 4 cycles and 2 multiply-adds started in each, 8 would be enough; there are 12. Of separate multiplications and
   additions, 4 may be started in each of 3 cycles: there are 16, which are all the registers of SSE2. */
#include "bench/peak.h"

#include <string.h>

#include "opt/cpu.h"
#if defined __x86_64__
#include "opt/tiles.h"
#endif

#define ROUNDS 12

#define MORE 4

/* Defines the lanes of a vector, and a function that does ROUNDS operations in each round, and MORE where more is
   FOUR_MORE. first and second: the operation on even and on odd chains. */
#define PEAK(name, element, bytes, attributes, first, second, more)                                                    \
  typedef element name##_vector __attribute__((vector_size(bytes)));                                                   \
  attributes static void name(int64_t count) { /* NOLINT(bugprone-macro-parentheses): no expression */                 \
    const name##_vector one = (name##_vector){0} + 1, none = (name##_vector){0};                                       \
    name##_vector a = one, b = none, c = one, d = none, e = one, f = none, g = one, h = none, i = one, j = none,       \
                  k = one, l = none, m = one, n = none, o = one, p = none;                                             \
    for (; count > 0; count--) {                                                                                       \
      first(a) second(b) first(c) second(d) first(e) second(f) first(g) second(h) first(i) second(j) first(k)          \
          second(l) more(first, second)                                                                                \
    }                                                                                                                  \
    (void)one, (void)none, (void)m, (void)n, (void)o, (void)p;                                                         \
  }
#define NO_MORE(first, second)
#define FOUR_MORE(first, second) first(m) second(n) first(o) second(p)

#define READ(name, bytes, attributes, load)                                                                            \
  typedef float name##_vector __attribute__((vector_size(bytes)));                                                     \
  attributes static void name(const void *data, size_t size) { /* NOLINT(bugprone-macro-parentheses): no expression */ \
    const char *from = data;                                                                                           \
    for (const char *const end = from + size; from < end; from += 8 * (size_t)(bytes)) {                               \
      name##_vector a, b, c, d, e, f, g, h;                                                                            \
      load(a, 0, bytes) load(b, 1, bytes) load(c, 2, bytes) load(d, 3, bytes) load(e, 4, bytes) load(f, 5, bytes)      \
          load(g, 6, bytes) load(h, 7, bytes)                                                                          \
    }                                                                                                                  \
  }

#if defined __x86_64__

#define FMA_PS(x) __asm__ volatile("vfmadd231ps %1, %2, %0" : "+v"(x) : "v"(none), "v"(one));
#define FMA_PD(x) __asm__ volatile("vfmadd231pd %1, %2, %0" : "+v"(x) : "v"(none), "v"(one));
#define DOT_BF16(x) __asm__ volatile("vdpbf16ps %1, %2, %0" : "+v"(x) : "v"(none), "v"(one));
#define MUL_PS(x) __asm__ volatile("mulps %0, %0" : "+x"(x)); /* 1 * 1 */
#define ADD_PS(x) __asm__ volatile("addps %0, %0" : "+x"(x)); /* 0 + 0 */
#define MUL_PD(x) __asm__ volatile("mulpd %0, %0" : "+x"(x));
#define ADD_PD(x) __asm__ volatile("addpd %0, %0" : "+x"(x));
#define AVX512 __attribute__((target("avx512f")))
#define AVX2 __attribute__((target("avx2,fma")))
PEAK(avx512_bf16, float, 64, AVX512, DOT_BF16, DOT_BF16, NO_MORE)
PEAK(avx512_f32, float, 64, AVX512, FMA_PS, FMA_PS, NO_MORE)
PEAK(avx512_f64, double, 64, AVX512, FMA_PD, FMA_PD, NO_MORE)
PEAK(avx2_f32, float, 32, AVX2, FMA_PS, FMA_PS, NO_MORE)
PEAK(avx2_f64, double, 32, AVX2, FMA_PD, FMA_PD, NO_MORE)
PEAK(base_f32, float, 16, , MUL_PS, ADD_PS, FOUR_MORE)
PEAK(base_f64, double, 16, , MUL_PD, ADD_PD, FOUR_MORE)

#define LOAD_AVX(x, n, bytes)                                                                                          \
  __asm__ volatile("vmovaps %1, %0" : "=v"(x) : "m"(*(const char(*)[bytes])(from + (size_t)(n) * (bytes))));
#define LOAD_SSE(x, n, bytes)                                                                                          \
  __asm__ volatile("movaps %1, %0" : "=x"(x) : "m"(*(const char(*)[bytes])(from + (size_t)(n) * (bytes))));
READ(avx512_read, 64, AVX512, LOAD_AVX)
READ(avx2_read, 32, AVX2, LOAD_AVX)
READ(base_read, 16, , LOAD_SSE)

/* 6 tiles of sums; each operation multiplies 16 x 32 by 32 x 16 numbers. */
TILES_TARGET static void amx_bf16(int64_t count) {
  tiles_begin();
  _tile_zero(6);
  _tile_zero(7);
  for (; count > 0; count--) {
    _tile_dpbf16ps(0, 6, 7);
    _tile_dpbf16ps(1, 6, 7);
    _tile_dpbf16ps(2, 6, 7);
    _tile_dpbf16ps(3, 6, 7);
    _tile_dpbf16ps(4, 6, 7);
    _tile_dpbf16ps(5, 6, 7);
  }
  _tile_release();
}

static const struct {
  unsigned needs; /* opt/cpu.h */
  peak_loop peak[2];
  read_loop read;
} sets[] = {
    {CPU_AMX_BF16, {{"amx", "bf16", 6 * 2 * TILE *TILE * 2 * TILE, amx_bf16}}, {"avx512", avx512_read}},
    {CPU_AVX512_BF16, {{"avx512bf16", "bf16", ROUNDS * 32 * 2, avx512_bf16}}, {"avx512", avx512_read}},
    {CPU_AVX512,
     {{"avx512", "f32", ROUNDS * 16 * 2, avx512_f32}, {"avx512", "f64", ROUNDS * 8 * 2, avx512_f64}},
     {"avx512", avx512_read}},
    {CPU_AVX2,
     {{"avx2", "f32", ROUNDS * 8 * 2, avx2_f32}, {"avx2", "f64", ROUNDS * 4 * 2, avx2_f64}},
     {"avx2", avx2_read}},
    {0,
     {{"base", "f32", (ROUNDS + MORE) * 4, base_f32}, {"base", "f64", (ROUNDS + MORE) * 2, base_f64}},
     {"base", base_read}},
};

#elif defined __aarch64__

#define FMLA_S(x) __asm__ volatile("fmla %0.4s, %1.4s, %2.4s" : "+w"(x) : "w"(none), "w"(one));
#define FMLA_D(x) __asm__ volatile("fmla %0.2d, %1.2d, %2.2d" : "+w"(x) : "w"(none), "w"(one));
PEAK(neon_f32, float, 16, , FMLA_S, FMLA_S, NO_MORE)
PEAK(neon_f64, double, 16, , FMLA_D, FMLA_D, NO_MORE)

#define LOAD_NEON(x, n, bytes)                                                                                         \
  __asm__ volatile("ldr %q0, %1" : "=w"(x) : "m"(*(const char(*)[bytes])(from + (size_t)(n) * (bytes))));
READ(neon_read, 16, , LOAD_NEON)

static const struct {
  unsigned needs;
  peak_loop peak[2];
  read_loop read;
} sets[] = {
    {0, {{"neon", "f32", ROUNDS * 4 * 2, neon_f32}, {"neon", "f64", ROUNDS * 2 * 2, neon_f64}}, {"neon", neon_read}}};

#endif

enum { SETS = sizeof sets / sizeof sets[0], TYPES = 2 };

static bool runs_here(size_t set) { return (sets[set].needs & ~cpu_features()) == 0; }

const peak_loop *peak_loop_at(size_t n) {
  for (size_t set = 0; set < SETS; set++)
    for (size_t type = 0; type < TYPES && runs_here(set); type++)
      if (sets[set].peak[type].run != NULL && n-- == 0) return &sets[set].peak[type];
  return NULL;
}

const read_loop *read_loop_widest(void) {
  size_t set = 0;
  while (set + 1 < SETS && !runs_here(set)) set++;
  return &sets[set].read;
}

const char *peak_isa_of(const char *variant) {
  for (size_t set = 0; set < SETS; set++)
    if (strstr(variant, sets[set].peak[0].isa) != NULL) return sets[set].peak[0].isa;
  const bool portable = strncmp(variant, "blocked", strlen("blocked")) == 0;
  size_t widest = 0;
  while (strcmp(peak_loop_at(widest)->type, "f32") != 0) widest++;
  return portable ? sets[SETS - 1].peak[0].isa : peak_loop_at(widest)->isa;
}

const char *peak_type_of(const char *variant, attest_dtype dtype) {
  const char *const isa = peak_isa_of(variant);
  for (size_t set = 0; set < SETS; set++)
    if (strcmp(sets[set].peak[0].isa, isa) == 0 && sets[set].peak[1].run == NULL) return sets[set].peak[0].type;
  return dtype == ATTEST_F64 ? "f64" : "f32";
}

double peak_of_narrow(attest_dtype dtype) {
#if defined __aarch64__
  return dtype == ATTEST_BF16 ? 4 : dtype == ATTEST_F16 ? 2 : 1;
#else
  return dtype == ATTEST_F16 ? 2 : 1;
#endif
}
