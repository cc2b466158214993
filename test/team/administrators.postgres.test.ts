import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openBrowser, startWithProvider } from '../sessions/browser.ts';

const emails = ['bia@exemplo.com', 'caio@exemplo.com'] as const;
const app = await startWithProvider(emails.map((email) => ({ email, name: email })));
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
const operator = await app.trpc();

/** How many requests wait for the team. */
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like 'lock table team%'`.execute(
    db,
  );
  return rows[0]?.count;
};

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
    const held = await db.startTransaction().execute();
    await sql`lock table team in share row exclusive mode`.execute(held);
    const others = emails.toReversed();
    const responses = browsers.map((browser, index) =>
      browser.mutate('team.set', { email: others[index] ?? '', role }),
    );
    await expect.poll(waiting).toBe(2);
    await held.rollback().execute();
    const bodies = await Promise.all(responses.map(async (response) => (await response).json()));
    expect(bodies.map(({ error }) => error?.data.errorCode ?? 'done').sort()).toEqual([
      'done',
      'last-administrator',
    ]);
    const { items } = await operator.team.list.query({});
    expect(items.filter((member) => member.teamRole === 'admin')).toHaveLength(1);
  },
);
