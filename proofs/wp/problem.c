/* tensors and rows of answers; the answer of a query depends on entries only: every lemma */
#include "ref/logic/attention_laws.h"
#include "ref/logic/same_keys.h"
/*@ lemma samekeys_samevis: \forall rvec vis, vis2, integer n; SameKeys(vis,vis2,n) ==> SameVis(vis,vis2,n);
    lemma mean_same: \forall rvec s, s2, vis, vis2, v, v2, integer n, has, real sink, r; SameKeys(vis,vis2,n) ==>
      Same(s,s2,n) ==>
      Same(v,v2,n) ==> Mean(s,vis,v,n,has,sink,r) ==>
      SameVis(vis,vis2,n) && SameOn(vis,s,s2,n) && SameOn(vis,v,v2,n) && Mean(s2,vis2,v2,n,has,sink,r);
    lemma weights_same_keys: \forall rvec s, s2, vis, vis2, w, w2, integer n, has, real sink; SameKeys(vis,vis2,n) ==>
      Same(s,s2,n) ==>
      Same(w,w2,n) ==> Weights(s,vis,n,has,sink,w) ==>
      SameVis(vis,vis2,n) && SameOn(vis,s,s2,n) && Weights(s2,vis2,n,has,sink,w) && Weights(s2,vis2,n,has,sink,w2);
    lemma lse_same: \forall rvec s, s2, vis, vis2, integer n, has, real sink, y; SameKeys(vis,vis2,n) ==>
      Same(s,s2,n) ==>
      Lse(s,vis,n,has,sink,y) ==> SameVis(vis,vis2,n) && SameOn(vis,s,s2,n) && Lse(s2,vis2,n,has,sink,y);
*/
#include "ref/logic/answer.h"
//@ check lemma contradiction: \false; // must not be provable
