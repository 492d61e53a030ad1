/* Places: from where a candidate reads or to where it writes, when no cause of the tables says so. For each wrong row
   of an answer all places of the case are tried: each row of q, each kv head of each batch, each length. */
#ifndef ATTEST_CHECK_PLACES_H
#define ATTEST_CHECK_PLACES_H

#include "check/zoo/cause.h"

#define PLACES_WORK 3e7 /* most multiplications for one kind of place in one case */

typedef enum place_kind {
  PLACE_KV,
  PLACE_Q,
  PLACE_K,
  PLACE_V,
  PLACE_DIAGONAL,
  PLACE_LENGTH,
  PLACE_KEYS,
  PLACE_LEFT,
  PLACE_RIGHT,
  PLACE_BIAS,
  PLACE_MASK,
  PLACE_MASK_AND_BIAS,
  PLACE_SINK,
  PLACE_LSE,    /* to which it is written */
  PLACE_OUT,    /* to which it is written */
  PLACE_REPEAT, /* of a row of this answer */
  PLACE_FACTOR, /* no place: a factor on each row of out */
  PLACES
} place_kind;

/* What is known of one kind of place. */
typedef struct place_evidence {
  bool refuted; /* no place of this kind explains some wrong row, or there are too many places */
  int64_t cases, rows;
  char example[CAUSE_TEXT_MAX];
} place_evidence;

typedef struct places {
  place_evidence of[PLACES];
  int64_t rows; /* wrong ones of all answers */
} places;

/* Tries all places on the wrong rows of an answer; cause_choose_rows was called for it. until: the time at which to
   stop, by clock_seconds; then nothing is kept. False if there is no memory, or no time. */
bool places_try(places *p, const expected *e, const attest_answer *mine, cause_space *space, double until);

/* The kind of place that explains every wrong row of all answers, of at least so many; -1 if there is none, or if there
   are hardly any rows. */
int places_best(const places *p, int64_t least);

/* Its name ("place-of-q"), and what it says: "q of another row is used: in batch 0, head 2, query 3 that of query 2,
   ..". */
const char *place_name(int kind);
void place_print(const places *p, int kind, char text[CAUSE_TEXT_MAX]);

#endif
