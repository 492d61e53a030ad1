#include "check/results/followed.h"

#include <inttypes.h>

#include "check/cases/document.h"
#include "check/cases/plural.h"

void followed_tell(FILE *to, const tally *found, const char *accept) {
  convention_set followed = 0;
  char names[250];
  for (int n = 0; n < CONVENTIONS; n++) {
    const tally_convention *f = &found->of[n];
    const convention *c = convention_of((convention_id)n);
    const bool fault = tally_is_fault(f, (convention_id)n);
    if (tally_explains(f))
      (void)fprintf(to, "FAIL: follows %s where %s was requested, in %" PRId64 " case%s (%s%s)\n", c->name, c->instead,
                    f->not_asked, plural_s(f->not_asked), accept, c->name);
    if (f->followed == 0) continue;
    followed |= CONVENTION_BIT(n);
    const int64_t shows = c->may ? f->followed : f->followed + f->broken;
    (void)fprintf(to, "%s %s, in ", fault ? "FAIL convention, not followed throughout:" : "convention", c->name);
    if (c->may) (void)fprintf(to, "%" PRId64 " case%s", shows, plural_s(shows));
    else (void)fprintf(to, "%" PRId64 " of %" PRId64 " case%s where it shows", f->followed, shows, plural_s(shows));
    (void)fprintf(to, ": %s (instead of: %s)\n     first: %s\n", c->meaning, c->instead, f->first);
    if (fault) (void)fprintf(to, "     not in: %s\n", f->first_broken);
  }
  convention_print(followed, names, sizeof names);
  if (followed != 0) (void)fprintf(to, "conventions: %s\n", names);
}

/* Adds a list of the names, unless it is empty. */
static void describe_set(json_t *document, const char *key, convention_set set) {
  json_t *names = json_array();
  for (int n = 0; n < CONVENTIONS; n++)
    if ((set & CONVENTION_BIT(n)) != 0) document_append(names, json_string(convention_of((convention_id)n)->name));
  if (set != 0) document_set(document, key, names);
  else json_decref(names);
}

void followed_describe(json_t *document, const verdict *v) {
  describe_set(document, "followed", v->followed);
  describe_set(document, "broken", v->broken);
}

json_t *followed_document(const tally *found) {
  json_t *all = json_array();
  for (int n = 0; n < CONVENTIONS; n++) {
    const tally_convention *f = &found->of[n];
    if (f->followed == 0 && f->not_asked == 0) continue;
    json_t *one = json_object();
    document_set(one, "convention", json_string(convention_of((convention_id)n)->name));
    document_set(one, "followed", json_integer(f->followed));
    document_set(one, "broken", json_integer(f->broken));
    document_set(one, "consistent", json_boolean(!tally_is_fault(f, (convention_id)n)));
    document_set(one, "first", json_string(f->first));
    document_set(one, "first_broken", json_string(f->first_broken));
    document_set(one, "not_asked", json_integer(f->not_asked));
    document_append(all, one);
  }
  return all;
}
