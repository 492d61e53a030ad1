/* A game in rounds: can a tolerance tell correct kernels from mutants? The player's rule is that of numpy.isclose,
   |found - expected| <= atol + rtol |expected|. Beside it stands the bound derived from the arithmetic. */
import {BF16, BOTTOM_RIGHT, F16, F32} from '../engine.mjs';
import {caption, shares, short, svg} from '../draw.mjs';
import {compare, permutation} from '../shared.mjs';

const CANDIDATES = 6;

/* Mutants of every kind of bug that these problems can show, by their names in the zoo. */
const wrong = [
  'whole-register', 'total-not-rescaled', 'tail-dropped', 'diagonal-hidden', 'zero-keys-counted', 'scale-of-model',
  'merge-base-2', 'rescale-race', 'rescale-inverse', 'mask-multiplied', 'tail-row-past-diagonal',
  'causal-lost-with-lengths', 'heads-read-the-first', 'sums-in-f16'
];

/* The kinds of problem, each of them once in twelve rounds. */
const kinds = [['float32', F32], ['float16', F16], ['bfloat16', BF16]].flatMap(
    ([format, dtype]) => [1, 4].flatMap((size) => [false, true].map((near) => ({format, dtype, size, near}))));

const seedOf = ({game, round}, use) => 1000 * game + 10 * round + use;

/* The kind of problem of a round. */
function kindOf(engine, {game, round}) {
  const order = permutation(engine, kinds.length, seedOf({game, round: 0}, 0));
  return kinds[order[(round - 1) % kinds.length]];
}

/* Computes a round: its problem, and its candidates in random order, each with its answer, the largest error, where
   that is, and the budget used. The numbers of correct candidates are negative. A mutant takes part only if its largest
   error exceeds that of every correct kernel: on the other problems its bug does no harm. */
function compute(engine, state) {
  const kind = kindOf(engine, state);
  engine.begin(kind.dtype, {heads: 2, qLen: 40, keys: 100, dK: 32, dV: 16}, {causal: 1, alignment: BOTTOM_RIGHT});
  engine.fill('q', seedOf(state, 1), kind.size);
  engine.fill('k', seedOf(state, 2));
  engine.fill('v', seedOf(state, 3), kind.near ? 0.02 : 1);
  if (kind.near) engine.write('v', engine.read('v').map((x) => 0.75 + x));
  engine.attend();
  engine.bound(kind.dtype);
  const expected = engine.read('out'), bound = engine.read('bound');
  const answer = (n) => {
    engine.mutate(n);
    const found = engine.read('found');
    return {n, correct: n < 0, found, ...compare(engine, expected, bound, found)};
  };
  const correct = [-1, -2, -3].map(answer), worst = Math.max(...correct.map((a) => a.error));
  const named = engine.mutants().filter((n) => wrong.includes(engine.mutantName(n)));
  const count = 1 + engine.below(seedOf(state, 4), 0, 3);
  const answers = permutation(engine, 3, seedOf(state, 5)).slice(0, count).map((n) => correct[n]);
  for (const n of permutation(engine, named.length, seedOf(state, 6))) {
    if (answers.length === CANDIDATES) break;
    const other = answer(named[n]);
    if (!(other.error <= worst)) answers.push(other);
  }
  return {kind, expected, answers: permutation(engine, answers.length, seedOf(state, 7)).map((n) => answers[n])};
}

/* The last round is kept: a control that moves changes the tolerances, not the round. */
let kept = {};
function roundOf(engine, {game, round}) {
  if (kept.game !== game || kept.round !== round) kept = {game, round, ...compute(engine, {game, round})};
  return kept;
}

/* The largest share of the player's tolerance that an error takes: numpy.isclose accepts up to 1. */
const taken = (expected, found, {atol, rtol}) =>
    Math.max(...found.map((x, i) => Math.abs(x - expected[i]) / (10 ** atol + 10 ** rtol * Math.abs(expected[i]))));

const judged = ({expected, answers}, values) =>
    answers.map((a) => ({...a, tolerance: taken(expected, a.found, values)}));

/* The mistakes of a rule: wrong candidates let through, and correct ones rejected. */
const mistakes = (answers, rule) => ({
  through: answers.filter((a) => !a.correct && a[rule] <= 1).length,
  rejected: answers.filter((a) => a.correct && !(a[rule] <= 1)).length,
});

const none = {
  through: 0,
  rejected: 0
};
const add = (a, b) => ({through: a.through + b.through, rejected: a.rejected + b.rejected});

const fresh = (game) =>
    ({game, round: 1, last: null, total: {rounds: 0, wrong: 0, correct: 0, yours: none, bound: none}});

/* Counts what the tolerances do in this round. */
function counted(engine, state, values) {
  const answers = judged(roundOf(engine, state), values), correct = answers.filter((a) => a.correct).length;
  const last = {
    wrong: answers.length - correct,
    correct,
    yours: mistakes(answers, 'tolerance'),
    bound: mistakes(answers, 'budget')
  };
  const {total} = state;
  return {
    ...state,
    last,
    total: {
      rounds: total.rounds + 1,
      wrong: total.wrong + last.wrong,
      correct: total.correct + last.correct,
      yours: add(total.yours, last.yours),
      bound: add(total.bound, last.bound)
    }
  };
}

