/* q . k of independent entries of variance 1 has variance d_k. The log-sum-exp of a problem with one key is its score:
   the log-sum-exp of one number is that number. */
import {F64} from '../engine.mjs';
import {bars, short, svg} from '../draw.mjs';
import {draw} from '../shared.mjs';

/* Keys of its own for each query: queries that share keys make a sample of one draw of keys. So many queries, unless
   their keys have more numbers than can be drawn while a control moves. */
const PAIRS = 1000, QUERIES = 400, KEYS = 64, NUMBERS = 2 ** 21;

const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

/* The scores of independent pairs of q and k, with this scale (0: 1/sqrt(d_k)). */
function scores(engine, dK, scale, seed) {
  engine.begin(F64, {heads: PAIRS, qLen: 1, keys: 1, dK, dV: 1}, {scale});
  engine.fill('q', seed);
  engine.fill('k', seed + 1);
  engine.attend();
  return engine.read('lse');
}

/* The softmax of such scores with each of these scales: entropy, largest weight and derivative, on average over queries,
   each a head. */
function softmax(engine, dK, scales, queries, seed) {
  engine.begin(F64, {heads: queries, qLen: 1, keys: KEYS, dK, dV: 1});
  engine.fill('q', seed);
  engine.fill('k', seed + 1);
  return scales.map((scale) => {
    engine.setScale(scale);
    engine.attend();
    const weights = engine.read('weights'), rows = Array.from({length: queries}, (_, i) => i);
    return {
      entropy: mean(rows.map((i) => engine.entropy(i))),
      largest: mean(rows.map((i) => Math.max(...weights.slice(i * KEYS, (i + 1) * KEYS)))),
      derivative: mean(rows.map((i) => engine.jacobian(i))),
    };
  });
}

export default {
  id: 'scale',
  title: 'Why scores are divided by √d_k',
  question: {
    text: 'The entries of q and k are independent, with mean 0 and variance 1. d_k grows from 16 to 256. What ' +
        'happens to the standard deviation of q · k?',
    choices: ['It does not change.', 'It grows by a factor of 4.', 'It grows by a factor of 16.'],
    right: 1,
    why: 'Each term of the sum has variance 1, so the sum of d_k independent terms has variance d_k. The standard ' +
        'deviation is its square root: 4 for d_k = 16, and 16 for d_k = 256.',
  },
  controls:
      [
        {name: 'exponent', label: 'd_k', min: 0, max: 10, step: 1, value: 6, says: (n) => String(2 ** n)},
        draw,
      ],
  show(engine, {exponent, seed}) {
    const dK = 2 ** exponent, root = Math.sqrt(dK);
    const raw = scores(engine, dK, 1, seed), scaled = scores(engine, dK, 0, seed);
    const variance = (s) => mean(s.map((x) => x * x));
    const queries = Math.min(QUERIES, NUMBERS / (KEYS * dK));
    const [before, after] = softmax(engine, dK, [1, 0], queries, seed);
    const place = {top: 34, bottom: 180, count: 60, from: -4 * Math.max(1, root), to: 4 * Math.max(1, root)};
    const rows = [
      ['variance of the scores', variance(raw), variance(scaled)],
      ['entropy of the weights, nats', before.entropy, after.entropy],
      ['largest weight', before.largest, after.largest],
      ['norm of softmax’s derivative', before.derivative, after.derivative],
    ];
    return {
      figure:
          svg(230, `Scores at d_k = ${dK}, unscaled and divided by its square root`,
              [
                ...bars(raw, {...place, left: 20, right: 305, name: 'q · k', unit: 'score', kind: 'raw'}),
                ...bars(scaled, {...place, left: 335, right: 620, name: 'q · k / √d_k', unit: 'score', kind: 'scaled'}),
              ]),
      columns: ['', 'unscaled', 'divided by √d_k'],
      rows: rows.map(([name, a, b]) => [name, short(a), short(b)]),
      says: `At d_k = ${dK} the standard deviation of a score is ${
                short(Math.sqrt(
                    variance(raw)))}; divided by √d_k it is ${short(Math.sqrt(variance(scaled)))}. On average ` +
          `over ${queries} queries, each with ${KEYS} keys of its own, the largest weight is ${
                short(100 * before.largest)}% unscaled, and ${short(100 * after.largest)}% scaled.`,
      numbers: {
        variance: [variance(raw), variance(scaled)],
        ...Object.fromEntries(['entropy', 'largest', 'derivative'].map((n) => [n, [before[n], after[n]]]))
      },
    };
  },
};
