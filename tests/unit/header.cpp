// The public headers from C++, whatever was included before it: compiled only. The names of the header are C's, so the linker finds them.
#include "attest_check.h"
#include "attest_layers.h"

#include <cstddef>
#include <type_traits>

static_assert(sizeof(attest_problem) > 0 && ATTEST_MAX_ELEMENTS == ATTEST_MAX_SIZE * ATTEST_MAX_SIZE, "attest.h is complete C++");

static_assert(std::is_same<decltype(attest_tensor::data), const void *>::value, "inputs are const");
static_assert(sizeof(attest_output) == sizeof(attest_tensor) && offsetof(attest_output, dtype) == offsetof(attest_tensor, dtype) &&
                  offsetof(attest_output, size) == offsetof(attest_tensor, size) &&
                  offsetof(attest_output, stride) == offsetof(attest_tensor, stride),
              "an output is laid out as an input is");

attest_status header_is_usable_from_cpp();

attest_status header_is_usable_from_cpp() {
  attest_problem problem = {};
  problem.alignment = ATTEST_ALIGN_TOP_LEFT;
  problem.window_left = ATTEST_UNLIMITED;
  return attest_problem_check(&problem);
}
