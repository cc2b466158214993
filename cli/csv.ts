import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (RFC 4180) with a header. A cell that a spreadsheet could read as a formula (it
 * starts with = + - @, a tab or a carriage return) is prefixed with an apostrophe.
 */
export const toCsv = (rows: readonly object[], columns: readonly string[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
