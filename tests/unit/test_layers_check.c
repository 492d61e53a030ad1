/* What the entries to layers, stacks and parameter counts refuse, with which status, that a refusal writes nothing, and
   the counts themselves. */
#include <math.h>

#include "tests/unit/support.h"
#include "tests/unit/support_layers.h"

enum {
  D_MODEL = 4,
  Q_HEADS = 4,
  KV_HEADS = 2,
  D_K = 3,
  D_V = 2,
  D_HIDDEN = 5,
  ROWS = 3,
  SIZE = ROWS * D_MODEL,
  WORKSPACE = 4096
};

static attest_block pair[2];
static double x[SIZE], context[SIZE];

static int make_blocks(void **state) {
  (void)state;
  random_stream r = {51};
  for (int l = 0; l < 2; l++) {
    pair[l] = (attest_block){.attention = {.d_model = D_MODEL,
                                           .d_context = D_MODEL,
                                           .q_heads = Q_HEADS,
                                           .kv_heads = KV_HEADS,
                                           .d_k = D_K,
                                           .d_v = D_V},
                             .epsilon = 1e-5,
                             .d_hidden = D_HIDDEN};
    random_block(&r, &pair[l], true);
  }
  random_fill(&r, x, SIZE);
  random_fill(&r, context, SIZE);
  return 0;
}

static int free_blocks(void **state) {
  (void)state;
  for (int l = 0; l < 2; l++) random_block_free(&pair[l]);
  return 0;
}

static void assert_status(const char *what, const char *where, attest_status actual, attest_status expected) {
  if (actual == expected) return;
  print_error("%s: %s says \"%s\", expected \"%s\"\n", what, where, attest_strerror(actual), attest_strerror(expected));
  fail();
}

/* A call of attest_multi_head_forward. */
typedef struct {
  attest_multi_head layer;
  int64_t q_len, kv_len;
} layer_call;

static void assert_layer_refused(const layer_call *c, attest_status expected, const char *what) {
  size_t bytes = 12345;
  double *y = canaries(SIZE), *work = canaries(WORKSPACE);
  assert_status(what, "workspace", attest_multi_head_workspace(&c->layer, c->q_len, c->kv_len, &bytes), expected);
  assert_int_equal(bytes, 12345);
  assert_status(
      what, "forward",
      attest_multi_head_forward(&c->layer, x, c->q_len, context, c->kv_len, false, y, work, WORKSPACE * sizeof(double)),
      expected);
  assert_true(are_canaries(y, SIZE) && are_canaries(work, WORKSPACE));
  free(y);
  free(work);
}

#define LAYER_REFUSES(status, change)                                                                                  \
  do {                                                                                                                 \
    layer_call c = {pair[0].attention, ROWS, ROWS};                                                                    \
    change;                                                                                                            \
    assert_layer_refused(&c, status, #change);                                                                         \
  } while (0)

static void layers(void **state) {
  (void)state;
  const int64_t most = ATTEST_MAX_SIZE;
  LAYER_REFUSES(ATTEST_BAD_POINTER, c.layer.w_q = NULL);
  LAYER_REFUSES(ATTEST_BAD_POINTER, c.layer.w_k = NULL);
  LAYER_REFUSES(ATTEST_BAD_POINTER, c.layer.w_v = NULL);
  LAYER_REFUSES(ATTEST_BAD_POINTER, c.layer.w_o = NULL);
  for (int n = 0; n < 3; n++) {
    const int64_t size = (const int64_t[]){0, -1, most + 1}[n];
    LAYER_REFUSES(ATTEST_BAD_SHAPE, c.layer.d_model = size);
    LAYER_REFUSES(ATTEST_BAD_SHAPE, c.layer.d_context = size);
    LAYER_REFUSES(ATTEST_BAD_SHAPE, c.layer.d_k = size);
    LAYER_REFUSES(ATTEST_BAD_SHAPE, c.layer.d_v = size);
    LAYER_REFUSES(ATTEST_BAD_HEADS, c.layer.q_heads = size);
    LAYER_REFUSES(ATTEST_BAD_HEADS, c.layer.kv_heads = size);
  }
  LAYER_REFUSES(ATTEST_BAD_SHAPE, c.q_len = -1);
  LAYER_REFUSES(ATTEST_BAD_SHAPE, c.kv_len = -1);
  LAYER_REFUSES(ATTEST_BAD_SHAPE, c.q_len = most + 1);
  LAYER_REFUSES(ATTEST_BAD_SHAPE, c.kv_len = INT64_MAX);
  LAYER_REFUSES(ATTEST_BAD_HEADS, c.layer.kv_heads = 3);
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.q_heads = most, c.layer.d_k = most));
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.q_heads = most, c.layer.d_v = most));
  LAYER_REFUSES(ATTEST_TOO_LARGE, c.layer.d_k = most / Q_HEADS + 1);                       /* a row of queries */
  LAYER_REFUSES(ATTEST_TOO_LARGE, c.layer.d_v = most / Q_HEADS + 1);                       /* a row of heads */
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.q_len = most, c.kv_len = (1 << 24) + 1));             /* scores */
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.d_k = most / Q_HEADS, c.layer.d_model = most)); /* w_q: 2^60 */
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.d_k = most, c.q_len = most));
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.d_v = most, c.kv_len = most));
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.d_model = most, c.q_len = most));
  LAYER_REFUSES(ATTEST_TOO_LARGE, (c.layer.d_context = most, c.kv_len = most));
}

