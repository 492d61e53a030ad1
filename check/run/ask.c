#include "check/run/ask.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/tensor.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The subject of a question: a level, two levels, or a member of a pool, of one type. */
typedef struct {
  int type;
  factor f, g; /* g = FACTORS: one level only */
  int level, other;
  support_pool pool; /* POOLS: none */
  size_t member;
} subject;

/* A level that another one needs beside it; level 0: none. */
typedef struct {
  factor f;
  int level;
} companion;

/* One round of questions. */
typedef struct {
  ability *found;
  companion needs[FORMATS][FACTORS][FACTOR_LEVELS];
  question *questions;
  subject *subjects;
  size_t count, room;
  size_t heard, unwritten; /* answers to bases; those that a command did not write */
  bool failed;             /* memory ran out */
} asking;

static void ask(asking *a, subject s, recipe made) {
  const ability *of = &a->found[s.type];
  if (a->count == a->room) {
    const size_t room = 2 * a->room + 256;
    question *questions = realloc(a->questions, room * sizeof *questions);
    if (questions != NULL) a->questions = questions;
    subject *subjects = realloc(a->subjects, room * sizeof *subjects);
    if (subjects != NULL) a->subjects = subjects;
    a->failed = a->failed || questions == NULL || subjects == NULL;
    if (a->failed) return;
    a->room = room;
  }
  made.seed = (int64_t)a->count + 1;
  made.fill = FILL_CONSTANT; /* only the status counts, and these numbers take the least time to make */
  a->subjects[a->count] = s;
  a->questions[a->count++] = question_of(&of->description, &made);
}

static check_status answer_all(candidate *c, asking *a, question_listener *listener, check_error *error) {
  check_status status = a->failed ? check_fail(error, CHECK_FAILURE, "not enough memory for the questions") : CHECK_OK;
  if (status == CHECK_OK && a->count > 0) status = candidate_answer(c, a->questions, a->count, listener, a, error);
  a->count = 0;
  return status;
}

static bool is_refused(const outcome *became) {
  return became->kind == OUTCOME_RETURNED && became->status == ATTEST_UNSUPPORTED;
}

/* ---- round 1: a plain case */

static const struct {
  int64_t d_k, d_v;
} base_columns[] = {{16, 16},   {64, 64}, {128, 128}, {32, 32}, {80, 80}, {96, 96},
                    {256, 256}, {8, 8},   {192, 128}, {72, 72}, {40, 40}, {576, 512}};
static const struct {
  int64_t q_len, keys;
} base_lengths[] = {{16, 16}, {64, 64}, {1, 64}, {128, 128}, {1, 16}, {64, 128}, {256, 256}, {1, 256}};
static const struct {
  int64_t q_heads, kv_heads;
} base_heads[] = {{1, 1}, {8, 8}, {4, 1}, {8, 2}, {32, 8}, {8, 1}, {12, 12}, {28, 4}};
static const int base_causal[] = {CAUSAL_NONE, CAUSAL_TOP_LEFT, CAUSAL_BOTTOM_RIGHT};
static const int base_layout[] = {LAYOUT_BHSD, LAYOUT_BSHD};
/* An option that a kernel may require. */
static const struct {
  factor f;
  int level;
} base_option[] = {{FACTOR_KV_LEN, KV_LEN_FULL},
                   {FACTOR_KV_LEN, KV_LEN_RAGGED},
                   {FACTOR_MASK, MASK_RANDOM},
                   {FACTOR_BIAS, BIAS_RANDOM}};

#define COMMON_COLUMNS 9 /* the sizes before these are asked in any combination */
#define COMMON_HEADS 6

enum {
  PLAIN_BASES = COUNT(base_columns) * COUNT(base_lengths) * COUNT(base_heads) * COUNT(base_causal) * COUNT(base_layout),
  BASES = PLAIN_BASES * COUNT(base_option),
  FAR = 1000
};

/* Makes base n. Returns its distance from the first base: the sum of its indices in the tables. FAR: an option
   beside more than two other differences, or a rare size beside two, which is not asked. */
