import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../db/connection.ts';
import { listCountDifferences } from '../../db/ticket-counts.ts';
import { reconcileAttachments } from '../../server/attachments/janitor.ts';
import { probeName } from '../../server/clients/storage-disk.ts';
import { sendDueMails } from '../../server/mail/outbox.ts';
import { storedFiles } from '../attachments/office.ts';
import { startApp } from '../harness.ts';
import { type Found, type Journal, type Kind, kinds, type Verdict } from './journal.ts';
import type { Load } from './load.ts';
import { sha256Of } from './operations.ts';
import type { Site } from './site.ts';

const laterMs = 2 * 3_600_000;

/** What a scenario came to, beside its verdicts. */
export interface Reckoning {
  verdicts: Record<Kind, Verdict>;
  /** Mails of which the service itself says that it does not know. */
  unknownMails: number;
}

/**
 * Compares the journal with the database, the files and the mail server, once the jobs of a later hour have finished what the fault
 * left behind; fails where anything was lost, doubled, altered or there uninvited, where an answer had no envelope or none came
 * at all, and where a process ended by itself.
 *
 * @param options.aheadMs how far the service's clock is ahead
 * @param options.statuses what may be answered beside the usual
 */
export const reckon = async (
  name: string,
  site: Site,
  journal: Journal,
  load: Load,
  { aheadMs = 0, statuses = [] }: { aheadMs?: number; statuses?: readonly string[] } = {},
): Promise<Reckoning> => {
  await load.stop();
  site.mail.meet(() => undefined);
  const office = await startApp(
    {
      DATABASE_URL: site.postgres.url,
      DATA_DIR: site.directory,
      SMTP_URL: site.mail.url,
      MAIL_FROM: 'Atendimento <atendimento@exemplo.com.br>',
      MAIL_PER_HOUR: '1000000',
    },
    { database: { url: site.postgres.url, poolSize: 5 } },
  );
  try {
    const ctx = office.service.contextFor('reckoning');
    const later = { ...ctx, now: () => new Date(Date.now() + aheadMs + laterMs) };
    const { failed } = await reconcileAttachments(later, { dryRun: false });
    expect(failed).toEqual([]);
    await sendDueMails(later, new AbortController().signal);

    const found = await findAll(ctx.db, site);
    const verdicts = Object.fromEntries(
      kinds.map((kind) => [kind, journal.compare(kind, found[kind])]),
    ) as Record<Kind, Verdict>;
    const { unknown, contradictions } = await contradictionsIn(ctx.db, site);
    report(name, site, verdicts, unknown);

    for (const kind of kinds) {
      const { lost, doubled, altered, uninvited } = verdicts[kind];
      expect({ kind, lost, doubled, altered, uninvited }).toEqual({
        kind,
        lost: [],
        doubled: [],
        altered: [],
        uninvited: [],
      });
    }
    expect(contradictions).toEqual([]);
    expect(load.desk.misread).toEqual([]);
    expect(site.answers.unsound).toEqual([]);
    expect(site.died()).toEqual([]);
    const usual = ['200', '201', '409', '429', '503', 'none', ...statuses];
    expect(Object.keys(site.answers.statuses).filter((status) => !usual.includes(status))).toEqual(
      [],
    );
    return { verdicts, unknownMails: unknown };
  } finally {
    await office.close();
  }
};

const group = (rows: readonly { key: string; contents: string }[]): Found => {
  const found = new Map<string, string[]>();
  for (const { key, contents } of rows) found.set(key, [...(found.get(key) ?? []), contents]);
  return found;
};

const findAll = async (db: Db, site: Site): Promise<Record<Kind, Found>> => {
  const select = async (query: ReturnType<typeof sql<{ key: string; contents: string }>>) =>
    group((await query.execute(db)).rows);
  return {
    ticket: await select(sql`
      select t.subject as key, m.body as contents
      from tickets t left join ticket_messages m on m.ticket_id = t.id and m.origin = 'requester'
    `),
    message: await select(sql`
      select body as key, ticket_id::text as contents from ticket_messages where origin = 'agent'
    `),
    reading: await select(sql`
      select email || ' ' || day::date as key, '' as contents
      from streaks, unnest(read_days) run,
        generate_series(lower(run), upper(run) - 1, interval '1 day') day
      where email like 'leitor-%'
    `),
    attempt: await select(sql`
      select email as key, case when passed then 'passed' else 'failed' end as contents
      from quiz_attempts
    `),
    attachment: await findAttachments(db, site),
    tag: await select(sql`select name as key, color as contents from tags`),
    reply: await select(sql`
      select t.subject as key, m.origin::text as contents
      from ticket_messages m join tickets t on t.id = m.ticket_id where m.origin = 'ai'
    `),
    mail: new Map(
      [...site.mail.received].map(([address, times]) => [address, Array<string>(times).fill('')]),
    ),
  };
};

