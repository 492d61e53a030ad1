/* The same numbers in four formats. q, k and v are first rounded to the format; the reference takes these as exact. The
   error of a correct kernel is compared with its bound. */
import {BF16, F16, F32} from '../engine.mjs';
import {shares, short, svg} from '../draw.mjs';
import {compare, draw} from '../shared.mjs';

const SIZES = {
  heads: 1,
  qLen: 16,
  keys: 64,
  dK: 32,
  dV: 16
};

/* A correct kernel in tiles that stores its output in a type. narrow: it computes in binary32 from numbers of 8 bits,
   and its output is rounded to 8 bits. */
function correct(engine, dtype, narrow, seed, size) {
  engine.begin(dtype, SIZES);
  engine.fill('q', seed, size);
  engine.fill('k', seed + 1);
  engine.fill('v', seed + 2);
  if (narrow)
    for (const name of ['q', 'k', 'v']) engine.write(name, engine.read(name).map(engine.e4m3));
  engine.attend();
  engine.bound(dtype);
  engine.mutate(-2);
  const [expected, bound, found] = ['out', 'bound', 'found'].map(engine.read);
  if (!narrow) return {expected, bound, found};
  return {expected, bound: bound.map((b, i) => engine.e4m3Bound(expected[i], b)), found: found.map(engine.e4m3)};
}

export default {
  id: 'formats',
  title: 'Formats: how much error is normal',
  question: {
    text: 'bfloat16 has 8 significant bits, float32 has 24. By what factor do the errors of a correct kernel differ?',
    choices: ['About 3: the ratio of the bits.', 'Some thousands.', 'By none: both kernels compute in float32.'],
    right: 1,
    why: 'Each bit less doubles the error of a rounding, and 2 to the power of 16 is 65,536. The ratio is smaller: ' +
        'in float32 the roundings of all the sums add up. A bfloat16 kernel also sums in float32, so that its ' +
        'error is little more than that of its last rounding.',
  },
  controls:
      [
        draw,
        {
          name: 'size',
          label: 'Size of the scores',
          min: 0,
          max: 4,
          step: 1,
          value: 0,
          says: (n) => (n === 0 ? 'normal' : `× ${2 ** n}`)
        },
      ],
  show(engine, {seed, size}) {
    const formats = [['float32', F32], ['float16', F16], ['bfloat16', BF16], ['e4m3', F32]].map(([name, dtype]) => {
      const {expected, bound, found} = correct(engine, dtype, name === 'e4m3', seed, 2 ** size);
      return {name, largest: Math.max(...bound), ...compare(engine, expected, bound, found)};
    });
    return {
      figure:
          svg(40 + 34 * formats.length, 'Largest budget used in each format',
              shares(
                  formats.map((f) => ({
                                label: f.name,
                                share: f.budget,
                                said: `${short(100 * f.budget)}%`,
                              })),
                  {left: 110, right: 620, top: 34, step: 34, name: 'the bound'})),
      columns: ['format', 'largest error', 'largest bound', 'budget used'],
      rows: formats.map((f) => [f.name, short(f.error), short(f.largest), `${short(100 * f.budget)}%`]),
      says: `The largest error is ${short(formats[0].error)} in float32. In bfloat16 it is ${
          short(formats[2].error / formats[0].error)} times as large.`,
      numbers: {error: formats.map((f) => f.error), budget: formats.map((f) => f.budget)},
    };
  },
};
