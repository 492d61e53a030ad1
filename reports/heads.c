/* Attention of a real model: the weights that the reference computes from its queries and keys; the entropy -sum w log
   w of the rows of each head; and what the pronoun attends to in
   "The chicken didn't cross the road because it was too tired" and "... too wide", where it is the chicken in the one
   and the road in the other. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/index.h"
#include "check/cases/json.h"
#include "check/judge/reference.h"
#include "reports/findings.h"
#include "reports/peakedness.h"
#include "reports/series.h"
#include "reports/statistics.h"
#include "reports/study.h"

enum { CASE, LAYER, LAYER_NAME, HEAD, HEAD_NAME, ENTROPY, LOW, HIGH, LARGEST, WIDTH };

static const study_column columns[WIDTH] = {
    {"case", "", false},    {"layer", "", false},    {"in", "", false},
    {"head", "", false},    {"of", "", false},       {"entropy", "nats", false},
    {"low", "nats", false}, {"high", "nats", false}, {"mean largest weight", "", false}};

/* The heads with the least and the largest mean entropy. */
static void find_entropy(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  size_t least = study_rows(t), most = least, count = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double entropy = series_number(t, row, ENTROPY);
    if (!series_draws(t, plot, row) || isnan(entropy)) continue;
    count++;
    if (least == study_rows(t) || entropy < series_number(t, least, ENTROPY)) least = row;
    if (most == study_rows(t) || entropy > series_number(t, most, ENTROPY)) most = row;
  }
  if (count == 0) findings_add(text, "No head was seen.");
  else
    findings_add(
        text,
        "In the sentence that ends with \"%s\", of %zu heads, %s of %s attends to the fewest tokens (%.2f nats on "
        "average), %s of %s to the most (%.2f nats).",
        plot->only, count, series_text(t, least, HEAD_NAME), series_text(t, least, LAYER_NAME),
        series_number(t, least, ENTROPY), series_text(t, most, HEAD_NAME), series_text(t, most, LAYER_NAME),
        series_number(t, most, ENTROPY));
}

static const study_plot plots[] = {{.name = "heads-entropy",
                                    .title = "Mean entropy of the weights, by layer and head",
                                    .x = LAYER,
                                    .y = HEAD,
                                    .heat = true,
                                    .z = ENTROPY,
                                    .x_names = LAYER_NAME,
                                    .y_names = HEAD_NAME,
                                    .series = NO_COLUMN,
                                    .line = NO_COLUMN,
                                    .among = CASE,
                                    .only = "tired",
                                    .find = find_entropy}};

/* The sentences, by the word that they end with; what the pronoun may stand for. */
enum { TIRED, WIDE, SENTENCES };
enum { CHICKEN, ROAD, NOUNS };

static const char *const ends[SENTENCES] = {"tired", "wide"}, *const nouns[NOUNS] = {"chicken", "road"};

static const study_column pronoun_columns[] = {{"layer", "", false},          {"head", "", false},
                                               {"chicken, tired", "", false}, {"road, tired", "", false},
                                               {"chicken, wide", "", false},  {"road, wide", "", false}};

enum { MAP_SENTENCE, MAP_ROW, MAP_TOKEN, MAP_COLUMN, MAP_KEY, MAP_WEIGHT, MAP_WIDTH };

static const study_column map_columns[MAP_WIDTH] = {{"sentence", "", false},   {"query", "", false},
                                                    {"token", "", false},      {"key", "", false},
                                                    {"attends to", "", false}, {"weight", "", false}};

static void find_pronoun(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  findings_row(t, plot, "it", text);
}

#define MAP(file, about, sentence)                                                                                     \
  {                                                                                                                    \
    .name = (file), .title = (about), .x = MAP_COLUMN, .y = MAP_ROW, .heat = true, .z = MAP_WEIGHT, .z_high = 1,       \
    .line = NO_COLUMN, .x_names = MAP_KEY, .y_names = MAP_TOKEN, .among = MAP_SENTENCE, .only = (sentence),            \
    .find = find_pronoun                                                                                               \
  }

static const study_plot map_plots[] = {
    MAP("heads-tired", "The head that gives chicken most of 'it': 'too tired'", "tired"),
    MAP("heads-wide", "The same head: 'too wide'", "wide")};

