/* A weight w of the type's spacing u, rounded to the type, has an error (read - w) / u in [-1/2, 1/2], with mean 0;
   truncated, in (-1, 0], with mean -1/2. What is rounded before, such as exponentials, widens both, and moves neither
   mean. */
#include "check/zoo/truncation.h"

#include <math.h>
#include <stdio.h>

#include "check/cases/format.h"

#define LEAST 48      /* weights */
#define TELLING 1e-3  /* weights of normal numbers */
#define MEAN 0.12     /* largest distance of the mean from -1/2 */
#define DEVIATION 0.6 /* largest standard deviation */

void truncation_print(const sheet *s, char text[DETAIL_TEXT_MAX]) {
  const int bits = format_of(s->dtype)->significand_bits;
  double sum = 0, squares = 0;
  size_t count = 0;
  text[0] = '\0';
  if (s->dtype != ATTEST_F16 && s->dtype != ATTEST_BF16) return;
  for (int64_t n = 0; n < s->rows * s->keys; n++) {
    int exponent;
    if (!s->visible[n] || !(s->weight[n] > TELLING) || s->weight[n] >= 1) continue;
    (void)frexp(s->weight[n], &exponent);
    const double error = ldexp(s->read[n] - s->weight[n], bits - exponent);
    sum += error, squares += error * error;
    count++;
  }
  const double mean = sum / (double)count, deviation = sqrt(squares / (double)count - mean * mean);
  if (count < LEAST || !(fabs(mean + 0.5) <= MEAN) || !(deviation <= DEVIATION)) return;
  (void)snprintf(
      text, DETAIL_TEXT_MAX,
      "the output is truncated, not rounded: weights are off by %.2f units in the last place on average (%zu "
      "weights)",
      mean, count);
}
