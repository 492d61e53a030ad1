/* Texts and sizes of the public enumerations. */
#include "attest.h"
#include "ref/logic/status.h"

#define TEXT_OF(x) #x
#define VERSION(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

/* See attest.h. */
/*@ assigns \result \from \nothing;
    ensures there: \result != \null; */
const char *attest_strerror(attest_status status) {
  switch (status) {
  case ATTEST_OK:
    return "no error";
  case ATTEST_BAD_POINTER:
    return "a required pointer is NULL";
  case ATTEST_BAD_DTYPE:
    return "an element type that this tensor cannot have";
  case ATTEST_BAD_SHAPE:
    return "a size is out of range, or sizes or strides that should agree do not";
  case ATTEST_BAD_HEADS:
    return "q_heads is not a positive multiple of kv_heads";
  case ATTEST_TOO_LARGE:
    return "a product of sizes or strides is too large";
  case ATTEST_BAD_OPTION:
    return "an option is out of range, or causal or windowed names no alignment";
  case ATTEST_BAD_WORKSPACE:
    return "the workspace is too small";
  case ATTEST_UNSUPPORTED:
    return "the implementation does not support this";
  case ATTEST_FAILED:
    return "not enough memory, or a process could not be started";
  }
  return "unknown status";
}

/* See attest.h. */
/*@ assigns \result \from \nothing;
    ensures there: \result != \null; */
const char *attest_version(void) { return VERSION(ATTEST_VERSION_MAJOR, ATTEST_VERSION_MINOR, ATTEST_VERSION_PATCH); }

/* See attest.h. */
/*@ assigns \nothing;
    ensures size: \result == DtypeSize(dtype); */
size_t attest_dtype_size(attest_dtype dtype) {
  switch (dtype) {
  case ATTEST_F64:
    return 8;
  case ATTEST_F32:
    return 4;
  case ATTEST_F16:
  case ATTEST_BF16:
    return 2;
  case ATTEST_BOOL:
    return 1;
  }
  return 0;
}
