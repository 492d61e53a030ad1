/* Implementations by others, and the candidate, beside what attest picks: how many times as long each takes, problem by problem. */
#include <math.h>
#include <string.h>

#include "bench/problem.h"
#include "bench/sweep.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/speed.h"

enum { MOST = 32 };

/* Who is set beside ours, in the order in which they come: a benchmark of each. */
typedef struct columns {
  speed of[MOST];
  size_t count;
} columns;

static columns columns_of(const page *p) {
  columns found = {.count = 0};
  speed next;
  for (size_t n = 0; speed_or_wrong_at(p, n, &next); n++) {
    bool there = !next.peer;
    for (size_t c = 0; c < found.count; c++) there = there || strcmp(found.of[c].variant, next.variant) == 0;
    if (!there && found.count < MOST) found.of[found.count++] = next;
  }
  return found;
}

/* A peer's speed, and how many times as long as ours it takes. */
typedef struct beside {
  speed its;
  double ratio;
} beside;

/* What the table says: on how many problems nobody is faster, and who comes nearest and last. */
typedef struct standing {
  size_t problems, ahead, wrong;
  beside nearest, last;
} standing;

static void count(standing *s, const speed *ours, const speed *its, bool *ahead) {
  const beside b = {*its, its->seconds / ours->seconds};
  s->wrong += its->wrong;
  if (its->wrong) return;
  *ahead = *ahead && b.ratio >= 1;
  if (s->nearest.ratio == 0 || b.ratio < s->nearest.ratio) s->nearest = b;
  if (b.ratio > s->last.ratio) s->last = b;
}

static standing stand(const page *p, const columns *others) {
  standing s = {.problems = 0};
  speed ours, its;
  for (size_t n = 0; speed_at(p, n, &ours); n++) {
    bool ahead = true;
    if (strcmp(ours.variant, SWEEP_PICKED) != 0) continue;
    for (size_t c = 0; c < others->count; c++)
      if (speed_on(p, ours.problem, others->of[c].variant, &its)) count(&s, &ours, &its, &ahead);
    s.problems++;
    s.ahead += ahead;
  }
  return s;
}

static void say_one(const page *p, const char *which, const beside *b) {
  char ratio[HTML_NUMBER_MAX], words[PROBLEM_MAX];
  (void)fprintf(p->to, "%s %s, %s times as long (%s)", which, b->its.variant, html_number(b->ratio, ratio),
                problem_words(b->its.name, words));
}

static void say(const page *p, const columns *others, const standing *s) {
  (void)fprintf(p->to, "<p>None of %zu others is faster than what attest picks on %zu of %zu problems", others->count, s->ahead,
                s->problems);
  if (s->last.ratio > 0) {
    say_one(p, "; the fastest beside it is", &s->nearest);
    say_one(p, ", the slowest", &s->last);
  }
  (void)fprintf(p->to, ". Wrong answers: %zu.</p>\n", s->wrong);
}

static void put_row(const page *p, const speed *ours, const columns *others) {
  char words[PROBLEM_MAX];
  speed its;
  html_row_begin(p->to);
  html_cell(p->to, problem_words(ours->name, words));
  html_cell_number(p->to, 1e6 * ours->seconds);
  for (size_t c = 0; c < others->count; c++) {
    const bool asked = speed_on(p, ours->problem, others->of[c].variant, &its);
    if (asked && its.wrong) html_cell(p->to, "wrong");
    else html_cell_number(p->to, asked ? its.seconds / ours->seconds : (double)NAN);
  }
  html_row_end(p->to);
}

static void put_table(const page *p, const columns *others) {
  char head[MOST * (sizeof others->of[0].variant + 1) + 40];
  int used = snprintf(head, sizeof head, "problem|attest, us");
  speed ours;
  for (size_t c = 0; c < others->count; c++) used += snprintf(head + used, sizeof head - (size_t)used, "|%s", others->of[c].variant);
  html_table_begin(p->to, head);
  for (size_t n = 0; speed_at(p, n, &ours); n++)
    if (strcmp(ours.variant, SWEEP_PICKED) == 0) put_row(p, &ours, others);
  html_table_end(p->to);
}

check_status peers_section(const page *p, check_error *error) {
  const columns others = columns_of(p);
  (void)error;
  if (others.count == 0) return CHECK_OK;
  const standing s = stand(p, &others);
  (void)fputs("<section id=\"peers\"><h2>Beside others</h2>\n", p->to);
  say(p, &others, &s);
  html_element(p->to, "p",
               "How many times as long each takes as the variant that attest picks by itself, whose microseconds stand first; one thread. "
               "Each is judged on the very problem before it is timed, like the variants: wrong is what is not within its bounds; - is not "
               "supported, or there was no time.");
  put_table(p, &others);
  (void)fputs("</section>\n", p->to);
  return CHECK_OK;
}
