import { toField } from '../format/time.ts';
import type { ChartData } from './drawing.ts';

// Exports charts and tables. CSV is written for spreadsheets in Portuguese, with semicolons and decimal
// commas; no cell can be read as a formula.

/** Excel reads a file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

const cellOf = (value: string | number | null): string => {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The figures of a chart as CSV with a header row. */
export const csvOf = ({ axis, series, unit, points }: ChartData): string =>
  fileOf([[axis, ...series.map((name) => `${name} (${unit})`)], ...points]);

const fileOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cellOf).join(';')}\r\n`).join('');

/** The shown cells of a table as CSV, without the column of buttons. */
export const csvOfTable = ({ rows }: HTMLTableElement): string =>
  fileOf(
    Array.from(rows, ({ cells }) =>
      Array.from(cells)
        .filter(({ dataset }) => dataset.acts === undefined)
        .map((cell) => shownText(cell, cell.dataset.number === 'true')),
    ),
  );

const shownText = (cell: Node, isNumber: boolean): string | number => {
  const text = textOf(cell).trim().replaceAll(/\s+/g, ' ');
  const figure = isNumber ? Number(text.replaceAll('.', '').replace(',', '.')) : Number.NaN;
  return text === '' || Number.isNaN(figure) ? text : figure;
};

/** A node's text without what only screen readers hear, with timestamps in full. */
const textOf = (node: Node): string => {
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (node.matches('.hidden, [aria-hidden]')) return '';
  if (node instanceof HTMLTimeElement) return toField(Date.parse(node.dateTime)).replace('T', ' ');
  const text = Array.from(node.childNodes, textOf).join('');
  return node.matches('p, div, li') ? `${text} ` : text;
};

/** The style properties of the page that an exported image needs. */
const looks = [
  'fill',
  'fill-opacity',
  'font-size',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
];

/** Renders a part of the page as a PNG image of twice its size. */
export const pngOf = async (shown: HTMLElement): Promise<Blob | null> => {
  const { toBlob } = await import('html-to-image');
  const { backgroundColor } = getComputedStyle(document.documentElement);
  for (const shape of shown.querySelectorAll('svg > *')) {
    const style = getComputedStyle(shape);
    for (const look of looks) shape.setAttribute(look, style.getPropertyValue(look));
  }
  // The text at the cursor is not exported.
  const filter = ({ nodeName }: Node) => nodeName !== 'OUTPUT';
  return toBlob(shown, { backgroundColor, filter, pixelRatio: 2, skipFonts: true });
};

export const save = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started to read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};
