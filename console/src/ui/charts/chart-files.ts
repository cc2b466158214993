import type { ChartData } from './drawing.ts';

// Exports a chart. CSV is written for spreadsheets in Portuguese, with semicolons and decimal commas; no
// cell can be read as a formula.

/** Excel reads a file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

const cellOf = (value: string | number | null): string => {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The figures of a chart as CSV with a header row. */
export const csvOf = ({ axis, series, points }: ChartData): string =>
  byteOrderMark +
  [[axis, ...series], ...points].map((row) => `${row.map(cellOf).join(';')}\r\n`).join('');

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
