/* A sum in binary32 depends on the order of its terms; the definition does not. The keys are shuffled, or split
   among workers whose parts are merged. */
import {F32} from '../engine.mjs';
import {cells, short, svg} from '../draw.mjs';
import {compare} from '../shared.mjs';

const D = 16, COLUMNS = 16, QUERIES = 8;

/* Rows of keys or values in another order: the same for both, from a seed. */
function shuffled(rows, columns, numbers, seed) {
  const order = Array.from({length: rows}, (_, j) => j);
  let state = seed;
  for (let j = rows - 1; j > 0 && seed > 0; j--) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const other = state % (j + 1);
    [order[j], order[other]] = [order[other], order[j]];
  }
  return order.flatMap((j) => numbers.slice(j * columns, (j + 1) * columns));
}

const ulp = (x) => 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), -126) - 23);

export default {
  id: 'order',
  title: 'The order of a sum',
  question: {
    text: 'The same keys and values in another order: does the output of a correct kernel in float32 keep every bit?',
    choices: ['Yes: a sum does not depend on the order.', 'No: some last bits move.', 'No: the result is wrong.'],
    right: 1,
    why: 'Each addition is rounded, and another order rounds other numbers. Both answers are right: their errors ' +
        'are within the bound.',
  },
  controls:
      [
        {name: 'keys', label: 'Keys', min: 3, max: 10, step: 1, value: 8, says: (n) => String(2 ** n)},
        {
          name: 'seed',
          label: 'Shuffle',
          min: 0,
          max: 20,
          step: 1,
          value: 1,
          says: (n) => (n === 0 ? 'none' : `number ${n}`)
        },
        {
          name: 'way',
          label: 'Kernel',
          choices: [['-1', 'whole rows'], ['-2', 'tiles of 64 keys'], ['-3', 'two halves, merged']],
          value: '-2'
        },
      ],
  show(engine, {keys: exponent, seed, way}) {
    const keys = 2 ** exponent;
    const answer = (order, how) => {
      engine.begin(F32, {qLen: QUERIES, keys, dK: D, dV: COLUMNS});
      engine.fill('q', 1);
      engine.fill('k', 2);
      engine.fill('v', 3);
      engine.write('k', shuffled(keys, D, engine.read('k'), order));
      engine.write('v', shuffled(keys, COLUMNS, engine.read('v'), order));
      engine.attend();
      engine.bound(F32);
      engine.mutate(how);
      return engine.read('found');
    };
    const first = answer(0, -2), second = answer(seed, Number(way));
    const expected = engine.read('out'), bound = engine.read('bound');
    const steps = first.map((x, i) => Math.abs(second[i] - x) / ulp(expected[i]));
    const most = Math.max(...steps), moved = steps.filter((s) => s > 0).length;
    const share = Math.max(...[first, second].map((found) => compare(engine, expected, bound, found).share));
    const rows = Array.from({length: QUERIES}, (_, i) => steps.slice(i * COLUMNS, (i + 1) * COLUMNS));
    return {
      figure:
          svg(60 + 33 * QUERIES, 'How far each output moves, in units of its last place',
              cells(rows.map((row) => row.map((s) => (s === 0 ? 0 : Math.min(1, 0.2 + Math.log10(s) / 4)))), {
                left: 100,
                top: 30,
                size: 33,
                rowName: (i) => `query ${i}`,
                columnName: String,
                text: (_, i, j) => (rows[i][j] > 99 ? '99+' : String(Math.round(rows[i][j]))),
              })),
      columns: ['', ''],
      rows: [
        ['outputs that change a bit', `${moved} of ${steps.length}`],
        ['largest change, units in the last place', short(most)],
        ['largest error, as a share of its bound', short(share)],
      ],
      says: `${
                moved === 0 ?
                    'No bit moves' :
                    `${moved} of ${steps.length} outputs move, by ${short(most)} units in the last place at most`}` +
          ': measured against tiles of 64 keys in their first order. ' +
          `Both kernels use ${short(100 * share)}% of the bound at most.`,
      numbers: {moved, most, share},
    };
  },
};
