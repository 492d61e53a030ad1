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

/* What to try. */
typedef enum attest_suite {
  ATTEST_QUICK = 0,  /* at least 500 cases of each type */
  ATTEST_FULL,       /* at least 3000, large ones among them */
  ATTEST_CONVENTIONS /* the few cases in which conventions show */
} attest_suite;

/* Zero-initialised: the suite ATTEST_QUICK of every type, 10 seconds for each call. */
typedef struct attest_check_options {
  attest_suite suite;
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
  bool pass;             /* no case failed or was left unasked, no bias test failed, nor a probe that every correct
                            implementation passes; what was required held; no convention was followed at times only */
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
  char text[32768];     /* lines for people: what failed, the smallest cases that fail, what was computed instead; cut
                           at the end of a line */
} attest_report;

/* Judges a candidate on generated cases: each element of each answer against its own derived bound, then probes and
   bias tests. The candidate runs in a child process: a crash, a hang or a write out of bounds is a finding. The child
   is a fork of the calling process, with none of its threads. So a candidate must not need threads that were started
   before: after a parallel region of GNU OpenMP in the calling process, another one hangs in the child. Judge first,
   or give the candidate to the command as a shared library, which runs in a new process.
     compute   the candidate
     describe  what it says of itself; NULL: the defaults of attest_description
     options   NULL: all zero
     report    filled in if the result is ATTEST_OK; its text also says why a recipe, a convention or a type was refused
   ATTEST_OK if the candidate was judged, whatever the verdict. Fails with ATTEST_BAD_POINTER if compute or report is
   NULL; with ATTEST_BAD_OPTION if minutes or seconds is negative or not finite, a convention or property has no such
   name, or the recipe is not a case; with ATTEST_UNSUPPORTED if the candidate supports no case, or refuses the recipe,
   or if its description is out of range; with ATTEST_FAILED if there is no
   memory or no process could be started. */
attest_status attest_check(attest_candidate_function *compute, attest_candidate_describe_function *describe,
                           const attest_check_options *options, attest_report *report);

/* ---- judging a candidate that runs in the calling process

   For a host that cannot fork, as with the context of a GPU, and for other languages. */

/* Size of a reason, with its end. */
#define ATTEST_REASON_MAX 200

/* How lines for people name what their reader can do. Strings, or NULL for the words of attest_check_options. */
typedef struct attest_words {
  const char *repeat, *repeat_end; /* before and behind a case: what repeats it. "recipe = '" and "'" */
  const char *accept;              /* before a convention: what accepts it. "accept " */
  const char *timeout;             /* the time limit of a call. "seconds" */
} attest_words;

/* A candidate in the calling process. Its functions are called in the calling thread, one at a time. */
typedef struct attest_callbacks {
  void *context;    /* passed to each of them */
  const char *name; /* names the candidate in results; NULL: "candidate" */
  const char *file; /* where it is defined, for SARIF; NULL: not said. A relative path, or a URI */
  int64_t line;     /* in the file, from 1 on; 0: not said */
  attest_words words;
  /* As attest_candidate_function. recipe is the case as reports write it. reason holds "": a result other than
     ATTEST_OK may leave one line there that says why. It returns within any time: no limit ends it, but after three
     calls of more than `seconds`, or once all calls have taken 60 times that and a tenth of it for each call, nothing
     more is asked. */
  attest_status (*compute)(void *context, const char *recipe, const attest_problem *problem,
                           const attest_answer *answer, char reason[ATTEST_REASON_MAX]);
  /* As attest_candidate_describe_function; NULL: the defaults of attest_description. */
  attest_status (*describe)(void *context, attest_dtype dtype, attest_description *description);
  /* Told how many of the answers of a stage are there (total 0: unknown); NULL: not told. */
  void (*progress)(void *context, int64_t done, int64_t total, attest_dtype dtype);
  /* Asked after each call: true ends the run, which fails with ATTEST_FAILED; NULL: never. */
  bool (*stopped)(void *context);
} attest_callbacks;

/* What was found, in every form in which it can be written: UTF-8, each ended by a NUL. NULL: nothing was judged. */
typedef struct attest_findings {
  bool pass;
  char *text;  /* lines for people; why nothing was judged, if nothing was */
  char *json;  /* an object (check/results/README.md) */
  char *junit; /* JUnit XML */
  char *html;  /* a page */
  char *sarif; /* SARIF 2.1.0: a result for each failing case, probe and bias test */
} attest_findings;

