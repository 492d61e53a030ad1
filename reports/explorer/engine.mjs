/* The C code of the reference, the bounds and the zoo, as functions of JavaScript (module.c says what each one
   does). */

export const F64 = 0, F32 = 1, F16 = 2, BF16 = 3;
export const TOP_LEFT = 1, BOTTOM_RIGHT = 2;

const arrays = ['q', 'k', 'v', 'mask', 'out', 'lse', 'weights', 'outBound', 'lseBound', 'found', 'foundLse'];
const options =
    ['scale', 'softcap', 'causal', 'windowed', 'windowLeft', 'windowRight', 'alignment', 'offset', 'kvLen', 'masked'];

/* The module writes to no file: only its C library knows how to. */
const noFiles = new Proxy({}, {get: () => () => 52});

/* Starts the module from its bytes. */
export async function start(bytes) {
  const {instance} = await WebAssembly.instantiate(bytes, {wasi_snapshot_preview1: noFiles});
  const c = instance.exports;
  c._initialize();

  const text = (at) => {
    const bytes = new Uint8Array(c.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };

  /* An array of the problem, as a copy. */
  const read = (name) => {
    const which = arrays.indexOf(name);
    const Kind = name === 'mask' ? Uint8Array : Float64Array;
    return Array.from(new Kind(c.memory.buffer, c.at(which), c.count(which)));
  };

  const write = (name, numbers) => {
    const which = arrays.indexOf(name);
    const Kind = name === 'mask' ? Uint8Array : Float64Array;
    new Kind(c.memory.buffer, c.at(which), c.count(which)).set(numbers);
  };

  return {
    /* Begins a problem: sizes {heads, qLen, keys, dK, dV}, options by the names of attest_problem. */
    begin(dtype, {heads = 1, qLen, keys, dK, dV}, given = {}) {
      if (!c.begin(dtype, heads, qLen, keys, dK, dV)) throw new Error('not enough memory');
      for (const [name, value] of Object.entries(given)) c.set(options.indexOf(name), Number(value));
    },
    setLength: (keys) => c.set(options.indexOf('kvLen'), keys),
    fill: (name, seed, factor = 1) => c.fill(arrays.indexOf(name), seed, factor),
    read,
    write,
    /* The reference: throws what attest_strerror says. */
    attend() {
      const status = c.attend();
      if (status !== 0) throw new Error(text(c.status_text(status)));
    },
    bound(out, lse) {
      if (!c.bound(out, lse)) throw new Error('no bound');
    },
    mutants: () => Array.from({length: c.mutants()}, (_, n) => n),
    mutantName: (n) => text(c.mutant_name(n)),
    mutantWhat: (n) => text(c.mutant_what(n)),
    mutantWhere: (n) => text(c.mutant_where(n)),
    mutate: (n) => c.mutate(n) === 0,
    budget: (value, bound, found) => c.budget(value, bound, found),
    entropy: (row) => c.entropy(row),
    jacobian: (row) => c.jacobian(row),
    rounded: (dtype, x) => c.rounded(dtype, x),
    e4m3: (x) => c.e4m3(x),
    e4m3Bound: (value, bound) => c.e4m3_bound(value, bound),
  };
}
