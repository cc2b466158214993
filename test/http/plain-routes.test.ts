import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const path = '/streaks/ranking/global';

it('a plain route that fails has the envelope of every failure, and the service goes on', async () => {
  const { db } = app.service.contextFor('test');
  await db.schema.alterTable('streaks').renameTo('streaks_away').execute();
  try {
    const answer = await fetch(app.url + path);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('x-error-code')).toBe('internal-error');
    expect(answer.headers.get('x-request-id')).toMatch(/./);
    expect(await answer.json()).toEqual({ success: false, message: 'Erro interno' });
  } finally {
    await db.schema.alterTable('streaks_away').renameTo('streaks').execute();
  }
  expect((await fetch(app.url + path)).status).toBe(200);
});

it.each([
  ['with a query', '?x=1', {}],
  ['with a body', '', { method: 'DELETE', body: '{}' }],
  ['by HEAD', '', { method: 'HEAD' }],
])('asked %s it is answered by the application, with the same headers', async (_, query, init) => {
  const plain = await fetch(app.url + path);
  const other = await fetch(app.url + path + query, init);
  const names = (response: Response) =>
    [...response.headers.keys()].filter((name) => /^(x-|strict|content-sec|cross)/.test(name));
  expect(names(other)).toEqual(expect.arrayContaining(names(plain)));
});