/* Layers and heads of a model that fit. */
enum { LAYERS = 64, HEADS = 64 };

/* One case: what the loader reads, and beside it layer and tokens. */
typedef struct activations {
  attention_case c;
  json_t *document;
  int layer;
  double *weights; /* batch x heads x queries x keys */
} activations;

typedef struct reading {
  study *s;
  double weight[LAYERS][HEADS][SENTENCES][NOUNS]; /* of it on the noun; NAN: not seen */
  char path[LAYERS][SENTENCES][CASE_PATH_MAX];
} reading;

static void close_case(activations *a) {
  free(a->weights);
  json_decref(a->document);
  case_free(&a->c);
}

static check_status read_layer(activations *a, const char *path, check_error *error) {
  char file[CASE_PATH_MAX];
  check_status status = case_join(file, path, "case.json", error);
  if (status == CHECK_OK) status = json_read_object(file, &a->document, error);
  if (status != CHECK_OK) return status;
  const json_t *const layer = json_object_get(a->document, "layer");
  const bool good = json_is_integer(layer) && json_integer_value(layer) >= 0 && json_integer_value(layer) < LAYERS;
  a->layer = good ? (int)json_integer_value(layer) : 0;
  return good ? CHECK_OK : json_unexpected(file, "layer", "an integer from 0 to 63", layer, error);
}

static check_status open_case(activations *a, const char *path, check_error *error) {
  *a = (activations){.document = NULL};
  check_status status = case_open(path, &a->c, error);
  if (status == CHECK_OK && (!a->c.has_attention || a->c.size[CASE_Q_HEADS] > HEADS))
    status = check_fail(error, CHECK_BAD_INPUT, "%s: expected q, k and v of at most %d heads", path, HEADS);
  if (status == CHECK_OK) status = read_layer(a, path, error);
  if (status == CHECK_OK) status = case_load(&a->c, error);
  if (status != CHECK_OK) return status;
  const attention_case *const c = &a->c;
  const size_t rows = (size_t)(c->size[CASE_BATCH] * c->size[CASE_Q_HEADS] * c->size[CASE_Q_LEN]);
  double *const out = malloc((rows * (size_t)c->size[CASE_D_V] + 1) * sizeof *out);
  a->weights = calloc(rows * (size_t)c->size[CASE_KEYS] + 1, sizeof *a->weights);
  const attest_status computed =
      out != NULL && a->weights != NULL ? reference_compute(&c->problem, out, NULL, a->weights) : ATTEST_FAILED;
  free(out);
  return computed == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_FAILURE, "%s: %s", path, attest_strerror(computed));
}

static const double *row_of(const activations *a, int64_t b, int64_t h, int64_t i) {
  const int64_t *const size = a->c.size;
  return a->weights + ((b * size[CASE_Q_HEADS] + h) * size[CASE_Q_LEN] + i) * size[CASE_KEYS];
}

/* Token i of the first text; NULL: there is none. */
static const char *token_at(const activations *a, int64_t i) {
  return json_string_value(json_array_get(json_array_get(json_object_get(a->document, "tokens"), 0), (size_t)i));
}

/* Where a word stands in the first text; -1: nowhere. */
static int64_t place_of(const activations *a, const char *word) {
  const char *token;
  for (int64_t i = 0; i < a->c.size[CASE_Q_LEN] && (token = token_at(a, i)) != NULL; i++)
    if (strcmp(token, word) == 0) return i;
  return -1;
}

/* ---- entropy by head */

/* The rows of all texts that are no padding. */
static void add_head(study *s, study_table *t, const char *name, const activations *a, int64_t h, double *entropy) {
  const int64_t *const size = a->c.size;
  size_t rows = 0;
  double largest = 0;
  char of[32], in[32];
  for (int64_t b = 0; b < size[CASE_BATCH]; b++)
    for (int64_t i = 0; i < (a->c.kv_len != NULL ? a->c.kv_len[b] : size[CASE_Q_LEN]) && i < size[CASE_Q_LEN]; i++) {
      const double *const w = row_of(a, b, h, i);
      double most = 0;
      for (int64_t j = 0; j < size[CASE_KEYS]; j++) most = statistics_larger(most, w[j]);
      largest += most;
      entropy[rows++] = peakedness_entropy(w, size[CASE_KEYS]);
    }
  if (rows < 2) return;
  const interval mean = statistics_mean(entropy, rows, STUDY_CONFIDENCE);
  (void)snprintf(of, sizeof of, "head %" PRId64, h);
  study_text(s, t, name);
  (void)snprintf(in, sizeof in, "layer %d", a->layer);
  study_number(s, t, a->layer);
  study_text(s, t, in);
  study_number(s, t, (double)h);
  study_text(s, t, of);
  study_number(s, t, mean.value);
  study_number(s, t, fmax(mean.low, 0)); /* no entropy is less */
  study_number(s, t, mean.high);
  study_number(s, t, largest / (double)rows);
}

