/* What several widgets use. */

/* The control that draws other random numbers. */
export const draw = {
  name: 'seed',
  label: 'Random draw',
  min: 1,
  max: 20,
  step: 1,
  value: 1,
  says: String
};

/* Compares a found output with the expected one: the largest error, the element that has it, and the largest budget
   used. */
export function compare(engine, expected, bound, found) {
  const errors = found.map((x, i) => Math.abs(x - expected[i]));
  const error = Math.max(...errors);
  return {
    error,
    at: errors.findIndex((e) => Object.is(e, error)),
    budget: Math.max(...found.map((x, i) => engine.budget(expected[i], bound[i], x))),
  };
}

/* The numbers 0 .. n - 1 in a random order that depends only on the seed (Fisher and Yates). */
export function permutation(engine, n, seed) {
  const order = Array.from({length: n}, (_, j) => j);
  for (let j = n - 1; j > 0; j--) {
    const other = engine.below(seed, j, j + 1);
    [order[j], order[other]] = [order[other], order[j]];
  }
  return order;
}
