/* attest verify on loose files: q, k, v and outputs as .npy, the options on the command line. */
#ifndef ATTEST_CLI_VERIFY_FILES_H
#define ATTEST_CLI_VERIFY_FILES_H

#include "check/cases/case.h"

#define VERIFY_FILES_HELP                                                                                              \
  "  --q, --k, --v FILE          inputs: [batch, heads, positions, columns]; batch, or batch\n"                        \
  "                              and heads, may be missing\n"                                                          \
  "  --out, --lse, --weights FILE  the outputs to judge, at least one\n"                                               \
  "  --mask, --bias, --sink, --kv-len FILE\n"                                                                          \
  "  --causal DIAGONAL           top-left, bottom-right, or an offset: query i sees the keys\n"                        \
  "                              up to i + offset\n"                                                                   \
  "  --window LEFT,RIGHT         keys before and after the diagonal, or none: no limit\n"                              \
  "  --alignment DIAGONAL        of a window without --causal\n"                                                       \
  "  --scale X                   default 1/sqrt(d_k)\n"                                                                \
  "  --softcap X                 default 0: off\n"                                                                     \
  "  --layout BHSD|BSHD          the axes of q, k, v and out; default BHSD\n"

/* The values of the options; NULL if not given. */
typedef struct verify_files_options {
  const char *file[CASE_TENSORS];
  const char *causal, *window, *alignment, *scale, *softcap, *layout;
} verify_files_options;

#define VERIFY_FILES_VALUES(given)                                                                                     \
  {"q", 0, &(given).file[CASE_Q]}, {"k", 0, &(given).file[CASE_K]}, {"v", 0, &(given).file[CASE_V]},                   \
      {"out", 0, &(given).file[CASE_OUT]}, {"lse", 0, &(given).file[CASE_LSE]},                                        \
      {"weights", 0, &(given).file[CASE_WEIGHTS]}, {"mask", 0, &(given).file[CASE_MASK]},                              \
      {"bias", 0, &(given).file[CASE_BIAS]}, {"sink", 0, &(given).file[CASE_SINK]},                                    \
      {"kv-len", 0, &(given).file[CASE_KV_LEN]}, {"causal", 0, &(given).causal}, {"window", 0, &(given).window},       \
      {"alignment", 0, &(given).alignment}, {"scale", 0, &(given).scale}, {"softcap", 0, &(given).softcap}, {          \
    "layout", 0, &(given).layout                                                                                       \
  }

/* Loads the files as a case. Fails with CHECK_BAD_INPUT for a missing file or a bad option. Call case_free also after a
   failure. */
check_status verify_files_load(const verify_files_options *given, attention_case *c, check_error *error);

/* The layout that was not asked for: BSHD by default. NULL if another name was given. */
const char *verify_files_other_layout(const verify_files_options *given);

#endif
