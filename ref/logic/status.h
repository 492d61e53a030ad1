/* Sizes of element types. */
#ifndef ATTEST_LOGIC_STATUS_H
#define ATTEST_LOGIC_STATUS_H
/*@ // bytes in one element
    logic integer DtypeSize(integer dtype) =
      dtype == ATTEST_F64 ? 8 : dtype == ATTEST_F32 ? 4 : dtype == ATTEST_F16 ||
        dtype == ATTEST_BF16 ? 2 : dtype == ATTEST_BOOL ? 1 : 0; */
#endif
