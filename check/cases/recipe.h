/* A recipe: a generated case as one line of text, KEY=VALUE separated by spaces. It determines the case bit for bit on
   any machine. Omitted keys have their defaults: "dtype=f32 q_len=17 keys=33 causal=yes alignment=bottom-right seed=7".
   */
#ifndef ATTEST_CHECK_RECIPE_H
#define ATTEST_CHECK_RECIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "attest.h"
#include "check/cases/error.h"

/* The layout of q, k and v in memory. */
typedef enum recipe_layout {
  LAYOUT_BHSD,
  LAYOUT_BSHD,
  LAYOUT_TRANSPOSED, /* consecutive rows are adjacent, consecutive columns are not */
  LAYOUT_PADDED,     /* gaps after rows, heads and batches */
  LAYOUT_SHARED,     /* all batches share one k and one v (stride 0) */
  LAYOUT_MIXED,      /* q, k, v and the outputs each in a layout of its own */
  LAYOUTS
} recipe_layout;

/* The place of a tensor: at a multiple of 64 bytes, or so that its last byte is the last before memory that cannot be
   touched. */
typedef enum recipe_place { PLACE_ALIGNED, PLACE_LAST } recipe_place;

/* recipe_value_meaning says what each value of mask, bias, fill and hidden means. */
typedef enum recipe_mask {
  MASK_NONE,
  MASK_RANDOM,
  MASK_ROWS,
  MASK_TILES,
  MASK_SHARED,
  MASK_ONE,
  MASK_ALL,
  MASK_QUERIES,
  MASK_HEADS,
  MASK_PADDING,
  MASK_BYTES,
  MASKS
} recipe_mask;

typedef enum recipe_bias {
  BIAS_NONE,
  BIAS_RANDOM,
  BIAS_SLOPES, /* -2^-n |i - j|, n = 8 (h+1) / q_heads rounded down (after [Press2022]) */
  BIAS_HIDDEN,
  BIAS_ROWS,
  BIAS_SHARED,
  BIAS_LOWEST,
  BIAS_HEADS,
  BIAS_OTHER,
  BIASES
} recipe_bias;

typedef enum recipe_kv_len { KV_LEN_FULL, KV_LEN_RAGGED, KV_LEN_EMPTY /* ragged, one batch 0 */ } recipe_kv_len;

typedef enum recipe_sink { SINK_NONE, SINK_NORMAL, SINK_LARGE /* about 20 */ } recipe_sink;

typedef enum recipe_fill {
  FILL_NORMAL,
  FILL_UNIFORM,
  FILL_PEAKED,
  FILL_RISING,
  FILL_FALLING,
  FILL_CANCELLING,
  FILL_TINY,
  FILL_CONSTANT,
  FILL_ONE_HOT, /* the output shows the weights */
  FILL_SINK,
  FILL_LOW,
  FILL_NAN,
  FILL_POSITIVE,
  FILLS, /* the fills above belong to every suite, those below only to probes */
  FILL_ALTERNATING = FILLS,
  FILL_TWO_SCORES
} recipe_fill;

typedef enum recipe_hidden {
  HIDDEN_FILL,
  HIDDEN_HUGE, /* the scores are finite too */
  HIDDEN_NAN,
  HIDDEN_INFINITY,
  HIDDEN_NAN_K,
  HIDDEN_NAN_V,
  HIDDEN_INFINITY_K,
  HIDDEN_INFINITY_V,
  HIDDEN_OTHER
} recipe_hidden;

/* A change of the case that should not show in the answer. */
typedef enum recipe_change {
  CHANGE_NONE,
  CHANGE_ODD_QUERIES,   /* other numbers in every second query */
  CHANGE_KEYS_REVERSED, /* keys and values from the last to the first; of fill=two-scores */
  CHANGE_SCORES_SHIFTED /* 16 more on every score; of fill=two-scores */
} recipe_change;

typedef struct recipe {
  int64_t dtype; /* attest_dtype, of all tensors of numbers */
  int64_t batch, q_heads, kv_heads, q_len, keys, d_k, d_v;
  int64_t layout, place;
  int64_t causal, alignment, offset, windowed, left, right; /* the meaning of attest_problem */
  int64_t mask, bias, kv_len, sink, fill, hidden, change;
  int64_t shows; /* from 0: v_jc = 1 where j = shows + c, else 0: out is the weights of keys shows .. shows + d_v - 1 */
  int64_t seed;
  double scale, softcap;
} recipe;

#define RECIPE_TEXT_MAX 512

#define SHOWS_NOTHING (-1) /* of recipe.shows: v is filled as all else */

/* Name n of the values of a key that has names ("mask", "fill", ..); NULL after the last. */
const char *recipe_value_name(const char *key, int64_t n);

/* What value n of a key with names means; NULL if its name says it. */
const char *recipe_value_meaning(const char *key, int64_t n);

/* Key n of a recipe, with the values that it takes, and its default and meaning; NULL after the last. */
#define RECIPE_VALUES_MAX 200
const char *recipe_key(size_t n, char values[RECIPE_VALUES_MAX], const char **meaning);

/* f32, one batch, one head, one query, one key, one column; every option off. */
recipe recipe_default(void);

/* Prints the recipe as text, without defaults. */
void recipe_print(const recipe *r, char text[RECIPE_TEXT_MAX]);

/* Whether two recipes make the same case. */
bool recipe_equal(const recipe *a, const recipe *b);

/* The number of multiplications in Q K^T and P V, hidden keys included. */
double recipe_multiplications(const recipe *r);

/* Reads a text. Fails with CHECK_BAD_INPUT; the error names the key and the expected values. */
check_status recipe_parse(const char *text, recipe *r, check_error *error);

/* Reads a recipe of one of our tables. Ends the process if the text is not a recipe: the table is wrong, and every test
   shows it. */
recipe recipe_of_table(const char *text);

#endif