static size_t base_recipe(size_t n, recipe *r) {
  const size_t option = n / PLAIN_BASES, plain = n % PLAIN_BASES;
  const size_t columns = plain % COUNT(base_columns), rest = plain / COUNT(base_columns);
  const size_t lengths = rest % COUNT(base_lengths), heads = rest / COUNT(base_lengths) % COUNT(base_heads);
  const size_t more = rest / COUNT(base_lengths) / COUNT(base_heads), causal = more % COUNT(base_causal),
               layout = more / COUNT(base_causal);
  const int others = (columns > 0) + (lengths > 0) + (heads > 0) + (causal > 0) + (layout > 0);
  r->d_k = base_columns[columns].d_k;
  r->d_v = base_columns[columns].d_v;
  r->q_len = base_lengths[lengths].q_len;
  r->keys = base_lengths[lengths].keys;
  r->q_heads = base_heads[heads].q_heads;
  r->kv_heads = base_heads[heads].kv_heads;
  r->layout = base_layout[layout];
  factor_set(r, FACTOR_CAUSAL, base_causal[causal], 0);
  factor_set(r, base_option[option].f, base_option[option].level, 0);
  const bool rare = columns >= COMMON_COLUMNS || heads >= COMMON_HEADS;
  return others > (option > 0 ? 2
                   : rare     ? 3
                              : others)
             ? FAR
             : columns + lengths + heads + 2 * causal + 2 * layout + 2 * option;
}

static check_status hear_base(void *context, const answered *a, check_error *error) {
  asking *all = context;
  ability *of = &all->found[all->subjects[a->number].type];
  (void)error;
  all->heard++;
  all->unwritten += a->became->kind == OUTCOME_UNWRITTEN;
  if (is_refused(a->became) || of->can.takes) return CHECK_OK;
  of->can.base = a->asked->made;
  of->can.base.fill = FILL_NORMAL;
  of->can.takes = true;
  if (a->became->kind != OUTCOME_RETURNED || of->description.spoken || a->memory == NULL || a->answer->lse.data == NULL)
    return CHECK_OK;
  /* a candidate without a description that leaves lse unwritten gives none */
  const unsigned char *byte = a->answer->lse.data;
  const size_t bytes = (size_t)tensor_count(a->answer->lse.size) * attest_dtype_size(a->answer->lse.dtype);
  size_t same = 0;
  while (same < bytes && byte[same] == ARENA_PATTERN) same++;
  of->description.says.gives_lse = same < bytes;
  return CHECK_OK;
}

/* The most elements of q or k: a command gets many bases at once, as files. */
#define MOST_ELEMENTS (1 << 16)

static bool is_small(const recipe *r) {
  return r->q_heads * r->q_len * r->d_k <= MOST_ELEMENTS && r->kv_heads * r->keys * r->d_k <= MOST_ELEMENTS;
}

/* Asks all bases at this distance from the first, for the types without a base. */
static void ask_bases(asking *a, size_t distance) {
  for (int type = 0; type < FORMATS; type++) {
    const ability *of = &a->found[type];
    if (!of->description.takes || of->can.takes) continue;
    for (size_t n = 0; n < BASES; n++) {
      recipe r = recipe_default();
      r.dtype = type;
      if (base_recipe(n, &r) != distance || !is_small(&r) || !support_allows(&of->can, &r)) continue;
      recipe fitted = r;
      if (support_fit(&of->can, &fitted)) ask(a, (subject){.type = type, .g = FACTORS, .pool = POOLS}, fitted);
    }
  }
}

#define NEAR 2
enum {
  FARTHEST = COUNT(base_columns) - 1 + COUNT(base_lengths) - 1 + COUNT(base_heads) - 1 + 2 * (COUNT(base_causal) - 1) +
             2 * (COUNT(base_layout) - 1) + 2 * (COUNT(base_option) - 1)
};

/* For the types without a base, asks the base of another type and the nearest ones: a candidate that takes two types
   probably supports much the same in both. Returns whether any type has a base. */
static bool ask_same_bases(asking *a) {
  const ability *known = NULL;
  for (int type = 0; type < FORMATS; type++)
    if (a->found[type].can.takes) known = &a->found[type];
  for (int type = 0; known != NULL && type < FORMATS; type++) {
    recipe r = known->can.base;
    r.dtype = type;
    if (a->found[type].description.takes && !a->found[type].can.takes)
      ask(a, (subject){.type = type, .g = FACTORS, .pool = POOLS}, r);
  }
  for (size_t distance = 0; known != NULL && distance <= NEAR; distance++) ask_bases(a, distance);
  return known != NULL;
}

