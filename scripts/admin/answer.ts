import { z } from 'zod';
import { cellOf, renderFields, renderTable } from './table.ts';

const record = z.record(z.string(), z.unknown());
const records = z.array(record);

/** An answer for people: what it says of itself as fields, every list in it as a table. */
export const renderAnswer = (answer: unknown, width: number): string => {
  const list = records.safeParse(answer);
  if (list.success) return renderTable(list.data, width);
  if (Array.isArray(answer)) return answer.map(cellOf).join('\n');
  const whole = record.safeParse(answer);
  if (!whole.success) return answer === undefined || answer === null ? 'done' : cellOf(answer);
  const { fields, tables, next } = partsOf(whole.data);
  const titled = tables.map(([name, rows]) =>
    tables.length === 1 && Object.keys(fields).length === 0
      ? renderTable(rows, width)
      : `${name}:\n${renderTable(rows, width)}`,
  );
  const described = Object.keys(fields).length > 0 ? [renderFields(fields)] : [];
  const more = next === undefined ? [] : [`more with --cursor ${next}`];
  return [...described, ...titled, ...more].join('\n\n');
};

interface Parts {
  /** What is no list, under its path. */
  fields: Record<string, unknown>;
  tables: [string, Record<string, unknown>[]][];
  /** The cursor of the next page. */
  next: string | undefined;
}

const partsOf = (answer: Record<string, unknown>, path = ''): Parts => {
  const parts: Parts = { fields: {}, tables: [], next: undefined };
  for (const [name, value] of Object.entries(answer)) {
    const rows = Array.isArray(value) ? records.safeParse(value) : undefined;
    const nested = record.safeParse(value);
    if (name === 'nextCursor') {
      if (typeof value === 'string') parts.next = value;
    } else if (rows?.success && (rows.data.length > 0 || path === '')) {
      parts.tables.push([path + name, rows.data]);
    } else if (nested.success) {
      const inner = partsOf(nested.data, `${path}${name}.`);
      Object.assign(parts.fields, inner.fields);
      parts.tables.push(...inner.tables);
    } else if (Array.isArray(value)) {
      parts.fields[path + name] = value.map(cellOf).join(', ');
    } else {
      parts.fields[path + name] = value;
    }
  }
  return parts;
};
