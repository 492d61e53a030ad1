/* What several widgets have. */

/* The control that draws other numbers. */
export const draw = {
  name: 'seed',
  label: 'Draw',
  min: 1,
  max: 20,
  step: 1,
  value: 1,
  says: String
};

/* A found answer beside the expected one: the largest error, and the largest share of its bound that an error uses. */
export const compare = (engine, expected, bound, found) => ({
  error: Math.max(...found.map((x, i) => Math.abs(x - expected[i]))),
  share: Math.max(...found.map((x, i) => engine.budget(expected[i], bound[i], x))),
});
