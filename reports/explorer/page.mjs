/* Starts the module and lets every widget follow its controls. Until then the page shows what the build drew. */
import {decode} from './activations.mjs';
import {start} from './engine.mjs';
import {seen} from './view.mjs';
import {widgets} from './widgets/all.mjs';

const bytes = Uint8Array.from(atob(document.getElementById('module').textContent), (c) => c.charCodeAt(0));

function follow(engine, widget) {
  const section = document.getElementById(widget.id), {play} = widget;
  const form = section.querySelector('.controls'), says = section.querySelector('.says');
  let state = play?.begin;
  const values = () => Object.fromEntries(widget.controls.map((c) => {
    const {value} = form.elements.namedItem(c.name);
    return [c.name, c.choices ? value : Number(value)];
  }));
  const update = () => {
    for (const c of widget.controls.filter((one) => !one.choices)) {
      const input = form.elements.namedItem(c.name), said = c.says(Number(input.value));
      input.nextElementSibling.textContent = said;
      input.setAttribute('aria-valuetext', said);
    }
    const view = widget.show(engine, values(), data, state);
    // a screen reader announces every write to this element, so write only what is new
    if (says.textContent !== view.says) says.textContent = view.says;
    section.querySelector('.seen').innerHTML = seen(view, widget.title);
    section.numbers = view.numbers;  // for the tests
  };
  let waiting = 0;
  form.addEventListener('input', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(update);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  // one button judges and goes on, so that it keeps the focus and Enter plays round after round
  const press = (name, next) => form.elements.namedItem(name).addEventListener('click', () => {
    state = next();
    form.elements.namedItem('turn').textContent = play.label(state);
    update();
  });
  if (play) {
    press('turn', () => play.turn(engine, state, values()));
    press('again', () => play.again(state));
  }
  section.querySelector('.question').addEventListener('change', (event) => {
    const right = Number(event.target.value) === widget.question.right;
    const details = section.querySelector('details');
    details.querySelector('summary').textContent = right ? 'Correct. Why?' : 'Not correct. Why?';
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
};  // for the tests, and for the curious
document.documentElement.dataset.ready = 'yes';
