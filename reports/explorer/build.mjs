/* usage: node build.mjs PAGE.html STYLE.css SCRIPT.js MODULE.wasm: writes the page to standard output, with
   everything in it, each widget drawn as it first stands. */
import {readFileSync} from 'node:fs';

import {start} from './engine.mjs';
import {initial, section} from './view.mjs';
import {widgets} from './widgets/all.mjs';

const [page, style, script, module] = process.argv.slice(2).map((path) => readFileSync(path));
const engine = await start(module);
const parts = {
  STYLE: style.toString(),
  CONTENTS: widgets.map((w) => `<li><a href="#${w.id}">${w.title}</a></li>`).join(''),
  WIDGETS: widgets.map((w) => section(w, w.show(engine, initial(w)))).join('\n'),
  MODULE: module.toString('base64'),
  SCRIPT: script.toString().replaceAll('</script', '<\\/script'),
};
process.stdout.write(page.toString().replace(/<!--([A-Z]+)-->/g, (_, name) => parts[name]));
