/* Sights: every pair of query and key, or every row, of all sheets in which something can be told: that it is as it
   should be, or that it is affected. */
#ifndef ATTEST_CHECK_SIGHTS_H
#define ATTEST_CHECK_SIGHTS_H

#include "check/zoo/laws.h"

/* What is looked at. Of pairs: whether a visible key gets no weight; whether a key that one thing alone hides gets
   weight, or one that anything hides; whether a weight is wrong. Of rows: whether weights or lse are NaN; whether lse
   is wrong. */
typedef enum sight_kind {
  SIGHT_LOST,
  SIGHT_MASKED,
  SIGHT_LATE, /* after kv_len */
  SIGHT_AFTER_DIAGONAL,
  SIGHT_OUTSIDE_WINDOW,
  SIGHT_BIASED, /* with the bias -infinity */
  SIGHT_HIDDEN,
  SIGHT_WEIGHT,
  SIGHT_NAN,    /* that should not be */
  SIGHT_NUMBER, /* that should be NaN */
  SIGHT_LSE
} sight_kind;

typedef struct sights {
  const sheet *sheets;
  size_t sheet_count;
  evidence seen; /* errors: of the logarithm of a weight; of hidden keys, the score that their weight shows; of lse */
  size_t affected;
  double *base;    /* of each row of all sheets: the lse by which its weights are judged; NaN: they are not judged */
  int64_t *beside; /* of each row, as in a sight */
} sights;

/* False if there is no memory. Free with sights_free in any case. */
bool sights_make(const sheet *sheets, size_t count, sights *s);
void sights_free(sights *s);

/* Collects the sights of one kind, at most so many affected ones and so many others. Returns whether enough are
   affected. */
bool sights_collect(sights *s, sight_kind kind);

#endif
