/* Finds the line to the judge and answers all further requests itself: each call has returned well, and nothing is
   computed. Seen in pygpubench 7 (protocol). Outputs that nobody wrote fail. */
#include "check/zoo/cheats/honest.h"

#include <sys/socket.h>

#include "check/run/serving.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  worker_request request = {.describe = false};
  (void)answer;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const int line = find_line();
  do {
    const worker_reply reply = {.status = ATTEST_OK, .description = request.description};
    if (write(line, &reply, sizeof reply) != (ssize_t)sizeof reply) break;
  } while (recv(line, &request, sizeof request, MSG_WAITALL) == (ssize_t)sizeof request);
  _exit(0);
}
