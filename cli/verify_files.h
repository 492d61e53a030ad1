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
  "  --alignment DIAGONAL        the diagonal of a window without --causal\n"                                          \
  "  --scale X                   default 1/sqrt(d_k)\n"                                                                \
  "  --softcap X                 default 0: off\n"                                                                     \
  "  --layout BHSD|BSHD          the axes of q, k, v and out; default BHSD\n"

/* The values of the options; NULL if not given. */
typedef struct verify_files_options {
  const char *file[CASE_TENSORS];
  const char *causal, *window, *alignment, *scale, *softcap, *layout;
} verify_files_options;

#define VERIFY_FILES_VALUES(given)                                                                                     \
  {"q", 0, &(given).file[CASE_Q], NULL}, {"k", 0, &(given).file[CASE_K], NULL}, {"v", 0, &(given).file[CASE_V], NULL}, \
      {"out", 0, &(given).file[CASE_OUT], NULL}, {"lse", 0, &(given).file[CASE_LSE], NULL},                            \
      {"weights", 0, &(given).file[CASE_WEIGHTS], NULL}, {"mask", 0, &(given).file[CASE_MASK], NULL},                  \
      {"bias", 0, &(given).file[CASE_BIAS], NULL}, {"sink", 0, &(given).file[CASE_SINK], NULL},                        \
      {"kv-len", 0, &(given).file[CASE_KV_LEN], NULL}, {"causal", 0, &(given).causal, verify_files_diagonal},          \
      {"window", 0, &(given).window, NULL}, {"alignment", 0, &(given).alignment, verify_files_diagonal},               \
      {"scale", 0, &(given).scale, NULL}, {"softcap", 0, &(given).softcap, NULL}, {                                    \
    "layout", 0, &(given).layout, verify_files_layout                                                                  \
  }

/* Names of the layouts, and of the diagonals, for completion. */
const char *verify_files_layout(size_t n);
const char *verify_files_diagonal(size_t n);

/* Loads the files as a case. Fails with CHECK_BAD_INPUT for a missing file or a bad option. Call case_free also after a
   failure. */
check_status verify_files_load(const verify_files_options *given, attention_case *c, check_error *error);

/* The layout that was not asked for: BSHD by default. NULL if another name was given. */
const char *verify_files_other_layout(const verify_files_options *given);

#endif
