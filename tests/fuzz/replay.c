/* Runs a fuzz target on files, without a fuzzer: usage: PROGRAM FILE ... */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

#define LARGEST 65536

int main(int argc, char **argv) {
  for (int n = 1; n < argc; n++) {
    unsigned char *data = malloc(LARGEST);
    FILE *file = fopen(argv[n], "rb");
    if (data == NULL || file == NULL) {
      perror(argv[n]);
      free(data);
      return EXIT_FAILURE;
    }
    const size_t size = fread(data, 1, LARGEST, file);
    unsigned char *exact = realloc(data, size > 0 ? size : 1); /* a read past its end is then seen */
    (void)fclose(file);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
  }
  (void)printf("%d passed, 0 failed\n", argc - 1); /* or it has aborted */
  return EXIT_SUCCESS;
}
