/* Answers of right kernels and of mutants: is a tolerance able to tell them apart? torch.testing's rule, |found -
   expected| <= atol + rtol |expected|, beside the bound that follows from the arithmetic. */
import {BF16, BOTTOM_RIGHT, F16, F32} from '../engine.mjs';
import {shares, short, svg} from '../draw.mjs';
import {compare} from '../shared.mjs';

/* Mutants of every kind of defect, by their names in the zoo, between the three right ways. */
const wrong = [
  'whole-register', 'total-not-rescaled', 'tail-dropped', 'diagonal-hidden', 'zero-keys-counted', 'scale-of-model',
  'merge-base-2', 'rescale-race'
];

/* What is said of wrong answers that the bound accepts. */
const behind = (count) =>
    (count === 0 ? '' :
                   ` ${count} wrong answers lie within the bound: on these values a right ` +
             'kernel could be as far off. Other values tell them apart.');

export default {
  id: 'judge',
  title: 'Right or wrong?',
  question: {
    text: 'Is there a pair of tolerances that accepts every right kernel and rejects every wrong one, on every ' +
        'problem and in every format?',
    choices: ['Yes, atol = rtol = 0.01.', 'Yes, but each format needs its own.', 'No.'],
    right: 2,
    why: 'How far a right kernel may be off depends on the sums behind each element. A tolerance that lets them ' +
        'all pass lets defects pass as well. A bound derived for each element never rejects a right answer, and ' +
        'accepts a wrong one only where a right kernel could be as far off.',
  },
  controls:
      [
        {name: 'atol', label: 'atol', min: -8, max: 0, step: 0.5, value: -2, says: (n) => short(10 ** n)},
        {name: 'rtol', label: 'rtol', min: -8, max: 0, step: 0.5, value: -2, says: (n) => short(10 ** n)},
        {
          name: 'format',
          label: 'Format',
          choices: [[String(F32), 'float32'], [String(F16), 'float16'], [String(BF16), 'bfloat16']],
          value: String(BF16)
        },
        {name: 'values', label: 'Values', choices: [['0', 'normal'], ['1', 'near 0.75']], value: '0'},
        {name: 'names', label: 'Say which is which', choices: [['0', 'no'], ['1', 'yes']], value: '0'},
      ],
  show(engine, {atol, rtol, format, values, names}) {
    const dtype = Number(format);
    engine.begin(dtype, {heads: 2, qLen: 40, keys: 100, dK: 32, dV: 16}, {causal: 1, alignment: BOTTOM_RIGHT});
    engine.fill('q', 5);
    engine.fill('k', 6);
    engine.fill('v', 7, values === '1' ? 0.02 : 1);
    if (values === '1') engine.write('v', engine.read('v').map((x) => 0.75 + x));
    engine.attend();
    engine.bound(dtype);
    const expected = engine.read('out'), bound = engine.read('bound');
    const named = engine.mutants().filter((n) => wrong.includes(engine.mutantName(n)));
    const candidates = [-1, ...named.slice(0, 3), -2, ...named.slice(3, 6), -3, ...named.slice(6)];
    const found = candidates.map((n) => {
      engine.mutate(n);
      const answer = engine.read('found');
      const close =
          answer.every((x, i) => Math.abs(x - expected[i]) <= 10 ** atol + 10 ** rtol * Math.abs(expected[i]));
      return {n, close, right: n < 0, ...compare(engine, expected, bound, answer)};
    });
    const hidden = found.filter((f) => !f.right && f.share <= 1).length;
    const word = (accepted) => (accepted ? 'accepts' : 'rejects');
    const yours = found.filter((f) => f.close === f.right).length,
          derived = found.filter((f) => (f.share <= 1) === f.right).length;
    return {
      figure:
          svg(40 + 26 * found.length, 'The largest error of each answer, as a share of its bound',
              shares(
                  found.map((f, i) => ({
                              label: names === '1' ? engine.mutantName(f.n) : `answer ${i + 1}`,
                              share: f.share,
                              said: short(f.share),
                            })),
                  {left: 210, right: 620, top: 34, step: 26, name: 'the bound'})),
      columns: ['answer', 'largest error', 'your tolerances', 'the bound', ...(names === '1' ? ['in truth'] : [])],
      rows: found.map(
          (f, i) =>
              [names === '1' ? engine.mutantName(f.n) : String(i + 1), short(f.error), word(f.close),
               word(f.share <= 1), ...(names === '1' ? [f.right ? 'right' : engine.mutantWhat(f.n)] : [])]),
      says: `Of ${found.length} answers your tolerances judge ${yours} rightly, the bound ${derived}.` + behind(hidden),
      numbers: {error: found.map((f) => f.error), share: found.map((f) => f.share), yours, derived},
    };
  },
};
