/* Starts the module and lets every widget follow its controls. What the build drew stands until then. */
import {decode} from './activations.mjs';
import {start} from './engine.mjs';
import {shown} from './view.mjs';
import {widgets} from './widgets/all.mjs';

const bytes = Uint8Array.from(atob(document.getElementById('module').textContent), (c) => c.charCodeAt(0));

function follow(engine, widget) {
  const section = document.getElementById(widget.id);
  const form = section.querySelector('.controls'), place = section.querySelector('.shown');
  const values = () => Object.fromEntries(widget.controls.map((c) => {
    const {value} = form.elements.namedItem(c.name);
    return [c.name, c.choices ? value : Number(value)];
  }));
  const update = () => {
    for (const c of widget.controls.filter((one) => !one.choices)) {
      const input = form.elements.namedItem(c.name), says = c.says(Number(input.value));
      input.nextElementSibling.textContent = says;
      input.setAttribute('aria-valuetext', says);
    }
    const view = widget.show(engine, values(), data);
    place.innerHTML = shown(view);
    section.numbers = view.numbers;  // for the tests
  };
  let waiting = 0;
  form.addEventListener('input', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(update);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  section.querySelector('.question').addEventListener('change', (event) => {
    const right = Number(event.target.value) === widget.question.right;
    const details = section.querySelector('details');
    details.querySelector('summary').textContent = right ? 'Right. Why?' : 'Not so. Why?';
    details.open = !right;
  });
  update();
}

const data = {
  activations: decode(JSON.parse(document.getElementById('activations').textContent))
};
const engine = await start(bytes);
for (const widget of widgets) follow(engine, widget);
globalThis.explorer = {
  engine,
  widgets
};  // for the tests, and for who is curious
document.documentElement.dataset.ready = 'yes';
