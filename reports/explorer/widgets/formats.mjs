/* The same numbers in four formats. A format has its own q, k and v: those rounded to it, exact from then on. What
   a right kernel then loses is compared with what it may lose. */
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

/* A right kernel in tiles that stores its answer in a type, of 8 bits too: it then computes in binary32 from numbers of
   8 bits, and its answer is rounded to 8 bits. */
function right(engine, dtype, narrow, seed, size) {
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
    text: 'bfloat16 keeps 8 significant bits, float32 keeps 24. By what factor do the errors of a right kernel differ?',
    choices: ['About 3: the ratio of the bits.', 'Some ten thousand.', 'They do not differ: both compute in float32.'],
    right: 1,
    why: 'Each missing bit doubles the error of a rounding: 2 to the 16 is 65,536. The ratio is smaller, since ' +
        'float32 adds up the roundings of its sums, while a bfloat16 kernel, which sums in float32 too, is off by ' +
        'little more than its last rounding.',
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
      const {expected, bound, found} = right(engine, dtype, name === 'e4m3', seed, 2 ** size);
      return {name, largest: Math.max(...bound), ...compare(engine, expected, bound, found)};
    });
    return {
      figure:
          svg(40 + 34 * formats.length, 'Largest error in each format, as a share of its bound',
              shares(
                  formats.map((f) => ({
                                label: f.name,
                                share: f.share,
                                said: `${short(100 * f.share)}%`,
                              })),
                  {left: 110, right: 620, top: 34, step: 34, name: 'the bound'})),
      columns: ['format', 'largest error', 'largest bound', 'share of its bound used at most'],
      rows: formats.map((f) => [f.name, short(f.error), short(f.largest), `${short(100 * f.share)}%`]),
      says: `The largest error is ${short(formats[0].error)} in float32, and ${
          short(formats[2].error / formats[0].error)} times that in bfloat16.`,
      numbers: {error: formats.map((f) => f.error), share: formats.map((f) => f.share)},
    };
  },
};
