/* A word as a shell reads it. */
#ifndef ATTEST_CLI_QUOTE_H
#define ATTEST_CLI_QUOTE_H

/* FIRST'WORD', as a shell reads it again. Free with free. NULL if memory runs out. */
char *quote(const char *first, const char *word);

#endif
