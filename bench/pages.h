/* Memory in large pages where the system gives them to those who ask (transparent huge pages): NumPy asks for its arrays, so what stands beside it asks too. */
#ifndef ATTEST_BENCH_PAGES_H
#define ATTEST_BENCH_PAGES_H

#include <stddef.h>

/* Private memory, zero, taken as it is first written; NULL if there is none, with errno. Free with pages_free, of as many bytes; NULL is nothing to free. */
void *pages_make(size_t bytes);
void pages_free(void *memory, size_t bytes);

#endif
