/* The steps that attention takes, one function each: a mutant is the right implementation with one or two of them replaced.

   The engine (engine.c) goes through the heads. For each it loads k and v, for each of its queries q, and which keys that sees; then
     materialised  scores of the row, softmax, sum of the values
     tiled         tiles of 64 keys, online softmax (Milakov & Gimelshein 2018; Dao et al. 2022)
     split         two ranges of keys, each as tiled, merged by their log-sum-exp
   Numbers are held in double, and every operation's result is rounded to the format that the engine computes in: binary64 for a problem in
   float64, else binary32. (Double rounding of +, -, *, / and sqrt from binary64 to binary32 is harmless: Figueroa 1995.) */
#ifndef ATTEST_CHECK_ZOO_STEPS_H
#define ATTEST_CHECK_ZOO_STEPS_H

#include <math.h>
#include <stdbool.h>

#include "attest.h"
#include "check/cases/tensor.h"
#include "check/cases/problem_f64.h"

#define ZOO_TILE 64

typedef struct zoo_row zoo_row;

typedef int64_t zoo_count(const zoo_row *r);
typedef bool zoo_test(const zoo_row *r, int64_t j);
typedef double zoo_load(const zoo_row *r, int64_t j, int64_t c);
typedef double zoo_number(const zoo_row *r, int64_t j);
typedef double zoo_map(const zoo_row *r, double x);
typedef double zoo_pair(const zoo_row *r, double x, double y);
typedef attest_dtype zoo_type(const zoo_row *r);

/* Each is called with the row that it is about; j is a key, c a column, m a maximum, l a denominator. */
typedef struct zoo_steps {
  /* which keys */
  zoo_count *length;  /* keys of the batch that count */
  zoo_count *offset;  /* query i stands at key i + offset */
  zoo_count *last;    /* keys 0 .. last - 1 are visited at all; at most w->keys */
  zoo_test *causal;   /* key j is not after the diagonal, or there is none */
  zoo_test *window;   /* key j is in the window, or there is none */
  zoo_test *unmasked; /* the mask lets key j through, or there is none */
  zoo_test *unbiased; /* the bias is not -infinity, or there is none */
  zoo_test *visible;  /* all of these, and below the length */
  /* loads */
  zoo_count *kv_head; /* 0 .. kv_heads - 1 */
  zoo_load *q;        /* j is not used: the query is r->i */
  zoo_load *k, *v;
  zoo_number *mask; /* not 0: visible; asked if there is one */
  zoo_number *bias; /* asked if there is one */
  zoo_number *sink; /* j is not used; asked if there are sinks */
  /* scores */
  zoo_number *scale;  /* j is not used */
  zoo_number *dot;    /* q . k_j */
  zoo_map *cap;       /* softcap, of a score */
  zoo_number *score;  /* scaled, capped, biased: of a key that is seen */
  zoo_number *hidden; /* of one that is not: -infinity */
  /* softmax */
  zoo_map *lowest;         /* where the maximum starts: -infinity; x is not used */
  zoo_pair *higher;        /* of a maximum and a score; NaN if either is */
  zoo_map *top;            /* what is done to the maximum after a tile: nothing */
  zoo_map *skips;          /* not 0: a tile up to which the maximum is x is left out, nothing was seen yet */
  zoo_pair *weight;        /* of key x (an index) with maximum y: exp(score - m), 0 of a hidden one */
  zoo_map *tail;           /* what the places past the last key add to the denominator, with maximum x: 0 */
  zoo_pair *rescale;       /* factor for sums of values when the maximum goes from x to y */
  zoo_pair *rescale_total; /* and for denominators */
  zoo_map *sink_top;       /* the maximum x, joined by the sink */
  zoo_map *sink_weight;    /* what the sink adds to the denominator, with maximum x */
  zoo_test *reads;         /* v_j is multiplied into the sum */
  zoo_pair *share;         /* x / l; 0 of a row without keys */
  zoo_pair *lse;           /* m + log l; -infinity of a row without keys */
  zoo_pair *merge_weight;  /* of a range with log-sum-exp x, of which the largest is y */
  /* formats */
  zoo_type *dots, *sums; /* of the running sums over columns and over keys */
  zoo_type *weights;     /* in which weights are stored before they multiply values */
  /* answer */
  zoo_test *stores;    /* column j of out is written */
  zoo_count *lse_row;  /* where lse goes: head * q_len + query */
  zoo_map *correction; /* last change of an element of out: none */
} zoo_steps;

/* What an online softmax carries from tile to tile. */
typedef struct zoo_part {
  double m, l; /* maximum, denominator */
  double *sum; /* d_v: of weighted values */
} zoo_part;

/* Everything that a step may look at. */
struct zoo_row {
  const problem_f64 *w;
  const attest_answer *answer;
  zoo_steps step;
  attest_dtype type, computes; /* of q; F64 or F32 */
  int64_t b, h, i;
  int64_t length, offset, last;
  int64_t from, to;   /* the tile at hand */
  double *q, *k, *v;  /* d_k; keys x d_k, keys x d_v of this head */
  unsigned char *see; /* keys */
  double *score, *p;  /* keys */
  zoo_part part[2];   /* the ranges; without a split only the first */
};

extern const zoo_steps zoo_right;

/* x in a format. */
static inline double zoo_round_to(attest_dtype type, double x) {
  return type == ATTEST_F32 ? (double)(float)x : tensor_rounded(type, x); /* the first is for speed only */
}

static inline double zoo_round(const zoo_row *r, double x) { return zoo_round_to(r->computes, x); }

static inline double zoo_exp(const zoo_row *r, double x) { return zoo_round(r, exp(zoo_round(r, x))); }

/* Query heads that share a kv head. */
static inline int64_t zoo_group(const zoo_row *r) { return r->w->q_heads / r->w->kv_heads; }

/* Whether the row sees none of the keys first .. end - 1. */
static inline bool zoo_sees_none(const zoo_row *r, int64_t first, int64_t end) {
  int64_t j = first;
  while (j < end && !r->see[j]) j++;
  return j >= end;
}

/* Places of the last tile that hold no key. */
static inline int64_t zoo_padding(const zoo_row *r) { return (ZOO_TILE - r->w->keys % ZOO_TILE) % ZOO_TILE; }

/* n within 0 .. count - 1, as a read out of bounds stays within the array at hand. */
static inline int64_t zoo_within(int64_t n, int64_t count) {
  const int64_t rest = n % count;
  return rest < 0 ? rest + count : rest;
}

/* Steps that several families use: every key has its weight exp(score - m), and every value is read, seen or not. Unguarded, exp(-inf - -inf) is NaN, and not 0. */
double zoo_weigh_all(const zoo_row *r, double j, double m);
double zoo_weigh_unguarded(const zoo_row *r, double j, double m);
bool zoo_read_all(const zoo_row *r, int64_t j);

/* Binary16, for a format that is too narrow. */
attest_dtype zoo_half(const zoo_row *r);

/* Every value that is seen, and every other whose weight is not 0, is read; NaN is not 0. */
bool zoo_read_weighted(const zoo_row *r, int64_t j);

#endif
