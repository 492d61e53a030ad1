/* The distance of two words is the number of edits that turn the one into the other: D[i][j], of their first i and j
   characters, is the least of
     D[i-1][j] + 1, D[i][j-1] + 1    a character deleted, inserted
     D[i-1][j-1] + (a_i != b_j)      replaced
     D[i-2][j-2] + 1                 two exchanged, if a_i = b_(j-1) and a_(i-1) = b_j
   [Levenshtein1966] [Damerau1964]. */
#include "check/cases/nearest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LONGEST 40
#define MOST_EDITS 3

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static size_t edits_between(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t D[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= a_length; i++)
    for (size_t j = 0; j <= b_length; j++) {
      if (i == 0 || j == 0) {
        D[i][j] = i + j;
        continue;
      }
      D[i][j] = least(least(D[i - 1][j], D[i][j - 1]) + 1, D[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) D[i][j] = least(D[i][j], D[i - 2][j - 2] + 1);
    }
  return D[a_length][b_length];
}

nearest nearest_to(const char *word, size_t length) { return (nearest){.word = word, .length = length}; }

void nearest_try(nearest *n, const char *name) {
  const size_t length = strlen(name);
  if (n->length == 0 || n->length > LONGEST || length > LONGEST) return;
  const bool begins = n->length >= 3 && strncmp(n->word, name, n->length) == 0;
  const size_t edits = begins ? 1 : edits_between(n->word, n->length, name, length);
  if (edits > MOST_EDITS || 3 * edits > length || (n->name != NULL && edits >= n->edits)) return;
  n->name = name;
  n->edits = edits;
}

void nearest_print(const nearest *n, char text[NEAREST_TEXT_MAX]) {
  text[0] = '\0';
  if (n->name != NULL) (void)snprintf(text, NEAREST_TEXT_MAX, ", did you mean %s?", n->name);
}
