/* Which keys a query sees, and what a hidden NaN does: multiplied by the weight 0 it is NaN, selected away it is
   gone. */
import {BOTTOM_RIGHT, F64, TOP_LEFT} from '../engine.mjs';
import {cells, short, svg} from '../draw.mjs';

const D = 8;

export default {
  id: 'masks',
  title: 'Masks: who sees what',
  question: {
    text:
        'Two queries, six keys, a causal mask that leans to the bottom right. How many keys does the first query see?',
    choices: ['One.', 'Five.', 'Six.'],
    right: 1,
    why: 'Aligned to the bottom right, the last query stands at the last key. The first query stands one key ' +
        'before it, and sees five.',
  },
  controls:
      [
        {name: 'qLen', label: 'Queries', min: 1, max: 8, step: 1, value: 4, says: String},
        {name: 'keys', label: 'Keys', min: 1, max: 8, step: 1, value: 6, says: String},
        {name: 'causal', label: 'Causal', choices: [['0', 'no'], ['1', 'yes']], value: '1'},
        {
          name: 'alignment',
          label: 'The diagonal starts',
          choices: [[String(TOP_LEFT), 'top left'], [String(BOTTOM_RIGHT), 'bottom right']],
          value: String(BOTTOM_RIGHT)
        },
        {
          name: 'left',
          label: 'Keys seen before the diagonal',
          min: 0,
          max: 8,
          step: 1,
          value: 8,
          says: (n) => (n === 8 ? 'all' : String(n))
        },
        {
          name: 'length',
          label: 'Keys that count',
          min: 0,
          max: 8,
          step: 1,
          value: 8,
          says: (n) => (n === 8 ? 'all' : String(n))
        },
        {name: 'poison', label: 'The last key’s value is', choices: [['0', 'a number'], ['1', 'NaN']], value: '0'},
      ],
  show(engine, {qLen, keys, causal, alignment, left, length, poison}) {
    engine.begin(F64, {qLen, keys, dK: D, dV: 1}, {
      causal,
      alignment,
      windowed: left < 8,
      windowLeft: left,
      windowRight: -1,
      kvLen: Math.min(length, keys),
    });
    engine.fill('q', 1);
    engine.fill('k', 2);
    engine.fill('v', 3);
    const v = engine.read('v');
    if (poison === '1') v[keys - 1] = NaN;
    engine.write('v', v);
    engine.attend();
    const weights = engine.read('weights'), out = engine.read('out'), lse = engine.read('lse');
    const rows = Array.from({length: qLen}, (_, i) => weights.slice(i * keys, (i + 1) * keys));
    const multiplied = rows.map((row) => row.reduce((sum, w, j) => sum + w * v[j], 0));
    const blind = rows.filter((_, i) => lse[i] === -Infinity).length;
    const lost = rows.filter((_, i) => Number.isNaN(multiplied[i]) && !Number.isNaN(out[i])).length;
    const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
    return {
      figure: svg(60 + 56 * qLen, `Weights of ${qLen} queries on ${keys} keys`, cells(rows, {
                    left: 120,
                    top: 30,
                    size: 56,
                    rowName: (i) => `query ${i}`,
                    columnName: (j) => `key ${j}`,
                    text: (w) =>
                        (w === 0             ? '0' :
                             Number.isNaN(w) ? 'NaN' :
                                               w.toFixed(2)),
                  })),
      columns: ['query', 'sees', 'output', 'output if hidden values are multiplied by 0', 'log-sum-exp'],
      rows: rows.map(
          (row, i) =>
              [String(i), count(row.filter((w) => w !== 0).length, 'key', 'keys'), short(out[i]), short(multiplied[i]),
               short(lse[i])]),
      says: `${
          blind === 0 ?
              'Every query sees a key.' :
              `${count(blind, 'query sees', 'queries see')} no key: the output is 0, and the log-sum-exp is −∞.`}${
          poison === '1' ? ` Multiplied by a weight of 0, the NaN of the last key spoils ${
                               count(lost, 'output', 'outputs')} that the mask keeps clean.` :
                           ''}`,
      numbers: {out, lse, multiplied},
    };
  },
};
