// Google Benchmark behind the C functions of gbench.h. No exception leaves this file.
#include "bench/gbench.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

benchmark::State &state_of(gbench_state *state) { return *reinterpret_cast<benchmark::State *>(state); }

// The library writes a statistic that is no number as NaN or Infinity (of a counter that is always 0, the deviation
// divided by the mean), which JSON does not have.
std::string with_null(std::string text) {
  for (const std::string none : {"NaN", "-NaN", "Infinity", "-Infinity"}) {
    const std::string before = "\": ", found = before + none, instead = before + "null";
    for (size_t at = text.find(found); at != std::string::npos; at = text.find(found, at))
      text.replace(at, found.size(), instead);
  }
  return text;
}

// Runs of all repetitions and their statistics as JSON, into a string; nothing on standard output.
std::string run_all() {
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.SetErrorStream(&std::cerr);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return with_null(text.str());
}

void initialize(int repetitions, double min_time) {
  char time[64], number[64];
  (void)std::snprintf(time, sizeof time, "--benchmark_min_time=%.9f", min_time);
  (void)std::snprintf(number, sizeof number, "--benchmark_repetitions=%d", repetitions);
  static char name[] = "attest"; // the library keeps this one
  std::string words[] = {time, number, "--benchmark_enable_random_interleaving=true", "--benchmark_filter=all"};
  std::vector<char *> arguments = {name};
  for (std::string &word : words) arguments.push_back(&word[0]);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
}

char *copy_of(const std::string &text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// The library ends a program that it cannot tell about the machine, with a status that means something else here.
std::ostringstream *said = nullptr;

// whether there was no memory for what a benchmark says of itself
bool lost = false;

void end_seeing() {
  if (said == nullptr) return;
  (void)std::fprintf(stderr, "attest bench: %s\n", said->str().substr(0, said->str().find('\n')).c_str());
  std::_Exit(GBENCH_CANNOT_SEE);
}

} // namespace

bool gbench_keep_running(gbench_state *state) { return state_of(state).KeepRunning(); }

int64_t gbench_iterations(const gbench_state *state) {
  return reinterpret_cast<const benchmark::State *>(state)->max_iterations;
}

void gbench_tell(gbench_state *state, double seconds) { state_of(state).SetIterationTime(seconds); }

int64_t gbench_value(const gbench_state *state) { return reinterpret_cast<const benchmark::State *>(state)->range(0); }

void gbench_fail(gbench_state *state, const char *text) {
  try {
    state_of(state).SkipWithError(text);
  } catch (...) {
    lost = true;
  }
}

void gbench_count(gbench_state *state, const char *name, double value, bool rate) {
  try {
    const benchmark::Counter::Flags flags =
        rate ? benchmark::Counter::kIsIterationInvariantRate : benchmark::Counter::kDefaults;
    state_of(state).counters[name] = benchmark::Counter(value, flags);
  } catch (...) {
    lost = true;
  }
}

bool gbench_add(const gbench_family *family) {
  try {
    gbench_function *run = family->run;
    void *context = family->context;
    const bool complexity = family->complexity;
    benchmark::internal::Benchmark *added = benchmark::RegisterBenchmark(family->name, [=](benchmark::State &state) {
      run(reinterpret_cast<gbench_state *>(&state), context);
      if (complexity) state.SetComplexityN(state.range(0));
    });
    added->ArgName(family->axis);
    for (size_t n = 0; n < family->count; n++) added->Arg(family->values[n]);
    if (family->clock == GBENCH_WALL) added->UseRealTime();
    if (family->clock == GBENCH_TOLD) added->UseManualTime();
    if (complexity) added->Complexity();
    return true;
  } catch (...) {
    return false;
  }
}

bool gbench_see_machine(void) {
  bool whole = true;
  std::streambuf *const before = std::cerr.rdbuf();
  try {
    std::ostringstream text;
    if (std::atexit(end_seeing) != 0) return false;
    said = &text;
    (void)std::cerr.rdbuf(text.rdbuf());
    (void)benchmark::CPUInfo::Get();
  } catch (...) {
    whole = false;
  }
  (void)std::cerr.rdbuf(before);
  said = nullptr;
  return whole;
}

bool gbench_context(const char *key, const char *value) {
  try {
    benchmark::AddCustomContext(key, value);
    return true;
  } catch (...) {
    return false;
  }
}

char *gbench_run(int repetitions, double min_time) {
  try {
    initialize(repetitions, min_time);
    const std::string document = run_all();
    return lost ? nullptr : copy_of(document);
  } catch (...) {
    return nullptr;
  }
}
