import { toField } from '../format/time.ts';

// Exports tables as CSV and charts as images. CSV is written for spreadsheets in Portuguese, with semicolons
// and decimal commas; no cell can be read as a formula.

/** Excel reads a file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

/** A cell of a file; a figure, such as `1.234,5`, has no points. */
export const cellOf = (text: string): string => {
  if (/^-?\d+(\.\d{3})*(,\d+)?$/.test(text)) return text.replaceAll('.', '');
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[";]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The shown cells of a table as CSV, without the column of buttons. */
export const csvOf = ({ rows }: HTMLTableElement): string => {
  const lines = Array.from(rows, ({ cells }) =>
    Array.from(cells)
      .filter(({ dataset }) => dataset.acts === undefined)
      .map((cell) => cellOf(textOf(cell).trim().replaceAll(/\s+/g, ' ')))
      .join(';'),
  );
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
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
  // The text at the cursor, the figures and the buttons are not exported.
  const filter = ({ nodeName }: Node) => !['OUTPUT', 'DETAILS', 'BUTTON'].includes(nodeName);
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
