/* Figures as text of SVG: drawn when the page is built, and again when something moves. d3 gives scales, ticks and
   colours. Every figure is 640 wide in its own units and takes the width of its place; text and lines have the
   page's colour. */
import {histogram} from 'd3-array';
import {scaleLinear} from 'd3-scale';
import {interpolateViridis} from 'd3-scale-chromatic';
import {line} from 'd3-shape';

/* Three significant digits, as the report writes numbers. */
export function short(x) {
  if (Number.isNaN(x)) return 'NaN';
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '−∞';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const text = size >= 1e5 || size < 1e-3 ? x.toExponential(2) : Number(x.toPrecision(3)).toString();
  return text.replace('-', '−').replace(/e\+?/, 'e').replace('e-', 'e−');
}

export const escape = (text) => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

export function svg(height, title, parts) {
  return `<svg viewBox="0 0 640 ${height}" role="img" aria-label="${escape(title)}"><title>${escape(title)}</title>${
      parts.join('')}</svg>`;
}

const label = (x, y, text, anchor = 'middle', kind = '') =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${kind}">${escape(text)}</text>`;

/* Bars of how often numbers fall between from and to, at left .. right: what is outside counts in the last bar. */
export function bars(numbers, {from, to, count, left, right, top, bottom, name, unit, kind}) {
  const x = scaleLinear([from, to], [left, right]);
  const inside = numbers.map((n) => Math.min(Math.max(n, from), to));
  const found = histogram().domain([from, to]).thresholds(x.ticks(count))(inside);
  const most = Math.max(...found.map((bin) => bin.length));
  const y = scaleLinear([0, most], [bottom, top]);
  const shapes = found.filter((bin) => bin.x1 > bin.x0)
                     .map(
                         (bin) => `<rect class="${kind}" x="${x(bin.x0).toFixed(1)}" width="${
                             Math.max(x(bin.x1) - x(bin.x0) - 1, 0.5).toFixed(1)}" y="${
                             y(bin.length).toFixed(1)}" height="${(bottom - y(bin.length)).toFixed(1)}"/>`);
  return [label((left + right) / 2, top - 8, name, 'middle', 'name'), ...shapes, axis(x, bottom, unit)];
}

/* A horizontal axis with its marks. */
export function axis(x, y, unit) {
  const [from, to] = x.range();
  const marks = x.ticks(6).map(
      (n) => `<line x1="${x(n)}" x2="${x(n)}" y1="${y}" y2="${y + 5}"/>${
          label(x(n), y + 18, String(n).replace('-', '−'))}`);
  return `<g class="axis"><line x1="${from}" x2="${to}" y1="${y}" y2="${y}"/>${marks.join('')}${
      label((from + to) / 2, y + 36, unit)}</g>`;
}

/* Lines through points [x, y], each with its name at its end; names too close to each other are moved apart. */
export function lines(series, {left, right, top, bottom, unit, name}) {
  const all = series.flatMap((s) => s.points).filter(([, value]) => Number.isFinite(value));
  const x = scaleLinear([Math.min(...all.map((p) => p[0])), Math.max(...all.map((p) => p[0]))], [left, right]);
  const y = scaleLinear([Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[1]))], [bottom, top]).nice();
  const marks = y.ticks(5).map(
      (n) => `<line x1="${left}" x2="${right}" y1="${y(n).toFixed(1)}" y2="${y(n).toFixed(1)}"/>${
          label(left - 8, y(n) + 4, short(n), 'end')}`);
  const ends = series.map((s) => y(s.points[s.points.length - 1][1]));
  const apart =
      ends.map((end, n) => (n > 0 && Math.abs(end - ends[0]) < 18 ? ends[0] + (end < ends[0] ? -18 : 18) : end));
  return [
    label(left, top - 18, name, 'middle', 'name'), `<g class="axis">${marks.join('')}</g>`, axis(x, bottom, unit),
    ...series.flatMap(
        (s, n) =>
            [`<path class="line ${s.kind}" d="${line()(s.points.map(([a, b]) => [x(a), y(b)]))}"/>`,
             ...s.points.map(
                 ([a, b]) => `<circle class="${s.kind}" cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="4"/>`),
             label(right + 10, apart[n] + 4, s.name, 'start', s.kind),
  ])
  ];
}

