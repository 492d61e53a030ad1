/* The C code of the reference, the bounds and the zoo, as functions of JavaScript (module.c says what each one
   does). */

export const F64 = 0, F32 = 1, F16 = 2, BF16 = 3;
export const TOP_LEFT = 1, BOTTOM_RIGHT = 2;

const arrays = ['q', 'k', 'v', 'out', 'lse', 'weights', 'bound', 'found'];
const options = ['scale', 'softcap', 'causal', 'windowed', 'windowLeft', 'windowRight', 'alignment', 'kvLen'];

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

  const succeed = (status) => {
    if (status !== 0) throw new Error(text(c.status_text(status)));
  };

  /* An array of the problem where it stands, until the module's memory grows. */
  const place = (name) => {
    const which = arrays.indexOf(name);
    return new Float64Array(c.memory.buffer, c.at(which), c.count(which));
  };

  return {
    /* Begins a problem: sizes {heads, qLen, keys, dK, dV}, options by the names of attest_problem. */
    begin(dtype, {heads = 1, qLen, keys, dK, dV}, given = {}) {
      if (!c.begin(dtype, heads, qLen, keys, dK, dV)) throw new Error('not enough memory');
      for (const [name, value] of Object.entries(given)) c.set(options.indexOf(name), Number(value));
    },
    setScale: (scale) => c.set(options.indexOf('scale'), scale),
    setLength: (keys) => c.set(options.indexOf('kvLen'), keys),
    fill: (name, seed, factor = 1) => c.fill(arrays.indexOf(name), seed, factor),
    read: (name) => Array.from(place(name)),
    write: (name, numbers) => place(name).set(numbers),
    /* The reference, a mutant, and a correct kernel that merges ranges of keys. A failure throws the text of
       attest_strerror. */
    attend: () => succeed(c.attend()),
    mutate: (n) => succeed(c.mutate(n)),
    split: (ranges) => succeed(c.split(ranges)),
    bound(out) {
      if (!c.bound(out)) throw new Error('no bound');
    },
    mutants: () => Array.from({length: c.mutants()}, (_, n) => n),
    mutantName: (n) => text(c.mutant_name(n)),
    mutantWhat: (n) => text(c.mutant_what(n)),
    budget: (value, bound, found) => c.budget(value, bound, found),
    entropy: (row) => c.entropy(row),
    jacobian: (row) => c.jacobian(row),
    below: (seed, at, n) => c.below(seed, at, n),
    e4m3: (x) => c.e4m3(x),
    e4m3Bound: (value, bound) => c.e4m3_bound(value, bound),
  };
}
