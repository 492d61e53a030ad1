/* The steps of attention, one function each: a mutant is the correct implementation with one or two steps replaced.

   The engine (engine.c) iterates over the heads. For each head it loads k and v; for each query of the head it loads q
   and finds the visible keys. Then it computes in one of three forms:
     materialised  scores of the row, softmax, sum of the values
     tiled         tiles of 64 keys or of another size, online softmax [Milakov2018] [Dao2022]
     split         two ranges of keys, or more, each as tiled, merged by their log-sum-exp [Dao2023b]

   Numbers are held in double, and every result is rounded to the engine's own format: binary64 for a problem in
   float64, else binary32. (Double rounding of +, -, *, / and sqrt from binary64 to binary32 is harmless
   [Figueroa1995].) */
#ifndef ATTEST_CHECK_ZOO_STEPS_H
#define ATTEST_CHECK_ZOO_STEPS_H

#include <math.h>
#include <stdbool.h>

#include "attest.h"
#include "check/cases/problem_f64.h"
#include "check/cases/tensor.h"

#define ZOO_TILE 64
#define ZOO_SPLITS_MAX 32

typedef struct zoo_row zoo_row;

typedef int64_t zoo_count(const zoo_row *r);
typedef bool zoo_test(const zoo_row *r, int64_t j);
typedef double zoo_load(const zoo_row *r, int64_t j, int64_t c);
typedef double zoo_number(const zoo_row *r, int64_t j);
typedef double zoo_map(const zoo_row *r, double x);
typedef double zoo_pair(const zoo_row *r, double x, double y);
typedef attest_dtype zoo_type(const zoo_row *r);

/* Each step receives its row; j is a key, c a column, m a maximum, l a denominator. */
typedef struct zoo_steps {
  /* visible keys */
  zoo_count *length;  /* keys of the batch that count */
  zoo_count *offset;  /* query i stands at key i + offset */
  zoo_count *last;    /* only keys 0 .. last - 1 are visited; at most w->keys */
  zoo_test *causal;   /* key j is not after the diagonal; true without one */
  zoo_test *window;   /* key j is in the window; true without one */
  zoo_test *unmasked; /* the mask lets key j through; true without one */
  zoo_test *unbiased; /* the bias is not -infinity; true without one */
  zoo_test *visible;  /* all of these, and below the length */
  /* loads */
  zoo_count *kv_head; /* 0 .. kv_heads - 1 */
  zoo_load *q;        /* j is unused: the query is r->i */
  zoo_load *k, *v;
  zoo_number *mask; /* not 0: visible; called if there is a mask */
  zoo_number *bias; /* called if there is a bias */
  zoo_number *sink; /* j is unused; called if there are sinks */
  /* scores */
  zoo_number *scale;  /* j is not used */
  zoo_number *dot;    /* q . k_j */
  zoo_map *cap;       /* softcap, of a score */
  zoo_number *score;  /* scaled, capped, biased: of a visible key */
  zoo_number *hidden; /* of a hidden key: -infinity */
  /* softmax */
  zoo_map *lowest;         /* initial maximum: -infinity; x is unused */
  zoo_pair *higher;        /* maximum of a maximum and a score; NaN if either is */
  zoo_map *top;            /* changes the maximum after a tile; identity */
  zoo_map *skips;          /* not 0: skips a tile with maximum x so far (no visible key yet) */
  zoo_pair *weight;        /* weight of key x (an index) with maximum y: exp(score - m), 0 if hidden */
  zoo_map *tail;           /* added to the denominator for places past the last key, with maximum x: 0 */
  zoo_pair *rescale;       /* factor for sums of values when the maximum goes from x to y */
  zoo_pair *rescale_total; /* and for denominators */
  zoo_map *sink_top;       /* maximum of x and the sink */
  zoo_map *sink_weight;    /* added to the denominator for the sink, with maximum x */
  zoo_test *reads;         /* v_j is multiplied into the sum */
  zoo_map *kept;           /* an element of the sum after a tile: identity */
  zoo_map *kept_total;     /* the denominator after a tile: identity */
  zoo_pair *share;         /* x / l; 0 in a row without keys */
  zoo_pair *lse;           /* m + log l; -infinity in a row without keys */
  zoo_pair *merge_weight;  /* weight of a range with log-sum-exp x; y is the largest log-sum-exp */
  /* formats */
  zoo_type *dots, *sums, *totals; /* types of the running sums: over columns, of values, of weights */
  zoo_type *weights;              /* type of stored weights, before they multiply values */
  zoo_type *counted;              /* and of those that are added to the denominator */
  /* answer */
  zoo_test *stores;     /* column j of out is written */
  zoo_test *stores_lse; /* lse is written; j is unused */
  zoo_count *out_row;   /* index of the row of out: head * q_len + query */
  zoo_count *lse_row;   /* index of lse: likewise */
  zoo_map *correction;  /* last change of an element of out: identity */
} zoo_steps;

