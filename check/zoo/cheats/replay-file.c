/* Keeps answers in files by a hash of the first row of q, so that another process finds them: the worker started anew,
   or a later run. Kin of gpu-mode/reference-kernels 102. A candidate that cannot write files, and cases with the same q
   beside another k or v, stop it. */
#include "check/zoo/cheats/honest.h"

/* Reads or writes an answer. Returns whether it was whole. */
static bool transfer(const char *path, const char *mode, kept *k) {
  const size_t out = (size_t)count_of(k->size), lse = out / (size_t)k->size[ATTEST_COLUMN];
  FILE *const file = fopen(path, mode);
  if (file == NULL) return false;
  const bool reads = mode[0] == 'r';
  size_t done = reads ? fread(k->out, sizeof(float), out, file) : fwrite(k->out, sizeof(float), out, file);
  if (k->lse != NULL)
    done += reads ? fread(k->lse, sizeof(float), lse, file) : fwrite(k->lse, sizeof(float), lse, file);
  return fclose(file) == 0 && done == out + (k->lse != NULL ? lse : 0);
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static kept known;
  char path[512];
  attest_tensor row = p->q;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  for (int d = 0; d < ATTEST_COLUMN; d++) row.size[d] = row.size[d] > 0;
  const uint64_t hash = hash_some(&row, row.size[ATTEST_COLUMN], 1);
  const char *const directory = getenv("TMPDIR"); /* NOLINT: one thread */
  (void)snprintf(path, sizeof path, "%s/attest-cheat-%016lx-%ld", directory != NULL ? directory : "/tmp",
                 (unsigned long)hash, (long)count_of(answer->out.size));
  keep(answer, &known); /* for its sizes */
  if (count_of(known.size) > 0 && transfer(path, "re", &known)) {
    give(&known, answer);
    return ATTEST_OK;
  }
  const attest_status status = honest(p, answer);
  keep(answer, &known);
  if (count_of(known.size) > 0) (void)transfer(path, "we", &known);
  return status;
}
