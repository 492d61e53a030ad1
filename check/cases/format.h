/* The number formats: the one table of what is known of each. Every other file of check/, and those above it, read it here. */
#ifndef ATTEST_CHECK_FORMAT_H
#define ATTEST_CHECK_FORMAT_H

#include <stdbool.h>

#include "attest.h"

enum { FORMATS = ATTEST_BF16 + 1 };

typedef struct number_format {
  const char *array_name;  /* in case.json: "float32"; its name elsewhere is in format_names */
  attest_dtype accumulate; /* the type of sums, unless a candidate declares another, and of lse */
  int significand_bits;    /* the leading one included */
  int smallest_exponent;   /* of normal numbers */
  double unit_roundoff;    /* 2^-significand_bits */
  double smallest_normal;  /* 2^smallest_exponent */
  double largest;          /* finite number */
  double largest_lost;     /* by underflow: conversion to binary16 keeps subnormal numbers, other formats may flush them */
} number_format;

/* Of any number that is none of these, which a candidate may declare, the coarsest. */
const number_format *format_of(attest_dtype dtype);

/* "f64", "f32", "f16", "bf16" in the order of attest_dtype, then NULL: the names in recipes, in results and on the command line. */
extern const char *const format_names[FORMATS + 1];

/* The type of that name; false if there is none. */
bool format_named(const char *name, attest_dtype *dtype);

#endif
