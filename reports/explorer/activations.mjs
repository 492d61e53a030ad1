/* Activations as the page carries them: base64 of binary32, little-endian. */
const binary32 = (text) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return Array.from({length: bytes.length / 4}, (_, n) => new DataView(bytes.buffer).getFloat32(4 * n, true));
};

export const decode = (carried) => Object.fromEntries(
    Object.entries(carried).map(([name, a]) => [name, {...a, q: binary32(a.q), k: binary32(a.k), v: binary32(a.v)}]));
