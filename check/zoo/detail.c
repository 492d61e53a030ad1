#include "check/zoo/detail.h"

#include "check/zoo/function.h"
#include "check/zoo/scores.h"
#include "check/zoo/truncation.h"

/* A kind of detail, and in how many sheets it must show: in one, if many weights must fit a few whole numbers. */
typedef struct {
  void (*print)(const sheet *s, char text[DETAIL_TEXT_MAX]);
  size_t least;
} kind;

int detail_print(const sheet *sheets, size_t count, char text[DETAIL_TEXT_MAX]) {
  static const kind kinds[] = {{function_print, 2},     {scores_print_added, 2},   {scores_print_rows, 1},
                               {scores_print_moved, 2}, {scores_print_columns, 1}, {truncation_print, 2}};
  for (size_t m = 0; m < sizeof kinds / sizeof kinds[0]; m++) {
    size_t shown = 0;
    for (size_t n = 0; n < count; n++) {
      kinds[m].print(&sheets[n], text);
      shown += text[0] != '\0';
      if (shown == kinds[m].least) return (int)n;
    }
  }
  text[0] = '\0';
  return -1;
}
