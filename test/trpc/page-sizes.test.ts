import { expect, it } from 'vitest';
import { z } from 'zod';
import { internalRouter } from '../../server/internal-router.ts';

const counted = z.object({
  minimum: z.number(),
  maximum: z.number(),
  default: z.number().optional(),
});
const definition = z.object({ inputs: z.array(z.instanceof(z.ZodType)) });
const withProperties = z.object({ properties: z.record(z.string(), z.unknown()).optional() });

/** The fields of the inputs that have one of these names, by procedure and name. */
const fields = (...names: string[]) =>
  Object.entries(internalRouter._def.procedures).flatMap(([path, procedure]) => {
    const [schema] = definition.parse(Reflect.get(procedure, '_def')).inputs;
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.entries(withProperties.parse(json).properties ?? {})
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => ({ name: `${path} ${name}`, field }));
  });

/** How many items, days or weeks procedures return, as `least to most, default`. */
const sizes = fields('limit', 'days', 'weeks').map(({ name, field }) => {
  const { minimum, maximum, default: whole } = counted.parse(field);
  return [name, `${minimum} to ${maximum}, ${whole}`];
});

/** A page, and a short list that comes whole unless `limit` is given. */
const usual = ['1 to 100, 20', '1 to 1000, undefined'];
const others = {
  'audit.list limit': '1 to 1000, 50',
  'rules.preview days': '1 to 30, 30',
  'streaks.list limit': '1 to 1000, 50',
  'streaks.overview days': '1 to 366, 30',
  'streaks.retention weeks': '1 to 53, 9',
  'team.list limit': '1 to 100, 50',
  'tickets.export limit': '1 to 500, 100',
  'tickets.history limit': '1 to 100, 100',
  'tickets.messages limit': '1 to 100, 50',
  'views.list limit': '1 to 150, 150',
};

it('lists of the internal API have 20 items and 100 at most, but for some', () => {
  const unusual = sizes.filter(([, size = '']) => !usual.includes(size));
  expect(Object.fromEntries(unusual)).toEqual(others);
  expect(sizes.length).toBeGreaterThan(15);
});

it('reasons have 300 characters at most', () => {
  const reasons = fields('reason');
  expect(reasons.length).toBeGreaterThan(5);
  const longest = reasons.map(({ name, field }) => ({
    name,
    most: Reflect.get(Object(field), 'maxLength'),
  }));
  expect(longest.filter(({ most }) => most !== 300)).toEqual([]);
});
