import { chmod, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { ledgerHash, readLedger } from '../../server/erasure-ledger/erasure-ledger.ts';
import { replayErasures } from '../../server/people/replay-erasures.ts';
import { startApp } from '../harness.ts';

const key = 'k'.repeat(40);
const app = await startApp({ ERASURE_LEDGER_KEY: key });
afterAll(() => app.close());
const admin = await app.trpc();
const ctx = app.service.contextFor('restore');
const folder = join(app.directory, 'files/erasures');
const start = new Date(0);

const addPerson = (email: string) =>
  admin.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Endereço',
    body: 'Sou eu.',
    main: 'Assinatura',
  });
const erase = async (email: string) => {
  const { total } = await admin.people.erase.mutate({ email });
  return admin.people.erase.mutate({ email, expected: total });
};
const total = async (email: string) =>
  (await admin.people.find.query({ email })).records.reduce((sum, { count }) => sum + count, 0);

// One ledger, which grows: each test goes on from the one before.
describe('the ledger of erasures', { shuffle: false }, () => {
  it('has a keyed hash of each erased address, and no address', async () => {
    await addPerson('ana@exemplo.com.br');
    await erase('ana@exemplo.com.br');
    const [name = ''] = await readdir(folder);
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toContain('ana');
    expect(JSON.parse(text)).toEqual({
      hash: expect.stringMatching(/^[\da-f]{64}$/),
      key: expect.stringMatching(/^[\da-f]{8}$/),
      erasedAt: expect.any(String),
    });
    const { rows } = await sql`select unrecorded from erasures`.execute(ctx.db);
    expect(rows).toEqual([{ unrecorded: null }]);
  });

  it('gets an erasure later that the storage could not take', async () => {
    await addPerson('bia@exemplo.com.br');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    await erase('bia@exemplo.com.br');
    expect(await total('bia@exemplo.com.br')).toBe(0);
    expect(app.logs).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'the ledger lacks erasures' }),
    );
    await chmod(folder, 0o600);
    await rename(folder, `${folder}-file`);
    await rename(`${folder}-away`, folder);
    expect(await readdir(folder)).toHaveLength(1);
    await app.service.jobs.run('attachments-janitor');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('erases again whom a backup brought back, and nobody else', async () => {
    for (const name of ['ana', 'bia', 'caio']) await addPerson(`${name}@exemplo.com.br`);
    const entries = await readLedger(ctx.storage, start);
    expect(entries).toHaveLength(2);
    expect(await readLedger(ctx.storage, new Date())).toEqual([]);
    const result = await replayErasures(ctx, entries);
    expect(result).toEqual({ erased: 2, ofOtherKeys: 0, refusals: [] });
    expect(await total('ana@exemplo.com.br')).toBe(0);
    expect(await total('bia@exemplo.com.br')).toBe(0);
    expect(await total('caio@exemplo.com.br')).toBeGreaterThan(0);
  });

  it('is read from a moment on, earliest first', async () => {
    const days = [11, 9, 12, 10];
    const entryOf = (day: number) => ({
      hash: `${day}`.padStart(64, '0'),
      key: 'abcd0123',
      erasedAt: `2026-03-${`${day}`.padStart(2, '0')}T12:00:00.000Z`,
    });
    const storage = {
      list: async () => days.map((day) => `${day}.json`),
      read: async (path: string) =>
        Readable.from([JSON.stringify(entryOf(Number(/(\d+)\.json$/.exec(path)?.[1])))]),
    };
    const entries = await readLedger(storage, new Date(entryOf(10).erasedAt));
    expect(entries).toEqual([10, 11, 12].map(entryOf));
  });

  it('goes on after a person who cannot be erased, and says why', async () => {
    for (const name of ['ana', 'bia']) await addPerson(`${name}@exemplo.com.br`);
    await admin.accounts.upsert.mutate({ email: 'ana@exemplo.com.br' });
    await sql`create function keep_ana() returns trigger language plpgsql as
      $$ begin raise exception 'kept'; end $$`.execute(ctx.db);
    await sql`create trigger keep_ana before delete on accounts for each row execute function keep_ana()`.execute(
      ctx.db,
    );
    const entries = await readLedger(ctx.storage, start);
    const hash = ledgerHash(ctx, 'caio@exemplo.com.br') ?? '';
    const foreign = { hash, key: '00000000', erasedAt: start.toISOString() };
    const result = await replayErasures(ctx, [foreign, ...entries]);
    await sql`drop function keep_ana cascade`.execute(ctx.db);
    expect(result).toEqual({ erased: 1, ofOtherKeys: 1, refusals: ['internal-error'] });
    expect(await total('ana@exemplo.com.br')).toBeGreaterThan(0);
    expect(await total('bia@exemplo.com.br')).toBe(0);
    expect(await total('caio@exemplo.com.br')).toBeGreaterThan(0);
    expect(await replayErasures(ctx, entries)).toMatchObject({ erased: 1, refusals: [] });
  });
});