/* Finds the nearest base that is answered. A command gets several distances at once. */
static check_status find_bases(candidate *c, asking *a, check_error *error) {
  check_status status = CHECK_OK;
  bool found = false;
  size_t distance = 0;
  while (status == CHECK_OK && distance <= FARTHEST && !found) {
    const size_t until = !candidate_answers_together(c) ? distance : distance == 0 ? NEAR : FARTHEST;
    for (; distance <= until; distance++) ask_bases(a, distance);
    status = answer_all(c, a, hear_base, error);
    found = ask_same_bases(a);
  }
  if (status == CHECK_OK) status = answer_all(c, a, hear_base, error);
  if (status != CHECK_OK || a->unwritten == 0 || a->unwritten < a->heard) return status;
  return check_fail(error, CHECK_BAD_INPUT,
                    "--command: the command wrote neither out.npy nor skip.txt for any of %zu cases", a->heard);
}

/* ---- round 2: sizes, options and levels by themselves */

static bool is_asked(factor f) {
  return f != FACTOR_PLACE && f != FACTOR_FILL && f != FACTOR_HIDDEN;
} /* every candidate gets all numbers and places */

static check_status hear_level(void *context, const answered *a, check_error *error) {
  asking *all = context;
  const subject *s = &all->subjects[a->number];
  support *can = &all->found[s->type].can;
  (void)error;
  if (!is_refused(a->became)) return CHECK_OK;
  if (s->pool != POOLS) can->pool[s->pool][s->member] = false;
  else if (s->g != FACTORS) support_forbid(can, s->f, s->level, s->g, s->other);
  else can->level[s->f][s->level] = SUPPORT_REFUSED;
  return CHECK_OK;
}

static void ask_pools(asking *a, int type) {
  const support *can = &a->found[type].can;
  for (int pool = 0; pool < POOLS; pool++) {
    recipe r = can->base;
    for (size_t n = 0; support_pool_member((support_pool)pool, n, &r); n++) {
      const bool many =
          /* too large to ask: support_settle decides */
          pool == POOL_LENGTHS && factor_level(FACTOR_LENGTHS, &r) >= LENGTHS_LONG;
      if (can->pool[pool][n] && !many)
        ask(a, (subject){.type = type, .g = FACTORS, .pool = (support_pool)pool, .member = n}, r);
    }
  }
}

/* A kernel may take a window only from one diagonal, or only beside causal. */
static void ask_windows(asking *a, int type) {
  const support *can = &a->found[type].can;
  static const struct {
    factor f;
    int level;
  } with[] = {{FACTOR_WINDOW_FROM, WINDOW_FROM_TOP_LEFT}, {FACTOR_WINDOW_FROM, WINDOW_FROM_BOTTOM_RIGHT},
              {FACTOR_WINDOW_FROM, WINDOW_FROM_OFFSET},   {FACTOR_CAUSAL, CAUSAL_TOP_LEFT},
              {FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT},       {FACTOR_CAUSAL, CAUSAL_OFFSET}};
  for (int level = 1; level < factor_levels(FACTOR_WINDOW); level++)
    for (size_t n = 0; n < COUNT(with); n++) {
      recipe r = can->base;
      if (can->level[FACTOR_WINDOW][level] != SUPPORT_YES || can->level[with[n].f][with[n].level] != SUPPORT_YES)
        continue;
      if (with[n].f == FACTOR_WINDOW_FROM) factor_set(&r, FACTOR_CAUSAL, CAUSAL_NONE, 0);
      else factor_set(&r, with[n].f, with[n].level, 0);
      factor_set(&r, FACTOR_WINDOW, level, 0);
      factor_set(&r, FACTOR_WINDOW_FROM, with[n].level, 0);
      ask(a, (subject){type, FACTOR_WINDOW, with[n].f, level, with[n].level, POOLS, 0}, r);
    }
}

/* Whether a level of windows goes with any level of another option, from `first` on. */
static bool goes_with_any(const support *can, int level, factor g, int first) {
  for (int other = first; other < factor_levels(g); other++)
    if (can->level[g][other] == SUPPORT_YES && support_goes_with(can, FACTOR_WINDOW, level, g, other)) return true;
  return false;
}