/* Judges a candidate as attest_check does, in the calling process: a crash ends the caller, and its memory is not
   protected.
     of        the candidate
     options   NULL: all zero
     found     set by every call but those that fail with ATTEST_BAD_POINTER; free it with attest_findings_free
   ATTEST_OK if the candidate was judged, whatever the verdict. Fails as attest_check does. */
attest_status attest_check_here(const attest_callbacks *of, const attest_check_options *options,
                                attest_findings *found);

/* Frees what found points to, and sets it to zero. */
void attest_findings_free(attest_findings *found);

/* ---- cases, for the tests of a host */

/* The cases of a suite for a candidate that supports this, one a line, as reports write them, in *recipes (free it with
   attest_cases_free). What is unsaid counts as supported: nobody is asked.
     supports  NULL: everything
     kind      of suite
     seed      selects another sequence of cases
   Fails with ATTEST_BAD_POINTER if recipes is NULL; with ATTEST_BAD_DTYPE; with ATTEST_BAD_OPTION if supports or kind
   is out of range; with ATTEST_UNSUPPORTED if no case fits; with ATTEST_FAILED if there is no memory. */
attest_status attest_cases_of_suite(const attest_supports *supports, attest_dtype dtype, attest_suite kind,
                                    uint64_t seed, char **recipes);
void attest_cases_free(char *recipes);

/* A case in memory. */
typedef struct attest_case attest_case;

/* Makes the case of a recipe in *made; free it with attest_case_free. reason (of ATTEST_REASON_MAX characters, or
   NULL): why a recipe is refused. Fails with ATTEST_BAD_POINTER if recipe or made is NULL; with ATTEST_BAD_OPTION if
   the recipe is no case; with ATTEST_FAILED if there is no memory. */
attest_status attest_case_make(const char *recipe, attest_case **made, char *reason);
void attest_case_free(attest_case *made);

/* Its problem, which lives as long as the case; nobody may write to its tensors. */
const attest_problem *attest_case_problem(const attest_case *made);

/* ---- conventions: corners in which implementations differ on purpose */

/* The name of the n-th convention, as accept and refuse take it; NULL if there are no more. *meaning (unless meaning is
   NULL): what an answer by it is. Both are static. */
const char *attest_convention(size_t n, const char **meaning);

/* ---- judging one answer */

/* How it is judged. Zero-initialised: by the default arithmetic of attest_description for the type of q; no stated
   convention is accepted, and no cause is searched for. */
typedef struct attest_judge_options {
  const attest_arithmetic *arithmetic; /* NULL: the default */
  const char *accept, *refuse;         /* as in attest_check_options */
  double seconds;                      /* finite; most of the search for the cause of a wrong answer; 0: no search */
} attest_judge_options;

/* Judges one answer: each element against its own bound, or by a convention.
     answer    out is of any type of numbers, lse and weights too, or absent; any strides
     options   NULL: all zero
     found     as of attest_check_here; its text names the worst element and, of a wrong answer, shows where the errors
               lie and what was computed instead, or says that a convention has no such name; junit, html and sarif stay
               NULL
   ATTEST_OK if the answer was judged, whatever the verdict. Fails as attest_problem_check does; because of the answer,
   with ATTEST_BAD_POINTER, ATTEST_BAD_DTYPE or ATTEST_BAD_SHAPE; with ATTEST_BAD_POINTER if found is NULL; with
   ATTEST_BAD_OPTION if an option is out of range or a convention has no such name; with ATTEST_FAILED if there is no
   memory. */
attest_status attest_judge(const attest_problem *problem, const attest_answer *answer,
                           const attest_judge_options *options, attest_findings *found);

/* The bound of each element of an answer: the largest error, against attest_reference, that a correct implementation of
   this arithmetic may have (check/judge/bound.h derives it).
     arithmetic  NULL: the default of attest_description for the type of q
     output      the type in which out and weights are stored: F64, F32, F16 or BF16
     lse         the same of lse
     bounds      the bounds are written there: as the answer of attest_reference, F64 and contiguous; an absent tensor
     is
                 not computed
   Fails as attest_reference does because of the problem and of bounds; with ATTEST_BAD_OPTION if the arithmetic is out
   of range; with ATTEST_BAD_DTYPE because of output or lse; with ATTEST_FAILED if there is no memory. */
attest_status attest_bound(const attest_problem *problem, const attest_arithmetic *arithmetic, attest_dtype output,
                           attest_dtype lse, const attest_answer *bounds);

#ifdef __cplusplus
}
#endif

#endif
