/* joined heads: every lemma */
#include "ref/logic/theorems_heads.h"
#include "ref/logic/joined_laws.h"
