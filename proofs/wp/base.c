#include "ref/matrix.h"
#include "ref/workspace.h"
#include "ref/logic/exp.h"
