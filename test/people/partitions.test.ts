import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { enforceRetention, prepareMonths } from '../../server/people/retention.ts';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-11-26T15:00:00Z') };
const app = await startApp(
  { RETENTION_ATTEMPTS_DAYS: '60', RETENTION_AUDIT_DAYS: '60', RETENTION_WEBHOOKS_DAYS: '30' },
  { now: () => clock.now },
);
afterAll(() => app.close());
const ctx = app.service.contextFor('job:retention');
const { db } = ctx;
const retention = async () => {
  await prepareMonths(ctx);
  await enforceRetention(ctx, new AbortController().signal);
};

/** A quiz whose id was made at a moment, with an attempt of each of these readers at others. */
const addQuiz = async (made: string, attempts: Record<string, string>) => {
  const time = Date.parse(made).toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
  await sql`insert into quizzes (id, quiz_date, title, description, min_correct_answers, edition_id, edition_title)
    values (${id}, ${made.slice(0, 10)}::date, 'Quiz', 'Quiz', 6, 'e', 'Edição')`.execute(db);
  for (const [email, at] of Object.entries(attempts)) await addAttempt(id, email, at);
  return id;
};

const addAttempt = async (id: string, email: string, at: string) => {
  const { rows } = await sql`
    insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
    values (${id}, ${email}, '{}', 7, true, ${at}) on conflict (quiz_id, email) do nothing returning email`.execute(
    db,
  );
  return rows.length;
};

const addAct = (at: string, target: string) =>
  sql`insert into audit_log (at, actor, role, channel, action, target)
    values (${at}, 'teste', 'admin', 'trpc', 'tags.create', ${target})`.execute(db);

/** The partition and what identifies it, for each row. */
const rowsOf = async (table: string, column: string) => {
  const { rows } = await sql<{ partition: string; row: string }>`
    select tableoid::regclass::text as partition, ${sql.ref(column)}::text as row
    from ${sql.table(table)} order by 2`.execute(db);
  return rows.map(({ partition, row }) => `${row} ${partition}`);
};
const attempts = () => rowsOf('quiz_attempts', 'email');
const acts = async () => (await rowsOf('audit_log', 'target')).filter((row) => /^ato/.test(row));

const partitions = async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relispartition and relkind = 'r' order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

// One database through several months: each test goes on from the one before.
describe('months of attempts, acts and deliveries', { shuffle: false }, () => {
  it('are made ahead, the first after a month, and not where the default has rows', async () => {
    await addAct('2027-02-10T12:00:00Z', 'ato adiantado');
    await addQuiz('2026-11-26T12:00:00Z', { 'ana@exemplo.com': '2026-11-26T15:00:00Z' });
    await retention();
    const months = ['2027_01', '2027_02', '2027_03', 'default'];
    expect(await partitions()).toEqual([
      'audit_log_2027_01',
      'audit_log_2027_03',
      'audit_log_default',
      ...months.map((month) => `quiz_attempts_${month}`),
      ...months.map((month) => `webhook_deliveries_${month}`),
    ]);
    expect(app.logs.find(({ taken }) => taken)).toMatchObject({ taken: ['audit_log_2027_02'] });
    await retention();
    expect(await partitions()).toHaveLength(11);
  });

  it('hold their rows, one attempt a reader and quiz', async () => {
    const id = await addQuiz('2027-01-01T00:00:00Z', { 'bia@exemplo.com': '2027-01-01T15:00:00Z' });
    await addQuiz('2027-01-31T23:59:59Z', { 'caio@exemplo.com': '2027-04-20T15:00:00Z' });
    await addQuiz('2027-02-01T00:00:00Z', { 'duda@exemplo.com': '2027-02-01T15:00:00Z' });
    expect(await addAttempt(id, 'bia@exemplo.com', '2027-01-01T15:00:00Z')).toBe(0);
    await addAct('2027-01-15T12:00:00Z', 'ato de janeiro');
    await addAct('2027-03-15T12:00:00Z', 'ato de março');
    expect(await attempts()).toEqual([
      'ana@exemplo.com quiz_attempts_default',
      'bia@exemplo.com quiz_attempts_2027_01',
      'caio@exemplo.com quiz_attempts_2027_01',
      'duda@exemplo.com quiz_attempts_2027_02',
    ]);
    expect(await acts()).toEqual([
      'ato adiantado audit_log_default',
      'ato de janeiro audit_log_2027_01',
      'ato de março audit_log_2027_03',
    ]);
  });

  it('keep what the default has: append-only and a foreign key', async () => {
    await expect(sql`truncate audit_log_2027_01`.execute(db)).rejects.toThrow('append-only');
    await expect(
      sql`delete from quizzes where quiz_date = '2027-02-01'`.execute(db),
    ).rejects.toMatchObject({ constraint: 'quiz_attempts_quiz_id_fkey' });
    const { rows } = await sql<{ id: string }>`select new_quiz_id()::text as id`.execute(db);
    expect(rows[0]?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
  });

  it('are dropped as a whole, but for rows that were made since, also after an interruption', async () => {
    expect(await app.service.jobs.run('count-quizzes')).toMatchObject({ outcome: 'succeeded' });
    clock.now = new Date('2027-04-15T15:00:00Z');
    await retention();
    // Quizzes that lost attempts are counted again.
    const { rows } = await sql`select distinct quiz_id from quiz_count_changes`.execute(db);
    expect(rows).toHaveLength(3);
    // Of February some days are kept.
    expect(await attempts()).toEqual([
      'caio@exemplo.com quiz_attempts_default',
      'duda@exemplo.com quiz_attempts_2027_02',
    ]);
    expect(await acts()).toEqual(['ato de março audit_log_2027_03']);
    await sql`alter table quiz_attempts detach partition quiz_attempts_2027_02`.execute(db);
    clock.now = new Date('2027-05-15T15:00:00Z');
    await retention();
    expect(await attempts()).toEqual(['caio@exemplo.com quiz_attempts_default']);
    expect((await partitions()).filter((name) => name.endsWith('2027_02'))).toEqual([]);
  });
});
