/* Attention of every row of one head. */
#ifndef ATTEST_REF_HEAD_H
#define ATTEST_REF_HEAD_H

#include <stdint.h>

#include "ref/matrix.h"

/* Queries and what they attend to, without mask or bias. */
typedef struct {
  int64_t rows, keys, d_k, d_v;
  ref_matrix q; /* rows x d_k */
  ref_matrix k; /* keys x d_k */
  ref_matrix v; /* keys x d_v */
  double scale;
  int causal; /* row i sees keys 0 .. i only */
} ref_head;

#include "ref/logic/head.h" /* needs the type above */

/* out, rows x d_v: row i is the attention of row i of q. w[keys] and vis[keys] are scratch. */
/*@ requires sizes: GoodHead(a);
    requires readable: ReadHead(a);
    requires writable: \valid(out + (0 .. times(a.rows,a.d_v)-1)) && \valid(w + (0 .. a.keys-1)) &&
      \valid(vis + (0 .. a.keys-1));
    requires apart: \separated(out + (0 .. times(a.rows,a.d_v)-1), w + (0 .. a.keys-1), vis + (0 .. a.keys-1));
    requires apart_out: ApartFromHead(out,times(a.rows,a.d_v),a);
    requires apart_w: ApartFromHead(w,a.keys,a);
    assigns out[0 .. times(a.rows,a.d_v)-1], w[0 .. a.keys-1], vis[0 .. a.keys-1];
    ensures output: \forall integer i, c; 0 <= i < a.rows ==> 0 <= c < a.d_v ==>
      HeadOutput{Pre}(a,i,c,el(fmat(out,a.d_v),i,c)); */
void ref_attend_head(ref_head a, double *out, double *w, unsigned char *vis);

#endif
