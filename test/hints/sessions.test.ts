import { afterAll, describe, expect, it } from 'vitest';
import { insertHint } from '../../db/hints/hints.ts';
import { openBrowser, startWithProvider } from '../sessions/browser.ts';
import { openEventStream } from './event-stream.ts';

const email = 'bia@exemplo.com';
const app = await startWithProvider([{ email, name: 'Bia' }]);
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
const admin = await app.trpc();

/** A page of a person whom only the team gives a role. */
const openPage = async (role: 'agent' | 'editor') => {
  await admin.team.set.mutate({ email, role });
  const browser = openBrowser(app);
  await browser.signIn(email);
  const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return { browser, headers, stream: await openEventStream(app.internalUrl, headers) };
};

describe('the event stream of a session', () => {
  it.each<[string, (page: Awaited<ReturnType<typeof openPage>>) => Promise<unknown>]>([
    ['signs out', ({ browser }) => browser.signOut()],
    ['leaves the team', () => admin.team.set.mutate({ email, role: null })],
  ])('ends within five seconds when the person %s', async (_what, end) => {
    const page = await openPage('agent');
    const began = performance.now();
    await end(page);
    await page.stream.ends();
    expect(performance.now() - began).toBeLessThan(5_000);
    const { response } = await openEventStream(app.internalUrl, page.headers);
    expect(response.status).toBe(401);
  });

  it('stops quiz hints once the role is lowered', async () => {
    const { stream } = await openPage('editor');
    await insertHint(db, 'quiz:1');
    await stream.receives('quiz:1');
    await admin.team.set.mutate({ email, role: 'agent' });
    await expect
      .poll(
        async () => {
          const quiz = `quiz:${crypto.randomUUID()}` as const;
          const after = `ticket:${crypto.randomUUID()}` as const;
          await insertHint(db, quiz);
          await insertHint(db, after);
          await stream.receives(after);
          return stream.data().includes(quiz);
        },
        { timeout: 5_000 },
      )
      .toBe(false);
    stream.leave();
  });
});
