/* what is apart from strided views: every lemma */
#include "ref/logic/separate_laws.h"
