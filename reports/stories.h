/* The question behind each study, for its section of the page: why it matters, what was done, what would change the
   answer. What was found is not here: it is computed. */
#ifndef ATTEST_REPORTS_STORIES_H
#define ATTEST_REPORTS_STORIES_H

typedef struct story {
  const char *study, *question;
  const char *why, *formula, *done, *changes; /* XHTML: sentences, and MathML or "" */
} story;

/* The story of a study; NULL: it has none. */
const story *story_of(const char *study);

#endif
