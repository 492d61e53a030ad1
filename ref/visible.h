/* Which keys a query sees. */
#ifndef ATTEST_REF_VISIBLE_H
#define ATTEST_REF_VISIBLE_H

#include "ref/logic/problem.h"

/* vis[j] becomes 1 if query i of head (b,h) sees key j, else 0. Key j is visible if
     j < kv_len, and j <= position if causal, and position - left <= j <= position + right if windowed,
     and mask_j, and bias_j is not -infinity,
   where position is i plus the offset of the alignment. What one condition hides, the next does not read. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p) && IsQuery(p,b,h,i);
    requires readable: \forall integer j; 0 <= j < p.k.size[2] ==> ReadMask(p,b,h,i,j) && ReadBias(p,b,h,i,j);
    requires writable: \valid(vis + (0 .. p.k.size[2]-1));
    requires apart: ApartMask(vis,p.k.size[2],p);
    assigns vis[0 .. p.k.size[2]-1];
    ensures visible: \forall integer j; 0 <= j < p.k.size[2] ==> (vis[j] != 0 <==> at(visible{Pre}(p,b,h,i),j) != 0); */
void ref_visible_row(attest_problem p, int64_t b, int64_t h, int64_t i, unsigned char *vis);

#endif
