import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../db/connection/database.ts';
import { listCountDifferences } from '../../db/reports/ticket-counts.ts';
import { reconcileAttachments } from '../../server/attachments/janitor.ts';
import { probeName } from '../../server/clients/storage-disk.ts';
import { sendDueMails } from '../../server/outbox/send.ts';
import { storedFiles } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';
import { ageAttachments, ageMails } from '../support/age.ts';
import type { FaultEnvironment } from './fault-environment.ts';
import { type Found, type Journal, type Kind, kinds, type Verdict } from './journal.ts';
import type { Load } from './load.ts';
import { sha256Of } from './operations.ts';

const laterMs = 2 * 3_600_000;

/**
 * Runs the recovery jobs of a later hour, then compares the journal with the database, the files
 * and the mail server. Fails if a write was lost, duplicated, altered or unexpected, if a response
 * had no envelope or never came, or if a process crashed.
 *
 * @param options.statuses additional statuses that are allowed
 */
export const verifyOutcome = async (
  name: string,
  environment: FaultEnvironment,
  journal: Journal,
  load: Load,
  { statuses = [] }: { statuses?: readonly string[] } = {},
): Promise<void> => {
  await load.stop();
  environment.mail.setBehaviour(() => undefined);
  const verifier = await startApp(
    {
      DATABASE_URL: environment.postgres.url,
      DATA_DIR: environment.directory,
      SMTP_URL: environment.mail.url,
      MAIL_FROM: 'Atendimento <atendimento@exemplo.com.br>',
      MAIL_PER_HOUR: '1000000',
    },
    { database: { url: environment.postgres.url, poolSize: 5 } },
  );
  try {
    const ctx = verifier.service.contextFor('verification');
    await ageAttachments(ctx.db, laterMs);
    const { failed } = await reconcileAttachments(ctx, { dryRun: false });
    expect(failed).toEqual([]);
    await ageMails(ctx.db, laterMs / 60_000);
    await sendDueMails(ctx, new AbortController().signal);

    const found = await findAll(ctx.db, environment);
    const verdicts = Object.fromEntries(
      kinds.map((kind) => [kind, journal.compare(kind, found[kind])]),
    ) as Record<Kind, Verdict>;
    const { unknown, contradictions } = await contradictionsIn(ctx.db, environment);
    report(name, environment, verdicts, unknown);

    for (const kind of kinds) {
      const { lost, duplicated, altered, unexpected } = verdicts[kind];
      expect({ kind, lost, duplicated, altered, unexpected }).toEqual({
        kind,
        lost: [],
        duplicated: [],
        altered: [],
        unexpected: [],
      });
    }
    expect(contradictions).toEqual([]);
    expect(load.state.misread).toEqual([]);
    expect(environment.responses.malformed).toEqual([]);
    expect(environment.died()).toEqual([]);
    const usual = ['200', '201', '409', '429', '503', 'none', ...statuses];
    expect(
      Object.keys(environment.responses.statuses).filter((status) => !usual.includes(status)),
    ).toEqual([]);
  } finally {
    await verifier.close();
  }
};

const group = (rows: readonly { key: string; contents: string }[]): Found => {
  const found = new Map<string, string[]>();
  for (const { key, contents } of rows) found.set(key, [...(found.get(key) ?? []), contents]);
  return found;
};

const findAll = async (db: Db, environment: FaultEnvironment): Promise<Record<Kind, Found>> => {
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
    attachment: await findAttachments(db, environment),
    tag: await select(sql`select name as key, color as contents from tags`),
    reply: await select(sql`
      select t.subject as key, m.origin::text as contents
      from ticket_messages m join tickets t on t.id = m.ticket_id where m.origin = 'ai'
    `),
    mail: new Map(
      [...environment.mail.received].map(([address, times]) => [
        address,
        Array<string>(times).fill(''),
      ]),
    ),
  };
};

/** The attachments by name, with the SHA-256 of the stored bytes. */
const findAttachments = async (db: Db, { directory }: FaultEnvironment): Promise<Found> => {
  const rows = await db.selectFrom('attachments').select(['name', 'path', 'state']).execute();
  const files = (await storedFiles(directory)).filter((file) => file !== probeName);
  // Every file has a row, and every row is complete.
  expect(files).toEqual(rows.map(({ path }) => path).sort());
  expect(rows.filter(({ state }) => state !== 'ready')).toEqual([]);
  const found = [];
  for (const { name, path } of rows) {
    const bytes = await readFile(join(directory, 'files', path));
    found.push({ key: name, contents: sha256Of(bytes) });
  }
  return group(found);
};

/** Inconsistencies in the data itself, and the number of mails in an unknown state. */
const contradictionsIn = async (
  db: Db,
  { mail }: FaultEnvironment,
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
  environment: FaultEnvironment,
  verdicts: Record<Kind, Verdict>,
  unknownMails: number,
): void => {
  const { responses } = environment;
  const sum = (of: (verdict: Verdict) => number) =>
    Object.values(verdicts).reduce((total, verdict) => total + of(verdict), 0);
  const each = kinds.map((kind) => `${kind} ${verdicts[kind].acknowledged}`).join(', ');
  process.stdout.write(
    `${name}: ${sum((v) => v.acknowledged)} writes acknowledged (${each}); ` +
      `${sum((v) => v.inDoubt)} in doubt, ${sum((v) => v.inDoubtFound)} of them there; ` +
      `${sum((v) => v.lost.length)} lost, ${sum((v) => v.duplicated.length)} duplicated; ${unknownMails} mails unknown; ` +
      `answers ${JSON.stringify(responses.statuses)}, slowest ${responses.slowest().toFixed(1)} s\n`,
  );
};

/** The share of responses that were 503 or missing. */
export const refusedShare = ({ responses: { statuses } }: FaultEnvironment): number => {
  const all = Object.values(statuses).reduce((total, count) => total + count, 0);
  return ((statuses[503] ?? 0) + (statuses.none ?? 0)) / all;
};

/** The tolerance for a busy machine, on which a request that waits 2 s for a connection is refused. */
export const maxRefusedShare = 0.05;