/* Sizes at their limits are accepted, however large: 2^56 in each of the products, 2^30 in a row of all heads. */
static void large_layers(void **state) {
  (void)state;
  const int64_t most = ATTEST_MAX_SIZE, rest = 1 << 26;
  attest_multi_head a = pair[0].attention;
  size_t bytes = 0;
  assert_int_equal(attest_multi_head_workspace(&a, most, 1, &bytes), ATTEST_OK);
  a.d_k = rest / Q_HEADS;
  assert_int_equal(attest_multi_head_workspace(&a, most, 1 << 24, &bytes), ATTEST_OK);
  assert_true(bytes >= sizeof(double) * (size_t)rest * (size_t)most);
  a.d_k = a.d_v = most / Q_HEADS;
  assert_int_equal(attest_multi_head_workspace(&a, 1, 1, &bytes), ATTEST_OK);
  a = pair[0].attention;
  a.d_model = rest;
  assert_int_equal(attest_multi_head_workspace(&a, most, 1, &bytes), ATTEST_OK);
  attest_block b = pair[0];
  b.d_hidden = most / 2;
  assert_int_equal(attest_stack_workspace(&b, 1, most / 8, &bytes), ATTEST_OK);
  assert_true(bytes >= sizeof(double) * (size_t)rest * (size_t)most);
  b = pair[0];
  b.attention.d_model = b.attention.d_context = rest;
  b.d_hidden = most;
  assert_int_equal(attest_stack_workspace(&b, 1, ROWS, &bytes), ATTEST_OK);
}

