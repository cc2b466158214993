import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { claimAbandoned } from '../../db/attachments/deletions.ts';
import {
  claimNewsletterEvent,
  insertNewsletterEvent,
} from '../../db/newsletter-events/newsletter-events.ts';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

it('concurrent claims of many rows each get as many as they ask for, and no row twice', async () => {
  const { id } = await openTicket(app);
  await sql`
    insert into attachments (state, ticket_id, name, path, type, lease_until)
    select 'pending', ${id}, 'a.txt', 'support/' || n, 'text/plain', now() - interval '1 second'
    from generate_series(1, 50) n`.execute(db);
  const claim = () => claimAbandoned(db, { leaseMs: 60_000, limit: 10 });
  const claims = await Promise.all([claim(), claim(), claim(), claim(), claim()]);
  expect(claims.map((rows) => rows.length)).toEqual([10, 10, 10, 10, 10]);
  expect(new Set(claims.flat().map((row) => row.id)).size).toBe(50);
  expect(await claim()).toEqual([]);
});

it('concurrent claims get different rows, and a row is claimed again after its lease', async () => {
  for (const uid of ['a', 'b', 'c'])
    await insertNewsletterEvent(db, { uid, type: 'post.sent', subjectId: null }, true);
  const claim = () => claimNewsletterEvent(db, 60_000);
  const claims = await Promise.all([claim(), claim(), claim(), claim()]);
  expect(claims.map((event) => event?.uid ?? '').sort()).toEqual(['', 'a', 'b', 'c']);
  await sql`update newsletter_events set lease_until = now() where uid = 'b'`.execute(db);
  expect(await claim()).toMatchObject({ uid: 'b', attempts: 2 });
  expect(await claim()).toBeUndefined();
});
