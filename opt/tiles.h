/* The tiles of AMX [Intel2020, chapter 3], all of one shape: 16 rows of 64 bytes. */
#ifndef ATTEST_OPT_TILES_H
#define ATTEST_OPT_TILES_H

#include <immintrin.h>
#include <stdint.h>

#define TILES_TARGET __attribute__((target("amx-tile,amx-bf16")))

enum { TILE = 16 };

/* Before the first use in a thread; _tile_release() after the last. */
TILES_TARGET static inline void tiles_begin(void) {
  struct {
    uint8_t palette, start, none[14];
    uint16_t bytes[16];
    uint8_t rows[16];
  } shape = {.palette = 1};
  for (int n = 0; n < 8; n++) {
    shape.bytes[n] = 64;
    shape.rows[n] = TILE;
  }
  __asm__ volatile("ldtilecfg %0" : : "m"(shape)); /* gcc's _tile_loadconfig does not say that it reads memory */
}

#endif