static void layer_pointers(void **state) {
  (void)state;
  const attest_multi_head *a = &pair[0].attention;
  size_t bytes = 0;
  assert_int_equal(attest_multi_head_workspace(NULL, ROWS, ROWS, &bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_workspace(a, ROWS, ROWS, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_workspace(a, ROWS, ROWS, &bytes), ATTEST_OK);
  double *y = canaries(SIZE), *work = canaries(WORKSPACE);
  assert_in_range(bytes, 1, WORKSPACE * sizeof(double));
  assert_int_equal(attest_multi_head_forward(NULL, x, ROWS, context, ROWS, false, y, work, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_forward(a, NULL, ROWS, context, ROWS, false, y, work, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_forward(a, x, ROWS, NULL, ROWS, false, y, work, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_forward(a, x, ROWS, context, ROWS, false, NULL, work, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_forward(a, x, ROWS, context, ROWS, false, y, NULL, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_multi_head_forward(a, x, ROWS, context, ROWS, false, y, work, bytes - 1),
                   ATTEST_BAD_WORKSPACE);
  assert_true(are_canaries(y, SIZE) && are_canaries(work, WORKSPACE));
  assert_int_equal(attest_multi_head_forward(a, x, ROWS, context, ROWS, false, y, work, bytes), ATTEST_OK);
  for (int n = 0; n < SIZE; n++) assert_false(are_canaries(y + n, 1));
  free(y);
  free(work);
}

/* No context: every head is 0, and y is the bias of W_O. */
static void empty_context(void **state) {
  (void)state;
  double y[SIZE];
  multi_head(&pair[0].attention, x, ROWS, context, 0, true, y);
  for (int64_t i = 0; i < ROWS; i++) assert_all_same(y + i * D_MODEL, pair[0].attention.b_o, D_MODEL);
}

/* A call of attest_stack_forward. */
typedef struct {
  attest_block blocks[2];
  int64_t count, rows;
} stack_call;

static void assert_stack_refused(const stack_call *c, attest_status expected, const char *what) {
  size_t bytes = 12345;
  double *y = canaries(SIZE), *work = canaries(WORKSPACE);
  assert_status(what, "workspace", attest_stack_workspace(c->blocks, c->count, c->rows, &bytes), expected);
  assert_int_equal(bytes, 12345);
  assert_status(what, "forward",
                attest_stack_forward(c->blocks, c->count, y, c->rows, false, work, WORKSPACE * sizeof(double)),
                expected);
  assert_true(are_canaries(y, SIZE) && are_canaries(work, WORKSPACE));
  free(y);
  free(work);
}

#define STACK_REFUSES(status, change)                                                                                  \
  do {                                                                                                                 \
    stack_call c = {{pair[0], pair[1]}, 2, ROWS};                                                                      \
    change;                                                                                                            \
    assert_stack_refused(&c, status, #change);                                                                         \
  } while (0)

/* Each in the second block, so that checking only the first would not do. */
static void stacks(void **state) {
  (void)state;
  const int64_t most = ATTEST_MAX_SIZE;
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.count = 0);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.count = -1);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.rows = -1);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].attention.w_q = NULL);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].gain_1 = NULL);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].offset_1 = NULL);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].gain_2 = NULL);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].offset_2 = NULL);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].w_1 = NULL);
  STACK_REFUSES(ATTEST_BAD_POINTER, c.blocks[1].w_2 = NULL);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.blocks[1].attention.d_k = 0);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.blocks[1].attention.d_context = D_MODEL + 1);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.blocks[1].attention.d_model = c.blocks[1].attention.d_context = D_MODEL + 1);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.blocks[1].d_hidden = 0);
  STACK_REFUSES(ATTEST_BAD_SHAPE, c.blocks[1].d_hidden = most + 1);
  STACK_REFUSES(ATTEST_BAD_HEADS, c.blocks[1].attention.kv_heads = 3);
  STACK_REFUSES(ATTEST_TOO_LARGE, (c.rows = most / 8, c.blocks[1].d_hidden = most));
  STACK_REFUSES(ATTEST_TOO_LARGE, c.blocks[1].attention.d_k = c.blocks[1].attention.q_heads = most);
  STACK_REFUSES(ATTEST_BAD_OPTION, c.blocks[1].epsilon = 0);
  STACK_REFUSES(ATTEST_BAD_OPTION, c.blocks[1].epsilon = -1e-5);
  STACK_REFUSES(ATTEST_BAD_OPTION, c.blocks[1].epsilon = NAN);
  STACK_REFUSES(ATTEST_BAD_OPTION, c.blocks[1].epsilon = HUGE_VAL);
}

