import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { readMetrics } from './exposition.ts';

const clock = { now: new Date('2026-03-10T15:00:00.000Z') };
const app = await startApp(
  {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'ajuda@exemplo.com.br',
    MAIL_PER_HOUR: '77',
    WEBHOOK_ADDRESSES: 'any',
  },
  { now: () => clock.now },
);
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');
// Gauges are of all rows: each test begins without any that it counts.
beforeEach(async () => {
  for (const table of ['webhook_deliveries', 'webhooks', 'attachments', 'quizzes', 'model_tokens'])
    await sql`delete from ${sql.table(table)}`.execute(db);
});

const gauge = async (name: string, labels?: Record<string, string>) =>
  (await readMetrics(app)).sum(name, labels);
const aTicket = () => admin.tickets.create.mutate({ subject: 'Oi', body: 'Olá', main: 'Conta' });

const insertAttachment = async (state: 'quarantined' | 'ready', createdAt: Date, size = 10) => {
  const { id } = await aTicket();
  await sql`insert into attachments
    (ticket_id, name, path, type, state, lease_until, size, sha256, created_at, scan_due_at)
    values (${id}, 'a.txt', ${crypto.randomUUID()}, 'text/plain', ${state}::attachment_state,
      ${state === 'ready' ? null : clock.now}, ${size}, '\\x00', ${createdAt},
      ${state === 'ready' ? null : clock.now})`.execute(db);
};

describe('the gauges of webhooks', () => {
  const read = async () => {
    const { sum } = await readMetrics(app);
    return [
      sum('webhook_deliveries_pending'),
      Math.floor(sum('webhook_oldest_pending_age_seconds') / 1_000),
      sum('webhooks_disabled'),
    ];
  };

  it('say how many events wait for those that are not disabled, since when, and how many are', async () => {
    expect(await read()).toEqual([0, 0, 0]);
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      const url = `http://127.0.0.1:1/${name}`;
      ids.push((await admin.webhooks.create.mutate({ url, events: ['ticket.created'] })).id);
    }
    await aTicket();
    await aTicket();
    await sql`update webhook_deliveries set occurred_at = now() - interval '5100 seconds'
      where id = (select min(id) from webhook_deliveries where webhook_id = ${ids[1]})`.execute(db);
    await sql`update webhook_deliveries set occurred_at = now() - interval '9100 seconds'
      where webhook_id = ${ids[0]}`.execute(db);
    await sql`update webhooks set disabled_at = now() where id = ${ids[0]}`.execute(db);
    expect(await read()).toEqual([4, 5, 1]);
  });
});

describe('the gauges of attachments', () => {
  const quarantine = async () => {
    const { sum } = await readMetrics(app);
    return [sum('attachments_quarantined'), sum('attachments_oldest_quarantined_age_seconds')];
  };

  it('say how many wait for the scanner and for how long', async () => {
    expect(await quarantine()).toEqual([0, 0]);
    await insertAttachment('quarantined', new Date(clock.now.getTime() - 500_000));
    await insertAttachment('quarantined', new Date(clock.now.getTime() - 100_000));
    expect(await quarantine()).toEqual([2, 500]);
  });

  it('sum up what is stored every five minutes, and at once after a failure', async () => {
    const stored = async () => {
      const { sum } = await readMetrics(app);
      return [sum('attachments_stored'), sum('attachments_stored_bytes')];
    };
    const pass = (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    };
    pass(300_000);
    expect(await stored()).toEqual([0, 0]);
    await insertAttachment('ready', clock.now, 10);
    await insertAttachment('ready', clock.now, 7);
    pass(299_999);
    expect(await stored()).toEqual([0, 0]);
    pass(1);
    expect(await stored()).toEqual([2, 17]);
    await insertAttachment('ready', clock.now, 3);
    pass(300_000);
    await db.schema.alterTable('attachments').renameTo('attachments_away').execute();
    try {
      expect(await stored()).toEqual([2, 17]);
    } finally {
      await db.schema.alterTable('attachments_away').renameTo('attachments').execute();
    }
    expect(await stored()).toEqual([3, 20]);
  });
});

describe('a gauge', () => {
  it('of the latest quiz is 0 before the first one, then when it was made', async () => {
    const name = 'quiz_last_created_timestamp_seconds';
    expect(await gauge(name)).toBe(0);
    await sql`insert into quizzes (quiz_date, title, description, edition_id, edition_title, created_at)
      values ('2026-03-10', 'Quiz', 'Quiz', 'a', 'a', '2026-03-10T15:00:01Z'),
        ('2026-03-09', 'Quiz', 'Quiz', 'b', 'b', '2026-03-11T15:00:00Z')`.execute(db);
    expect(await gauge(name)).toBe(Date.parse('2026-03-10T15:00:01Z') / 1_000);
  });

  it('keeps its value, and the others theirs, while the database cannot say', async () => {
    await sql`insert into model_tokens values ((now() at time zone 'America/Sao_Paulo')::date, 9)`.execute(
      db,
    );
    expect(await gauge('model_tokens_today')).toBe(9);
    const logged = app.logs.length;
    await db.schema.alterTable('model_tokens').renameTo('tokens_away').execute();
    await db.schema.alterTable('job_runs').renameTo('runs_away').execute();
    try {
      expect(await gauge('model_tokens_today')).toBe(9);
      expect(await gauge('job_last_success_timestamp_seconds')).toBeGreaterThan(0);
    } finally {
      await db.schema.alterTable('runs_away').renameTo('job_runs').execute();
      await db.schema.alterTable('tokens_away').renameTo('model_tokens').execute();
    }
    expect(app.logs.slice(logged).map(({ msg }) => msg)).toContain(
      'reading database gauges failed',
    );
  });
});
