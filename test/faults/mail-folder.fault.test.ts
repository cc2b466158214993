import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findDovecot, startDovecot } from '../../scripts/servers/dovecot.ts';
import { imapUrl } from '../../server/config/values.ts';
import { corpusOf } from '../inbound/corpus/corpus.ts';
import { killDuring, measure, reportKills, startKillBench } from './kill-during.ts';
import { byProfile } from './profile.ts';

// `MAILS=folder npm run faults -- test/faults/mail-folder.fault.test.ts` puts the mails of a folder
// into the mailbox instead.

const folder = process.env.MAILS;
const kills = byProfile({ short: 3, long: 12 });
const generated = byProfile({ short: 60, long: 240 });
const support = 'suporte@leitor.example';
/** Larger mails do not fit into a call of `inbound.ingest`. */
const gatewayBytes = 2 * 1_048_576;

async function* filesOf(path: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield readFile(join(entry.parentPath, entry.name));
  }
}

describe('kill -9 while mails of every kind are read from the mailbox', () => {
  it('loses none: each is a ticket, a message, or listed with a reason', async () => {
    const dovecot = await startDovecot(findDovecot() ?? 'dovecot');
    onTestFinished(dovecot.stop);
    const url = dovecot.inboxOf(support);
    const bench = await startKillBench({
      env: () => ({ IMAP_URL: url, MAIL_REPLY_TO: support, RATE_LIMIT: 'off' }),
    });
    const { db, admin } = bench;
    const { host, port, user, password } = imapUrl.parse(url);
    const auth = { user, pass: password };
    const imap = new ImapFlow({ host, port, secure: false, auth, logger: false });
    await imap.connect();
    onTestFinished(() => imap.close());
    const mails: Buffer[] = [];
    for await (const raw of folder ? filesOf(folder) : corpusOf(generated)) {
      const mail = Buffer.isBuffer(raw) ? raw : raw.raw;
      if (mail.length > 0 && mail.length <= gatewayBytes) mails.push(mail);
    }
    const each = Math.ceil(mails.length / (kills + 1));
    let put = 0;
    const deliver = async () => {
      for (const raw of mails.slice(put, put + each)) {
        await imap.append('INBOX', raw);
        put += 1;
      }
    };
    const readUpTo = async (): Promise<number> =>
      (await admin.inbound.status.query()).position?.lastUid ?? 0;
    const allRead = () => expect.poll(readUpTo, { timeout: 300_000, interval: 50 }).toBe(put);
    const endLeases = () =>
      sql`update job_runs set lease_until = now() - interval '1 second' where done_at is null`.execute(
        db,
      );
    await deliver();
    const typicalMs = await measure(async () => allRead());
    for (let kill = 1; kill <= kills; kill += 1) {
      const last = Math.min(put + each, mails.length);
      const delivering = deliver();
      const untilRead = async () => {
        for (;;) if ((await readUpTo()) === last) return;
      };
      await killDuring(bench, untilRead, { kill, typicalMs, whileDown: endLeases });
      await delivering;
    }
    await allRead();

    const { rows } = await sql<{ outcome: string; mails: number; stray: number }>`
      select outcome, count(*)::integer as mails,
        count(*) filter (where case when outcome in ('new-ticket', 'reply')
          then message_id is null else reason is null end)::integer as stray
      from inbound_mails group by outcome order by outcome`.execute(db);
    expect(rows.filter(({ stray }) => stray > 0)).toEqual([]);
    const known = rows.reduce((total, row) => total + row.mails, 0);
    // As the server passes them on: it changes line ends, and some bytes that IMAP does not carry.
    await imap.mailboxOpen('INBOX');
    const served: Buffer[] = [];
    for await (const { source } of imap.fetch('1:*', { source: true })) {
      if (source) served.push(source);
    }
    expect(served).toHaveLength(mails.length);
    const unknown: string[] = [];
    for (const raw of served) {
      const { outcome } = await admin.inbound.ingest.mutate({ raw: raw.toString('base64') });
      if (outcome !== 'duplicate') unknown.push(`${outcome}: ${raw.toString('latin1', 0, 200)}`);
    }
    expect(unknown).toEqual([]);
    const outcomes = Object.fromEntries(rows.map(({ outcome, mails: of }) => [outcome, of]));
    const again = mails.length - known;
    reportKills('a folder of mails', {
      'put in': mails.length,
      ...outcomes,
      'the same again': again,
    });
  });
});
