#include "cli/conventions.h"

#include <inttypes.h>
#include <stdio.h>

#include "check/cases/document.h"
#include "check/cases/plural.h"

check_status conventions_read(convention_options *given, check_error *error) {
  return convention_read_policy(given->accept, given->refuse, &given->policy, error);
}

const char *conventions_name(size_t n) {
  if (n == 0) return "all";
  return n <= CONVENTIONS ? convention_of((convention_id)(n - 1))->name : NULL;
}

void conventions_list(json_t *rows) {
  for (int n = 0; n < CONVENTIONS; n++) {
    const convention *c = convention_of((convention_id)n);
    (void)printf("%-22s %s\n%-22s instead of: %s (zoo:%s)\n", c->name, c->meaning, "", c->instead, c->mutant);
    json_t *one = json_object();
    document_set(one, "name", json_string(c->name));
    document_set(one, "meaning", json_string(c->meaning));
    document_set(one, "instead", json_string(c->instead));
    document_set(one, "mutant", json_string(c->mutant));
    document_set(one, "may", json_boolean(c->may));
    document_append(rows, one);
  }
}
