/* Memory in transparent huge pages, which the system gives on request. NumPy requests them for its arrays, so all
   memory compared with it must too. */
#ifndef ATTEST_BENCH_PAGES_H
#define ATTEST_BENCH_PAGES_H

#include <stddef.h>

/* Private zeroed memory, allocated as it is first written; NULL if there is none, with errno. Free with pages_free and
   the same size; freeing NULL is allowed. */
void *pages_make(size_t bytes);
void pages_free(void *memory, size_t bytes);

#endif
