/* What a law is, for the files that hold laws: pairs (law_pairs.c), rows (law_rows.c), ranges (law_ranges.c), groups
   (law_groups.c) and numbers in lse (law_numbers.c). */
#ifndef ATTEST_CHECK_LAW_H
#define ATTEST_CHECK_LAW_H

#include "check/zoo/laws.h"

#define LAW_NUMBERS 9
#define LAW_WHOLE 0.01 /* of a factor from 1 */
#define LAW_SAME 0.002 /* relative difference of an error from its law, beside rounding */
#define LAW_LEAST 4    /* affected sights */
#define LAW_TILES                                                                                                      \
  { 32, 64, 128, 16, 8, 4, 48, 96, 12 }
#define LAW_RANGES                                                                                                     \
  { 2, 4, 3, 8, 16 }

/* An error is a factor times a variable of its sight. In the words, "{}" stands for the number of the variable, "{k}"
   for a number made of the factor. */
typedef struct law {
  double (*of)(const sight *s, int64_t n);
  int64_t numbers[LAW_NUMBERS];   /* tried, up to the first 0 */
  double (*shown)(double factor); /* NULL: the factor is 1 */
  const char *says;
} law;

extern const law laws_of_pairs[], laws_of_rows[];
extern const size_t laws_of_pairs_count, laws_of_rows_count;

/* Sights of one group. */
typedef struct law_group {
  int64_t (*of)(const sight *s, int64_t n);
  int64_t n, number;
} law_group;

/* The number of keys that count in the row of a sight. */
static inline int64_t law_length(const sight *s) { return sheet_length(s->of, s->row); }

/* What laws show of a factor. */
double law_plus_1(double factor);
double law_minus_1(double factor);
double law_as_it_is(double factor);

/* The variable that is 1 everywhere. */
double law_one(const sight *s, int64_t n);

/* The variable of a sight; against that of another key, where errors are. */
double law_value(const law *l, const sight *s, int64_t n);

/* Whether the errors of all affected sights, or of those of a group, are one number times the variable, the median of
   their ratios. ratios: memory for one of each sight. A group without a sight has the factor 0. */
bool law_fits(const evidence *e, const law *l, int64_t n, const law_group *g, double *ratios, double *factor);

/* Leaves out the right sights in which a change would be too small to be told from nothing. */
void evidence_forget_small(evidence *e, double (*change)(const sight *s, const void *of), const void *of);

/* Prints words with their numbers; returns their length. */
size_t law_print_words(const char *says, int64_t n, double k, char *text, size_t size);

/* The log-sum-exp of keys first .. end - 1 of a row, where the exponential is exp(t (score - maximum)). */
double law_lse_of(const sight *s, int64_t first, int64_t end, double t);

/* The largest score of a row among keys first .. end - 1, every step-th of them, against the maximum of the row; 0 if
   none is visible. */
double law_max_below(const sheet *s, int64_t row, int64_t first, int64_t end, int64_t step);

/* Like law_print: laws of ranges of keys that are merged; with a factor for each group; of the maximum in lse. */
bool law_print_ranges(const evidence *e, char text[LAWS_TEXT_MAX]);
bool law_print_groups(const evidence *e, double *ratios, char text[LAWS_TEXT_MAX]);
bool law_print_stale(evidence *e, char text[LAWS_TEXT_MAX]);

#endif
