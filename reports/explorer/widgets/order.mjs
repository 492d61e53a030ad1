/* A sum in binary32 depends on the order of its terms; the definition does not. The keys are shuffled, or split into
   ranges that are merged by their log-sum-exp, as split-KV decoding does. */
import {F32} from '../engine.mjs';
import {bits, cells, short, svg} from '../draw.mjs';
import {compare, permutation} from '../shared.mjs';

const D = 16, COLUMNS = 16, QUERIES = 8, WORKERS = 8;

/* Kernels by the number of ranges of keys; 0 computes whole rows without tiles. */
const kernels = [0, 1, 2, 4, 8];
const kernelName = (ranges) => (ranges === 0 ? 'whole\u00a0rows' : ranges === 1 ? '1 range' : `${ranges}\u00a0ranges`);

/* Rows of keys or values in another order. */
const reordered = (order, columns, numbers) => order.flatMap((j) => numbers.slice(j * columns, (j + 1) * columns));

/* The binary32 patterns of numbers. */
const patterns = (numbers) => new Uint32Array(Float32Array.from(numbers).buffer);

/* Patterns as whole numbers in the order of the values, so that neighbours differ by 1. */
const rank = (pattern) => (pattern >= 2 ** 31 ? 2 ** 31 - pattern : pattern);

const ones = (pattern) => pattern.toString(2).replaceAll('0', '').length;

/* How two outputs differ: the distance of each element in ulps, how many elements move, how many bits differ. */
function difference(first, second) {
  const a = patterns(first), b = patterns(second);
  const steps = first.map((_, i) => Math.abs(rank(a[i]) - rank(b[i])));
  return {
    steps,
    moved: steps.filter((s) => s > 0).length,
    bits: first.reduce((sum, _, i) => sum + ones((a[i] ^ b[i]) >>> 0), 0),
    most: Math.max(...steps)
  };
}

export default {
  id: 'order',
  title: 'Summation order: which bits move',
  question: {
    text: 'A decoding kernel in float32 shares the keys of its batch among eight workers. It computes the same ' +
        'sequence first alone, then in a batch of eight. Does every output keep every bit?',
    choices:
        [
          'Yes: the other sequences are not part of its sums.',
          'No: some last bits move, and both results are correct.', 'No: one of the two results is wrong.'
        ],
    right: 1,
    why: 'Alone, the sequence has all eight workers: its keys are split into eight ranges, and eight partial results ' +
        'are merged. In a batch of eight, one worker reads all its keys. The terms of the sums are the same, but ' +
        'each addition is rounded, and another order rounds other numbers. Both errors are within the bound.',
  },
  controls:
      [
        {name: 'keys', label: 'Keys', min: 3, max: 10, step: 1, value: 8, says: (n) => String(2 ** n)},
        {
          name: 'seed',
          label: 'Order of the keys',
          min: 0,
          max: 20,
          step: 1,
          value: 0,
          says: (n) => (n === 0 ? 'as drawn' : `shuffle ${n}`)
        },
        {
          name: 'batch',
          label: 'Sequences in the batch',
          min: 0,
          max: 3,
          step: 1,
          value: 0,
          says: (n) => String(2 ** n)
        },
        {
          name: 'split',
          label: 'Ranges of keys',
          choices:
              [['batch', '8 workers for the batch'], ...kernels.map((ranges) => [String(ranges), kernelName(ranges)])],
          value: 'batch'
        },
      ],
  show(engine, {keys: exponent, seed, batch: log, split}) {
    const keys = 2 ** exponent, batch = 2 ** log, ranges = split === 'batch' ? WORKERS / batch : Number(split);
    const begin = (order) => {
      engine.begin(F32, {qLen: QUERIES, keys, dK: D, dV: COLUMNS});
      engine.fill('q', 1);
      engine.fill('k', 2);
      engine.fill('v', 3);
      engine.write('k', reordered(order, D, engine.read('k')));
      engine.write('v', reordered(order, COLUMNS, engine.read('v')));
      engine.attend();
      engine.bound(F32);
    };
    const answer = (kernel) => {
      if (kernel === 0)
        engine.mutate(-1);
      else
        engine.split(kernel);
      const found = engine.read('found');
      return {found, budget: compare(engine, engine.read('out'), engine.read('bound'), found).budget};
    };
    const drawn = Array.from({length: keys}, (_, j) => j);
    begin(drawn);
    const first = answer(1);
    begin(seed === 0 ? drawn : permutation(engine, keys, seed));
    const all = kernels.map((kernel) => {
      const second = answer(kernel);
      return {...second, ...difference(first.found, second.found)};
    });
    const now = all[kernels.indexOf(ranges)], count = now.steps.length;
    const rows = Array.from({length: QUERIES}, (_, i) => now.steps.slice(i * COLUMNS, (i + 1) * COLUMNS));
    const at = now.steps.indexOf(now.most), percent = (x) => `${short(100 * x)}%`;
    const bottom = 50 + 33 * QUERIES;
    const change = now.moved === 0 ? 'no bit moves' :
                                     `${now.moved} of ${count} outputs move, by ${now.most} ulp at most: ` +
            `${now.bits} of ${32 * count} bits differ`;
    const part = ranges === 1 ? 'its keys stay in 1 range' : `its keys are split into ${ranges} ranges`;
    const share = split === 'batch' ?
        `A batch of ${batch} leaves ${ranges} of ${WORKERS} workers to each sequence: ${part}. ` :
        '';
    return {
      figure:
          svg(bottom + 125, 'How far each output moves, in ulps, and the bits of the one that moves furthest',
              [
                ...cells(rows.map((row) => row.map((s) => (s === 0 ? 0 : Math.min(1, 0.2 + Math.log10(s) / 4)))), {
                  left: 100,
                  top: 30,
                  size: 33,
                  rowName: (i) => `query ${i}`,
                  columnName: String,
                  text: (_, i, j) => (rows[i][j] > 99 ? '99+' : String(rows[i][j])),
                }),
                ...bits([first.found, now.found].map((found) => patterns(found)[at].toString(2).padStart(32, '0')), {
                  left: 100,
                  top: bottom + 30,
                  size: 16,
                  rowName: (i) => ['before', 'now'][i],
                  name: `Bits of query ${Math.floor(at / COLUMNS)}, output ${at % COLUMNS}`
                }),
              ]),
      caption: 'Kernels on the keys in this order',
      columns: ['kernel', 'outputs that move', 'bits that differ', 'largest move, ulp', 'budget used'],
      rows: all.map(
          (a, i) =>
              [kernelName(kernels[i]) + (a === now ? ' (shown)' : ''), `${a.moved} of ${count}`,
               `${a.bits} of ${32 * count}`, String(a.most), percent(a.budget)]),
      says: `${share}Compared with 1 range of keys as drawn, ${change}. Both results stay within the bound: they use ${
          percent(Math.max(first.budget, now.budget))} of it at most.`,
      numbers: {
        ranges,
        moved: all.map((a) => a.moved),
        bits: all.map((a) => a.bits),
        most: all.map((a) => a.most),
        budget: all.map((a) => a.budget)
      },
    };
  },
};
