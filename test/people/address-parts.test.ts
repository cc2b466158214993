import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

/** A mail in quarantine without a sender. */
const quarantine = (text: string) => {
  const mail = aMail({ From: 'ninguém', 'Reply-To': text });
  return admin.inbound.ingest.mutate({ raw: mail.toString('base64') });
};

describe('people.erase of an address that is a part of longer ones', () => {
  const domain = `${crypto.randomUUID().slice(0, 8)}.com`;
  const ana = `ana@${domain}`;
  const longer = [`mariana@${domain}`, `${ana}.br`];
  const countsOf = async (email: string) => {
    const { records } = await admin.people.find.query({ email });
    const of = (kind: string) => records.find((record) => record.kind === kind)?.count;
    return [of('inbound-mails'), of('views'), of('audit-acts')];
  };

  it('leaves mails, views and acts of the others', async () => {
    const asAna = await app.trpc({ role: 'admin', email: ana });
    for (const email of [...longer, ana]) {
      await asAna.streaks.addDay.mutate({
        email,
        day: addDays(civilDayOf(new Date()), -2),
        reason: 'Erro',
        new: true,
      });
      await quarantine(`<${email.toUpperCase()}>`);
      await admin.views.save.mutate({ name: `Ver ${email}`, filter: { search: email } });
    }
    for (const text of [`“${ana}”`, `x=3D${ana}`, `to:%20${ana}.`]) await quarantine(text);
    // A mail of somebody else that names the person is theirs.
    await sql`
      insert into inbound_mails (dedupe_key, source, sender, outcome, raw, received_at)
      values (${domain}, 'imap', ${longer[0]}, 'quarantined', convert_to(${ana}, 'UTF8'), now())`.execute(
      db,
    );
    expect(await countsOf(ana)).toEqual([4, 1, 3]);
    const counts = await Promise.all(longer.map(countsOf));
    expect(counts).toEqual([
      [2, 1, 1],
      [1, 1, 1],
    ]);

    const { total } = await admin.people.erase.mutate({ email: ana });
    await admin.people.erase.mutate({ email: ana, dryRun: false, expected: total });
    expect(await countsOf(ana)).toEqual([0, 0, 0]);
    expect(await Promise.all(longer.map(countsOf))).toEqual(counts);
    const { items } = await admin.audit.list.query({ action: 'streaks.addDay', limit: 3 });
    expect(items.map(({ target }) => target).reverse()).toEqual([
      ...longer.map((email) => `streak:${email}`),
      expect.stringMatching(/^streak:erased-[\da-f-]{36}$/),
    ]);
  });
});
