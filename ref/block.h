/* The pre-norm transformer block, and a stack of them. */
#ifndef ATTEST_REF_BLOCK_H
#define ATTEST_REF_BLOCK_H

#include "attest_layers.h"
#include "ref/logic/block.h"

/* Doubles of workspace of ref_block; after them come rows bytes. */
/*@ requires block: GoodBlock(b,b.attention.d_model,rows);
    assigns \nothing;
    ensures value: \result == BlockDoubles(b,rows);
    ensures range: 0 <= \result <= 7 * MaxArray + MaxSize; */
int64_t ref_block_doubles(attest_block b, int64_t rows);

/* x, rows x d_model, becomes r + FFN(LN2(r)), r = x + MultiHead(LN1(x)). work holds ref_block_doubles(b,rows) doubles,
   vis rows bytes. */
/*@ requires block: ReadBlock(b) && GoodBlock(b,b.attention.d_model,rows);
    requires room: BlockRoom(b,x,rows,work,BlockDoubles(b,rows),vis);
    assigns x[0 .. times(rows,b.attention.d_model)-1], work[0 .. BlockDoubles(b,rows)-1], vis[0 .. rows-1];
    ensures only: OnlyTwo{Pre,Post}(x,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures value: mat(x,rows,b.attention.d_model) ==
      block_of{Pre}(b, mat{Pre}(x,rows,b.attention.d_model), causal); */
void ref_block(attest_block b, double *x, int64_t rows, bool causal, double *work, unsigned char *vis);

/* x goes through blocks[0], blocks[1], ..., all of the same d_model. work holds the most doubles that one of them
   takes, vis rows bytes. */
/*@ requires stack: GoodStack(blocks,count,rows);
    requires readable: \valid_read(blocks + (0 .. count-1));
    requires blocks: \forall integer l; 0 <= l < count ==> ReadBlock(blocks[l]);
    requires room: StackRoom(blocks,count,x,rows,work,StackDoubles(blocks,count,rows),vis);
    assigns x[0 .. times(rows,blocks->attention.d_model)-1], work[0 .. StackDoubles(blocks,count,rows)-1],
      vis[0 .. rows-1];
    ensures value: mat(x,rows,blocks->attention.d_model) ==
      stack_of{Pre}(blocks, count, mat{Pre}(x,rows,blocks->attention.d_model), causal); */
void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal, double *work,
               unsigned char *vis);

#endif
