/* Suspects: the hypotheses on an implementation (causes with their numbers, then the mutants of the zoo), and the
   evidence for each in the answers seen so far. */
#ifndef ATTEST_CHECK_SUSPECTS_H
#define ATTEST_CHECK_SUSPECTS_H

#include "check/zoo/reading.h"

#define SUSPECTS_CASES 36 /* most failing cases */
#define SUSPECTS_ROWS 4   /* least wrong rows of one answer that tell a cause */
#define SUSPECTS_OTHERS 2 /* other causes named beside one */
#define SUSPECTS_OPTIONS 6

typedef struct suspect {
  hypothesis of;
  cause_counts sum;
  int64_t against; /* contradicted rows of failing cases, and of passing ones that are such as the failing ones */
  bool explains[SUSPECTS_CASES]; /* all wrong rows of this failing case */
  int cases;                     /* the number of these */
  int silent;                    /* failing cases of whose wrong rows it says nothing */
  bool alive;                    /* it explains all wrong rows of the first case, once that was tried */
} suspect;

typedef struct suspects {
  suspect *list;
  size_t count;
  bool has[SUSPECTS_OPTIONS]; /* a failing case has this option */
  bool searching;             /* no case was tried yet: every suspect is compared with the next one */
} suspects;

/* Lists all hypotheses, with the numbers that were read where there are any; the mutants only if mutants is true.
   False if there is no memory. Free with suspects_free. */
bool suspects_make(const reading *read, bool mutants, suspects *all);
void suspects_free(suspects *all);

/* Notes the options of a failing case: a cause that speaks of an option that none has is no alternative. */
void suspects_see_options(suspects *all, const attest_problem *problem);

/* Forgets the evidence. of_part: a cause shall explain one output alone; only those stay alive that may. */
void suspects_begin(suspects *all, bool of_part);

/* Compares an answer with the suspects, and adds the evidence. The first failing case decides which suspects stay
   alive; later cases are compared with these only. failing: the number of the failing case; -1: a passing case. such:
   the case meets all conditions of the failing ones. until: the time at which to stop, by clock_seconds. */
void suspects_try(suspects *all, const expected *e, const attest_answer *mine, cause_space *space, int failing,
                  bool such, double until);

/* Selects the best suspect; NULL if none explains the first case. Only those count that explain nearly as many cases as
   any other. Fewest rows against it win; then what holds in every case, then most explained cases, then the order:
   causes stand before mutants. */
const suspect *suspects_best(const suspects *all);

/* Whether a cause can be stated: hardly a row is against it, and it explains nearly all of the failing cases (the
   silent ones apart); or several cases and most rows, and no correct row contradicts it: then there are other causes
   beside it. (A number format leaves hardly a wrong row.) */
bool suspect_convinces(const suspect *of, int failing_cases);

/* Whether a cause that convinces of what others leave can be stated beside them: among so many hypotheses, one fits any
   single case. It explains several cases, and leaves no wrong row. */
bool suspect_stands_beside(const suspect *of);

/* Whether a suspect is about number formats. */
bool suspect_is_format(const suspect *of);

/* Prints the causes that the cases do not tell from this one: other numbers, then other causes. What reads the
   same is said once. */
void suspects_print_others(const suspects *all, const suspect *best, char *text, size_t size);

/* Whether a mutant fails in the same cases in the same way as the best suspect. */
bool suspect_is_kin(const suspect *of, const suspect *best);

#endif
