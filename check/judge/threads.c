#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; pthread_sigmask */
#include "check/judge/threads.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum { MOST_THREADS = 64 };

typedef struct {
  int64_t count;
  bool (*part)(void *work, int64_t n);
  void *work;
  atomic_llong next;
  atomic_bool failed;
} shared;

static void *take_parts(void *data) {
  shared *s = data;
  int64_t n = atomic_fetch_add(&s->next, 1);
  while (n < s->count && !atomic_load(&s->failed)) {
    if (!s->part(s->work, n)) atomic_store(&s->failed, true);
    n = atomic_fetch_add(&s->next, 1);
  }
  return NULL;
}

/* Starts up to `wanted` threads that the process's signals do not reach; returns how many there are. */
static int start(shared *s, int wanted, pthread_t *threads) {
  sigset_t all, before;
  int count = 0;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  while (count < wanted && pthread_create(&threads[count], NULL, take_parts, s) == 0) count++;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return count;
}

bool threads_share(int64_t count, bool (*part)(void *work, int64_t n), void *work) {
  pthread_t threads[MOST_THREADS];
  shared s = {.count = count, .part = part, .work = work};
  int most = omp_get_max_threads() < omp_get_thread_limit() ? omp_get_max_threads() : omp_get_thread_limit();
  if (most > MOST_THREADS) most = MOST_THREADS;
  if (count < most) most = (int)count;
  const int started = start(&s, most - 1, threads);
  (void)take_parts(&s);
  for (int n = 0; n < started; n++) (void)pthread_join(threads[n], NULL);
  return !atomic_load(&s.failed);
}
