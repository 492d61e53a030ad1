#include "check/cases/shard.h"

bool shard_has(const shard *part, int64_t n) { return part->of <= 1 || n % part->of == part->number - 1; }
