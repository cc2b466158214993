import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** A cell is not cut below this, nor a column narrower. */
const leastWidth = 8;
const ellipsis = '…';

const graphemes = new Intl.Segmenter();
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const localMoment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A value as people read it, on one line: moments in São Paulo time, nothing that would command the terminal. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && isoMoment.test(value)) {
    return localMoment.format(new Date(value));
  }
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => `${name} ${cellOf(inner)}`)
      .join(', ');
  }
  const text = String(value);
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, ' ');
};

/**
 * Rows as a table no wider than `width` columns of a terminal: what is too long is cut, widest columns first. Where even that
 * leaves too little of each, a block of lines a row. Columns that no row has anything in are left out.
 */
export const renderTable = (rows: readonly Record<string, unknown>[], width: number): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names
    .map((name) => ({
      name,
      cells: rows.map((row) => cellOf(row[name])),
      isNumber: rows.every((row) => row[name] == null || typeof row[name] === 'number'),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (columns.length === 0) return '(none)';
  const natural = columns.map(({ name, cells }) =>
    Math.max(...[name, ...cells].map((text) => stringWidth(text))),
  );
  // Each column has a space on both sides and a line before it; the last line ends the row.
  const widths = fitted(natural, width - 3 * columns.length - 1);
  if (!widths) return rows.map((row) => renderFields(row)).join('\n\n');
  const line = (left: string, middle: string, right: string) =>
    left + widths.map((size) => '─'.repeat(size + 2)).join(middle) + right;
  const row = (cells: string[]) => `│ ${cells.join(' │ ')} │`;
  return [
    line('┌', '┬', '┐'),
    row(columns.map(({ name }, column) => padded(name, widths[column] ?? 0, false))),
    line('├', '┼', '┤'),
    ...rows.map((_, index) =>
      row(
        columns.map(({ cells, isNumber }, column) =>
          padded(cells[index] ?? '', widths[column] ?? 0, isNumber),
        ),
      ),
    ),
    line('└', '┴', '┘'),
  ].join('\n');
};

/** Names and values below each other. */
export const renderFields = (fields: Record<string, unknown>): string => {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value)}`.trimEnd())
    .join('\n');
};

/** The widths cut down to fit together; undefined where they cannot. */
const fitted = (natural: readonly number[], room: number): number[] | undefined => {
  const widths = [...natural];
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
    const widest = Math.max(...widths);
    if (widest <= leastWidth) return undefined;
    // Down to the second widest, so that a step takes off as much as it may.
    const next = Math.max(leastWidth, ...widths.filter((width) => width < widest));
    const share = widths.filter((width) => width === widest).length;
    const target = Math.max(next, widest - Math.ceil(over / share));
    for (const [column, width] of widths.entries()) if (width === widest) widths[column] = target;
  }
  return widths;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

const padded = (text: string, width: number, right: boolean): string => {
  const shown = cut(text, width);
  const gap = ' '.repeat(Math.max(0, width - stringWidth(shown)));
  return right ? gap + shown : shown + gap;
};

const cut = (text: string, width: number): string => {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return kept + ellipsis;
};
