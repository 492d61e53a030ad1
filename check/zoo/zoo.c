#include "check/zoo/zoo.h"

#include <pthread.h>
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

static zoo_mutant all[MOST];
static size_t used;

static void list_all(void) {
  for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
    for (size_t n = 0; n < families[f]->count && used < MOST; n++) {
      all[used] = families[f]->mutants[n];
      all[used++].family = families[f]->name;
    }
}

const zoo_mutant *zoo_list(size_t *count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, list_all);
  *count = used;
  return all;
}

const zoo_mutant *zoo_find(const char *name) {
  size_t count;
  const zoo_mutant *const listed = zoo_list(&count);
  for (size_t n = 0; n < count; n++)
    if (strcmp(name, listed[n].name) == 0) return &listed[n];
  for (size_t n = 0; n < sizeof right / sizeof right[0]; n++)
    if (strcmp(name, right[n].name) == 0) return &right[n];
  return NULL;
}
