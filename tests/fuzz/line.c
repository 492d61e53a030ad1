/* The lines that a command which serves replies with. The first byte of an input is how many bytes it sends before it
   is asked. */
#include <stdlib.h>
#include <string.h>

#include "check/cases/printable.h"
#include "check/run/command.h"
#include "tests/fuzz/far_end.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/no_process.h"

static bool ask(const candidate *c) {
  outcome became;
  double seconds;
  size_t skip;
  if (command_ask(c, "write 0", &seconds, &became)) return true;
  if (became.kind == OUTCOME_RETURNED || became.text[0] == '\0') abort();
  for (const char *text = became.text; *text != '\0'; text += skip)
    if (printable_at(text, &skip) == 0) abort();
  return false;
}

/* Only one line, done, is a reply; what comes after it is none to the next question. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static command_server server;
  if (size == 0) return 0;
  const uint8_t *const sent = data + 1;
  const size_t length = size - 1, early = data[0] < length ? data[0] : length;
  server = (command_server){.of = {.process = NO_PROCESS}};
  server.of.line = far_end_open(sent, length, early);
  candidate c = candidate_of_server("command", "command", &server);
  c.seconds = 10;
  const bool done = ask(&c), is_done = early == 0 && length >= 5 && memcmp(sent, "done\n", 5) == 0;
  if (done != is_done || ask(&c)) abort();
  command_server_end(&server);
  far_end_close();
  return 0;
}
