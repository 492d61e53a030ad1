/* The number formats: one table of their properties. Every other file of check/, and the folders above, read them here.
   */
#ifndef ATTEST_CHECK_FORMAT_H
#define ATTEST_CHECK_FORMAT_H

#include <stdbool.h>

#include "attest.h"

enum { FORMATS = ATTEST_BF16 + 1 };

typedef struct number_format {
  const char *array_name;  /* in case.json: "float32"; elsewhere see format_names */
  attest_dtype accumulate; /* the default type of sums, and the type of lse */
  int significand_bits;    /* the leading one included */
  int smallest_exponent;   /* smallest exponent of normal numbers */
  double unit_roundoff;    /* 2^-significand_bits */
  double smallest_normal;  /* 2^smallest_exponent */
  double largest;          /* largest finite number */
  double largest_lost;     /* largest loss by underflow; only binary16 is sure to keep subnormal numbers */
} number_format;

/* The properties of a type. A candidate may declare any number: the coarsest format stands for those that are no type.
   */
const number_format *format_of(attest_dtype dtype);

/* "f64", "f32", "f16", "bf16" in the order of attest_dtype, then NULL: names in recipes, in results and on the command
   line. */
extern const char *const format_names[FORMATS + 1];

/* Finds the type of a name; false if there is none. */
bool format_named(const char *name, attest_dtype *dtype);

#endif
