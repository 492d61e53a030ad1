/* Quotes a word for a shell. */
#ifndef ATTEST_CLI_QUOTE_H
#define ATTEST_CLI_QUOTE_H

/* Returns FIRST'WORD', quoted so that a shell reads the word back. Free with free. NULL if memory runs out. */
char *quote(const char *first, const char *word);

#endif
