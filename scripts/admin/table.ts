import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** No text is cut to less than this; moments and identifiers are not cut at all. */
const leastWidth = 10;
/** Columns that a table keeps at least. */
const leastColumns = 2;
const ellipsis = '…';

const graphemes = new Intl.Segmenter();
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const localMoment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && isoMoment.test(value);

const isUncut = (value: unknown): boolean =>
  isMoment(value) || (typeof value === 'string' && uuid.test(value));

/** A value as people read it, on one line: moments in São Paulo time, nothing that would command the terminal. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (isMoment(value)) {
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
 * Rows as a table no wider than `width` columns of a terminal: long texts are cut, the widest first; where that is not enough, columns
 * on the right are left out, and named below. A terminal too narrow for any table gets a block of lines a row. Columns that no row
 * has anything in are left out.
 */
export const renderTable = (rows: readonly Record<string, unknown>[], width: number): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const all = names.map((name) => columnOf(name, rows)).filter(({ isEmpty }) => !isEmpty);
  if (all.length === 0) return '(none)';
  for (let count = all.length; count >= Math.min(leastColumns, all.length); count -= 1) {
    const columns = all.slice(0, count);
    // Each column has a space on both sides and a line before it; the last line ends the row.
    const widths = fitted(columns, width - 3 * count - 1);
    if (!widths) continue;
    const left = all.slice(count).map(({ name }) => name);
    const note = left.length > 0 ? `\nwithout ${left.join(', ')}: --json shows all` : '';
    return drawn(columns, widths, rows.length) + note;
  }
  return rows.map((row) => renderFields(row)).join('\n\n');
};

interface Column {
  name: string;
  cells: string[];
  isNumber: boolean;
  isEmpty: boolean;
  /** What it needs to show everything, and what it can make do with. */
  natural: number;
  least: number;
}

const columnOf = (name: string, rows: readonly Record<string, unknown>[]): Column => {
  const values = rows.map((row) => row[name]).filter((value) => value != null);
  const cells = rows.map((row) => cellOf(row[name]));
  const natural = Math.max(...[name, ...cells].map((text) => stringWidth(text)));
  return {
    name,
    cells,
    isNumber: values.every((value) => typeof value === 'number'),
    isEmpty: cells.every((cell) => cell === ''),
    natural,
    least: values.every(isUncut) ? natural : Math.min(natural, leastWidth),
  };
};

const drawn = (columns: readonly Column[], widths: readonly number[], rows: number): string => {
  const line = (left: string, middle: string, right: string) =>
    left + widths.map((size) => '─'.repeat(size + 2)).join(middle) + right;
  const row = (cells: readonly string[]) => `│ ${cells.join(' │ ')} │`;
  const cellsOf = (index: number) =>
    columns.map(({ cells, isNumber }, at) => padded(cells[index] ?? '', widths[at] ?? 0, isNumber));
  return [
    line('┌', '┬', '┐'),
    row(columns.map(({ name }, at) => padded(name, widths[at] ?? 0, false))),
    line('├', '┼', '┤'),
    ...Array.from({ length: rows }, (_, index) => row(cellsOf(index))),
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

/** The columns' widths cut down to fit together; undefined where they cannot. */
const fitted = (columns: readonly Column[], room: number): number[] | undefined => {
  if (sum(columns.map(({ least }) => least)) > room) return undefined;
  const widths = columns.map(({ natural, least }) => Math.max(least, Math.min(natural, room)));
  for (let over = sum(widths) - room; over > 0; over -= 1) {
    const slack = widths.map((width, at) => (width > (columns[at]?.least ?? 0) ? width : 0));
    const widest = slack.indexOf(Math.max(...slack));
    widths[widest] = (widths[widest] ?? 0) - 1;
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
