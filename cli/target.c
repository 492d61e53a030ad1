#include "cli/target.h"

#include <stdio.h>

#include "attest.h"
#include "check/zoo/zoo.h"

const char *target_name(size_t n) {
  static char text[80];
  size_t variants = 0, mutants;
  const zoo_mutant *const all = zoo_list(&mutants);
  if (n == 0) return "reference";
  while (variants < n && attest_variant_name(variants) != NULL) variants++;
  if (variants == n) return attest_variant_name(n - 1);
  n -= variants + 1;
  if (n >= mutants) return NULL;
  (void)snprintf(text, sizeof text, "zoo:%s", all[n].name);
  return text;
}
