import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../contract/index.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

const optionalFields = Object.entries(contract).flatMap(([operation, route]) =>
  'body' in route && route.body instanceof z.ZodObject
    ? Object.entries<z.ZodType>(route.body.shape).flatMap(([name, field]) =>
        field.safeParse(undefined).success
          ? [{ operation, name, field, method: route.method }]
          : [],
      )
    : [],
);
const created = optionalFields.filter(({ method }) => method !== 'PATCH');
const changed = optionalFields.filter(({ method }) => method === 'PATCH');

describe('an optional field of a body', () => {
  it.each(created)('$operation $name: blank and null are as good as absent', ({ field }) => {
    for (const missing of [null, '', '   ']) expect(field.safeParse(missing).success).toBe(true);
  });
});

describe('a field of a PATCH', () => {
  it.each(changed)('$operation $name: null is as good as absent', ({ field }) => {
    expect(field.safeParse(null).success).toBe(true);
  });

  // A group may have no description.
  it.each(changed.filter(({ name }) => name !== 'description'))(
    '$operation $name: an empty value that was sent is refused',
    ({ field, name }) => {
      const refused = ['', '   '].filter((value) => !field.safeParse(value).success);
      // The content is refused when nothing is left of it.
      expect(refused).toEqual(name === 'conteudo' ? [''] : ['', '   ']);
    },
  );
});

describe('a body of optional fields', () => {
  it('may be missing, as the document says', async () => {
    const { paths } = await (await fetch(`${app.url}/openapi.json`)).json();
    expect(paths['/streaks/me/readings'].post.requestBody.required).toBe(false);
    expect(paths['/support/tags'].post.requestBody.required).toBe(true);
    const response = await fetch(`${app.url}/streaks/me/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await app.token({ role: 'reader' })}` },
    });
    expect([response.status, (await response.json()).success]).toEqual([200, true]);
  });
});