static void settle_windows(support *can) {
  for (int level = 1; level < factor_levels(FACTOR_WINDOW); level++) {
    if (can->level[FACTOR_WINDOW][level] != SUPPORT_YES ||
        goes_with_any(can, level, FACTOR_WINDOW_FROM, WINDOW_FROM_TOP_LEFT))
      continue;
    support_forbid(can, FACTOR_WINDOW, level, FACTOR_CAUSAL, CAUSAL_NONE);
    if (!goes_with_any(can, level, FACTOR_CAUSAL, CAUSAL_TOP_LEFT)) can->level[FACTOR_WINDOW][level] = SUPPORT_REFUSED;
  }
  for (int from = WINDOW_FROM_TOP_LEFT; from < factor_levels(FACTOR_WINDOW_FROM); from++) {
    bool taken = false;
    for (int level = 1; level < factor_levels(FACTOR_WINDOW); level++)
      taken = taken || (can->level[FACTOR_WINDOW][level] == SUPPORT_YES &&
                        support_goes_with(can, FACTOR_WINDOW, level, FACTOR_WINDOW_FROM, from));
    if (!taken && can->level[FACTOR_WINDOW_FROM][from] == SUPPORT_YES)
      can->level[FACTOR_WINDOW_FROM][from] = SUPPORT_REFUSED;
  }
}

static void ask_levels(asking *a, int type) {
  const support *can = &a->found[type].can;
  for (int f = 0; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      recipe r = can->base;
      if (!is_asked((factor)f) || can->level[f][level] != SUPPORT_YES || factor_level((factor)f, &can->base) == level)
        continue;
      if (f == FACTOR_HEADS || f == FACTOR_LENGTHS || f == FACTOR_COLUMNS) continue; /* asked by their pools */
      if (f == FACTOR_WINDOW || f == FACTOR_WINDOW_FROM) continue;
      if (f == FACTOR_BATCH) r.batch = level == BATCH_ONE ? 1 : 2;
      else factor_set(&r, (factor)f, level, 0);
      ask(a, (subject){.type = type, .f = (factor)f, .level = level, .g = FACTORS, .pool = POOLS}, r);
    }
}

/* ---- round 3: refused levels and heads again, each beside another option */

/* A kernel may take grouped heads or kv_len with one query only, a mask with several batches only, or q_len other than
   keys with one diagonal only. */
static const companion companions[] = {
    {FACTOR_LENGTHS, LENGTHS_ONE_QUERY}, {FACTOR_BATCH, BATCH_SEVERAL},    {FACTOR_HEADS, HEADS_GROUPED},
    {FACTOR_HEADS, HEADS_SEVERAL},       {FACTOR_CAUSAL, CAUSAL_TOP_LEFT}, {FACTOR_CAUSAL, CAUSAL_BOTTOM_RIGHT},
    {FACTOR_CAUSAL, CAUSAL_OFFSET},      {FACTOR_KV_LEN, KV_LEN_RAGGED},   {FACTOR_LAYOUT, LAYOUT_BSHD}};

/* The pools of sizes in which a whole level may be refused, and the option of the level. */
static const struct {
  support_pool pool;
  factor f;
} by_level[] = {{POOL_HEADS, FACTOR_HEADS}, {POOL_LENGTHS, FACTOR_LENGTHS}};

/* Whether any sizes of a level are taken. */
static bool takes_size(const support *can, support_pool pool, factor f, int level) {
  recipe r = can->base;
  for (size_t n = 0; support_pool_member(pool, n, &r); n++)
    if (can->pool[pool][n] && factor_level(f, &r) == level) return true;
  return false;
}

static bool put(const support *can, factor f, int level, recipe *r) {
  if (!support_set(can, f, level, 1, r)) return false;
  support_align(can, 0, r);
  return true;
}

/* Makes the case of a refused level, or of a refused size, beside a companion. Returns false if the companion is the
   same option, or is refused too. */
static bool make_companion_case(const support *can, const subject *s, companion with, recipe *r) {
  *r = can->base;
  if (with.f == s->f || with.level == factor_level(with.f, r) || !put(can, with.f, with.level, r)) return false;
  if (can->level[with.f][with.level] != SUPPORT_YES) return false;
  if (s->pool != POOLS) return support_pool_member(s->pool, s->member, r);
  factor_set(r, s->f, s->level, 0);
  return true;
}

