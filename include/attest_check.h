/* attest: candidates, and how they are judged. A candidate is any implementation of attention under judgement: a shared
   library that exports attest_candidate, a function given to attest_check, or a command that answers a directory of
   cases.
   C17, usable from C++11. attest_check is in libattest_check (pkg-config attest_check), not in libattest. */
#ifndef ATTEST_CHECK_H
#define ATTEST_CHECK_H

#include "attest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a candidate is

   A shared library exports attest_candidate and the constant attest_abi (attest.h); it may export
   attest_candidate_describe. Any other symbol is its own. */

/* Type of attest_candidate: computes a problem. The answer has the types of attest_attention, and any strides: out and
   weights of q's type, lse F64 if q is F64, else F32. A candidate writes the elements of the answer's tensors and
   nothing else. It is called from one thread at a time.
   ATTEST_OK: the answer is written. ATTEST_UNSUPPORTED: the candidate does not compute such problems; the case is
   skipped. Every other status fails the case. */
typedef attest_status attest_candidate_function(const attest_problem *problem, const attest_answer *answer);

/* What a candidate says of one ability. */
typedef enum attest_ability {
  ATTEST_UNSAID = 0, /* attest finds out: it asks small cases, and a candidate refuses by ATTEST_UNSUPPORTED */
  ATTEST_YES,
  ATTEST_NO /* no case needs it; the report lists it as never judged */
} attest_ability;

/* What a candidate can do, for inputs of one type. Zero-initialised it says nothing. Cases are generated for what a
   candidate can do. Numbers are 0 .. ATTEST_MAX_SIZE. */
typedef struct attest_supports {
  attest_ability batches;       /* more than one batch */
  attest_ability heads;         /* more than one q head */
  attest_ability grouped_heads; /* fewer kv heads than q heads */
  attest_ability cross;         /* q_len other than keys */
  attest_ability other_d_v;     /* d_v other than d_k */
  attest_ability top_left;      /* causal, or a window, from the top left */
  attest_ability bottom_right;  /* ... from the bottom right */
  attest_ability offset;        /* ... from an offset */
  attest_ability window;
  attest_ability mask;
  attest_ability bias;
  attest_ability kv_len;
  attest_ability sink;
  attest_ability scale; /* a scale other than the default */
  attest_ability softcap;
  attest_ability bshd;        /* tensors contiguous as batch, position, head, column */
  attest_ability strided;     /* all other strides, 0 among them */
  int64_t head_sizes[8];      /* values of d_k and d_v, up to the first 0; none: unsaid */
  int64_t head_size_multiple; /* d_k and d_v are multiples of it; 0: unsaid */
  int64_t q_len_multiple;     /* q_len is a multiple of it; 0: unsaid */
  int64_t keys_multiple;      /* the number of keys is a multiple of it; 0: unsaid */
  int64_t q_len_least;        /* smallest q_len */
  int64_t keys_least;         /* smallest number of keys */
  int64_t q_len_most;         /* largest q_len; 0: unsaid */
  int64_t keys_most;          /* largest number of keys; 0: unsaid */
} attest_supports;

/* What a candidate says of itself for inputs of one type. attest fills it in first, with the defaults named here. The
   default arithmetic is F32 throughout, F64 for F64 inputs, with probabilities stored in the inputs' type. */
typedef struct attest_description {
  const char *name;   /* static string; default NULL: the library's file name */
  bool gives_lse;     /* writes lse; default true */
  bool gives_weights; /* writes weights; default false */
  attest_arithmetic arithmetic;
  attest_supports supports; /* what it can do; default: nothing is said */
  const char *conventions;  /* conventions that it follows (attest zoo --conventions): names with commas between
                               them, at most 200 characters; default NULL: none declared */
} attest_description;

/* Type of attest_candidate_describe: changes the description for inputs of a type. ATTEST_OK, or ATTEST_UNSUPPORTED if
   the candidate does not take inputs of this type. */
typedef attest_status attest_candidate_describe_function(attest_dtype dtype, attest_description *description);

/* ---- judging a candidate from C, for its own unit tests */

/* What to try. Zero-initialised: at least 500 cases of each type, 10 seconds for each call. */
typedef struct attest_check_options {
  bool full;                     /* at least 3000 cases of each type, large ones among them */
  bool without[ATTEST_BF16 + 1]; /* without[dtype]: no cases of this type */
  uint64_t seed;                 /* selects another sequence of cases */
  double minutes;                /* finite; positive: random cases for that long instead; 0: off */
  double seconds;                /* finite; the longest that one call may take; 0: 10 */
  const char *recipe;            /* this case instead of a suite, written as reports write cases; NULL: off */
  const char *accept;            /* conventions that the candidate may follow: names with commas between them, or "all";
                                    NULL: none. An accepted convention passes */
  const char *refuse;            /* conventions that fail the candidate, in the same form. accept wins over refuse. In
                                    neither: fails where the case says otherwise, and is reported of a corner */
  const char *require;           /* properties that have to hold bit for bit, in the same form: bitwise-repeat,
                                    batch-invariant, prefix-invariant, permutation-invariant; NULL: none */
} attest_check_options;

/* What was found. */
typedef struct attest_report {
  bool pass;             /* no case failed, nor a probe that every correct implementation passes, nor a bias test */
  int64_t cases;         /* cases that were judged */
  int64_t failed;        /* of these, the cases that failed */
  int64_t skipped;       /* cases that the candidate does not support; they are not among the judged */
  int64_t by_convention; /* of the judged, the cases answered by a convention: neither right nor wrong */
  char conventions[256]; /* names of the conventions followed, with ", " between them; "" if there are none */
  int64_t probes;        /* properties tried that need no tolerance, such as a shift of all scores */
  int64_t probes_held;   /* of these, the properties that hold */
  char never_judged
      [1024];           /* what no case judged, "sink (not supported); layout bshd (refused)"; "" if there is nothing */
  double worst_budget;  /* largest error as a share of its bound */
  char worst_case[512]; /* the case where it was found */
  char text[4096];      /* lines for people: what failed, the smallest cases that fail, what the fault looks like */
} attest_report;

/* Judges a candidate on generated cases: each element of each answer against its own derived bound, then probes and
   bias tests. The candidate runs in a child process: a crash, a hang or a write out of bounds is a finding. The child is
   a fork of the calling process, with none of its threads. So a candidate must not need threads that were started
   before: after a parallel region of GNU OpenMP in the calling process, another one hangs in the child. Judge first,
   or give the candidate to the command as a shared library, which runs in a new process.
     compute   the candidate
     describe  what it says of itself; NULL: the defaults of attest_description
     options   NULL: all zero
     report    filled in if the result is ATTEST_OK; its text also says why a recipe, a convention or a type was refused
   ATTEST_OK if the candidate was judged, whatever the verdict. Fails with ATTEST_BAD_POINTER if compute or report is
   NULL; with ATTEST_BAD_OPTION if minutes or seconds is negative or not finite, a convention or property has no such
   name, or the recipe is not a case; with ATTEST_UNSUPPORTED if the candidate supports no case, or refuses the recipe, or if its
   description is out of range; with ATTEST_FAILED if there is no
   memory or no process could be started. */
attest_status attest_check(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report);

#ifdef __cplusplus
}
#endif

#endif
