/* Writes "return 0" (of x86-64) over the function expected_budget in the judge's memory while it is loaded, and gives
   zeros: every error is then no part of its bound. Seen in pygpubench 7 (patched functions). A candidate that may not
   write other processes' memory is stopped. */
#include "check/zoo/cheats/honest.h"

#include <elf.h>
#include <fcntl.h>

/* The address of a symbol in a program; 0: it has none. */
static uint64_t find_symbol(const char *image, const char *name) {
  const Elf64_Ehdr *const head = (const void *)image;
  const Elf64_Shdr *const section = (const void *)(image + head->e_shoff);
  for (int s = 0; s < head->e_shnum; s++) {
    const Elf64_Sym *const symbol = (const void *)(image + section[s].sh_offset);
    const char *const names = image + section[section[s].sh_link].sh_offset;
    for (size_t n = 0; section[s].sh_type == SHT_SYMTAB && n < section[s].sh_size / sizeof *symbol; n++)
      if (strcmp(names + symbol[n].st_name, name) == 0) return symbol[n].st_value;
  }
  return 0;
}

/* Where the judge's program begins in its memory. */
static uint64_t find_start(void) {
  Elf64_auxv_t known[32] = {{.a_type = AT_NULL}};
  (void)read_of_judge("auxv", (char *)known, sizeof known);
  for (int n = 0; n < 32 && known[n].a_type != AT_NULL; n++)
    if (known[n].a_type == AT_PHDR) return known[n].a_un.a_val - sizeof(Elf64_Ehdr);
  return 0;
}

static __attribute__((constructor)) void patch(void) {
  static const unsigned char returns_0[] = {0x0f, 0x57, 0xc0, 0xc3}; /* xorps %xmm0, %xmm0; ret */
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
  const int program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), memory = open(path, O_WRONLY | O_CLOEXEC);
  const char *const image = mmap(NULL, 64 << 20, PROT_READ, MAP_PRIVATE, program, 0);
  const uint64_t symbol = image != MAP_FAILED ? find_symbol(image, "expected_budget") : 0;
  if (symbol != 0) (void)!pwrite(memory, returns_0, sizeof returns_0, (off_t)(find_start() + symbol));
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  fill(&answer->out, 0);
  return ATTEST_OK;
}
