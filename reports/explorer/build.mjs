/* usage: node build.mjs PAGE.html STYLE.css SCRIPT.js MODULE.wasm ACTIVATIONS: writes the page to standard output, with
   everything in it. Each widget is drawn with the first values of its controls. ACTIVATIONS: a folder of cases, as in
   tests/data. */
import {readdirSync, readFileSync} from 'node:fs';

import {decode} from './activations.mjs';
import {start} from './engine.mjs';
import {initial, section} from './view.mjs';
import {widgets} from './widgets/all.mjs';

/* The numbers of a .npy file, binary32 in C order, in base64. They stand after 10 bytes and a header; the last two of
   these bytes are the length of the header. */
function numbers(path) {
  const file = readFileSync(path), begin = 10 + file.readUInt16LE(8);
  if (!file.toString('latin1', 10, begin).includes('\'descr\': \'<f4\', \'fortran_order\': False'))
    throw new Error(path);
  return file.subarray(begin).toString('base64');
}

function activation(folder) {
  const {tokens, tensors: {q}} = JSON.parse(readFileSync(`${folder}/case.json`));
  const [, heads, , d] = q.shape;
  return {
    tokens: tokens[0],
    heads,
    d,
    ...Object.fromEntries(['q', 'k', 'v'].map((t) => [t, numbers(`${folder}/${t}.npy`)]))
  };
}

const folder = process.argv[6];
const [page, style, script, module] = process.argv.slice(2, 6).map((path) => readFileSync(path));
const names = readdirSync(folder, {withFileTypes: true}).filter((one) => one.isDirectory()).map((one) => one.name);
const activations = Object.fromEntries(names.map((name) => [name, activation(`${folder}/${name}`)]));
const engine = await start(module), data = {
  activations: decode(activations)
};
const parts = {
  STYLE: style.toString(),
  CONTENTS: widgets.map((w) => `<li><a href="#${w.id}">${w.title}</a></li>`).join(''),
  WIDGETS: widgets.map((w) => section(w, w.show(engine, initial(w), data, w.play?.begin))).join('\n'),
  MODULE: module.toString('base64'),
  ACTIVATIONS: JSON.stringify(activations).replaceAll('</', '<\\/'),
  SCRIPT: script.toString().replaceAll('</script', '<\\/script'),
};
process.stdout.write(page.toString().replace(/<!--([A-Z]+)-->/g, (_, name) => parts[name]));
