import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { untilBlocked } from '../support/locks.ts';

const app = await startApp();
afterAll(() => app.close());
const { db } = app.service.contextFor('test');

it('views are saved and deleted one after the other, so that their limits are exact', async () => {
  const { views } = await app.trpc({ role: 'agent' });
  const { id, ownerEmail } = await views.save.mutate({ name: 'Primeira' });
  await sql`
    insert into ticket_views (name, filter, sort, shared, owner_email, updated_at)
    select 'Outra', '{}', 'newest', false, ${ownerEmail}, now() from generate_series(1, 48)`.execute(
    db,
  );
  const { changes } = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('ticket_views'))`.execute(tx);
    const saved = ['a', 'b'].map((name) => views.save.mutate({ name }));
    await untilBlocked(db, 2);
    const deleted = views.delete.mutate({ id });
    await untilBlocked(db, 3);
    return { changes: Promise.allSettled([...saved, deleted]) };
  });
  expect((await changes).map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect((await views.list.query()).items).toHaveLength(49);
});
