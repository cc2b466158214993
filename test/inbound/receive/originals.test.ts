import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { inTransaction } from '../../../server/core/context.ts';
import { keepOriginal, removeOriginals } from '../../../server/inbound/receive/originals.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

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

it('all originals that nobody wants are removed, however many', async () => {
  await sql`
    insert into inbound_originals (hash, path, bytes, stored, unwanted)
    select gen_random_uuid()::text, 'inbound/many/' || n || '.eml', 1, true, true
    from generate_series(1, 150) n`.execute(ctx.db);
  expect(await removeOriginals(ctx, AbortSignal.abort())).toBe(0);
  const remove: typeof ctx.storage.remove = (path, options) =>
    path.endsWith('/50.eml')
      ? Promise.reject(new Error('away'))
      : ctx.storage.remove(path, options);
  // One that cannot be removed now is left to the next run, with those behind it.
  const away = { ...ctx, storage: { ...ctx.storage, remove } };
  expect(await removeOriginals(away, new AbortController().signal)).toBe(49);
  const left = () =>
    ctx.db.selectFrom('inbound_originals').where('unwanted', '=', true).selectAll();
  const [next] = await left().orderBy('id').execute();
  expect(app.logs.at(-1)).toMatchObject({
    level: 40,
    original: next?.id,
    msg: 'could not remove the original of a mail',
  });
  expect(await removeOriginals(ctx, new AbortController().signal)).toBe(101);
  expect(await left().execute()).toEqual([]);
});

it('a mail that comes again is in the storage again if it was not whole there, or was to go', async () => {
  const raw = automatic();
  const { hash } = await inTransaction(ctx, (tx) => keepOriginal(tx, raw));
  const rows = () =>
    ctx.db
      .selectFrom('inbound_originals')
      .where('hash', '=', hash)
      .select(['id', 'stored', 'unwanted']);
  for (const change of [{ stored: false }, { unwanted: true }]) {
    await ctx.db.updateTable('inbound_originals').set(change).where('hash', '=', hash).execute();
    await ingest(raw);
    expect((await rows().orderBy('id', 'desc').execute())[0]).toMatchObject({
      stored: true,
      unwanted: false,
    });
  }
  expect(await rows().execute()).toHaveLength(3);
});
