/* What shapes the arrays of a multi-head layer have on the way, seen on layers that are computed; and how many
   parameters models have, counted by attest_count_parameters. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/findings.h"
#include "reports/layer.h"
#include "reports/series.h"
#include "reports/statistics.h"
#include "reports/study.h"

enum { LAYER, STEP, SHAPE, ELEMENTS, SHAPES_WIDTH };

static const study_column shape_columns[SHAPES_WIDTH] = {
    {"layer", "", false}, {"step", "", false}, {"shape", "", false}, {"elements", "", false}};

/* Between which figures the step of a layer that has another number of elements than its first is of that: the scores,
   rows x heads / d_model. */
static void find_scores(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  size_t first = 0, least = 0, most = 0, others = 0;
  double low = HUGE_VAL, high = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (series_begins(t, plot, row)) first = row;
    const double share = series_number(t, row, ELEMENTS) / series_number(t, first, ELEMENTS);
    if (strcmp(series_text(t, row, STEP), LAYER_SCORES) != 0) {
      others += share != 1;
      continue;
    }
    if (share < low) least = row;
    if (share > high) most = row;
    low = fmin(low, share);
    high = fmax(high, share);
  }
  findings_add(text, "The scores have %.3g (%s) to %.3g (%s) times as many elements as x: heads x rows / d_model. ",
               low, series_text(t, least, LAYER), high, series_text(t, most, LAYER));
  if (others == 0) findings_add(text, "All other steps have as many as x.");
  else findings_add(text, "So many other steps differ from x: %zu.", others);
}

static const study_plot shape_plots[] = {{.name = "shapes-elements",
                                          .title = "Elements at each step of a multi-head layer",
                                          .x = STEP,
                                          .y = ELEMENTS,
                                          .low = NO_COLUMN,
                                          .high = NO_COLUMN,
                                          .line = NO_COLUMN,
                                          .series = LAYER,
                                          .log_y = true,
                                          .among = NO_COLUMN,
                                          .find = find_scores}};

static const struct {
  const char *name;
  int64_t batch, rows, d_model, heads;
} layers[] = {{"d_model 8, 2 heads", 2, 4, 8, 2},
              {"d_model 512, 4 heads", 4, 16, 512, 4},
              {"d_model 512, 8 heads", 1, 16, 512, 8},
              {"256 rows, 8 heads", 1, 256, 512, 8}};

enum { LAYERS = sizeof layers / sizeof layers[0] };

static void add_steps(study *s, study_table *t, const char *name, const layer *l) {
  for (int n = 0; n < l->steps; n++) {
    char text[96];
    double elements = 1;
    layer_print_shape(&l->step[n], text);
    for (int d = 0; d < l->step[n].dimensions; d++) elements *= (double)l->step[n].size[d];
    study_text(s, t, name);
    study_text(s, t, l->step[n].name);
    study_text(s, t, text);
    study_number(s, t, elements);
  }
}

static check_status trace(study *s, check_error *error) {
  study_table *const t = study_begin(s, "shapes", shape_columns, SHAPES_WIDTH, shape_plots, 1);
  double most = 0;
  for (int n = 0; n < LAYERS; n++) {
    layer l;
    const bool made =
        layer_make(&l, s->settings.seed, layers[n].batch, layers[n].rows, layers[n].d_model, layers[n].heads, false, 0);
    if (made) {
      const double difference = layer_difference(l.y, l.by_hand, l.batch * l.rows * l.of.d_model);
      most = statistics_larger(most, difference);
      add_steps(s, t, layers[n].name, &l);
    }
    layer_free(&l);
    if (!made)
      return check_fail(error, CHECK_FAILURE, "not enough memory for a layer of %" PRId64 " columns",
                        layers[n].d_model);
  }
  study_say(s, "Step by step and by attest_multi_head_forward, the outputs of %d layers %s%.3g.", LAYERS,
            most == 0 ? "are equal: the largest difference is " : "differ by at most ", most);
  return CHECK_OK;
}

/* ---- parameters */

static const study_column count_columns[] = {{"model", "", false}, {"part", "", false}, {"parameters", "", false}};

static const struct {
  const char *name;
  attest_model_sizes sizes;
} models[] = {
    {"original transformer, 6 encoder layers",
     {.d_model = 512, .q_heads = 8, .kv_heads = 8, .d_k = 64, .d_v = 64, .d_hidden = 2048, .layers = 6}},
    {"GPT-3, attention of 96 layers",
     {.d_model = 12288, .q_heads = 96, .kv_heads = 96, .d_k = 128, .d_v = 128, .layers = 96}},
};

static void add_count(study *s, study_table *t, const char *model, const char *part, int64_t count) {
  study_text(s, t, model);
  study_text(s, t, part);
  study_number(s, t, (double)count);
}

static check_status count(study *s, check_error *error) {
  study_table *const t =
      study_begin(s, "parameters", count_columns, sizeof count_columns / sizeof count_columns[0], NULL, 0);
  for (size_t n = 0; n < sizeof models / sizeof models[0]; n++) {
    attest_parameters c;
    const attest_status status = attest_count_parameters(&models[n].sizes, &c);
    if (status != ATTEST_OK) return check_fail(error, CHECK_FAILURE, "%s: %s", models[n].name, attest_strerror(status));
    add_count(s, t, models[n].name, "W_Q of a head", c.query_head);
    add_count(s, t, models[n].name, "W_K of a head", c.key_head);
    add_count(s, t, models[n].name, "value-down of a head", c.value_down_head);
    add_count(s, t, models[n].name, "value-up of a head", c.value_up_head);
    add_count(s, t, models[n].name, "attention of a layer", c.attention_layer);
    if (models[n].sizes.d_hidden > 0) add_count(s, t, models[n].name, "feed-forward of a layer", c.feed_forward_layer);
    add_count(s, t, models[n].name, "all", c.total);
    study_say(s,
              "%s: %" PRId64 " parameters, without biases and layer norms; the attention of a layer has %" PRId64
              " of them.",
              models[n].name, c.total, c.attention_layer);
  }
  return CHECK_OK;
}

check_status shapes_study(study *s, check_error *error) {
  const check_status status = trace(s, error);
  return status == CHECK_OK ? count(s, error) : status;
}