static void ask_with_companions(asking *a, const subject *s) {
  for (size_t n = 0; n < COUNT(companions); n++) {
    recipe r;
    subject with = *s;
    if (s->pool == POOL_LENGTHS && companions[n].f != FACTOR_CAUSAL) continue; /* there are many lengths */
    if (!make_companion_case(&a->found[s->type].can, s, companions[n], &r)) continue;
    with.g = companions[n].f;
    with.other = companions[n].level;
    ask(a, with, r);
  }
}

static void ask_refused(asking *a, int type) {
  const support *can = &a->found[type].can;
  for (int f = FACTOR_LAYOUT; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++) {
      if (can->level[f][level] != SUPPORT_REFUSED || f == FACTOR_WINDOW || f == FACTOR_WINDOW_FROM) continue;
      ask_with_companions(a, &(subject){.type = type, .f = (factor)f, .level = level, .pool = POOLS});
    }
  for (size_t m = 0; m < COUNT(by_level); m++) {
    const support_pool pool = by_level[m].pool;
    recipe r = can->base;
    for (size_t n = 0; support_pool_member(pool, n, &r); n++) {
      const int level = factor_level(by_level[m].f, &r);
      const bool large = pool == POOL_LENGTHS && level >= LENGTHS_LONG; /* support_settle decides */
      if (!can->pool[pool][n] && !large && can->level[by_level[m].f][level] == SUPPORT_YES &&
          !takes_size(can, pool, by_level[m].f, level))
        ask_with_companions(a, &(subject){.type = type, .f = by_level[m].f, .level = level, .pool = pool, .member = n});
    }
  }
}

/* The first companion beside which it is answered is taken for what it needs. */
static check_status hear_companion(void *context, const answered *a, check_error *error) {
  asking *all = context;
  const subject *s = &all->subjects[a->number];
  support *can = &all->found[s->type].can;
  companion *needed = &all->needs[s->type][s->f][s->level];
  (void)error;
  if (is_refused(a->became)) return CHECK_OK;
  if (needed->level != 0 && (needed->f != s->g || needed->level != s->other)) return CHECK_OK;
  if (needed->level == 0 && s->pool != POOLS && takes_size(can, s->pool, s->f, s->level)) return CHECK_OK;
  *needed = (companion){s->g, s->other};
  if (s->pool != POOLS) can->pool[s->pool][s->member] = true;
  else can->level[s->f][s->level] = SUPPORT_YES;
  support_forbid(can, s->f, s->level, s->g, factor_level(s->g, &can->base));
  return CHECK_OK;
}

/* More keys than are asked have the diagonals of fewer queries than keys. */
static void settle_diagonals(support *can) {
  for (int causal = 0; causal < factor_levels(FACTOR_CAUSAL); causal++)
    for (int level = LENGTHS_LONG; level <= LENGTHS_LONGEST; level++)
      if (!support_goes_with(can, FACTOR_LENGTHS, LENGTHS_FEWER_QUERIES, FACTOR_CAUSAL, causal))
        support_forbid(can, FACTOR_LENGTHS, level, FACTOR_CAUSAL, causal);
}

/* ---- round 4: pairs of options */

static bool is_option(const support *can, factor f, int level) {
  return level != factor_level(f, &can->base) && can->level[f][level] == SUPPORT_YES;
}

/* Whether a level represents its factor in pairs. For factors that change the computation most, every level does; for
   the others, the first supported level. */
static bool stands_for(const support *can, factor f, int level) {
  if (!is_asked(f) || f == FACTOR_WINDOW_FROM || !is_option(can, f, level)) return false;
  if (f == FACTOR_LENGTHS) return level < LENGTHS_NONE;
  /* beside causal only */
  if (f == FACTOR_WINDOW && !support_goes_with(can, f, level, FACTOR_CAUSAL, CAUSAL_NONE)) return false;
  if (f == FACTOR_CAUSAL || f == FACTOR_HEADS) return true;
  for (int before = 0; before < level; before++)
    if (is_option(can, f, before)) return false;
  return true;
}

static bool put_needed(const asking *a, int type, factor f, int level, recipe *r) {
  const companion *needed = &a->needs[type][f][level];
  return needed->level == 0 || put(&a->found[type].can, needed->f, needed->level, r);
}

