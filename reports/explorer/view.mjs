/* A widget as HTML: what the build writes into the page, and what the page writes when something moves. */
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

function table({columns, rows}) {
  const head = columns.some((c) => c !== '') ?
      `<thead><tr>${columns.map((c) => `<th scope="col">${escape(c)}</th>`).join('')}</tr></thead>` :
      '';
  const body = rows.map(
      ([first, ...rest]) =>
          `<tr><th scope="row">${escape(first)}</th>${rest.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`);
  return `<div class="table" tabindex="0" role="region" aria-label="Numbers"><table>${head}<tbody>${
      body.join('')}</tbody></table></div>`;
}

/* What moves: the sentence, the figure, the numbers. */
export const shown = (view) => `<p class="says">${escape(view.says)}</p><figure>${view.figure}</figure>${table(view)}`;

export function section(widget, view) {
  const {question: q} = widget;
  const choices = q.choices.map(
      (text, n) => `<label><input type="radio" name="${widget.id}-question" value="${n}"> ${escape(text)}</label>`);
  return `<section id="${widget.id}"><h2>${escape(widget.title)}</h2>
<form class="question"><fieldset><legend>${escape(q.text)}</legend>${choices.join('')}</fieldset>
<details><summary>The answer</summary><p><b>${escape(q.choices[q.right])}</b> ${escape(q.why)}</p></details></form>
<form class="controls">${widget.controls.map((c) => `<div>${control(widget, c)}</div>`).join('')}</form>
<div class="shown" aria-live="polite">${shown(view)}</div></section>`;
}
