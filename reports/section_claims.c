/* The ledger of claims: those that are false first, then those that hold only approximately, then the experiments that
   hold; what is only arithmetic is folded. */
#include <stdio.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/claims.h"
#include "reports/page.h"

/* kind: NULL: any. */
static bool is_of(const json_t *table, size_t row, const char *verdict, const char *kind) {
  return strcmp(page_text(table, row, "verdict"), verdict) == 0 &&
         (kind == NULL || strcmp(page_text(table, row, "kind"), kind) == 0);
}

static size_t count(const json_t *table, const char *verdict, const char *kind) {
  size_t found = 0;
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++)
    found += is_of(table, row, verdict, kind);
  return found;
}

static void put_claims(const page *p, const json_t *table, const char *verdict, const char *kind) {
  (void)fputs("<dl class=\"claims\">\n", p->to);
  for (size_t row = 0; row < json_array_size(json_object_get(table, "rows")); row++) {
    if (!is_of(table, row, verdict, kind)) continue;
    (void)fputs("<dt>&#8220;", p->to);
    html_text(p->to, page_text(table, row, "what it says"));
    (void)fputs("&#8221;</dt><dd>", p->to);
    html_text(p->to, page_text(table, row, "figure"));
    (void)fprintf(p->to, " <span class=\"made\">Claim %.0f, from ", page_number(table, row, "claim"));
    html_text(p->to, page_text(table, row, "from"));
    (void)fputs(".</span></dd>\n", p->to);
  }
  (void)fputs("</dl>\n", p->to);
}

void claims_put(const page *p, const json_t *table) {
  static const claim_verdict shown[] = {CLAIM_FALSE, CLAIM_APPROXIMATELY, CLAIM_HOLDS};
  for (size_t n = 0; n < sizeof shown / sizeof shown[0]; n++) {
    const char *const verdict = claim_verdict_name(shown[n]), *const kind =
                                                                  shown[n] == CLAIM_HOLDS ? CLAIM_EXPERIMENT : NULL;
    const size_t found = count(table, verdict, kind);
    if (found == 0) continue;
    (void)fprintf(p->to, "<h4>%c%s: %zu</h4>\n", verdict[0] - 'a' + 'A', verdict + 1, found);
    put_claims(p, table, verdict, kind);
  }
  const size_t folded = count(table, claim_verdict_name(CLAIM_HOLDS), CLAIM_ARITHMETIC);
  (void)fprintf(p->to, "<details><summary>Arithmetic that holds: %zu</summary>\n", folded);
  put_claims(p, table, claim_verdict_name(CLAIM_HOLDS), CLAIM_ARITHMETIC);
  (void)fputs("</details>\n", p->to);
}
