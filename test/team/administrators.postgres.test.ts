import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openBrowser, startWithProvider } from '../sessions/browser.ts';
import { untilBlocked } from '../support/locks.ts';

const emails = ['bia@exemplo.com', 'caio@exemplo.com'] as const;
const app = await startWithProvider(emails.map((email) => ({ email, name: email })));
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
const operator = await app.trpc();

it.each([null, 'editor'] as const)(
  'two administrators who give each other the role %s at once leave one of them',
  async (role) => {
    for (const email of emails) await operator.team.set.mutate({ email, role: 'admin' });
    const browsers = await Promise.all(
      emails.map(async (email) => {
        const browser = openBrowser(app);
        await browser.signIn(email);
        return browser;
      }),
    );
    const others = emails.toReversed();
    const responses = await db.transaction().execute(async (held) => {
      await sql`lock table team in share row exclusive mode`.execute(held);
      const sent = browsers.map((browser, index) =>
        browser.mutate('team.set', { email: others[index] ?? '', role }),
      );
      await untilBlocked(db, 2);
      // In an object: the transaction would wait for a promise that it returns.
      return { sent };
    });
    const bodies = await Promise.all(
      responses.sent.map(async (response) => (await response).json()),
    );
    expect(bodies.map(({ error }) => error?.data.errorCode ?? 'done').sort()).toEqual([
      'done',
      'last-administrator',
    ]);
    const { items } = await operator.team.list.query({});
    expect(items.filter((member) => member.teamRole === 'admin')).toHaveLength(1);
  },
);
