/* linear maps of contiguous matrices, arrays apart: every lemma */
#include "ref/logic/project.h"
