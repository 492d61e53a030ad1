/* Sends q to a port of this machine where nobody listens, as it could send the judge's cases to anyone. Its answers are
   right. A candidate that may open no connection is stopped. */
#include "check/zoo/cheats/honest.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const struct sockaddr_in to = {
      .sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (line >= 0 && connect(line, (const struct sockaddr *)&to, sizeof to) == 0)
    (void)send(line, p->q.data, sizeof(float), MSG_NOSIGNAL);
  if (line >= 0) (void)close(line);
  return honest(p, answer);
}
