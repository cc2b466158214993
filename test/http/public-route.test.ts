import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const path = '/streaks/ranking/global';

it('a public route that fails sends the envelope, and the service goes on', async () => {
  // Its own service: here nobody has asked for the ranking, so that it is not cached.
  const app = await startApp();
  onTestFinished(() => app.close());
  const { db } = app.service.contextFor('test');
  await db.schema.alterTable('streaks').renameTo('streaks_away').execute();
  try {
    const response = await fetch(app.url + path);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ success: false, message: 'Erro interno' });
    // The cause is in the log alone.
    const requestId = response.headers.get('x-request-id');
    const err = { message: expect.stringContaining('"streaks"') };
    const logged = app.logs.find((line) => line.requestId === requestId && line.level === 50);
    expect(logged).toMatchObject({ level: 50, msg: 'internal-error', err });
  } finally {
    await db.schema.alterTable('streaks_away').renameTo('streaks').execute();
  }
  expect((await fetch(app.url + path)).status).toBe(200);
});

it('serves a public route whatever the token', async () => {
  const headers = { authorization: 'Bearer a.b.c' };
  const response = await fetch(app.url + path, { headers });
  expect(response.status).toBe(200);
});