/* A grid of cells with numbers between 0 and 1 as colours; NaN is a cell of its own colour. rowName, columnName: what
   stands at its sides, slanted if there is no room; text, title: what stands in a cell, and over it when it is pointed
   at; chosen: a row with a frame. */
export function cells(rows, {left, top, size, rowName, columnName, text, title = () => '', slant = false, chosen}) {
  const cell = (value, i, j) => {
    const unknown = Number.isNaN(value), inside = text(value, i, j), over = title(value, i, j);
    const x = left + j * size, y = top + i * size;
    const fill = unknown ? '' : `fill="${value === 0 ? 'none' : interpolateViridis(value)}"`;
    const shade = unknown || value === 0 ? '' : value > 0.6 ? 'dark' : 'light';
    return `<rect class="cell${unknown ? ' unknown' : ''}" x="${x}" y="${y}" width="${size - 1}" height="${size - 1}" ${
               fill}>${over ? `<title>${escape(over)}</title>` : ''}</rect>` +
        (inside ? label(x + size / 2, y + size * 0.62, inside, 'middle', shade) : '');
  };
  const column = (_, j) => {
    const x = left + (j + 0.5) * size, y = top - 8;
    return slant ? `<g transform="rotate(-50 ${x} ${y})">${label(x, y, columnName(j), 'start')}</g>` :
                   label(x, y, columnName(j));
  };
  const frame = chosen === undefined ? '' :
                                       `<rect class="frame" x="${left - 2}" y="${top + chosen * size - 2}" width="${
                                           rows[0].length * size + 3}" height="${size + 3}"/>`;
  return [
    ...rows.flatMap(
        (row, i) =>
            [label(left - 6, top + (i + 0.65) * size, rowName(i), 'end'), ...row.map((value, j) => cell(value, i, j))]),
    ...rows[0].map(column), frame
  ];
}

/* Rows of 32 bits of binary32, in their three fields. Bits that differ from the first row are marked. */
export function bits(rows, {left, top, size, rowName, name}) {
  const x = (j) => left + j * size + (j > 0 ? 8 : 0) + (j > 8 ? 8 : 0);
  const field = (from, to, text) =>
      label((x(from) + x(to) + size) / 2, top + rows.length * 26 + 18, text, 'middle', 'name');
  const bit = (b, j, i) => {
    const differs = b !== rows[0][j];
    return `${differs ? `<rect class="bad" x="${x(j)}" y="${top + i * 26}" width="${size - 1}" height="24"/>` : ''}${
        label(x(j) + size / 2, top + i * 26 + 17, b, 'middle', differs ? 'inside' : '')}`;
  };
  return [
    label((x(0) + x(31) + size) / 2, top - 8, name, 'middle', 'name'),
    ...rows.flatMap(
        (row,
         i) => [label(left - 6, top + i * 26 + 17, rowName(i), 'end'), ...Array.from(row, (b, j) => bit(b, j, i))]),
    field(0, 0, 'sign'), field(1, 8, 'exponent'), field(9, 31, 'fraction')
  ];
}

/* A line of text in a figure. */
export const caption = (x, y, text) => label(x, y, text);

/* A bar for each line, from 0 to its share of a limit, which a line marks. Longer bars are cut off. */
export function shares(lines, {left, right, top, step, name}) {
  const x = scaleLinear([0, 1.25], [left, right]);
  const parts = [label(x(1), top - 8, name, 'middle', 'name')], said = [];
  lines.forEach(({label: text, share, said: number}, i) => {
    const y = top + i * step, beyond = !(share <= 1.25), end = x(beyond ? 1.25 : share);
    parts.push(label(left - 8, y + step * 0.6, text, 'end'));
    parts.push(`<rect class="${share <= 1 ? 'good' : 'bad'}" x="${left}" y="${y + 3}" width="${
        Math.max(1, end - left).toFixed(1)}" height="${step - 8}"/>`);
    said.push(label(
        Math.min(end + 6, right), y + step * 0.6, number, end > right - 60 ? 'end' : 'start',
        end > right - 60 ? 'inside' : 'beside'));
  });
  parts.push(`<line class="limit" x1="${x(1)}" x2="${x(1)}" y1="${top - 2}" y2="${top + lines.length * step}"/>`);
  return [...parts, ...said];
}