static void stack_pointers(void **state) {
  (void)state;
  size_t bytes = 0;
  assert_int_equal(attest_stack_workspace(NULL, 2, ROWS, &bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_stack_workspace(pair, 2, ROWS, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_stack_workspace(pair, 2, ROWS, &bytes), ATTEST_OK);
  double *y = canaries(SIZE), *work = canaries(WORKSPACE);
  assert_in_range(bytes, 1, WORKSPACE * sizeof(double));
  assert_int_equal(attest_stack_forward(NULL, 2, y, ROWS, false, work, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_stack_forward(pair, 2, NULL, ROWS, false, work, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_stack_forward(pair, 2, y, ROWS, false, NULL, bytes), ATTEST_BAD_POINTER);
  assert_int_equal(attest_stack_forward(pair, 2, y, ROWS, false, work, bytes - 1), ATTEST_BAD_WORKSPACE);
  assert_true(are_canaries(y, SIZE) && are_canaries(work, WORKSPACE));
  free(y);
  free(work);
}

/* The workspace is that of the largest block, in whichever place it is and whichever part makes it large. */
static void stack_workspace(void **state) {
  (void)state;
  size_t small = 0, large[2] = {0, 0};
  attest_block blocks[2] = {pair[0], pair[1]};
  assert_int_equal(attest_stack_workspace(blocks, 2, ROWS, &small), ATTEST_OK);
  for (int l = 0; l < 2; l++) {
    blocks[0].d_hidden = blocks[1].d_hidden = D_HIDDEN;
    blocks[l].d_hidden = 1000;
    assert_int_equal(attest_stack_workspace(blocks, 2, ROWS, &large[l]), ATTEST_OK);
  }
  assert_int_equal(large[0], large[1]);
  assert_true(large[0] > small && large[0] >= sizeof(double) * ROWS * 1000);
}

/* Nothing to compute needs no workspace, not even an address. */
static void no_rows(void **state) {
  (void)state;
  size_t bytes = 1;
  double *y = canaries(1);
  assert_int_equal(attest_multi_head_workspace(&pair[0].attention, 0, 0, &bytes), ATTEST_OK);
  assert_int_equal(bytes, 0);
  assert_int_equal(attest_multi_head_forward(&pair[0].attention, x, 0, context, 0, false, y, NULL, 0), ATTEST_OK);
  assert_int_equal(attest_stack_workspace(pair, 2, 0, &bytes), ATTEST_OK);
  assert_int_equal(bytes, 0);
  assert_int_equal(attest_stack_forward(pair, 2, y, 0, false, NULL, 0), ATTEST_OK);
  assert_true(are_canaries(y, 1));
  free(y);
}

/* GPT-3: 96 layers of 96 heads of 128, d_model 12288. */
static void gpt3(void **state) {
  (void)state;
  const attest_model_sizes attention = {
      .d_model = 12288, .q_heads = 96, .kv_heads = 96, .d_k = 128, .d_v = 128, .layers = 96};
  attest_parameters n;
  assert_int_equal(attest_count_parameters(&attention, &n), ATTEST_OK);
  assert_true(n.query_head == 1572864);
  assert_true(n.query_head + n.key_head + n.value_down_head == 4718592);
  assert_true(n.value_down_head + n.value_up_head == 3145728);
  assert_true(n.attention_layer == 603979776);
  assert_true(n.feed_forward_layer == 0 && n.norms_layer == 0);
  assert_true(n.total == INT64_C(57982058496));
}

static void full_value_map(void **state) {
  (void)state;
  const attest_model_sizes one_head = {.d_model = 12288, .q_heads = 1, .kv_heads = 1, .d_v = 12288, .layers = 1};
  attest_parameters n;
  assert_int_equal(attest_count_parameters(&one_head, &n), ATTEST_OK);
  assert_true(n.value_down_head == 150994944);
}

/* Small enough to count on paper; distinct sizes, so that none stands for another. */
static void counts_by_hand(void **state) {
  (void)state;
  attest_model_sizes sizes = {
      .d_model = 7, .q_heads = 6, .kv_heads = 3, .d_k = 2, .d_v = 5, .d_hidden = 11, .layers = 4};
  attest_parameters n;
  assert_int_equal(attest_count_parameters(&sizes, &n), ATTEST_OK);
  assert_true(n.query_head == 14 && n.key_head == 14 && n.value_down_head == 35 && n.value_up_head == 35);
  assert_true(n.attention_layer == 84 + 42 + 105 + 210);
  assert_true(n.feed_forward_layer == 154 && n.norms_layer == 0);
  assert_true(n.total == 2380);
  sizes.biases = sizes.layer_norms = true;
  assert_int_equal(attest_count_parameters(&sizes, &n), ATTEST_OK);
  assert_true(n.query_head == 16 && n.key_head == 16 && n.value_down_head == 40 && n.value_up_head == 35);
  assert_true(n.attention_layer == 441 + 12 + 6 + 15 + 7);
  assert_true(n.feed_forward_layer == 154 + 11 + 7 && n.norms_layer == 28);
  assert_true(n.total == 2724);
  sizes.d_hidden = 1;
  assert_int_equal(attest_count_parameters(&sizes, &n), ATTEST_OK);
  assert_true(n.feed_forward_layer == 14 + 1 + 7);
  sizes.d_hidden = 0;
  assert_int_equal(attest_count_parameters(&sizes, &n), ATTEST_OK);
  assert_true(n.feed_forward_layer == 0); /* no feed-forward has no biases either */
}

static void assert_count_refused(const attest_model_sizes *s, attest_status expected, const char *what) {
  attest_parameters n, before;
  memset(&before, 0x5a, sizeof before);
  n = before;
  assert_status(what, "count", attest_count_parameters(s, &n), expected);
  assert_memory_equal(&n, &before, sizeof n);
}

#define COUNT_REFUSES(status, change)                                                                                  \
  do {                                                                                                                 \
    attest_model_sizes s = {                                                                                           \
        .d_model = 7, .q_heads = 6, .kv_heads = 3, .d_k = 2, .d_v = 5, .d_hidden = 11, .layers = 4};                   \
    change;                                                                                                            \
    assert_count_refused(&s, status, #change);                                                                         \
  } while (0)

static void counts_refused(void **state) {
  (void)state;
  const int64_t most = ATTEST_MAX_SIZE;
  attest_parameters unused;
  attest_model_sizes none = {0};
  assert_int_equal(attest_count_parameters(NULL, &unused), ATTEST_BAD_POINTER);
  assert_int_equal(attest_count_parameters(&none, NULL), ATTEST_BAD_POINTER);
  assert_int_equal(attest_count_parameters(&none, &unused), ATTEST_OK);
  assert_true(unused.total == 0);
  for (int n = 0; n < 2; n++) {
    const int64_t size = (const int64_t[]){-1, most + 1}[n];
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.d_model = size);
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.q_heads = size);
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.kv_heads = size);
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.d_k = size);
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.d_v = size);
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.d_hidden = size);
    COUNT_REFUSES(ATTEST_BAD_SHAPE, s.layers = size);
  }
  COUNT_REFUSES(ATTEST_TOO_LARGE, s.d_model = s.q_heads = s.d_k = most);
  COUNT_REFUSES(ATTEST_TOO_LARGE, s.d_model = s.kv_heads = s.d_k = most);
  COUNT_REFUSES(ATTEST_TOO_LARGE, s.d_model = s.kv_heads = s.d_v = most);
  COUNT_REFUSES(ATTEST_TOO_LARGE, s.d_model = s.q_heads = s.d_v = most);
  COUNT_REFUSES(ATTEST_TOO_LARGE, s.d_model = s.d_hidden = s.layers = most);
  COUNT_REFUSES(ATTEST_TOO_LARGE, (s.d_model = s.d_k = s.layers = most, s.d_hidden = 0));
}

