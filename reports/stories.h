/* The question behind each section of the page: why it matters, what was done, what would change the answer. What was
   found is not here: it is computed. */
#ifndef ATTEST_REPORTS_STORIES_H
#define ATTEST_REPORTS_STORIES_H

typedef struct story {
  const char *of, *question;                  /* of: a study, or the id of a section */
  const char *why, *formula, *done, *changes; /* XHTML: sentences, MathML; or "" */
} story;

/* The story of a study or section; NULL: it has none. */
const story *story_of(const char *of);

#endif
