/* arrays that are apart from what is written: every lemma */
#include "ref/logic/kept_apart.h"
