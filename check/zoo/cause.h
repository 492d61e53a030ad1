/* Causes: what an implementation may have computed instead of the definition, one deviation each. A cause is a mutant
   of general kind: where a mutant of the zoo is one reported bug, a cause is "the diagonal is moved by n" or "the
   scale is x", and its number is tried or measured. A cause explains a wrong row of an answer if it computes that row
   too. */
#ifndef ATTEST_CHECK_CAUSE_H
#define ATTEST_CHECK_CAUSE_H

#include "check/judge/expected.h"
#include "check/zoo/zoo.h"

#define CAUSE_NUMBERS 12
#define CAUSE_TEXT_MAX 300

/* What the number of a cause is, so that it can be read from the weights of a candidate (reading.h). */
typedef enum cause_measure {
  MEASURE_NOTHING,
  MEASURE_DIAGONAL, /* keys by which the last visible key is too late */
  MEASURE_LEFT,     /* keys by which the first visible key of a window is too early */
  MEASURE_LENGTH,   /* the same as MEASURE_DIAGONAL, in rows that a length ends */
  MEASURE_KEYS,     /* keys from this one on have no weight in any row */
  MEASURE_FACTOR,   /* the factor on the scores */
  MEASURE_PHANTOMS, /* missing share of the denominator, in keys with score 0 */
  MEASURE_TERMS,    /* missing share of the denominator, in keys with the largest score */
  MEASURE_CUT,      /* weights below exp(-number) of the largest are 0 */
  MEASURE_OUTPUT,   /* the factor on the outputs */
  MEASURE_LSE_PLUS, /* the number added to lse */
  MEASURE_LSE_TIMES,
  MEASURES
} cause_measure;

typedef struct cause {
  const char *name;
  const char *says;              /* "the window reaches {} keys further left"; {} stands for the number */
  double numbers[CAUSE_NUMBERS]; /* tried, up to the first 0; none: the cause has no number, or a measured one */
  cause_measure measure;
  bool is_tile;      /* the number is the size of a tile */
  bool is_splits;    /* the number is how many ranges of keys are merged */
  int64_t tile;      /* size of a tile, where the number is another one; 0: any */
  bool reads_beyond; /* reads memory that holds no element: what depends on it is NaN, and compared with nothing */
  bool overflows;    /* computed in the arithmetic of the candidate, not in binary64: overflow and underflow matter */
  zoo_form form;
  zoo_steps steps;
} cause;

typedef struct cause_family {
  const char *name;
  const cause *causes;
  size_t count;
} cause_family;

extern const cause_family cause_visible; /* the keys that a query sees */
extern const cause_family cause_scores;  /* scale, softcap, bias, dot product */
extern const cause_family cause_loads;   /* the batch, head, row or column that is read */
extern const cause_family cause_sums;    /* denominators, sinks, maxima, rescaling, lse, outputs */
extern const cause_family cause_formats; /* number formats */

/* All families, in the order in which causes are preferred. */
const cause_family *const *cause_families(size_t *count);

/* Whether a cause, by its name, is a right description of what a mutant of the zoo does wrong. */
bool cause_describes(const char *name, const char *mutant);

/* A cause with its number. */
typedef struct hypothesis {
  const cause *of;   /* NULL: a mutant of the zoo */
  zoo_mutant mutant; /* it computes the answer */
} hypothesis;

hypothesis hypothesis_of(const cause *of, double number);

/* Prints what the hypothesis says, without a full stop. */
void hypothesis_print(const hypothesis *h, char text[CAUSE_TEXT_MAX]);

/* Compares the rows (batch, head, query) of an answer with those of a hypothesis. */
typedef struct cause_counts {
  int64_t wrong;        /* rows of the answer beyond their bounds */
  int64_t explained;    /* of these, the rows that the hypothesis computes too */
  int64_t right;        /* correct rows */
  int64_t contradicted; /* of these, the rows that the hypothesis computes wrong, beyond doubt */
} cause_counts;

/* Outputs of an answer, as bits. */
typedef enum cause_outputs { CAUSE_OUT = 1, CAUSE_LSE = 2, CAUSE_WEIGHTS = 4, CAUSE_ALL = 7 } cause_outputs;

/* Memory for the answer of a hypothesis, and for flags of its rows; every member NULL before the first use. */
typedef struct cause_space {
  attest_answer answer;
  void *memory[3];
  unsigned char *row;
  unsigned compared;    /* cause_outputs that are compared; CAUSE_ALL at first */
  int64_t first_column; /* of out that is compared; 0 at first */
  bool partial;         /* NaN of the hypothesis under comparison is not known */
  unsigned wrong;       /* cause_outputs with an element beyond its bound, set by cause_choose_rows */
  int64_t first_wrong;  /* and the first column of out with one; INT64_MAX: none */
} cause_space;

/* Allocates for answers of these types and sizes. False if there is no memory. Free in any case. */
bool cause_space_make(const attest_answer *like, cause_space *space);
void cause_space_free(cause_space *space);

/* Chooses the rows of an answer to compare: all if the case is small, else some of the wrong and some of the correct
   ones. Returns the number of wrong rows. */
int64_t cause_choose_rows(const expected *e, const attest_answer *mine, cause_space *space);

/* Whether a row was chosen and is wrong; whether the last hypothesis explains it. */
bool cause_row_is_wrong(const cause_space *space, int64_t row);
bool cause_row_is_explained(const cause_space *space, int64_t row);

/* Leaves the wrong rows alone among the chosen ones. */
void cause_forget_right_rows(cause_space *space, int64_t rows);

/* Compares the chosen rows with a hypothesis, and counts them. False if there is no memory. */
bool cause_compare(const hypothesis *h, const expected *e, const attest_answer *mine, cause_space *space,
                   cause_counts *counts);

#endif
