import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { claimAbandoned } from '../../db/attachments/deletions.ts';
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
