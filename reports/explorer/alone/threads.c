/* Work that other programs share among threads, on the one thread of a page. */
#include "check/judge/threads.h"

bool threads_share(int64_t count, bool (*part)(void *work, int64_t n), void *work) {
  for (int64_t n = 0; n < count; n++)
    if (!part(work, n)) return false;
  return true;
}
