import { kebabCase } from 'trpc-cli';
import { z } from 'zod';
import { UsageError } from './failure.ts';

const Schema = z
  .object({
    type: z.unknown(),
    format: z.string(),
    anyOf: z.array(z.unknown()),
    properties: z.record(z.string(), z.unknown()),
    items: z.unknown(),
  })
  .partial()
  .catch({});

/** Fields whose moment is an end and does not count itself; a civil day counts whole. */
const ends: readonly string[] = ['to', 'expiresAt'];

const day = z.iso.date();
const moment = z.iso.datetime({ offset: true });

/**
 * Reads what a command line gives for a JSON Schema: the text `null` where null is accepted, and a civil day
 * in São Paulo where a moment is.
 * @throws UsageError for an invalid moment or day
 */
export const readInput = (
  schema: unknown,
  value: unknown,
  path: readonly string[] = [],
): unknown => {
  const { properties = {}, items, anyOf } = Schema.parse(schema);
  if (Array.isArray(value)) return value.map((item) => readInput(items, item, path));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        readInput(properties[name], field, [...path, name]),
      ]),
    );
  }
  if (typeof value !== 'string') return value;
  const forms = (anyOf ?? [schema]).map((form) => Schema.parse(form));
  if (value === 'null' && forms.some(({ type }) => type === 'null')) return null;
  const formats = forms.flatMap(({ format }) => format ?? []);
  const takesDay = formats.includes('date');
  const takesMoment = formats.includes('date-time');
  const isDay = day.safeParse(value).success;
  if (!takesDay && !takesMoment) return value;
  if (isDay) return takesDay ? value : momentOf(value, path.at(-1));
  if (takesMoment && moment.safeParse(value).success) return value;
  const texts = [
    'a day as 2026-10-01',
    ...(takesMoment ? ['a moment as 2026-10-01T09:00:00-03:00'] : []),
  ];
  const [option = '', ...inner] = path;
  throw new UsageError(
    `--${[kebabCase(option), ...inner].join('.')}: must be ${texts.join(' or ')}`,
  );
};

const hourMs = 3_600_000;
// Canadian English formats dates as ISO 8601.
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
});

const momentOf = (given: string, field = ''): string =>
  startOf(Date.parse(given) + (ends.includes(field) ? 24 * hourMs : 0)).toISOString();

/** The beginning in São Paulo, two or three hours behind UTC, of the day that begins at `utc` there. */
const startOf = (utc: number): Date => {
  const summer = new Date(utc + 2 * hourMs);
  const day = new Date(utc).toISOString().slice(0, 10);
  return dayFormat.format(summer) === day ? summer : new Date(utc + 3 * hourMs);
};
