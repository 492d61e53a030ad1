/* A problem in the terms of FlashInfer-Bench: its inputs, and the definition of the operation. */
#ifndef ATTEST_CHECK_FLASHINFER_DEFINITION_H
#define ATTEST_CHECK_FLASHINFER_DEFINITION_H

#include <jansson.h>

#include "check/cases/arena.h"
#include "check/cases/case.h"

#define FLASHINFER_NAME_MAX 128
#define FLASHINFER_OPERATION "attention"

/* An input: an array, or a scalar. */
typedef struct flashinfer_input {
  const char *name, *dtype, *description;
  const char *axes[NPY_MAX_DIMENSIONS]; /* their names */
  npy_array array;                      /* data is NULL for a scalar */
  double scalar;                        /* a float32 or an integer */
} flashinfer_input;

/* Everything that the definitions of two problems may differ in is in their inputs' names and types, and here. */
typedef struct flashinfer_problem {
  const attest_problem *problem;
  bool bshd;
  char name[FLASHINFER_NAME_MAX]; /* of the definition: two problems of one name have the same one */
  flashinfer_input inputs[16];
  size_t count;
} flashinfer_problem;

/* Describes a problem that lies in the arena; places sinks there, as float32. scale and softcap are rounded to it too:
   that format has no float64. false: the arena is full. */
bool flashinfer_describe(const attest_problem *problem, bool bshd, arena *memory, flashinfer_problem *described);

/* The definition. NULL: no memory. */
json_t *flashinfer_definition(const flashinfer_problem *p);

#endif
