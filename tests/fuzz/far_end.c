#define _GNU_SOURCE /* NOLINT: F_SETOWN_EX */
#include "tests/fuzz/far_end.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static struct {
  int line;
  const uint8_t *data;
  size_t size;
} far_end = {.line = -1};

static void answer(int number) {
  const int before = errno;
  char question[4096];
  (void)number;
  if (far_end.data != NULL && recv(far_end.line, question, sizeof question, MSG_DONTWAIT) > 0) {
    (void)send(far_end.line, far_end.data, far_end.size, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)shutdown(far_end.line, SHUT_WR);
    far_end.data = NULL;
  }
  errno = before;
}

/* The signal must reach this thread: it then comes before the call that asked returns. */
static void listen_to(int line) {
  const struct f_owner_ex self = {.type = F_OWNER_TID, .pid = gettid()};
  const struct sigaction action = {.sa_handler = answer, .sa_flags = SA_RESTART};
  const int flags = fcntl(line, F_GETFL);
  if (sigaction(SIGIO, &action, NULL) != 0 || fcntl(line, F_SETOWN_EX, &self) != 0 ||
      fcntl(line, F_SETFL, flags | O_ASYNC) != 0)
    abort();
}

int far_end_open(const uint8_t *data, size_t size, size_t early) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) abort();
  if (early > 0 && send(ends[1], data, early, MSG_NOSIGNAL) != (ssize_t)early) abort();
  far_end.line = ends[1];
  far_end.data = data + early;
  far_end.size = size - early;
  listen_to(ends[1]);
  return ends[0];
}

void far_end_close(void) {
  far_end.data = NULL;
  (void)close(far_end.line);
}