/* The state of an online softmax between tiles. */
typedef struct zoo_part {
  double m, l; /* maximum, denominator */
  double *sum; /* d_v: sums of weighted values */
} zoo_part;

/* The data of a step. */
struct zoo_row {
  const problem_f64 *w;
  const attest_answer *answer;
  zoo_steps step;
  attest_dtype type, computes; /* of q; F64 or F32 */
  double number;               /* of the mutant: what its steps take it for */
  int64_t tile;                /* keys in a tile */
  int64_t splits;              /* ranges of keys */
  int64_t range;               /* the one that is merged */
  int64_t b, h, i;
  int64_t length, offset, last;
  int64_t from, to;              /* the current tile */
  double *q, *k, *v;             /* d_k; keys x d_k, keys x d_v of this head */
  unsigned char *see;            /* keys */
  double *score, *p;             /* keys */
  zoo_part part[ZOO_SPLITS_MAX]; /* the ranges; only the first without a split */
};

extern const zoo_steps zoo_right;

/* Rounds x to a format. */
static inline double zoo_round_to(attest_dtype type, double x) {
  return type == ATTEST_F32 ? (double)(float)x : tensor_rounded(type, x); /* the float cast is only for speed */
}

static inline double zoo_round(const zoo_row *r, double x) { return zoo_round_to(r->computes, x); }

static inline double zoo_exp(const zoo_row *r, double x) { return zoo_round(r, exp(zoo_round(r, x))); }

/* The number of query heads that share a kv head. */
static inline int64_t zoo_group(const zoo_row *r) { return r->w->q_heads / r->w->kv_heads; }

/* Whether keys first .. end - 1 are all hidden from the row. */
static inline bool zoo_sees_none(const zoo_row *r, int64_t first, int64_t end) {
  int64_t j = first;
  while (j < end && !r->see[j]) j++;
  return j >= end;
}

/* The number of places in the last tile without a key. */
static inline int64_t zoo_padding(const zoo_row *r) { return (ZOO_TILE - r->w->keys % ZOO_TILE) % ZOO_TILE; }

/* The share of n keys of score s in a denominator with maximum m. No key has none, even where exp(s - m) overflows. */
static inline double zoo_phantoms(const zoo_row *r, double n, double s, double m) {
  return n > 0 || n < 0 ? n * zoo_exp(r, s - m) : 0;
}

/* n modulo count: a read out of bounds stays within the array. */
static inline int64_t zoo_within(int64_t n, int64_t count) {
  const int64_t rest = n % count;
  return rest < 0 ? rest + count : rest;
}

/* Steps that several families use. zoo_weigh_all gives every key its weight exp(score - m), hidden or not.
   zoo_weigh_unguarded does not guard exp(-inf - -inf), so that is NaN instead of 0. zoo_read_all reads every value. */
double zoo_weigh_all(const zoo_row *r, double j, double m);
double zoo_weigh_unguarded(const zoo_row *r, double j, double m);
bool zoo_read_all(const zoo_row *r, int64_t j);

/* The score that a hidden key has by itself: without a bias of -infinity. */
double zoo_own_score(const zoo_row *r, int64_t j);

/* Binary16: a format that is too narrow. */
attest_dtype zoo_half(const zoo_row *r);

/* Reads every visible value, and every hidden one with a weight other than 0; NaN is not 0. */
bool zoo_read_weighted(const zoo_row *r, int64_t j);

#endif
