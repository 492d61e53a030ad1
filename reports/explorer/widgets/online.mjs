/* Softmax over tiles of keys [Milakov2018]: a new maximum rescales the sums. After each tile the output
   is that of attention over the keys so far, which the reference computes with a length. */
import {F64} from '../engine.mjs';
import {lines, short, svg} from '../draw.mjs';
import {draw} from '../shared.mjs';

const KEYS = 32, D = 8;

/* The scores of one query: the log-sum-exp of one key each. */
function scoresOf(engine, q, k) {
  engine.begin(F64, {heads: KEYS, qLen: 1, keys: 1, dK: D, dV: 1});
  engine.write('q', Array.from({length: KEYS}, () => q).flat());
  engine.write('k', k);
  engine.attend();
  return engine.read('lse');
}

/* m, l and o after each tile; forget: the sums are not rescaled. */
function recurrence(scores, v, tile, forget) {
  const states = [];
  let m = -Infinity, l = 0, o = 0;
  for (let from = 0; from < KEYS; from += tile) {
    const keys = scores.slice(from, from + tile);
    const higher = Math.max(m, ...keys), factor = forget ? 1 : Math.exp(m - higher);
    const terms = keys.map((s) => Math.exp(s - higher));
    l = l * factor + terms.reduce((sum, p) => sum + p, 0);
    o = o * factor + terms.reduce((sum, p, j) => sum + p * v[from + j], 0);
    m = higher;
    states.push({m, l, o: o / l});
  }
  return states;
}

export default {
  id: 'online',
  title: 'Online softmax, tile by tile',
  question: {
    text: 'A kernel reads the keys in tiles and forgets to rescale its sums when a later tile has a larger score. ' +
        'When is its output correct?',
    choices: ['Never.', 'When the largest score is in the first tile.', 'When all tiles have the same size.'],
    right: 1,
    why: 'Then no later tile has a new maximum, and there is nothing to rescale. Tests on small inputs miss the bug ' +
        'for this reason: their keys fit into one tile.',
  },
  controls:
      [
        {name: 'tile', label: 'Keys in a tile', min: 0, max: 5, step: 1, value: 2, says: (n) => String(2 ** n)},
        draw,
        {name: 'forget', label: 'Rescale the sums', choices: [['0', 'yes'], ['1', 'no']], value: '1'},
      ],
  show(engine, {tile: exponent, seed, forget}) {
    const tile = 2 ** exponent;
    const begin = () => {
      engine.begin(F64, {qLen: 1, keys: KEYS, dK: D, dV: 1});
      engine.fill('q', seed, 2);
      engine.fill('k', seed + 100);
      engine.fill('v', seed + 200);
    };
    begin();
    const v = engine.read('v'), scores = scoresOf(engine, engine.read('q'), engine.read('k'));
    const states = recurrence(scores, v, tile, forget === '1');
    begin();
    const reference = states.map((_, t) => {
      engine.setLength((t + 1) * tile);
      engine.attend();
      return {out: engine.read('out')[0], lse: engine.read('lse')[0]};
    });
    const last = states.length - 1, off = Math.abs(states[last].o - reference[last].out);
    const right = states.every((s, t) => Math.abs(s.o - reference[t].out) < 1e-12);
    return {
      figure:
          svg(260, 'The output after each tile',
              lines(
                  [
                    {name: 'the reference', kind: 'scaled', points: reference.map((r, t) => [t + 1, r.out])},
                    {name: 'tile by tile', kind: 'raw', points: states.map((s, t) => [t + 1, s.o])},
                  ],
                  {left: 60, right: 520, top: 34, bottom: 210, unit: 'tiles read', name: 'output'})),
      columns: ['tile', 'm', 'l', 'output', 'reference output', 'm\u00a0+\u00a0log\u00a0l', 'reference lse'],
      rows: states.map(
          (s, t) =>
              [String(t + 1), short(s.m), short(s.l), short(s.o), short(reference[t].out), short(s.m + Math.log(s.l)),
               short(reference[t].lse)]),
      says: right ? 'After every tile the output equals that of attention over the keys so far.' :
                    `Without rescaling, the last output is ${short(states[last].o)} instead of ${
                        short(reference[last].out)}: an error of ${short(off)}.`,
      numbers: {out: states.map((s) => s.o), reference: reference.map((r) => r.out), scores},
    };
  },
};
