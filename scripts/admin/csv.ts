import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (RFC 4180) under a line of their field names. A cell that a spreadsheet would take for a formula, one that begins
 * with = + - @, a tab or a carriage return, gets an apostrophe before it.
 */
export const toCsv = (rows: readonly object[], columns: readonly string[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
