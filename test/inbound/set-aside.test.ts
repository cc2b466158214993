import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { updateSetAsideKey } from '../../db/inbound/set-aside.ts';
import { inTransaction } from '../../server/context.ts';
import { removeOriginals } from '../../server/inbound/originals.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aMail } from './mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const ctx = app.service.contextFor('test');

/** The outcome of a mail, and the id of what is known of it. */
const ingest = async (raw: Buffer) => {
  const { outcome } = await agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
  const [mail] = (await agent.inbound.list.query({ limit: 1 })).items;
  return { outcome, id: mail?.id ?? 0 };
};
const automatic = () => aMail({ ...from(aPerson()), 'Auto-Submitted': 'auto-replied' });

it('a mail can be stored anew only while it is set aside, and no other with it', async () => {
  const mails = [aMail(from(aPerson())), automatic(), automatic()];
  const ids: number[] = [];
  for (const raw of mails) ids.push((await ingest(raw)).id);
  const [person = 0, aside = 0] = ids;
  const free = (id: number) =>
    inTransaction(ctx, ({ db }) => updateSetAsideKey(db, id, `retry:${id}`));
  expect([await free(person), await free(aside)]).toEqual([false, true]);
  const outcomes: string[] = [];
  for (const raw of mails) outcomes.push((await ingest(raw)).outcome);
  expect(outcomes).toEqual(['duplicate', 'ignored', 'duplicate']);
});

it('all originals that nobody wants are removed, however many', async () => {
  await sql`
    insert into inbound_originals (hash, path, bytes, stored, unwanted)
    select gen_random_uuid()::text, 'inbound/many/' || n || '.eml', 1, true, true
    from generate_series(1, 101) n`.execute(ctx.db);
  expect(await removeOriginals(ctx, new AbortController().signal)).toBeGreaterThanOrEqual(101);
  const left = await sql`select from inbound_originals where unwanted`.execute(ctx.db);
  expect(left.rows).toEqual([]);
});
