/* A widget as HTML: the build writes it into the page, and the page writes it again when something changes. */
import {escape} from './draw.mjs';

/* The values that the controls have at first. */
export const initial = (widget) => Object.fromEntries(widget.controls.map((c) => [c.name, c.value]));

function control(widget, c) {
  const id = `${widget.id}-${c.name}`;
  if (c.choices) {
    const options = c.choices.map(
        ([value, text]) => `<option value="${value}"${value === c.value ? ' selected' : ''}>${escape(text)}</option>`);
    return `<label for="${id}">${escape(c.label)}</label><select id="${id}" name="${c.name}">${
        options.join('')}</select><span></span>`;
  }
  return `<label for="${id}">${escape(c.label)}</label><input type="range" id="${id}" name="${c.name}" min="${
      c.min}" max="${c.max}" step="${c.step}" value="${c.value}" aria-valuetext="${
      escape(c.says(c.value))}"><output for="${id}">${escape(c.says(c.value))}</output>`;
}

/* sentences: the last column holds sentences, which wrap; numbers do not. */
function table({columns, rows, caption, sentences = false}, name) {
  const kind = (n) => (sentences && n === columns.length - 1 ? ' class="sentence"' : '');
  const head =
      `<thead><tr>${columns.map((c, n) => `<th scope="col"${kind(n)}>${escape(c)}</th>`).join('')}</tr></thead>`;
  const body = rows.map(
      ([first, ...rest]) => `<tr><th scope="row">${escape(first)}</th>${
          rest.map((text, n) => `<td${kind(n + 1)}>${escape(text)}</td>`).join('')}</tr>`);
  return `<div class="table" tabindex="0" role="region" aria-label="${escape(name)}"><table>${
      caption ? `<caption>${escape(caption)}</caption>` : ''}${head}<tbody>${body.join('')}</tbody></table></div>`;
}

/* The score, the figure and the numbers of a view. */
export const seen = (view, title) => `${view.score ? table(view.score, `${title} Score`) : ''}<figure>${
    view.figure}</figure>${table(view, `${title} Numbers`)}`;

/* The buttons of a widget that is played in rounds. */
const buttons = ({label, begin}) => `<div class="buttons"><button type="button" name="turn">${
    escape(label(begin))}</button><button type="button" name="again">Start again</button></div>`;

export function section(widget, view) {
  const {question: q, title} = widget;
  const choices = q.choices.map(
      (text, n) =>
          `<label><input type="radio" name="${widget.id}-question" value="${n}"><span>${escape(text)}</span></label>`);
  return `<section id="${widget.id}"><h2>${escape(title)}</h2>
<form class="question"><fieldset><legend>${escape(q.text)}</legend>${choices.join('')}</fieldset>
<details><summary>The answer</summary><p><b>${escape(q.choices[q.right])}</b> ${escape(q.why)}</p></details></form>
<form class="controls">${widget.controls.map((c) => `<div>${control(widget, c)}</div>`).join('')}${
      widget.play ? buttons(widget.play) : ''}</form>
<div class="shown"><p class="says" aria-live="polite">${escape(view.says)}</p><div class="seen">${
      seen(view, title)}</div></div></section>`;
}
