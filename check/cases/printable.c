#include "check/cases/printable.h"

#include <stdbool.h>
#include <stdint.h>

/* How many bytes a character of this first byte has; 0: it is none. */
static size_t length_of(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

static bool is_shown(uint32_t c, size_t length) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
  const bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  const bool none = (c >= 0xd800 && c < 0xe000) || (c & 0xfffe) == 0xfffe || c > 0x10ffff || c < least[length];
  return !control && !turns && !none;
}

size_t printable_at(const char *text, size_t *skip) {
  const unsigned char *const byte = (const unsigned char *)text;
  const size_t length = length_of(byte[0]);
  *skip = 1;
  if (length == 0) return 0;
  uint32_t c = length == 1 ? byte[0] : byte[0] & (0x7fU >> length);
  for (size_t n = 1; n < length; n++) {
    if ((byte[n] & 0xc0) != 0x80) return 0;
    c = c << 6 | (byte[n] & 0x3f);
  }
  *skip = length;
  return is_shown(c, length) ? length : 0;
}

void printable(char *text) {
  char *to = text;
  for (size_t skip; *text != '\0'; text += skip) {
    const size_t length = printable_at(text, &skip);
    if (length == 0) *to++ = '?';
    for (size_t n = 0; n < length; n++) *to++ = text[n];
  }
  *to = '\0';
}
