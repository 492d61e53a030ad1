#include "ref/matrix.h"
#include "ref/logic/exp.h"
