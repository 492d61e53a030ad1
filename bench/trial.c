#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "bench/trial.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "check/cases/random.h"

/* Seconds that a batch should last: a request and its reply take 20 to 200 us, more where they wake processors. */
#define BATCH 16e-3

/* CPU seconds that a worker takes for a batch beside the calls: for two requests, and to be halted and to go on. */
#define REQUEST 100e-6

/* Rows judged after each batch, in one of its calls. */
#define ROWS_JUDGED 2

/* Sets for long calls: computing all their combinations beforehand takes 64 times as long as the calls themselves. */
#define FEWEST_SETS 8

int64_t trial_sets(double call) {
  return (int64_t)fmax(FEWEST_SETS, fmin(STAGE_MOST_SETS, ceil(2 * BATCH / fmax(call, 1e-9))));
}

double trial_seconds(const trial_times *times) { return fmax(times->clock, times->cpu); }

/* A batch of calls. One of its answers is judged. */
typedef struct batch {
  peer *of;
  stage *on;
  const char *path; /* of the case */
  stage_pick picks[STAGE_MOST_SETS];
  int64_t count;
  uint64_t seed; /* chooses the call and the rows that are judged */
} batch;

/* Judges one call. */
static bool judge(const batch *b, peer_report *report) {
  const int64_t chosen = random_below(b->seed, 0, b->count);
  const attest_arithmetic *const arithmetic = &b->of->arithmetic[b->on->shape->of.dtype];
  bool right = false;
  if (!peer_fetch(b->of, b->on, b->path, &b->picks[chosen], chosen, report)) return false;
  report->status = stage_judge(b->on, &b->picks[chosen], random_bits_at(b->seed, 1), ROWS_JUDGED, arithmetic, &right,
                               report->text, &report->error);
  return right && report->status == CHECK_OK;
}

/* Whether a wrong answer is right a little later: then the work was not done when the calls returned. */
static bool is_late(const batch *b) {
  const struct timespec moment = {.tv_nsec = 100000000};
  peer_report report = {.status = CHECK_OK};
  if (b->of->serves) return false; /* its outputs are files */
  (void)nanosleep(&moment, NULL);
  return judge(b, &report);
}

/* Judges one call of a peer that is halted, and lets it go on. */
static bool judge_halted(const batch *b, peer_report *report) {
  const bool right = judge(b, report);
  peer_go_on(b->of);
  if (!right && report->status == CHECK_OK && is_late(b))
    (void)snprintf(report->text, sizeof report->text, "out was still being written after the timed calls had returned");
  return right;
}

/* To the CPU time of a command each batch adds what it takes, since files are read in between; to that of others counts
   everything from the moment when the operands can be seen. */
static bool run_batch(batch *b, trial_times *times, peer_report *report) {
  const double used = b->of->serves ? peer_cpu_seconds(b->of) : 0;
  double seconds = 0;
  stage_draw(b->on, b->seed, b->count, b->picks);
  if (!peer_compute(b->of, b->on, b->picks, b->count, &seconds, report)) return false;
  if (!peer_halt(b->of)) {
    (void)snprintf(report->text, sizeof report->text, "its process could not be halted");
    return false;
  }
  times->clock += seconds;
  times->cpu += b->of->serves ? peer_cpu_seconds(b->of) - used : -REQUEST;
  return judge_halted(b, report);
}

/* Batches between new contents. A batch has a pair of q and k for each set, out of sets^2: so few of them come again
   that keeping weights, or answers, gains next to nothing. */
static int64_t batches_alike(int64_t sets) { return sets / 16 > 1 ? sets / 16 : 1; }

bool trial_time(peer *p, stage *s, const char *path, int64_t calls, uint64_t seed, trial_times *times,
                peer_report *report) {
  *times = (trial_times){.clock = 0};
  *report = (peer_report){.status = CHECK_OK};
  bool right = p->serves || peer_load(p, s, path, report); /* starts its process */
  const double used = peer_cpu_seconds(p);
  for (int64_t done = 0, n = 0; right && done < calls; n++) {
    batch b = {.of = p, .on = s, .path = path, .count = calls - done < s->count ? calls - done : s->count};
    const uint64_t own = random_bits_at(seed, (uint64_t)n);
    b.seed = random_bits_at(own, 1);
    if (n % batches_alike(s->count) == 0) {
      stage_refresh(s, own);
      right = !p->serves || peer_load(p, s, path, report); /* others see the contents where they are */
    }
    right = right && run_batch(&b, times, report);
    done += b.count;
  }
  if (!p->serves) times->cpu = fmax(0, times->cpu + peer_cpu_seconds(p) - used);
  return right;
}