/* Sets two levels; before them what each of them needs. */
static bool put_pair(const asking *a, int type, const subject *s, recipe *r) {
  const support *can = &a->found[type].can;
  return put_needed(a, type, s->f, s->level, r) && put_needed(a, type, s->g, s->other, r) &&
         put(can, s->f, s->level, r) && put(can, s->g, s->other, r);
}

static void ask_pairs(asking *a, int type) {
  const support *can = &a->found[type].can;
  for (int f = 0; f < FACTORS; f++)
    for (int level = 0; level < factor_levels((factor)f); level++)
      for (int g = f + 1; stands_for(can, (factor)f, level) && g < FACTORS; g++)
        for (int other = 0; other < factor_levels((factor)g); other++) {
          recipe r = can->base;
          const subject s = {type, (factor)f, (factor)g, level, other, POOLS, 0};
          if (stands_for(can, (factor)g, other) && put_pair(a, type, &s, &r)) ask(a, s, r);
        }
}

/* If a representative level is refused, so are the levels that it represents. */
static check_status hear_pair(void *context, const answered *a, check_error *error) {
  asking *all = context;
  const subject *s = &all->subjects[a->number];
  support *can = &all->found[s->type].can;
  const bool f_alone = s->f == FACTOR_LENGTHS || s->f == FACTOR_CAUSAL || s->f == FACTOR_HEADS;
  const bool g_alone = s->g == FACTOR_LENGTHS || s->g == FACTOR_CAUSAL || s->g == FACTOR_HEADS;
  (void)error;
  for (int level = 0; is_refused(a->became) && level < factor_levels(s->f); level++)
    for (int other = 0; other < factor_levels(s->g); other++) {
      const bool f_meant = f_alone ? level == s->level : level != factor_level(s->f, &can->base);
      const bool g_meant = g_alone ? other == s->other : other != factor_level(s->g, &can->base);
      if (f_meant && g_meant) support_forbid(can, s->f, level, s->g, other);
    }
  return CHECK_OK;
}

/* ---- all rounds */

/* Takes in everything known before the first question. */
static check_status begin(candidate *c, int type, ability *of, check_error *error) {
  const check_status status = candidate_describe(c, (attest_dtype)type, &of->description, error);
  of->can = support_everything((attest_dtype)type);
  of->can.takes = false;
  support_declare(&of->can, &of->description.says.supports);
  support_settle(&of->can, SUPPORT_NOT_SUPPORTED);
  if (candidate_answers_together(c)) support_leave_memory(&of->can);
  return status;
}

check_status ask_candidate(candidate *c, const bool wanted[FORMATS], ability found[FORMATS], check_error *error) {
  check_status status = CHECK_OK;
  asking a = {.found = found};
  for (int type = 0; type < FORMATS; type++) {
    found[type] = (ability){.description = {.takes = false}};
    if (status == CHECK_OK && wanted[type]) status = begin(c, type, &found[type], error);
  }
  if (status == CHECK_OK) status = find_bases(c, &a, error);
  for (int type = 0; type < FORMATS; type++) {
    if (!found[type].can.takes) continue;
    ask_pools(&a, type);
    ask_levels(&a, type);
    ask_windows(&a, type);
  }
  if (status == CHECK_OK) status = answer_all(c, &a, hear_level, error);
  for (int type = 0; type < FORMATS; type++)
    if (found[type].can.takes) ask_refused(&a, type);
  if (status == CHECK_OK) status = answer_all(c, &a, hear_companion, error);
  for (int type = 0; type < FORMATS; type++) {
    if (!found[type].can.takes) continue;
    support_settle(&found[type].can, SUPPORT_REFUSED);
    settle_windows(&found[type].can);
    settle_diagonals(&found[type].can);
    ask_pairs(&a, type);
  }
  if (status == CHECK_OK) status = answer_all(c, &a, hear_pair, error);
  free(a.questions);
  free(a.subjects);
  return status;
}

check_status ask_description(candidate *c, attest_dtype dtype, candidate_description *d, check_error *error) {
  ability found[FORMATS] = {[ATTEST_F64] = {.description = {.takes = false}}};
  asking a = {.found = found};
  check_status status = begin(c, (int)dtype, &found[dtype], error);
  const candidate_description *its = &found[dtype].description;
  if (status == CHECK_OK && its->takes && !its->spoken && !candidate_answers_together(c))
    status = find_bases(c, &a, error);
  free(a.questions);
  free(a.subjects);
  *d = *its;
  return status;
}