/* What still fits, and what is just too much, at each of the sums: attention is q_heads d_k d_model + kv_heads d_k
   d_model, the rest 0. */
static void counts_at_the_limit(void **state) {
  (void)state;
  attest_parameters n;
  attest_model_sizes s = {.d_model = 1 << 30, .q_heads = 1 << 30, .d_k = 4, .layers = 1}; /* 2^62 */
  assert_int_equal(attest_count_parameters(&s, &n), ATTEST_OK);
  assert_true(n.total == INT64_C(1) << 62);
  s.layers = 2; /* 2^63 */
  assert_int_equal(attest_count_parameters(&s, &n), ATTEST_TOO_LARGE);
  s.d_k = 3; /* 2 * 3 * 2^60 */
  assert_int_equal(attest_count_parameters(&s, &n), ATTEST_OK);
  assert_true(n.total == INT64_C(6) << 60);
  /* (7 + 1) * 2^60 = 2^63 */
  s = (attest_model_sizes){.d_model = 1 << 30, .q_heads = 7, .kv_heads = 1, .d_k = 1 << 30, .layers = 1};
  assert_int_equal(attest_count_parameters(&s, &n), ATTEST_TOO_LARGE);
  /* their product is INT64_MAX / 9 */
  s = (attest_model_sizes){.d_model = 1065353471, .q_heads = 9, .d_k = 961952200, .layers = 1};
  assert_int_equal(attest_count_parameters(&s, &n), ATTEST_OK);
  assert_true(n.total == INT64_MAX / 9 * 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layers),
      cmocka_unit_test(large_layers),
      cmocka_unit_test(layer_pointers),
      cmocka_unit_test(empty_context),
      cmocka_unit_test(stacks),
      cmocka_unit_test(stack_pointers),
      cmocka_unit_test(stack_workspace),
      cmocka_unit_test(no_rows),
      cmocka_unit_test(gpt3),
      cmocka_unit_test(full_value_map),
      cmocka_unit_test(counts_by_hand),
      cmocka_unit_test(counts_refused),
      cmocka_unit_test(counts_at_the_limit),
  };
  return cmocka_run_group_tests(tests, make_blocks, free_blocks);
}
