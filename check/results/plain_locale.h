/* Numbers are read and written with a point, whatever the caller's locale has: the locale of this thread between
   plain_locale_begin and plain_locale_end. */
#ifndef ATTEST_CHECK_PLAIN_LOCALE_H
#define ATTEST_CHECK_PLAIN_LOCALE_H

#include <locale.h>
#include <stdbool.h>

typedef struct plain_locale {
  locale_t plain, before;
} plain_locale;

/* false: no memory. */
static inline bool plain_locale_begin(plain_locale *l) {
  l->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (l->plain == (locale_t)0) return false;
  l->before = uselocale(l->plain);
  return true;
}

static inline void plain_locale_end(const plain_locale *l) {
  (void)uselocale(l->before);
  freelocale(l->plain);
}

#endif
