#include "cli/arithmetic.h"

#include <stddef.h>

#include "cli/selection.h"

static check_status read_type(const char *option, const char *name, attest_dtype *type, const attest_dtype **said,
                              check_error *error) {
  *said = name != NULL ? type : NULL;
  return name != NULL ? selection_dtype(option, name, type, error) : CHECK_OK;
}

check_status arithmetic_read(arithmetic_options *given, check_error *error) {
  attest_dtype *const type = given->type;
  check_status status = read_type("accumulate", given->accumulate, &type[0], &given->said.accumulate, error);
  if (status == CHECK_OK) status = read_type("scores", given->scores, &type[1], &given->said.scores, error);
  if (status == CHECK_OK)
    status = read_type("probabilities", given->probabilities, &type[2], &given->said.probabilities, error);
  return status;
}
