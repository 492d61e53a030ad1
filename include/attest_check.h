/* attest: candidates, and judging them. A candidate is any implementation of attention under judgement: a shared library that exports
   attest_candidate, a function given to attest_check, a command that answers a directory of cases.
   C17; usable from C++. attest_check is in libattest_check (pkg-config attest_check), not in libattest. */
#ifndef ATTEST_CHECK_H
#define ATTEST_CHECK_H

#include "attest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Candidates: implementations that attest judges. A shared library exports attest_candidate, and may export
   attest_candidate_describe. */

/* Computes an answer. ATTEST_UNSUPPORTED skips the case; any other status but ATTEST_OK is a fault of the candidate. It writes the elements of the
   tensors of the answer and nothing else, and may be called from one thread at a time. */
typedef attest_status attest_candidate_function(const attest_problem *problem, const attest_answer *answer);

/* What a candidate says of one ability. */
typedef enum attest_ability { ATTEST_UNSAID = 0, ATTEST_YES, ATTEST_NO } attest_ability;

/* What a candidate can do. Zero-initialised nothing is said, and attest finds it out by asking small cases, to which the candidate returns
   ATTEST_UNSUPPORTED. Cases are generated for what it can do only; what it cannot do is listed in the report as never judged. */
typedef struct attest_supports {
  attest_ability batches;                        /* batch > 1 */
  attest_ability heads;                          /* q_heads > 1 */
  attest_ability grouped_heads;                  /* kv_heads < q_heads */
  attest_ability cross;                          /* q_len other than keys */
  attest_ability other_d_v;                      /* d_v other than d_k */
  attest_ability top_left, bottom_right, offset; /* causal or a window, so aligned */
  attest_ability window, mask, bias, kv_len, sink;
  attest_ability scale; /* one other than the default */
  attest_ability softcap;
  attest_ability bshd;                   /* contiguous as batch, position, head, column */
  attest_ability strided;                /* any other strides, 0 among them */
  int64_t head_sizes[8];                 /* values of d_k, up to the first 0; none: unsaid */
  int64_t head_size_multiple;            /* of which d_k and d_v are multiples; 0: unsaid */
  int64_t q_len_multiple, keys_multiple; /* 0: unsaid */
  int64_t q_len_least, keys_least;
  int64_t q_len_most, keys_most; /* 0: unsaid */
} attest_supports;

/* What a candidate says of itself, filled in by attest with the safe defaults for a type before it is asked. */
typedef struct attest_description {
  const char *name;   /* static; the library's file name if NULL */
  bool gives_lse;     /* it writes lse (default: yes) */
  bool gives_weights; /* it writes weights (default: no) */
  attest_arithmetic arithmetic;
  attest_supports supports; /* what it can do */
  const char *
      conventions; /* NULL: none are declared; else names, with commas between them, of those it follows (attest check --help), at most 200 characters */
} attest_description;

/* Describes a candidate for inputs of a type; ATTEST_UNSUPPORTED if it does not take them. */
typedef attest_status attest_candidate_describe_function(attest_dtype dtype, attest_description *description);

/* Judging a candidate from C, in its own unit tests; in libattest_check (pkg-config attest_check), not in libattest. */

/* How; zero-initialised: at least 500 cases of each type, 10 seconds a call. */
typedef struct attest_check_options {
  bool full;                     /* at least 3000 cases of each type, and large ones */
  bool without[ATTEST_BF16 + 1]; /* types that are not tried */
  uint64_t seed;                 /* another sequence of cases */
  double minutes;                /* if > 0: random cases for so long instead; finite */
  double seconds;                /* that one call may take; 0: 10; finite */
  const char *recipe;            /* if not NULL: this one case, as a report names it, instead */
  const char *accept,
      *refuse; /* conventions that are to be followed, and that must not be: names with commas between them, or "all"; NULL: none. What is in both
                                    is accepted. Those in neither are found, and named in the report */
} attest_check_options;

/* What came out. */
typedef struct attest_report {
  bool pass;                      /* every case, every probe of what correct implementations have in common, no directional alarm */
  int64_t cases, failed, skipped; /* judged; of them failed; not supported */
  int64_t by_convention;          /* of those judged: neither right nor wrong, but as a convention has it */
  char conventions[256];          /* names of those followed, with ", " between them; "" if none */
  int64_t probes, probes_held;    /* properties tried, and those that hold */
  char never_judged[1024]; /* "softcap, sink (not supported); layout bshd (refused)": what no case could judge; "" if everything was */
  double worst_budget;     /* largest error as a share of its bound */
  char worst_case[512];    /* where */
  char text[4096];         /* lines: what failed, the smallest cases that do, what it looks like; cut off if longer */
} attest_report;

/* Judges a candidate on generated cases, each element against its own bound. It runs in a child process of the calling one: what it crashes, hangs or writes
   over is told in the report. describe may be NULL: the defaults. options may be NULL.
   ATTEST_OK if there is a report, whatever it says. Fails with ATTEST_BAD_POINTER, ATTEST_BAD_OPTION (an option out of range, a bad recipe),
   ATTEST_UNSUPPORTED (no case could be judged) or ATTEST_FAILED. */
attest_status attest_check(attest_candidate_function *judged, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report);

#ifdef __cplusplus
}
#endif

#endif
