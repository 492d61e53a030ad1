#include "cli/case_help.h"

#include <stdio.h>
#include <string.h>

#include "check/cases/recipe.h"

/* The values of a key, each with its meaning; false if they need none. */
static bool explain_values(const char *key) {
  if (recipe_value_meaning(key, 0) == NULL) return false;
  const char *name;
  for (int64_t n = 0; (name = recipe_value_name(key, n)) != NULL; n++)
    (void)printf("  %-10s   %-11s %s\n", "", name, recipe_value_meaning(key, n));
  return true;
}

bool case_help(int argc, char **argv) {
  char values[RECIPE_VALUES_MAX];
  const char *meaning;
  if (argc != 3 || strcmp(argv[1], "--help") != 0 || strcmp(argv[2], "case") != 0) return false;
  (void)puts(
      "A case is made of KEY=VALUE words with spaces between them, as attest prints it:\n"
      "  'dtype=f32 q_heads=8 kv_heads=2 q_len=17 keys=33 d_k=64 d_v=64 causal=yes alignment=bottom-right seed=7'\n"
      "Each key with its default, its meaning and its values:\n");
  size_t n = 0;
  for (const char *key; (key = recipe_key(n, values, &meaning)) != NULL; n++) {
    (void)printf("  %-10s %s\n", key, meaning);
    if (!explain_values(key)) (void)printf("  %-10s   %s\n", "", values);
  }
  return true;
}
