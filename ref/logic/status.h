/* Texts. */
#ifndef ATTEST_LOGIC_STATUS_H
#define ATTEST_LOGIC_STATUS_H
/*@ // a string, not empty
    predicate Text{L}(char *s) = s[0] != 0 && \exists integer n; 0 < n && s[n] == 0 && \valid_read(s + (0 .. n)); */

/*@ // bytes in one element
    logic integer DtypeSize(integer dtype) =
      dtype == ATTEST_F64 ? 8 : dtype == ATTEST_F32 ? 4 : dtype == ATTEST_F16 ||
        dtype == ATTEST_BF16 ? 2 : dtype == ATTEST_BOOL ? 1 : 0; */
#endif
