import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { signedToken } from '../harness.ts';
import { createClient } from '../public-client.ts';
import {
  countActs,
  type KillBench,
  killDuring,
  measure,
  reportKills,
  startKillBench,
} from './kill-during.ts';
import { byProfile } from './profile.ts';

const kills = byProfile({ short: 4, long: 25 });
const tickets = byProfile({ short: 300, long: 2_000 });

/** A reader with many tickets and two files. */
const addPerson = async ({ db, environment, admin }: KillBench): Promise<string> => {
  const email = `pessoa-${crypto.randomUUID()}@exemplo.com.br`;
  await sql`
    with opened as (
      insert into tickets (subject, main, status, requester_email, requester_name)
      select 'Assunto ' || n, 'Conta', 'open', ${email}::text, 'Zulmira' from generate_series(1, ${tickets}::integer) n
      returning id
    )
    insert into ticket_messages (ticket_id, author, origin, body)
    select id, 'Zulmira', 'requester', 'Sou Zulmira' from opened`.execute(db);
  const { id } = await admin.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Com anexos',
    body: 'Segue',
    main: 'Conta',
  });
  await admin.streaks.recordReading.mutate({ email });
  const client = await environment.client({ role: 'agent' });
  for (const name of ['a.txt', 'b.txt']) {
    const arquivo = new File([email], name, { type: 'text/plain' });
    const { status } = await client.uploadAttachments({ params: { id }, body: { arquivo } });
    expect(status).toBe(201);
  }
  return email;
};

const totalOf = async ({ admin }: KillBench, email: string): Promise<number> =>
  (await admin.people.erase.mutate({ email, dryRun: true })).total;

describe('kill -9 at random moments', () => {
  it('of people.erase: it has happened whole or not at all, and the bytes go in the end', async () => {
    const bench = await startKillBench();
    const { db, admin, environment } = bench;
    const erase = async (email: string) => {
      const expected = await totalOf(bench, email);
      return () => admin.people.erase.mutate({ email, dryRun: false, expected });
    };
    const typicalMs = await measure(await erase(await addPerson(bench)));
    const counted = { acknowledged: 0, 'done without an answer': 0, 'not begun': 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      const email = await addPerson(bench);
      const before = await totalOf(bench, email);
      const acts = await countActs(db, 'people.erase');
      const acknowledged = await killDuring(bench, await erase(email), { kill, typicalMs });
      const after = await totalOf(bench, email);
      const erased = (await countActs(db, 'people.erase')) - acts;
      const { receipts } = await db
        .selectFrom('erasures')
        .select(({ fn }) => fn.countAll<string>().as('receipts'))
        .executeTakeFirstOrThrow();
      expect(Number(receipts)).toBe(await countActs(db, 'people.erase'));
      if (acknowledged) expect(erased).toBe(1);
      expect({ erased, after }).toEqual(
        erased ? { erased: 1, after: 0 } : { erased: 0, after: before },
      );
      if (acknowledged) counted.acknowledged += 1;
      else counted[erased ? 'done without an answer' : 'not begun'] += 1;
      if (!erased) await (await erase(email))();
      expect(await totalOf(bench, email)).toBe(0);
    }
    await sql`update attachments set lease_until = now() - interval '1 second'`.execute(db);
    await admin.attachments.janitor.mutate();
    const files = await readdir(join(environment.directory, 'files'), { recursive: true });
    expect(files.filter((name) => name.endsWith('.txt'))).toEqual([]);
    reportKills('people.erase', counted);
    expect(counted['not begun'] + counted['done without an answer']).toBeGreaterThan(0);
  });

  it('of people.export: nothing changes but its act, and the next export is whole', async () => {
    const bench = await startKillBench();
    const { db, admin } = bench;
    const email = await addPerson(bench);
    const whole = async () => {
      const { records } = await admin.people.export.mutate({ email });
      return { tickets: records.tickets?.length, messages: records.messages?.length };
    };
    const typicalMs = await measure(whole);
    const expected = await whole();
    expect(expected.tickets).toBe(tickets + 1);
    const counted = { acknowledged: 0, interrupted: 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      const acts = await countActs(db, 'people.export', `account:${email}`);
      const acknowledged = await killDuring(bench, whole, { kill, typicalMs });
      const left = (await countActs(db, 'people.export', `account:${email}`)) - acts;
      expect(left === 1 || (left === 0 && !acknowledged)).toBe(true);
      counted[acknowledged ? 'acknowledged' : 'interrupted'] += 1;
      expect(await whole()).toEqual(expected);
    }
    reportKills('people.export', counted);
    expect(counted.interrupted).toBeGreaterThan(0);
  });

  it('of tokens.revoke: the token is refused exactly if the act stands', async () => {
    const bench = await startKillBench();
    const { db, admin, environment } = bench;
    const counted = { acknowledged: 0, 'done without an answer': 0, 'not begun': 0 };
    const revoke = (email: string) => () => admin.tokens.revoke.mutate({ email });
    const typicalMs = await measure(revoke('ninguem@exemplo.com.br'));
    for (let kill = 0; kill < kills; kill += 1) {
      const email = `pessoa-${crypto.randomUUID()}@exemplo.com.br`;
      const token = await signedToken({ role: 'reader', email });
      const status = async () =>
        (await createClient({ baseUrl: environment.processes[0]?.url ?? '', token }).listTags())
          .status;
      expect(await status()).toBe(200);
      const acknowledged = await killDuring(bench, revoke(email), { kill, typicalMs });
      const revoked = await countActs(db, 'tokens.revoke', `account:${email}`);
      if (acknowledged) expect(revoked).toBe(1);
      // A process reads what is revoked before it is ready.
      expect(await status()).toBe(revoked === 1 ? 401 : 200);
      if (acknowledged) counted.acknowledged += 1;
      else counted[revoked ? 'done without an answer' : 'not begun'] += 1;
      await revoke(email)();
      await expect.poll(status).toBe(401);
    }
    reportKills('tokens.revoke', counted);
    expect(counted['not begun'] + counted['done without an answer']).toBeGreaterThan(0);
  });
});
