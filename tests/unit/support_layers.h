/* Random layers and blocks for tests. */
#ifndef ATTEST_TESTS_SUPPORT_LAYERS_H
#define ATTEST_TESTS_SUPPORT_LAYERS_H

#include "attest_layers.h"
#include "tests/oracle/layers_oracle.h"
#include "tests/unit/random.h"

/* n random numbers in [-1,1), to be freed. */
double *random_array(random_stream *r, int64_t n);

/* Weights and biases for a layer whose sizes are set; with biases false they are NULL. */
void random_layer(random_stream *r, attest_multi_head *a, bool biases);
void random_layer_free(attest_multi_head *a);

/* Weights, gains and so on for a block whose sizes are set. */
void random_block(random_stream *r, attest_block *b, bool biases);
void random_block_free(attest_block *b);

/* x as exact estimates, to be freed. */
estimate *exact_estimates(const double *x, int64_t n);

/* Every |y_j - exact_j| is within exact_j's error, and that is small enough to find a bug. */
void assert_estimated(const double *y, const estimate *exact, int64_t n);

/* attest_multi_head_forward and attest_stack_forward with a workspace of exactly the size asked for; assert success. */
void multi_head(const attest_multi_head *layer, const double *x, int64_t q_len, const double *context, int64_t kv_len,
                bool causal, double *y);
void stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal);

#endif
