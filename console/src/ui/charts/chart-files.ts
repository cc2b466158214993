import { toField } from '../format/time.ts';

// Exports tables as CSV for spreadsheets in Portuguese, with semicolons and decimal commas; no cell can be
// read as a formula.

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

export const save = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started to read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};
