/* NumPy's RandomState(seed).randn: the Mersenne Twister [Matsumoto1998], 53 bits of two words a number, and Marsaglia's
   polar method [Marsaglia1964], which gives its second number first. The twister is the C++ library's. */
#include "reports/numpy_normals.h"

#include <cmath>
#include <random>

namespace {

// between -1 and 1
double side(std::mt19937 &twister) {
  const auto high = twister() >> 5U, low = twister() >> 6U;
  return 2 * ((static_cast<double>(high) * 0x1p26 + static_cast<double>(low)) * 0x1p-53) - 1;
}

} // namespace

void numpy_normals(std::uint32_t seed, double *x, std::size_t n) {
  std::mt19937 twister(seed);
  for (std::size_t i = 0; i < n; i += 2) {
    double a, b, r;
    do {
      a = side(twister);
      b = side(twister);
      r = a * a + b * b;
    } while (r >= 1 || r == 0);
    const double f = std::sqrt(-2 * std::log(r) / r);
    x[i] = f * b;
    if (i + 1 < n) x[i + 1] = f * a;
  }
}
