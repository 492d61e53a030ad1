/* The pre-norm transformer block, and a stack of them. */
#ifndef ATTEST_REF_BLOCK_H
#define ATTEST_REF_BLOCK_H

#include "attest_layers.h"
#include "ref/logic/beside.h"
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
    ensures kept: KeptBeside{Pre,Post}(x,times(rows,b.attention.d_model),work,BlockDoubles(b,rows));
    ensures value: MatSame(fmat(x,b.attention.d_model),
      block_of{Pre}(b, fmat{Pre}(x,b.attention.d_model), rows, causal), rows,
      b.attention.d_model); */
void ref_block(attest_block b, double *x, int64_t rows, bool causal, double *work, unsigned char *vis);

/* x goes through blocks[0], blocks[1], ..., all of the same d_model. work holds the most doubles that one of them
   takes, vis rows bytes. */
/*@ requires stack: GoodStack(blocks,count,rows);
    requires readable: \valid_read(blocks + (0 .. count-1));
    requires blocks: \forall integer l; 0 <= l < count ==> ReadBlock(blocks[l]);
    requires writable: \valid(x + (0 .. times(rows,blocks->attention.d_model)-1)) &&
      \valid(work + (0 .. StackDoubles(blocks,count,rows)-1)) && \valid(vis + (0 .. rows-1));
    requires apart: \separated(x + (0 .. times(rows,blocks->attention.d_model)-1),
      work + (0 .. StackDoubles(blocks,count,rows)-1),
      vis + (0 .. rows-1));
    requires apart_numbers: \forall integer l; 0 <= l < count ==>
      Apart(x,times(rows,blocks->attention.d_model),&blocks[l].epsilon,1) &&
      Apart(work,StackDoubles(blocks,count,rows),&blocks[l].epsilon,1);
    requires apart_blocks: \forall integer l; 0 <= l < count ==>
      ApartBlock(x,times(rows,blocks->attention.d_model),blocks[l]) &&
        ApartBlock(work,StackDoubles(blocks,count,rows),blocks[l]);
    assigns x[0 .. times(rows,blocks->attention.d_model)-1], work[0 .. StackDoubles(blocks,count,rows)-1],
      vis[0 .. rows-1];
    ensures value: MatSame(fmat(x,blocks->attention.d_model),
      stack_of{Pre}(blocks, count, fmat{Pre}(x,blocks->attention.d_model), rows, causal), rows,
        blocks->attention.d_model); */
void ref_stack(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal, double *work,
               unsigned char *vis);

#endif