static check_status add_heads(study *s, study_table *t, const char *name, const activations *a, check_error *error) {
  double *const entropy = malloc((size_t)(a->c.size[CASE_BATCH] * a->c.size[CASE_Q_LEN] + 1) * sizeof *entropy);
  char text[64];
  (void)snprintf(text, sizeof text, "%s", name);
  text[strcspn(text, "_")] = '\0'; /* tired_layer3 */
  if (entropy == NULL) return check_fail(error, CHECK_FAILURE, "%s: not enough memory", name);
  for (int64_t h = 0; h < a->c.size[CASE_Q_HEADS]; h++) add_head(s, t, text, a, h, entropy);
  free(entropy);
  return CHECK_OK;
}

/* ---- the pronoun */

static void note_pronoun(reading *r, const char *path, const activations *a) {
  const int64_t it = place_of(a, "it"), at[NOUNS] = {place_of(a, nouns[CHICKEN]), place_of(a, nouns[ROAD])};
  const int sentence = place_of(a, ends[TIRED]) >= 0 ? TIRED : place_of(a, ends[WIDE]) >= 0 ? WIDE : SENTENCES;
  if (sentence == SENTENCES || it < 0 || at[CHICKEN] < 0 || at[ROAD] < 0 || a->c.size[CASE_BATCH] != 1) return;
  (void)snprintf(r->path[a->layer][sentence], CASE_PATH_MAX, "%s", path);
  for (int64_t h = 0; h < a->c.size[CASE_Q_HEADS]; h++)
    for (int noun = 0; noun < NOUNS; noun++) r->weight[a->layer][h][sentence][noun] = row_of(a, 0, h, it)[at[noun]];
}

static bool is_known(const reading *r, int layer, int head) {
  return !isnan(r->weight[layer][head][TIRED][CHICKEN] + r->weight[layer][head][WIDE][CHICKEN]);
}

#define SHOWS 0.1 /* the least weight that a picture would show */

/* The table of what it attends to, and the head that gives chicken most of it; false: the two sentences are not there.
   */
static bool add_pronouns(reading *r, int *best_layer, int *best_head) {
  study *const s = r->s;
  study_table *const t = study_begin(s, "pronoun", pronoun_columns, 6, NULL, 0);
  int count = 0, textbook = 0;
  double best = -1;
  for (int layer = 0; layer < LAYERS; layer++)
    for (int head = 0; head < HEADS; head++) {
      if (!is_known(r, layer, head)) continue;
      const double(*const w)[NOUNS] = r->weight[layer][head];
      count++;
      textbook += w[TIRED][CHICKEN] > fmax(w[TIRED][ROAD], SHOWS) && w[WIDE][ROAD] > fmax(w[WIDE][CHICKEN], SHOWS);
      study_number(s, t, layer);
      study_number(s, t, head);
      for (int sentence = 0; sentence < SENTENCES; sentence++)
        for (int noun = 0; noun < NOUNS; noun++) study_number(s, t, w[sentence][noun]);
      if (w[TIRED][CHICKEN] <= best) continue;
      best = w[TIRED][CHICKEN];
      *best_layer = layer;
      *best_head = head;
    }
  if (count == 0) return false;
  const double(*const w)[NOUNS] = r->weight[*best_layer][*best_head];
  study_say(
      s,
      "Layer %d, head %d links 'it' to 'chicken' most strongly: %.2f of the weight in '... too tired', and %.2f in "
      "'... too wide'. It gives 'road' %.2f and %.2f.",
      *best_layer, *best_head, w[TIRED][CHICKEN], w[WIDE][CHICKEN], w[TIRED][ROAD], w[WIDE][ROAD]);
  study_say(
      s,
      "Textbooks show a head that turns from 'chicken' in the first sentence to 'road' in the second: %d of %d heads "
      "do, with a weight above %g.",
      textbook, count, SHOWS);
  return true;
}

