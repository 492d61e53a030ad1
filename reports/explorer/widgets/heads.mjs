/* Heads of a real model (sentence-transformers/all-MiniLM-L6-v2): the reference computes weights and
   outputs from its queries, keys and values. */
import {F32} from '../engine.mjs';
import {cells, short, svg} from '../draw.mjs';

export default {
  id: 'heads',
  title: 'Heads of a real model',
  question: {
    text: '“The chicken didn’t cross the road because it was too tired.” Layer 3 of this model has twelve heads. In ' +
        'how many of them does “it” give its largest weight to “chicken”?',
    choices: ['All of them.', 'One.', 'None.'],
    right: 1,
    why: 'Head 1 gives “chicken” most of the weight. Most of the others give the largest weight to [CLS], the token ' +
        'at the beginning: a place for the weight of a head that finds nothing. Move the ' +
        'head, and watch the row of “it”.',
  },
  controls:
      [
        {
          name: 'sample',
          label: 'Sentence and layer',
          choices: [
            ['cat_layer0', 'Cat sat on mat. Layer 0'], ['cat_layer3', 'Cat sat on mat. Layer 3'],
            ['tired_layer3', 'The chicken … too tired. Layer 3'], ['wide_layer3', 'The chicken … too wide. Layer 3']
          ],
          value: 'tired_layer3'
        },
        {name: 'head', label: 'Head', min: 0, max: 11, step: 1, value: 1, says: String},
        {name: 'token', label: 'Token', min: 0, max: 15, step: 1, value: 10, says: (n) => `number ${n}, or the last`},
      ],
  show(engine, {sample, head, token: asked}, {activations}) {
    const {tokens, heads, d, q, k, v} = activations[sample], n = tokens.length, token = Math.min(asked, n - 1);
    engine.begin(F32, {heads, qLen: n, keys: n, dK: d, dV: d});
    engine.write('q', q);
    engine.write('k', k);
    engine.write('v', v);
    engine.attend();
    const weights = engine.read('weights').slice(head * n * n, (head + 1) * n * n);
    const rows = tokens.map((_, i) => weights.slice(i * n, (i + 1) * n));
    const order = tokens.map((_, j) => j).sort((a, b) => rows[token][b] - rows[token][a]);
    const entropy = engine.entropy(head * n + token);
    return {
      figure: svg(110 + 32 * n, `Weights of head ${head}, one row for each token`, cells(rows, {
                    left: 110,
                    top: 80,
                    size: 32,
                    rowName: (i) => tokens[i],
                    columnName: (j) => tokens[j],
                    slant: true,
                    chosen: token,
                    text: () => '',
                    title: (w, i, j) => `${tokens[i]} to ${tokens[j]}: ${short(w)}`,
                  })),
      columns: [`“${tokens[token]}” attends to`, 'weight'],
      rows: order.slice(0, 5).map((j) => [tokens[j], short(rows[token][j])]),
      says: `In head ${head}, “${tokens[token]}” gives “${tokens[order[0]]}” the largest weight, ` +
          `${short(rows[token][order[0]])}. The entropy of its row is ${short(entropy)} nats; at most it could be ${
                short(Math.log(n))}.`,
      numbers: {largest: order.slice(0, 5).map((j) => rows[token][j]), entropy, weights},
    };
  },
};
