/* Which keys a query sees, and what a hidden NaN does. Multiplied by the weight 0 it stays NaN; a kernel that never
   reads it has no NaN. */
import {BOTTOM_RIGHT, F64, TOP_LEFT} from '../engine.mjs';
import {cells, short, svg} from '../draw.mjs';

const D = 8;

export default {
  id: 'masks',
  title: 'Masks: who sees what',
  question: {
    text: 'There are two queries, six keys, and a causal mask aligned to the bottom right. How many keys does the ' +
        'first query see?',
    choices: ['One.', 'Five.', 'Six.'],
    right: 1,
    why: 'Aligned to the bottom right, the last query stands at the last key and sees all six. The first query ' +
        'stands one key before it, and sees five.',
  },
  controls:
      [
        {name: 'qLen', label: 'Queries', min: 1, max: 8, step: 1, value: 4, says: String},
        {name: 'keys', label: 'Keys', min: 1, max: 8, step: 1, value: 6, says: String},
        {name: 'causal', label: 'Causal', choices: [['0', 'no'], ['1', 'yes']], value: '1'},
        {
          name: 'alignment',
          label: 'Alignment of the mask',
          choices: [[String(TOP_LEFT), 'top left'], [String(BOTTOM_RIGHT), 'bottom right']],
          value: String(BOTTOM_RIGHT)
        },
        {
          name: 'left',
          label: 'Window before the diagonal',
          min: 0,
          max: 8,
          step: 1,
          value: 8,
          says: (n) => (n === 8 ? 'all' : String(n))
        },
        {
          name: 'length',
          label: 'Length (kv_len)',
          min: 0,
          max: 8,
          step: 1,
          value: 8,
          says: (n) => (n === 8 ? 'all' : String(n))
        },
        {name: 'poison', label: 'Value of the last key', choices: [['0', 'a number'], ['1', 'NaN']], value: '0'},
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
      columns: ['query', 'sees', 'output', 'output, hidden × 0', 'lse'],
      rows: rows.map(
          (row, i) =>
              [String(i), count(row.filter((w) => w !== 0).length, 'key', 'keys'), short(out[i]), short(multiplied[i]),
               short(lse[i])]),
      says: `${
          blind === 0 ?
              'Every query sees at least one key.' :
              `${count(blind, 'query sees', 'queries see')} no key: the output is 0, and the log-sum-exp is −∞.`}${
          poison === '1' ? ` Multiplied by a weight of 0, the NaN of the last key makes NaN of ${
                               count(lost, 'output', 'outputs')} from which the mask keeps it away.` :
                           ''}`,
      numbers: {out, lse, multiplied},
    };
  },
};