/* One head's weights for one sentence. */
static check_status add_map(study *s, study_table *t, int sentence, const char *path, int head, check_error *error) {
  activations a;
  const check_status status = open_case(&a, path, error);
  for (int64_t i = 0; status == CHECK_OK && i < a.c.size[CASE_Q_LEN]; i++)
    for (int64_t j = 0; j < a.c.size[CASE_KEYS]; j++) {
      const char *const token = token_at(&a, i), *const key = token_at(&a, j);
      study_text(s, t, ends[sentence]);
      study_number(s, t, (double)i);
      study_text(s, t, token != NULL ? token : "?");
      study_number(s, t, (double)j);
      study_text(s, t, key != NULL ? key : "?");
      study_number(s, t, row_of(&a, 0, head, i)[j]);
    }
  close_case(&a);
  return status;
}

static check_status add_maps(reading *r, int layer, int head, check_error *error) {
  study_table *const t = study_begin(r->s, "attention", map_columns, MAP_WIDTH, map_plots, 2);
  check_status status = CHECK_OK;
  t->hidden = true;
  for (int sentence = 0; status == CHECK_OK && sentence < SENTENCES; sentence++)
    status = add_map(r->s, t, sentence, r->path[layer][sentence], head, error);
  return status;
}

/* ---- all cases */

static check_status read_cases(reading *r, study_table *t, const case_index *index, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; n < index->count && status == CHECK_OK; n++) {
    activations a;
    study_show(r->s, n, index->count, index->entries[n].name);
    status = open_case(&a, index->entries[n].path, error);
    if (status == CHECK_OK) status = add_heads(r->s, t, index->entries[n].name, &a, error);
    if (status == CHECK_OK) note_pronoun(r, index->entries[n].path, &a);
    close_case(&a);
  }
  return status;
}

/* Between which figures the mean entropies of the heads lie. */
static void say_entropy(study *s, const study_table *t, const char *data) {
  double least = HUGE_VAL, most = 0;
  const char *const slash = strrchr(data, '/');
  for (size_t row = 0; row < study_rows(t); row++) {
    least = fmin(least, study_cell_at(t, row, ENTROPY)->number);
    most = statistics_larger(most, study_cell_at(t, row, ENTROPY)->number);
  }
  study_say(s,
            "The mean entropy of a row lies between %.2f and %.2f nats, over %zu pairs of a head and a text, read from "
            "the folder %s.",
            least, most, study_rows(t), slash != NULL ? slash + 1 : data);
}

static check_status read_all(reading *r, const case_index *index, const char *data, check_error *error) {
  study_table *const t = study_begin(r->s, "heads", columns, WIDTH, plots, 1);
  int layer = 0, head = 0;
  for (int n = 0; n < LAYERS * HEADS; n++)
    for (int m = 0; m < SENTENCES * NOUNS; m++) r->weight[n / HEADS][n % HEADS][m / NOUNS][m % NOUNS] = NAN;
  check_status status = read_cases(r, t, index, error);
  t->hidden = true;
  if (status == CHECK_OK) say_entropy(r->s, t, data);
  if (status == CHECK_OK && add_pronouns(r, &layer, &head)) status = add_maps(r, layer, head, error);
  return status;
}

check_status heads_study(study *s, check_error *error) {
  static const char *const usual[] = {"../shared/vectors/minilm", "tests/data/activations"};
  const char *const data = s->settings.data != NULL      ? s->settings.data
                           : access(usual[0], R_OK) == 0 ? usual[0]
                                                         : usual[1];
  case_index index;
  if (s->settings.data == NULL && access(data, R_OK) != 0)
    return check_fail(error, CHECK_BAD_INPUT, "activations: expected in %s or %s, or where --data says", usual[0],
                      usual[1]);
  reading *const r = calloc(1, sizeof *r);
  if (r == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the weights of the heads");
  r->s = s;
  check_status status = index_read(data, &index, error);
  if (status == CHECK_OK) status = read_all(r, &index, data, error);
  index_free(&index);
  free(r);
  return status;
}
