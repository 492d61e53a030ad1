#include "check/zoo/zoo.h"

#include <string.h>

#include "check/zoo/families.h"

static const zoo_family *const families[] = {&zoo_masks, &zoo_diagonal, &zoo_window, &zoo_broadcast, &zoo_scale,
                                             &zoo_heads, &zoo_tails,    &zoo_online, &zoo_integers,  &zoo_precision};

static const zoo_mutant right[] = {
    {.name = "correct-materialised", .form = ZOO_MATERIALISED},
    {.name = "correct-tiled", .form = ZOO_TILED},
    {.name = "correct-split", .form = ZOO_SPLIT},
};

#define MOST 200

const zoo_mutant *zoo_list(size_t *count) {
  static zoo_mutant all[MOST];
  static size_t used; /* 0 until the first call */
  size_t next = used;
  for (size_t f = 0; used == 0 && f < sizeof families / sizeof families[0]; f++)
    for (size_t n = 0; n < families[f]->count && next < MOST; n++) {
      all[next] = families[f]->mutants[n];
      all[next++].family = families[f]->name;
    }
  *count = used = next;
  return all;
}

const zoo_mutant *zoo_find(const char *name) {
  size_t count;
  const zoo_mutant *all = zoo_list(&count);
  for (size_t n = 0; n < count; n++)
    if (strcmp(name, all[n].name) == 0) return &all[n];
  for (size_t n = 0; n < sizeof right / sizeof right[0]; n++)
    if (strcmp(name, right[n].name) == 0) return &right[n];
  return NULL;
}
