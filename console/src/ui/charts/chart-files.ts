import type { ChartData } from './drawing.ts';

// A chart as a file. CSV is as spreadsheets in Portuguese read it, with semicolons and decimal
// commas, and has no cell that they could read as a formula.

/** Without it, Excel does not read a file as UTF-8. */
const byteOrderMark = '\uFEFF';

const cellOf = (value: string | number | null): string => {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The figures of a chart as CSV with a header. */
export const csvOf = ({ axis, series, points }: ChartData): string =>
  byteOrderMark +
  [[axis, ...series], ...points].map((row) => `${row.map(cellOf).join(';')}\r\n`).join('');

/** Of the page's styles, what an image of a drawing needs. */
const looks = [
  'fill',
  'fill-opacity',
  'font-size',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
];

/** A part of the page as an image of twice its size. */
export const pngOf = async (shown: HTMLElement): Promise<Blob | null> => {
  const { toBlob } = await import('html-to-image');
  const { backgroundColor } = getComputedStyle(document.documentElement);
  for (const shape of shown.querySelectorAll('svg > *')) {
    const style = getComputedStyle(shape);
    for (const look of looks) shape.setAttribute(look, style.getPropertyValue(look));
  }
  // The text at the cursor is no part of the chart.
  const filter = ({ nodeName }: Node) => nodeName !== 'OUTPUT';
  return toBlob(shown, { backgroundColor, filter, pixelRatio: 2, skipFonts: true });
};

export const save = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};
