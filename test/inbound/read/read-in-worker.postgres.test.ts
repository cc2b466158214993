import { setFlagsFromString } from 'node:v8';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startReading } from '../../../db/inbound/readings.ts';
import { ingestMail } from '../../../server/inbound/ingest.ts';
import { hashKey } from '../../../server/inbound/receive/originals.ts';
import { startApp } from '../../harness.ts';
import { withinShortTurns } from '../../support/event-loop.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

// As the image starts Node.
setFlagsFromString('--max-old-space-size=512');
const app = await startApp(mailEnv);
afterAll(() => app.close());
const ctx = app.service.contextFor('test');

const gateway = { source: 'gateway' } as const;
/** An attempt at a mail whose process died. */
const dieReading = async (raw: Buffer) => startReading(ctx.db, await hashKey(raw), 2);
const attempts = async () => (await sql`select * from inbound_readings`.execute(ctx.db)).rows;
const pass = async (seconds: number, raw?: Buffer) =>
  sql`update inbound_readings set started_at = started_at - ${seconds} * interval '1 second'
    where ${raw === undefined} or mail_hash = ${raw ? await hashKey(raw) : ''}`.execute(ctx.db);

describe('a mail that took the process with it', () => {
  it('reads a mail again that ended the process once', async () => {
    const mail = aMail(from(aPerson()));
    await dieReading(mail);
    expect(await ingestMail(ctx, mail, gateway)).toMatchObject({ outcome: 'new-ticket' });
    expect(await attempts()).toEqual([]);
  });

  it('twice is not read until both must be dead, then quarantined, and the next one is read', async () => {
    const mail = aMail(from(aPerson()));
    await dieReading(mail);
    await pass(60);
    await dieReading(mail);
    for (const seconds of [0, 58]) {
      await pass(seconds);
      await expect(ingestMail(ctx, mail, gateway)).rejects.toMatchObject({ code: 'unavailable' });
    }
    await pass(2);
    expect(await ingestMail(ctx, mail, gateway)).toEqual({
      outcome: 'quarantined',
      reason: 'unreadable',
    });
    expect(await ingestMail(ctx, aMail(from(aPerson())), gateway)).toMatchObject({
      outcome: 'new-ticket',
    });
    expect(await attempts()).toEqual([]);
  });

  it('forgets after a day a mail that ended the process and did not return', async () => {
    const [old, younger] = [aMail(from(aPerson())), aMail(from(aPerson()))];
    for (const mail of [old, younger]) await dieReading(mail);
    await pass(86_400, old);
    await pass(86_000, younger);
    await ingestMail(ctx, aMail(from(aPerson())), gateway);
    expect(await attempts()).toMatchObject([{ mail_hash: await hashKey(younger) }]);
    await ingestMail(ctx, younger, gateway);
  });
});

describe('a mail that exhausts the memory of the thread that reads it', () => {
  it("quarantines a mail that exhausts two threads' memory, and reads the next one", async () => {
    const headers = {
      ...from(aPerson()),
      'Content-Type': 'application/pdf',
      'Content-Transfer-Encoding': 'base64',
    };
    const body = 'YQ==\r\n'.repeat(6_000_000);
    const lostThreads = () =>
      app.logs.filter(({ msg }) => msg === 'the thread that read a mail was lost').length;
    await withinShortTurns(async () => {
      const before = lostThreads();
      expect(await ingestMail(ctx, aMail(headers, body), gateway)).toEqual({
        outcome: 'quarantined',
        reason: 'unreadable',
      });
      expect(lostThreads() - before).toBe(2);
    });
    expect(await ingestMail(ctx, aMail(from(aPerson())), gateway)).toMatchObject({
      outcome: 'new-ticket',
    });
  });
});

describe('a mail of a stranger', () => {
  const large = 36 * 1_048_576;
  it.each([
    ['introductions of quotes', {}, 'abc. x skrev y\n'.repeat(800)],
    ['unfinished introductions', {}, `${'2020 from <'.repeat(34)}\n`.repeat(5)],
    ['36 MB of UTF-7', { 'Content-Type': 'text/plain; charset=utf-7' }, '+AGE-'.repeat(large / 5)],
    ['36 MB of white space in HTML', { 'Content-Type': 'text/html' }, ' '.repeat(large)],
  ])('with %s holds nobody up', async (_, headers, body) => {
    await withinShortTurns(async () => {
      const mail = aMail({ ...from(aPerson()), ...headers }, body);
      expect(await ingestMail(ctx, mail, gateway)).toMatchObject({ outcome: 'new-ticket' });
    });
  });
});
