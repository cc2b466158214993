import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { plainText } from '../server/markup/text.ts';

/**
 * The minimum width of wrapped text. Dates, ids, addresses and words up to `maxWordWidth` are never broken.
 */
const minTextWidth = 10;
const maxWordWidth = 32;
/** The columns that are shown first if not all fit. */
const firstColumns = [
  'url',
  'subject',
  'title',
  'action',
  'target',
  'status',
  'at',
  'waitingSince',
  'recipient',
  'name',
  'actor',
];
/** The minimum number of columns. */
const minColumns = 2;
/** If a cell has more lines than this, each row becomes a block. */
const maxCellLines = 6;

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const localMoment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && isoMoment.test(value);

const html = /^\s*<(p|div|ul|ol|h[1-6]|br|blockquote|table|a|b|strong|em)\b/i;
const paragraphs = /\n\s*\n/;

const isUnbreakable = (value: unknown): boolean =>
  isMoment(value) || (typeof value === 'string' && uuid.test(value));

/**
 * Matches a date or an identifier, such as the name of an event or a tool. Other texts in a list may contain
 * commas.
 */
const code = /^(\d{4}-\d{2}-\d{2}|[a-z]+([._-][a-z]+)+)$/;

/**
 * A value as text: São Paulo time for dates, paragraphs for HTML, one line per text of a list. Terminal
 * escapes are removed.
 */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (isMoment(value)) return localMoment.format(new Date(value));
  if (Array.isArray(value)) {
    const isList = value.some((item) => typeof item === 'string' && !code.test(item));
    return value.map(cellOf).join(isList ? '\n' : ', ');
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => `${name} ${cellOf(inner)}`)
      .join(', ');
  }
  const written =
    typeof value === 'string' && html.test(value) ? plainText(value, false) : String(value);
  return stripVTControlCharacters(written)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}+/gu, ' ');
};

/** A value on one line. */
export const cellOf = (value: unknown): string => textOf(value).replaceAll(/\s*\n\s*/g, ' ');

/**
 * Rows as a table at most `width` columns wide. Long texts wrap and are never cut; columns that do not fit
 * are dropped and named below. A list with long texts, or a narrow terminal, gets a block per row. Empty
 * columns are left out.
 */
export const renderTable = (rows: readonly Record<string, unknown>[], width: number): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const all = names.map((name) => columnOf(name, rows)).filter(({ isEmpty }) => !isEmpty);
  if (all.length === 0) return '(none)';
  if (rows.some((row) => Object.values(row).some(needsLines))) return renderBlocks(rows, width);
  const columns = chooseColumns(all, width);
  const widths = fitWidths(columns, width);
  const isTable = columns.length >= Math.min(minColumns, all.length);
  if (!isTable || !widths || mostLines(columns, widths) > maxCellLines) {
    return renderBlocks(rows, width);
  }
  const table = draw(columns, widths, rows.length);
  const dropped = all.filter((column) => !columns.includes(column)).map(({ name }) => name);
  if (dropped.length === 0) return table;
  return [table, ...wrap(`without ${dropped.join(', ')}: --json shows all`, width)].join('\n');
};

/** The columns that fit, in order of priority; none if even the first does not fit. */
const chooseColumns = (all: readonly Column[], width: number): Column[] => {
  const [most, ...others] = all.toSorted((a, b) => rankOf(a) - rankOf(b));
  const chosen = new Set<Column>();
  for (const column of most && fitWidths([most], width) ? [most, ...others] : []) {
    if (fitWidths([...chosen, column], width)) chosen.add(column);
  }
  return all.filter((column) => chosen.has(column));
};

const rankOf = ({ name }: Column): number => {
  const rank = firstColumns.indexOf(name);
  return rank === -1 ? firstColumns.length : rank;
};

const renderBlocks = (rows: readonly Record<string, unknown>[], width: number): string =>
  rows.map((row) => renderFields(row, width)).join('\n\n');

/** Returns true if a value needs several lines, such as paragraphs or phrases. */
const needsLines = (value: unknown): boolean =>
  Array.isArray(value) ? textOf(value).includes('\n') : paragraphs.test(textOf(value));

/** Names and values, one per line; a long value wraps beside its name. */
export const renderFields = (fields: Record<string, unknown>, width: number): string => {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const nameWidth = Math.max(0, ...entries.map(([name]) => name.length));
  const room = Math.max(minTextWidth, width - nameWidth - 2);
  return entries
    .flatMap(([name, value]) =>
      wrap(textOf(value), room).map((line, index) =>
        `${(index === 0 ? name : '').padEnd(nameWidth)}  ${line}`.trimEnd(),
      ),
    )
    .join('\n');
};

interface Column {
  name: string;
  cells: string[];
  isNumber: boolean;
  isEmpty: boolean;
  /** The width of the longest cell, and the minimum width. */
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
    least: values.every(isUnbreakable)
      ? natural
      : Math.min(natural, Math.max(minTextWidth, longestWord([name, ...cells]))),
  };
};

/** The width of the longest word, at most `maxWordWidth` for a word of a sentence. */
const longestWord = (cells: readonly string[]): number =>
  Math.max(
    0,
    ...cells.flatMap((cell) => {
      const widths = cell.split(' ').map((word) => stringWidth(word));
      return widths.length === 1 ? widths : widths.map((size) => Math.min(maxWordWidth, size));
    }),
  );

const wrap = (text: string, width: number): string[] =>
  Number.isFinite(width) ? wrapAnsi(text, width, { hard: true }).split('\n') : text.split('\n');

const mostLines = (columns: readonly Column[], widths: readonly number[]): number =>
  Math.max(
    ...columns.flatMap(({ cells }, at) => cells.map((cell) => wrap(cell, widths[at] ?? 0).length)),
  );

const draw = (columns: readonly Column[], widths: readonly number[], rows: number): string => {
  const border = (left: string, middle: string, right: string) =>
    left + widths.map((size) => '─'.repeat(size + 2)).join(middle) + right;
  const lines = (cells: readonly string[], isHeader: boolean): string[] => {
    const wrapped = cells.map((cell, at) => wrap(cell, widths[at] ?? 0));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => {
      const padded = columns.map(({ isNumber }, at) =>
        pad(wrapped[at]?.[line] ?? '', widths[at] ?? 0, isNumber && !isHeader),
      );
      return `│ ${padded.join(' │ ')} │`;
    });
  };
  const cellsOf = (index: number) => columns.map(({ cells }) => cells[index] ?? '');
  const names = columns.map(({ name }) => name);
  return [
    border('┌', '┬', '┐'),
    ...lines(names, true),
    border('├', '┼', '┤'),
    ...Array.from({ length: rows }, (_, index) => lines(cellsOf(index), false)).flat(),
    border('└', '┴', '┘'),
  ].join('\n');
};

/** Column widths that fit into a table, reduced from the widest on; undefined if they cannot fit. */
const fitWidths = (columns: readonly Column[], width: number): number[] | undefined => {
  // Each column takes two spaces and a border, and the row ends with one more border.
  const room = width - 3 * columns.length - 1;
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

const pad = (text: string, width: number, right: boolean): string => {
  const gap = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return right ? gap + text : text + gap;
};
