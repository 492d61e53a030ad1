/* Implementations by others, and the candidate, beside the variant that attest selects: how many times as long each
   takes, problem by problem. */
#include <math.h>
#include <string.h>

#include "bench/problem.h"
#include "bench/sweep.h"
#include "check/results/html.h"
#include "reports/page.h"
#include "reports/peers.h"

/* One ratio, told in the direction in which it is more than 1. */
static void say_one(const page *p, const char *which, const peers_ratio *r) {
  char ratio[HTML_NUMBER_MAX], words[PROBLEM_MAX];
  const bool behind = r->ratio >= 1;
  (void)fprintf(p->to, " %s is %s, on %s: %s takes %s times as long as %s.", which, r->its.variant,
                problem_words(r->its.name, words), behind ? r->its.variant : "attest",
                html_number(behind ? r->ratio : 1 / r->ratio, ratio), behind ? "attest" : r->its.variant);
}

static void say(const page *p, const peers_standing *s) {
  if (s->among.problems == 0) html_element(p->to, "p", "None of their answers is right, or there was no time.");
  if (s->among.problems == 0) return;
  char words[RUNS_STANDING_MAX];
  (void)fprintf(p->to, "<p>With the variant that it selects: %s.", runs_standing_words(&s->among, words));
  const bool one = strcmp(s->nearest.its.name, s->last.its.name) == 0;
  say_one(p, one ? "The only one beside it" : "The strongest beside it", &s->nearest);
  if (!one) say_one(p, "The weakest", &s->last);
  (void)fprintf(p->to, " Wrong answers: %zu.</p>\n", s->wrong);
}

static void put_row(const page *p, const speed *ours, const peers_there *others) {
  char words[PROBLEM_MAX];
  speed its;
  html_row_begin(p->to);
  html_cell(p->to, problem_words(ours->name, words));
  html_cell_number(p->to, 1e6 * ours->seconds);
  for (size_t c = 0; c < others->count; c++) {
    const bool asked = speed_on(others->bench, ours->problem, others->of[c].variant, &its);
    if (asked && its.wrong) html_cell(p->to, "wrong");
    else if (asked) html_cell_spread(p->to, its.seconds / ours->seconds, hypot(its.spread, ours->spread));
    else html_cell_number(p->to, (double)NAN);
  }
  html_row_end(p->to);
}

static void put_table(const page *p, const peers_there *others) {
  char head[PEERS_MOST * (sizeof others->of[0].variant + 2) + 40];
  int used = snprintf(head, sizeof head, "problem|#attest, us");
  speed ours;
  for (size_t c = 0; c < others->count; c++)
    used += snprintf(head + used, sizeof head - (size_t)used, "|#%s", others->of[c].variant);
  html_table_begin(p->to, head);
  for (size_t n = 0; speed_at(others->bench, n, &ours); n++)
    if (strcmp(ours.variant, SWEEP_SELECTED) == 0) put_row(p, &ours, others);
  html_table_end(p->to);
}

check_status peers_section(const page *p, check_error *error) {
  const peers_there others = peers_of(p);
  peers_standing s;
  if (others.count == 0) return CHECK_OK;
  const check_status status = peers_stand(&others, &s, error);
  if (status != CHECK_OK) return status;
  page_begin(p, "peers");
  say(p, &s);
  html_element(
      p->to, "p",
      "The first column is the time of the variant that attest selects, the others are multiples of it, with the "
      "spread of repetitions. One thread; each call has other operands than the call before, so that caches are cold. "
      "Each implementation is judged before it is timed: wrong means beyond its bounds. A dash means not supported, or "
      "no time left.");
  put_table(p, &others);
  page_command(p, others.part);
  page_end(p, "peers");
  return CHECK_OK;
}
