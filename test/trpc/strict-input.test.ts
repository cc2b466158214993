import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { internalRouter } from '../../server/internal-router.ts';
import { strictInput } from '../../server/trpc/strict-input.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const headers = {
  authorization: `Bearer ${await app.token({ role: 'admin' })}`,
  'content-type': 'application/json',
};

const definition = z.object({
  type: z.enum(['query', 'mutation']),
  inputs: z.array(z.instanceof(z.ZodType)),
});

/** Every procedure that exists, so that a new one is tested too. */
const procedures = Object.entries(internalRouter._def.procedures).map(([path, procedure]) => ({
  path,
  ...definition.parse(Reflect.get(procedure, '_def')),
}));

/**
 * The places in an input where an object may be: what to send there, and the unknown field's path.
 */
const placesIn = (schema: unknown): { input: unknown; field: string }[] => {
  const { properties, items, anyOf } = z
    .object({
      properties: z.record(z.string(), z.unknown()).optional(),
      items: z.unknown().optional(),
      anyOf: z.array(z.unknown()).default([]),
    })
    .parse(schema);
  const own = properties ? [{ input: { misspelt: 1 }, field: 'misspelt' }] : [];
  const inFields = Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    placesIn(inner).map(({ input, field }) => ({
      input: { [name]: input },
      field: `${name}.${field}`,
    })),
  );
  const inItems = items
    ? placesIn(items).map(({ input, field }) => ({ input: [input], field: `0.${field}` }))
    : [];
  return [...own, ...inFields, ...inItems, ...anyOf.flatMap(placesIn)];
};

const call = (path: string, type: 'query' | 'mutation', input: unknown) => {
  const body = JSON.stringify(input);
  return type === 'query'
    ? fetch(`${app.internalUrl}/trpc/${path}?${new URLSearchParams({ input: body })}`, { headers })
    : fetch(`${app.internalUrl}/trpc/${path}`, { method: 'POST', headers, body });
};

const cases = procedures.flatMap(({ path, type, inputs: [schema] }) => {
  const places = schema
    ? placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    : [{ input: { misspelt: 1 }, field: 'misspelt' }];
  return places.map((place) => ({ path, type, ...place }));
});

describe('every procedure', () => {
  it('is in the list, with the objects inside its input', () => {
    // Its input is any object.
    const free = ['me.preferences.set'];
    const known = [...new Set(cases.map(({ path }) => path)), ...free];
    expect(known.sort()).toEqual(procedures.map(({ path }) => path).sort());
    expect(cases.map(({ path, field }) => `${path} ${field}`)).toEqual(
      expect.arrayContaining([
        'tags.list misspelt',
        'tickets.bulk filter.misspelt',
        'quiz.edit questions.0.misspelt',
        'groups.importMembers members.0.misspelt',
      ]),
    );
  });

  it('refuses an unknown field by its name, at the top and inside', async () => {
    for (const { path, type, input, field } of cases) {
      const response = await call(path, type, input);
      const { error } = await response.json();
      expect({ path, field, status: response.status, message: error?.message }).toEqual({
        path,
        field,
        status: 400,
        message: `${field}: unknown field`,
      });
      expect(error.data).toMatchObject({ errorCode: 'invalid-request', field });
    }
  });
});

describe('a strict input', () => {
  it('is strict inside lists, options, defaults, records, pipes, tuples and intersections', () => {
    const inner = z.object({ a: z.int().optional() });
    const schema = strictInput(
      z
        .object({
          list: z.array(inner).optional(),
          either: z.union([z.int(), inner]).optional(),
          preset: inner.default({}),
          named: z.record(z.string(), inner).optional(),
          piped: inner.transform((value) => value).optional(),
          none: inner.nullable().optional(),
          pair: z.tuple([inner, z.int()], inner).optional(),
          both: z.intersection(inner, inner).optional(),
          oneSide: z.intersection(inner, z.looseObject({})).optional(),
        })
        .refine(({ list }) => list?.length !== 0, 'no empty list')
        .describe('What it is'),
    );
    expect(schema.description).toBe('What it is');
    expect(schema.parse({ list: [{ a: 1 }] })).toEqual({ list: [{ a: 1 }], preset: {} });
    expect(schema.safeParse({ list: [] }).success).toBe(false);
    const known = { pair: [{ a: 1 }, 1, { a: 2 }], both: { a: 1 } };
    expect(schema.parse(known)).toEqual({ ...known, preset: {} });
    const wrong = { b: 1 };
    for (const input of [
      { list: [wrong] },
      { either: wrong },
      { preset: wrong },
      { named: { x: wrong } },
      { piped: wrong },
      { none: wrong },
      { pair: [wrong, 1] },
      { pair: [{}, 1, wrong] },
      { both: wrong },
    ]) {
      expect(schema.safeParse(input).success, JSON.stringify(input)).toBe(false);
    }
  });
});