/** Attachments by name, with the SHA-256 of the bytes that the storage has of them. */
const findAttachments = async (db: Db, { directory }: Site): Promise<Found> => {
  const rows = await db.selectFrom('attachments').select(['name', 'path', 'state']).execute();
  const files = (await storedFiles(directory)).filter((file) => file !== probeName);
  // Nothing is left that no row tells of, nor a row that nobody finishes.
  expect(files).toEqual(rows.map(({ path }) => path).sort());
  expect(rows.filter(({ state }) => state !== 'ready')).toEqual([]);
  const found = [];
  for (const { name, path } of rows) {
    const bytes = await readFile(join(directory, 'files', path));
    found.push({ key: name, contents: sha256Of(bytes) });
  }
  return group(found);
};

/** What cannot be true at once, whatever was acknowledged; and how many mails are in doubt by the service's own account. */
const contradictionsIn = async (
  db: Db,
  { mail }: Site,
): Promise<{ unknown: number; contradictions: string[] }> => {
  const contradictions: string[] = [];
  const { rows: credits } = await sql<{ email: string }>`
    select a.email from quiz_attempts a
    join quizzes q on q.id = a.quiz_id left join streaks s on s.email = a.email
    where a.passed <> coalesce(s.read_days @> q.quiz_date, false)
  `.execute(db);
  contradictions.push(...credits.map(({ email }) => `${email}: the attempt and the streak differ`));
  const defaults = await db
    .selectFrom('tags')
    .select('name')
    .where('is_default', '=', true)
    .execute();
  if (defaults.length > 1) contradictions.push(`${defaults.length} default tags`);
  const counts = await db.transaction().execute((tx) => listCountDifferences(tx, 10));
  if (counts.length > 0)
    contradictions.push(`counts and tickets differ: ${JSON.stringify(counts)}`);
  const mails = await db.selectFrom('outbox').select(['recipient', 'status', 'error']).execute();
  for (const { recipient, status, error } of mails) {
    const times = mail.received.get(recipient) ?? 0;
    const fits = status === 'sent' ? times === 1 : status === 'unknown' ? times <= 1 : false;
    if (!fits) contradictions.push(`${recipient}: ${status} (${error}), received ${times} times`);
  }
  const unknown = mails.filter(({ status }) => status === 'unknown').length;
  return { unknown, contradictions };
};

const report = (
  name: string,
  site: Site,
  verdicts: Record<Kind, Verdict>,
  unknownMails: number,
): void => {
  const { answers } = site;
  const sum = (of: (verdict: Verdict) => number) =>
    Object.values(verdicts).reduce((total, verdict) => total + of(verdict), 0);
  const each = kinds.map((kind) => `${kind} ${verdicts[kind].acknowledged}`).join(', ');
  process.stdout.write(
    `${name}: ${sum((v) => v.acknowledged)} writes acknowledged (${each}); ` +
      `${sum((v) => v.inDoubt)} in doubt, ${sum((v) => v.inDoubtThere)} of them there; ` +
      `${sum((v) => v.lost.length)} lost, ${sum((v) => v.doubled.length)} doubled; ${unknownMails} mails unknown; ` +
      `answers ${JSON.stringify(answers.statuses)}, ${answers.unsound.length} without envelope, slowest ${answers.slowest().toFixed(1)} s; ` +
      `unavailable because of ${JSON.stringify(reasonsOf(site))}\n`,
  );
};

/** Why the stations of now answered 503, by their logs, and how often. */
const reasonsOf = ({ stations }: Site): Record<string, number> => {
  const reasons: Record<string, number> = {};
  for (const line of stations.flatMap(({ process: { lines } }) => lines)) {
    const [, reason] =
      /"err":\{.*?"message":"((?:[^"\\]|\\.)*)".*"msg":"unavailable"/.exec(line) ?? [];
    if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return reasons;
};

/** The share of answers that were 503 or did not come. */
export const refusedShare = ({ answers: { statuses } }: Site): number => {
  const all = Object.values(statuses).reduce((total, count) => total + count, 0);
  return ((statuses[503] ?? 0) + (statuses.none ?? 0)) / all;
};

/** What a busy machine may come to by itself: a request that waits two seconds for a database connection is refused. */
export const hardlyAny = 0.01;
