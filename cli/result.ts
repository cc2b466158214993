import { z } from 'zod';
import { renderFields, renderTable, textOf } from './table.ts';

const record = z.record(z.string(), z.unknown());
const records = z.array(record);
const page = z.object({
  items: z.array(z.unknown()),
  nextCursor: z.union([z.string(), z.number()]),
});
const failure = z.union([
  z.object({ outcome: z.literal('failed') }),
  // An import with bad lines, which has imported all other lines.
  z.object({ bad: z.number().positive() }),
  z.object({ outcomes: z.array(z.unknown()) }).refine(({ outcomes }) => outcomes.some(isRefused)),
  z.array(z.unknown()).refine((rows) => rows.some(isRefused)),
]);
const refused = z.object({ ok: z.literal(false) });
const isRefused = (row: unknown): boolean => refused.safeParse(row).success;

/** Returns true if a result says that all or part of the work failed. */
export const hasFailed = (result: unknown): boolean => failure.safeParse(result).success;

/** The cursor of the next page, if there is one. */
export const nextCursorOf = (result: unknown): string | number | undefined =>
  page.safeParse(result).data?.nextCursor;

/** Renders a result: scalar values as fields, lists as tables. */
export const renderResult = (result: unknown, width: number): string => {
  const list = records.safeParse(result);
  if (list.success) return renderTable(list.data, width);
  if (Array.isArray(result)) return result.map(textOf).join('\n');
  const whole = record.safeParse(result);
  if (!whole.success) return result === undefined || result === null ? 'done' : textOf(result);
  const { fields, tables } = partsOf(whole.data);
  const titled = tables.map(([name, rows]) =>
    tables.length === 1 && Object.keys(fields).length === 0
      ? renderTable(rows, width)
      : `${name}:\n${renderTable(rows, width)}`,
  );
  const described = Object.keys(fields).length > 0 ? [renderFields(fields, width)] : [];
  return [...described, ...titled].join('\n\n');
};

interface Parts {
  /** The scalar values by path. */
  fields: Record<string, unknown>;
  tables: [string, Record<string, unknown>[]][];
}

const partsOf = (result: Record<string, unknown>, path = ''): Parts => {
  const parts: Parts = { fields: {}, tables: [] };
  for (const [name, value] of Object.entries(result)) {
    const rows = Array.isArray(value) ? records.safeParse(value) : undefined;
    const nested = record.safeParse(value);
    if (name === 'nextCursor') continue;
    if (rows?.success && (rows.data.length > 0 || path === '')) {
      parts.tables.push([path + name, rows.data]);
    } else if (nested.success) {
      const inner = partsOf(nested.data, `${path}${name}.`);
      Object.assign(parts.fields, inner.fields);
      parts.tables.push(...inner.tables);
    } else {
      parts.fields[path + name] = value;
    }
  }
  return parts;
};
