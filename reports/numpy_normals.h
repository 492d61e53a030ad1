/* The normal numbers that a listing in Python computes with. */
#ifndef ATTEST_REPORTS_NUMPY_NORMALS_H
#define ATTEST_REPORTS_NUMPY_NORMALS_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
extern "C" {
#else
#include <stddef.h>
#include <stdint.h>
#endif

/* The first n numbers of numpy.random.RandomState(seed).randn. */
void numpy_normals(uint32_t seed, double *x, size_t n);

#ifdef __cplusplus
}
#endif

#endif
