/* u_ij = z_hic with h = j / d and c = j mod d: u_i = [z_0i, z_1i, ...] [Vaswani2017, section 3.2.2] */
#include "ref/concat.h"

void ref_concat_heads(const double *z, double *u, int64_t heads, int64_t rows, int64_t d) {
  const int64_t columns = ref_times(heads, d);
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant only: OnlyOne{Pre,Here}(u,times(rows,columns));
      loop invariant done: \forall integer r; 0 <= r < i ==>
        Same(row(mat(u,rows,columns),r), joined(heads{Pre}(z,heads,rows,d,r)), columns);
      loop assigns i, u[0 .. times(rows,columns)-1]; loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ ghost Row: ;
    /*@ loop invariant range: 0 <= j <= columns;
        loop invariant only: OnlyOne{Pre,Here}(u,times(rows,columns));
        loop invariant before: \forall integer t; 0 <= t < times(i,columns) ==> u[t] == \at(u[t],Row);
        loop invariant entries: \forall integer t; 0 <= t < j ==>
          u[times(i,columns) + t] == at(joined(heads{Pre}(z,heads,rows,d,i)),t);
        loop assigns j, u[0 .. times(rows,columns)-1]; loop variant columns - j; */
    for (int64_t j = 0; j < columns; j++) {
      //@ assert place: 0 <= j / d < heads && 0 <= j % d < d;
      //@ assert inside: 0 <= row_number(j / d,rows,i,d,j % d) < times(times(heads,rows),d);
      //@ assert read: \let s = row_number(j / d,rows,i,d,j % d); z[s] == \at(z[s],Pre);
      u[ref_times(i, columns) + j] = z[ref_times(ref_times(j / d, rows) + i, d) + j % d];
      //@ assert entry: \let jj = j; u[times(i,columns) + jj] == at(joined(heads{Pre}(z,heads,rows,d,i)),jj);
    }
    //@ assert kept: Kept{Row,Here}(u,times(i,columns));
    //@ assert row: Same(row(mat(u,rows,columns),i), joined(heads{Pre}(z,heads,rows,d,i)), columns);
  }
}