const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

function announced({game, round, last, total}, {kind, answers}) {
  const name = `${game > 1 ? `Game ${game}, round` : 'Round'} ${round}`;
  if (last === null)
    return `${name}: ${answers.length} candidates in ${kind.format}, ${
        kind.near ? 'values near 0.75' : 'values around 0'}, ${
        kind.size > 1 ? `scores × ${kind.size}` : 'scores of usual size'}. Your tolerances accept ${
        answers.filter((a) => a.tolerance <= 1).length} of them. Adjust atol and rtol, then judge.`;
  const did = ({through, rejected}) => `let ${through} of ${last.wrong} wrong candidates through and rejected ${
      rejected} of ${last.correct} correct ones`;
  const sum = ({through, rejected}) => plural(through + rejected, 'mistake', 'mistakes');
  return `${name}: your tolerances ${did(last.yours)}. The derived bound ${did(last.bound)}.${
      last.bound.through === 0 ?
          '' :
          ' Here a correct kernel may have errors as large as those of the wrong candidates that the bound ' +
              'accepts; other values tell them apart.'} Score after ${plural(total.rounds, 'round', 'rounds')}: ${
      sum(total.yours)} by your tolerances, ${sum(total.bound)} by the bound.`;
}

function figure(answers, shows) {
  const bars = (rule, left, right, label, name) => shares(
      answers.map((a, i) => ({label: label(a, i), share: a[rule], said: short(a[rule])})),
      {left, right, top: 34, step: 30, name});
  const label = (a, i) => (shows ? `${i + 1}: ${a.correct ? 'correct' : 'wrong'}` : `candidate ${i + 1}`);
  return svg(
      40 + 30 * answers.length, 'The largest error of each candidate, as a share of your tolerance and of the bound', [
        ...bars('tolerance', 120, 370, label, 'your tolerance'),
        ...(shows ? bars('budget', 390, 640, () => '', 'the bound') :
                    [caption(515, 34 + 15 * answers.length, 'the bound: judge first')]),
      ]);
}

export default {
  id: 'judge',
  title: 'Right or wrong?',
  question: {
    text: 'Is there a pair of tolerances, atol and rtol, that accepts every correct kernel and rejects every wrong ' +
        'one, on every problem and in every format?',
    choices: ['Yes, atol = rtol = 0.01.', 'Yes, but each format needs its own pair.', 'No.'],
    right: 2,
    why: 'The error that a correct kernel may have depends on the sums behind each output. A tolerance that accepts ' +
        'all correct kernels also accepts bugs. A bound derived for each output rejects no kernel that is as exact as its ' +
        'arithmetic. It accepts a wrong one only where its errors are within what that arithmetic may lose.',
  },
  controls:
      [
        {name: 'atol', label: 'atol', min: -8, max: 0, step: 0.5, value: -2, says: (n) => short(10 ** n)},
        {name: 'rtol', label: 'rtol', min: -8, max: 0, step: 0.5, value: -2, says: (n) => short(10 ** n)},
      ],
  /* The state of a game: the round, what was counted in it (null before it is judged), and the sums of all rounds. */
  play: {
    begin: fresh(1),
    label: ({last}) => (last === null ? 'Judge with these tolerances' : 'Next round'),
    turn: (engine, state, values) =>
        (state.last === null ? counted(engine, state, values) : {...state, round: state.round + 1, last: null}),
    again: ({game}) => fresh(game + 1),
  },
  show(engine, values, data, state) {
    const round = roundOf(engine, state), answers = judged(round, values), shows = state.last !== null;
    const {total} = state;
    const word = (share) => (share <= 1 ? 'accept' : 'reject');
    const what = (a) => (a.correct ? engine.mutantName(a.n) : `${engine.mutantName(a.n)}: ${engine.mutantWhat(a.n)}`);
    const score =
        (name, {through, rejected}) => [name, `${through} of ${total.wrong}`, `${rejected} of ${total.correct}`];
    return {
      figure: figure(answers, shows),
      columns: [
        'candidate', 'your tolerances', ...(shows ? ['the bound'] : []), 'largest error', 'expected there',
        ...(shows ? ['it is'] : [])
      ],
      sentences: shows,
      rows: answers.map(
          (a, i) =>
              [String(i + 1), word(a.tolerance), ...(shows ? [word(a.budget)] : []), short(a.error),
               short(round.expected[a.at]), ...(shows ? [what(a)] : [])]),
      score: {
        caption: `Score after ${plural(total.rounds, 'round', 'rounds')}`,
        columns: ['', 'wrong let through', 'correct rejected'],
        rows: [score('your tolerances', total.yours), score('the derived bound', total.bound)]
      },
      says: announced(state, {...round, answers}),
      numbers: {
        round: state.round,
        error: answers.map((a) => a.error),
        expected: answers.map((a) => round.expected[a.at]),
        tolerance: answers.map((a) => a.tolerance),
        budget: shows ? answers.map((a) => a.budget) : [],
        total,
      },
    };
  },
};
