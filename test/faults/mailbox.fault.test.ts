import { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findDovecot, startDovecot } from '../../scripts/servers/dovecot.ts';
import { probeName } from '../../server/clients/storage-disk.ts';
import { imapUrl } from '../../server/config/value-schemas.ts';
import { storedFiles } from '../attachments/attachment-helpers.ts';
import { aMail, aMailWith } from '../inbound/mails.ts';
import { type KillBench, killDuring, measure, reportKills, startKillBench } from './kill-during.ts';
import { sha256Of } from './operations.ts';
import { byProfile } from './profile.ts';

const kills = byProfile({ short: 4, long: 25 });
const mailsPerKill = byProfile({ short: 30, long: 40 });
const support = 'suporte@leitor.example';

/**
 * A mail, and the SHA-256 of its attachments. A person's opens a ticket of its own, an automatic one
 * is listed.
 */
interface TestMail {
  subject: string;
  automatic: boolean;
  raw: Buffer;
  sums: string[];
}

/**
 * Every second mail has three attachments, of which two have the same name and size; every fifth is
 * automatic.
 */
const aTestMail = (index: number): TestMail => {
  const subject = `Correio ${crypto.randomUUID()}`;
  const automatic = index % 5 === 4;
  const headers = {
    From: `${crypto.randomUUID()}@exemplo.com.br`,
    Subject: subject,
    ...(automatic && { 'Auto-Submitted': 'auto-replied' }),
  };
  if (automatic || index % 2 === 0) return { subject, automatic, raw: aMail(headers), sums: [] };
  const files = ['nota.txt', 'nota.txt', 'recibo.txt'].map((name) => ({
    name,
    type: 'text/plain',
    contents: Buffer.from(crypto.randomUUID().repeat(500)),
  }));
  const sums = files.map(({ contents }) => sha256Of(contents));
  return { subject, automatic, raw: aMailWith(files, headers), sums };
};

/**
 * Each person's mail is one ticket with one message and all its attachments, each automatic one is
 * listed once, each is kept as it came, and no file is left without a row.
 */
const expectEachOnce = async (
  { db, admin, environment }: KillBench,
  mails: readonly TestMail[],
): Promise<void> => {
  await sql`update attachments set lease_until = now() - interval '1 second'
    where state <> 'ready'`.execute(db);
  await admin.attachments.janitor.mutate();
  // Files whose mail a kill kept from being filed go with the originals that no mail has.
  await sql`update inbound_originals set kept_at = now() - interval '2 hours'`.execute(db);
  await admin.jobs.run.mutate({ name: 'remove-originals' });
  const { rows } = await sql<{ subject: string; messages: number; sums: string[] }>`
    select t.subject, count(distinct m.id)::integer as messages,
      coalesce(array_agg(encode(a.sha256, 'hex')) filter (where a.id is not null), '{}') as sums
    from tickets t join ticket_messages m on m.ticket_id = t.id
    left join attachments a on a.message_id = m.id and a.state = 'ready'
    group by t.id`.execute(db);
  const found = rows.map(({ sums, ...row }) => ({ ...row, sums: sums.sort() }));
  const expected = mails
    .filter(({ automatic }) => !automatic)
    .map(({ subject, sums }) => ({ subject, messages: 1, sums: [...sums].sort() }));
  const bySubject = (a: { subject: string }, b: { subject: string }) =>
    a.subject < b.subject ? -1 : 1;
  expect(found.sort(bySubject)).toEqual(expected.sort(bySubject));
  const files = (await storedFiles(environment.directory)).filter((file) => file !== probeName);
  const originals = files.filter((file) => file.startsWith('inbound/'));
  expect(files.length - originals.length).toBe(mails.flatMap(({ sums }) => sums).length);
  const stored = await db.selectFrom('inbound_originals').select('path').execute();
  // The row of what a kill left half written says where it is.
  const paths = originals.map((file) => file.replace(/\.part$/, ''));
  expect(stored.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
  const kept = await db
    .selectFrom('inbound_mails as mail')
    .innerJoin('inbound_originals as original', 'original.id', 'mail.original_id')
    .select(['subject', 'outcome'])
    .where('stored', '=', true)
    .execute();
  expect(kept.map(({ subject }) => subject).sort()).toEqual(
    mails.map(({ subject }) => subject).sort(),
  );
  expect(kept.filter(({ outcome }) => outcome === 'ignored')).toHaveLength(
    mails.filter(({ automatic }) => automatic).length,
  );
  const noticed = await db
    .selectFrom('ticket_messages')
    .select('id')
    .where('notice', 'is not', null)
    .execute();
  expect(noticed).toEqual([]);
};

describe('kill -9 at random moments', () => {
  it('of the reader of the mailbox: each mail becomes one message with all its attachments', async () => {
    const dovecot = await startDovecot(findDovecot() ?? 'dovecot');
    onTestFinished(dovecot.stop);
    const url = dovecot.inboxOf(support);
    const bench = await startKillBench({ env: () => ({ IMAP_URL: url, MAIL_REPLY_TO: support }) });
    const { host, port, user, password } = imapUrl.parse(url);
    const auth = { user, pass: password };
    const imap = new ImapFlow({ host, port, secure: false, auth, logger: false });
    await imap.connect();
    onTestFinished(() => imap.close());
    const all: TestMail[] = [];
    const deliver = async () => {
      for (let index = 0; index < mailsPerKill; index += 1) {
        const mail = aTestMail(index);
        await imap.append('INBOX', mail.raw);
        all.push(mail);
      }
    };
    const readUpTo = async (): Promise<number> => {
      const { position } = await bench.admin.inbound.status.query();
      return position?.lastUid ?? 0;
    };
    const allRead = () =>
      expect.poll(readUpTo, { timeout: 120_000, interval: 20 }).toBe(all.length);
    // Nobody has to wait for the lease of a process that is gone.
    const endLeases = () =>
      sql`update job_runs set lease_until = now() - interval '1 second' where done_at is null`.execute(
        bench.db,
      );
    await deliver();
    const typicalMs = await measure(async () => allRead());
    const counted = { interrupted: 0, 'all read': 0 };
    for (let kill = 0; kill < kills; kill += 1) {
      const last = all.length + mailsPerKill;
      const delivering = deliver();
      const untilRead = async () => {
        for (;;) if ((await readUpTo()) === last) return;
      };
      const read = await killDuring(bench, untilRead, { kill, typicalMs, whileDown: endLeases });
      await delivering;
      counted[read ? 'all read' : 'interrupted'] += 1;
    }
    await allRead();
    // A mail that two kills interrupted waits for an operator, as one that ends the process itself
    // would.
    const { items: quarantined } = await bench.admin.inbound.list.query({ outcome: 'quarantined' });
    for (const { id } of quarantined) await bench.admin.inbound.retry.mutate({ id });
    await expectEachOnce(bench, all);
    reportKills('the mailbox', { mails: all.length, ...counted, quarantined: quarantined.length });
    expect(counted.interrupted).toBeGreaterThan(0);
    expect(quarantined.length).toBeLessThanOrEqual(kills / 2);
  });
});
